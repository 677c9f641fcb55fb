//! Jobs on several hosts. The remote shell is a script that runs the command here: to launcher and
//! agents that is a host like any other. `run.sh` has the same with network namespaces.

use std::io::{BufRead, BufReader};
use std::process::Command;

use crate::harness::{END_LIMIT, Finished, Folder, LIMIT, Running, finish, is_ignored, mpiexec, within};

/// A remote shell as a script: `$1` is the host, the rest the command.
fn shell(folder: &Folder, script: &str) -> String {
    let file = folder.0.join("rsh");
    std::fs::write(&file, script).unwrap();
    format!("sh {}", file.display())
}

const HERE: &str = "shift; exec sh -c \"$*\"";

/// A script, and mpiexec that reaches hosts by it.
struct Hosts {
    folder: Folder,
    shell: String,
}

impl Hosts {
    fn new(name: &str) -> Self {
        Hosts::by(name, HERE)
    }

    fn by(name: &str, script: &str) -> Self {
        let folder = Folder::new(name);
        let shell = shell(&folder, script);
        Hosts { folder, shell }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        mpiexec(&[&["--launcher", self.shell.as_str()], arguments].concat())
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        finish(self.command(arguments), b"")
    }

    /// A file of the test's.
    fn file(&self, name: &str, text: &str) -> String {
        let file = self.folder.0.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    }
}

#[test]
fn every_rank_knows_its_node() {
    let script = "echo $PMI_RANK/$PMI_SIZE $FERRY_LOCAL_RANK/$FERRY_LOCAL_SIZE $MPI_LOCALRANKID/$MPI_LOCALNRANKS \
         $FERRY_HOST_NAME $FERRY_NODE_RANKS $FERRY_NODE_COUNT $FERRY_APPNUM";
    let job = Hosts::new("place").run(&[
        "-H",
        "a:2,b:2",
        "--oversubscribe",
        "-n",
        "4",
        "sh",
        "-c",
        script,
        ":",
        "-n",
        "1",
        "sh",
        "-c",
        script,
    ]);
    let expected = [
        "0/5 0/3 0/3 a 0-1,4 2 0",
        "1/5 1/3 1/3 a 0-1,4 2 0",
        "2/5 0/2 0/2 b 2-3 2 0",
        "3/5 1/2 1/2 b 2-3 2 0",
        "4/5 2/3 2/3 a 0-1,4 2 1",
    ];
    assert_eq!((job.status, job.sorted()), (Some(0), expected.to_vec()), "{}", job.errors);
}

#[test]
fn one_rank_for_each_slot_unless_a_number_is_given() {
    let hosts = Hosts::new("slots");
    let count = |arguments: &[&str]| hosts.run(&[arguments, &["sh", "-c", "echo $FERRY_HOST_NAME"]].concat()).sorted().join("");
    assert_eq!(count(&["-H", "a:2,b"]), "aab");
    assert_eq!(count(&["-hosts", "a,b", "-ppn", "2"]), "aabb");
    assert_eq!(count(&["-hosts", "a,b", "-np", "5"]), "aaabb");
    let file = hosts.file("hosts", "# two hosts\na slots=1\nb:2\n");
    assert_eq!(count(&["-f", &file]), "abb");
    assert_eq!(count(&["--hostfile", &file, "-n", "2", "--map-by", "node"]), "ab");
}

#[test]
fn hosts_come_from_the_environment() {
    let hosts = Hosts::new("environment");
    let nodes = hosts.file("nodes", "a\na\nb\n");
    let slurm = [("SLURM_JOB_NODELIST", "n[1-2],m"), ("SLURM_TASKS_PER_NODE", "2(x2),1")];
    for (variables, expected) in [
        (&slurm[..], "m n1 n1 n2 n2"),
        (&[("PBS_NODEFILE", nodes.as_str())], "a a b"),
        (&[("FERRY_HOSTFILE", nodes.as_str())], "a a b"),
    ] {
        let mut command = mpiexec(&["sh", "-c", "echo $FERRY_HOST_NAME"]);
        command.env("FERRY_RSH", &hosts.shell).envs(variables.iter().copied());
        let job = finish(command, b"");
        assert_eq!((job.sorted().join(" ").as_str(), job.status), (expected, Some(0)), "{}", job.errors);
    }
}

