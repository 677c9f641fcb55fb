//! Error handlers (MPI-5 §9.3): predefined ones, and the program's functions with the reference
//! counting of §9.3.

use ferry_constants as mpi;
use ferry_handle::{Kind, Table};
use ferry_settings::InitialErrhandler;

use crate::argument::Expected;
use crate::attribute::Object;
use crate::{Result, bail};

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// `MPI_ERRORS_ARE_FATAL`: abort all processes that the program can reach.
    Fatal,
    /// `MPI_ERRORS_ABORT`: abort the processes of the object.
    Abort,
    /// `MPI_ERRORS_RETURN`: return the error code.
    Return,
    /// Call the program's function, the value of a C function pointer for this kind of object.
    Call(usize),
}

struct User {
    object: Object,
    function: usize,
    /// References the program holds: from creation and from `MPI_Comm_get_errhandler` and the like.
    held: usize,
    /// Objects with this handler.
    attached: usize,
}

/// The error handlers that exist.
pub struct Errhandlers(Table<User>);

const ERRHANDLER: Expected =
    Expected { class: mpi::MPI_ERR_ERRHANDLER, what: "error handler", null: (mpi::MPI_ERRHANDLER_NULL, "MPI_ERRHANDLER_NULL") };

impl Errhandlers {
    /// Only the predefined ones.
    pub const fn new() -> Self {
        Errhandlers(Table::new(Kind::Errhandler))
    }

    /// `MPI_Comm_create_errhandler` and the like; the program holds the handler until it frees it.
    pub fn create(&mut self, object: Object, function: usize) -> usize {
        self.0.insert(User { object, function, held: 1, attached: 0 })
    }

    /// What the handler of an object does.
    ///
    /// # Errors
    /// `MPI_ERR_ERRHANDLER` for anything but a living handler for this kind of object.
    pub fn resolve(&self, handle: usize, object: Object) -> Result<Handler> {
        match handle {
            mpi::MPI_ERRORS_ARE_FATAL => Ok(Handler::Fatal),
            mpi::MPI_ERRORS_ABORT => Ok(Handler::Abort),
            mpi::MPI_ERRORS_RETURN => Ok(Handler::Return),
            _ => match self.0.get(handle) {
                Some(user) if user.object == object => Ok(Handler::Call(user.function)),
                Some(user) => {
                    let (is, should) = (user.object.name(), object.name());
                    bail!(MPI_ERR_ERRHANDLER, "argument errhandler is {handle:#x}, made for a {is}; it must be for a {should}")
                }
                None => Err(ERRHANDLER.violated("errhandler", handle)),
            },
        }
    }

