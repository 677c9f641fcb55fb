//! The libraries of older ABIs: what `api/compat/*.toml` say of them, and the files generated from
//! it.
//!
//! - `peer` reads the data of one peer, `values` the tables of constants
//! - `table` writes the table of the standard library's functions, and the list of tables of
//!   constants
//! - `numbers` writes a peer's constants and predefined handles
//! - `fortran` writes what the Fortran library for a peer needs to know
//! - `entries` writes a peer's entry points, `argument` the conversion of one argument

mod argument;
mod by_hand;
mod entries;
mod fortran;
mod numbers;
mod peer;
mod table;
mod values;

use std::path::Path;

use anyhow::Result;

use crate::model::Api;
use crate::workspace::Generated;
use peer::Peer;
use values::Tables;

/// Every generated file of the libraries of older ABIs.
pub fn generate(root: &Path, api: &Api) -> Result<Vec<Generated>> {
    let folder = root.join("api/compat");
    let tables = Tables::load(&folder.join("values.toml"))?;
    let mpich = Peer::load(&folder.join("mpich.toml"), api)?;
    let openmpi = Peer::load(&folder.join("openmpi.toml"), api)?;
    let by_hand = by_hand::scan(&root.join("crates/compat/src/by_hand"))?;
    let file = |path, text| Generated { path, text };
    Ok(vec![
        file("crates/compat/src/generated.rs", table::emit(api, &tables)),
        file("crates/compat-mpich/src/numbers.rs", numbers::emit(api, &tables, &mpich)?),
        file("crates/compat-mpich/src/entries.rs", entries::emit(api, &mpich, &by_hand)?),
        file("crates/compat-openmpi/src/numbers.rs", numbers::emit(api, &tables, &openmpi)?),
        file("crates/compat-openmpi/src/entries.rs", entries::emit(api, &openmpi, &by_hand)?),
        file("crates/fortran-mpich/src/numbers.rs", fortran::emit(&mpich)?),
        file("crates/fortran-openmpi/src/numbers.rs", fortran::emit(&openmpi)?),
    ])
}
