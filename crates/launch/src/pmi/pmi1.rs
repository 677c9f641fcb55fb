//! The process's side of PMI-1: blocking, over the socket the launcher passed.
//!
//! Under Ferry's `mpiexec` commands whose answer carries no news (`init`, `put`) do not wait for
//! it: answers come in the order of the commands and are checked before the next one that waits. A
//! Ferry program therefore starts without a single round trip. Other launchers may expect one
//! command at a time: Slurm's takes what it reads for one.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferry_sys::{descriptor, errno};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::SendFlags;

use super::message::{Message, escape, is_word, unescape};
use super::server::{CONNECTED, LOST};
use super::{MAX_KEY_BYTES, MAX_LINE_BYTES, MAX_VALUE_BYTES};
use crate::error::LaunchError;
use crate::spawn::SpawnOrder;

/// Answers that may be outstanding before a command waits for them: the socket's buffers never
/// fill, so neither side can block while writing.
const MAX_PENDING: usize = 16;

/// Bytes of a report in one line: leaves room for the words before it.
const MAX_PIECE_BYTES: usize = MAX_LINE_BYTES / 2;

/// What a signal handler sends to have Ferry's launcher ask all processes of the job how they
/// stand.
pub const REQUEST_REPORT: &[u8] = b"cmd=ferry_dump\n";

/// An answer that has not been read yet: to which command, under which name.
#[derive(Clone, Copy)]
struct Pending {
    request: &'static str,
    answer: &'static str,
}

/// The socket of a connection, which an [`Aborter`] may have as well.
struct SharedSocket(Arc<UnixStream>);

impl io::Read for SharedSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.0).read(buffer)
    }
}

/// Asks Ferry's launcher to end the job, whatever the connection is waiting for meanwhile.
#[derive(Clone)]
pub struct Aborter(Arc<UnixStream>);

impl Aborter {
    /// Waits until the launcher has said something, at most for `limit`.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen(&self, limit: Duration) -> Result<(), LaunchError> {
        let limit = Timespec::try_from(limit).ok();
        match poll(&mut [PollFd::new(&*self.0, PollFlags::IN)], limit.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(lost("spawn")(error.into())),
        }
    }

    /// See [`Client::abort`](super::Client::abort).
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn abort(&self, code: i32, message: &str) -> Result<(), LaunchError> {
        send_all(&self.0, format!("{}\n", abort_line(code, message, true)).as_bytes()).map_err(lost("abort"))
    }
}

/// The command that ends the job. `message` is shown to the user if the launcher is Ferry's.
fn abort_line(code: i32, message: &str, is_ferry: bool) -> String {
    let reason = if is_ferry && !message.is_empty() { format!(" msg={}", escape(shortened(message))) } else { String::new() };
    format!("cmd=abort exitcode={code}{reason}")
}

/// A connection to a launcher that speaks PMI-1.
pub(super) struct Pmi1Connection {
    stream: BufReader<SharedSocket>,
    /// The launcher is Ferry's: it takes more than PMI-1 has.
    is_ferry: bool,
    pending: VecDeque<Pending>,
    space: Option<String>,
    /// A question of the launcher that was found among its answers.
    question: Option<u32>,
    /// Ranks of which it said that they are gone.
    lost: Vec<LostRank>,
    /// What has become of processes that it was to start.
    spawned: Option<String>,
    /// See [`Pmi1Connection::raise_when_lost`].
    alarm: Option<&'static AtomicBool>,
}

/// A rank of the job that is gone, as Ferry's launcher tells the others in a job that survives
/// deaths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostRank {
    /// Its rank.
    pub rank: u32,
    /// It has left by `MPI_Finalize`.
    pub has_left: bool,
    /// How it ended, in words.
    pub reason: String,
}

impl Pmi1Connection {
    pub(super) fn new(stream: UnixStream, is_ferry: bool) -> Self {
        let stream = BufReader::with_capacity(1024, SharedSocket(Arc::new(stream)));
        let (pending, lost) = (VecDeque::new(), Vec::new());
        Pmi1Connection { stream, is_ferry, pending, space: None, question: None, lost, spawned: None, alarm: None }
    }

