//! How jobs end: statuses, signals, time limits, and that nothing is left whoever is killed.

use std::time::Duration;

use crate::harness::{END_LIMIT, Folder, Running, is_ignored, run};

/// A rank with a child, a daemon that left its session and group, and one that does not listen to
/// SIGTERM; all hold the output.
const FAMILY: &str = "trap '' TERM; sleep 1000 & echo deaf$PMI_RANK $!; trap - TERM
    sleep 1000 & echo child$PMI_RANK $!
    setsid sleep 1000 & echo daemon$PMI_RANK $!
    echo rank$PMI_RANK $$; wait";

/// Reports of each rank of [`FAMILY`].
const MEMBERS: usize = 4;

fn family(ranks: &str) -> Running {
    let count = ranks.parse::<usize>().unwrap() * MEMBERS;
    Running::start(&["-n", ranks, "--grace", "0.3", "sh", "-c", FAMILY], count)
}

#[test]
fn statuses_of_ranks_are_passed_on() {
    assert_eq!(run(&["-n", "2", "true"]).status, Some(0));
    let job = run(&["-n", "3", "sh", "-c", "test $PMI_RANK != 1 || exit 7"]);
    assert_eq!(job.status, Some(7));
    assert!(job.errors.contains("rank 1 (pid ") && job.errors.contains(", sh) exited with status 7"), "{}", job.errors);
}

