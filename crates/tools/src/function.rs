//! Collective functions as tools see them: those on intercommunicators are functions of their own,
//! with algorithms of their own.

use ferry_collective::{Algorithm, Collective, INTER};

/// A collective function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Which.
    pub collective: Collective,
    /// Between the two groups of an intercommunicator.
    pub between_groups: bool,
}

impl Function {
    /// All that have algorithms.
    pub fn all() -> impl Iterator<Item = Function> {
        let of = |between_groups| move |collective| Function { collective, between_groups };
        let all = Collective::ALL.into_iter().map(of(false)).chain(Collective::ALL.into_iter().map(of(true)));
        all.filter(|function| !function.algorithms().is_empty())
    }

    /// Its name as in the setting `FERRY_COLLECTIVE`: `bcast`, `inter_bcast`.
    pub fn name(self) -> String {
        format!("{}{}", if self.between_groups { INTER } else { "" }, self.collective.name())
    }

    /// The names of its algorithms.
    pub fn choices(self) -> Vec<&'static str> {
        self.algorithms().iter().map(|algorithm| algorithm.name).collect()
    }

    /// Its algorithms.
    pub fn algorithms(self) -> &'static [Algorithm] {
        if self.between_groups { self.collective.algorithms_between_groups() } else { self.collective.algorithms() }
    }
}