    /// Says hello.
    pub(super) fn init(&mut self) -> Result<(), LaunchError> {
        let pending = Pending { request: "init", answer: "response_to_init" };
        if self.is_ferry {
            return self.post(&format!("cmd=init pmi_version=1 pmi_subversion=1 pid={}", std::process::id()), pending);
        }
        self.post("cmd=init pmi_version=1 pmi_subversion=1", pending)
    }

    /// Publishes a pair for the ranks that [`get`](Self::get) it after the next
    /// [`barrier`](Self::barrier).
    pub(super) fn put(&mut self, key: &str, value: &str) -> Result<(), LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        check_text(value, MAX_VALUE_BYTES)?;
        let space = self.space()?;
        self.post(&format!("cmd=put kvsname={space} key={key} value={value}"), Pending { request: "put", answer: "put_result" })
    }

    /// The value that some rank put under `key`; `None` if none did.
    pub(super) fn get(&mut self, key: &str) -> Result<Option<String>, LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        let space = self.space()?;
        let line = self.ask(&format!("cmd=get kvsname={space} key={key}"), Pending { request: "get", answer: "get_result" })?;
        Ok(field(&line, "rc").filter(|rc| rc == "0").and_then(|_| field(&line, "value")))
    }

    /// Waits until every rank of the job has called it.
    pub(super) fn barrier(&mut self) -> Result<(), LaunchError> {
        self.ask("cmd=barrier_in", Pending { request: "barrier_in", answer: "barrier_out" }).map(drop)
    }

    /// Number of processes the job could have (`MPI_UNIVERSE_SIZE`).
    pub(super) fn universe_size(&mut self) -> Result<usize, LaunchError> {
        let line = self.ask("cmd=get_universe_size", Pending { request: "get_universe_size", answer: "universe_size" })?;
        number_field(&line, "size", "get_universe_size")
    }

    /// Position of this program in the job's command line (`MPI_APPNUM`).
    pub(super) fn appnum(&mut self) -> Result<usize, LaunchError> {
        let line = self.ask("cmd=get_appnum", Pending { request: "get_appnum", answer: "appnum" })?;
        number_field(&line, "appnum", "get_appnum")
    }

    /// Publishes a name for a port. Both are words.
    pub(super) fn publish_name(&mut self, service: &str, port: &str) -> Result<(), LaunchError> {
        let pending = Pending { request: "publish_name", answer: "publish_result" };
        let line = self.ask(&format!("cmd=publish_name service={service} port={port}"), pending)?;
        refuse_refusal(line, pending)
    }

    /// Withdraws a name.
    pub(super) fn unpublish_name(&mut self, service: &str) -> Result<(), LaunchError> {
        let pending = Pending { request: "unpublish_name", answer: "unpublish_result" };
        let line = self.ask(&format!("cmd=unpublish_name service={service}"), pending)?;
        refuse_refusal(line, pending)
    }

    /// The port that is published with a name; `None` if there is none.
    pub(super) fn lookup_name(&mut self, service: &str) -> Result<Option<String>, LaunchError> {
        let pending = Pending { request: "lookup_name", answer: "lookup_result" };
        let line = self.ask(&format!("cmd=lookup_name service={service}"), pending)?;
        Ok(field(&line, "rc").filter(|rc| rc == "0").and_then(|_| field(&line, "port")))
    }

    /// Has Ferry's launcher start processes. One order at a time.
    pub(super) fn begin_spawn(&mut self, order: &SpawnOrder) -> Result<(), LaunchError> {
        let text = order.encode();
        if let Some(line) = text.lines().find(|line| line.len() >= MAX_LINE_BYTES) {
            return Err(LaunchError::BadText(line.chars().take(64).collect()));
        }
        self.send(&format!("mcmd=ferry_spawn\n{}", text.trim_end()), "spawn")
    }

    /// Whether all processes of the order use MPI by now. Does not wait.
    pub(super) fn have_spawned(&mut self) -> Result<bool, LaunchError> {
        while self.spawned.is_none() && self.has_line().map_err(lost("spawn"))? {
            let line = read_line(&mut self.stream).map_err(lost("spawn"))?;
            if !self.put_aside(&line) {
                self.check_pending(line)?;
            }
        }
        let Some(line) = self.spawned.take() else { return Ok(false) };
        match field(&line, "rc").as_deref() {
            Some("0") => Ok(true),
            _ => Err(LaunchError::NotStarted(field(&line, "msg").as_deref().map(unescape).unwrap_or(line))),
        }
    }

    /// Says goodbye: from now on this process may exit without ending the job. Ferry's launcher
    /// needs no more than the words, and takes another [`init`](Self::init); others are waited for.
    pub(super) fn finalize(&mut self) -> Result<(), LaunchError> {
        let pending = Pending { request: "finalize", answer: "finalize_ack" };
        if self.is_ferry {
            return self.post("cmd=finalize", pending);
        }
        self.ask("cmd=finalize", pending).map(drop)
    }

    /// Asks the launcher to end the job with exit code `code`. The caller exits afterwards.
    pub(super) fn abort(&mut self, code: i32, message: &str) -> Result<(), LaunchError> {
        self.send(&abort_line(code, message, self.is_ferry), "abort")
    }

    /// What to [`answer`](Self::answer), if the launcher has asked how this process stands. Does
    /// not wait.
    pub(super) fn question(&mut self) -> Result<Option<u32>, LaunchError> {
        while self.question.is_none() && self.has_line().map_err(lost("question"))? {
            let line = read_line(&mut self.stream).map_err(lost("question"))?;
            if !self.put_aside(&line) {
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
        let mut request = [PollFd::new(self.socket(), PollFlags::IN)];
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

    /// From now on `alarm` is raised when the launcher says that a rank is gone and this connection
    /// reads that while it waits for something else. Whoever watches the descriptor may find
    /// nothing there any more.
    pub(super) fn raise_when_lost(&mut self, alarm: &'static AtomicBool) {
        self.alarm = Some(alarm);
    }

    /// Ranks of which the launcher has said since the last time that they are gone. Does not wait.
    pub(super) fn take_lost(&mut self) -> Result<Vec<LostRank>, LaunchError> {
        while self.has_line().map_err(lost("loss"))? {
            let line = read_line(&mut self.stream).map_err(lost("loss"))?;
            if !self.put_aside(&line) {
                self.check_pending(line)?;
            }
        }
        Ok(std::mem::take(&mut self.lost))
    }

    /// Keeps what the launcher says unasked; whether it is such a line.
    fn put_aside(&mut self, line: &str) -> bool {
        let Some(message) = Message::parse(line) else { return false };
        match message.command() {
            "ferry_spawn_result" => self.spawned = Some(line.to_owned()),
            "ferry_question" => self.question = message.field("id").and_then(|id| id.parse().ok()).or(self.question),
            LOST => {
                self.lost.extend(lost_rank(&message));
                self.alarm.into_iter().for_each(|alarm| alarm.store(true, Ordering::Release));
            }
            _ => return false,
        }
        true
    }

    /// Answers a question of Ferry's launcher: `report` goes out in pieces of what a line may hold.
    pub(super) fn answer(&mut self, question: u32, report: &str) -> Result<(), LaunchError> {
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
    pub(super) fn complain(&mut self, seconds: u64) -> Result<(), LaunchError> {
        self.send(&format!("cmd=ferry_stall seconds={seconds}"), "stall")
    }

    /// Tells Ferry's launcher whether this process has to do with processes of other jobs.
    pub(super) fn tell_connected(&mut self, is_connected: bool) -> Result<(), LaunchError> {
        self.send(&format!("{CONNECTED}{}", u8::from(is_connected)), "ferry_connected")
    }

    /// The number of the connection's descriptor.
    pub(super) fn descriptor(&self) -> RawFd {
        self.socket().as_raw_fd()
    }

    fn socket(&self) -> &UnixStream {
        &self.stream.get_ref().0
    }

    /// What ends the job while this waits for an answer, if the launcher is Ferry's.
    pub(super) fn aborter(&self) -> Option<Aborter> {
        self.is_ferry.then(|| Aborter(self.stream.get_ref().0.clone()))
    }

    /// What an error of the connection means.
    fn broken(&self, doing: &'static str, source: io::Error) -> LaunchError {
        match source.raw_os_error() {
            // The number may be another descriptor's by now, which is no socket.
            Some(errno::EBADF | errno::ENOTSOCK) => LaunchError::Closed { number: self.descriptor(), floor: descriptor::floor() },
            _ => LaunchError::Connection { doing, source },
        }
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
        send_all(self.socket(), text.as_bytes()).map_err(|source| self.broken(doing, source))
    }

    /// Sends without waiting for the answer, if the launcher can be sent more meanwhile.
    fn post(&mut self, line: &str, pending: Pending) -> Result<(), LaunchError> {
        if self.pending.len() >= MAX_PENDING {
            self.settle()?;
        }
        self.send(line, pending.request)?;
        self.pending.push_back(pending);
        if self.is_ferry { Ok(()) } else { self.settle() }
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
            if !self.put_aside(&line) {
                return check_answer(&line, pending).map(|()| line);
            }
        }
    }
}

fn lost_rank(message: &Message<'_>) -> Option<LostRank> {
    let rank = message.field("rank")?.parse().ok()?;
    let reason = message.field("reason").map(unescape).unwrap_or_default();
    Some(LostRank { rank, has_left: message.field("left") == Some("1"), reason })
}

/// Sends over a socket, and writes into nothing else that may have its number by now.
fn send_all(socket: &UnixStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL) {
            Ok(count) => bytes = &bytes[count..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

pub(super) fn lost(doing: &'static str) -> impl Fn(io::Error) -> LaunchError {
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

/// The next line, without its end.
pub(super) fn read_line(stream: &mut impl BufRead) -> io::Result<String> {
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

pub(super) fn field(line: &str, key: &str) -> Option<String> {
    Message::parse(line)?.field(key).map(str::to_owned)
}

fn number_field(line: &str, key: &str, request: &'static str) -> Result<usize, LaunchError> {
    let protocol = || LaunchError::Protocol { request, answer: line.to_owned() };
    field(line, key).and_then(|value| value.parse().ok()).ok_or_else(protocol)
}

/// Refuses what cannot be a word of fewer than `limit` bytes.
pub(super) fn check_text(text: &str, limit: usize) -> Result<(), LaunchError> {
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::pmi::server::{Effect, Server};

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
        [false, true].into_iter().for_each(converse);
    }

    fn converse(with_ferry: bool) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = Pmi1Connection::new(ours, with_ferry);
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
    fn a_loss_that_is_read_among_answers_raises_the_alarm() {
        static ALARM: AtomicBool = AtomicBool::new(false);
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut client = Pmi1Connection::new(ours, true);
        client.raise_when_lost(&ALARM);
        let told = "cmd=my_kvsname kvsname=job\ncmd=ferry_lost rank=2 left=0 reason=killed\ncmd=get_result rc=0 value=card\n";
        theirs.write_all(told.as_bytes()).unwrap();
        assert_eq!(client.get("key").unwrap().as_deref(), Some("card"));
        // Nothing is left at the descriptor that would tell of it.
        assert!(!client.has_line().unwrap() && ALARM.swap(false, Ordering::AcqRel));
        let lost = LostRank { rank: 2, has_left: false, reason: "killed".to_owned() };
        assert_eq!((client.take_lost().unwrap(), client.take_lost().unwrap()), (vec![lost], vec![]));
    }

    #[test]
    fn other_things_are_asked_for_while_processes_are_started() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut client = Pmi1Connection::new(ours, true);
        client.begin_spawn(&SpawnOrder::default()).unwrap();
        assert!(!client.have_spawned().unwrap());
        let told = "cmd=my_kvsname kvsname=job\ncmd=ferry_spawn_result rc=0\ncmd=get_result rc=0 value=card\n";
        theirs.write_all(told.as_bytes()).unwrap();
        assert_eq!(client.get("key").unwrap().as_deref(), Some("card"));
        assert!(client.have_spawned().unwrap() && !client.have_spawned().unwrap());
        theirs.write_all(b"cmd=ferry_spawn_result rc=-1 msg=no%20room\n").unwrap();
        assert!(matches!(client.have_spawned(), Err(LaunchError::NotStarted(why)) if why == "no room"));
    }

    #[test]
    fn launchers_that_are_not_ferrys_get_one_command_at_a_time() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        // Takes what one read yields for a command, as Slurm does.
        let launcher = std::thread::spawn(move || {
            for answer in ["response_to_init rc=0", "my_kvsname kvsname=job", "put_result rc=0", "put_result rc=0"] {
                let mut bytes = [0; 1024];
                let count = io::Read::read(&mut theirs, &mut bytes).unwrap();
                assert_eq!(bytes[..count].iter().filter(|byte| **byte == b'\n').count(), 1);
                theirs.write_all(format!("cmd={answer}\n").as_bytes()).unwrap();
            }
        });
        let mut client = Pmi1Connection::new(ours, false);
        client.init().unwrap();
        client.put("a", "1").unwrap();
        client.put("b", "2").unwrap();
        launcher.join().unwrap();
    }

    #[test]
    fn a_refused_init_is_noticed_later() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = Pmi1Connection::new(ours, true);
        client.init().unwrap();
        client.init().unwrap();
        assert!(matches!(client.barrier(), Err(LaunchError::Protocol { request: "init", .. })));
        drop(client);
        launcher.join().unwrap();
    }

    #[test]
    fn what_the_program_has_put_in_place_of_the_connection_is_not_written_to() {
        let (mut reader, writer) = io::pipe().unwrap();
        let number = writer.as_raw_fd();
        let mut client = Pmi1Connection::new(UnixStream::from(std::os::fd::OwnedFd::from(writer)), true);
        let error = client.finalize().unwrap_err();
        assert!(matches!(error, LaunchError::Closed { number: closed, .. } if closed == number), "{error}");
        drop(client);
        assert_eq!(io::Read::read(&mut reader, &mut [0; 16]).unwrap(), 0, "nothing was written");
    }

    #[test]
    fn abort_tells_ferrys_launcher_why() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs));
        let mut client = Pmi1Connection::new(ours, true);
        client.abort(3, "no convergence").unwrap();
        client.aborter().expect("it is Ferry's").abort(4, "").unwrap();
        drop(client);
        let due =
            [(3, "no convergence"), (4, "")].map(|(code, message)| Effect::Abort { rank: 0, code, message: message.into() });
        assert_eq!(launcher.join().unwrap(), due);
    }

    #[test]
    fn questions_are_found_among_answers_and_answered_in_pieces() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut client = Pmi1Connection::new(ours, true);
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
        let mut client = Pmi1Connection::new(ours, false);
        for (key, value) in [("a b", "c"), ("", "c"), ("a", "b\nc"), ("a", "")] {
            assert!(matches!(client.put(key, value), Err(LaunchError::BadText(_))), "{key:?}={value:?}");
        }
        assert!(matches!(client.get(&"k".repeat(MAX_KEY_BYTES)), Err(LaunchError::BadText(_))));
    }

    #[test]
    fn a_launcher_that_hangs_up_is_an_error() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut client = Pmi1Connection::new(ours, false);
        drop(theirs);
        assert!(matches!(client.barrier(), Err(LaunchError::Connection { .. })));
    }
}
