//! The error every MPI call ends with: a class of the standard (MPI-5 §9.4) and a message that
//! names argument, value and fix. The name of the call is put in front by the ABI layer.

use std::fmt;

use ferry_constants as mpi;

use crate::attribute::Object;

/// Shorthand for results of MPI's rules.
pub type Result<T> = std::result::Result<T, Error>;

/// A failed MPI call. One pointer wide, so that `Result<(), Error>` travels in a register.
#[derive(Clone, Debug)]
pub struct Error(Box<Detail>);

#[derive(Clone, Debug)]
struct Detail {
    class: i32,
    message: String,
    comm: Option<usize>,
    file: Option<usize>,
    errhandler: Option<(Object, usize)>,
}

impl Error {
    /// An error of the given class (`MPI_ERR_...`).
    #[cold]
    pub fn new(class: i32, message: impl Into<String>) -> Self {
        Error(Box::new(Detail { class, message: message.into(), comm: None, file: None, errhandler: None }))
    }

    /// The error class or code, as the call returns it.
    pub fn class(&self) -> i32 {
        self.0.class
    }

    /// It as an error of another class.
    pub fn of_class(mut self, class: i32) -> Self {
        self.0.class = class;
        self
    }

    /// What went wrong, without the name of the call.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The error belongs to this communicator, whatever the call's own object is (requests,
    /// messages).
    pub fn on(mut self, comm: usize) -> Self {
        self.0.comm = Some(comm);
        self
    }

    /// See [`Error::on`].
    pub fn comm(&self) -> Option<usize> {
        self.0.comm
    }

    /// The error belongs to this file, whatever the call's own object is (requests).
    pub fn on_file(mut self, file: usize) -> Self {
        self.0.file = Some(file);
        self
    }

    /// See [`Error::on_file`].
    pub fn file(&self) -> Option<usize> {
        self.0.file
    }

    /// The error goes to an error handler that the call was given for an object it was to make.
    pub fn for_handler(mut self, object: Object, errhandler: usize) -> Self {
        self.0.errhandler = Some((object, errhandler));
        self
    }

    /// See [`Error::for_handler`].
    pub fn errhandler(&self) -> Option<(Object, usize)> {
        self.0.errhandler
    }

    /// A bug of Ferry's own.
    #[cold]
    pub fn internal(message: impl Into<String>) -> Self {
        Error::new(mpi::MPI_ERR_INTERN, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

/// `bail!(MPI_ERR_ARG, "argument n is {n}; ...")`: return early with an [`Error`] of that class.
#[macro_export]
macro_rules! bail {
    ($class:ident, $($message:tt)+) => {
        return Err($crate::Error::new(ferry_constants::$class, format!($($message)+)))
    };
}
