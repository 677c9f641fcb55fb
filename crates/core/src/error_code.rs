//! Error classes and codes with their texts (MPI-5 §9.4, §9.5): those of the standard, and those a program adds.
//!
//! Ferry returns error classes as error codes; details go into the message that the error handler prints.

use std::collections::BTreeMap;

use ferry_constants as mpi;

use crate::{Error, Result, bail};

/// Bytes of the longest error text, without the terminating null.
pub const TEXT_MAX: usize = mpi::MPI_MAX_ERROR_STRING as usize - 1;

struct Added {
    /// The class of a code; a class is its own.
    class: i32,
    text: Vec<u8>,
}

/// The classes and codes that the program added. Numbers are never given out twice.
pub struct ErrorCodes {
    last_used: i32,
    added: BTreeMap<i32, Added>,
}

impl ErrorCodes {
    /// None added.
    pub const fn new() -> Self {
        ErrorCodes { last_used: mpi::MPI_ERR_LASTCODE, added: BTreeMap::new() }
    }

    /// The value of the attribute `MPI_LASTUSEDCODE`.
    pub fn last_used(&self) -> i32 {
        self.last_used
    }

    /// `MPI_Add_error_class`.
    ///
    /// # Errors
    /// `MPI_ERR_INTERN` when all numbers were used.
    pub fn add_class(&mut self) -> Result<i32> {
        let class = self.next()?;
        self.added.insert(class, Added { class, text: Vec::new() });
        Ok(class)
    }

    /// `MPI_Add_error_code`: a new code of a class of the standard or an added one.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` if `class` is no class.
    pub fn add_code(&mut self, class: i32) -> Result<i32> {
        if standard_text(class).is_none() && !self.is_added_class(class) {
            bail!(MPI_ERR_ARG, "argument errorclass is {class}, which is no error class");
        }
        let code = self.next()?;
        self.added.insert(code, Added { class, text: Vec::new() });
        Ok(code)
    }

    /// `MPI_Add_error_string`; an earlier text is replaced.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a code the program did not add and for a text beyond [`TEXT_MAX`] bytes.
    pub fn set_text(&mut self, code: i32, text: &[u8]) -> Result<()> {
        if text.len() > TEXT_MAX {
            bail!(MPI_ERR_ARG, "argument string has {} bytes; at most {TEXT_MAX} are possible", text.len());
        }
        self.find(code, "errorcode")?.text = text.to_vec();
        Ok(())
    }

    /// `MPI_Remove_error_string`: the text is empty again.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a code the program did not add.
    pub fn remove_text(&mut self, code: i32) -> Result<()> {
        self.find(code, "errorcode")?.text.clear();
        Ok(())
    }

    /// `MPI_Remove_error_code`.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for anything but an added code without a text.
    pub fn remove_code(&mut self, code: i32) -> Result<()> {
        if self.is_added_class(code) {
            bail!(MPI_ERR_ARG, "argument errorcode is {code}, which is an error class; use MPI_Remove_error_class");
        }
        self.remove(code, "errorcode")
    }

    /// `MPI_Remove_error_class`.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for anything but an added class without codes and text.
    pub fn remove_class(&mut self, class: i32) -> Result<()> {
        self.find(class, "errorclass")?;
        if !self.is_added_class(class) {
            bail!(MPI_ERR_ARG, "argument errorclass is {class}, which is an error code; use MPI_Remove_error_code");
        }
        if let Some((code, _)) = self.added.iter().find(|(code, added)| **code != class && added.class == class) {
            bail!(MPI_ERR_ARG, "argument errorclass is {class}, which still has code {code}; remove its codes first");
        }
        self.remove(class, "errorclass")
    }

    /// `MPI_Error_class`.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a number that is no error code.
    pub fn class_of(&self, code: i32) -> Result<i32> {
        match self.added.get(&code) {
            Some(added) => Ok(added.class),
            None => standard_text(code).map(|_| code).ok_or_else(|| unknown(code, "errorcode")),
        }
    }