#[test]
fn this_host_and_others_in_one_job() {
    let job = Hosts::new("mixed").run(&[
        "-H",
        "a:1,localhost:2",
        "-l",
        "sh",
        "-c",
        "echo $FERRY_HOST_NAME $FERRY_NODE_RANKS; echo e >&2",
    ]);
    assert_eq!(job.sorted(), ["[0] a 0", "[1] localhost 1-2", "[2] localhost 1-2"]);
    let mut errors: Vec<&str> = job.errors.lines().collect();
    errors.sort_unstable();
    assert_eq!(errors, ["[0] e", "[1] e", "[2] e"]);
}

#[test]
fn ranks_of_a_node_share_a_file_and_nodes_do_not() {
    let job = Hosts::new("file").run(&["-H", "a:2,b:2", "sh", "-c", "stat -L -c '%d.%i' /proc/self/fd/$FERRY_NODE_FD"]);
    let mut lines = job.sorted();
    lines.dedup();
    assert_eq!(lines.len(), 2, "{}", job.output);
}

#[test]
fn the_secret_is_the_jobs_and_on_no_command_line() {
    let script = "echo $FERRY_JOB_SECRET; cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' |
        awk 'index($0, ENVIRON[\"FERRY_JOB_SECRET\"]) { found++ } END { print found + 0 }' >&2";
    let run = || {
        let job = Hosts::new("secret").run(&["-H", "localhost:1,b:1", "sh", "-c", script]);
        let lines = job.sorted();
        assert!(lines.len() == 2 && lines[0] == lines[1] && lines[0].len() == 32, "{lines:?}");
        assert!(job.errors.lines().all(|line| line == "0"), "{}", job.errors);
        lines[0].to_owned()
    };
    assert_ne!(run(), run());
}

#[test]
fn programs_start_in_the_same_directory_with_the_same_environment() {
    let hosts = Hosts::by("directory", "shift; cd /; exec env -i PATH=/usr/bin:/bin HOSTNAME=theirs sh -c \"$*\"");
    let mut command = hosts.command(&["-H", "a", "-x", "SET=x", "sh", "-c", "pwd; echo $PASSED $SET $HOSTNAME"]);
    command.env("PASSED", "p").env("HOSTNAME", "ours").current_dir(&hosts.folder.0);
    let job = finish(command, b"");
    let folder = hosts.folder.0.canonicalize().unwrap();
    assert_eq!(job.output, format!("{}\np x theirs\n", folder.display()), "{}", job.errors);
    let job = hosts.run(&["-H", "a", "-wdir", "/nonexistent", "pwd"]);
    assert!(job.status == Some(2) && job.errors.contains("on host 'a': there is no directory /nonexistent"), "{}", job.errors);
}

#[test]
fn input_reaches_the_chosen_rank_wherever_it_is() {
    let hosts = Hosts::new("input");
    let read = |options: &[&str]| {
        let job = finish(hosts.command(&[options, &["-H", "a:1,localhost:1,b:1", "-l", "cat"]].concat()), b"x\ny\n");
        job.sorted().join(" ")
    };
    assert_eq!(read(&[]), "[0] x [0] y");
    assert_eq!(read(&["--stdin", "1"]), "[1] x [1] y");
    assert_eq!(read(&["--stdin", "2"]), "[2] x [2] y");
    assert_eq!(read(&["--stdin", "all"]), "[0] x [0] y [1] x [1] y [2] x [2] y");
    assert_eq!(read(&["--stdin", "none"]), "");
}

