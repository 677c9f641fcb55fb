//! Attached memory of peers that the device accesses by itself ([`super::direct`]): keys that are
//! lent, and taken back before the memory is detached.
//!
//! An origin asks for the key of a range when it accesses it for the first time; that access is a
//! message. The target opens the range then, and notes who has the key. When the range is detached,
//! the target asks for the keys back, and waits for the answers ([`Engine::begin_detach`]). So no
//! device ever accesses memory that was detached, which would break the connection: the next access
//! is a message, which the target refuses.
//!
//! # Safety arguments
//! WIN-1: attached memory is exposed, and stays so until it is closed to peers.

use std::collections::BTreeMap;
use std::ops::Range;

use ferry_device::{Device, Key, RegionId};
use ferry_protocol::rma::message::Message;

use super::Window;
use crate::Engine;

/// Ranges of one target whose keys an origin keeps at most: it asks for no more, so that a program
/// that attaches very many takes a bounded amount of memory (a few hundred KiB) for each target.
const MOST_RANGES: usize = 1024;

/// What an origin knows of the attached memory of one target.
#[derive(Debug, Default)]
pub(crate) struct KnownRanges {
    /// By first address: the end, and the key.
    ranges: BTreeMap<u64, (u64, Key)>,
    /// It has asked for a key, and no answer is there.
    is_asking: bool,
}

impl KnownRanges {
    /// The range that has all of these addresses.
    fn find(&self, addresses: &Range<u64>) -> Option<(u64, Key)> {
        let (start, (end, key)) = self.ranges.range(..=addresses.start).next_back()?;
        (addresses.end <= *end).then_some((*start, *key))
    }

    /// Whether the key of the range that has this address is known, even if it names nothing.
    fn knows(&self, address: u64) -> bool {
        self.ranges.range(..=address).next_back().is_some_and(|(_, (end, _))| address < *end)
    }
}

/// Attached memory of this process that was opened to peers, by first address.
#[derive(Debug, Default)]
pub(crate) struct OpenedRanges(BTreeMap<u64, OpenedRange>);

#[derive(Debug)]
struct OpenedRange {
    /// `None`: the device cannot.
    region: Option<RegionId>,
    /// World ranks of those who were told the key.
    holders: Vec<u32>,
}

/// Memory that was detached, and what its end waits for.
#[derive(Debug, Default)]
pub struct Detached {
    region: Option<RegionId>,
    /// Peers that have its key, and the tag of the answer of each.
    pub asked: Vec<(u32, u32)>,
}

impl<D: Device> Engine<D> {
    /// The key of attached memory of a peer that has all of these addresses, and the address where
    /// it begins; `None` if it is not known, or the device cannot access it. Asks for one that is
    /// not known.
    pub fn attached_key(&mut self, window: u64, number: u32, addresses: Range<u64>) -> Option<(Key, u64)> {
        let peer = self.state.one_sided.windows.get_mut(&window)?.peers.entry(number).or_default();
        if let Some((start, key)) = peer.attached.find(&addresses) {
            return (!key.is_none()).then_some((key, start));
        }
        let known = &mut peer.attached;
        if !known.is_asking && known.ranges.len() < MOST_RANGES && !known.knows(addresses.start) {
            known.is_asking = true;
            self.send_message(number, window, &Message::AskKey { address: addresses.start });
        }
        None
    }

    /// Tells an origin the key of the range that has this address.
    pub(super) fn tell_key(&mut self, number: u64, window: &mut Window, from: u32, address: u64) {
        let Some((address, bytes)) = window.exposure.attached_at(address) else {
            return self.send_message(from, number, &Message::Key { address, bytes: 0, key: &[] });
        };
        let opened = window.opened.0.entry(address).or_insert_with(|| {
            // SAFETY: WIN-1.
            let region = unsafe { self.open_to_peers(address, bytes) };
            OpenedRange { region, holders: Vec::new() }
        });
        let key = opened.region.map_or(Key::NONE, |region| self.device.key(region));
        if !opened.holders.contains(&from) {
            opened.holders.push(from);
        }
        self.send_message(from, number, &Message::Key { address, bytes, key: key.bytes() });
    }

    /// Forgets the key of a range at a peer, which detaches it: false as long as accesses to the
    /// peer are under way. None of a correct program is.
    pub(super) fn forget_key(&mut self, window: &mut Window, from: u32, address: u64) -> bool {
        let Some(peer) = window.peers.get_mut(&from) else { return true };
        peer.attached.ranges.remove(&address);
        peer.operations().all(|operation| self.operation(operation).is_none_or(|operation| operation.is_done()))
    }

    /// Detaches memory that was attached at this address; `None` if none was. When all that are
    /// asked have answered, [`Engine::end_detach`] has to follow.
    pub fn begin_detach(&mut self, window: u64, address: u64) -> Option<Detached> {
        let found = self.state.one_sided.windows.get_mut(&window)?;
        if !found.exposure.detach(address) {
            return None;
        }
        let Some(OpenedRange { region, holders }) = found.opened.0.remove(&address) else { return Some(Detached::default()) };
        let ask = |peer: u32| {
            let tag = self.expect_answer();
            self.send_message(peer, window, &Message::Revoke { address, tag });
            (peer, tag)
        };
        Some(Detached { region, asked: holders.into_iter().map(ask).collect() })
    }

    /// Closes memory that nobody has the key of any more.
    pub fn end_detach(&mut self, detached: &Detached) {
        detached.region.into_iter().for_each(|region| self.close_to_peers(region));
    }

    /// Closes all memory of a window that nobody accesses any more.
    pub(super) fn close_ranges(&mut self, opened: OpenedRanges) {
        opened.0.into_values().filter_map(|range| range.region).for_each(|region| self.close_to_peers(region));
    }
}

/// Takes over what a target has told of its attached memory.
pub(super) fn take_key(window: &mut Window, from: u32, addresses: Range<u64>, key: &[u8]) {
    let known = &mut window.peers.entry(from).or_default().attached;
    known.is_asking = false;
    if let Some(key) = Key::of(key).filter(|_| !addresses.is_empty()) {
        known.ranges.insert(addresses.start, (addresses.end, key));
    }
}