    /// `MPI_Error_string`: at most [`TEXT_MAX`] bytes.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a number that is no error code.
    pub fn text(&self, code: i32) -> Result<&[u8]> {
        match self.added.get(&code) {
            Some(added) => Ok(&added.text),
            None => standard_text(code).map(str::as_bytes).ok_or_else(|| unknown(code, "errorcode")),
        }
    }

    fn next(&mut self) -> Result<i32> {
        let next = self.last_used.checked_add(1).ok_or_else(|| Error::internal("all error codes were used"))?;
        self.last_used = next;
        Ok(next)
    }

    fn is_added_class(&self, number: i32) -> bool {
        self.added.get(&number).is_some_and(|added| added.class == number)
    }

    fn find(&mut self, code: i32, argument: &str) -> Result<&mut Added> {
        if standard_text(code).is_some() {
            bail!(MPI_ERR_ARG, "argument {argument} is {code}, which belongs to the standard");
        }
        self.added.get_mut(&code).ok_or_else(|| unknown(code, argument))
    }

    fn remove(&mut self, code: i32, argument: &str) -> Result<()> {
        if !self.find(code, argument)?.text.is_empty() {
            bail!(MPI_ERR_ARG, "argument {argument} is {code}, which still has a text; call MPI_Remove_error_string first");
        }
        self.added.remove(&code);
        Ok(())
    }
}

impl Default for ErrorCodes {
    fn default() -> Self {
        ErrorCodes::new()
    }
}

#[cold]
fn unknown(code: i32, argument: &str) -> Error {
    Error::new(mpi::MPI_ERR_ARG, format!("argument {argument} is {code}, which is neither of the standard nor was it added"))
}

/// Declares the texts so that each begins with the name of its class.
macro_rules! texts {
    ($($class:ident: $text:literal,)*) => {
        const TEXTS: &[(i32, &str)] = &[$((mpi::$class, concat!(stringify!($class), ": ", $text)),)*];
    };
}

