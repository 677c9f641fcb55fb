//! Programs for simulated jobs: short async functions over a rank's operations.
//!
//! - `accesses`: puts and gets with fences (BR-8)
//! - `basic`: two ranks, collectives, matrix multiplication
//! - `buffers`: buffers that are used often, and others (BR-8)
//! - `grid`: ranks in grids, and exchanges with neighbors
//! - `mixes`: messages of which only the lengths are known
//! - `nas`: the communication of the NAS parallel benchmarks
//! - `physics`: wavefronts, adaptive meshes, a hydrocode
//! - `solvers`: multigrid and a lattice, by how they use their buffers (BR-8)
//!
//! What the programs compute is left out but for the time it takes; every message has contents that
//! the receiver checks.

mod accesses;
mod basic;
mod buffers;
mod grid;
mod mixes;
mod nas;
mod physics;
mod solvers;

use std::cell::RefCell;
use std::rc::Rc;

use ferry_device::Device;

use self::accesses::Access;
use self::buffers::{Layout, Root};

use crate::program::Block;
use crate::rank::Rank;

/// What a workload is run with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Iterations (time steps).
    pub iterations: u32,
    /// Iterations before the time begins: in them connections are made.
    pub warm_up: u32,
    /// Message sizes, of workloads that have them, in bytes.
    pub sizes: Vec<usize>,
    /// What a rank computes in a step, in ns.
    pub compute_ns: u64,
    /// Points along a side of the whole problem, of workloads that have one.
    pub points: usize,
    /// Seed of what is random in the program.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let sizes = (0..21).step_by(2).map(|bits| 1 << bits).collect();
        Settings { iterations: 20, warm_up: 0, sizes, compute_ns: 5_000, points: 128, seed: 1 }
    }
}

/// A result: what, and how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What was measured ("latency of 8 bytes").
    pub what: String,
    /// How much.
    pub value: f64,
    /// In what.
    pub unit: &'static str,
}

/// What a run comes to.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// What was measured.
    pub rows: Vec<Row>,
    /// What the slowest rank took, without the iterations that warm up, in ps.
    pub work_ps: u64,
}

/// Results of all ranks of a run.
pub type Rows = Rc<RefCell<Results>>;

/// A workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    fits: Fits,
}

/// Numbers of ranks that a workload can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fits {
    AtLeast(u32),
    Even,
    PowerOfTwo,
    Square,
}

impl Fits {
    fn check(self, ranks: u32) -> Result<(), String> {
        let (fits, needed) = match self {
            Fits::AtLeast(least) => (ranks >= least, format!("at least {least} ranks")),
            Fits::Even => (ranks >= 2 && ranks.is_multiple_of(2), "an even number of ranks".to_owned()),
            Fits::PowerOfTwo => (ranks.is_power_of_two(), "a power of two of ranks".to_owned()),
            Fits::Square => (ranks.isqrt() * ranks.isqrt() == ranks && ranks > 0, "a square of ranks".to_owned()),
        };
        if fits { Ok(()) } else { Err(format!("it needs {needed}, not {ranks}")) }
    }
}

const fn workload(name: &'static str, fits: Fits, about: &'static str) -> Workload {
    Workload { name, about, fits }
}

