//! Keys and values cached on communicators, datatypes and windows (MPI-5 §7.7).
//!
//! The copy and delete functions of a key are the program's; they must run without any borrow of
//! the process state. So this module only says what would have to be called ([`Copier`],
//! [`Deleter`]); the caller takes a snapshot of an object's attributes, runs the functions, and
//! changes the object item by item.

use std::collections::BTreeMap;

use ferry_constants as mpi;

use crate::{Error, Result, bail};

/// The kind of object that a key or an error handler is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// `MPI_Comm`
    Comm,
    /// `MPI_Datatype`
    Type,
    /// `MPI_Win`
    Win,
    /// `MPI_File`, for error handlers only
    File,
    /// `MPI_Session`, for error handlers only
    Session,
}

impl Object {
    /// The name of the kind in messages.
    pub fn name(self) -> &'static str {
        match self {
            Object::Comm => "communicator",
            Object::Type => "datatype",
            Object::Win => "window",
            Object::File => "file",
            Object::Session => "session",
        }
    }
}

/// A copy or delete function with the extra state it wants, as the values that the program gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callback {
    /// The C function.
    pub function: usize,
    /// Its `extra_state`.
    pub extra_state: usize,
}

/// What duplicating an object does with an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copier {
    /// The duplicate does not get it (`MPI_COMM_NULL_COPY_FN` and the like).
    Nothing,
    /// The duplicate gets the same value (`MPI_COMM_DUP_FN` and the like).
    Same,
    /// The program's function decides.
    Call(Callback),
}

/// What deleting an attribute does: `None` for `MPI_COMM_NULL_DELETE_FN` and the like.
pub type Deleter = Option<Callback>;

struct Keyval {
    object: Object,
    copier: Copier,
    deleter: Deleter,
    /// True once the program freed the key; it then lives until `uses` is zero.
    freed: bool,
    /// Attributes that exist under the key.
    uses: usize,
}

/// The keys that exist, predefined ones aside. The value of a key is never given out twice.
pub struct Keyvals {
    next: i32,
    keys: BTreeMap<i32, Keyval>,
}

/// The smallest key a program creates, clear of the predefined ones.
const FIRST_KEY: i32 = 0x1000;

impl Default for Keyvals {
    fn default() -> Self {
        Keyvals { next: FIRST_KEY, keys: BTreeMap::new() }
    }
}

impl Keyvals {
    /// `MPI_Comm_create_keyval` and the like.
    ///
    /// # Errors
    /// `MPI_ERR_INTERN` when 2^31 keys were created.
    pub fn create(&mut self, object: Object, copier: Copier, deleter: Deleter) -> Result<i32> {
        let key = self.next;
        self.next = key.checked_add(1).ok_or_else(|| Error::internal("all 2^31 attribute keys were used"))?;
        self.keys.insert(key, Keyval { object, copier, deleter, freed: false, uses: 0 });
        Ok(key)
    }

    /// `MPI_Comm_free_keyval` and the like: the key stays until the last attribute under it is
    /// gone. As long as it does, freeing it once more through a copy of its number changes nothing.
    ///
    /// # Errors
    /// `MPI_ERR_KEYVAL` for anything but a key of this kind of object.
    pub fn free(&mut self, object: Object, key: i32) -> Result<()> {
        self.check(object, key)?;
        if let Some(keyval) = self.keys.get_mut(&key) {
            keyval.freed = true;
        }
        self.drop_if_unused(key);
        Ok(())
    }

    /// Refuses a key under which no attribute of `object` can be set.
    ///
    /// # Errors
    /// `MPI_ERR_KEYVAL` for predefined keys, freed keys, keys for another kind of object and
    /// numbers that are no keys.
    pub fn check_settable(&self, object: Object, key: i32) -> Result<()> {
        match self.find(object, key)? {
            keyval if keyval.freed => bail!(MPI_ERR_KEYVAL, "attribute key {key} was freed"),
            _ => Ok(()),
        }
    }