texts! {
    MPI_SUCCESS: "no error",
    MPI_ERR_BUFFER: "invalid buffer address",
    MPI_ERR_COUNT: "invalid count",
    MPI_ERR_TYPE: "invalid datatype",
    MPI_ERR_TAG: "invalid tag",
    MPI_ERR_COMM: "invalid communicator",
    MPI_ERR_RANK: "invalid rank",
    MPI_ERR_REQUEST: "invalid request",
    MPI_ERR_ROOT: "invalid root",
    MPI_ERR_GROUP: "invalid group",
    MPI_ERR_OP: "invalid reduction operation",
    MPI_ERR_TOPOLOGY: "invalid topology",
    MPI_ERR_DIMS: "invalid dimensions",
    MPI_ERR_ARG: "invalid argument",
    MPI_ERR_UNKNOWN: "unknown error",
    MPI_ERR_TRUNCATE: "message longer than the receive buffer",
    MPI_ERR_OTHER: "an error without a class of its own",
    MPI_ERR_INTERN: "internal error of the MPI library",
    MPI_ERR_PENDING: "the operation has neither failed nor completed",
    MPI_ERR_IN_STATUS: "the error code is in the status",
    MPI_ERR_ACCESS: "permission denied",
    MPI_ERR_AMODE: "invalid file access mode",
    MPI_ERR_ASSERT: "invalid assertion",
    MPI_ERR_BAD_FILE: "invalid file name",
    MPI_ERR_BASE: "invalid base address",
    MPI_ERR_CONVERSION: "data conversion function failed",
    MPI_ERR_DISP: "invalid displacement",
    MPI_ERR_DUP_DATAREP: "the data representation is defined already",
    MPI_ERR_FILE_EXISTS: "the file exists already",
    MPI_ERR_FILE_IN_USE: "the file is in use",
    MPI_ERR_FILE: "invalid file handle",
    MPI_ERR_INFO_KEY: "invalid info key",
    MPI_ERR_INFO_NOKEY: "the info object does not have the key",
    MPI_ERR_INFO_VALUE: "invalid info value",
    MPI_ERR_INFO: "invalid info object",
    MPI_ERR_IO: "input or output failed",
    MPI_ERR_KEYVAL: "invalid attribute key",
    MPI_ERR_LOCKTYPE: "invalid lock type",
    MPI_ERR_NAME: "the service name was not published",
    MPI_ERR_NO_MEM: "out of memory",
    MPI_ERR_NOT_SAME: "the processes of a collective call passed different arguments",
    MPI_ERR_NO_SPACE: "not enough space on the device",
    MPI_ERR_NO_SUCH_FILE: "no such file",
    MPI_ERR_PORT: "invalid port name",
    MPI_ERR_QUOTA: "quota exceeded",
    MPI_ERR_READ_ONLY: "read-only file or file system",
    MPI_ERR_RMA_ATTACH: "memory cannot be attached",
    MPI_ERR_RMA_CONFLICT: "conflicting accesses to a window",
    MPI_ERR_RMA_RANGE: "target memory outside the window",
    MPI_ERR_RMA_SHARED: "memory cannot be shared",
    MPI_ERR_RMA_SYNC: "wrong synchronization of one-sided operations",
    MPI_ERR_SERVICE: "invalid service name",
    MPI_ERR_SIZE: "invalid size",
    MPI_ERR_SPAWN: "processes could not be started",
    MPI_ERR_UNSUPPORTED_DATAREP: "unsupported data representation",
    MPI_ERR_UNSUPPORTED_OPERATION: "unsupported operation",
    MPI_ERR_WIN: "invalid window",
    MPI_ERR_RMA_FLAVOR: "wrong flavor of window",
    MPI_ERR_PROC_ABORTED: "a peer process was aborted",
    MPI_ERR_VALUE_TOO_LARGE: "a value does not fit into the result",
    MPI_ERR_SESSION: "invalid session",
    MPI_ERR_ERRHANDLER: "invalid error handler",
    MPI_ERR_ABI: "mismatch of the application binary interface",
    MPI_T_ERR_CANNOT_INIT: "the tools interface cannot be initialized",
    MPI_T_ERR_NOT_ACCESSIBLE: "the functionality is not accessible",
    MPI_T_ERR_NOT_INITIALIZED: "the tools interface is not initialized",
    MPI_T_ERR_NOT_SUPPORTED: "the functionality is not supported",
    MPI_T_ERR_MEMORY: "out of memory",
    MPI_T_ERR_INVALID: "invalid use of the tools interface",
    MPI_T_ERR_INVALID_INDEX: "invalid index",
    MPI_T_ERR_INVALID_ITEM: "invalid item",
    MPI_T_ERR_INVALID_SESSION: "invalid session of performance variables",
    MPI_T_ERR_INVALID_HANDLE: "invalid handle",
    MPI_T_ERR_INVALID_NAME: "unknown name",
    MPI_T_ERR_OUT_OF_HANDLES: "no more handles",
    MPI_T_ERR_OUT_OF_SESSIONS: "no more sessions",
    MPI_T_ERR_CVAR_SET_NOT_NOW: "the control variable cannot be set at this time",
    MPI_T_ERR_CVAR_SET_NEVER: "the control variable cannot be set",
    MPI_T_ERR_PVAR_NO_WRITE: "the performance variable cannot be written",
    MPI_T_ERR_PVAR_NO_STARTSTOP: "the performance variable cannot be started or stopped",
    MPI_T_ERR_PVAR_NO_ATOMIC: "the performance variable cannot be read and reset at once",
    MPI_ERR_LASTCODE: "last error code of the standard",
}

