//! Values as bytes and back, for the words between launcher and agents: little-endian numbers,
//! texts and lists after their length.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The bytes are not what the words promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a malformed message")]
pub struct Malformed;

/// A value that travels.
pub trait Wire: Sized {
    /// Appends the value.
    fn put(&self, out: &mut Vec<u8>);
    /// Takes a value from the front.
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed>;
}

/// All bytes as one value.
pub fn decode<T: Wire>(mut bytes: &[u8]) -> Result<T, Malformed> {
    let value = T::take(&mut bytes)?;
    if bytes.is_empty() { Ok(value) } else { Err(Malformed) }
}

fn split<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], Malformed> {
    let (front, rest) = bytes.split_at_checked(count).ok_or(Malformed)?;
    *bytes = rest;
    Ok(front)
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
                split(bytes, size_of::<$number>())?.try_into().map(<$number>::from_le_bytes).map_err(|_| Malformed)
            }
        }
    )* };
}

numbers!(u8, u32, u64, i32);

impl Wire for usize {
    fn put(&self, out: &mut Vec<u8>) {
        (*self as u64).put(out);
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        u64::take(bytes)?.try_into().map_err(|_| Malformed)
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        match u8::take(bytes)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }
}

impl Wire for OsString {
    fn put(&self, out: &mut Vec<u8>) {
        put_bytes(self.as_os_str(), out);
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        let count = usize::take(bytes)?;
        split(bytes, count).map(|bytes| OsString::from_vec(bytes.to_vec()))
    }
}

fn put_bytes(text: &OsStr, out: &mut Vec<u8>) {
    text.len().put(out);
    out.extend_from_slice(text.as_bytes());
}

impl Wire for String {
    fn put(&self, out: &mut Vec<u8>) {
        put_bytes(OsStr::new(self), out);
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        OsString::take(bytes)?.into_string().map_err(|_| Malformed)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        self.iter().for_each(|item| item.put(out));
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        let count = usize::take(bytes)?;
        // An item takes a byte at least: no count can ask for more memory than the message has.
        if count > bytes.len() {
            return Err(Malformed);
        }
        (0..count).map(|_| T::take(bytes)).collect()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|value| value.put(out));
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        bool::take(bytes)?.then(|| T::take(bytes)).transpose()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn take(bytes: &mut &[u8]) -> Result<Self, Malformed> {
        Ok((A::take(bytes)?, B::take(bytes)?))
    }
}

/// A struct field by field, in the order given.
macro_rules! wire_struct {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::mpiexec::wire::Wire for $name {
            fn put(&self, out: &mut Vec<u8>) {
                $( $crate::mpiexec::wire::Wire::put(&self.$field, out); )*
            }
            fn take(bytes: &mut &[u8]) -> Result<Self, $crate::mpiexec::wire::Malformed> {
                $( let $field = $crate::mpiexec::wire::Wire::take(bytes)?; )*
                Ok($name { $($field),* })
            }
        }
    };
}

/// An enum as the number of the variant and its fields in the order given.
macro_rules! wire_enum {
    ($name:ident { $($number:literal => $variant:ident $({ $($field:ident),* })?),* $(,)? }) => {
        impl $crate::mpiexec::wire::Wire for $name {
            fn put(&self, out: &mut Vec<u8>) {
                match self {
                    $( $name::$variant $({ $($field),* })? => {
                        out.push($number);
                        $( $( $crate::mpiexec::wire::Wire::put($field, out); )* )?
                    } )*
                }
            }
            fn take(bytes: &mut &[u8]) -> Result<Self, $crate::mpiexec::wire::Malformed> {
                match <u8 as $crate::mpiexec::wire::Wire>::take(bytes)? {
                    $( $number => Ok($name::$variant $({ $($field: $crate::mpiexec::wire::Wire::take(bytes)?),* })?), )*
                    _ => Err($crate::mpiexec::wire::Malformed),
                }
            }
        }
    };
}

pub(super) use {wire_enum, wire_struct};
