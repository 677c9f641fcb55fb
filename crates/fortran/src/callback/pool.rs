//! A limited number of C functions, each of which stands for one procedure of the program.
//!
//! C hands reduction operations and error handlers nothing that would tell whose they are: each
//! procedure needs a C function of its own. A procedure keeps its function, as operations may be
//! under way when a handle is freed.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Procedures of one kind. Programs have a handful.
pub const PROCEDURES: usize = 256;

/// The addresses of procedures, in the order in which they came.
pub struct Pool {
    procedures: [AtomicUsize; PROCEDURES],
    used: Mutex<usize>,
}

impl Pool {
    pub const fn new() -> Self {
        Self { procedures: [const { AtomicUsize::new(0) }; PROCEDURES], used: Mutex::new(0) }
    }

    /// The number of a procedure; none if there are too many.
    pub fn number(&self, procedure: usize) -> Option<usize> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.procedures[..*used].iter().position(|other| other.load(Ordering::Relaxed) == procedure);
        if known.is_some() || *used == PROCEDURES {
            return known;
        }
        self.procedures[*used].store(procedure, Ordering::Release);
        *used += 1;
        Some(*used - 1)
    }

    /// The procedure of a number that was given.
    pub fn procedure(&self, number: usize) -> usize {
        self.procedures[number].load(Ordering::Acquire)
    }
}

/// The addresses of `$function::<0>`, `$function::<1>` and so on, as many as a pool has.
macro_rules! functions {
    ($function:ident) => {
        functions!(@rows $function 0 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240)
    };
    (@rows $function:ident $($row:literal)*) => {
        [$($crate::callback::pool::functions!(@row $function $row)),*]
    };
    (@row $function:ident $row:literal) => {
        [
            $function::<{ $row }> as *const (), $function::<{ $row + 1 }> as *const (), $function::<{ $row + 2 }> as *const (),
            $function::<{ $row + 3 }> as *const (), $function::<{ $row + 4 }> as *const (), $function::<{ $row + 5 }> as *const (),
            $function::<{ $row + 6 }> as *const (), $function::<{ $row + 7 }> as *const (), $function::<{ $row + 8 }> as *const (),
            $function::<{ $row + 9 }> as *const (), $function::<{ $row + 10 }> as *const (), $function::<{ $row + 11 }> as *const (),
            $function::<{ $row + 12 }> as *const (), $function::<{ $row + 13 }> as *const (), $function::<{ $row + 14 }> as *const (),
            $function::<{ $row + 15 }> as *const (),
        ]
    };
}
pub(crate) use functions;

/// The C function of a number, out of what [`functions`] made.
pub fn at(functions: &[[*const (); 16]; PROCEDURES / 16], number: usize) -> usize {
    functions[number / 16][number % 16] as usize
}
