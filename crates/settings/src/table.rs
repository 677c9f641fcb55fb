//! The settings, each declared once: variable, default, accepted values, doc, field, parser and
//! printer.

use std::num::NonZeroU32;

use ferry_protocol::method::Method;

use crate::Origin;
use crate::value::{
    self, Async, AutoOff, BufferReuse, CollectiveChoice, DumpSignal, InitialErrhandler, NetworkChoice, OnOff, RdmaReceives,
    RdmaTransport, Spin, Stats, UdRepair,
};

/// One setting: a variable of the environment and what it means.
pub struct Setting {
    /// Name of the environment variable.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// The values it takes, for a reader.
    pub values: &'static str,
    /// The default, as one would write it.
    pub default: &'static str,
    apply: fn(&mut Settings, &str) -> Result<(), String>,
    show: fn(&Settings) -> String,
}

impl Setting {
    /// Parses `text` into its field of `settings`; on an error, which says what is wrong with the
    /// value, nothing changes.
    pub fn apply(&self, settings: &mut Settings, text: &str) -> Result<(), String> {
        (self.apply)(settings, text)
    }

    /// The value in `settings`, written so that [`Setting::apply`] reads it back.
    pub fn show(&self, settings: &Settings) -> String {
        (self.show)(settings)
    }
}

/// Every setting there is.
pub fn table() -> &'static [Setting] {
    TABLE
}

/// Of each setting: its variable and default, the values it takes, what it does, and its field with
/// type, parser and printer.
macro_rules! settings {
    ($($name:literal = $default:literal, $values:expr; $doc:literal; $field:ident: $type:ty, $parse:path, $show:path;)*) => {
        /// The value of every setting, and its origin.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = concat!("`", $name, "`: ", $doc)] pub $field: $type,)*
            /// Origin of each setting, in the order of [`table`].
            pub(crate) origins: Vec<Origin>,
        }

        impl Default for Settings {
            fn default() -> Self {
                Settings { $($field: default($name, $parse($default)),)* origins: vec![Origin::Default; TABLE.len()] }
            }
        }

        static TABLE: &[Setting] = &[$(Setting {
            name: $name,
            doc: $doc,
            values: $values,
            default: $default,
            apply: |settings, text| $parse(text).map(|value| settings.$field = value),
            show: |settings| $show(&settings.$field),
        }),*];
    };
}

/// The default of setting `name`, which a test reads as well.
fn default<T>(name: &str, parsed: Result<T, String>) -> T {
    parsed.unwrap_or_else(|why| unreachable!("the default of {name} is {why}"))
}

