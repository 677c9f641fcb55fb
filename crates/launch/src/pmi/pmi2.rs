//! The process's side of PMI-2: blocking, over the socket the launcher passed.
//!
//! A line of PMI-1 agrees on the version. From then on each message is six characters that say how
//! many bytes follow, and `cmd=NAME;key=value;...`, with `;;` for a semicolon in a value.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;

use super::pmi1::{check_text, field, lost, read_line};
use super::{MAX_KEY_BYTES, MAX_VALUE_BYTES};
use crate::error::LaunchError;

/// Bytes of the length before each message.
const LENGTH_BYTES: usize = 6;

/// Longest message from the launcher. The longest legal one holds a value.
const MAX_MESSAGE_BYTES: usize = 65_536;

const _: () = assert!(MAX_MESSAGE_BYTES < 10usize.pow(LENGTH_BYTES as u32) && MAX_MESSAGE_BYTES > 2 * MAX_VALUE_BYTES);

/// A connection to a launcher that speaks PMI-2.
pub(super) struct Pmi2Connection {
    stream: BufReader<UnixStream>,
    /// The launcher's name of the job.
    job: String,
    rank: usize,
    appnum: usize,
}

impl Pmi2Connection {
    pub(super) fn new(stream: UnixStream, job: String, rank: usize) -> Self {
        Pmi2Connection { stream: BufReader::with_capacity(1024, stream), job, rank, appnum: 0 }
    }

    /// Says hello.
    pub(super) fn init(&mut self) -> Result<(), LaunchError> {
        self.agree_on_version()?;
        let (job, rank) = (self.job.clone(), self.rank.to_string());
        let answer = self.ask("fullinit", &[("pmijobid", &job), ("pmirank", &rank), ("threaded", "FALSE")])?;
        match answer.field("rank") {
            Some(other) if other != rank => Err(answer.refused("fullinit")),
            _ => {
                // Some launchers say -1 for "not told".
                self.appnum = answer.field("appnum").and_then(|appnum| appnum.parse().ok()).unwrap_or(0);
                Ok(())
            }
        }
    }

    fn agree_on_version(&mut self) -> Result<(), LaunchError> {
        let failed = lost("init");
        self.stream.get_mut().write_all(b"cmd=init pmi_version=2 pmi_subversion=0\n").map_err(&failed)?;
        let line = read_line(&mut self.stream).map_err(&failed)?;
        let is = |key, value: &str| field(&line, key).as_deref() == Some(value);
        match is("rc", "0") && is("pmi_version", "2") {
            true => Ok(()),
            false => Err(LaunchError::Protocol { request: "init pmi_version=2", answer: line }),
        }
    }

    /// Publishes a pair for the ranks that [`get`](Self::get) it after the next
    /// [`fence`](Self::fence).
    pub(super) fn put(&mut self, key: &str, value: &str) -> Result<(), LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        check_text(value, MAX_VALUE_BYTES)?;
        self.ask("kvs-put", &[("key", key), ("value", value)]).map(drop)
    }

    /// The value that some rank put under `key`; `None` if none did.
    pub(super) fn get(&mut self, key: &str) -> Result<Option<String>, LaunchError> {
        check_text(key, MAX_KEY_BYTES)?;
        let job = self.job.clone();
        Ok(self.exchange("kvs-get", &[("jobid", &job), ("srcid", "-1"), ("key", key)])?.found())
    }

    /// What the launcher says of the job.
    pub(super) fn attribute(&mut self, key: &str) -> Result<Option<String>, LaunchError> {
        Ok(self.exchange("info-getjobattr", &[("key", key)])?.found())
    }

    /// Waits until every rank of the job has called it.
    pub(super) fn fence(&mut self) -> Result<(), LaunchError> {
        self.ask("kvs-fence", &[]).map(drop)
    }

    /// Position of this program in the job's command line.
    pub(super) fn appnum(&self) -> usize {
        self.appnum
    }

    /// Says goodbye.
    pub(super) fn finalize(&mut self) -> Result<(), LaunchError> {
        self.ask("finalize", &[]).map(drop)
    }

    /// Asks the launcher to end the job. There is no answer.
    pub(super) fn abort(&mut self, code: i32, message: &str) -> Result<(), LaunchError> {
        let end = message.floor_char_boundary(MAX_VALUE_BYTES);
        self.send("abort", &[("isworld", "TRUE"), ("exitcode", &code.to_string()), ("msg", &message[..end])])
    }

    /// As [`exchange`](Self::exchange); anything but success is an error.
    fn ask(&mut self, command: &'static str, fields: &[(&str, &str)]) -> Result<Answer, LaunchError> {
        let answer = self.exchange(command, fields)?;
        match answer.field("rc") {
            Some("0") => Ok(answer),
            _ => Err(answer.refused(command)),
        }
    }

    /// Sends a command and waits for its answer, which may be a refusal.
    fn exchange(&mut self, command: &'static str, fields: &[(&str, &str)]) -> Result<Answer, LaunchError> {
        self.send(command, fields)?;
        let answer = Answer(read_message(&mut self.stream).map_err(lost(command))?);
        match answer.field("cmd").and_then(|name| name.strip_suffix("-response")) {
            Some(name) if name == command => Ok(answer),
            _ => Err(answer.refused(command)),
        }
    }

    fn send(&mut self, command: &'static str, fields: &[(&str, &str)]) -> Result<(), LaunchError> {
        self.stream.get_mut().write_all(encode(command, fields).as_bytes()).map_err(lost(command))
    }
}

fn encode(command: &str, fields: &[(&str, &str)]) -> String {
    let body =
        fields.iter().fold(format!("cmd={command};"), |body, (key, value)| body + key + "=" + &value.replace(';', ";;") + ";");
    format!("{:>LENGTH_BYTES$}{body}", body.len())
}

