//! Error classes and codes with their texts (MPI-5 §9.4, §9.5): those of the standard, and those a
//! program adds.
//!
//! Ferry returns error classes as error codes; details go into the message that the error handler
//! prints.

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
        if mpi::error_class(class).is_none() && !self.is_added_class(class) {
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
            None => mpi::error_class(code).map(|_| code).ok_or_else(|| unknown(code, "errorcode")),
        }
    }

    /// `MPI_Error_string`: at most [`TEXT_MAX`] bytes. The texts of the standard's classes begin
    /// with the name of the class.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a number that is no error code.
    pub fn text(&self, code: i32) -> Result<Vec<u8>> {
        match (self.added.get(&code), mpi::error_class(code)) {
            (Some(added), _) => Ok(added.text.clone()),
            (None, Some(class)) => Ok(format!("{}: {}", class.name, class.text).into_bytes()),
            (None, None) => Err(unknown(code, "errorcode")),
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
        if mpi::error_class(code).is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_standard_fit_and_name_their_class() {
        let codes = ErrorCodes::new();
        for class in mpi::ERROR_CLASSES {
            let text = codes.text(class.code).unwrap();
            assert!(text.len() <= TEXT_MAX && text.starts_with(class.name.as_bytes()), "{text:?}");
        }
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
