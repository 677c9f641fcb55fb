//! The types of settings, with parsers whose errors say what is wrong with a value and printers
//! that parsers read back.

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;

use ferry_protocol::method::{CHOICES, Method};

/// An enumeration whose values are words, with what is wrong with others.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $complaint:literal { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            pub(crate) fn parse(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok($name::$variant),)*
                    _ => Err($complaint.to_owned()),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$variant => $word,)*
                })
            }
        }
    };
}

/// How long a waiting rank polls before it yields its CPU and then sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spin {
    /// Long when every rank of the node has a CPU, next to nothing when ranks outnumber CPUs.
    Auto,
    /// This number of polls.
    Count(u32),
}

impl Spin {
    /// Reads `auto` or a count.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Spin::Auto);
        }
        text.parse().map(Spin::Count).map_err(|_| "neither auto nor a number from 0 to 4294967295".to_owned())
    }
}

impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spin::Auto => f.write_str("auto"),
            Spin::Count(count) => write!(f, "{count}"),
        }
    }
}

/// A method for messages beyond the eager limit, or none for what is cheapest for each.
pub(crate) fn parse_method(text: &str) -> Result<Option<Method>, String> {
    match Method::of_name(text) {
        None if text != "auto" => Err(format!("none of {CHOICES}")),
        method => Ok(method),
    }
}

/// As [`parse_method`] reads it.
pub(crate) fn show_method(method: &Option<Method>) -> String {
    method.map_or("auto", Method::name).to_owned()
}

words! {
    /// What carries messages between nodes.
    NetworkChoice, "none of auto, tcp, rdma" {
        /// RDMA between processes that both have it, else TCP.
        Auto = "auto",
        /// TCP.
        Tcp = "tcp",
        /// RDMA, and nothing else.
        Rdma = "rdma",
    }
}

words! {
    /// How messages over RDMA travel.
    RdmaTransport, "none of auto, rc, ud-copy, ud-zcopy" {
        /// Over reliable connections, or over datagrams first where there are too many peers.
        Auto = "auto",
        /// Over reliable connections.
        Rc = "rc",
        /// Over datagrams, large messages through buffers.
        UdCopy = "ud-copy",
        /// Over datagrams, large messages straight into the receiver's memory.
        UdZcopy = "ud-zcopy",
    }
}

words! {
    /// What is sent again of a large message over datagrams.
    UdRepair, "neither missing nor block" {
        /// What is missing.
        Missing = "missing",
        /// The block that it is of.
        Block = "block",
    }
}

/// Reads a number of queue pairs; whether the adapter has as many is found when it is opened.
pub(crate) fn parse_pairs(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "not a number of queue pairs".to_owned())
}

/// Ways through the network that can be told apart at most.
const MOST_PATHS: u8 = 16;

/// Reads a number of ways through the network.
pub(crate) fn parse_paths(text: &str) -> Result<u8, String> {
    let paths = text.parse().ok().filter(|paths| (1..=MOST_PATHS).contains(paths));
    paths.ok_or_else(|| format!("no number from 1 to {MOST_PATHS}"))
}

/// Reads a number of bytes, or `auto` for none.
pub(crate) fn parse_bytes_or_auto(text: &str) -> Result<Option<u64>, String> {
    if text == "auto" {
        return Ok(None);
    }
    parse_bytes(text).map(|bytes| Some(bytes as u64)).map_err(|why| format!("neither auto, nor bytes: {why}"))
}

/// What messages over RDMA are received into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RdmaReceives {
    /// Buckets of buffers of 256 B to 32 KiB that peers share, behind extended connections (XRC)
    /// where adapters have them.
    Bucket,
    /// The same with a queue pair for each bucket in any case.
    BucketRc,
    /// Buffers of 4 KiB and 32 KiB for each peer.
    Peer,
    /// Buckets of these sizes; the first is that of tiny buffers for each peer.
    Sizes(Vec<u32>),
}

/// When eager messages over RDMA leave from the program's buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferReuse {
    /// Never.
    Off,
    /// From buffers used this part, in per cent, of the times that pay for a registration, by what
    /// things cost here.
    Percent(u8),
    /// A quarter of the times that the paper has in its table.
    Paper,
}

impl BufferReuse {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(BufferReuse::Off),
            "paper" => Ok(BufferReuse::Paper),
            "25" => Ok(BufferReuse::Percent(25)),
            "50" => Ok(BufferReuse::Percent(50)),
            "100" => Ok(BufferReuse::Percent(100)),
            _ => Err("neither 25, 50, 100, paper, nor off".to_owned()),
        }
    }
}

impl fmt::Display for BufferReuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufferReuse::Off => f.write_str("off"),
            BufferReuse::Percent(percent) => write!(f, "{percent}"),
            BufferReuse::Paper => f.write_str("paper"),
        }
    }
}

/// Sizes of buckets at most, tiny buffers included.
const MOST_SIZES: usize = 9;

