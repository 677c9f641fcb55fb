//! The local side of puts and gets (BR-2): data that are copied into the request, go through a
//! buffer, or leave from and come to the program's memory.
//!
//! Data that are longer than a packet are never copied. Of shorter ones the usage table says, as it
//! does of eager messages ([`crate::direct`]): memory that is used often, or is registered for
//! another reason, is not copied. Puts with a notice are those of collective operations, which know
//! that their memory is used again.
//!
//! # Safety arguments
//! - ACC-1: pieces are memory that the caller of the put or get vouches for until its ticket is
//!   back. A put reads them before it begins, a get writes them right before its ticket is given
//!   back.

use ferry_device::CopyError;
use ferry_protocol::reuse::model::PaperPath;
use ferry_protocol::reuse::{Decision, Model, Prices, Reuse};
use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;
use ferry_verbs_transport::{Environment, Slot};

use crate::device::RcDevice;
use crate::receives::Receives;
use crate::transfers::{Local, MOST_INLINE, Work};

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// The local side of a put or get of `bytes` bytes over connection `place`.
    ///
    /// # Safety
    /// ACC-1.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn local_side(
        &mut self,
        place: usize,
        pieces: &[Piece],
        bytes: u64,
        work: Work,
    ) -> Result<Local, CopyError> {
        let way = self.connections[place].ways.get(self.connections[place].way_of_transfers(work.goes_first()));
        let inline = way.map_or(0, |way| way.inline).min(MOST_INLINE);
        if !work.is_read() && bytes <= inline as u64 {
            // SAFETY: as the caller promises.
            return Ok(Local::Inline(unsafe { copied(pieces, bytes as usize) }));
        }
        let may_copy = work.is_access() && bytes > 0 && bytes <= u64::from(self.longest_message());
        if may_copy {
            // SAFETY: as the caller promises.
            return unsafe { self.short_side(pieces, bytes as u32, work) };
        }
        // SAFETY: as the caller promises.
        unsafe { self.hold_all(pieces, work.is_read()) }.map(Local::Holds)
    }

    /// The local side of a put or get that may be copied.
    ///
    /// # Safety
    /// ACC-1.
    #[allow(unsafe_code)]
    unsafe fn short_side(&mut self, pieces: &[Piece], bytes: u32, work: Work) -> Result<Local, CopyError> {
        let address = pieces.first().map_or(0, |piece| piece.address);
        let is_direct = self.is_direct_access(pieces, bytes);
        // SAFETY: as the caller promises.
        if !is_direct && let Some(local) = unsafe { self.stage_access(pieces, bytes as usize, work) } {
            return Ok(local);
        }
        let before = self.memories.registrations();
        // SAFETY: as the caller promises.
        match unsafe { self.hold_all(pieces, work.is_read()) } {
            Ok(holds) => {
                let was_registered = self.memories.registrations() == before;
                if let Some(reuse) = self.access_reuse.as_mut().filter(|_| is_direct) {
                    reuse.sent(address, bytes, was_registered);
                }
                Ok(Local::Holds(holds))
            }
            Err(error) => {
                if let Some(reuse) = self.access_reuse.as_mut().filter(|_| is_direct) {
                    reuse.refused(address, bytes);
                }
                // SAFETY: as the caller promises.
                unsafe { self.stage_access(pieces, bytes as usize, work) }.ok_or(error)
            }
        }
    }

    /// Whether the program's memory is worth a registration, or has one.
    fn is_direct_access(&mut self, pieces: &[Piece], bytes: u32) -> bool {
        if !self.options.reuse.is_on() {
            return false;
        }
        if self.access_reuse.is_none() {
            self.access_reuse = Some(Reuse::new(self.access_model()));
        }
        let Some(reuse) = self.access_reuse.as_mut() else { return false };
        if reuse.looks(bytes, false) {
            self.environment.looked_up();
        }
        let (memories, environment) = (&mut self.memories, &self.environment);
        let is_registered = || pieces.iter().all(|piece| memories.is_registered(*piece));
        let address = pieces.first().map_or(0, |piece| piece.address);
        // Nobody waits for the end of a put or get in its call.
        reuse.decide(address, bytes, false, is_registered, || environment.now()) == Decision::Direct
    }

    #[cold]
    fn access_model(&mut self) -> Model {
        let prices = match self.options.reuse.prices {
            Some(Prices::Paper(_)) => Prices::Paper(PaperPath::OneSided),
            Some(prices) => prices,
            None => self.measured_prices(),
        };
        Model::new(prices, self.options.reuse.fraction.unwrap_or_default(), self.longest_message())
    }

    /// A buffer, with the data of a put in it. `None` if there is none.
    ///
    /// # Safety
    /// ACC-1.
    #[allow(unsafe_code)]
    unsafe fn stage_access(&mut self, pieces: &[Piece], bytes: usize, work: Work) -> Option<Local> {
        let slot = self.pool.take(&*self.verbs, bytes)?;
        self.counters.staged += 1;
        self.counters.staged_bytes += bytes as u64;
        if work.is_read() {
            return Some(Local::Staged(slot, bytes, pieces.to_vec()));
        }
        let mut at = 0;
        for piece in pieces.iter().filter(|piece| piece.len > 0) {
            // SAFETY: ACC-1.
            self.pool.write(slot, at, unsafe { bytes_of(piece) });
            at += piece.len as usize;
        }
        self.environment.copied(bytes as u64);
        Some(Local::Staged(slot, bytes, Vec::new()))
    }

    /// Gives a buffer back; of a get that was not in vain, after its data went to `pieces`.
    pub(crate) fn unstage(&mut self, slot: Slot, bytes: usize, pieces: &[Piece]) {
        let mut at = 0;
        for piece in pieces.iter().filter(|piece| piece.len > 0) {
            let into = std::ptr::with_exposed_provenance_mut::<u8>(piece.address as usize);
            // SAFETY: ACC-1.
            #[allow(unsafe_code)]
            self.pool.read(slot, at, unsafe { std::slice::from_raw_parts_mut(into, piece.len as usize) });
            at += piece.len as usize;
        }
        if at > 0 {
            self.environment.copied(bytes as u64);
        }
        self.pool.give_back(slot);
    }
}

/// The bytes of a piece.
///
/// # Safety
/// ACC-1; the piece is not empty.
#[allow(unsafe_code)]
unsafe fn bytes_of(piece: &Piece) -> &[u8] {
    let from = std::ptr::with_exposed_provenance::<u8>(piece.address as usize);
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(from, piece.len as usize) }
}

/// A copy of a few pieces.
///
/// # Safety
/// ACC-1, for pieces of `bytes` bytes in all.
#[allow(unsafe_code)]
unsafe fn copied(pieces: &[Piece], bytes: usize) -> Vec<u8> {
    let mut copy = Vec::with_capacity(bytes);
    for piece in pieces.iter().filter(|piece| piece.len > 0) {
        // SAFETY: as the caller promises.
        copy.extend_from_slice(unsafe { bytes_of(piece) });
    }
    copy
}
