//! The file that `ferry tune` writes and later runs read (`FERRY_TUNING`): which algorithm of a
//! collective operation was the fastest, by shape of the job and by bytes.
//!
//! ```toml
//! version = 2
//! ferry = "0.1.0"
//!
//! [[choice]]
//! collective = "allgather"
//! ranks = 4
//! nodes = 2
//! largest = 2
//! up_to = 65536
//! algorithm = "put_circulant"
//! us = 41.7
//! ```
//!
//! A choice is for calls of as many bytes as `up_to` or fewer, down to the choice before; bytes are
//! counted as in [`ferry_collective::Query`]. Of several choices with the same `up_to` the first
//! one counts that a call can use: one through shared memory is followed by the fastest of the
//! others, which calls use that nobody waits for. A file that is damaged, of another version, or
//! names something there is not, is not used at all.
#![forbid(unsafe_code)]

use std::io;
use std::path::Path;

use ferry_collective::{Collective, Tuned};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 2;

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// [`VERSION`].
    pub version: u32,
    /// The version of Ferry that measured.
    pub ferry: String,
    /// What was the fastest.
    #[serde(rename = "choice", default)]
    pub choices: Vec<Choice>,
}

/// The fastest algorithm for certain calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The operation: `allgather`.
    pub collective: String,
    /// Ranks of the communicator.
    pub ranks: u32,
    /// Nodes that they are on.
    pub nodes: u32,
    /// Ranks on the node with most.
    pub largest: u32,
    /// Most bytes of the call.
    pub up_to: u64,
    /// The algorithm.
    pub algorithm: String,
    /// What it took, in microseconds.
    pub us: f64,
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no such file, or damaged.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// It is of another version.
    #[error("it has version {found}, and this Ferry reads version {VERSION}; run `ferry tune` again")]
    Version {
        /// Its version.
        found: u32,
    },
    /// It names an algorithm or operation there is not.
    #[error("it names the algorithm `{algorithm}` of `{collective}`, which there is not; run `ferry tune` again")]
    Unknown {
        /// The operation as it is named.
        collective: String,
        /// The algorithm.
        algorithm: String,
    },
}

/// Of a file of any version.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Tuning {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is not to be used.
    pub fn read(path: &Path) -> Result<Tuning, TuningError> {
        Tuning::parse(&std::fs::read_to_string(path)?)
    }

    fn parse(text: &str) -> Result<Tuning, TuningError> {
        let damaged = |error: toml::de::Error| TuningError::Damaged(error.message().to_owned());
        let Versioned { version } = toml::from_str(text).map_err(damaged)?;
        if version != VERSION {
            return Err(TuningError::Version { found: version });
        }
        toml::from_str(text).map_err(damaged)
    }

    /// The choices as the collective layer has them.
    ///
    /// # Errors
    /// [`TuningError::Unknown`].
    pub fn tuned(&self) -> Result<Vec<Tuned>, TuningError> {
        self.choices.iter().map(Choice::tuned).collect()
    }

    /// The file's text.
    ///
    /// # Errors
    /// If it cannot be written as text.
    pub fn text(&self) -> Result<String, TuningError> {
        toml::to_string(self).map_err(|error| TuningError::Damaged(error.to_string()))
    }
}

impl Choice {
    fn tuned(&self) -> Result<Tuned, TuningError> {
        let Choice { ranks, nodes, largest, up_to, .. } = *self;
        let unknown = || TuningError::Unknown { collective: self.collective.clone(), algorithm: self.algorithm.clone() };
        let collective = Collective::named(&self.collective).ok_or_else(unknown)?;
        let known = collective.algorithms().iter().find(|known| known.name == self.algorithm);
        Ok(Tuned { collective, ranks, nodes, largest, up_to, algorithm: known.ok_or_else(unknown)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Tuning {
        let choice = Choice {
            collective: "allgather".to_owned(),
            ranks: 4,
            nodes: 2,
            largest: 2,
            up_to: 1024,
            algorithm: "bruck".to_owned(),
            us: 12.5,
        };
        Tuning { version: VERSION, ferry: "0.1.0".to_owned(), choices: vec![choice] }
    }

    #[test]
    fn files_come_back_as_they_were_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("tuning.toml");
        std::fs::write(&path, example().text().unwrap()).unwrap();
        let back = Tuning::read(&path).unwrap();
        assert_eq!(back, example());
        let tuned = back.tuned().unwrap();
        assert_eq!((tuned[0].collective, tuned[0].algorithm.name, tuned[0].up_to), (Collective::Allgather, "bruck", 1024));
    }

    #[test]
    fn files_that_are_of_no_use_say_why() {
        let parse = |text: &str| Tuning::parse(text).and_then(|tuning| tuning.tuned()).unwrap_err().to_string();
        assert!(parse("version = 1\nsomething = 'else'").contains("version 1"));
        assert!(parse("version = ").contains("damaged"));
        assert!(parse("").contains("damaged"));
        let text = example().text().unwrap();
        assert!(parse(&text.replace("bruck", "brick")).contains("`brick` of `allgather`"));
        assert!(parse(&text.replace("\"allgather\"", "\"allgathers\"")).contains("allgathers"));
        assert!(parse(&text.replace("up_to = 1024", "up_to = -1")).contains("damaged"));
        assert!(parse(&text[..text.len() / 2]).contains("damaged"));
        let missing = Tuning::read(Path::new("/no/such/file")).unwrap_err();
        assert!(missing.to_string().contains("No such file"), "{missing}");
    }
}
