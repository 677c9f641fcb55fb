//! Performance variables (MPI-5 §15.3.7).
//!
//! Names are documented and stay. As the standard suggests, variables about one thing share a name
//! and differ in class (`unexpected_bytes`: level, highwatermark, size).

use std::borrow::Cow;
use std::sync::OnceLock;

use ferry_protocol::method::Method;

use crate::function::Function;
use crate::kind::{Bind, Class, Form, Unit, Verbosity};

/// One performance variable.
#[derive(Debug)]
pub struct Pvar {
    /// Its name, unique in its class.
    pub name: Cow<'static, str>,
    /// What it shows, in a sentence or two.
    pub doc: Cow<'static, str>,
    /// Its class.
    pub class: Class,
    /// What it counts.
    pub unit: Unit,
    /// Whom it is for.
    pub verbosity: Verbosity,
    /// The name of its category.
    pub category: &'static str,
    /// Where the value is found.
    pub source: Source,
}

impl Pvar {
    /// What it is bound to. Those bound to a communicator are arrays by rank.
    pub fn bind(&self) -> Bind {
        if matches!(self.source, Source::Peer(..)) { Bind::Comm } else { Bind::Nothing }
    }

    /// How a value is represented.
    pub fn form(&self) -> Form {
        if self.unit == Unit::Seconds { Form::Double } else { Form::Unsigned }
    }
}

/// What messages of a way are counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// One each.
    Messages,
    /// Their bytes of data.
    Bytes,
}

/// A way of messages to peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageMethod {
    /// At once, in one packet.
    Eager,
    /// Announced first.
    Rendezvous,
}

/// Where a value is found. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Source {
    UnexpectedMessages,
    UnexpectedMessagesMark,
    UnexpectedBytes,
    UnexpectedBytesMark,
    UnexpectedBudget,
    UnexpectedArrivals,
    UnexpectedRefusals,
    PostedReceives,
    PendingOperations,
    OutstandingRequests,
    /// To other ranks.
    Sent(Carrier, MessageMethod, Amount),
    /// To this rank.
    Own(Amount),
    /// To the process of each rank of a communicator.
    Peer(MessageMethod, Amount),
    /// Large messages received by a method.
    Large(Method, Amount),
    /// What was published in shared memory.
    Published(Amount),
    /// What was stored in shared memory past the caches.
    PastCaches(Amount),
    /// Bytes copied between shared heaps.
    BetweenHeaps,
    /// Huge pages made of memory that messages go from or to.
    HugePages,
    /// What collective operations put.
    Puts(PutCount),
    /// Calls of this function by this algorithm (index).
    CollectiveCalls(Function, usize),
    WaitingTime,
    Naps,
    /// Puts to windows of peers that the network did by itself.
    WindowPuts(Amount),
    /// Gets from them.
    WindowGets(Amount),
    /// What the RDMA device did.
    Rdma(RdmaCount),
}

/// What is counted of collective operations that put into memory of peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PutCount {
    Begun,
    Agreements,
    Refusals,
    Registrations,
    Windows,
    CollectiveBuffers,
    CollectiveBufferBytes,
}

/// What carries messages between two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Carrier {
    Shm,
    Tcp,
    Rdma,
}

/// What is counted of RDMA between nodes. All of it is 0 in jobs without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RdmaCount {
    Packets,
    ControlPackets,
    RingPackets,
    Doorbells,
    Requests,
    Completions,
    Stalls,
    BytesCopied,
    BytesDirect,
    InPlacePackets,
    InPlaceBytes,
    FrequentBuffers,
    HurriedPackets,
    StagedAccesses,
    StagedBytes,
    /// Decisions about buffers of one class of lengths.
    Decisions(ReusePath, ReuseDecision, usize),
    Registrations,
    RegistrationHits,
    CaughtUpBytes,
    RegisteredBytes,
    BufferBytes,
    ReceiveBytes,
    ReceivePeak,
    ReceivedBytes,
    ReceivedBufferBytes,
    SentBytes,
    SentBufferBytes,
    ReceivedMedian,
    Received90,
    Received99,
}