impl Workload {
    /// All of them.
    pub const ALL: [Workload; 31] = [
        workload("pingpong", Fits::Even, "one-way latency by size between pairs of ranks"),
        workload("bandwidth", Fits::Even, "windows of 64 messages by size, one way"),
        workload("bibandwidth", Fits::Even, "windows of 64 messages by size, both ways at once"),
        workload("spectrum", Fits::Even, "1,000 buffers, buffer i used i times in random order (BR-8)"),
        workload("spectrum-packed", Fits::Even, "the same with buffers back to back, which share pages"),
        workload("fresh", Fits::Even, "each message from a buffer that is not used again, by size"),
        workload("bcast", Fits::AtLeast(1), "broadcasts from one buffer, each before a barrier, by size"),
        workload("scatter", Fits::AtLeast(1), "blocks of one buffer to all ranks, each round before a barrier, by size"),
        workload("put", Fits::Even, "puts from one buffer between pairs of ranks, each before a fence, by size"),
        workload("get", Fits::Even, "gets to one buffer, each before a fence, by size"),
        workload("put-spectrum", Fits::Even, "puts from 1,000 buffers, buffer i used i times in random order (BR-8)"),
        workload("get-spectrum", Fits::Even, "gets to 1,000 buffers, likewise"),
        workload("amg", Fits::AtLeast(7), "an algebraic multigrid: buffers of each level used in each cycle, others once (BR-8)"),
        workload(
            "milc",
            Fits::AtLeast(16),
            "a lattice in four dimensions: faces from buffers that stay, fields from others (BR-8)",
        ),
        workload("collectives", Fits::AtLeast(1), "barrier, bcast, allreduce, allgather and alltoall by size"),
        workload("matmul", Fits::AtLeast(1), "row-block matrix multiplication with an allgather an iteration (AG-6)"),
        workload("neighbors", Fits::AtLeast(2), "each rank with its neighbors on a ring, small messages"),
        workload("random", Fits::AtLeast(2), "each rank to ranks at random, small messages"),
        workload("cg", Fits::PowerOfTwo, "NAS CG: sums along rows and exchanges with the transposed rank"),
        workload("lu", Fits::AtLeast(1), "NAS LU: small messages along wavefronts, plane by plane, and faces"),
        workload("mg", Fits::PowerOfTwo, "NAS MG: faces of grids that get coarser and finer again"),
        workload("ft", Fits::PowerOfTwo, "NAS FT: transposition of a cube, all to all"),
        workload("is", Fits::AtLeast(1), "NAS IS: sums of buckets, and keys from all to all"),
        workload("sp", Fits::Square, "NAS SP: sweeps along rows, columns and diagonals of a square, and faces"),
        workload("bt", Fits::Square, "NAS BT: as SP, with larger blocks and fewer steps"),
        workload("sage", Fits::AtLeast(2), "a hydrocode on an adaptive mesh: large messages to a few neighbors, many small sums"),
        workload("sweep", Fits::AtLeast(1), "wavefronts from all corners of a grid of ranks, block by block"),
        workload("amr", Fits::AtLeast(2), "messages of all sizes to neighbors that change with the mesh"),
        workload("chain", Fits::AtLeast(2), "LAMMPS in.chain: exchanges with six neighbors, 30 % up to 2 KiB, 70 % up to 32 KiB"),
        workload("rhodo", Fits::AtLeast(2), "LAMMPS in.rhodo: the same, 41 % up to 2 KiB, 47 % up to 32 KiB, 11 % longer"),
        workload("flood", Fits::AtLeast(2), "all ranks but one send to that one as fast as they can"),
    ];

    /// The workload called `name`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<Workload, String> {
        let names = || Self::ALL.map(|workload| workload.name).join(", ");
        let found = Self::ALL.iter().find(|workload| workload.name == name).copied();
        found.ok_or_else(|| format!("there is no workload {name:?}; there are {}", names()))
    }

    /// Whether it can be run on so many ranks.
    ///
    /// # Errors
    /// What number it needs.
    pub fn check(&self, ranks: u32) -> Result<(), String> {
        self.fits.check(ranks).map_err(|why| format!("{}: {why}", self.name))
    }

    /// Runs a rank's part.
    pub async fn run<D: Device>(self, rank: Rank<D>, settings: Rc<Settings>, rows: Rows) {
        if settings.warm_up > 0 {
            let first = Settings { iterations: settings.warm_up, warm_up: 0, ..(*settings).clone() };
            self.run_part(&rank, &first, &Rows::default()).await;
            // The first makes the connections that it needs, which ranks leave at different times;
            // the second is what all leave together.
            rank.barrier().await;
            rank.barrier().await;
        }
        let begin_ps = rank.now_ps();
        self.run_part(&rank, &settings, &rows).await;
        let time_ps = rank.now_ps() - begin_ps;
        let mut rows = rows.borrow_mut();
        rows.work_ps = rows.work_ps.max(time_ps);
        if rank.rank() == 0 {
            rows.rows.push(Row { what: "time of rank 0".to_owned(), value: time_ps as f64 / 1e9, unit: "ms" });
        }
    }

    async fn run_part<D: Device>(self, rank: &Rank<D>, settings: &Settings, rows: &Rows) {
        match self.name {
            "pingpong" => basic::ping_pong(rank, settings, rows).await,
            "bandwidth" => basic::bandwidth(rank, settings, rows, false).await,
            "bibandwidth" => basic::bandwidth(rank, settings, rows, true).await,
            "spectrum" => buffers::spectrum(rank, settings, rows, Layout::Pages).await,
            "spectrum-packed" => buffers::spectrum(rank, settings, rows, Layout::BackToBack).await,
            "fresh" => buffers::fresh(rank, settings, rows).await,
            "bcast" => buffers::collective(rank, settings, rows, Root::Bcast).await,
            "scatter" => buffers::collective(rank, settings, rows, Root::Scatter).await,
            "put" => accesses::repeated(rank, settings, rows, Access::Put).await,
            "get" => accesses::repeated(rank, settings, rows, Access::Get).await,
            "put-spectrum" => accesses::spectrum(rank, settings, rows, Access::Put).await,
            "get-spectrum" => accesses::spectrum(rank, settings, rows, Access::Get).await,
            "amg" => solvers::amg(rank, settings).await,
            "milc" => solvers::milc(rank, settings).await,
            "collectives" => basic::collectives(rank, settings, rows).await,
            "matmul" => basic::multiply(rank, settings).await,
            "neighbors" => basic::neighbors(rank, settings).await,
            "random" => basic::random(rank, settings).await,
            "cg" => nas::cg(rank, settings).await,
            "lu" => nas::lu(rank, settings).await,
            "mg" => nas::mg(rank, settings).await,
            "ft" => nas::ft(rank, settings).await,
            "is" => nas::is(rank, settings).await,
            "sp" => nas::multipartition(rank, settings, 1).await,
            "bt" => nas::multipartition(rank, settings, 2).await,
            "sage" => physics::sage(rank, settings).await,
            "sweep" => physics::sweep(rank, settings).await,
            "amr" => physics::amr(rank, settings).await,
            "chain" => mixes::lammps(rank, settings, &mixes::CHAIN).await,
            "rhodo" => mixes::lammps(rank, settings, &mixes::RHODO).await,
            "flood" => physics::flood(rank, settings).await,
            other => unreachable!("no workload {other}"),
        }
    }
}

