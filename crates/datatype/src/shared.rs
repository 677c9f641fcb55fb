//! A cheap shared pointer that may also point at a static.

use std::ops::Deref;
use std::sync::Arc;

/// Shared ownership of an immutable value; cloning a static one touches no reference count.
#[derive(Debug)]
pub enum Shared<T: ?Sized + 'static> {
    /// Lives as long as the program.
    Static(&'static T),
    /// Lives as long as its last owner.
    Counted(Arc<T>),
}

impl<T: ?Sized> Shared<T> {
    /// Whether both point at the same value.
    pub fn same(a: &Self, b: &Self) -> bool {
        std::ptr::addr_eq::<T, T>(&**a, &**b)
    }
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Shared::Counted(Arc::new(value))
    }
}

impl<T> From<Vec<T>> for Shared<[T]> {
    fn from(values: Vec<T>) -> Self {
        Shared::Counted(values.into())
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Shared::Static(value) => Shared::Static(value),
            Shared::Counted(value) => Shared::Counted(Arc::clone(value)),
        }
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Shared::Static(value) => value,
            Shared::Counted(value) => value,
        }
    }
}