settings! {
    "FERRY_EAGER_MAX" = "8192", "bytes, with K, M or G for powers of 1024";
    "Largest message that is sent at once. For a longer one the sender first asks the receiver. Where this is not set, Ferry measures the limit within a node once there are larger messages, and TCP has a limit of 1 MiB.";
    eager_max: usize, value::parse_bytes, ToString::to_string;

    "FERRY_LARGE_MESSAGES" = "auto", ferry_protocol::method::CHOICES;
    "How messages beyond the eager limit travel: auto chooses by cost. The ring (in pieces) replaces a method that does not work between two ranks. put and get are of networks, the others work within a node.";
    large_messages: Option<Method>, value::parse_method, value::show_method;

    "FERRY_UNEXPECTED_BUDGET" = "67108864", "bytes, with K, M or G for powers of 1024";
    "Bytes of memory that a rank has for messages which arrive before their receive. Senders wait when it is full.";
    unexpected_budget: usize, value::parse_bytes, ToString::to_string;

    "FERRY_SPIN" = "auto", "auto, or a number of polls";
    "Polls of a waiting rank before it yields its CPU and then sleeps. auto: few where ranks outnumber CPUs.";
    spin: Spin, Spin::parse, ToString::to_string;

    "FERRY_ASYNC" = "auto", "auto, on, or off";
    "Whether a thread of each process moves large messages while the program computes. auto: where ranks and threads leave CPUs over.";
    asynchronous: Async, Async::parse, ToString::to_string;

    "FERRY_HUGE_PAGES" = "auto", "auto, or off";
    "Whether memory of large messages within a node goes to huge pages once it is used often. The system copies twice as fast there. Blocks from 128 KiB to 8 MiB then come from the heap, as memory elsewhere cannot go there. auto: unless the system's administrator has forbidden huge pages.";
    huge_pages: AutoOff, AutoOff::parse, ToString::to_string;

    "FERRY_SHARED_HEAP" = "off", "on, or off";
    "Whether large blocks of the program's memory (malloc from 16 KiB on) come from a heap that the ranks of a node map. Ranks then copy messages from buffer to buffer. Memory of MPI_Alloc_mem comes from that heap in any case. mpiexec sees to it; under another launcher LD_PRELOAD has to name libferry_heap.so. It has no effect on programs with an allocator of their own or under a checker of memory.";
    shared_heap: OnOff, OnOff::parse, ToString::to_string;

    "FERRY_FAULT_TOLERANCE" = "off", "on, or off";
    "Whether a job survives the death of a rank. mpiexec then lets the others go on and tells them. Operations with the dead end in MPIX_ERR_PROC_FAILED. MPIX_Comm_revoke, MPIX_Comm_shrink, MPIX_Comm_agree and their kin repair what is left. Collective operations go by messages alone. mpiexec --fault-tolerance sets it for all ranks.";
    fault_tolerance: OnOff, OnOff::parse, ToString::to_string;

    "FERRY_WINDOW_THREAD" = "auto", "auto, or off";
    "Whether a thread serves one-sided accesses of other processes while the program computes outside of MPI. It exists while there is a window whose memory others cannot reach by themselves. It sleeps until something comes.";
    window_thread: AutoOff, AutoOff::parse, ToString::to_string;

    "FERRY_NETWORK" = "auto", "auto, tcp, or rdma";
    "What carries messages between nodes. auto: RDMA (InfiniBand, RoCE) between two processes that both have it, else TCP.";
    network: NetworkChoice, NetworkChoice::parse, ToString::to_string;

    "FERRY_RDMA_DEVICE" = "", "DEVICE or DEVICE:PORT, as in mlx5_0:1";
    "RDMA device and port to use; without it the best one that is active.";
    rdma_device: String, value::parse_text, ToString::to_string;

    "FERRY_RDMA_GID" = "auto", "auto, or a number from 0 to 255";
    "Index of the GID to use; auto prefers RoCEv2 with IPv4.";
    rdma_gid: Option<u8>, value::parse_gid, value::show_or_auto;

    "FERRY_RDMA_RINGS" = "8", "a number of peers";
    "Most peers that write short messages straight into memory of this process, which it polls. Messages of other peers go through the adapter's queues. With 0 all do.";
    rdma_rings: usize, value::parse_peers, ToString::to_string;

    "FERRY_RDMA_RECEIVES" = "bucket", "bucket, bucket-rc, peer, or comma-separated sizes of messages in bytes (FERRY_STATS says which suit)";
    "Buffers that messages over RDMA are received into. bucket: buffers of 256 B to 32 KiB that peers share; sizes that are given replace these, and the first size is for control and for each peer. peer: 4 KiB and 32 KiB for each peer. Where both adapters have extended connections (XRC), one queue pair serves all buckets of a peer; bucket-rc does without. The same sizes on all ranks.";
    rdma_receives: RdmaReceives, RdmaReceives::parse, ToString::to_string;

    "FERRY_BUFFER_REUSE" = "25", "25, 50, 100 (per cent), paper, or off";
    "When eager messages over RDMA leave from a buffer without a copy. Some number of uses pays for registering the buffer, by what registering and copying cost here; messages do so after this part of that number (BR-4). paper: a quarter of the uses in the published table.";
    buffer_reuse: BufferReuse, BufferReuse::parse, ToString::to_string;

    "FERRY_RDMA_TRANSPORT" = "auto", "auto, rc, ud-copy, or ud-zcopy";
    "How messages over RDMA travel. rc: over reliable connections, which take memory for each peer. ud-copy and ud-zcopy: over datagrams, which take hardly any; large messages go through buffers (ud-copy) or straight into the receiver's memory (ud-zcopy). auto: rc where each rank may have a connection to all others (FERRY_RDMA_CONNECTIONS); in larger jobs ud-zcopy, with connections to the peers that get most messages. The same on all ranks.";
    rdma_transport: RdmaTransport, RdmaTransport::parse, ToString::to_string;

    "FERRY_RDMA_CONNECTIONS" = "64", "a number of peers";
    "With FERRY_RDMA_TRANSPORT=auto: most peers of a rank that messages go to over reliable connections. One-sided operations between nodes use connections in any case. The same on all ranks.";
    rdma_connections: usize, value::parse_peers, ToString::to_string;

    "FERRY_UD_POOL" = "64", "a number of queue pairs";
    "With ud-zcopy: most queue pairs that receive large messages. Each receives a part of one message at a time, two of them a whole one; a message waits until one is free.";
    ud_pool: u32, value::parse_pairs, ToString::to_string;

    "FERRY_UD_ZCOPY_MIN" = "auto", "auto, or bytes, with K or M";
    "With ud-zcopy: messages of so many bytes go straight into the receiver's memory, shorter ones through buffers. auto: whichever costs less, by measured copies, registrations, receives and round trips (`ferry info` shows them).";
    ud_zcopy_min: Option<u64>, value::parse_bytes_or_auto, value::show_or_auto;

    "FERRY_UD_PATHS" = "1", "a number from 1 to 16";
    "With ud-zcopy: most paths through the network that the parts of a large message take at once. On RoCE these are source ports, on InfiniBand paths of the subnet manager (LMC).";
    ud_paths: u8, value::parse_paths, ToString::to_string;

    "FERRY_UD_REPAIR" = "missing", "missing, or block";
    "With ud-zcopy: what is sent again when packets of a large message are lost. missing: these packets. block: the whole block of 256 packets.";
    ud_repair: UdRepair, UdRepair::parse, ToString::to_string;

    "FERRY_UD_SILENCE" = "off", "off, or a number of seconds";
    "With ud-copy and ud-zcopy: seconds after which a peer that does not answer is given up. A process that computes without calling MPI does not answer. So by default nobody is given up; the launcher notices processes that end.";
    ud_silence: Option<NonZeroU32>, value::parse_seconds, value::show_or_off;

    "FERRY_TCP_INTERFACES" = "", "comma-separated names (eth0) or networks (10.1.0.0/16)";
    "Network interfaces that TCP between nodes uses; without it all that are up but tunnels, bridges of containers and loopback.";
    tcp_interfaces: String, value::parse_text, ToString::to_string;

    "FERRY_TCP_TIMEOUT" = "30", "seconds";
    "Seconds after which a peer on another node that does not answer is given up.";
    tcp_timeout: NonZeroU32, value::parse_positive, ToString::to_string;

    "FERRY_STATS" = "off", "off, summary, or the path of a .json file";
    "What MPI_Finalize reports of the messages sent: nothing, a table with a row for each pair of ranks, or the same as JSON in a file.";
    stats: Stats, Stats::parse, ToString::to_string;

    "FERRY_RECORD" = "", "the path of a file";
    "File that rank 0 writes at MPI_Finalize. It has a line of six numbers for each rank, about the buffers that its short messages left from. `ferry record` makes such a file and shows it as tables.";
    record: String, value::parse_text, ToString::to_string;

    "FERRY_COLLECTIVE" = "", "comma-separated operation=algorithm, for instance allreduce=ring,bcast=binomial";
    "Algorithms of collective operations in place of the automatic choice. `ferry info` lists them. `direct` is shared memory, `inter_...` are for intercommunicators.";
    collective: Vec<CollectiveChoice>, value::parse_collective, value::show_collective;

    "FERRY_TUNING" = "", "the path of a file";
    "File of `ferry tune`. It says which algorithms of collective operations are the fastest on this system, for jobs of the shapes that were measured. The same contents for all ranks, else the job ends. Ferry warns of a file that is damaged or of another version at all of them, and does without.";
    tuning: String, value::parse_text, ToString::to_string;

    "FERRY_INITIAL_ERRHANDLER" = "mpi_errors_are_fatal", "mpi_errors_are_fatal, mpi_errors_abort, or mpi_errors_return";
    "What happens to errors until the program sets error handlers: those of MPI_COMM_WORLD, and those that belong to no object.";
    initial_errhandler: InitialErrhandler, value::parse_errhandler, ToString::to_string;

    "FERRY_CHECK" = "off", "on, or off";
    "Whether ranks compare each collective call before it begins: function, form, root, operation, amount and types of data. Ranks that disagree all get an error that says who differs in what. This costs an exchange among all ranks for each call. Accesses to a window are compared as well: those that overlap so that their outcome is open are errors of class MPI_ERR_RMA_CONFLICT. The same on all ranks.";
    check: OnOff, OnOff::parse, ToString::to_string;

    "FERRY_STRICT" = "off", "on, or off";
    "Whether some calls are errors that other libraries let pass although the standard does not define them: reductions of MPI_CHAR and MPI_CHARACTER, which are text; MPI_DATATYPE_NULL with a count of 0; MPI_Sendrecv with one address for both buffers.";
    strict: OnOff, OnOff::parse, ToString::to_string;

    "FERRY_MEMORY_ALLOC_KINDS" = "mpi,system", "comma-separated kinds with restrictors, for instance system,mpi:alloc_mem";
    "Kinds of memory that the program asks MPI to support (info key mpi_memory_alloc_kinds).";
    memory_alloc_kinds: String, value::parse_text, ToString::to_string;

    "FERRY_WATCHDOG" = "60", "seconds, or off";
    "Seconds without movement after which mpiexec reports a job that cannot go on. It reports once, and does nothing else to the job.";
    watchdog: Option<NonZeroU32>, value::parse_seconds, value::show_or_off;

    "FERRY_DUMP_SIGNAL" = "USR1", "USR1, USR2, or off";
    "Signal by which somebody asks a rank for a report of who waits for whom. Ferry leaves it alone if the program has a use for it.";
    dump_signal: DumpSignal, value::parse_signal, ToString::to_string;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_the_prefix_and_are_unique() {
        for (index, setting) in table().iter().enumerate() {
            assert!(setting.name.starts_with(crate::PREFIX));
            assert!(table()[..index].iter().all(|other| other.name != setting.name));
        }
    }

    #[test]
    fn docs_are_sentences() {
        assert!(table().iter().all(|setting| setting.doc.ends_with('.') || setting.doc.ends_with(").")));
    }
}
