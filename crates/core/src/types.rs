//! Datatypes as MPI objects: handles, commit state, names and attributes around the values of `ferry-datatype`.

use std::collections::BTreeMap;

use ferry_constants as mpi;
use ferry_datatype::Datatype;
use ferry_handle::{FIRST_CREATED, Kind, Table};

use crate::argument::Expected;
use crate::attribute::Attributes;
use crate::{Error, Result};

const DATATYPE: Expected =
    Expected { class: mpi::MPI_ERR_TYPE, what: "datatype", null: (mpi::MPI_DATATYPE_NULL, "MPI_DATATYPE_NULL") };

/// What a program attaches to a datatype.
#[derive(Default)]
pub struct Notes {
    /// Set by `MPI_Type_set_name`; `None`: never set.
    pub name: Option<Vec<u8>>,
    /// Cached attributes.
    pub attributes: Attributes,
}

/// A datatype the program made.
pub struct Created {
    /// The value.
    pub datatype: Datatype,
    /// Whether it may be used in communication.
    pub is_committed: bool,
    /// Name and attributes.
    pub notes: Notes,
}

/// All datatypes of the process.
pub struct Datatypes {
    created: Table<Created>,
    /// Names and attributes of predefined datatypes, where the program set any.
    predefined: BTreeMap<usize, Notes>,
}

impl Default for Datatypes {
    fn default() -> Self {
        Datatypes { created: Table::new(Kind::Datatype), predefined: BTreeMap::new() }
    }
}

impl Datatypes {
    /// The datatype behind `handle`, committed or not.
    pub fn get(&self, handle: usize, argument: &str) -> Result<&Datatype> {
        if let Some(datatype) = Datatype::predefined(handle) {
            return Ok(datatype);
        }
        self.created.get(handle).map(|created| &created.datatype).ok_or_else(|| DATATYPE.violated(argument, handle))
    }

    /// The datatype behind `handle`, which communication is about to use.
    ///
    /// # Errors
    /// `MPI_ERR_TYPE` for an invalid handle or a datatype that is not committed.
    #[inline(always)]
    pub fn usable(&self, handle: usize, argument: &str) -> Result<&Datatype> {
        match Datatype::predefined(handle) {
            Some(datatype) => Ok(datatype),
            None => self.usable_created(handle, argument),
        }
    }

    fn usable_created(&self, handle: usize, argument: &str) -> Result<&Datatype> {
        match self.created.get(handle) {
            Some(created) if created.is_committed => Ok(&created.datatype),
            Some(_) => Err(uncommitted(argument)),
            None => Err(DATATYPE.violated(argument, handle)),
        }
    }

    /// Keeps a new datatype, not committed yet, and returns its handle.
    pub fn insert(&mut self, datatype: Datatype) -> usize {
        self.created.insert(Created { datatype, is_committed: false, notes: Notes::default() })
    }

    /// The object of a datatype the program made; an error for predefined ones.
    pub fn created_mut(&mut self, handle: usize, argument: &str) -> Result<&mut Created> {
        self.created.get_mut(handle).ok_or_else(|| DATATYPE.violated(argument, handle))
    }

    /// `MPI_Type_commit`; predefined datatypes are committed already.
    pub fn commit(&mut self, handle: usize, argument: &str) -> Result<()> {
        if Datatype::predefined(handle).is_none() {
            self.created_mut(handle, argument)?.is_committed = true;
        }
        Ok(())
    }

    /// Name and attributes of any datatype.
    pub fn notes(&mut self, handle: usize, argument: &str) -> Result<&mut Notes> {
        if handle < FIRST_CREATED && Datatype::predefined(handle).is_some() {
            return Ok(self.predefined.entry(handle).or_default());
        }
        Ok(&mut self.created_mut(handle, argument)?.notes)
    }

    /// `MPI_Type_free`. Operations under way keep what they need of it.
    pub fn remove(&mut self, handle: usize, argument: &str) -> Result<Created> {
        if Datatype::predefined(handle).is_some() {
            return Err(Error::new(mpi::MPI_ERR_TYPE, format!("argument {argument} is predefined; only datatypes the program made can be freed")));
        }
        self.created.remove(handle).ok_or_else(|| DATATYPE.violated(argument, handle))
    }
}

#[cold]
fn uncommitted(argument: &str) -> Error {
    Error::new(mpi::MPI_ERR_TYPE, format!("argument {argument} is a datatype that is not committed; call MPI_Type_commit first"))
}
