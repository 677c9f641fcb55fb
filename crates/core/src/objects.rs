//! Objects of one kind behind handles: windows, sessions.

use std::ops::{Deref, DerefMut};

use ferry_handle::{Kind, Table};

use crate::argument::Expected;
use crate::error::Result;

/// What a table holds, and what is said of handles that are none of it.
pub trait ObjectKind {
    /// The kind of its handles.
    const KIND: Kind;
    /// What an argument has to be.
    const EXPECTED: Expected;
    /// What functions call the argument.
    const ARGUMENT: &'static str;
}

/// The objects of a kind that a process has.
pub struct Objects<T>(Table<T>);

impl<T: ObjectKind> Default for Objects<T> {
    fn default() -> Self {
        Objects(Table::new(T::KIND))
    }
}

impl<T> Deref for Objects<T> {
    type Target = Table<T>;

    #[inline]
    fn deref(&self) -> &Table<T> {
        &self.0
    }
}

impl<T> DerefMut for Objects<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Table<T> {
        &mut self.0
    }
}

impl<T: ObjectKind> Objects<T> {
    /// The object behind the argument.
    ///
    /// # Errors
    /// [`ObjectKind::EXPECTED`] for anything but a living one.
    #[inline]
    pub fn find(&self, handle: usize) -> Result<&T> {
        self.0.get(handle).ok_or_else(|| T::EXPECTED.violated(T::ARGUMENT, handle))
    }

    /// As [`Objects::find`], for change.
    ///
    /// # Errors
    /// As [`Objects::find`].
    #[inline]
    pub fn find_mut(&mut self, handle: usize) -> Result<&mut T> {
        self.0.get_mut(handle).ok_or_else(|| T::EXPECTED.violated(T::ARGUMENT, handle))
    }
}
