//! The completion queue: one for everything, with room for the connections there are.

use ferry_rdma::{CompletionQueue, Result, Verbs};

/// Connections that there is room for to begin with.
const FIRST_CONNECTIONS: u64 = 4;

/// Entries at least.
const LEAST: u64 = 1024;

/// What it must have room for.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    /// Completions outstanding whatever connections there are.
    pub shared: u64,
    /// Those of a connection.
    pub each: u64,
    /// Connections at most.
    pub connections: u64,
}

impl Demand {
    fn with(&self, connections: u64) -> u64 {
        self.shared + self.each * connections
    }
}

/// A completion queue that grows with the number of connections where the device lets it, and has
/// room for all from the start elsewhere.
pub struct Completions<V: Verbs> {
    /// The queue.
    pub queue: V::CompletionQueue,
    demand: Demand,
    entries: u64,
    most: u64,
}

impl<V: Verbs> Completions<V> {
    /// A queue for the first few connections. Whether it can grow is found by letting it.
    ///
    /// # Errors
    /// The device has none, or no room for it.
    pub fn new(verbs: &V, demand: Demand) -> Result<Self> {
        let device = u64::from(verbs.device().completion_entries);
        let most = demand.with(demand.connections).max(LEAST).min(device);
        let first = demand.with(FIRST_CONNECTIONS).clamp(LEAST.min(most), most);
        if first < most {
            let queue = verbs.completion_queue(first as u32 / 2)?;
            if queue.grow(first as u32).is_ok() {
                return Ok(Completions { queue, demand, entries: first, most });
            }
        }
        Ok(Completions { queue: verbs.completion_queue(most as u32)?, demand, entries: most, most })
    }

    /// There will be so many connections: makes room for twice as many as it has, so that it seldom
    /// has to.
    ///
    /// # Errors
    /// The device has no room.
    pub fn reserve(&mut self, connections: usize) -> Result<()> {
        let needed = self.demand.with(connections as u64).min(self.most);
        if needed > self.entries {
            let entries = needed.max(self.entries * 2).min(self.most);
            self.queue.grow(entries as u32)?;
            self.entries = entries;
        }
        Ok(())
    }
}
