//! Sizes and limits of a device.

use ferry_protocol::reuse::model::{Linear, PaperPath};
pub use ferry_protocol::reuse::{Fraction, Prices};

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
    /// Eager messages straight from buffers that are used often.
    pub reuse: BufferReuse,
    /// How long a peer may take to answer a request for a connection, in nanoseconds. `None`: as
    /// long as it likes, as it may compute and not look.
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
            reuse: BufferReuse::default(),
            patience_ns: None,
        }
    }
}

/// When a buffer is used so often that eager messages leave from it without a copy (BR-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferReuse {
    /// The part of the uses that pay for a registration after which there is one. `None`: all
    /// messages are copied.
    pub fraction: Option<Fraction>,
    /// What things are taken to cost. `None`: they are measured when the first message comes that
    /// this matters to.
    pub prices: Option<Prices>,
}

impl Default for BufferReuse {
    fn default() -> Self {
        BufferReuse { fraction: Some(Fraction::default()), prices: None }
    }
}

impl BufferReuse {
    /// All messages are copied.
    pub const OFF: BufferReuse = BufferReuse { fraction: None, prices: None };

    /// After this part of the uses that pay, by what things cost here.
    pub const fn after(fraction: Fraction) -> BufferReuse {
        BufferReuse { fraction: Some(fraction), prices: None }
    }

    /// After a quarter of the uses in the paper's table for rings.
    pub const PAPER: BufferReuse =
        BufferReuse { fraction: Some(Fraction::Quarter), prices: Some(Prices::Paper(PaperPath::Ring)) };

    /// From the first use on, as if registering cost nothing: for tests.
    pub const ALWAYS: BufferReuse = BufferReuse {
        fraction: Some(Fraction::Whole),
        prices: Some(Prices::Measured {
            registration: Linear { base_ps: 0, kib_ps: 0 },
            copy: Linear { base_ps: 1, kib_ps: 1 },
            overhead_ps: 0,
        }),
    };

    /// Whether any message leaves without a copy.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.fraction.is_some()
    }
}
