//! Datatypes as MPI objects: handles, commit state, names and attributes around the values of
//! `ferry-datatype`.

use std::collections::BTreeMap;

use ferry_constants as mpi;
use ferry_datatype::{Combiner, Datatype, TypeError};
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
    /// Operations under way whose function of the program is told this handle.
    holders: u32,
    /// The program has freed it: only such functions may still look at it.
    is_freed: bool,
}

/// All datatypes of the process.
pub struct Datatypes {
    created: Table<Created>,
    /// Names and attributes of predefined datatypes, where the program set any.
    predefined: BTreeMap<usize, Notes>,
    /// What `MPI_Type_create_f90_real` and its kin gave out, by constructor and arguments. These
    /// count as predefined (MPI-5 §19.1.8).
    fortran: BTreeMap<(i32, Vec<i64>), usize>,
    /// Whether `MPI_DATATYPE_NULL` is an error also where there is no data.
    insists: bool,
}

/// The datatype of no data.
#[cold]
fn of_nothing() -> &'static Datatype {
    Datatype::byte()
}

impl From<TypeError> for Error {
    fn from(error: TypeError) -> Self {
        let class = match error {
            TypeError::NegativeCount { argument: "count", .. } => mpi::MPI_ERR_COUNT,
            TypeError::TooDeep { .. } => mpi::MPI_ERR_TYPE,
            _ => mpi::MPI_ERR_ARG,
        };
        Error::new(class, error.to_string())
    }
}

impl Default for Datatypes {
    fn default() -> Self {
        Datatypes { created: Table::new(Kind::Datatype), predefined: BTreeMap::new(), fortran: BTreeMap::new(), insists: false }
    }
}

impl Datatypes {
    /// No datatypes but the predefined ones; `insists` on one also where there is no data.
    pub fn insisting(insists: bool) -> Self {
        Datatypes { insists, ..Datatypes::default() }
    }

    /// The datatypes the program made.
    pub fn table(&self) -> &Table<Created> {
        &self.created
    }

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

    /// As [`Datatypes::usable`] for `count` elements; of none of them the type says nothing, and
    /// many programs leave it null.
    #[inline(always)]
    pub fn usable_for(&self, count: i64, handle: usize, argument: &str) -> Result<&Datatype> {
        match Datatype::predefined(handle) {
            Some(datatype) => Ok(datatype),
            None if count == 0 && handle == mpi::MPI_DATATYPE_NULL && !self.insists => Ok(of_nothing()),
            None => self.usable_created(handle, argument),
        }
    }

    /// As [`Datatypes::get`] for `count` elements.
    pub fn get_for(&self, count: i64, handle: usize, argument: &str) -> Result<&Datatype> {
        if count == 0 && handle == mpi::MPI_DATATYPE_NULL && !self.insists {
            return Ok(of_nothing());
        }
        self.get(handle, argument)
    }

    fn usable_created(&self, handle: usize, argument: &str) -> Result<&Datatype> {
        match self.created.get(handle) {
            Some(created) if created.is_committed && !created.is_freed => Ok(&created.datatype),
            Some(created) if !created.is_freed => Err(uncommitted(argument)),
            _ => Err(DATATYPE.violated(argument, handle)),
        }
    }

    /// Keeps a new datatype, not committed yet, and returns its handle.
    pub fn insert(&mut self, datatype: Datatype) -> usize {
        self.created.insert(Created { datatype, is_committed: false, notes: Notes::default(), holders: 0, is_freed: false })
    }

    /// A handle for `datatype`, which another was made from (`MPI_Type_get_contents`): that of a
    /// predefined datatype, else a new one that may be used in communication.
    pub fn reveal(&mut self, datatype: &Datatype) -> usize {
        let made = self
            .fortran
            .values()
            .copied()
            .find(|&handle| self.created.get(handle).is_some_and(|created| Datatype::same(&created.datatype, datatype)));
        datatype.handle().or(made).unwrap_or_else(|| {
            let handle = self.insert(datatype.clone());
            self.created.get_mut(handle).expect("just inserted").is_committed = true;
            handle
        })
    }

    /// The datatype of `MPI_Type_create_f90_real` or its kin, represented as `base`; the same for
    /// the same arguments.
    pub fn fortran(&mut self, combiner: Combiner, arguments: Vec<i64>, base: &Datatype) -> Result<usize> {
        let key = (combiner as i32, arguments);
        if let Some(&handle) = self.fortran.get(&key) {
            return Ok(handle);
        }
        let handle = self.insert(Datatype::fortran(combiner, &key.1, base)?);
        self.commit(handle, "newtype")?;
        self.fortran.insert(key, handle);
        Ok(handle)
    }

    /// Whether `handle` is a datatype that may be used in communication.
    pub fn is_committed(&self, handle: usize) -> bool {
        Datatype::predefined(handle).is_some() || self.created.get(handle).is_some_and(|created| created.is_committed)
    }

    /// Refuses a datatype that `MPI_Type_free` does not take.
    ///
    /// # Errors
    /// `MPI_ERR_TYPE` for invalid handles and predefined datatypes.
    pub fn check_freeable(&self, handle: usize, argument: &str) -> Result<()> {
        self.get(handle, argument)?;
        if self.created.get(handle).is_some_and(|created| created.is_freed) {
            return Err(DATATYPE.violated(argument, handle));
        }
        if Datatype::predefined(handle).is_some() || self.fortran.values().any(|&made| made == handle) {
            return Err(Error::new(
                mpi::MPI_ERR_TYPE,
                format!(
                    "argument {argument} is {}; only datatypes the program made can be freed",
                    mpi::handle_name(handle).unwrap_or("a predefined datatype")
                ),
            ));
        }
        Ok(())
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
    pub fn remove(&mut self, handle: usize, argument: &str) -> Result<()> {
        self.check_freeable(handle, argument)?;
        self.created_mut(handle, argument)?.is_freed = true;
        self.remove_unused(handle);
        Ok(())
    }

    /// An operation that tells functions of the program this handle begins: it stays valid for
    /// them, even if the program frees it.
    pub fn hold(&mut self, handle: usize) {
        if let Some(created) = self.created.get_mut(handle) {
            created.holders += 1;
        }
    }

    /// Ends [`Datatypes::hold`].
    pub fn release(&mut self, handle: usize) {
        if let Some(created) = self.created.get_mut(handle) {
            created.holders -= 1;
            self.remove_unused(handle);
        }
    }

    fn remove_unused(&mut self, handle: usize) {
        if self.created.get(handle).is_some_and(|created| created.is_freed && created.holders == 0) {
            self.created.remove(handle);
        }
    }
}

#[cold]
fn uncommitted(argument: &str) -> Error {
    Error::new(mpi::MPI_ERR_TYPE, format!("argument {argument} is a datatype that is not committed; call MPI_Type_commit first"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datatype_in_use_outlives_its_end_for_those_who_hold_it() {
        let mut types = Datatypes::default();
        let base = Datatype::predefined(mpi::MPI_INT).unwrap();
        let handle = types.insert(Datatype::contiguous(3, base).unwrap());
        types.commit(handle, "datatype").unwrap();
        types.hold(handle);
        types.hold(handle);
        types.remove(handle, "datatype").unwrap();
        assert!(types.get(handle, "datatype").is_ok_and(|datatype| datatype.size() == 12));
        assert!(types.usable(handle, "datatype").is_err() && types.remove(handle, "datatype").is_err());
        types.release(handle);
        assert!(types.get(handle, "datatype").is_ok());
        types.release(handle);
        assert!(types.get(handle, "datatype").is_err());
    }
}
