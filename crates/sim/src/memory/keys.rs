//! What is registered with an adapter, by key.

use ferry_rdma::{Access, LocalKey, RemoteKey, RemoteMemory, Segment};

use crate::memory::Span;

/// Whose memory is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The library's own.
    Library,
    /// The program's.
    Program,
}

/// A registration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registered {
    pub address: u64,
    pub len: u64,
    pub access: Access,
    pub owner: Owner,
}

/// Bits of a key that change each time its place in the table is used again, so that stale keys are
/// found out.
const GENERATION_BITS: u32 = 8;

/// The table of an adapter. Keys are place and generation.
#[derive(Default)]
pub(crate) struct Keys {
    slots: Vec<(u8, Option<Registered>)>,
    free: Vec<u32>,
}

impl Keys {
    pub fn insert(&mut self, registered: Registered) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        slot.0 = slot.0.wrapping_add(1);
        slot.1 = Some(registered);
        index << GENERATION_BITS | u32::from(slot.0)
    }

    pub fn remove(&mut self, key: u32) -> Option<Registered> {
        self.find(key)?;
        let index = key >> GENERATION_BITS;
        self.free.push(index);
        self.slots[index as usize].1.take()
    }

    pub fn find(&self, key: u32) -> Option<&Registered> {
        let (generation, registered) = self.slots.get((key >> GENERATION_BITS) as usize)?;
        registered.as_ref().filter(|_| u32::from(*generation) == key & ((1 << GENERATION_BITS) - 1))
    }

    /// A segment of an own request that needs the right `needed`; `None`: protection error.
    pub fn local(&self, segment: &Segment, needed: Access) -> Option<Span> {
        let LocalKey(key) = segment.key;
        self.span(key, segment.address, segment.len.into(), needed)
    }

    /// A range that a peer names; `None`: access error.
    pub fn remote(&self, at: RemoteMemory, len: u64, needed: Access) -> Option<Span> {
        let RemoteKey(key) = at.key;
        self.span(key, at.address, len, needed)
    }

    fn span(&self, key: u32, address: u64, len: u64, needed: Access) -> Option<Span> {
        let span = Span { address, len };
        if len == 0 {
            return Some(span);
        }
        let Registered { address: start, len: whole, access, .. } = *self.find(key)?;
        let offset = address.checked_sub(start)?;
        let fits = offset <= whole && len <= whole - offset;
        (fits && access.contains(needed)).then_some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered(access: Access) -> Registered {
        Registered { address: 0x1000, len: 100, access, owner: Owner::Library }
    }

    fn segment(key: u32, address: u64, len: u32) -> Segment {
        Segment { address, len, key: LocalKey(key) }
    }

    #[test]
    fn ranges_must_lie_within_and_rights_must_be_there() {
        let mut keys = Keys::default();
        let key = keys.insert(registered(Access::LOCAL_WRITE));
        let local = |address, len, needed| keys.local(&segment(key, address, len), needed).is_some();
        assert!(local(0x1000, 100, Access::LOCAL_WRITE) && local(0x1064, 0, Access::empty()));
        assert!(
            !local(0x1000, 101, Access::empty()) && !local(0xfff, 2, Access::empty()) && !local(u64::MAX, 2, Access::empty())
        );
        let at = RemoteMemory { address: 0x1000, key: RemoteKey(key) };
        assert!(keys.remote(at, 8, Access::REMOTE_WRITE).is_none(), "a right that was not given");
    }

    #[test]
    fn keys_of_removed_registrations_stay_invalid() {
        let mut keys = Keys::default();
        let old = keys.insert(registered(Access::empty()));
        assert!(keys.remove(old).is_some() && keys.remove(old).is_none());
        let new = keys.insert(registered(Access::empty()));
        assert_eq!(old >> GENERATION_BITS, new >> GENERATION_BITS, "the same place");
        assert!(keys.find(old).is_none() && keys.find(new).is_some());
    }
}