    /// Counts an object that gets the handler. Call it before [`Errhandlers::detach`] of the
    /// handler the object had.
    ///
    /// # Errors
    /// As [`Errhandlers::resolve`], also for a handler the program has freed.
    pub fn attach(&mut self, handle: usize, object: Object) -> Result<()> {
        self.resolve(handle, object)?;
        match self.0.get_mut(handle) {
            Some(user) if user.held == 0 => Err(ERRHANDLER.violated("errhandler", handle)),
            Some(user) => {
                user.attached += 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Counts an object made as a duplicate of one that has the handler.
    pub fn inherit(&mut self, handle: usize) {
        if let Some(user) = self.0.get_mut(handle) {
            user.attached += 1;
        }
    }

    /// Counts an object less.
    pub fn detach(&mut self, handle: usize) {
        if let Some(user) = self.0.get_mut(handle) {
            user.attached -= 1;
        }
        self.drop_if_unused(handle);
    }

    /// Gives the program one more reference to the handler of an object (`MPI_Comm_get_errhandler`
    /// and the like).
    pub fn hold(&mut self, handle: usize) {
        if let Some(user) = self.0.get_mut(handle) {
            user.held += 1;
        }
    }

    /// `MPI_Errhandler_free`: takes one reference back. Objects that have the handler keep it.
    ///
    /// # Errors
    /// `MPI_ERR_ERRHANDLER` for anything but a handler that the program holds; predefined ones may
    /// always be freed.
    pub fn free(&mut self, handle: usize) -> Result<()> {
        if is_predefined(handle) {
            return Ok(());
        }
        match self.0.get_mut(handle) {
            Some(user) if user.held > 0 => user.held -= 1,
            _ => return Err(ERRHANDLER.violated("errhandler", handle)),
        }
        self.drop_if_unused(handle);
        Ok(())
    }

    /// Handlers that exist, predefined ones aside.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if only the predefined handlers exist.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The handle of a living handler as an integer, as [`Table::to_int`].
    pub fn to_int(&self, handle: usize) -> Option<i32> {
        self.0.to_int(handle)
    }

    /// The handle behind such an integer, as [`Table::from_int`].
    pub fn from_int(&self, int: i32) -> Option<usize> {
        self.0.from_int(int)
    }

    fn drop_if_unused(&mut self, handle: usize) {
        if self.0.get(handle).is_some_and(|user| user.held == 0 && user.attached == 0) {
            self.0.remove(handle);
        }
    }
}

impl Default for Errhandlers {
    fn default() -> Self {
        Errhandlers::new()
    }
}

/// The handle of the error handler that a setting names.
pub fn of_setting(setting: InitialErrhandler) -> usize {
    match setting {
        InitialErrhandler::Fatal => mpi::MPI_ERRORS_ARE_FATAL,
        InitialErrhandler::Abort => mpi::MPI_ERRORS_ABORT,
        InitialErrhandler::Return => mpi::MPI_ERRORS_RETURN,
    }
}

/// True for the handlers that the ABI defines.
pub fn is_predefined(handle: usize) -> bool {
    matches!(handle, mpi::MPI_ERRORS_ARE_FATAL | mpi::MPI_ERRORS_ABORT | mpi::MPI_ERRORS_RETURN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_handlers_fit_every_object_and_outlive_every_free() {
        let mut handlers = Errhandlers::new();
        for (handle, handler) in [
            (mpi::MPI_ERRORS_ARE_FATAL, Handler::Fatal),
            (mpi::MPI_ERRORS_RETURN, Handler::Return),
            (mpi::MPI_ERRORS_ABORT, Handler::Abort),
        ] {
            for object in [Object::Comm, Object::Win, Object::File, Object::Session] {
                handlers.attach(handle, object).unwrap();
                handlers.free(handle).unwrap();
                assert_eq!(handlers.resolve(handle, object).unwrap(), handler);
            }
        }
    }

    #[test]
    fn a_freed_handler_serves_until_its_last_object_lets_go() {
        let mut handlers = Errhandlers::new();
        let handle = handlers.create(Object::Comm, 0x4000);
        handlers.attach(handle, Object::Comm).unwrap();
        handlers.inherit(handle);
        handlers.free(handle).unwrap();
        assert_eq!(handlers.resolve(handle, Object::Comm).unwrap(), Handler::Call(0x4000));
        assert_eq!(handlers.free(handle).unwrap_err().class(), mpi::MPI_ERR_ERRHANDLER);
        assert_eq!(handlers.attach(handle, Object::Comm).unwrap_err().class(), mpi::MPI_ERR_ERRHANDLER);
        handlers.detach(handle);
        handlers.hold(handle);
        handlers.detach(handle);
        assert_eq!(handlers.len(), 1);
        handlers.free(handle).unwrap();
        assert!(handlers.is_empty() && handlers.resolve(handle, Object::Comm).is_err());
    }

    #[test]
    fn handlers_for_other_objects_and_other_handles_are_refused() {
        let mut handlers = Errhandlers::new();
        let win = handlers.create(Object::Win, 0x4000);
        for (handle, words) in [
            (win, "made for a window; it must be for a communicator"),
            (mpi::MPI_ERRHANDLER_NULL, "is MPI_ERRHANDLER_NULL"),
            (mpi::MPI_COMM_WORLD, "which is a communicator handle"),
            (0, "0x0"),
        ] {
            let error = handlers.attach(handle, Object::Comm).unwrap_err();
            assert_eq!(error.class(), mpi::MPI_ERR_ERRHANDLER);
            assert!(error.message().contains(words), "{error}");
        }
        assert_eq!(handlers.free(mpi::MPI_ERRHANDLER_NULL).unwrap_err().class(), mpi::MPI_ERR_ERRHANDLER);
    }
}
