//! Info objects (MPI-5 §10): ordered lists of key and value strings.

use ferry_constants as mpi;
use ferry_handle::{Kind, Table};

use crate::argument::Expected;
use crate::{Result, bail};

/// Bytes of the longest key, without the terminating null.
pub const KEY_MAX: usize = mpi::MPI_MAX_INFO_KEY as usize - 1;
/// Bytes of the longest value, without the terminating null.
pub const VALUE_MAX: usize = mpi::MPI_MAX_INFO_VAL as usize - 1;

/// A key and its value.
type Pair = (Box<[u8]>, Box<[u8]>);

/// Keys with their values, in the order in which the keys were first set. Strings are bytes without
/// nulls, as C passes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pairs: Vec<Pair>,
}

impl Info {
    /// `MPI_Info_set`: adds the pair, or replaces the value of a key that is there.
    ///
    /// # Errors
    /// `MPI_ERR_INFO_KEY` or `MPI_ERR_INFO_VALUE` for a string of bad length.
    pub fn set(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        check_key(key)?;
        if value.len() > VALUE_MAX {
            bail!(MPI_ERR_INFO_VALUE, "argument value has {} bytes; at most {VALUE_MAX} are possible", value.len());
        }
        match self.pairs.iter_mut().find(|pair| *pair.0 == *key) {
            Some(pair) => pair.1 = value.into(),
            None => self.pairs.push((key.into(), value.into())),
        }
        Ok(())
    }

    /// The value of a key, or `None` if the key was not set.
    ///
    /// # Errors
    /// `MPI_ERR_INFO_KEY` for a key of bad length.
    pub fn get(&self, key: &[u8]) -> Result<Option<&[u8]>> {
        check_key(key)?;
        Ok(self.pairs.iter().find(|pair| *pair.0 == *key).map(|pair| &*pair.1))
    }

    /// The value of a key that is known to be well formed, as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key.as_bytes()).ok().flatten().and_then(|value| std::str::from_utf8(value).ok())
    }

    /// `MPI_Info_delete`.
    ///
    /// # Errors
    /// `MPI_ERR_INFO_NOKEY` if the key was not set, `MPI_ERR_INFO_KEY` for a key of bad length.
    pub fn delete(&mut self, key: &[u8]) -> Result<()> {
        check_key(key)?;
        let Some(at) = self.pairs.iter().position(|pair| *pair.0 == *key) else {
            bail!(MPI_ERR_INFO_NOKEY, "argument key is \"{}\", which is not in the info object", key.escape_ascii());
        };
        self.pairs.remove(at);
        Ok(())
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// True without keys.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// `MPI_Info_get_nthkey`: the `n`th key in the order of insertion.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` if there is no such key.
    pub fn nth_key(&self, n: i32) -> Result<&[u8]> {
        match usize::try_from(n).ok().and_then(|n| self.pairs.get(n)) {
            Some(pair) => Ok(&pair.0),
            None => bail!(MPI_ERR_ARG, "argument n is {n}; the info object has {} keys, numbered from 0", self.len()),
        }
    }

    /// All pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.pairs.iter().map(|pair| (&*pair.0, &*pair.1))
    }
}

fn check_key(key: &[u8]) -> Result<()> {
    match key.len() {
        0 => bail!(MPI_ERR_INFO_KEY, "argument key is empty"),
        1..=KEY_MAX => Ok(()),
        len => bail!(MPI_ERR_INFO_KEY, "argument key has {len} bytes; at most {KEY_MAX} are possible"),
    }
}

/// What `MPI_INFO_ENV` tells about how the program was started (MPI-5 §11.5.3). What is not known
/// has no key.
#[derive(Clone, Debug, Default)]
pub struct Startup {
    /// The program and its arguments.
    pub command: Vec<Vec<u8>>,
    /// How many processes were to be started.
    pub max_processes: Option<u32>,
    /// The name of this process's machine.
    pub host: Option<String>,
    /// The architecture, as `uname -m` calls it.
    pub architecture: Option<String>,
    /// The working directory at the start.
    pub directory: Option<Vec<u8>>,
    /// The thread level that was asked for, by its MPI name.
    pub thread_level: Option<&'static str>,
}