    /// Refuses a key under which no attribute of `object` can exist. A freed key passes while
    /// attributes exist under it.
    ///
    /// # Errors
    /// `MPI_ERR_KEYVAL` otherwise.
    pub fn check(&self, object: Object, key: i32) -> Result<()> {
        self.find(object, key).map(|_| ())
    }

    fn find(&self, object: Object, key: i32) -> Result<&Keyval> {
        match self.keys.get(&key) {
            Some(keyval) if keyval.object == object => Ok(keyval),
            Some(keyval) => {
                bail!(MPI_ERR_KEYVAL, "attribute key {key} is for a {}, not for a {}", keyval.object.name(), object.name())
            }
            None if key == mpi::MPI_KEYVAL_INVALID => bail!(MPI_ERR_KEYVAL, "the attribute key is MPI_KEYVAL_INVALID"),
            None if is_predefined(key) => {
                bail!(MPI_ERR_KEYVAL, "attribute key {key} is predefined and cannot be set, deleted or freed")
            }
            None => bail!(MPI_ERR_KEYVAL, "{key} is a freed or invalid attribute key"),
        }
    }

    /// What duplicating an object does with an attribute under `key`.
    pub fn copier(&self, key: i32) -> Copier {
        self.keys.get(&key).map_or(Copier::Nothing, |keyval| keyval.copier)
    }

    /// What deleting an attribute under `key` calls.
    pub fn deleter(&self, key: i32) -> Deleter {
        self.keys.get(&key).and_then(|keyval| keyval.deleter)
    }

    /// Keys that exist, also freed ones that attributes hold alive.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// True if no key exists.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn count_use(&mut self, key: i32) {
        if let Some(keyval) = self.keys.get_mut(&key) {
            keyval.uses += 1;
        }
    }

    fn count_loss(&mut self, key: i32) {
        if let Some(keyval) = self.keys.get_mut(&key) {
            keyval.uses -= 1;
        }
        self.drop_if_unused(key);
    }

    fn drop_if_unused(&mut self, key: i32) {
        if self.keys.get(&key).is_some_and(|keyval| keyval.freed && keyval.uses == 0) {
            self.keys.remove(&key);
        }
    }
}

/// True for the keys that the ABI defines.
pub fn is_predefined(key: i32) -> bool {
    (mpi::MPI_TAG_UB..=mpi::MPI_UNIVERSE_SIZE).contains(&key) || (mpi::MPI_WIN_BASE..=mpi::MPI_WIN_MODEL).contains(&key)
}

/// The attributes of one object, oldest first. Values are pointer-sized and belong to the program.
#[derive(Debug, Default)]
pub struct Attributes {
    list: Vec<(i32, usize)>,
}

impl Attributes {
    /// The value under a key.
    pub fn get(&self, key: i32) -> Option<usize> {
        self.list.iter().find(|item| item.0 == key).map(|item| item.1)
    }

    /// Sets the value under a key, which the caller has checked; the attribute is the newest from
    /// now on. If the key had a value, the caller has run its delete function.
    pub fn set(&mut self, keyvals: &mut Keyvals, key: i32, value: usize) {
        match self.list.iter().position(|item| item.0 == key) {
            Some(at) => {
                self.list.remove(at);
            }
            None => keyvals.count_use(key),
        }
        self.list.push((key, value));
    }

    /// Forgets the attribute under a key, if there is one; the caller has run its delete function.
    pub fn remove(&mut self, keyvals: &mut Keyvals, key: i32) {
        if let Some(at) = self.list.iter().position(|item| item.0 == key) {
            self.list.remove(at);
            keyvals.count_loss(key);
        }
    }

    /// The attributes as they are now: key and value, oldest first.
    pub fn snapshot(&self) -> Vec<(i32, usize)> {
        self.list.clone()
    }

    /// The attribute that was set last.
    pub fn last(&self) -> Option<(i32, usize)> {
        self.list.last().copied()
    }

