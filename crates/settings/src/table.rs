//! The settings, one entry each: name, doc, accepted values, default, parser, printer.

use crate::Settings;
use crate::value::{
    self, Async, AutoOff, BufferReuse, DumpSignal, InitialErrhandler, NetworkChoice, OnOff, RdmaReceives, RdmaTransport, Spin,
    Stats, UdRepair,
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

static TABLE: &[Setting] = &[
    Setting {
        name: "FERRY_EAGER_MAX",
        doc: "Largest message that is sent at once. For a longer one the sender first asks the receiver. Where this is not set, Ferry measures the limit within a node once there are larger messages, and TCP has a limit of 1 MiB.",
        values: "bytes, with K, M or G for powers of 1024",
        default: "8192",
        apply: |settings, text| value::parse_bytes(text).map(|bytes| settings.eager_max = bytes),
        show: |settings| settings.eager_max.to_string(),
    },
    Setting {
        name: "FERRY_LARGE_MESSAGES",
        doc: "How messages beyond the eager limit travel: auto chooses by cost. The ring (in pieces) replaces a method that does not work between two ranks. put and get are of networks, the others work within a node.",
        values: ferry_protocol::method::CHOICES,
        default: "auto",
        apply: |settings, text| value::parse_method(text).map(|method| settings.large_messages = method),
        show: |settings| value::show_method(settings.large_messages),
    },
    Setting {
        name: "FERRY_UNEXPECTED_BUDGET",
        doc: "Bytes of memory that a rank has for messages which arrive before their receive. Senders wait when it is full.",
        values: "bytes, with K, M or G for powers of 1024",
        default: "67108864",
        apply: |settings, text| value::parse_bytes(text).map(|bytes| settings.unexpected_budget = bytes),
        show: |settings| settings.unexpected_budget.to_string(),
    },
    Setting {
        name: "FERRY_SPIN",
        doc: "Polls of a waiting rank before it yields its CPU and then sleeps. auto: few where ranks outnumber CPUs.",
        values: "auto, or a number of polls",
        default: "auto",
        apply: |settings, text| Spin::parse(text).map(|spin| settings.spin = spin),
        show: |settings| settings.spin.to_string(),
    },
    Setting {
        name: "FERRY_ASYNC",
        doc: "Whether a thread of each process moves large messages while the program computes. auto: where ranks and threads leave CPUs over.",
        values: "auto, on, or off",
        default: "auto",
        apply: |settings, text| Async::parse(text).map(|wish| settings.asynchronous = wish),
        show: |settings| settings.asynchronous.to_string(),
    },
    Setting {
        name: "FERRY_HUGE_PAGES",
        doc: "Whether memory of large messages within a node goes to huge pages once it is used often. The system copies twice as fast there. Blocks from 128 KiB to 8 MiB then come from the heap, as memory elsewhere cannot go there. auto: unless the system's administrator has forbidden huge pages.",
        values: "auto, or off",
        default: "auto",
        apply: |settings, text| AutoOff::parse(text).map(|wish| settings.huge_pages = wish),
        show: |settings| settings.huge_pages.to_string(),
    },
    Setting {
        name: "FERRY_SHARED_HEAP",
        doc: "Whether large blocks of the program's memory (malloc from 16 KiB on) come from a heap that the ranks of a node map. Ranks then copy messages from buffer to buffer. Memory of MPI_Alloc_mem comes from that heap in any case. mpiexec sees to it; under another launcher LD_PRELOAD has to name libferry_heap.so. It has no effect on programs with an allocator of their own or under a checker of memory.",
        values: "on, or off",
        default: "off",
        apply: |settings, text| OnOff::parse(text).map(|wish| settings.shared_heap = wish),
        show: |settings| settings.shared_heap.to_string(),
    },
    Setting {
        name: "FERRY_FAULT_TOLERANCE",
        doc: "Whether a job survives the death of a rank. mpiexec then lets the others go on and tells them. Operations with the dead end in MPIX_ERR_PROC_FAILED. MPIX_Comm_revoke, MPIX_Comm_shrink, MPIX_Comm_agree and their kin repair what is left. Collective operations go by messages alone. mpiexec --fault-tolerance sets it for all ranks.",
        values: "on, or off",
        default: "off",
        apply: |settings, text| OnOff::parse(text).map(|wish| settings.fault_tolerance = wish),
        show: |settings| settings.fault_tolerance.to_string(),
    },
    Setting {
        name: "FERRY_WINDOW_THREAD",
        doc: "Whether a thread serves one-sided accesses of other processes while the program computes outside of MPI. It exists while there is a window whose memory others cannot reach by themselves. It sleeps until something comes.",
        values: "auto, or off",
        default: "auto",
        apply: |settings, text| AutoOff::parse(text).map(|wish| settings.window_thread = wish),
        show: |settings| settings.window_thread.to_string(),
    },
    Setting {
        name: "FERRY_NETWORK",
        doc: "What carries messages between nodes. auto: RDMA (InfiniBand, RoCE) between two processes that both have it, else TCP.",
        values: "auto, tcp, or rdma",
        default: "auto",
        apply: |settings, text| NetworkChoice::parse(text).map(|choice| settings.network = choice),
        show: |settings| settings.network.to_string(),
    },
    Setting {
        name: "FERRY_RDMA_DEVICE",
        doc: "RDMA device and port to use; without it the best one that is active.",
        values: "DEVICE or DEVICE:PORT, as in mlx5_0:1",
        default: "",
        apply: |settings, text| {
            settings.rdma_device = text.to_owned();
            Ok(())
        },
        show: |settings| settings.rdma_device.clone(),
    },
    Setting {
        name: "FERRY_RDMA_GID",
        doc: "Index of the GID to use; auto prefers RoCEv2 with IPv4.",
        values: "auto, or a number from 0 to 255",
        default: "auto",
        apply: |settings, text| value::parse_gid(text).map(|gid| settings.rdma_gid = gid),
        show: |settings| settings.rdma_gid.map_or_else(|| "auto".to_owned(), |gid| gid.to_string()),
    },
    Setting {
        name: "FERRY_RDMA_RINGS",
        doc: "Most peers that write short messages straight into memory of this process, which it polls. Messages of other peers go through the adapter's queues. With 0 all do.",
        values: "a number of peers",
        default: "8",
        apply: |settings, text| value::parse_peers(text).map(|peers| settings.rdma_rings = peers),
        show: |settings| settings.rdma_rings.to_string(),
    },
    Setting {
        name: "FERRY_RDMA_RECEIVES",
        doc: "Buffers that messages over RDMA are received into. bucket: buffers of 256 B to 32 KiB that peers share; sizes that are given replace these, and the first size is for control and for each peer. peer: 4 KiB and 32 KiB for each peer. Where both adapters have extended connections (XRC), one queue pair serves all buckets of a peer; bucket-rc does without. The same sizes on all ranks.",
        values: "bucket, bucket-rc, peer, or comma-separated sizes of messages in bytes (FERRY_STATS says which suit)",
        default: "bucket",
        apply: |settings, text| RdmaReceives::parse(text).map(|receives| settings.rdma_receives = receives),
        show: |settings| settings.rdma_receives.to_string(),
    },
    Setting {
        name: "FERRY_BUFFER_REUSE",
        doc: "When eager messages over RDMA leave from a buffer without a copy. Some number of uses pays for registering the buffer, by what registering and copying cost here; messages do so after this part of that number (BR-4). paper: a quarter of the uses in the published table.",
        values: "25, 50, 100 (per cent), paper, or off",
        default: "25",
        apply: |settings, text| BufferReuse::parse(text).map(|reuse| settings.buffer_reuse = reuse),
        show: |settings| settings.buffer_reuse.to_string(),
    },
    Setting {
        name: "FERRY_RDMA_TRANSPORT",
        doc: "How messages over RDMA travel. rc: over reliable connections, which take memory for each peer. ud-copy and ud-zcopy: over datagrams, which take hardly any; large messages go through buffers (ud-copy) or straight into the receiver's memory (ud-zcopy). auto: rc where each rank may have a connection to all others (FERRY_RDMA_CONNECTIONS); in larger jobs ud-zcopy, with connections to the peers that get most messages. The same on all ranks.",
        values: "auto, rc, ud-copy, or ud-zcopy",
        default: "auto",
        apply: |settings, text| RdmaTransport::parse(text).map(|transport| settings.rdma_transport = transport),
        show: |settings| settings.rdma_transport.to_string(),
    },
    Setting {
        name: "FERRY_RDMA_CONNECTIONS",
        doc: "With FERRY_RDMA_TRANSPORT=auto: most peers of a rank that messages go to over reliable connections. One-sided operations between nodes use connections in any case. The same on all ranks.",
        values: "a number of peers",
        default: "64",
        apply: |settings, text| value::parse_peers(text).map(|peers| settings.rdma_connections = peers),
        show: |settings| settings.rdma_connections.to_string(),
    },
    Setting {
        name: "FERRY_UD_POOL",
        doc: "With ud-zcopy: most queue pairs that receive large messages. Each receives a part of one message at a time, two of them a whole one; a message waits until one is free.",
        values: "a number of queue pairs",
        default: "64",
        apply: |settings, text| value::parse_pairs(text).map(|pairs| settings.ud_pool = pairs),
        show: |settings| settings.ud_pool.to_string(),
    },
    Setting {
        name: "FERRY_UD_ZCOPY_MIN",
        doc: "With ud-zcopy: messages of so many bytes go straight into the receiver's memory, shorter ones through buffers. auto: whichever costs less, by measured copies, registrations, receives and round trips (`ferry info` shows them).",
        values: "auto, or bytes, with K or M",
        default: "auto",
        apply: |settings, text| value::parse_bytes_or_auto(text).map(|bytes| settings.ud_zcopy_min = bytes),
        show: |settings| settings.ud_zcopy_min.map_or_else(|| "auto".to_owned(), |bytes| bytes.to_string()),
    },
    Setting {
        name: "FERRY_UD_PATHS",
        doc: "With ud-zcopy: most paths through the network that the parts of a large message take at once. On RoCE these are source ports, on InfiniBand paths of the subnet manager (LMC).",
        values: "a number from 1 to 16",
        default: "1",
        apply: |settings, text| value::parse_paths(text).map(|paths| settings.ud_paths = paths),
        show: |settings| settings.ud_paths.to_string(),
    },
    Setting {
        name: "FERRY_UD_REPAIR",
        doc: "With ud-zcopy: what is sent again when packets of a large message are lost. missing: these packets. block: the whole block of 256 packets.",
        values: "missing, or block",
        default: "missing",
        apply: |settings, text| UdRepair::parse(text).map(|repair| settings.ud_repair = repair),
        show: |settings| settings.ud_repair.to_string(),
    },
    Setting {
        name: "FERRY_UD_SILENCE",
        doc: "With ud-copy and ud-zcopy: seconds after which a peer that does not answer is given up. A process that computes without calling MPI does not answer. So by default nobody is given up; the launcher notices processes that end.",
        values: "off, or a number of seconds",
        default: "off",
        apply: |settings, text| value::parse_seconds(text).map(|limit| settings.ud_silence = limit),
        show: |settings| settings.ud_silence.map_or_else(|| "off".to_owned(), |seconds| seconds.to_string()),
    },
    Setting {
        name: "FERRY_TCP_INTERFACES",
        doc: "Network interfaces that TCP between nodes uses; without it all that are up but tunnels, bridges of containers and loopback.",
        values: "comma-separated names (eth0) or networks (10.1.0.0/16)",
        default: "",
        apply: |settings, text| {
            settings.tcp_interfaces = text.to_owned();
            Ok(())
        },
        show: |settings| settings.tcp_interfaces.clone(),
    },
    Setting {
        name: "FERRY_TCP_TIMEOUT",
        doc: "Seconds after which a peer on another node that does not answer is given up.",
        values: "seconds",
        default: "30",
        apply: |settings, text| value::parse_positive(text).map(|seconds| settings.tcp_timeout = seconds),
        show: |settings| settings.tcp_timeout.to_string(),
    },
    Setting {
        name: "FERRY_STATS",
        doc: "What MPI_Finalize reports of the messages sent: nothing, a table with a row for each pair of ranks, or the same as JSON in a file.",
        values: "off, summary, or the path of a .json file",
        default: "off",
        apply: |settings, text| Stats::parse(text).map(|stats| settings.stats = stats),
        show: |settings| settings.stats.to_string(),
    },
    Setting {
        name: "FERRY_RECORD",
        doc: "File that rank 0 writes at MPI_Finalize. It has a line of six numbers for each rank, about the buffers that its short messages left from. `ferry record` makes such a file and shows it as tables.",
        values: "the path of a file",
        default: "",
        apply: |settings, text| {
            settings.record = text.to_owned();
            Ok(())
        },
        show: |settings| settings.record.clone(),
    },
    Setting {
        name: "FERRY_COLLECTIVE",
        doc: "Algorithms of collective operations in place of the automatic choice. `ferry info` lists them. `direct` is shared memory, `inter_...` are for intercommunicators.",
        values: "comma-separated operation=algorithm, for instance allreduce=ring,bcast=binomial",
        default: "",
        apply: |settings, text| value::parse_collective(text).map(|choices| settings.collective = choices),
        show: |settings| value::show_collective(&settings.collective),
    },
    Setting {
        name: "FERRY_TUNING",
        doc: "File of `ferry tune`. It says which algorithms of collective operations are the fastest on this system, for jobs of the shapes that were measured. The same contents for all ranks. Ferry warns of a file that is damaged or of another version, and does without.",
        values: "the path of a file",
        default: "",
        apply: |settings, text| {
            settings.tuning = text.to_owned();
            Ok(())
        },
        show: |settings| settings.tuning.clone(),
    },
    Setting {
        name: "FERRY_INITIAL_ERRHANDLER",
        doc: "What happens to errors until the program sets error handlers: those of MPI_COMM_WORLD, and those that belong to no object.",
        values: "mpi_errors_are_fatal, mpi_errors_abort, or mpi_errors_return",
        default: "mpi_errors_are_fatal",
        apply: |settings, text| InitialErrhandler::parse(text).map(|handler| settings.initial_errhandler = handler),
        show: |settings| settings.initial_errhandler.to_string(),
    },
    Setting {
        name: "FERRY_CHECK",
        doc: "Whether ranks compare each collective call before it begins: function, form, root, operation, amount and types of data. Ranks that disagree all get an error that says who differs in what. This costs an exchange among all ranks for each call. Accesses to a window are compared as well: those that overlap so that their outcome is open are errors of class MPI_ERR_RMA_CONFLICT. The same on all ranks.",
        values: "on, or off",
        default: "off",
        apply: |settings, text| OnOff::parse(text).map(|wish| settings.check = wish),
        show: |settings| settings.check.to_string(),
    },
    Setting {
        name: "FERRY_STRICT",
        doc: "Whether some calls are errors that other libraries let pass although the standard does not define them: reductions of MPI_CHAR and MPI_CHARACTER, which are text; MPI_DATATYPE_NULL with a count of 0; MPI_Sendrecv with one address for both buffers.",
        values: "on, or off",
        default: "off",
        apply: |settings, text| OnOff::parse(text).map(|wish| settings.strict = wish),
        show: |settings| settings.strict.to_string(),
    },
    Setting {
        name: "FERRY_MEMORY_ALLOC_KINDS",
        doc: "Kinds of memory that the program asks MPI to support (info key mpi_memory_alloc_kinds).",
        values: "comma-separated kinds with restrictors, for instance system,mpi:alloc_mem",
        default: "mpi,system",
        apply: |settings, text| {
            settings.memory_alloc_kinds = text.to_owned();
            Ok(())
        },
        show: |settings| settings.memory_alloc_kinds.clone(),
    },
    Setting {
        name: "FERRY_WATCHDOG",
        doc: "Seconds without movement after which mpiexec reports a job that cannot go on. It reports once, and does nothing else to the job.",
        values: "seconds, or off",
        default: "60",
        apply: |settings, text| value::parse_seconds(text).map(|seconds| settings.watchdog = seconds),
        show: |settings| value::show_seconds(settings.watchdog),
    },
    Setting {
        name: "FERRY_DUMP_SIGNAL",
        doc: "Signal by which somebody asks a rank for a report of who waits for whom. Ferry leaves it alone if the program has a use for it.",
        values: "USR1, USR2, or off",
        default: "USR1",
        apply: |settings, text| DumpSignal::parse(text).map(|signal| settings.dump_signal = signal),
        show: |settings| settings.dump_signal.to_string(),
    },
];

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