#[test]
fn a_failing_rank_ends_the_job() {
    let job = Running::start(&["-n", "3", "sh", "-c", "echo rank$PMI_RANK $$; test $PMI_RANK = 1 && exit 7; exec sleep 1000"], 3);
    let (job, time) = job.end();
    assert_eq!(job.status, Some(7));
    assert!(job.errors.contains("rank 1") && job.errors.contains("the remaining 2 ranks were ended"), "{}", job.errors);
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn a_killed_rank_ends_the_job() {
    let job = family("3");
    let pid = job.pid("rank1");
    job.signal(pid, libc::SIGKILL);
    let (job, time) = job.end();
    assert_eq!(job.status, Some(137));
    let expected = format!("rank 1 (pid {pid}, sh) was killed by signal 9 (SIGKILL); the remaining 2 ranks were ended");
    assert!(job.errors.contains(&expected), "{}", job.errors);
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn a_killed_mpiexec_leaves_nothing() {
    let mut job = family("2");
    job.child.kill().unwrap();
    let (_, time) = job.end();
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn a_killed_launcher_process_leaves_nothing() {
    let job = family("2");
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", job.child.id())).unwrap();
    let launcher = children.trim().parse().expect("mpiexec has one child");
    job.signal(launcher, libc::SIGKILL);
    let (job, time) = job.end();
    assert_eq!(job.status, Some(137));
    assert!(job.errors.contains("launcher process was killed by signal 9"), "{}", job.errors);
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn a_ranks_killed_child_is_the_ranks_affair() {
    let job =
        Running::start(&["-n", "2", "sh", "-c", "sleep 1000 & echo child$PMI_RANK $!; wait $!; exit $(($? == 137 ? 0 : 1))"], 2);
    job.signal(job.pid("child0"), libc::SIGKILL);
    job.signal(job.pid("child1"), libc::SIGKILL);
    assert_eq!(job.end().0.status, Some(0));
}

#[test]
fn what_ranks_leave_behind_is_ended() {
    let (job, _) = Running::start(&["-n", "2", "--grace", "0.2", "sh", "-c", &FAMILY.replace("; wait", "")], 2 * MEMBERS).end();
    assert_eq!((job.status, job.errors.as_str()), (Some(0), ""));
}

#[test]
fn signals_are_forwarded() {
    for (signal, name) in
        [(libc::SIGUSR1, "USR1"), (libc::SIGUSR2, "USR2"), (libc::SIGHUP, "HUP"), (libc::SIGINT, "INT"), (libc::SIGTERM, "TERM")]
    {
        if is_ignored(signal) {
            continue;
        }
        let script = format!("trap 'echo got {name}; exit 0' {name}; echo rank$PMI_RANK $$; while :; do sleep 0.05; done");
        let job = Running::start(&["-n", "2", "sh", "-c", &script], 2);
        job.signal(job.child.id() as i32, signal);
        let (job, _) = job.end();
        assert_eq!(job.output, format!("got {name}\n").repeat(2), "{}", job.errors);
        assert_eq!(job.status, Some(0), "{name}: {}", job.errors);
    }
}

#[test]
fn an_interrupt_ends_ranks_that_do_not_handle_it() {
    for (signal, status) in [(libc::SIGINT, 130), (libc::SIGTERM, 143), (libc::SIGHUP, 129)] {
        if is_ignored(signal) {
            continue;
        }
        let job = Running::start(&["-n", "2", "sh", "-c", "echo rank$PMI_RANK $$; exec sleep 1000"], 2);
        job.signal(job.child.id() as i32, signal);
        let (job, _) = job.end();
        assert_eq!(job.status, Some(status));
        assert!(job.errors.contains(&format!("ended by signal {signal}")), "{}", job.errors);
    }
}

#[test]
fn ignored_interrupts_end_nothing() {
    let mut command = std::process::Command::new("sh");
    let rank = "trap 'echo done; exit 0' USR1; echo rank0 $$; while :; do sleep 0.05; done";
    command.args(["-c", "trap '' INT; exec \"$0\" -n 1 sh -c \"$1\"", env!("CARGO_BIN_EXE_mpiexec"), rank]);
    let job = Running::of(command, 1);
    let pid = job.child.id() as i32;
    job.signal(pid, libc::SIGINT);
    // Two that are closer than 0.1 s are one.
    std::thread::sleep(Duration::from_millis(200));
    job.signal(pid, libc::SIGINT);
    job.signal(pid, libc::SIGUSR1);
    let (job, _) = job.end();
    assert_eq!((job.output.as_str(), job.status), ("done\n", Some(0)), "{}", job.errors);
}

#[test]
fn ranks_deaf_to_sigterm_are_killed() {
    let job = Running::start(
        &["-n", "2", "--grace", "0.2", "sh", "-c", "trap '' TERM; echo rank$PMI_RANK $$; while :; do sleep 1; done"],
        2,
    );
    job.signal(job.child.id() as i32, libc::SIGTERM);
    let (job, time) = job.end();
    assert_eq!(job.status, Some(143));
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn stopped_ranks_are_ended_too() {
    let job = Running::start(&["-n", "2", "sh", "-c", "echo rank$PMI_RANK $$; exec sleep 1000"], 2);
    job.signal(job.pid("rank1"), libc::SIGSTOP);
    job.signal(job.pid("rank0"), libc::SIGKILL);
    let (job, time) = job.end();
    assert_eq!(job.status, Some(137));
    assert!(time < END_LIMIT, "{time:?}");
}

#[test]
fn time_limits() {
    let job = run(&["-n", "2", "--timeout", "0.3", "sleep", "1000"]);
    assert_eq!(job.status, Some(124));
    assert!(job.errors.contains("within 0.3 s"), "{}", job.errors);
    assert_eq!(run(&["-n", "2", "--timeout", "20", "true"]).status, Some(0));
    let mut command = crate::harness::mpiexec(&["sleep", "1000"]);
    command.env("MPIEXEC_TIMEOUT", "0.2");
    assert_eq!(crate::harness::finish(command, b"").status, Some(124));
}

#[test]
fn a_reader_that_leaves_ends_the_job() {
    let mut child = crate::harness::mpiexec(&["-n", "2", "-l", "--grace", "0.2", "yes"]).spawn().unwrap();
    drop(child.stdout.take());
    let status = crate::harness::within(Duration::from_secs(20), move || child.wait().unwrap());
    assert_eq!(status.code(), Some(141));
}

/// A job whose ranks have ended; nobody reads their output, which is more than a pipe has room for.
fn unread(options: &[&str]) -> std::process::Child {
    let folder = Folder::new(&format!("unread-{}", options.len()));
    let started = folder.0.join("started");
    let script = "yes | head -c 300000; touch $0";
    let arguments = [&["-l", "--grace", "0.2"], options, &["sh", "-c", script, started.to_str().unwrap()]].concat();
    let child = crate::harness::mpiexec(&arguments).spawn().unwrap();
    crate::harness::within(crate::harness::LIMIT, move || {
        while !started.exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    child
}

/// The status of a job that must end now, and what it says.
fn end_unread(mut child: std::process::Child) -> (Option<i32>, String) {
    let mut errors = child.stderr.take().unwrap();
    let _unread = child.stdout.take().unwrap();
    let status = crate::harness::within(END_LIMIT, move || child.wait().unwrap());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut errors, &mut text).unwrap();
    (status.code(), text)
}

#[test]
fn a_reader_that_does_not_read_does_not_keep_mpiexec() {
    let job = unread(&[]);
    rustix::process::kill_process(rustix::process::Pid::from_child(&job), rustix::process::Signal::TERM).unwrap();
    let (status, errors) = end_unread(job);
    assert!(status == Some(143) && errors.contains("ended by signal 15"), "{status:?} {errors}");
    let (status, errors) = end_unread(unread(&["--timeout", "5"]));
    assert!(status == Some(124) && errors.contains("within 5 s"), "{status:?} {errors}");
}

#[test]
fn all_that_a_rank_has_said_counts() {
    // Its parent, which hears it, sleeps until it has ended.
    let script = "(until grep -q '^State:.Z' /proc/$$/status; do sleep 0.02; done; kill -CONT $PPID) > /dev/null 2>&1 &
        kill -STOP $PPID
        text=$(head -c 4000 /dev/zero | tr '\\0' x)
        eval \"exec 1>&$PMI_FD\"
        echo cmd=init pmi_version=1 pmi_subversion=1
        for left in 4 3 2 1 0; do echo cmd=ferry_report id=1 left=$left text=$text; done
        echo cmd=finalize";
    let job = run(&["-n", "1", "bash", "-c", script]);
    assert_eq!((job.status, job.errors.as_str()), (Some(0), ""));
}

#[test]
fn processes_whose_launcher_is_killed_are_not_waited_for() {
    // What is spawned kills the parent of its parent: mpiexec, of whose two processes the other one
    // has started it.
    let script = "hex() { printf x; printf '%s' \"$1\" | od -An -v -tx1 | tr -d ' \\n'; echo; }
        order() { echo mcmd=ferry_spawn; echo ferry-spawn $1; echo port x61; echo hosts x; echo program 1
            for word in sh -c 'kill -KILL $(cut -d\" \" -f4 /proc/$PPID/stat); exec sleep 1000'; do echo word $(hex \"$word\"); done; echo endcmd; }
        eval \"exec 3<&$PMI_FD 4>&$PMI_FD\"
        echo cmd=init pmi_version=1 pmi_subversion=1 >&4
        read -r line <&3
        order 2 >&4
        read -r line <&3 && echo $line
        echo cmd=finalize >&4";
    let job = run(&["-n", "1", "bash", "-c", script]);
    // Its second process may be quicker to say so.
    let says = |who: &str| format!("cmd=ferry_spawn_result rc=-1 msg={who}%20was%20killed\n");
    assert!(job.status == Some(0) && [says("their%20launcher"), says("mpiexec")].contains(&job.output), "{}", job.output);
}

#[test]
fn an_abort_message_ends_the_job_with_its_code() {
    let job = run(&[
        "-n",
        "3",
        // Other shells know descriptors of one digit only.
        "bash",
        "-c",
        "test $PMI_RANK = 2 && eval \"echo 'cmd=abort exitcode=9 msg=no%20convergence' >&$PMI_FD\"; sleep 1000",
    ]);
    assert_eq!(job.status, Some(9));
    assert!(
        job.errors.contains("called MPI_Abort with code 9: no convergence; the remaining 2 ranks were ended"),
        "{}",
        job.errors
    );
}

/// Rank 0 aborts with `code`; rank 1 dies of SIGKILL, which nobody sent it, after that was heard.
fn aborted_before_a_death(code: i32) -> crate::harness::Finished {
    let folder = crate::harness::Folder::new(&format!("death-{code}"));
    let ready = folder.0.join("ready");
    let abort = format!(
        "test $PMI_RANK = 0 && until [ -e $0 ]; do sleep 0.02; done && eval \"echo 'cmd=abort exitcode={code} msg=lost' >&$PMI_FD\" && exit {code}"
    );
    let dies = "test $PMI_RANK = 1 && trap 'kill -KILL $$' TERM && touch $0 && while :; do sleep 0.05; done";
    let script = format!("{abort}; {dies}; exec sleep 1000");
    run(&["-n", "3", "--grace", "20", "bash", "-c", &script, ready.to_str().unwrap()])
}

#[test]
fn a_death_is_the_cause_of_the_aborts_that_lost_the_dead() {
    // MPI_ERR_PROC_ABORTED, and MPI_ERR_IN_STATUS of calls on several requests.
    for code in [58, 19] {
        let job = aborted_before_a_death(code);
        assert_eq!(job.status, Some(137), "{}", job.errors);
        assert!(job.errors.contains("rank 1") && job.errors.contains("SIGKILL"), "{}", job.errors);
        assert!(job.errors.contains("the remaining 2 ranks were ended"), "{}", job.errors);
    }
    let job = aborted_before_a_death(9);
    assert!(job.status == Some(9) && job.errors.contains("rank 0"), "{}", job.errors);
}

#[test]
fn leaving_without_finalize_ends_the_job() {
    let script = "test $PMI_RANK = 1 && eval \"echo 'cmd=init pmi_version=1 pmi_subversion=1' >&$PMI_FD\" && exit 0; sleep 1000";
    let job = run(&["-n", "2", "bash", "-c", script]);
    assert_eq!(job.status, Some(1));
    assert!(job.errors.contains("rank 1") && job.errors.contains("without MPI_Finalize"), "{}", job.errors);
}

#[test]
fn nonsense_on_the_connection_ends_the_job() {
    let job = run(&["-n", "2", "bash", "-c", "eval \"echo hello >&$PMI_FD\"; sleep 1000"]);
    assert_eq!(job.status, Some(1));
    assert!(job.errors.contains("not PMI-1") && job.errors.contains("hello"), "{}", job.errors);
}

#[test]
fn children_from_before_are_none_of_ours() {
    let script = "sleep 1000 & exec \"$0\" -n 1 sh -c \"echo before $!\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_mpiexec")]).stdin(std::process::Stdio::null());
    let job = Running::of(command, 1);
    let before = job.pid("before");
    let mut child = job.child;
    let status = crate::harness::within(crate::harness::LIMIT, move || child.wait().unwrap());
    let before = rustix::process::Pid::from_raw(before).unwrap();
    assert!(status.success());
    rustix::process::kill_process(before, rustix::process::Signal::KILL).expect("the sleep is still there");
}

#[test]
fn a_terminals_keys_reach_the_job() {
    let terminal = |command: &str| {
        let mut script = std::process::Command::new("script");
        script.args(["-qec", command, "/dev/null"]).stdin(std::process::Stdio::piped());
        script
    };
    // Whoever runs the tests in the background may ignore interrupts.
    let mpiexec = concat!("env --default-signal=INT ", env!("CARGO_BIN_EXE_mpiexec"));
    let mut reader = Running::of(
        terminal(&format!("{mpiexec} -n 2 sh -c 'test $PMI_RANK = 1 || {{ echo reads $$; read x; echo got $x; }}'")),
        1,
    );
    reader.type_text("words\n");
    let (job, _) = reader.end();
    assert!(job.status == Some(0) && job.output.contains("got words"), "{}", job.output);

    // What is typed ahead and not read is for the shell's next command.
    let folder = Folder::new("typing");
    let script = folder.0.join("script");
    std::fs::write(&script, format!("{mpiexec} -n 1 sh -c 'echo runs $$; read x; echo got $x'; read y; echo then $y")).unwrap();
    let mut ahead = Running::of(terminal(&format!("sh {}", script.display())), 1);
    ahead.type_text("first\nsecond\n");
    let (job, _) = ahead.end();
    assert!(job.output.contains("got first") && job.output.contains("then second"), "{}", job.output);

    // A job that was started in the background and brought to the foreground reads what is typed
    // then.
    std::fs::write(&script, format!("set -m; {mpiexec} -n 1 sh -c 'echo runs $$; read x; echo got $x' & fg > /dev/null"))
        .unwrap();
    let mut brought = Running::of(terminal(&format!("bash {}", script.display())), 1);
    brought.type_text("words\n");
    let (job, _) = brought.end();
    assert!(job.output.contains("got words"), "{}", job.output);

    let mut sleeper = Running::of(terminal(&format!("{mpiexec} -n 2 sh -c 'echo rank$PMI_RANK $$; exec sleep 1000'")), 2);
    sleeper.type_text("\x03");
    let (job, _) = sleeper.end();
    assert_eq!(job.status, Some(130), "{}", job.output);
    assert!(job.output.contains("ended by signal 2 (SIGINT)"), "{}", job.output);
}
