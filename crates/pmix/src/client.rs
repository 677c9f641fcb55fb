//! A process's connection to a PMIx server, as safe functions.
//!
//! # Safety arguments
//! - CALL-1: strings are `CString`s and structures are whole values of the types in `ffi`, alive
//!   during the call; libpmix keeps no pointer to them. A count beside a null pointer is 0.
//! - CALL-2: behind `PMIx_Init` every function may be called from any thread; a `Client` exists
//!   only behind it. Behind `PMIx_Finalize` they return an error.
//! - VALUE-1: a value that `PMIx_Get` yields is allocated with `malloc`, belongs to the caller and
//!   is freed once, and so is its string, which ends with a zero. The field of the union that is
//!   read is the one that its type names.
//! - TEXT-1: `PMIx_Error_string` yields a constant string, or null.

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use crate::ffi;
use crate::library::{self, Library, LoadError};

/// How long to wait for a word of another rank, in seconds. Those who ask are past a fence: only a
/// lost server takes longer.
const FETCH_LIMIT_SECONDS: i32 = 60;

/// What can go wrong with PMIx.
#[derive(Debug, thiserror::Error)]
pub enum PmixError {
    /// The library is not there.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A function of the library failed.
    #[error("{function} failed: {reason} ({status})")]
    Failed {
        /// Which.
        function: &'static str,
        /// The library's words for it.
        reason: String,
        /// The library's number for it.
        status: i32,
    },
    /// A text with a zero byte, or a key that is too long.
    #[error("'{0}' cannot be a key or a value of PMIx")]
    BadText(String),
    /// The server does not say what every server has to.
    #[error("the PMIx server does not tell {0}")]
    Untold(&'static str),
}

/// A connection to a PMIx server.
pub struct Client {
    library: Library,
    own: ffi::Proc,
    /// Ranks of this job on the server's node.
    neighbors: Vec<u32>,
}

impl Client {
    /// Loads libpmix and connects to the server that the environment names.
    pub fn connect(variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, PmixError> {
        let library = library::load(variable)?;
        let mut own = ffi::Proc { namespace: [0; ffi::NAMESPACE_BYTES], rank: 0 };
        // SAFETY: CALL-1.
        let status = unsafe { (library.init)(&raw mut own, ptr::null_mut(), 0) };
        let mut client = Client { library, own, neighbors: Vec::new() };
        client.checked("PMIx_Init", status)?;
        let listed = client.job_value(c"pmix.lpeers")?.and_then(|value| value.text()).unwrap_or_default();
        client.neighbors = listed.split(',').filter_map(|rank| rank.trim().parse().ok()).collect();
        Ok(client)
    }

    /// Rank of this process in the job.
    pub fn rank(&self) -> u32 {
        self.own.rank
    }

    /// Number of processes of the job.
    pub fn size(&self) -> Result<u32, PmixError> {
        self.job_number(c"pmix.job.size")?.ok_or(PmixError::Untold("the size of the job (pmix.job.size)"))
    }

    /// Number of processes the job could have.
    pub fn universe_size(&self) -> Result<Option<u32>, PmixError> {
        self.job_number(c"pmix.univ.size")
    }

    /// Position of this program in the job's command line.
    pub fn appnum(&self) -> Result<Option<u32>, PmixError> {
        Ok(self.get(self.own.rank, c"pmix.appnum", &[immediately()])?.and_then(|value| value.number()))
    }

    /// Ranks of this job on the server's node; none if the server does not tell.
    pub fn neighbors(&self) -> &[u32] {
        &self.neighbors
    }

    /// Publishes a word that the others [`fetch`](Self::fetch) after the next
    /// [`fence`](Self::fence).
    pub fn put(&mut self, key: &str, word: &str) -> Result<(), PmixError> {
        let (key, word) = (key_text(key)?, text(word)?);
        let mut value = ffi::Value { kind: ffi::TYPE_STRING, data: ffi::Data { text: word.as_ptr().cast_mut() } };
        // SAFETY: CALL-1, CALL-2; the library copies the value.
        let status = unsafe { (self.library.put)(ffi::SCOPE_GLOBAL, key.as_ptr(), &raw mut value) };
        self.checked("PMIx_Put", status)
    }

    /// What `rank` has published under `key`; `None` if nothing. It travels now, if it has to.
    pub fn fetch(&self, rank: u32, key: &str) -> Result<Option<String>, PmixError> {
        // What a neighbor has published is at the server, which else would wait for more of it to
        // come.
        let directive = if self.neighbors.contains(&rank) { immediately() } else { with_time_limit() };
        Ok(self.get(rank, &key_text(key)?, &[directive])?.and_then(|value| value.text()))
    }

    /// Waits until every rank of the job has called it. What was published travels to all nodes: a
    /// server that has got some words of a rank, because somebody asked, does not look for later
    /// ones.
    pub fn fence(&mut self) -> Result<(), PmixError> {
        // SAFETY: CALL-2.
        let status = unsafe { (self.library.commit)() };
        self.checked("PMIx_Commit", status)?;
        let collecting = directive(b"pmix.collect", TRUE);
        // SAFETY: CALL-1, CALL-2; no processes stand for all of the job.
        let status = unsafe { (self.library.fence)(ptr::null(), 0, &raw const collecting, 1) };
        self.checked("PMIx_Fence", status)
    }

    /// Asks the launcher to end the job with `code`, and to show `message`.
    pub fn abort(&mut self, code: i32, message: &str) -> Result<(), PmixError> {
        let message = text(message)?;
        // SAFETY: CALL-1, CALL-2; no processes stand for all of the job.
        let status = unsafe { (self.library.abort)(code, message.as_ptr(), ptr::null_mut(), 0) };
        self.checked("PMIx_Abort", status)
    }

    /// Says goodbye.
    pub fn finalize(&mut self) -> Result<(), PmixError> {
        // SAFETY: CALL-1, CALL-2.
        let status = unsafe { (self.library.finalize)(ptr::null(), 0) };
        self.checked("PMIx_Finalize", status)
    }

    fn job_number(&self, key: &CStr) -> Result<Option<u32>, PmixError> {
        Ok(self.job_value(key)?.and_then(|value| value.number()))
    }

    fn job_value(&self, key: &CStr) -> Result<Option<Owned>, PmixError> {
        self.get(ffi::RANK_WILDCARD, key, &[immediately()])
    }

    fn get(&self, rank: u32, key: &CStr, directives: &[ffi::Info]) -> Result<Option<Owned>, PmixError> {
        let process = ffi::Proc { rank, ..self.own.clone() };
        let mut value = ptr::null_mut();
        let (first, count) = (directives.as_ptr(), directives.len());
        // SAFETY: CALL-1, CALL-2.
        let status = unsafe { (self.library.get)(&raw const process, key.as_ptr(), first, count, &raw mut value) };
        if status == ffi::ERR_NOT_FOUND {
            return Ok(None);
        }
        self.checked("PMIx_Get", status)?;
        Ok((!value.is_null()).then_some(Owned(value)))
    }

    fn checked(&self, function: &'static str, status: ffi::Status) -> Result<(), PmixError> {
        if status == ffi::SUCCESS {
            return Ok(());
        }
        // SAFETY: TEXT-1.
        let words = unsafe { (self.library.error_string)(status) };
        // SAFETY: TEXT-1.
        let words = (!words.is_null()).then(|| unsafe { CStr::from_ptr(words) });
        let reason = words.map_or_else(|| "unknown".to_owned(), |words| words.to_string_lossy().into_owned());
        Err(PmixError::Failed { function, reason, status })
    }
}

const TRUE: ffi::Value = ffi::Value { kind: ffi::TYPE_BOOL, data: ffi::Data { flag: true } };

/// The directive that a get gives up in the end.
fn with_time_limit() -> ffi::Info {
    directive(b"pmix.timeout", ffi::Value { kind: ffi::TYPE_INT, data: ffi::Data { int32: FETCH_LIMIT_SECONDS } })
}

/// The directive that a get looks no further than the server.
fn immediately() -> ffi::Info {
    directive(b"pmix.immediate", TRUE)
}

fn directive(name: &[u8], value: ffi::Value) -> ffi::Info {
    let mut key: [c_char; ffi::KEY_BYTES] = [0; ffi::KEY_BYTES];
    for (place, byte) in key.iter_mut().zip(name) {
        *place = *byte as c_char;
    }
    ffi::Info { key, flags: 0, value }
}

fn text(text: &str) -> Result<CString, PmixError> {
    CString::new(text).map_err(|_| PmixError::BadText(text.escape_debug().to_string()))
}

fn key_text(key: &str) -> Result<CString, PmixError> {
    match key.len() < ffi::KEY_BYTES {
        true => text(key),
        false => Err(PmixError::BadText(key.to_owned())),
    }
}

/// A value that libpmix gave away.
struct Owned(*mut ffi::Value);

impl Owned {
    /// A number, if it is one that is not negative.
    fn number(&self) -> Option<u32> {
        // SAFETY: VALUE-1.
        unsafe {
            let ffi::Value { kind, data } = *self.0;
            match kind {
                ffi::TYPE_UINT | ffi::TYPE_UINT32 | ffi::TYPE_RANK => Some(data.uint32),
                ffi::TYPE_UINT16 => Some(data.uint16.into()),
                ffi::TYPE_INT | ffi::TYPE_INT32 => data.int32.try_into().ok(),
                _ => None,
            }
        }
    }

