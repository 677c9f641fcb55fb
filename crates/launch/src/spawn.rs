//! What a process asks of a launcher that is to start other processes (`MPI_Comm_spawn`), as text:
//! `docs/wire/pmi.md`.

use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::pmi::MAX_LINE_BYTES;

/// First line.
const HEADING: &str = "ferry-spawn 2";
/// Last line.
pub const LAST: &str = "endcmd";
/// What a launcher answers once all processes have called `MPI_Init`.
pub const STARTED: &str = "started";
/// What it answers, with the reason behind it, if they have not.
pub const FAILED: &str = "failed";

/// Most bytes of such a text.
pub const MAX_BYTES: usize = 8 << 20;

/// Most bytes of a word on one line: they have twice as many digits.
const PIECE_BYTES: usize = MAX_LINE_BYTES / 4;

/// One program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnProgram {
    /// Processes that run it.
    pub count: usize,
    /// Program and arguments.
    pub words: Vec<OsString>,
    /// Where it runs.
    pub directory: Option<OsString>,
    /// Variables set for it.
    pub variables: Vec<(OsString, OsString)>,
}

/// What to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnOrder {
    /// The port at which the new processes meet those that want them.
    pub port: String,
    /// Hosts to run on, as `mpiexec -host` takes them; empty: as the launcher likes.
    pub hosts: String,
    /// The programs.
    pub programs: Vec<SpawnProgram>,
}

impl SpawnOrder {
    /// As lines, the last of which is [`LAST`].
    pub fn encode(&self) -> String {
        let mut text = format!("{HEADING}\nport {}\nhosts {}\n", word(OsStr::new(&self.port)), word(OsStr::new(&self.hosts)));
        for program in &self.programs {
            let _ = writeln!(text, "program {}", program.count);
            if let Some(directory) = &program.directory {
                write_long("directory", directory, &mut text);
            }
            for (name, value) in &program.variables {
                write_long("variable", name, &mut text);
                write_long("value", value, &mut text);
            }
            for argument in &program.words {
                write_long("word", argument, &mut text);
            }
        }
        text + LAST + "\n"
    }

    /// The inverse of [`SpawnOrder::encode`]; `None` for anything else.
    pub fn decode(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADING) {
            return None;
        }
        let (mut order, mut last) = (SpawnOrder::default(), "");
        for line in lines {
            let mut words = line.split(' ');
            let (key, mut value) = (words.next()?, || bytes(words.next()?));
            match key {
                LAST => return Some(order).filter(|order| order.programs.iter().all(|program| !program.words.is_empty())),
                "port" => order.port = value()?.into_string().ok()?,
                "hosts" => order.hosts = value()?.into_string().ok()?,
                "program" => {
                    order.programs.push(SpawnProgram { count: line.split(' ').nth(1)?.parse().ok()?, ..SpawnProgram::default() })
                }
                "directory" => order.programs.last_mut()?.directory = Some(value()?),
                "variable" => order.programs.last_mut()?.variables.push((value()?, OsString::new())),
                "value" => order.programs.last_mut()?.variables.last_mut()?.1 = value()?,
                "word" => order.programs.last_mut()?.words.push(value()?),
                "more" => {
                    let program = order.programs.last_mut()?;
                    let beginning = match last {
                        "directory" => program.directory.as_mut()?,
                        "variable" => &mut program.variables.last_mut()?.0,
                        "value" => &mut program.variables.last_mut()?.1,
                        "word" => program.words.last_mut()?,
                        _ => return None,
                    };
                    beginning.push(value()?);
                    continue;
                }
                _ => return None,
            }
            last = key;
        }
        None
    }
}

/// Bytes behind a key, on as many lines as they need.
fn write_long(key: &str, bytes: &OsStr, text: &mut String) {
    let mut pieces = bytes.as_bytes().chunks(PIECE_BYTES);
    let _ = writeln!(text, "{key} {}", word(OsStr::from_bytes(pieces.next().unwrap_or_default())));
    for piece in pieces {
        let _ = writeln!(text, "more {}", word(OsStr::from_bytes(piece)));
    }
}

/// Any bytes as a word: hexadecimal digits, after a letter so that no bytes are a word as well.
fn word(bytes: &OsStr) -> String {
    format!("x{}", ferry_sys::random::hex(bytes.as_bytes()))
}

fn bytes(word: &str) -> Option<OsString> {
    let digits = word.strip_prefix('x')?.as_bytes();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2);
    Some(OsString::from_vec(digits.chunks(2).map(pair).collect::<Option<Vec<u8>>>()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_word() -> impl Strategy<Value = OsString> {
        prop::collection::vec(any::<u8>(), 0..8).prop_map(OsString::from_vec)
    }

    proptest! {
        #[test]
        fn orders_survive(
            port in "[ -~]{0,20}",
            words in prop::collection::vec(any_word(), 1..5),
            pair in (any_word(), any_word()),
            directory in prop::option::of(any_word()),
            count in 0usize..9,
        ) {
            let program = SpawnProgram { count, words, directory, variables: vec![pair] };
            let order = SpawnOrder { port, hosts: "a:2,b".to_owned(), programs: vec![program.clone(), program] };
            prop_assert_eq!(SpawnOrder::decode(&order.encode()), Some(order));
        }

        #[test]
        fn garbage_is_no_order(text in "\\PC{0,60}") {
            prop_assert_eq!(SpawnOrder::decode(&text), None);
        }
    }

    #[test]
    fn long_words_have_several_lines() {
        let long = |byte: u8, len| OsString::from_vec(vec![byte; len]);
        let program = SpawnProgram {
            count: 1,
            words: vec!["a".into(), long(b'x', 100_000), OsString::new(), long(b'y', PIECE_BYTES)],
            directory: Some(long(b'/', 5000)),
            variables: vec![(long(b'N', 5000), long(b'V', 100_000)), ("n".into(), OsString::new())],
        };
        let order = SpawnOrder { port: "p".to_owned(), hosts: String::new(), programs: vec![program] };
        let text = order.encode();
        assert!(text.lines().all(|line| line.len() < MAX_LINE_BYTES));
        assert_eq!(SpawnOrder::decode(&text), Some(order));
        assert_eq!(SpawnOrder::decode("ferry-spawn 2\nprogram 1\nmore x61\nword x61\nendcmd\n"), None);
    }

    #[test]
    fn an_order_without_a_program_to_run_is_none() {
        assert_eq!(SpawnOrder::decode("ferry-spawn 2\nprogram 2\nendcmd\n"), None);
        assert_eq!(SpawnOrder::decode("ferry-spawn 2\nprogram 2\nword x61\n"), None, "it does not end");
    }
}