#[test]
fn much_input_and_output_pass() {
    let hosts = Hosts::new("much");
    let input = "0123456789abcde\n".repeat(40_000);
    let job = finish(hosts.command(&["-H", "a:2,b:1", "--stdin", "all", "wc", "-c"]), input.as_bytes());
    assert_eq!(job.sorted(), ["640000"; 3]);
    let job = finish(hosts.command(&["-H", "a:1", "cat"]), input.as_bytes());
    assert!(job.output == input, "{} bytes", job.output.len());
    let job = hosts.run(&["-H", "a:2,b:2", "-l", "sh", "-c", "seq 100000"]);
    assert_eq!((job.output.lines().count(), job.status), (400_000, Some(0)));
    assert!(job.output.ends_with('\n') && job.sorted().contains(&"[3] 99999"));
}

#[test]
fn readers_that_leave_do_not_stop_the_others() {
    let input = "0123456789abcde\n".repeat(40_000);
    let script = "test $PMI_RANK = 1 || wc -c";
    let job =
        finish(Hosts::new("leavers").command(&["-H", "a:1,b:1,c:1", "--stdin", "all", "sh", "-c", script]), input.as_bytes());
    assert_eq!((job.sorted(), job.status), (vec!["640000"; 2], Some(0)));
}

#[test]
fn a_slow_reader_holds_the_ranks_back_and_gets_everything() {
    let hosts = Hosts::new("slow");
    let mut command = Command::new("sh");
    let script = "\"$@\" | { read first; echo $first; sleep 0.5; wc -c; }";
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_mpiexec"), "--launcher", &hosts.shell, "-H", "a:2"]);
    command.args(["sh", "-c", "head -c 8000000 /dev/zero | tr '\\0' '\\n'"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    assert_eq!(finish(command, b"").output, "\n15999999\n");
}

#[test]
fn output_goes_to_files_of_the_launchers_host() {
    let hosts = Hosts::new("files");
    let base = hosts.folder.0.join("run");
    let base = base.to_str().unwrap();
    let job =
        hosts.run(&["-H", "a:1,localhost:1", "--output-filename", base, "sh", "-c", "echo out$PMI_RANK; echo err$PMI_RANK >&2"]);
    assert_eq!((job.status, job.output.as_str()), (Some(0), ""));
    let read = |end: &str| std::fs::read_to_string(format!("{base}.{end}")).unwrap();
    assert_eq!((read("0.out"), read("0.err"), read("1.out")), ("out0\n".into(), "err0\n".into(), "out1\n".into()));
}

#[test]
fn statuses_signals_and_aborts_name_the_host() {
    let hosts = Hosts::new("ends");
    let fails = |script: &str| hosts.run(&["-H", "a:1,b:1", "--grace", "0.2", "bash", "-c", script]);
    let job = fails("test $PMI_RANK = 0 || exit 7; exec sleep 1000");
    assert!(
        job.status == Some(7) && job.errors.contains("on b, bash) exited with status 7; the remaining rank was ended"),
        "{}",
        job.errors
    );
    let job = fails("test $PMI_RANK = 0 || kill -SEGV $$; exec sleep 1000");
    assert!(job.status == Some(139) && job.errors.contains("on b, bash) was killed by signal 11 (SIGSEGV)"), "{}", job.errors);
    let job = fails("test $PMI_RANK = 1 && eval \"echo 'cmd=abort exitcode=9 msg=enough' >&$PMI_FD\"; sleep 1000");
    assert!(job.status == Some(9) && job.errors.contains("on b, bash) called MPI_Abort with code 9: enough"), "{}", job.errors);
    let job =
        fails("test $PMI_RANK = 1 && eval \"echo 'cmd=init pmi_version=1 pmi_subversion=1' >&$PMI_FD\" && exit 0; sleep 1000");
    assert!(job.status == Some(1) && job.errors.contains("on b, bash) exited without MPI_Finalize"), "{}", job.errors);
    let job = hosts.run(&["-H", "a:1,b:1", "--timeout", "0.3", "sleep", "1000"]);
    assert_eq!(job.status, Some(124), "{}", job.errors);
}

#[test]
fn signals_reach_ranks_on_other_hosts() {
    for (signal, name) in [(libc::SIGUSR1, "USR1"), (libc::SIGUSR2, "USR2"), (libc::SIGHUP, "HUP"), (libc::SIGTERM, "TERM")] {
        if is_ignored(signal) {
            continue;
        }
        let script = format!("trap 'echo got {name}; exit 0' {name}; echo rank$PMI_RANK $$; while :; do sleep 0.05; done");
        let job = Running::of(Hosts::new(name).command(&["-H", "a:1,b:1", "bash", "-c", &script]), 2);
        job.signal(job.child.id() as i32, signal);
        let (job, _) = job.end();
        assert_eq!((job.output, job.status), (format!("got {name}\n").repeat(2), Some(0)), "{name}: {}", job.errors);
    }
    let job =
        Running::of(Hosts::new("term").command(&["-H", "a:1,b:1", "sh", "-c", "echo rank$PMI_RANK $$; exec sleep 1000"]), 2);
    job.signal(job.child.id() as i32, libc::SIGTERM);
    let (job, time) = job.end();
    assert!(job.status == Some(143) && time < END_LIMIT, "{time:?} {}", job.errors);
}

#[test]
fn ignored_signals_do_not_reach_other_hosts() {
    // What a remote shell starts does not ignore them.
    let hosts = Hosts::by("nohup", "shift; exec env --default-signal=HUP sh -c \"$*\"");
    let rank = "trap 'echo done; exit 0' USR1; echo rank$PMI_RANK $$; while :; do sleep 0.05; done";
    let mut command = Command::new("sh");
    let script = "trap '' HUP; exec \"$0\" --launcher \"$1\" -H a:1,b:1 sh -c \"$2\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_mpiexec"), &hosts.shell, rank]);
    let job = Running::of(command, 2);
    job.signal(job.child.id() as i32, libc::SIGHUP);
    job.signal(job.child.id() as i32, libc::SIGUSR1);
    let (job, _) = job.end();
    assert_eq!((job.output.as_str(), job.status), ("done\ndone\n", Some(0)), "{}", job.errors);
}