/// Largest size of a bucket, 1 MiB: longer messages are not copied.
const LONGEST_BUCKET: usize = 1 << 20;

impl RdmaReceives {
    /// Reads a name, or sizes with commas between them.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "bucket" => Ok(RdmaReceives::Bucket),
            "bucket-rc" => Ok(RdmaReceives::BucketRc),
            "peer" => Ok(RdmaReceives::Peer),
            sizes => RdmaReceives::parse_sizes(sizes),
        }
    }

    fn parse_sizes(text: &str) -> Result<Self, String> {
        let sizes = text.split(',').map(|size| parse_bytes(size.trim())).collect::<Result<Vec<usize>, _>>();
        let sizes =
            sizes.map_err(|_| "neither bucket, nor bucket-rc, nor peer, nor sizes with commas between them".to_owned())?;
        match sizes[..] {
            _ if !(2..=MOST_SIZES).contains(&sizes.len()) => {
                Err(format!("{} sizes, which must be 2 to {MOST_SIZES}", sizes.len()))
            }
            _ if !sizes.is_sorted_by(|one, next| one < next) => Err("sizes that do not ascend".to_owned()),
            _ if sizes.iter().any(|size| !size.is_multiple_of(8) || *size > LONGEST_BUCKET) => {
                Err("sizes that are no multiples of 8 up to 1M".to_owned())
            }
            _ => Ok(RdmaReceives::Sizes(sizes.into_iter().map(|size| size as u32).collect())),
        }
    }
}

impl fmt::Display for RdmaReceives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RdmaReceives::Bucket => f.write_str("bucket"),
            RdmaReceives::BucketRc => f.write_str("bucket-rc"),
            RdmaReceives::Peer => f.write_str("peer"),
            RdmaReceives::Sizes(sizes) => f.write_str(&sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

/// Reads a number of peers, each of which costs memory.
pub(crate) fn parse_peers(text: &str) -> Result<usize, String> {
    text.parse::<u16>().map(usize::from).map_err(|_| "no number from 0 to 65535".to_owned())
}

/// Reads the index of a GID, or `auto` for none.
pub(crate) fn parse_gid(text: &str) -> Result<Option<u8>, String> {
    if text == "auto" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| "neither auto nor a number from 0 to 255".to_owned())
}

words! {
    /// Whether a thread of the process moves large messages while the program computes.
    Async, "neither auto, nor on, nor off" {
        /// Where processors are left over.
        Auto = "auto",
        /// Always.
        On = "on",
        /// Never.
        Off = "off",
    }
}

words! {
    /// Whether something is done.
    AutoOff, "neither auto nor off" {
        /// Where it is of use.
        Auto = "auto",
        /// Nowhere.
        Off = "off",
    }
}

words! {
    /// Whether something is done that only those get who ask for it.
    OnOff, "neither on nor off" {
        /// It is.
        On = "on",
        /// It is not.
        Off = "off",
    }
}

impl OnOff {
    /// Whether it is done.
    #[inline(always)]
    pub fn is_on(self) -> bool {
        self == OnOff::On
    }
}

/// What `MPI_Finalize` reports about messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stats {
    /// Nothing.
    Off,
    /// Rank 0 prints a table to standard error.
    Summary,
    /// Rank 0 writes this JSON file.
    Json(PathBuf),
}

impl Stats {
    /// Reads `off`, `summary` or a path that ends in `.json`, so that a mistyped word does not
    /// become a file.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(Stats::Off),
            "summary" => Ok(Stats::Summary),
            path if path.ends_with(".json") => Ok(Stats::Json(PathBuf::from(path))),
            _ => Err("neither off, nor summary, nor a path that ends in .json".to_owned()),
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stats::Off => f.write_str("off"),
            Stats::Summary => f.write_str("summary"),
            Stats::Json(path) => write!(f, "{}", path.display()),
        }
    }
}

words! {
    /// The error handler of errors that belong to no object, and of `MPI_COMM_WORLD` and
    /// `MPI_COMM_SELF` at first.
    InitialErrhandler, "none of mpi_errors_are_fatal, mpi_errors_abort and mpi_errors_return" {
        /// `MPI_ERRORS_ARE_FATAL`
        Fatal = "mpi_errors_are_fatal",
        /// `MPI_ERRORS_ABORT`
        Abort = "mpi_errors_abort",
        /// `MPI_ERRORS_RETURN`
        Return = "mpi_errors_return",
    }
}

/// Reads the name that MPI gives an error handler in info objects, in upper or lower case.
pub(crate) fn parse_errhandler(text: &str) -> Result<InitialErrhandler, String> {
    InitialErrhandler::parse(&text.to_ascii_lowercase())
}

words! {
    /// The signal that asks a process for a report.
    DumpSignal, "neither USR1, nor USR2, nor off" {
        /// `SIGUSR1`
        User1 = "USR1",
        /// `SIGUSR2`
        User2 = "USR2",
        /// None.
        Off = "off",
    }
}