/// Where it is decided whether data are copied at this end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReusePath {
    Messages,
    Accesses,
}

/// What is counted of such decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReuseDecision {
    Copied,
    Direct,
    Registered,
}

/// Lengths are told apart by class: the least of each, in bytes.
pub const REUSE_CLASSES: [u32; 9] = [0, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

/// All of them, by index.
pub fn table() -> &'static [Pvar] {
    static TABLE: OnceLock<Vec<Pvar>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = queues();
        table.extend([Carrier::Shm, Carrier::Tcp, Carrier::Rdma].into_iter().flat_map(sent));
        table.extend(transports());
        table.extend(Method::ALL.into_iter().flat_map(large));
        table.extend(rdma());
        table.extend(decisions());
        table.extend(waiting());
        table.extend(puts());
        table.extend(windows());
        table.extend(Function::all().flat_map(algorithms));
        table
    })
}

/// The index of the variable that counts calls of this function by this algorithm.
pub fn calls_of(function: Function, algorithm: usize) -> Option<usize> {
    table().iter().position(|pvar| pvar.source == Source::CollectiveCalls(function, algorithm))
}

fn pvar(name: &'static str, class: Class, unit: Unit, source: Source, category: &'static str, doc: &'static str) -> Pvar {
    Pvar { name: name.into(), doc: doc.into(), class, unit, verbosity: Verbosity::Tuner, category, source }
}

/// The variables of a category: name, class, unit, and what `$of` makes a source of.
macro_rules! pvars {
    ($category:literal, $of:expr; $($name:literal $class:ident $unit:ident $source:expr => $doc:literal;)*) => {
        vec![$(pvar($name, Class::$class, Unit::$unit, $of($source), $category, $doc)),*]
    };
}

fn queues() -> Vec<Pvar> {
    use Source::*;
    pvars! { "queues", std::convert::identity;
        "unexpected_messages" Level Messages UnexpectedMessages =>
            "Messages that have arrived before their receive and wait for it: the length of the unexpected queue.";
        "unexpected_messages" HighWatermark Messages UnexpectedMessagesMark =>
            "The most messages that waited in the unexpected queue at once.";
        "unexpected_messages" Counter Messages UnexpectedArrivals => "Messages that came before their receive.";
        "unexpected_bytes" Level Bytes UnexpectedBytes =>
            "Memory that the unexpected queue takes: the data of short messages, and what is kept about each message.";
        "unexpected_bytes" HighWatermark Bytes UnexpectedBytesMark => "The most memory that the unexpected queue took at once.";
        "unexpected_bytes" Size Bytes UnexpectedBudget =>
            "Memory that the unexpected queue may take before senders are held back (FERRY_UNEXPECTED_BUDGET).";
        "unexpected_refusals" Counter Times UnexpectedRefusals =>
            "Times that a packet was left with its sender because the unexpected queue had used up its memory.";
        "posted_receives" Level Receives PostedReceives =>
            "Receives that wait for their message: the length of the posted queue. Those of collective operations count.";
        "pending_operations" Level Operations PendingOperations =>
            "Sends and receives that were started and are not complete. Those of collective operations count.";
        "outstanding_requests" Level Requests OutstandingRequests =>
            "Requests and operations that exist: active, complete but not waited for, or inactive persistent ones.";
    }
}

/// What went to other ranks over one transport, by protocol.
fn sent(carrier: Carrier) -> impl Iterator<Item = Pvar> {
    let (name, over) = match carrier {
        Carrier::Shm => ("shm", "through shared memory"),
        Carrier::Tcp => ("tcp", "by TCP"),
        Carrier::Rdma => ("rdma", "by RDMA"),
    };
    let row = move |(way, of_way, how): (MessageMethod, &str, &str)| {
        let of = |amount, what: &str, class, unit, doc: &str| Pvar {
            name: format!("{name}_{of_way}_{what}").into(),
            doc: format!("{doc} sent to other ranks {over} {how}.").into(),
            class,
            unit,
            verbosity: Verbosity::Tuner,
            category: "transports",
            source: Source::Sent(carrier, way, amount),
        };
        [
            of(Amount::Messages, "messages", Class::Counter, Unit::Messages, "Messages"),
            of(Amount::Bytes, "bytes", Class::Aggregate, Unit::Bytes, "Data in messages"),
        ]
    };
    let ways =
        [(MessageMethod::Eager, "eager", "at once"), (MessageMethod::Rendezvous, "rendezvous", "that were announced first")];
    ways.into_iter().flat_map(row)
}