    fn text(&self) -> Option<String> {
        let text = self.string()?;
        // SAFETY: VALUE-1.
        Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    fn string(&self) -> Option<*mut c_char> {
        // SAFETY: VALUE-1.
        let text = unsafe { ((*self.0).kind == ffi::TYPE_STRING).then(|| (*self.0).data.text) };
        text.filter(|text| !text.is_null())
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(text) = self.string() {
            // SAFETY: VALUE-1.
            unsafe { libc::free(text.cast()) };
        }
        // SAFETY: VALUE-1.
        unsafe { libc::free(self.0.cast()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(kind: u16, data: ffi::Data) -> Owned {
        // SAFETY: a fresh allocation of the right size, written whole.
        unsafe {
            let value = libc::malloc(size_of::<ffi::Value>()).cast::<ffi::Value>();
            value.write(ffi::Value { kind, data });
            Owned(value)
        }
    }

    #[test]
    fn numbers_of_all_types_are_read() {
        let zero = ffi::Data { words: [0; 3] };
        assert_eq!(owned(ffi::TYPE_UINT32, ffi::Data { uint32: 7 }).number(), Some(7));
        assert_eq!(owned(ffi::TYPE_UINT16, ffi::Data { uint16: 7 }).number(), Some(7));
        assert_eq!(owned(ffi::TYPE_INT, ffi::Data { int32: 7 }).number(), Some(7));
        assert_eq!(owned(ffi::TYPE_INT, ffi::Data { int32: -1 }).number(), None);
        assert_eq!(owned(1, zero).number(), None);
    }

    #[test]
    fn strings_are_copied_and_freed() {
        // SAFETY: strdup of a constant.
        let text = unsafe { libc::strdup(c"a word".as_ptr()) };
        let value = owned(ffi::TYPE_STRING, ffi::Data { text });
        assert_eq!((value.text().as_deref(), value.number()), (Some("a word"), None));
        assert_eq!(owned(ffi::TYPE_STRING, ffi::Data { text: ptr::null_mut() }).text(), None);
    }

    #[test]
    fn keys_and_words_end_with_a_zero_and_hold_none() {
        assert!(matches!(text("a\0b"), Err(PmixError::BadText(_))));
        assert!(matches!(key_text(&"k".repeat(ffi::KEY_BYTES)), Err(PmixError::BadText(_))));
        assert_eq!(key_text("key").unwrap().as_c_str(), c"key");
    }
}