/// Reads a signal's name, with or without SIG, or `off`.
pub(crate) fn parse_signal(text: &str) -> Result<DumpSignal, String> {
    DumpSignal::parse(text.strip_prefix("SIG").unwrap_or(text))
}

/// Reads a number of seconds, or `off` or 0 for none.
pub(crate) fn parse_seconds(text: &str) -> Result<Option<NonZeroU32>, String> {
    if text == "off" {
        return Ok(None);
    }
    text.parse().map(NonZeroU32::new).map_err(|_| "neither off nor a number of seconds from 0 to 4294967295".to_owned())
}

/// Reads a number of seconds, at least one.
pub(crate) fn parse_positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "no number from 1 to 4294967295".to_owned())
}

/// A value, or `auto` for none.
pub(crate) fn show_or_auto<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(|| "auto".to_owned(), T::to_string)
}

/// A value, or `off` for none.
pub(crate) fn show_or_off<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(|| "off".to_owned(), T::to_string)
}

/// Takes any text.
pub(crate) fn parse_text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// An algorithm the user wants for a collective operation; whether both exist is for the collective
/// layer to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectiveChoice {
    /// The operation in lower case without `MPI_`: `allreduce`.
    pub collective: String,
    /// The algorithm's name: `ring`.
    pub algorithm: String,
}

/// Reads `operation=algorithm` pairs separated by commas.
pub(crate) fn parse_collective(text: &str) -> Result<Vec<CollectiveChoice>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let mut choices: Vec<CollectiveChoice> = Vec::new();
    for part in parts {
        let choice = parse_choice(part)?;
        if choices.iter().any(|other| other.collective == choice.collective) {
            return Err(format!("{} is given twice", choice.collective));
        }
        choices.push(choice);
    }
    Ok(choices)
}

fn parse_choice(part: &str) -> Result<CollectiveChoice, String> {
    let (collective, algorithm) =
        part.split_once('=').ok_or_else(|| format!("\"{part}\" is not of the form operation=algorithm"))?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let (collective, algorithm) = (collective.trim().to_ascii_lowercase(), algorithm.trim().to_ascii_lowercase());
    if !is_name(&collective) || !is_name(&algorithm) {
        return Err(format!("\"{part}\" is not of the form operation=algorithm"));
    }
    Ok(CollectiveChoice { collective, algorithm })
}

/// The inverse of [`parse_collective`].
pub(crate) fn show_collective(choices: &[CollectiveChoice]) -> String {
    let pairs: Vec<String> = choices.iter().map(|choice| format!("{}={}", choice.collective, choice.algorithm)).collect();
    pairs.join(",")
}

/// Reads a number of bytes: digits, then nothing, `K`, `M` or `G` (powers of 1024), then perhaps
/// `B` or `iB`.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err("not a number of bytes such as 4096, 16K or 1M".to_owned()),
    };
    let number: usize = number.parse().map_err(|_| "not a number of bytes such as 4096, 16K or 1M".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more bytes than an address space has".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_units_of_1024() {
        assert_eq!(parse_bytes("0"), Ok(0));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("16k"), Ok(16 << 10));
        assert_eq!(parse_bytes("3 MiB"), Ok(3 << 20));
        assert_eq!(parse_bytes("2GB"), Ok(2 << 30));
    }

    #[test]
    fn paths_are_few_and_bytes_may_be_left_to_costs() {
        assert_eq!([parse_paths("1"), parse_paths("16")], [Ok(1), Ok(16)]);
        assert!(["0", "17", "-1", "x"].iter().all(|text| parse_paths(text).is_err_and(|why| why.contains("1 to 16"))));
        assert_eq!([parse_bytes_or_auto("auto"), parse_bytes_or_auto("2K")], [Ok(None), Ok(Some(2048))]);
        assert!(parse_bytes_or_auto("soon").is_err_and(|why| why.contains("neither auto")));
    }

    #[test]
    fn bytes_refuse_what_is_no_size() {
        for text in ["", "K", "-1", "1.5K", "12Q", "1K2", "99999999999999999999", "18446744073709551615K"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn collective_refuses_half_pairs_and_repetitions() {
        for text in ["ring", "allreduce=", "=ring", "a=b=c", "bcast=ring,bcast=flat"] {
            assert!(parse_collective(text).is_err(), "{text}");
        }
        assert_eq!(parse_collective(" ,"), Ok(vec![]));
    }

    #[test]
    fn collective_is_read_back() {
        let choices = parse_collective("Allreduce=Ring , bcast=binomial").unwrap();
        assert_eq!(show_collective(&choices), "allreduce=ring,bcast=binomial");
    }

    #[test]
    fn stats_takes_no_mistyped_word_for_a_path() {
        assert!(Stats::parse("sumary").is_err());
        assert_eq!(Stats::parse("out.json"), Ok(Stats::Json("out.json".into())));
    }
}