fn transports() -> Vec<Pvar> {
    use Amount::*;
    use MessageMethod::*;
    use Source::*;
    pvars! { "transports", std::convert::identity;
        "self_messages" Counter Messages Own(Messages) => "Messages sent by this rank to itself.";
        "self_bytes" Aggregate Bytes Own(Bytes) => "Data in messages sent by this rank to itself.";
        "shm_collective_messages" Counter Messages Published(Messages) =>
            "Contributions to collective operations that this rank published in shared memory, where others read them.";
        "shm_collective_bytes" Aggregate Bytes Published(Bytes) => "Data in the contributions of shm_collective_messages.";
        "shm_past_caches_messages" Counter Messages PastCaches(Messages) =>
            "Packets, and pieces of contributions to collective operations, that this rank stored in shared memory past the caches, as their readers share none with it.";
        "shm_past_caches_bytes" Aggregate Bytes PastCaches(Bytes) => "Data in those of shm_past_caches_messages.";
        "peer_eager_messages" Counter Messages Peer(Eager, Messages) =>
            "Messages sent at once to each rank of the communicator (of the remote group of an inter-communicator), by whatever communicator.";
        "peer_eager_bytes" Aggregate Bytes Peer(Eager, Bytes) => "Data in the messages of peer_eager_messages.";
        "peer_rendezvous_messages" Counter Messages Peer(Rendezvous, Messages) =>
            "Messages sent to each rank of the communicator that were announced first; see peer_eager_messages.";
        "peer_rendezvous_bytes" Aggregate Bytes Peer(Rendezvous, Bytes) => "Data in the messages of peer_rendezvous_messages.";
        "huge_pages_made" Counter Times HugePages =>
            "Huge pages that this rank has had the system make of memory which large messages often went from or to (FERRY_HUGE_PAGES).";
        "shared_heap_bytes" Aggregate Bytes BetweenHeaps =>
            "Bytes that this rank has copied straight from its peers' buffers or to them, in memory that both map (MPI_Alloc_mem, FERRY_SHARED_HEAP).";
    }
}

/// How often and for how much this process has chosen a method for large messages.
fn large(method: Method) -> [Pvar; 2] {
    let name = method.name();
    let messages = format!(
        "Large messages that this rank has received by the method \"{name}\" (FERRY_LARGE_MESSAGES), as it chose itself."
    );
    let bytes = format!("Data in the messages of large_{name}_messages.");
    let of = |what: &str, class, unit, amount, doc: String| Pvar {
        name: format!("large_{name}_{what}").into(),
        doc: doc.into(),
        class,
        unit,
        verbosity: Verbosity::Tuner,
        category: "transports",
        source: Source::Large(method, amount),
    };
    [
        of("messages", Class::Counter, Unit::Messages, Amount::Messages, messages),
        of("bytes", Class::Aggregate, Unit::Bytes, Amount::Bytes, bytes),
    ]
}

