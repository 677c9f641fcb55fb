//! Sizes and limits of a device.

/// What a device is made with. [`Options::new`] has what suits most jobs.
#[derive(Clone, Debug)]
pub struct Options {
    /// World rank of this process.
    pub rank: u32,
    /// Ranks of the job, for the size of the completion queue.
    pub ranks: usize,
    /// A number that no other job has: datagrams of other jobs are not for us.
    pub job: u64,
    /// Longest message that goes without asking, whatever the engine's limit, in bytes.
    pub eager_bytes: u64,
    /// Shortest body that is sent from the program's memory where the sender lends it, in bytes.
    pub lend_from: u64,
    /// Send requests that a queue pair holds.
    pub sends: u32,
    /// Longest message that is sent inline, if the device can, in bytes.
    pub inline_bytes: u32,
    /// Memory for send buffers, of all peers together, in bytes.
    pub send_bytes: usize,
    /// Peers with a ring at most; 0 switches rings off.
    pub rings: usize,
    /// Slots of a ring, fewer than 256.
    pub ring_slots: u32,
    /// Bytes of a slot, fewer than 64 KiB, a multiple of 8.
    pub ring_slot_bytes: u32,
    /// Messages after which a peer gets a ring.
    pub ring_after: u32,
    /// Memory of the program that may be registered at once, in bytes.
    pub registered_bytes: u64,
    /// Registrations of memory of the program at once.
    pub regions: usize,
    /// How long a peer may be silent while this process waits before it is probed, in nanoseconds.
    pub probe_ns: u64,
    /// How long a peer may take to answer a request for a connection, in nanoseconds. `None`: as long as it likes, as it may compute and not look.
    pub patience_ns: Option<u64>,
}

impl Options {
    /// The options of rank `rank` of `ranks` in job `job`.
    pub fn new(rank: u32, ranks: usize, job: u64) -> Self {
        Options {
            rank,
            ranks,
            job,
            eager_bytes: 0,
            lend_from: u64::MAX,
            sends: 128,
            inline_bytes: 220,
            send_bytes: 16 << 20,
            rings: 8,
            ring_slots: 32,
            ring_slot_bytes: 2048,
            ring_after: 16,
            registered_bytes: 1 << 40,
            regions: 4096,
            probe_ns: 1_000_000_000,
            patience_ns: None,
        }
    }
}
