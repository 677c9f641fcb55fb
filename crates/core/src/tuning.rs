//! The file that `FERRY_TUNING` names, as the ranks of a job read it: all the same, or the job
//! ends. Ranks that choose other algorithms than their peers would wait for ever.
//!
//! The first rank of a node leaves a digest of what it has read in the node segment, and the others
//! compare with it. The lowest rank of each node compares with rank 0, which publishes its digest.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use ferry_collective::Tuned;
use ferry_constants as mpi;
use ferry_settings::Settings;
use ferry_shm::ShmDevice;
use ferry_sys::random::hex;
use ferry_tuning::{Tuning, TuningError};

use crate::{Error, Result};

/// Key under which rank 0 of a job on several nodes publishes what it goes by, as hexadecimal
/// digits.
pub(crate) const KEY_TUNING: &str = "ferry-tuning";

/// Most bytes of what is told of a file.
const TOLD_MAX: usize = 200;

/// What this process has read.
#[derive(Debug)]
pub(crate) struct FoundTuning {
    path: String,
    choices: std::result::Result<Vec<Tuned>, TuningError>,
}

impl FoundTuning {
    /// Reads the file that the settings name, if they name one.
    pub fn read(settings: &Settings) -> Self {
        let path = settings.tuning.clone();
        let choices = match path.as_str() {
            "" => Ok(Vec::new()),
            path => Tuning::read(Path::new(path)).and_then(|tuning| tuning.tuned()),
        };
        FoundTuning { path, choices }
    }

    /// What this process goes by: nothing where the file is of no use.
    pub fn choices(&self) -> &[Tuned] {
        self.choices.as_deref().unwrap_or_default()
    }

    /// Says for all ranks if the file is of no use.
    pub fn warn(&self) {
        if let Err(error) = &self.choices {
            crate::say(&format!("warning: FERRY_TUNING={} is not used: {error}", self.path));
        }
    }

    /// A number that stands for what this process goes by; not 0.
    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for Tuned { collective, ranks, nodes, largest, up_to, algorithm } in self.choices() {
            (collective.name(), ranks, nodes, largest, up_to, algorithm.name).hash(&mut hasher);
        }
        hasher.finish().max(1)
    }

    /// What this process goes by, for people.
    fn told(&self) -> String {
        let mut text = match &self.choices {
            Ok(_) if self.path.is_empty() => "no file".to_owned(),
            Ok(choices) => format!("the choices of {} ({})", self.path, choices.len()),
            Err(error) => format!("nothing, as {} is not used: {error}", self.path),
        };
        text.truncate(text.floor_char_boundary(TOLD_MAX));
        text
    }

    /// What others compare with, [`FoundTuning::check`].
    pub fn word(&self) -> String {
        hex(format!("{:016x}{}", self.digest(), self.told()).as_bytes())
    }

    /// Compares with the other ranks of the node.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if another one goes by something else.
    pub fn check_node(&self, rank: u32, node: &ShmDevice) -> Result<()> {
        if node.agree_on_tuning(self.digest()) == self.digest() {
            return Ok(());
        }
        Err(self.differs(rank, "a rank that shares memory with it by other choices or none"))
    }

    /// Compares with rank 0 by its [`FoundTuning::word`].
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if that one goes by something else.
    pub fn check(&self, rank: u32, word: Option<&[u8]>) -> Result<()> {
        let text = String::from_utf8_lossy(word.unwrap_or_default());
        match text.split_at_checked(16) {
            Some((digest, _)) if digest == format!("{:016x}", self.digest()) => Ok(()),
            Some((_, told)) => Err(self.differs(rank, &format!("rank 0 by {told}"))),
            None => Err(self.differs(rank, "rank 0 has not published by what; do all ranks run the same version of Ferry?")),
        }
    }

    #[cold]
    fn differs(&self, rank: u32, theirs: &str) -> Error {
        let text = format!(
            "FERRY_TUNING: rank {rank} chooses algorithms by {}, {theirs}; all ranks must read a file with the same contents",
            self.told()
        );
        Error::new(mpi::MPI_ERR_OTHER, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, up_to: &[u64]) -> FoundTuning {
        let bcast = ferry_collective::Collective::Bcast;
        let tuned = |up_to: &u64| Tuned {
            collective: bcast,
            ranks: 4,
            nodes: 2,
            largest: 2,
            up_to: *up_to,
            algorithm: &bcast.algorithms()[0],
        };
        FoundTuning { path: path.to_owned(), choices: Ok(up_to.iter().map(tuned).collect()) }
    }

    fn bytes(found: &FoundTuning) -> Vec<u8> {
        let digits = found.word();
        digits.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
    }

    #[test]
    fn what_is_used_is_compared_and_both_files_are_named() {
        let (one, other) = (found("/a/x", &[8, 100]), found("/b/y", &[8, 100]));
        assert!(one.check(1, Some(&bytes(&other))).is_ok(), "the same contents, wherever they are");
        let longer = found("/c/z", &[8, 101]);
        let error = longer.check(5, Some(&bytes(&one))).unwrap_err().to_string();
        assert!(
            ["rank 5", "the choices of /c/z (2)", "rank 0 by the choices of /a/x (2)"].iter().all(|part| error.contains(part)),
            "{error}"
        );
        let damaged = FoundTuning { choices: Err(TuningError::Damaged("line 3".into())), ..found("/d", &[]) };
        let error = one.check(1, Some(&bytes(&damaged))).unwrap_err().to_string();
        assert!(error.contains("rank 0 by nothing, as /d is not used: it is damaged: line 3"), "{error}");
        assert!(damaged.check(1, Some(&bytes(&found("", &[])))).is_ok(), "neither goes by a file");
        assert!(one.check(1, None).is_err() && found("", &[]).check(1, None).is_err());
    }
}
