//! Tables of constants that arguments take: `api/compat/values.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::peer::Peer;
use crate::model::{Api, Form};

/// The tables by name.
pub struct Tables(BTreeMap<String, ValueTable>);

/// One table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueTable {
    form: TableForm,
    /// The standard's names of the constants.
    names: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum TableForm {
    Special,
    Enumeration,
    Flags,
}

impl Tables {
    /// Reads the tables.
    pub fn load(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self(toml::from_str(&text).with_context(|| format!("in {}", path.display()))?))
    }

    /// The names of the tables as fields.
    pub fn fields(&self) -> impl Iterator<Item = String> {
        self.0.keys().map(|name| field(name)).chain(["error".to_owned()])
    }

    /// The fields with their values for a peer.
    pub fn values(&self, api: &Api, peer: &Peer) -> Vec<String> {
        let mut lines: Vec<String> =
            self.0.iter().map(|(name, table)| line(&field(name), table.form, table.names.iter(), peer)).collect();
        lines.push(line("error", TableForm::Special, error_names(api), peer));
        lines
    }
}

/// `split-type` is the field `split_type`.
pub fn field(name: &str) -> String {
    name.replace('-', "_")
}

fn line<'a>(field: &str, form: TableForm, names: impl Iterator<Item = &'a String>, peer: &Peer) -> String {
    let pairs = names.filter_map(|name| Some(format!("({}, mpi::{name})", peer.constants.get(name)?)));
    format!("{field}: Values::new(Form::{form:?}, &[{}]),", pairs.collect::<Vec<_>>().join(", "))
}

/// Error classes, those of the tool interface included.
fn error_names(api: &Api) -> impl Iterator<Item = &String> {
    let groups = api.constants.iter().filter(|group| group.form == Form::Enum);
    let names = groups.flat_map(|group| group.values.keys());
    names.filter(|name| name.as_str() == "MPI_SUCCESS" || (name.contains("_ERR_") && name.as_str() != "MPI_ERR_LASTCODE"))
}
