//! The command that runs a command on another host.

use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use super::fault::Fault;
use super::program;
use super::request::Request;

/// Names the remote shell unless the command line does.
const VARIABLE: &str = "FERRY_RSH";

/// No questions, no terminal, no display, no connection that outlives us; a host that no longer
/// answers is noticed in 45 s.
const SSH: &str = "ssh -x -T -o BatchMode=yes -o ControlMaster=no -o ServerAliveInterval=15 -o ServerAliveCountMax=3";
/// A step of one task beside the others of the job; it takes no processors away from them.
const SRUN: &str = "srun --nodes=1 --ntasks=1 --overlap --mpi=none --cpu-bind=none --quiet --kill-on-bad-exit=0";

/// What srun says of `--cpu-bind=none` where there is no binding to switch off: nothing that a user
/// could, or should, do anything about.
const SRUN_NOISE: &str = "cluster configuration lacks support for cpu binding";

/// A remote shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    words: Vec<OsString>,
    is_srun: bool,
}

impl Shell {
    /// The one by which the job reaches its hosts.
    pub fn of(request: &Request) -> Result<Self, Fault> {
        let typed = request.remote_shell.clone().or_else(|| std::env::var_os(VARIABLE).filter(|text| !text.is_empty()));
        Shell::choose(typed.as_deref(), request.is_slurm)
    }

    /// The user's choice `typed` (of `--launcher` or [`VARIABLE`]), else srun in a job of Slurm's,
    /// else ssh.
    pub fn choose(typed: Option<&OsStr>, is_slurm: bool) -> Result<Self, Fault> {
        let has_srun = || program::resolve(OsStr::new("srun"), std::env::var_os("PATH").as_deref(), None).is_ok();
        let typed = typed.map(OsStr::as_bytes).map(<[u8]>::trim_ascii);
        let (text, is_srun) = match typed {
            Some(b"ssh") => (SSH.as_bytes(), false),
            Some(b"srun" | b"slurm") => (SRUN.as_bytes(), true),
            Some(text) => (text, false),
            None if is_slurm && has_srun() => (SRUN.as_bytes(), true),
            None => (SSH.as_bytes(), false),
        };
        let words = split(text).filter(|words| !words.is_empty());
        let wrong = || Fault::Usage(format!("the remote shell '{}' is no command", String::from_utf8_lossy(text)));
        Ok(Shell { words: words.ok_or_else(wrong)?, is_srun })
    }

    /// Whether it starts a step of Slurm's.
    pub fn is_srun(&self) -> bool {
        self.is_srun
    }

    /// Its name for messages.
    pub fn name(&self) -> String {
        self.words[0].to_string_lossy().into_owned()
    }

    /// Whether a line of its error output is of no interest.
    pub fn is_noise(&self, line: &str) -> bool {
        self.is_srun && line.ends_with(SRUN_NOISE)
    }

    /// Its program file.
    pub fn file(&self) -> Result<CString, Fault> {
        let path = std::env::var_os("PATH");
        let file = program::resolve(&self.words[0], path.as_deref(), None).map_err(|fault| match fault {
            Fault::ProgramNotFound { program, hint } => Fault::ProgramNotFound {
                program,
                hint: format!(
                    "{hint}, which reaches other hosts; install it, or name another remote shell with --launcher or {VARIABLE}"
                ),
            },
            other => other,
        })?;
        Ok(c_string(file.into_os_string()))
    }

    /// The arguments, its name first, that run `agent` on `host`.
    pub fn arguments(&self, host: &str, agent: &[OsString]) -> Vec<CString> {
        let mut words = self.words.clone();
        match self.is_srun {
            true => words.push(format!("--nodelist={host}").into()),
            false => words.push(host.into()),
        }
        // A remote shell joins the words and has a shell read them; srun executes them.
        let quoted = |word: &OsString| if self.is_srun { word.clone() } else { quote(word) };
        words.extend(agent.iter().map(quoted));
        words.into_iter().map(c_string).collect()
    }
}

fn c_string(text: OsString) -> CString {
    // Arguments of a process and paths that exist hold no zero byte.
    CString::new(text.into_vec()).unwrap_or_default()
}

/// A word as a shell reads it back.
fn quote(word: &OsStr) -> OsString {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(byte);
    if !word.is_empty() && word.as_bytes().iter().all(is_plain) {
        return word.to_owned();
    }
    let mut quoted = vec![b'\''];
    for byte in word.as_bytes() {
        match byte {
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    OsString::from_vec(quoted)
}

/// The words of a command as a shell splits them: blanks, quotes, backslashes; nothing is expanded.
/// `None` if a quote does not end.
fn split(text: &[u8]) -> Option<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => word.get_or_insert_default().push(bytes.next()?),
            (byte, Some(open)) if byte == open => quote = None,
            (byte, Some(_)) => word.get_or_insert_default().push(byte),
            (b'\'' | b'"', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (byte, None) if byte.is_ascii_whitespace() => words.extend(word.take().map(OsString::from_vec)),
            (byte, None) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn command(shell: &Shell, agent: &str) -> String {
        let words = shell.arguments("h", &[agent.into(), "--agent".into()]);
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_command_is_the_users() {
        let shell = Shell::choose(Some("env 'A=b c' my\\ sh".as_ref()), false).unwrap();
        assert_eq!(shell.words, ["env", "A=b c", "my sh"]);
        assert_eq!(command(&shell, "/x/mpiexec"), "env A=b c my sh h /x/mpiexec --agent");
        assert!(command(&shell, "/a b/mpiexec").ends_with("h '/a b/mpiexec' --agent"));
        for wrong in ["", "'a", "  "] {
            assert!(Shell::choose(Some(wrong.as_ref()), false).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn ssh_asks_no_questions_and_srun_takes_one_host() {
        let ssh = command(&Shell::choose(None, false).unwrap(), "/x");
        assert!(ssh.starts_with("ssh ") && ssh.contains("BatchMode=yes") && ssh.ends_with(" h /x --agent"), "{ssh}");
        assert_eq!(Shell::choose(Some("ssh".as_ref()), true).unwrap(), Shell::choose(None, false).unwrap());
        let srun = command(&Shell::choose(Some("slurm".as_ref()), false).unwrap(), "/x y");
        assert!(Shell::choose(Some("srun".as_ref()), true).unwrap().is_noise(&format!("srun: {SRUN_NOISE}")));
        assert!(srun.starts_with("srun ") && srun.ends_with(" --nodelist=h /x y --agent"), "{srun}");
    }

    #[test]
    fn a_shell_that_is_not_there_is_named_with_the_fix() {
        let message = Shell::choose(Some("no-such-shell".as_ref()), false).unwrap().file().unwrap_err().to_string();
        assert!(
            message.contains("no-such-shell") && message.contains("--launcher") && message.contains("FERRY_RSH"),
            "{message}"
        );
    }

    proptest! {
        #[test]
        fn quoted_words_are_read_back(words in prop::collection::vec("\\PC{0,8}", 1..5)) {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            let quoted: Vec<OsString> = words.iter().map(|word| quote(word)).collect();
            prop_assert_eq!(split(quoted.join(OsStr::new(" ")).as_bytes()), Some(words));
        }
    }
}