/// A rank with a child and a daemon; all hold the output.
const FAMILY: &str = "sleep 1000 & echo child$PMI_RANK $!
    setsid sleep 1000 & echo daemon$PMI_RANK $!
    echo agent$PMI_RANK $PPID; echo rank$PMI_RANK $$; wait";

fn family(name: &str) -> Running {
    Running::of(Hosts::new(name).command(&["-H", "a:1,localhost:1,b:1", "--grace", "0.3", "sh", "-c", FAMILY]), 12)
}

/// The one child of a process.
fn child_of(pid: i32) -> i32 {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
    children.split_whitespace().next().expect("it has a child").parse().unwrap()
}

fn parent_of(pid: i32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit_once(')').unwrap().1.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn nothing_is_left_whoever_is_killed() {
    type Victim = fn(&Running) -> i32;
    let victims: [(&str, Victim, &str); 6] = [
        ("mpiexec", |job| job.child.id() as i32, ""),
        ("launcher", |job| child_of(job.child.id() as i32), "launcher process was killed"),
        ("rank", |job| job.pid("rank2"), "on b, sh) was killed by signal 9"),
        ("agent", |job| job.pid("agent2"), "lost host 'b'"),
        ("agent's guard", |job| parent_of(job.pid("agent2")), "lost host 'b'"),
        // The remote shell executes the agent's guard: what it starts first is that.
        ("remote shell", |job| parent_of(parent_of(job.pid("agent0"))), ""),
    ];
    for (name, victim, message) in victims {
        let job = family("killed");
        let pid = victim(&job);
        job.signal(pid, libc::SIGKILL);
        let (job, time) = job.end();
        assert!(job.errors.contains(message) && job.status != Some(0), "{name}: {}", job.errors);
        assert!(time < END_LIMIT, "{name}: {time:?}");
    }
}

/// A remote shell that is slow, and when the command has ended drops what is still under way:
/// `hasty.py HOST COMMAND`.
const HASTY: &str = r#"
import os, select, subprocess, sys, time
child = subprocess.Popen(["sh", "-c", " ".join(sys.argv[2:])], stdout=subprocess.PIPE)
source = child.stdout.fileno()
while child.poll() is None:
    if select.select([source], [], [], 0.01)[0]:
        time.sleep(0.05)
        if child.poll() is None:
            os.write(1, os.read(source, 65536))
sys.exit(child.returncode)
"#;

#[test]
fn nothing_is_lost_by_a_remote_shell_that_does_not_wait_for_the_last_words() {
    let hosts = Hosts::new("hasty");
    let shell = format!("python3 {}", hosts.file("hasty.py", HASTY));
    let job = Hosts { shell, ..hosts }.run(&["-H", "a:1,b:1", "sh", "-c", "seq 1000; exit $PMI_RANK"]);
    assert_eq!((job.output.lines().count(), job.status), (2000, Some(1)), "{}", job.errors);
    assert!(job.errors.contains("on b, sh) exited with status 1"), "{}", job.errors);
}

#[test]
fn a_remote_shell_that_dies_is_a_lost_host() {
    let hosts = Hosts::by("shell", "shift; echo $$ > \"$0.$1.pid\"; sh -c \"$*\"; exit $?");
    let hosts = Hosts { shell: hosts.shell.clone(), ..hosts };
    let job = Running::of(hosts.command(&["-H", "a:1", "--grace", "0.3", "sh", "-c", "echo agent $PPID; sleep 1000"]), 1);
    let shell = parent_of(parent_of(parent_of(job.pid("agent"))));
    job.signal(shell, libc::SIGKILL);
    let (job, time) = job.end();
    assert!(job.errors.contains("lost host 'a': the remote shell (sh) was killed by signal 9"), "{}", job.errors);
    assert!(time < END_LIMIT, "{time:?}");
}

/// Runs commands that come over a socket, as sshd does: what it starts is no child of mpiexec's.
/// `rshd.py SOCKET` serves, with a command it asks.
const RSHD: &str = r#"
import os, select, socket, subprocess, sys
def serve(path):
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    print("ready", flush=True)
    while True:
        link, _ = server.accept()
        command = link.recv(4096, socket.MSG_WAITALL).rstrip(b"\0")
        subprocess.Popen(["sh", "-c", command], stdin=link, stdout=link)
        link.close()
def ask(path, command):
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    link.sendall(command.encode().ljust(4096, b"\0"))
    ways = {0: lambda data: link.sendall(data), link.fileno(): lambda data: os.write(1, data)}
    while True:
        for source in select.select(list(ways), [], [])[0]:
            data = os.read(source, 65536)
            if not data and source:
                return
            if not data:
                link.shutdown(socket.SHUT_WR)
                del ways[0]
            else:
                ways[source](data)
serve(sys.argv[1]) if len(sys.argv) == 2 else ask(sys.argv[1], " ".join(sys.argv[3:]))
"#;

/// A server that ends with its value.
struct Server(std::process::Child);

impl Server {
    fn start(program: &str, socket: &str) -> Self {
        let mut child = Command::new("python3").args([program, socket]).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        Server(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

#[test]
fn agents_out_of_reach_end_their_ranks_themselves() {
    let hosts = Hosts::new("server");
    let (program, socket) = (hosts.file("rshd.py", RSHD), hosts.folder.0.join("socket"));
    let socket = socket.to_str().unwrap();
    let server = Server::start(&program, socket);
    let hosts = Hosts { shell: format!("python3 {program} {socket}"), ..hosts };
    type Victim = fn(&Running) -> i32;
    let victims: [(&str, Victim, &str); 4] = [
        ("mpiexec", |job| job.child.id() as i32, ""),
        ("launcher", |job| child_of(job.child.id() as i32), "launcher process was killed"),
        ("remote shell", |job| child_of(child_of(job.child.id() as i32)), "the remote shell (python3) was killed by signal 9"),
        ("agent", |job| job.pid("agent0"), "lost host"),
    ];
    for (name, victim, message) in victims {
        let job = Running::of(hosts.command(&["-H", "a:1,b:1", "--grace", "0.3", "sh", "-c", FAMILY]), 8);
        job.signal(victim(&job), libc::SIGKILL);
        let (job, time) = job.end();
        assert!(job.errors.contains(message) && job.status != Some(0), "{name}: {}", job.errors);
        assert!(time < END_LIMIT, "{name}: {time:?}");
    }
    drop(server);
}

#[test]
fn what_ranks_leave_behind_is_ended() {
    let script = FAMILY.replace("; wait", "");
    let job = Running::of(Hosts::new("leftovers").command(&["-H", "a:1,localhost:1", "--grace", "0.2", "sh", "-c", &script]), 8);
    let (job, _) = job.end();
    assert_eq!((job.status, job.errors.as_str()), (Some(0), ""));
}

/// Speaks PMI-1: puts a card, meets the others, gets the cards of all; then as the argument says.
const CLIENT: &str = r#"
import os, socket, sys
link = socket.socket(fileno=int(os.environ["PMI_FD"])).makefile("rw", newline="\n")
def ask(line):
    link.write(line + "\n"); link.flush()
    while True:
        answer = link.readline().strip()
        if "ferry_question" not in answer:
            return answer
        questions.append(answer + "\n")
questions = []
# Names are those of all jobs of a user; tests run side by side.
service = os.path.dirname(sys.argv[0])
rank, size = int(os.environ["PMI_RANK"]), int(os.environ["PMI_SIZE"])
assert "rc=0" in ask(f"cmd=init pmi_version=1 pmi_subversion=1 pid={os.getpid()}")
for turn in range(3):
    assert "rc=0" in ask(f"cmd=put kvsname=k key=card-{rank} value=card-of-{rank}-{turn}")
    assert "barrier_out" in ask("cmd=barrier_in")
    for peer in range(size):
        answer = ask(f"cmd=get kvsname=k key=card-{peer}")
        assert answer.endswith(f"value=card-of-{peer}-{turn}"), answer
    assert "barrier_out" in ask("cmd=barrier_in")
assert "rc=-1" in ask("cmd=get kvsname=k key=nothing")
if rank == 0:
    assert "rc=0" in ask(f"cmd=publish_name service={service} port=p")
assert "barrier_out" in ask("cmd=barrier_in")
assert ask(f"cmd=lookup_name service={service}").endswith("port=p")
mapping = ask("cmd=get kvsname=k key=PMI_process_mapping").split("value=")[1]
assert "barrier_out" in ask("cmd=barrier_in")
if "ask" in sys.argv and rank == size - 1:
    link.write("cmd=ferry_dump\n"); link.flush()
if "ask" in sys.argv:
    question = questions.pop() if questions else link.readline()
    assert question == "cmd=ferry_question id=1\n", question
    sys.stdout.write(f"asked {os.getpid()}\n")
    sys.stdout.flush()
    link.readline()
assert "rc=0" in ask("cmd=finalize")
sys.stdout.write(f"{rank} {mapping}\n")
"#;

#[test]
fn keys_are_exchanged_between_hosts() {
    let hosts = Hosts::new("keys");
    let client = hosts.file("client.py", CLIENT);
    let job = hosts.run(&["-H", "a:2,localhost:2,b:3", "python3", &client]);
    let expected: Vec<String> = (0..7).map(|rank| format!("{rank} (vector,(0,2,2),(2,1,3))")).collect();
    assert_eq!((job.status, job.sorted()), (Some(0), expected.iter().map(String::as_str).collect()), "{}", job.errors);
}

#[test]
fn an_inquiry_reaches_all_hosts() {
    let hosts = Hosts::new("inquiry");
    let client = hosts.file("client.py", CLIENT);
    let mut job = Running::of(hosts.command(&["-H", "a:1,localhost:1,b:1", "--grace", "0.2", "python3", &client, "ask"]), 3);
    let mut errors = BufReader::new(job.child.stderr.take().unwrap());
    // The ranks do not answer; the processes are described where they run.
    let (report, errors) = within(LIMIT, move || {
        let mut text = String::new();
        while text.matches("of processor time").count() < 3 {
            assert!(errors.read_line(&mut text).unwrap() > 0, "{text}");
        }
        (text, errors.into_inner())
    });
    assert!(report.contains("rank 2 was asked by a signal"), "{report}");
    job.child.stderr = Some(errors);
    job.signal(job.child.id() as i32, libc::SIGTERM);
    assert_eq!(job.end().0.status, Some(143));
}

#[test]
fn a_host_that_cannot_be_reached_is_named_with_the_reason() {
    let script = "test $1 = b && { echo 'ssh: connect to host b: Connection refused' >&2; exit 255; }; shift; exec sh -c \"$*\"";
    let job = Hosts::by("refused", script).run(&["-H", "a:1,b:1", "echo", "started"]);
    assert_eq!((job.status, job.output.as_str()), (Some(1), ""), "no rank runs before all hosts are reached");
    assert!(job.errors.contains("mpiexec: b: ssh: connect to host b: Connection refused\n"), "{}", job.errors);
    assert!(
        job.errors.contains("cannot start ranks on host 'b': the remote shell (sh) exited with status 255"),
        "{}",
        job.errors
    );
}

#[test]
fn a_host_without_mpiexec_or_with_another_one_is_told_with_the_fix() {
    let job = Hosts::new("missing").run(&["-H", "a:1", "--launcher-path", "/nonexistent/mpiexec", "true"]);
    assert!(job.status == Some(1) && job.errors.contains("host 'a'") && job.errors.contains("--launcher-path"), "{}", job.errors);
    let job = Hosts::by("other", "printf '\\nferry-agent 99 7.0\\n'; sleep 1000").run(&["-H", "a:1", "true"]);
    assert!(job.errors.contains("'a': mpiexec there is Ferry 7.0 (agent protocol 99)"), "{}", job.errors);
    let job = Hosts::by("chatter", "echo Have a nice day; exit 0").run(&["-H", "a:1", "true"]);
    assert!(job.errors.contains("exited with status 0 after 'Have a nice day'"), "{}", job.errors);
}

#[test]
fn what_login_scripts_print_does_no_harm() {
    let job = Hosts::by("noise", "echo Welcome; echo news >&2; shift; exec sh -c \"$*\"").run(&["-H", "a:1", "echo", "text"]);
    assert_eq!((job.status, job.output.as_str(), job.errors.as_str()), (Some(0), "text\n", "mpiexec: a: news\n"));
}

#[test]
fn a_host_that_does_not_answer_is_named_in_time() {
    let script = "case $1 in b) exec sleep 1000;; esac; shift; exec sh -c \"$*\"";
    let job = Hosts::by("silent", script).run(&["-H", "a:1,b:1", "--launch-timeout", "0.4", "echo", "started"]);
    assert_eq!((job.status, job.output.as_str()), (Some(1), ""));
    assert!(
        job.errors.contains("waiting for host 'b', until 0.4 s are over (--launch-timeout): its remote shell (sh, pid"),
        "{}",
        job.errors
    );
    assert!(
        job.errors.contains("no answer within 0.4 s (--launch-timeout sets this time) from host 'b': its remote shell (sh, pid"),
        "{}",
        job.errors
    );
}

#[test]
fn a_host_that_is_lost_is_lost_once() {
    // After a while host b says something that makes no sense.
    let script = "host=$1; shift
        case $host in b) (until [ -e \"${0%/*}/runs\" ]; do sleep 0.02; done; printf '\\377\\377\\377\\377nonsense') & esac
        exec sh -c \"$*\"";
    let hosts = Hosts::by("once", script);
    let rank = "case $PMI_RANK in
        1) echo $$ > $0/pid; touch $0/runs; exec sleep 1000;;
        0) until [ -e $0/runs ]; do sleep 0.02; done; while [ -e /proc/$(cat $0/pid) ]; do sleep 0.02; done
           until [ -e $0/end ]; do sleep 0.02; done;;
        esac";
    let folder = hosts.folder.0.to_str().unwrap();
    let mut child = hosts.command(&["--fault-tolerance", "-H", "a:1,b:1", "sh", "-c", rank, folder]).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let end = hosts.folder.0.join("end");
    let text = within(LIMIT, move || {
        let mut text = String::new();
        errors.read_line(&mut text).unwrap();
        std::fs::write(end, "").unwrap();
        std::io::Read::read_to_string(&mut errors, &mut text).unwrap();
        text
    });
    let status = within(LIMIT, move || child.wait().unwrap());
    assert_eq!((status.code(), text.lines().count()), (Some(0), 1), "{text}");
    assert!(text.contains("host b with 1 ranks is lost"), "{text}");
}

#[test]
fn a_host_that_a_batch_system_has_named_is_named_so() {
    let hosts = Hosts::by("batch", "exit 255");
    for (variable, value) in [("SLURM_JOB_NODELIST", "n[7-8]".to_owned()), ("FERRY_HOSTFILE", hosts.file("hosts", "n7\nn8\n"))] {
        let mut command = hosts.command(&["true"]);
        command.env_remove("FERRY_HOSTFILE").env(variable, value);
        let job = finish(command, b"");
        // Both fail, and either may be the first to do so.
        let named = ["n7", "n8"].iter().any(|host| job.errors.contains(&format!("host '{host}' (from {variable})")));
        assert!(named, "{}", job.errors);
    }
}

#[test]
fn an_interrupt_ends_a_launch() {
    let hosts = Hosts::by("interrupt", "echo $$ >&2; exec sleep 1000");
    let mut child = hosts.command(&["-H", "a:1", "true"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::TERM).unwrap();
    let status = within(LIMIT, move || child.wait().unwrap());
    assert_eq!(status.code(), Some(143));
}

#[test]
fn mistakes_are_told_with_the_fix() {
    let hosts = Hosts::new("mistakes");
    let file = hosts.file("hosts", "a\nb slots=many\n");
    for (arguments, status, words) in [
        (&["-H", "a:1,b:1", "-n", "3", "true"][..], 2, &["3 ranks", "slots (2)", "--oversubscribe"][..]),
        (&["-f", &file, "true"], 2, &["hosts, line 2", "'many'"]),
        (&["-f", "/nonexistent/hosts", "true"], 2, &["No such file"]),
        (&["-H", "a", "no-such-program"], 127, &["on host 'a'", "no-such-program", "in PATH"]),
    ] {
        let job = hosts.run(arguments);
        assert_eq!(job.status, Some(status), "{}", job.errors);
        assert!(words.iter().all(|word| job.errors.contains(word)), "{arguments:?}: {}", job.errors);
    }
    let mut command = mpiexec(&["-H", "a", "true"]);
    command.env("PATH", "/nonexistent");
    let job = finish(command, b"");
    assert!(job.status == Some(127) && job.errors.contains("'ssh'") && job.errors.contains("--launcher"), "{}", job.errors);
}