fn rdma() -> Vec<Pvar> {
    use RdmaCount::*;
    pvars! { "rdma", Source::Rdma;
        "rdma_packets" Counter Messages Packets => "Packets sent by RDMA: short messages, announcements and ends of large ones.";
        "rdma_control_packets" Counter Messages ControlPackets => "Packets sent for nothing but credits and rings.";
        "rdma_ring_packets" Counter Messages RingPackets =>
            "Those of rdma_packets that were written into a ring of the receiver.";
        "rdma_doorbells" Counter Calls Doorbells => "Calls that posted requests to send queues.";
        "rdma_requests" Counter Requests Requests => "Requests posted by the calls of rdma_doorbells.";
        "rdma_completions" Counter Times Completions => "Completions taken, of requests and of receives.";
        "rdma_stalls" Counter Times Stalls => "Attempts to send a packet that found no credit, no room in a queue, or no buffer.";
        "rdma_bytes_copied" Aggregate Bytes BytesCopied => "Data copied into buffers for sending.";
        "rdma_bytes_direct" Aggregate Bytes BytesDirect => "Data that puts and gets of this rank moved, without a copy.";
        "rdma_in_place_packets" Counter Messages InPlacePackets =>
            "Those of rdma_packets whose data left from the program's buffer, which is used often.";
        "rdma_in_place_bytes" Aggregate Bytes InPlaceBytes => "Data in rdma_in_place_packets, which was not copied.";
        "rdma_frequent_buffers" Level Buffers FrequentBuffers =>
            "Buffers of the program that are used so often that messages leave from them without a copy.";
        "rdma_hurried_packets" Counter Messages HurriedPackets =>
            "Packets from such buffers that were copied, as the program waits for its sends and copying is faster.";
        "rdma_staged_accesses" Counter Times StagedAccesses =>
            "Puts to windows and gets from them whose data were copied at this end, as their memory is not used often.";
        "rdma_staged_bytes" Aggregate Bytes StagedBytes => "Data of rdma_staged_accesses.";
        "rdma_registrations" Counter Times Registrations => "Registrations of memory of the program.";
        "rdma_registration_hits" Counter Times RegistrationHits => "Uses of memory of the program that was registered already.";
        "rdma_caught_up_bytes" Aggregate Bytes CaughtUpBytes =>
            "Data that adapters wrote to pages of a shared heap which the process had left by forking meanwhile, and that were brought to the program's memory.";
        "rdma_registered_bytes" Level Bytes RegisteredBytes => "Memory of the program that is registered now.";
        "rdma_buffer_bytes" Level Bytes BufferBytes =>
            "Memory of the library's own that is registered for packets, both ways, for all peers.";
        "rdma_receive_bytes" Level Bytes ReceiveBytes => "The part of rdma_buffer_bytes that packets are received into.";
        "rdma_receive_peak" Level Bytes ReceivePeak => "The most that rdma_receive_bytes was since MPI_Init.";
        "rdma_received_bytes" Aggregate Bytes ReceivedBytes => "Packets received into posted buffers, headers included.";
        "rdma_received_buffer_bytes" Aggregate Bytes ReceivedBufferBytes =>
            "The buffers that rdma_received_bytes came in: the two say how well buffers are used.";
        "rdma_sent_bytes" Aggregate Bytes SentBytes => "Packets sent out of registered buffers, headers included.";
        "rdma_sent_buffer_bytes" Aggregate Bytes SentBufferBytes => "The buffers that rdma_sent_bytes went out of.";
        "rdma_received_p50" Level Bytes ReceivedMedian => "Half of the packets received into posted buffers are no longer.";
        "rdma_received_p90" Level Bytes Received90 => "90 % of the packets received into posted buffers are no longer.";
        "rdma_received_p99" Level Bytes Received99 => "99 % of the packets received into posted buffers are no longer.";
    }
}

/// What was decided about buffers of the program, by length.
fn decisions() -> impl Iterator<Item = Pvar> {
    use ReuseDecision::{Copied, Direct, Registered};
    use ReusePath::{Accesses, Messages};
    let paths = [(Messages, "messages", "Short messages by RDMA"), (Accesses, "accesses", "Short puts and gets by RDMA")];
    let whats = [
        (Copied, "copied", "that were copied at this end"),
        (Direct, "direct", "that left from the program's memory or came to it, as it is used often"),
        (Registered, "registered", "for which memory of the program was registered"),
    ];
    paths.into_iter().flat_map(move |path| whats.into_iter().map(move |what| (path, what))).flat_map(
        |((path, of_path, subject), (what, of_what, verb))| {
            REUSE_CLASSES.iter().enumerate().map(move |(class, least)| Pvar {
                name: format!("rdma_reuse_{of_path}_{of_what}_{least}").into(),
                doc: match REUSE_CLASSES.get(class + 1) {
                    Some(next) => format!("{subject} of {least} to {} bytes {verb}.", next - 1).into(),
                    None => format!("{subject} of {least} bytes and more {verb}.").into(),
                },
                class: Class::Counter,
                unit: Unit::Times,
                verbosity: Verbosity::TunerDetail,
                category: "rdma",
                source: Source::Rdma(RdmaCount::Decisions(path, what, class)),
            })
        },
    )
}

