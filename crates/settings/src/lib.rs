//! The one table of settings: what a user may tell Ferry through the environment.
//!
//! [`table`] lists every setting with its doc, its default and its parser. [`Settings::from_env`]
//! reads an environment into typed fields and says what it did not understand. The environment is
//! any iterator of name-value pairs, as nothing here calls the operating system. A value that does
//! not parse leaves the default in force and yields a [`Warning`], and so does an unknown variable
//! whose name begins with `FERRY_`.
//!
//! - `table`: the settings themselves.
//! - `value`: parsers and printers of the values.
//! - `warning`: what reading an environment may complain about.
#![forbid(unsafe_code)]

mod table;
mod value;
mod warning;

use std::ffi::{OsStr, OsString};

pub use table::{Setting, Settings, table};
pub use value::{
    Async, AutoOff, BufferReuse, CollectiveChoice, DumpSignal, InitialErrhandler, NetworkChoice, OnOff, RdmaReceives,
    RdmaTransport, Spin, Stats, UdRepair, parse_bytes,
};
pub use warning::{Warning, nearest_name};

/// Begins the name of every variable that belongs to Ferry.
pub const PREFIX: &str = "FERRY_";

/// Variables of Ferry's own commands (`mpiexec` to its processes, a user to `mpicc`): known, but no
/// settings of the library.
pub const COMMAND_VARIABLES: &[&str] = &[
    "FERRY_APPNUM",
    "FERRY_CC",
    "FERRY_CXX",
    "FERRY_FC",
    "FERRY_FORTRAN_MODULES",
    "FERRY_HOSTFILE",
    "FERRY_HOST_NAME",
    "FERRY_JOB_ID",
    "FERRY_JOB_SECRET",
    "FERRY_LOCAL_RANK",
    "FERRY_LOCAL_SIZE",
    "FERRY_NAMES",
    "FERRY_NODE_COUNT",
    "FERRY_NODE_FD",
    "FERRY_NODE_RANKS",
    "FERRY_PARENT_PORT",
    "FERRY_RSH",
];

/// Where the value of a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The built-in default.
    Default,
    /// An environment variable.
    Environment,
    /// The program, through MPI_T.
    Program,
}

impl Origin {
    /// One word for a report.
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Default => "default",
            Origin::Environment => "environment",
            Origin::Program => "program",
        }
    }
}

impl Settings {
    /// Reads settings from an environment, for instance `std::env::vars_os()`.
    ///
    /// Variables that do not begin with [`PREFIX`] are ignored. Of a variable given twice the last
    /// counts.
    pub fn from_env<K, V>(environment: impl IntoIterator<Item = (K, V)>) -> (Self, Vec<Warning>)
    where
        K: AsRef<OsStr>,
        V: AsRef<OsStr>,
    {
        let mut settings = Self::default();
        let mut warnings = Vec::new();
        for (name, value) in environment {
            let Some(name) = name.as_ref().to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
            if let Err(warning) = settings.set(name, value.as_ref()) {
                warnings.push(warning);
            }
        }
        (settings, warnings)
    }

    /// Every setting with its present value and its origin, in the order of [`table`].
    pub fn rows(&self) -> impl Iterator<Item = (&'static Setting, String, Origin)> {
        table().iter().zip(&self.origins).map(|(setting, origin)| (setting, setting.show(self), *origin))
    }

    /// Where the value of setting `name` comes from; `None` if there is no such setting.
    pub fn origin(&self, name: &str) -> Option<Origin> {
        Some(self.origins[table().iter().position(|setting| setting.name == name)?])
    }