impl Startup {
    /// The info object with these facts. Values that exceed the limits of info objects are cut.
    pub fn info(&self) -> Info {
        let arguments = self.command.get(1..).filter(|arguments| !arguments.is_empty()).map(|arguments| arguments.join(&b' '));
        let maximum = self.max_processes.map(|count| count.to_string().into_bytes());
        let pairs = [
            ("command", self.command.first().cloned()),
            ("argv", arguments),
            ("maxprocs", maximum),
            ("host", self.host.clone().map(String::into_bytes)),
            ("arch", self.architecture.clone().map(String::into_bytes)),
            ("wdir", self.directory.clone()),
            ("thread_level", self.thread_level.map(|level| level.as_bytes().to_vec())),
        ];
        let known = pairs.into_iter().filter_map(|(key, value)| value.map(|value| (key, value)));
        let cut = |value: Vec<u8>| value[..value.len().min(VALUE_MAX)].into();
        Info { pairs: known.map(|(key, value)| (key.as_bytes().into(), cut(value))).collect() }
    }
}

const INFO: Expected = Expected { class: mpi::MPI_ERR_INFO, what: "info", null: (mpi::MPI_INFO_NULL, "MPI_INFO_NULL") };

/// The info objects a program holds handles of, and `MPI_INFO_ENV`.
pub struct Infos {
    environment: Info,
    created: Table<Info>,
}

impl Infos {
    /// No objects, and an empty `MPI_INFO_ENV`.
    pub const fn new() -> Self {
        Infos { environment: Info { pairs: Vec::new() }, created: Table::new(Kind::Info) }
    }

    /// Fills `MPI_INFO_ENV`.
    pub fn set_environment(&mut self, environment: Info) {
        self.environment = environment;
    }

    /// The object behind a handle.
    ///
    /// # Errors
    /// `MPI_ERR_INFO` for anything but a living info object; `argument` names the argument in the
    /// message.
    pub fn get(&self, handle: usize, argument: &str) -> Result<&Info> {
        if handle == mpi::MPI_INFO_ENV {
            return Ok(&self.environment);
        }
        self.created.get(handle).ok_or_else(|| INFO.violated(argument, handle))
    }

    /// The object behind the handle of an argument that may be `MPI_INFO_NULL`.
    ///
    /// # Errors
    /// As [`Infos::get`].
    pub fn get_optional(&self, handle: usize, argument: &str) -> Result<Option<&Info>> {
        if handle == mpi::MPI_INFO_NULL { Ok(None) } else { self.get(handle, argument).map(Some) }
    }

    /// As [`Infos::get`], for change.
    ///
    /// # Errors
    /// `MPI_ERR_INFO` also for `MPI_INFO_ENV`, which is read-only.
    pub fn get_mut(&mut self, handle: usize, argument: &str) -> Result<&mut Info> {
        refuse_environment(handle, argument)?;
        self.created.get_mut(handle).ok_or_else(|| INFO.violated(argument, handle))
    }

    /// A handle for a new object.
    pub fn insert(&mut self, info: Info) -> usize {
        self.created.insert(info)
    }

    /// `MPI_Info_free`.
    ///
    /// # Errors
    /// `MPI_ERR_INFO` for anything but a living info object that the program created.
    pub fn free(&mut self, handle: usize) -> Result<()> {
        refuse_environment(handle, "info")?;
        self.created.remove(handle).map(|_| ()).ok_or_else(|| INFO.violated("info", handle))
    }

    /// The table of created objects.
    pub fn table(&self) -> &Table<Info> {
        &self.created
    }
}

impl Default for Infos {
    fn default() -> Self {
        Infos::new()
    }
}

