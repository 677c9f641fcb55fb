//! A peer: another MPI's binary interface.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use toml::Value;

use crate::model::{Api, Form};

/// What the data says of one peer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// Functions that are no part of MPI and report themselves as unsupported.
    pub extensions: Vec<String>,
    /// Integers and addresses, by the standard's names.
    pub constants: BTreeMap<String, i64>,
    /// Predefined handles: integers, or the symbols whose addresses they are.
    pub handles: BTreeMap<String, Value>,
    /// Bytes of the objects behind symbols, by type of handle.
    #[serde(default)]
    pub sizes: BTreeMap<String, u64>,
    /// Other symbols, each for a handle of the standard.
    #[serde(default)]
    pub synonyms: BTreeMap<String, String>,
    /// Other integers, each for a datatype of the standard.
    #[serde(default)]
    pub numbers: BTreeMap<String, String>,
    /// What predefined handles are in Fortran, where that differs from C.
    #[serde(default)]
    pub fortran: BTreeMap<String, u32>,
}

impl Peer {
    /// Reads the data and checks its names.
    pub fn load(path: &Path, api: &Api) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let peer: Self = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let known = api.constant_values();
        for name in peer
            .constants
            .keys()
            .chain(peer.handles.keys())
            .chain(peer.synonyms.values())
            .chain(peer.numbers.values())
            .chain(peer.fortran.keys())
        {
            ensure!(known.contains_key(name.as_str()), "{}: the standard has no constant {name}", path.display());
        }
        Ok(peer)
    }

    /// Predefined handles of one type, in the order of the standard's values: name, and the peer's
    /// form of it.
    pub fn handles_of<'a>(&'a self, api: &'a Api, handle_type: &str) -> Vec<(&'a str, &'a Value)> {
        let groups = api.constants.iter().filter(|group| group.form == Form::Handle && group.c.as_deref() == Some(handle_type));
        let names = groups.flat_map(|group| group.values.keys());
        names.filter_map(|name| Some((name.as_str(), self.handles.get(name)?))).collect()
    }

    /// A constant that has to be there.
    pub fn constant(&self, name: &str) -> Result<i64> {
        self.constants.get(name).copied().with_context(|| format!("the data of a peer lacks {name}"))
    }
}
