//! The process's side of PMI-1: blocking, over the socket the launcher passed.
//!
//! Commands whose answer carries no news (`init`, `put`) do not wait for it: answers come in the order of the commands and are checked
//! before the next one that waits. A Ferry program under Ferry's `mpiexec` therefore starts without a single round trip.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use ferry_sys::spawn::adopt;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::message::{Message, escape, is_word};
use super::{MAX_KEY_BYTES, MAX_LINE_BYTES, MAX_VALUE_BYTES};
use crate::environment as env;
use crate::error::LaunchError;

/// Answers that may be outstanding before a command waits for them: the socket's buffers never fill, so neither side can block
/// while writing.
const MAX_PENDING: usize = 16;

/// Bytes of a report in one line: leaves room for the words before it.
const MAX_PIECE_BYTES: usize = MAX_LINE_BYTES / 2;

/// What a signal handler sends to have Ferry's launcher ask all processes of the job how they stand.
pub const REQUEST_REPORT: &[u8] = b"cmd=ferry_dump\n";

/// An answer that has not been read yet: to which command, under which name.
#[derive(Clone, Copy)]
struct Pending {
    request: &'static str,
    answer: &'static str,
}

/// A process's connection to its launcher.
pub struct Client {
    /// Rank of this process in the job.
    pub rank: usize,
    /// Number of processes of the job.
    pub size: usize,
    /// Rank among the job's processes on this node; equals `rank` under a launcher that does not say.
    pub local_rank: usize,
    /// Number of the job's processes on this node; equals `size` under a launcher that does not say.
    pub local_size: usize,
    /// Unique name of the job, if the launcher is Ferry's.
    pub job_id: Option<String>,
    /// The file that all processes of the job on this node share, if the launcher is Ferry's: nobody has sized it.
    pub node: Option<OwnedFd>,
    stream: BufReader<UnixStream>,
    pending: VecDeque<Pending>,
    space: Option<String>,
    appnum: Option<usize>,
    /// A question of the launcher that was found among its answers.
    question: Option<u32>,
}

impl Client {
    /// Connects as the environment says. `None` if this process was started alone.
    ///
    /// Fails if the environment promises more than one process but this one cannot reach the others: going on alone would compute
    /// the same thing N times.
    pub fn from_env() -> Result<Option<Self>, LaunchError> {
        Self::from_variables(&|name| std::env::var(name).ok())
    }

    /// As [`Client::from_env`], with the environment given as a function.
    pub fn from_variables(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<Self>, LaunchError> {
        let number = |name| parsed(variable, name);
        let Some(descriptor) = number(env::PMI_FD)? else {
            return refuse_lost_ranks(variable).map(|()| None);
        };
        let size = number(env::PMI_SIZE)?.unwrap_or(1);
        let rank = number(env::PMI_RANK)?.unwrap_or(0);
        check_rank(rank, size)?;
        let stream = match connect(descriptor) {
            Ok(stream) => stream,
            Err(_) if size == 1 => return Ok(None),
            Err(problem) => return Err(lost_descriptor(descriptor, size, &problem)),
        };
        Ok(Some(Client {
            rank,
            size,
            local_rank: number(env::LOCAL_RANK)?.unwrap_or(rank),
            local_size: number(env::LOCAL_SIZE)?.unwrap_or(size),
            job_id: variable(env::JOB_ID),
            node: number(env::NODE_FD)?.map(adopt_node).transpose()?,
            stream: BufReader::with_capacity(1024, stream),
            pending: VecDeque::new(),
            space: None,
            appnum: number(env::APPNUM)?,
            question: None,
        }))
    }

    /// Says hello. Does not wait for the answer.
    pub fn init(&mut self) -> Result<(), LaunchError> {
        let pending = Pending { request: "init", answer: "response_to_init" };
        if self.is_ferry() {
            return self.post(&format!("cmd=init pmi_version=1 pmi_subversion=1 pid={}", std::process::id()), pending);
        }
        self.post("cmd=init pmi_version=1 pmi_subversion=1", pending)
    }

    /// Publishes a pair for the ranks that [`get`](Self::get) it after the next [`barrier`](Self::barrier).
    pub fn put(&mut self, key: &str, value: &str) -> Result<(), LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        check_text(value, MAX_VALUE_BYTES)?;
        let space = self.space()?;
        self.post(&format!("cmd=put kvsname={space} key={key} value={value}"), Pending { request: "put", answer: "put_result" })
    }