    /// True without attributes.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELETE: Deleter = Some(Callback { function: 0x4000, extra_state: 8 });

    #[test]
    fn freed_keys_live_as_long_as_their_attributes() {
        let mut keyvals = Keyvals::default();
        let key = keyvals.create(Object::Comm, Copier::Same, DELETE).unwrap();
        let (mut a, mut b) = (Attributes::default(), Attributes::default());
        a.set(&mut keyvals, key, 1);
        a.set(&mut keyvals, key, 2);
        b.set(&mut keyvals, key, 3);
        keyvals.free(Object::Comm, key).unwrap();
        keyvals.free(Object::Comm, key).unwrap();
        assert!(keyvals.check(Object::Comm, key).is_ok());
        assert_eq!(keyvals.check_settable(Object::Comm, key).unwrap_err().class(), mpi::MPI_ERR_KEYVAL);
        a.remove(&mut keyvals, key);
        assert_eq!(keyvals.deleter(key), DELETE);
        b.remove(&mut keyvals, key);
        assert_eq!(keyvals.check(Object::Comm, key).unwrap_err().class(), mpi::MPI_ERR_KEYVAL);
        assert_eq!(keyvals.free(Object::Comm, key).unwrap_err().class(), mpi::MPI_ERR_KEYVAL);
        assert!(keyvals.is_empty());
    }

    #[test]
    fn keys_are_not_given_out_twice() {
        let mut keyvals = Keyvals::default();
        let first = keyvals.create(Object::Comm, Copier::Nothing, None).unwrap();
        keyvals.free(Object::Comm, first).unwrap();
        assert_ne!(keyvals.create(Object::Comm, Copier::Nothing, None).unwrap(), first);
        keyvals.next = i32::MAX;
        assert!(keyvals.create(Object::Comm, Copier::Nothing, None).is_err());
    }

    #[test]
    fn bad_keys_are_told_apart() {
        let mut keyvals = Keyvals::default();
        let win = keyvals.create(Object::Win, Copier::Nothing, None).unwrap();
        for (key, words) in [
            (win, "is for a window, not for a communicator"),
            (mpi::MPI_TAG_UB, "predefined"),
            (mpi::MPI_UNIVERSE_SIZE, "predefined"),
            (mpi::MPI_LASTUSEDCODE, "predefined"),
            (mpi::MPI_WIN_MODEL, "predefined"),
            (mpi::MPI_KEYVAL_INVALID, "MPI_KEYVAL_INVALID"),
            (-5, "-5 is a freed or invalid attribute key"),
            (win + 1, "freed or invalid"),
        ] {
            for error in [keyvals.free(Object::Comm, key).unwrap_err(), keyvals.check(Object::Comm, key).unwrap_err()] {
                assert_eq!(error.class(), mpi::MPI_ERR_KEYVAL);
                assert!(error.message().contains(words), "{error}");
            }
        }
        keyvals.free(Object::Win, win).unwrap();
        assert!(keyvals.free(Object::Win, win).is_err());
    }

    #[test]
    fn attributes_are_ordered_by_when_they_were_set() {
        let mut keyvals = Keyvals::default();
        let keys: Vec<_> = (0..4).map(|_| keyvals.create(Object::Comm, Copier::Nothing, None).unwrap()).collect();
        let mut attributes = Attributes::default();
        for (value, key) in keys.iter().enumerate() {
            attributes.set(&mut keyvals, *key, value);
        }
        attributes.set(&mut keyvals, keys[0], 9);
        attributes.remove(&mut keyvals, keys[2]);
        attributes.remove(&mut keyvals, keys[2]);
        assert_eq!(attributes.snapshot(), [(keys[1], 1), (keys[3], 3), (keys[0], 9)]);
        assert_eq!(attributes.last(), Some((keys[0], 9)));
        assert_eq!((attributes.get(keys[1]), attributes.get(keys[2])), (Some(1), None));
    }
}