fn refuse_environment(handle: usize, argument: &str) -> Result<()> {
    if handle == mpi::MPI_INFO_ENV {
        bail!(MPI_ERR_INFO, "argument {argument} is MPI_INFO_ENV, which is read-only; work on a copy made by MPI_Info_dup");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_an_ordered_list(steps in prop::collection::vec((any::<bool>(), 0..6u8, 0..9u8), 0..40)) {
            let (mut info, mut model) = (Info::default(), Vec::<(u8, u8)>::new());
            for (set, key, value) in steps {
                let known = model.iter().position(|pair| pair.0 == key);
                if set {
                    info.set(&[b'a' + key], &[b'0' + value]).unwrap();
                    match known {
                        Some(at) => model[at].1 = value,
                        None => model.push((key, value)),
                    }
                } else {
                    prop_assert_eq!(info.delete(&[b'a' + key]).is_ok(), known.map(|at| model.remove(at)).is_some());
                }
                let pairs: Vec<_> = info.iter().map(|(key, value)| (key[0] - b'a', value[0] - b'0')).collect();
                prop_assert_eq!(&pairs, &model);
            }
        }
    }

    #[test]
    fn lengths_are_checked() {
        let mut info = Info::default();
        assert!(info.set(&[b'k'; KEY_MAX], &[b'v'; VALUE_MAX]).is_ok());
        assert_eq!(info.get(&[b'k'; KEY_MAX]).unwrap().map(<[u8]>::len), Some(VALUE_MAX));
        assert_eq!(info.set(&[b'k'; KEY_MAX + 1], b"").unwrap_err().class(), mpi::MPI_ERR_INFO_KEY);
        assert_eq!(info.set(b"", b"v").unwrap_err().class(), mpi::MPI_ERR_INFO_KEY);
        assert_eq!(info.get(b"").unwrap_err().class(), mpi::MPI_ERR_INFO_KEY);
        assert_eq!(info.set(b"k", &[b'v'; VALUE_MAX + 1]).unwrap_err().class(), mpi::MPI_ERR_INFO_VALUE);
        assert_eq!(info.len(), 1);
    }

    #[test]
    fn missing_keys_are_errors_of_their_own() {
        let mut info = Info::default();
        info.set(b"a", b"").unwrap();
        assert_eq!(info.get(b"a").unwrap(), Some(&b""[..]));
        assert_eq!(info.get(b"b").unwrap(), None);
        assert_eq!(info.delete(b"b").unwrap_err().class(), mpi::MPI_ERR_INFO_NOKEY);
        assert_eq!(info.nth_key(0).unwrap(), b"a");
        for n in [-1, 1, i32::MAX] {
            assert_eq!(info.nth_key(n).unwrap_err().class(), mpi::MPI_ERR_ARG);
        }
    }

    #[test]
    fn the_environment_is_read_only() {
        let mut infos = Infos::new();
        let startup = Startup {
            command: vec![b"prog".to_vec(), b"-n".to_vec(), vec![b'x'; 3000]],
            max_processes: Some(4),
            host: Some("node".into()),
            thread_level: Some("MPI_THREAD_SINGLE"),
            ..Startup::default()
        };
        infos.set_environment(startup.info());
        let environment = infos.get(mpi::MPI_INFO_ENV, "info").unwrap();
        assert_eq!(environment.text("command"), Some("prog"));
        assert_eq!(environment.text("argv").map(str::len), Some(VALUE_MAX));
        assert_eq!(environment.text("maxprocs"), Some("4"));
        assert_eq!(environment.text("wdir"), None);
        assert_eq!(infos.get_mut(mpi::MPI_INFO_ENV, "info").unwrap_err().class(), mpi::MPI_ERR_INFO);
        assert_eq!(infos.free(mpi::MPI_INFO_ENV).unwrap_err().class(), mpi::MPI_ERR_INFO);
    }

    #[test]
    fn only_null_is_optional() {
        let mut infos = Infos::new();
        let handle = infos.insert(Info::default());
        assert!(infos.get_optional(mpi::MPI_INFO_NULL, "info").unwrap().is_none());
        assert!(infos.get_optional(handle, "info").unwrap().is_some());
        infos.free(handle).unwrap();
        assert_eq!(infos.get_optional(handle, "info").unwrap_err().class(), mpi::MPI_ERR_INFO);
        assert_eq!(infos.free(mpi::MPI_INFO_NULL).unwrap_err().class(), mpi::MPI_ERR_INFO);
    }
}