    /// The value that some rank put under `key`; `None` if none did.
    pub fn get(&mut self, key: &str) -> Result<Option<String>, LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        let space = self.space()?;
        let line = self.ask(&format!("cmd=get kvsname={space} key={key}"), Pending { request: "get", answer: "get_result" })?;
        Ok(field(&line, "rc").filter(|rc| rc == "0").and_then(|_| field(&line, "value")))
    }

    /// Waits until every rank of the job has called it.
    pub fn barrier(&mut self) -> Result<(), LaunchError> {
        self.ask("cmd=barrier_in", Pending { request: "barrier_in", answer: "barrier_out" }).map(drop)
    }

    /// Number of processes the job could have (`MPI_UNIVERSE_SIZE`).
    pub fn universe_size(&mut self) -> Result<usize, LaunchError> {
        let line = self.ask("cmd=get_universe_size", Pending { request: "get_universe_size", answer: "universe_size" })?;
        number_field(&line, "size", "get_universe_size")
    }

    /// Position of this program in the job's command line (`MPI_APPNUM`).
    pub fn appnum(&mut self) -> Result<usize, LaunchError> {
        if let Some(appnum) = self.appnum {
            return Ok(appnum);
        }
        let line = self.ask("cmd=get_appnum", Pending { request: "get_appnum", answer: "appnum" })?;
        let appnum = number_field(&line, "appnum", "get_appnum")?;
        self.appnum = Some(appnum);
        Ok(appnum)
    }

    /// Says goodbye: from now on this process may exit without ending the job. Ferry's launcher needs no more than the words, and takes another
    /// [`init`](Self::init); others are waited for.
    pub fn finalize(&mut self) -> Result<(), LaunchError> {
        let pending = Pending { request: "finalize", answer: "finalize_ack" };
        if self.is_ferry() {
            return self.post("cmd=finalize", pending);
        }
        self.ask("cmd=finalize", pending).map(drop)
    }

    /// Asks the launcher to end the job with exit code `code`. The caller exits afterwards. `message` is shown to the user if the
    /// launcher is Ferry's.
    pub fn abort(&mut self, code: i32, message: &str) -> Result<(), LaunchError> {
        let reason =
            if self.is_ferry() && !message.is_empty() { format!(" msg={}", escape(shortened(message))) } else { String::new() };
        self.send(&format!("cmd=abort exitcode={code}{reason}"), "abort")
    }

    /// What to [`answer`](Self::answer), if the launcher has asked how this process stands. Does not wait.
    pub fn question(&mut self) -> Result<Option<u32>, LaunchError> {
        while self.question.is_none() && self.has_line().map_err(lost("question"))? {
            let line = read_line(&mut self.stream).map_err(lost("question"))?;
            if !self.is_question(&line) {
                self.check_pending(line)?;
            }
        }
        Ok(self.question.take())
    }

    /// Whether a line, or its beginning, is there.
    fn has_line(&mut self) -> io::Result<bool> {
        if !self.stream.buffer().is_empty() {
            return Ok(true);
        }
        let nothing_waited = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut request = [PollFd::new(self.stream.get_ref(), PollFlags::IN)];
        Ok(matches!(poll(&mut request, Some(&nothing_waited)), Ok(ready) if ready > 0))
    }

    /// An answer that came before somebody waited for it.
    fn check_pending(&mut self, line: String) -> Result<(), LaunchError> {
        let Some(pending) = self.pending.pop_front() else {
            return Err(LaunchError::Protocol { request: "none", answer: line });
        };
        check_answer(&line, pending)?;
        refuse_refusal(line, pending)
    }

    fn is_question(&mut self, line: &str) -> bool {
        let message = Message::parse(line).filter(|message| message.command() == "ferry_question");
        self.question = message.and_then(|message| message.field("id")?.parse().ok()).or(self.question);
        message.is_some()
    }

    /// Answers a question of Ferry's launcher: `report` goes out in pieces of what a line may hold.
    pub fn answer(&mut self, question: u32, report: &str) -> Result<(), LaunchError> {
        let word = escape(report);
        let pieces = word.len().div_ceil(MAX_PIECE_BYTES).max(1);
        for (index, piece) in word.as_bytes().chunks(MAX_PIECE_BYTES).enumerate() {
            // Escaped text is ASCII.
            let text = String::from_utf8_lossy(piece);
            self.send(&format!("cmd=ferry_report id={question} left={} text={text}", pieces - index - 1), "report")?;
        }
        Ok(())
    }

    /// Tells Ferry's launcher that nothing has moved here for `seconds`.
    pub fn complain(&mut self, seconds: u64) -> Result<(), LaunchError> {
        self.send(&format!("cmd=ferry_stall seconds={seconds}"), "stall")
    }

    /// The number of the connection's descriptor.
    pub fn descriptor(&self) -> i32 {
        self.stream.get_ref().as_raw_fd()
    }

    /// Whether the launcher is Ferry's `mpiexec`.
    pub fn is_ferry(&self) -> bool {
        self.job_id.is_some()
    }

    fn space(&mut self) -> Result<String, LaunchError> {
        if let Some(space) = &self.space {
            return Ok(space.clone());
        }
        let line = self.ask("cmd=get_my_kvsname", Pending { request: "get_my_kvsname", answer: "my_kvsname" })?;
        let space = field(&line, "kvsname").ok_or(LaunchError::Protocol { request: "get_my_kvsname", answer: line })?;
        Ok(self.space.insert(space).clone())
    }

    fn send(&mut self, line: &str, doing: &'static str) -> Result<(), LaunchError> {
        let text = format!("{line}\n");
        self.stream.get_mut().write_all(text.as_bytes()).map_err(|source| LaunchError::Connection { doing, source })
    }

    /// Sends without waiting for the answer.
    fn post(&mut self, line: &str, pending: Pending) -> Result<(), LaunchError> {
        if self.pending.len() >= MAX_PENDING {
            self.settle()?;
        }
        self.send(line, pending.request)?;
        self.pending.push_back(pending);
        Ok(())
    }

    /// Sends and waits for the answer, which may be a refusal.
    fn ask(&mut self, line: &str, pending: Pending) -> Result<String, LaunchError> {
        self.send(line, pending.request)?;
        self.settle()?;
        self.receive(pending)
    }

    /// Reads the outstanding answers; each must be a success.
    fn settle(&mut self) -> Result<(), LaunchError> {
        while let Some(pending) = self.pending.pop_front() {
            let line = self.receive(pending)?;
            refuse_refusal(line, pending)?;
        }
        Ok(())
    }

    fn receive(&mut self, pending: Pending) -> Result<String, LaunchError> {
        loop {
            let line = read_line(&mut self.stream).map_err(lost(pending.request))?;
            if !self.is_question(&line) {
                return check_answer(&line, pending).map(|()| line);
            }
        }
    }
}

