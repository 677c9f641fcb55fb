//! Collective functions as tools see them: those on intercommunicators are functions of their own, with algorithms of their own.

use ferry_collective::{Algorithm, Collective};

/// The name of the way through shared memory, without messages, among the algorithms of a function.
pub const DIRECT: &str = "direct";

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
        format!("{}{}", if self.between_groups { "inter_" } else { "" }, self.collective.name())
    }

    /// The names of its algorithms, and of the way through shared memory where it has that ([`DIRECT`], last).
    pub fn choices(self) -> Vec<&'static str> {
        let is_direct = !self.between_groups && !self.collective.is_neighborhood();
        self.algorithms().iter().map(|algorithm| algorithm.name).chain(is_direct.then_some(DIRECT)).collect()
    }

    /// Its algorithms.
    pub fn algorithms(self) -> &'static [Algorithm] {
        if self.between_groups { self.collective.algorithms_between_groups() } else { self.collective.algorithms() }
    }
}