/// The name of the `number`th message from a rank to a rank: what it consists of.
pub(crate) fn message(from: u32, to: u32, number: u64) -> u64 {
    number << 40 ^ u64::from(from) << 20 ^ u64::from(to)
}

/// A message of an exchange.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer {
    pub peer: u32,
    pub tag: i32,
    pub len: usize,
    pub name: u64,
}

impl<D: Device> Rank<D> {
    /// Sends what message `name` consists of.
    pub(crate) async fn give(&self, block: &Block, Transfer { peer, tag, len, name }: Transfer) {
        block.fill(0, len, name);
        self.send(peer, tag, block, 0, len).await;
    }

    /// Receives message `name`.
    pub(crate) async fn take(&self, block: &Block, expected: Transfer) {
        let outcome = self.recv(expected.peer as i32, expected.tag, block, 0, expected.len).await;
        self.check(block, 0, expected, outcome.sent);
    }

    /// Whether message `name` is what has come.
    pub(crate) fn check(&self, block: &Block, offset: usize, expected: Transfer, bytes: u64) {
        let Transfer { peer, tag, len, name } = expected;
        let accuse = |text: String| {
            let text = format!("the message from rank {peer} with tag {tag} and {len} bytes {text}");
            self.world().accuse(self.rank(), "delivery", text);
        };
        if bytes != len as u64 {
            return accuse(format!("came with {bytes} bytes"));
        }
        if let Some(at) = block.find_wrong(offset, len, name) {
            accuse(format!("has other contents from byte {at} on"));
        }
    }

    /// Sends and receives at once: all of `sends` and `receives`.
    pub(crate) async fn exchange(&self, sends: &[Transfer], receives: &[Transfer]) {
        let bytes = |transfers: &[Transfer]| transfers.iter().map(|transfer| transfer.len.max(1)).sum();
        let (from, into) = (self.block(bytes(sends)), self.block(bytes(receives)));
        self.exchange_in(&from, &into, sends, receives).await;
    }

    /// As [`Rank::exchange`], in memory that is there.
    pub(crate) async fn exchange_in(&self, from: &Block, into: &Block, sends: &[Transfer], receives: &[Transfer]) {
        let mut offset = 0;
        let mut incoming = Vec::with_capacity(receives.len());
        for receive in receives {
            incoming.push((offset, *receive, self.irecv(receive.peer as i32, receive.tag, into, offset, receive.len)));
            offset += receive.len.max(1);
        }
        offset = 0;
        let mut outgoing = Vec::with_capacity(sends.len());
        for send in sends {
            from.fill(offset, send.len, send.name);
            outgoing.push(self.isend(send.peer, send.tag, from, offset, send.len));
            offset += send.len.max(1);
        }
        for (offset, expected, request) in incoming {
            let outcome = self.wait(request).await;
            self.check(into, offset, expected, outcome.sent);
        }
        self.wait_all(outgoing).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workloads_are_found_and_refuse_numbers_of_ranks_that_do_not_fit() {
        for workload in Workload::ALL {
            assert_eq!(Workload::find(workload.name), Ok(workload));
        }
        assert!(Workload::find("nothing").is_err_and(|text| text.contains("pingpong")));
        let refused = |name, ranks| Workload::find(name).expect("known").check(ranks).is_err();
        assert!(refused("pingpong", 3) && refused("cg", 6) && refused("bt", 8) && refused("random", 1));
        assert!(!refused("bt", 9) && !refused("cg", 8) && !refused("sweep", 1));
    }
}