/// The text of an error class of the standard, which begins with the name of the class; `None` for any other number.
pub fn standard_text(class: i32) -> Option<&'static str> {
    TEXTS.iter().find(|text| text.0 == class).map(|text| text.1)
}

/// The name of an error class of the standard, as in `MPI_ERR_COMM`.
pub fn standard_name(class: i32) -> Option<&'static str> {
    standard_text(class).and_then(|text| text.split(':').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_up_to_the_newest_has_a_text_of_its_own() {
        for class in 0..=mpi::MPI_ERR_ABI {
            let text = standard_text(class).unwrap_or_else(|| panic!("class {class} has no text"));
            assert!(text.len() <= TEXT_MAX && text.starts_with("MPI_"), "{text}");
        }
        for (at, (class, _)) in TEXTS.iter().enumerate() {
            assert!(TEXTS[..at].iter().all(|earlier| earlier.0 != *class), "class {class} twice");
        }
        assert_eq!(standard_name(mpi::MPI_ERR_TRUNCATE), Some("MPI_ERR_TRUNCATE"));
        assert_eq!((standard_text(-1), standard_text(mpi::MPI_ERR_ABI + 1)), (None, None));
    }

    #[test]
    fn classes_and_codes_count_up() {
        let mut codes = ErrorCodes::new();
        let class = codes.add_class().unwrap();
        assert_eq!((class, codes.last_used()), (mpi::MPI_ERR_LASTCODE + 1, class));
        let code = codes.add_code(class).unwrap();
        let of_standard = codes.add_code(mpi::MPI_ERR_OTHER).unwrap();
        assert_eq!(codes.last_used(), of_standard);
        assert_eq!(codes.class_of(class).unwrap(), class);
        assert_eq!(codes.class_of(code).unwrap(), class);
        assert_eq!(codes.class_of(of_standard).unwrap(), mpi::MPI_ERR_OTHER);
        assert_eq!(codes.class_of(mpi::MPI_ERR_TAG).unwrap(), mpi::MPI_ERR_TAG);
        assert_eq!(codes.add_code(code).unwrap_err().class(), mpi::MPI_ERR_ARG);
        assert_eq!(codes.class_of(of_standard + 1).unwrap_err().class(), mpi::MPI_ERR_ARG);
    }

    #[test]
    fn texts_are_empty_until_set() {
        let mut codes = ErrorCodes::new();
        let class = codes.add_class().unwrap();
        assert_eq!(codes.text(class).unwrap(), b"");
        codes.set_text(class, b"out of cheese").unwrap();
        assert_eq!(codes.text(class).unwrap(), b"out of cheese");
        assert!(codes.set_text(mpi::MPI_ERR_TAG, b"x").is_err());
        assert!(codes.set_text(class, &[b'x'; TEXT_MAX + 1]).is_err());
        assert!(codes.text(-1).is_err());
    }

    #[test]
    fn removal_goes_text_codes_class() {
        let mut codes = ErrorCodes::new();
        let class = codes.add_class().unwrap();
        let code = codes.add_code(class).unwrap();
        codes.set_text(code, b"code").unwrap();
        codes.set_text(class, b"class").unwrap();
        assert!(codes.remove_class(class).is_err() && codes.remove_code(code).is_err());
        codes.remove_text(code).unwrap();
        assert!(codes.remove_class(code).is_err() && codes.remove_code(class).is_err());
        codes.remove_code(code).unwrap();
        assert!(codes.remove_code(code).is_err());
        assert!(codes.remove_class(class).is_err(), "the class still has a text");
        codes.remove_text(class).unwrap();
        codes.remove_class(class).unwrap();
        assert!(codes.remove_class(class).is_err());
        assert_eq!(codes.last_used(), code);
        for standard in [0, mpi::MPI_ERR_OTHER, -7] {
            assert!(codes.remove_class(standard).is_err());
            assert!(codes.remove_code(standard).is_err());
            assert!(codes.remove_text(standard).is_err());
        }
    }
}