fn read_message(stream: &mut impl Read) -> io::Result<String> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut length = [0; LENGTH_BYTES];
    stream.read_exact(&mut length)?;
    let length = std::str::from_utf8(&length).ok().and_then(|text| text.trim().parse::<usize>().ok());
    let length = length.filter(|length| *length <= MAX_MESSAGE_BYTES).ok_or_else(|| invalid("no length of a message"))?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    String::from_utf8(body).map_err(|_| invalid("a message that is no text"))
}

/// A message of the launcher.
struct Answer(String);

impl Answer {
    /// The value of a field, as it was sent.
    fn field(&self, key: &str) -> Option<&str> {
        fields(&self.0).find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value that was asked for, unless the launcher says that there is none.
    fn found(&self) -> Option<String> {
        let says_no = |key| self.field(key).is_some_and(|said| said.eq_ignore_ascii_case("FALSE"));
        let is_there = self.field("rc") == Some("0") && !says_no("found") && !says_no("flag");
        self.field("value").filter(|_| is_there).map(|value| value.replace(";;", ";"))
    }

    fn refused(&self, request: &'static str) -> LaunchError {
        LaunchError::Protocol { request, answer: self.0.clone() }
    }
}

/// The pairs of a message, in order.
fn fields(message: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = message.trim_end_matches(['\n', '\0']);
    std::iter::from_fn(move || {
        let (field, after) = split_field(rest)?;
        rest = after;
        Some(field.split_once('=').unwrap_or((field, "")))
    })
}

/// The first field and what is behind its semicolon: the first that has no other beside it.
fn split_field(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find(';').map(|at| from + at) {
        if !text[at + 1..].starts_with(';') {
            return Some((&text[..at], &text[at + 1..]));
        }
        from = at + 2;
    }
    (!text.is_empty()).then_some((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Answers messages in turn; returns what was asked.
    fn serve(mut socket: UnixStream, answers: &'static [&str]) -> Vec<String> {
        let hello = read_line(&mut BufReader::with_capacity(1, socket.try_clone().unwrap())).unwrap();
        socket.write_all(b"cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n").unwrap();
        let asked = answers.iter().map(|answer| {
            let message = read_message(&mut socket).unwrap();
            socket.write_all(format!("{:6}{answer}", answer.len()).as_bytes()).unwrap();
            message
        });
        [hello].into_iter().chain(asked).collect()
    }

    fn with_launcher<T>(answers: &'static [&str], run: impl FnOnce(&mut Pmi2Connection) -> T) -> (T, Vec<String>) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let launcher = std::thread::spawn(|| serve(theirs, answers));
        let mut connection = Pmi2Connection::new(ours, "1.0".to_owned(), 3);
        let result = run(&mut connection);
        (result, launcher.join().unwrap())
    }

    #[test]
    fn a_whole_conversation() {
        let answers = &[
            "cmd=fullinit-response;rc=0;pmi-version=2;rank=3;size=4;appnum=1;",
            "cmd=kvs-put-response;rc=0;",
            "cmd=kvs-fence-response;rc=0;",
            "cmd=kvs-get-response;rc=0;flag=TRUE;value=a;;b;",
            "cmd=kvs-get-response;rc=0;flag=FALSE;",
            "cmd=info-getjobattr-response;rc=0;found=TRUE;value=4;",
            "cmd=finalize-response;rc=0;",
        ];
        let ((), asked) = with_launcher(answers, |connection| {
            connection.init().unwrap();
            assert_eq!(connection.appnum(), 1);
            connection.put("key", "a;b").unwrap();
            connection.fence().unwrap();
            assert_eq!(connection.get("key").unwrap().as_deref(), Some("a;b"));
            assert_eq!(connection.get("nothing").unwrap(), None);
            assert_eq!(connection.attribute("universeSize").unwrap().as_deref(), Some("4"));
            connection.finalize().unwrap();
        });
        assert_eq!(
            asked[..3],
            [
                "cmd=init pmi_version=2 pmi_subversion=0",
                "cmd=fullinit;pmijobid=1.0;pmirank=3;threaded=FALSE;",
                "cmd=kvs-put;key=key;value=a;;b;"
            ]
        );
    }

    #[test]
    fn refusals_are_errors() {
        for answer in
            ["cmd=fullinit-response;rc=14;errmsg=no;", "cmd=other-response;rc=0;", "cmd=fullinit-response;rc=0;rank=2;", ""]
        {
            let answers: &'static [&str] = Vec::leak(vec![answer]);
            let (result, _) = with_launcher(answers, Pmi2Connection::init);
            assert!(matches!(result, Err(LaunchError::Protocol { request: "fullinit", .. })), "{answer}");
        }
    }

    #[test]
    fn another_version_is_refused() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        theirs.write_all(b"cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1\n").unwrap();
        let result = Pmi2Connection::new(ours, "1.0".to_owned(), 0).init();
        assert!(matches!(result, Err(LaunchError::Protocol { .. })));
    }

    #[test]
    fn lengths_that_cannot_be_are_errors() {
        for bytes in ["", "    9", "     9cmd", "abcdef", "999999cmd=x;", "    -1"] {
            assert!(read_message(&mut bytes.as_bytes()).is_err(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_sent_is_read(value in "[ -~]{0,40}") {
            let message = encode("kvs-put", &[("rc", "0"), ("key", "k"), ("value", &value), ("last", "1")]);
            let answer = Answer(read_message(&mut message.as_bytes()).unwrap());
            prop_assert_eq!(answer.found(), Some(value));
            prop_assert_eq!(answer.field("last"), Some("1"));
        }

        #[test]
        fn no_message_panics(text in "\\PC*") {
            fields(&text).count();
        }
    }
}