fn waiting() -> Vec<Pvar> {
    let doc = "Time that blocking calls spent after they had stopped polling: giving way to other processes, and asleep. What they \
               poll before (FERRY_SPIN) is not counted.";
    let time = pvar("waiting_time", Class::Timer, Unit::Seconds, Source::WaitingTime, "waiting", doc);
    let doc = "Times that a blocking call went to sleep until a peer woke it.";
    vec![time, pvar("naps", Class::Counter, Unit::Times, Source::Naps, "waiting", doc)]
}

fn windows() -> Vec<Pvar> {
    use Source::{WindowGets, WindowPuts};
    pvars! { "transports", std::convert::identity;
        "window_puts" Counter Times WindowPuts(Amount::Messages) =>
            "Puts to windows of other nodes that the network did by itself, without the target's processor.";
        "window_put_bytes" Aggregate Bytes WindowPuts(Amount::Bytes) => "Data of window_puts.";
        "window_gets" Counter Times WindowGets(Amount::Messages) =>
            "Gets from windows of other nodes that the network did by itself.";
        "window_get_bytes" Aggregate Bytes WindowGets(Amount::Bytes) => "Data of window_gets.";
    }
}

fn puts() -> Vec<Pvar> {
    use PutCount::*;
    pvars! { "collectives", Source::Puts;
        "collective_puts" Counter Times Begun => "Puts of collective operations into memory of peers, announcements among them.";
        "collective_put_agreements" Counter Times Agreements =>
            "Times that the ranks of a communicator, or of a persistent operation, agreed to put.";
        "collective_put_refusals" Counter Times Refusals => "Times that they found that some of them cannot.";
        "collective_registrations" Counter Times Registrations =>
            "Times that memory of a collective operation was registered for puts, or found registered.";
        "collective_windows" Counter Times Windows => "Times that a peer was told where to put in a collective operation.";
        "collective_buffers" Level Buffers CollectiveBuffers => "Collective buffers in use, one for each communicator that puts.";
        "collective_buffer_bytes" Level Bytes CollectiveBufferBytes => "Memory registered for collective buffers, in use or not.";
    }
}

fn algorithms(function: Function) -> impl Iterator<Item = Pvar> {
    function.algorithms().iter().enumerate().map(move |(index, algorithm)| Pvar {
        name: format!("collective_{}_{}", function.name(), algorithm.name).into(),
        doc: format!("Calls of {} that used the algorithm {}.", function.name(), algorithm.name).into(),
        class: Class::Counter,
        unit: Unit::Calls,
        verbosity: Verbosity::TunerDetail,
        category: "algorithms",
        source: Source::CollectiveCalls(function, index),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_classes_are_unique() {
        for (index, pvar) in table().iter().enumerate() {
            let same = |other: &Pvar| other.name == pvar.name && other.class == pvar.class || other.source == pvar.source;
            assert!(!table()[..index].iter().any(same), "{} {:?}", pvar.name, pvar.class);
            assert!(
                pvar.doc.ends_with('.') && pvar.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_' || b.is_ascii_digit())
            );
        }
    }

    #[test]
    fn units_go_with_classes() {
        for pvar in table() {
            match pvar.class {
                Class::Timer => assert_eq!(pvar.unit, Unit::Seconds),
                Class::Counter => assert_ne!(pvar.unit, Unit::Bytes, "{}", pvar.name),
                Class::Aggregate => assert_eq!(pvar.unit, Unit::Bytes, "{}", pvar.name),
                _ => assert_ne!(pvar.unit, Unit::Seconds),
            }
        }
    }

    #[test]
    fn every_algorithm_has_its_counter() {
        for function in Function::all() {
            for (index, algorithm) in function.algorithms().iter().enumerate() {
                let pvar = &table()[calls_of(function, index).unwrap()];
                assert!(pvar.name.contains(&function.name()) && pvar.name.ends_with(algorithm.name));
            }
        }
    }
}
