//! Memory that this process has exposed to peers, by the number they name it with.

use std::collections::HashMap;

use ferry_protocol::transfer::Token;

use crate::memory::Target;

struct Exposure {
    peer: u32,
    target: Target,
}

/// All memory that is exposed.
#[derive(Default)]
pub struct Exposures {
    last: u64,
    table: HashMap<u64, Exposure>,
}

/// A put that is longer than the memory it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Bytes of the put.
    pub put: u64,
    /// Bytes of the memory.
    pub exposed: u64,
}

impl Exposures {
    /// Exposes memory to `peer`.
    pub fn insert(&mut self, peer: u32, target: Target) -> Token {
        self.last += 1;
        self.table.insert(self.last, Exposure { peer, target });
        Token { address: self.last, key: 0 }
    }

    /// Forgets memory that was exposed to `peer`.
    pub fn remove(&mut self, peer: u32, token: Token) {
        if self.table.get(&token.address).is_some_and(|exposure| exposure.peer == peer) {
            self.table.remove(&token.address);
        }
    }

    /// Forgets all memory that was exposed to `peer`: whether there was any.
    pub fn remove_all(&mut self, peer: u32) -> bool {
        let before = self.table.len();
        self.table.retain(|_, exposure| exposure.peer != peer);
        self.table.len() < before
    }

    /// The memory that was exposed to `peer` under this number; `None` if there is none, or not any
    /// more.
    pub fn target(&mut self, peer: u32, number: u64) -> Option<&mut Target> {
        self.table.get_mut(&number).filter(|exposure| exposure.peer == peer).map(|exposure| &mut exposure.target)
    }

    /// Whether a put of `bytes` bytes fits.
    pub fn check(&mut self, peer: u32, token: Token, bytes: u64) -> Result<(), TooLong> {
        match self.target(peer, token.address).map(|target| target.bytes()) {
            Some(exposed) if exposed < bytes => Err(TooLong { put: bytes, exposed }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use super::*;
    use crate::memory::tests::room;

    #[test]
    fn memory_is_found_by_the_peer_it_is_for() {
        let mut memory = [0; 4];
        // SAFETY: an array of this test that lives longer.
        let target = unsafe { Target::new(vec![room(&mut memory)]) };
        let mut exposures = Exposures::default();
        let token = exposures.insert(3, target);
        assert!(exposures.target(3, token.address).is_some() && exposures.target(2, token.address).is_none());
        assert_eq!(exposures.check(3, token, 4), Ok(()));
        assert_eq!(exposures.check(3, token, 5), Err(TooLong { put: 5, exposed: 4 }));
        exposures.remove(2, token);
        assert!(exposures.remove_all(3) && !exposures.remove_all(3));
        assert_eq!(exposures.check(3, token, 5), Ok(()), "what is no longer exposed is thrown away");
    }
}