fn lost(doing: &'static str) -> impl Fn(io::Error) -> LaunchError {
    move |source| LaunchError::Connection { doing, source }
}

fn check_answer(line: &str, pending: Pending) -> Result<(), LaunchError> {
    match Message::parse(line).map(|message| message.command()) {
        Some(command) if command == pending.answer => Ok(()),
        _ => Err(LaunchError::Protocol { request: pending.request, answer: line.to_owned() }),
    }
}

fn refuse_refusal(line: String, pending: Pending) -> Result<(), LaunchError> {
    match field(&line, "rc") {
        Some(rc) if rc != "0" => Err(LaunchError::Protocol { request: pending.request, answer: line }),
        _ => Ok(()),
    }
}

fn read_line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    let count = io::Read::take(stream, MAX_LINE_BYTES as u64).read_until(b'\n', &mut line)?;
    if count == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if line.pop() != Some(b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the launcher's line does not end"));
    }
    String::from_utf8(line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn field(line: &str, key: &str) -> Option<String> {
    Message::parse(line)?.field(key).map(str::to_owned)
}

fn number_field(line: &str, key: &str, request: &'static str) -> Result<usize, LaunchError> {
    let protocol = || LaunchError::Protocol { request, answer: line.to_owned() };
    field(line, key).and_then(|value| value.parse().ok()).ok_or_else(protocol)
}

fn check_text(text: &str, limit: usize) -> Result<(), LaunchError> {
    match is_word(text) && text.len() < limit {
        true => Ok(()),
        false => Err(LaunchError::BadText(text.to_owned())),
    }
}

/// At most a few hundred bytes of a reason: a longer line would be refused by the launcher.
fn shortened(message: &str) -> &str {
    let end = (0..=message.len().min(MAX_VALUE_BYTES)).rev().find(|at| message.is_char_boundary(*at));
    &message[..end.unwrap_or(0)]
}

fn parsed(variable: &dyn Fn(&str) -> Option<String>, name: &'static str) -> Result<Option<usize>, LaunchError> {
    let parse = |value: String| value.trim().parse().map_err(|_| LaunchError::BadVariable { name, value, expected: "a number" });
    variable(name).map(parse).transpose()
}

fn check_rank(rank: usize, size: usize) -> Result<(), LaunchError> {
    match rank < size {
        true => Ok(()),
        false => Err(LaunchError::BadVariable { name: env::PMI_RANK, value: rank.to_string(), expected: "below PMI_SIZE" }),
    }
}

fn connect(descriptor: usize) -> io::Result<UnixStream> {
    let socket = adopt(i32::try_from(descriptor).unwrap_or(-1))?;
    rustix::net::sockopt::socket_type(&socket)?;
    Ok(UnixStream::from(socket))
}

fn adopt_node(descriptor: usize) -> Result<OwnedFd, LaunchError> {
    let closed =
        |_| LaunchError::BadVariable { name: env::NODE_FD, value: descriptor.to_string(), expected: "an open descriptor" };
    adopt(i32::try_from(descriptor).unwrap_or(-1)).map_err(closed)
}

fn lost_descriptor(descriptor: usize, size: usize, problem: &io::Error) -> LaunchError {
    LaunchError::NoLauncher {
        evidence: format!("PMI_SIZE={size}"),
        problem: format!("PMI_FD={descriptor} is no connection to a launcher ({problem})"),
        fix: "if a process of an MPI job started this program, unset PMI_FD, PMI_RANK and PMI_SIZE for it to run alone, or start it \
              with mpiexec"
            .to_owned(),
    }
}

/// Evidence of several processes that launchers of other kinds leave in the environment.
fn promised_ranks(variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let count = |name: &str| variable(name).and_then(|v| v.trim().parse::<u64>().ok());
    let several = |name: &str| count(name).filter(|n| *n > 1).map(|n| format!("{name}={n}"));
    let slurm_step = || variable("SLURM_PROCID").and_then(|_| several("SLURM_STEP_NUM_TASKS"));
    // In a batch script SLURM_NTASKS is set although the script is one process: only a step counts.
    let slurm_job = || variable("SLURM_STEP_ID").and(variable("SLURM_PROCID")).and_then(|_| several("SLURM_NTASKS"));
    let pmix = || match count("OMPI_COMM_WORLD_SIZE") {
        Some(1) => None,
        _ => variable("PMIX_RANK").map(|rank| format!("PMIX_RANK={rank}")),
    };
    several(env::PMI_SIZE).or_else(|| several("OMPI_COMM_WORLD_SIZE")).or_else(slurm_step).or_else(slurm_job).or_else(pmix)
}

fn refuse_lost_ranks(variable: &dyn Fn(&str) -> Option<String>) -> Result<(), LaunchError> {
    let Some(evidence) = promised_ranks(variable) else { return Ok(()) };
    let problem = match variable(env::PMI_PORT) {
        Some(port) => format!("the launcher listens on PMI_PORT={port}, and Ferry speaks PMI-1 over PMI_FD only"),
        None => {
            "PMI_FD is not set: the launcher does not speak PMI-1, or something between it and this program cleared it".to_owned()
        }
    };
    let name = evidence.split('=').next().unwrap_or_default();
    let fix = format!("start the program with Ferry's mpiexec, or unset {name} to run it alone");
    Err(LaunchError::NoLauncher { evidence, problem, fix })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pmi::server::{Effect, Server};
    use std::os::fd::IntoRawFd;

    fn environment(pairs: &[(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        move |name| pairs.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone())
    }

    fn from(pairs: &[(&str, &str)]) -> Result<Option<Client>, LaunchError> {
        Client::from_variables(&environment(pairs))
    }

    fn client(socket: UnixStream, rank: usize, size: usize, job: Option<&str>) -> Client {
        let (descriptor, rank, size) = (socket.into_raw_fd().to_string(), rank.to_string(), size.to_string());
        let mut pairs = vec![("PMI_FD", descriptor.as_str()), ("PMI_RANK", &rank), ("PMI_SIZE", &size)];
        pairs.extend(job.map(|job| ("FERRY_JOB_ID", job)));
        from(&pairs).unwrap().unwrap()
    }

    /// Serves one rank until it hangs up; returns everything that was no reply.
    fn serve(mut socket: UnixStream) -> Vec<Effect> {
        let mut server = Server::new("job", &[0]);
        let mut rest = Vec::new();
        let mut reader = BufReader::new(socket.try_clone().unwrap());
        while let Ok(line) = read_line(&mut reader) {
            let mut effects = Vec::new();
            server.line(0, &line, &mut effects);
            for effect in effects {
                match effect {
                    Effect::Reply { line, .. } => {
                        let _ = socket.write_all(line.as_bytes());
                    }
                    other => rest.push(other),
                }
            }
        }
        rest
    }

    #[test]
    fn a_whole_conversation() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = client(ours, 0, 1, None);
        client.init().unwrap();
        for i in 0..3 * MAX_PENDING {
            client.put(&format!("key{i}"), &format!("value{i}")).unwrap();
        }
        client.barrier().unwrap();
        assert_eq!(client.get("key33").unwrap().as_deref(), Some("value33"));
        assert_eq!(client.get("nothing").unwrap(), None);
        assert_eq!((client.universe_size().unwrap(), client.appnum().unwrap()), (1, 0));
        client.finalize().unwrap();
        drop(client);
        assert_eq!(launcher.join().unwrap(), []);
    }

    #[test]
    fn a_refused_init_is_noticed_later() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = client(ours, 0, 1, None);
        client.init().unwrap();
        client.init().unwrap();
        assert!(matches!(client.barrier(), Err(LaunchError::Protocol { request: "init", .. })));
        drop(client);
        launcher.join().unwrap();
    }

    #[test]
    fn abort_tells_ferrys_launcher_why() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = client(ours, 0, 1, Some("0"));
        client.abort(3, "no convergence").unwrap();
        drop(client);
        assert_eq!(launcher.join().unwrap(), [Effect::Abort { rank: 0, code: 3, message: "no convergence".into() }]);
    }

    #[test]
    fn questions_are_found_among_answers_and_answered_in_pieces() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut client = client(ours, 0, 1, Some("0"));
        client.init().unwrap();
        assert_eq!(client.question().unwrap(), None);
        let init = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
        theirs.write_all(format!("{init}cmd=ferry_question id=5\ncmd=ferry_que").as_bytes()).unwrap();
        assert_eq!(client.question().unwrap(), Some(5));
        theirs.write_all(b"stion id=6\n").unwrap();
        theirs.write_all(b"cmd=barrier_out rc=0\n").unwrap();
        client.barrier().unwrap();
        assert_eq!((client.question().unwrap(), client.question().unwrap()), (Some(6), None));

        let report = "a report \u{e4}".repeat(1000);
        client.answer(6, &report).unwrap();
        drop(client);
        let said = serve(theirs);
        let pieces = said.iter().map(|effect| match effect {
            Effect::Report { rank: 0, id: 6, text, left } => (text.as_str(), *left),
            other => panic!("{other:?}"),
        });
        let (texts, left): (Vec<_>, Vec<_>) = pieces.unzip();
        assert_eq!(crate::pmi::message::unescape(&texts.concat()), report);
        assert_eq!(left, (0..texts.len()).rev().collect::<Vec<_>>());
    }

    #[test]
    fn keys_and_values_must_be_words() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let mut client = client(ours, 0, 1, None);
        for (key, value) in [("a b", "c"), ("", "c"), ("a", "b\nc"), ("a", "")] {
            assert!(matches!(client.put(key, value), Err(LaunchError::BadText(_))), "{key:?}={value:?}");
        }
        assert!(matches!(client.get(&"k".repeat(MAX_KEY_BYTES)), Err(LaunchError::BadText(_))));
    }

    #[test]
    fn a_launcher_that_hangs_up_is_an_error() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut client = client(ours, 0, 1, None);
        drop(theirs);
        assert!(matches!(client.barrier(), Err(LaunchError::Connection { .. })));
    }

    #[test]
    fn alone_is_alone() {
        let alone: [&[(&str, &str)]; 6] = [
            &[],
            &[("PMI_SIZE", "1")],
            &[("PMI_SIZE", "1"), ("PMI_FD", "1000000")],
            &[("OMPI_COMM_WORLD_SIZE", "1"), ("PMIX_RANK", "0")],
            &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0")],
            &[("SLURM_NTASKS", "1"), ("SLURM_PROCID", "0"), ("SLURM_STEP_ID", "0")],
        ];
        for pairs in alone {
            assert!(matches!(from(pairs), Ok(None)), "{pairs:?}");
        }
    }

    #[test]
    fn lost_ranks_are_told_why_and_what_to_do() {
        let lost: [&[(&str, &str)]; 6] = [
            &[("PMI_SIZE", "2")],
            &[("PMI_SIZE", "2"), ("PMI_FD", "1000000")],
            &[("OMPI_COMM_WORLD_SIZE", "4"), ("PMIX_RANK", "0")],
            &[("SLURM_STEP_NUM_TASKS", "4"), ("SLURM_PROCID", "0")],
            &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0"), ("SLURM_STEP_ID", "0")],
            &[("PMIX_RANK", "0")],
        ];
        for pairs in lost {
            let message = from(pairs).err().map(|e| e.to_string()).unwrap_or_default();
            let (name, value) = pairs[0];
            assert!(message.contains(&format!("{name}={value}")) || message.contains("PMIX_RANK"), "{pairs:?}: {message}");
            assert!(message.contains("unset"), "{message}");
        }
    }

    #[test]
    fn impossible_variables_are_named() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let descriptor = ours.into_raw_fd().to_string();
        for pairs in [[("PMI_RANK", "2"), ("PMI_SIZE", "2")], [("PMI_RANK", "x"), ("PMI_SIZE", "2")]] {
            let all = [("PMI_FD", descriptor.as_str()), pairs[0], pairs[1]];
            assert!(matches!(from(&all), Err(LaunchError::BadVariable { name: "PMI_RANK", .. })));
        }
    }
}
