//! Windows of simulated ranks: a block of each, puts and gets by the adapters, fences.
//!
//! # Safety arguments
//! - RK-1 of [`rank`](crate::rank), for the origin's side and for the parts of windows, which are
//!   blocks.
//! - SW-1: control blocks of windows live as long as the rank's engine.

use ferry_device::{Device, Key, RegionId};
use ferry_engine::Buffer;
use ferry_engine::window::{Exposed, Exposure, Reach};
use ferry_protocol::rma::control::Control;

use crate::program::Block;
use crate::rank::{COLLECTIVES, Rank, Wait};

/// Bytes of a key as ranks tell it: its length, and room for the longest.
const TOLD: usize = 1 + Key::MOST;

/// A window. It stays open until [`Rank::close_window`], or as long as the job.
pub struct Window {
    number: u64,
    region: RegionId,
    /// By rank.
    keys: Vec<Key>,
}

impl<D: Device> Rank<D> {
    /// Opens a window of which `part` is this rank's part. All ranks call it.
    ///
    /// # Panics
    /// If an adapter cannot register a part.
    pub async fn open_window(&self, part: &Block) -> Window {
        let (own, all) = (self.block(TOLD), self.block(TOLD * self.ranks() as usize));
        let (number, region, key) = self.expose_part(part);
        own.write(0, &[key.bytes().len() as u8]);
        own.write(1, key.bytes());
        self.allgather(&own, &all, TOLD).await;
        let told = |rank: usize| {
            let mut bytes = [0; TOLD];
            all.read(rank * TOLD, &mut bytes);
            Key::of(&bytes[1..=usize::from(bytes[0])]).unwrap_or(Key::NONE)
        };
        Window { number, region, keys: (0..self.ranks() as usize).map(told).collect() }
    }

    /// The window's number, this rank's part with the adapter, and its key.
    fn expose_part(&self, part: &Block) -> (u64, RegionId, Key) {
        let mut controls = self.seat.controls.borrow_mut();
        controls.push(Box::new(Control::default()));
        let control: *const Control = &raw const **controls.last().expect("it was pushed");
        let number = COLLECTIVES + controls.len() as u64;
        let (base, bytes) = (part.place(0, part.len()), part.len() as u64);
        let mut engine = self.seat.engine.borrow_mut();
        // SAFETY: RK-1, SW-1.
        let region = unsafe {
            engine.open_window(number, Exposure::new(Exposed::Range(base.cast(), bytes), control), 0);
            engine.open_to_peers(base.expose_provenance() as u64, bytes)
        };
        let region = region.expect("the adapter registers the part of a window");
        (number, region, engine.key_for_peers(region))
    }

    /// Ends all accesses and closes the window. All ranks call it.
    pub async fn close_window(&self, window: Window) {
        self.fence(&window).await;
        let mut engine = self.seat.engine.borrow_mut();
        engine.close_window(window.number);
        engine.close_to_peers(window.region);
    }

    /// Begins to put `len` bytes from `offset` of `from` to byte `at` of a peer's part.
    ///
    /// # Panics
    /// If the adapter refuses.
    pub fn put(&self, window: &Window, (to, at): (u32, u64), from: &Block, (offset, len): (usize, usize)) {
        let reach = window.reach(to, at);
        // SAFETY: RK-1.
        let begun = unsafe {
            let buffer = Buffer::dense(from.place(offset, len), len as u64);
            self.seat.engine.borrow_mut().put_directly(&reach, buffer, len as u64)
        };
        assert!(begun.is_ok(), "rank {}: the adapter does not put to rank {to}", self.rank());
    }

    /// Begins to get `len` bytes from byte `at` of a peer's part to `offset` of `into`.
    ///
    /// # Panics
    /// If the adapter refuses.
    pub fn get(&self, window: &Window, (from, at): (u32, u64), into: &Block, (offset, len): (usize, usize)) {
        let reach = window.reach(from, at);
        // SAFETY: RK-1.
        let begun = unsafe {
            let buffer = Buffer::dense(into.place(offset, len), len as u64);
            self.seat.engine.borrow_mut().get_directly(&reach, buffer, len as u64)
        };
        assert!(begun.is_ok(), "rank {}: the adapter does not get from rank {from}", self.rank());
    }

    /// Ends all accesses: own ones are over, and then everybody's are. All ranks call it.
    pub async fn fence(&self, window: &Window) {
        let wait = Wait::Collective { name: "fence", number: 0 };
        for peer in (0..self.ranks()).filter(|peer| *peer != self.rank()) {
            self.until(wait, |engine| engine.is_settled(window.number, peer).then_some(())).await;
        }
        self.barrier().await;
    }
}

impl Window {
    fn reach(&self, peer: u32, offset: u64) -> Reach<'_> {
        Reach { window: self.number, peer, key: &self.keys[peer as usize], offset }
    }
}