    /// Gives the setting at `index` in [`table`] the value that `text` is, for the program; on an
    /// error, which says what is wrong, nothing changes.
    pub fn change(&mut self, index: usize, text: &str) -> Result<(), String> {
        table()[index].apply(self, text)?;
        self.origins[index] = Origin::Program;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &OsStr) -> Result<(), Warning> {
        let Some(index) = table().iter().position(|setting| setting.name == name) else {
            return if COMMAND_VARIABLES.contains(&name) { Ok(()) } else { Err(Warning::unknown(name)) };
        };
        let setting = &table()[index];
        let applied = match value.to_str() {
            Some(text) => setting.apply(self, text.trim()),
            None => Err("not valid UTF-8".to_owned()),
        };
        applied.map_err(|reason| Warning::invalid(setting, OsString::from(value), reason))?;
        self.origins[index] = Origin::Environment;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use ferry_protocol::method::Method;

    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (Settings, Vec<Warning>) {
        Settings::from_env(pairs.iter().copied())
    }

    #[test]
    fn an_empty_environment_gives_the_defaults() {
        let (settings, warnings) = read(&[("PATH", "/bin")]);
        assert_eq!(settings, Settings::default());
        assert!(warnings.is_empty());
    }

    #[test]
    fn each_default_in_the_table_parses_to_the_default() {
        for setting in table() {
            let (settings, warnings) = read(&[(setting.name, setting.default)]);
            assert!(warnings.is_empty(), "{}: {warnings:?}", setting.name);
            assert_eq!(setting.show(&settings), setting.show(&Settings::default()), "{}", setting.name);
            assert_eq!(setting.show(&settings), setting.default, "{}", setting.name);
        }
    }

    #[test]
    fn each_value_keeps_its_meaning_and_origin() {
        let (settings, warnings) = read(&[
            ("FERRY_EAGER_MAX", "16K"),
            ("FERRY_UNEXPECTED_BUDGET", "1MiB"),
            ("FERRY_LARGE_MESSAGES", "vmsplice"),
            ("FERRY_SPIN", "250"),
            ("FERRY_ASYNC", "on"),
            ("FERRY_HUGE_PAGES", "off"),
            ("FERRY_SHARED_HEAP", "on"),
            ("FERRY_FAULT_TOLERANCE", "on"),
            ("FERRY_CHECK", "on"),
            ("FERRY_STRICT", "on"),
            ("FERRY_WINDOW_THREAD", "off"),
            ("FERRY_STATS", "/tmp/stats.json"),
            ("FERRY_RECORD", "/tmp/buffers"),
            ("FERRY_NETWORK", "tcp"),
            ("FERRY_RDMA_DEVICE", "rxe0:1"),
            ("FERRY_RDMA_GID", "1"),
            ("FERRY_RDMA_RINGS", "3"),
            ("FERRY_BUFFER_REUSE", "50"),
            ("FERRY_RDMA_RECEIVES", "0, 40,1K"),
            ("FERRY_RDMA_TRANSPORT", "ud-copy"),
            ("FERRY_RDMA_CONNECTIONS", "5"),
            ("FERRY_UD_POOL", "0"),
            ("FERRY_UD_ZCOPY_MIN", "64K"),
            ("FERRY_UD_PATHS", "4"),
            ("FERRY_UD_REPAIR", "block"),
            ("FERRY_UD_SILENCE", "9"),
            ("FERRY_TCP_INTERFACES", "eth0,10.1.0.0/16"),
            ("FERRY_TCP_TIMEOUT", "7"),
            ("FERRY_WATCHDOG", "5"),
            ("FERRY_DUMP_SIGNAL", "USR2"),
            ("FERRY_INITIAL_ERRHANDLER", "mpi_errors_return"),
            ("FERRY_MEMORY_ALLOC_KINDS", "system"),
            ("FERRY_COLLECTIVE", "allreduce=ring, bcast=binomial"),
            ("FERRY_TUNING", "/etc/ferry-tuning.toml"),
        ]);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(settings.eager_max, 16384);
        assert_eq!(settings.unexpected_budget, 1 << 20);
        assert_eq!((settings.spin, settings.asynchronous), (Spin::Count(250), Async::On));
        assert_eq!((settings.large_messages, settings.huge_pages), (Some(Method::Vmsplice), AutoOff::Off));
        assert_eq!((settings.shared_heap, settings.fault_tolerance), (OnOff::On, OnOff::On));
        assert_eq!((settings.rdma_gid, settings.rdma_rings), (Some(1), 3));
        assert_eq!(settings.buffer_reuse, BufferReuse::Percent(50));
        assert_eq!((settings.network, settings.rdma_device.as_str(), settings.rdma_gid), (NetworkChoice::Tcp, "rxe0:1", Some(1)));
        assert_eq!(settings.rdma_receives, RdmaReceives::Sizes(vec![0, 40, 1024]));
        assert_eq!((settings.rdma_transport, settings.ud_repair), (RdmaTransport::UdCopy, UdRepair::Block));
        assert_eq!(settings.rdma_connections, 5);
        assert_eq!((settings.ud_pool, settings.ud_zcopy_min, settings.ud_silence), (0, Some(65536), NonZeroU32::new(9)));
        assert_eq!(settings.ud_paths, 4);
        assert_eq!((settings.tcp_interfaces.as_str(), settings.tcp_timeout.get()), ("eth0,10.1.0.0/16", 7));
        assert_eq!((settings.watchdog, settings.dump_signal), (NonZeroU32::new(5), DumpSignal::User2));
        assert_eq!((settings.initial_errhandler, settings.memory_alloc_kinds.as_str()), (InitialErrhandler::Return, "system"));
        assert_eq!(settings.stats, Stats::Json("/tmp/stats.json".into()));
        assert_eq!(settings.record, "/tmp/buffers");
        let pairs: Vec<_> = settings.collective.iter().map(|c| (c.collective.as_str(), c.algorithm.as_str())).collect();
        assert_eq!(pairs, [("allreduce", "ring"), ("bcast", "binomial")]);
        assert_eq!(settings.tuning, "/etc/ferry-tuning.toml");
        assert!(settings.rows().all(|(_, _, origin)| origin == Origin::Environment));
        assert_eq!(settings.origin("FERRY_SPIN"), Some(Origin::Environment));
        assert_eq!((Settings::default().origin("FERRY_SPIN"), settings.origin("FERRY_SPUN")), (Some(Origin::Default), None));
    }

    #[test]
    fn what_the_program_changes_is_its_own() {
        let index = table().iter().position(|setting| setting.name == "FERRY_EAGER_MAX").unwrap();
        let mut settings = Settings::default();
        assert!(settings.change(index, "lots").is_err());
        assert_eq!(settings, Settings::default());
        settings.change(index, "3000").unwrap();
        assert_eq!((settings.eager_max, settings.origin("FERRY_EAGER_MAX")), (3000, Some(Origin::Program)));
        assert_eq!(settings.origin("FERRY_SPIN"), Some(Origin::Default));
    }

    #[test]
    fn a_bad_value_leaves_the_default_and_says_so() {
        let (settings, warnings) = read(&[("FERRY_EAGER_MAX", "lots"), ("FERRY_SPIN", "-1"), ("FERRY_STATS", "sumary")]);
        assert_eq!(settings, Settings::default());
        assert_eq!(warnings.len(), 3);
        let text = warnings[0].to_string();
        assert!(text.contains("FERRY_EAGER_MAX") && text.contains("lots") && text.contains("8192"), "{text}");
    }

    #[test]
    fn impossible_buckets_are_refused_with_the_reason() {
        for (text, reason) in [
            ("8", "1 sizes"),
            ("8,8", "ascend"),
            ("8,12", "multiples of 8"),
            ("0,8,4", "ascend"),
            ("8,2M", "to 1M"),
            ("tub", "nor peer"),
        ] {
            let (settings, warnings) = read(&[("FERRY_RDMA_RECEIVES", text)]);
            assert_eq!(settings.rdma_receives, RdmaReceives::Bucket);
            assert!(warnings[0].to_string().contains(reason), "{}", warnings[0]);
        }
        for (text, meant) in [("peer", RdmaReceives::Peer), ("bucket-rc", RdmaReceives::BucketRc)] {
            let (settings, _) = read(&[("FERRY_RDMA_RECEIVES", text)]);
            assert_eq!((settings.rdma_receives.to_string().as_str(), &settings.rdma_receives), (text, &meant));
        }
    }

    #[test]
    fn a_value_that_is_no_text_is_a_bad_value() {
        use std::os::unix::ffi::OsStrExt;
        let (settings, warnings) = Settings::from_env([("FERRY_SPIN", OsStr::from_bytes(b"\xff"))]);
        assert_eq!(settings.spin, Spin::Auto);
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn an_unknown_variable_is_reported_with_the_nearest_name() {
        let (_, warnings) = read(&[("FERRY_EAGERMAX", "1"), ("FERRY_QQQQQQQQ", "1"), ("FERRYBOAT", "1")]);
        assert_eq!(warnings.len(), 2);
        assert!(warnings[0].to_string().contains("FERRY_EAGER_MAX"), "{}", warnings[0]);
        assert!(!warnings[1].to_string().contains("did you mean"), "{}", warnings[1]);
    }

    #[test]
    fn variables_of_the_commands_are_known() {
        let (_, warnings) = read(&[("FERRY_CC", "clang"), ("FERRY_NODE_FD", "5")]);
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}
