//! Who wins when two processes call each other at once. Pure.
//!
//! | this process | the peer's call comes | because |
//! |---|---|---|
//! | has nothing to do with the peer | is accepted | |
//! | calls the peer, which comes after it in the order of all | is parked | this process's call goes first; should it fail, the parked one is accepted |
//! | calls the peer, which comes before it | is accepted, and the own call dropped | the peer parks ours |
//! | has a connection | is refused | |
//!
//! A process that calls never sends anything but its hello before it is welcomed, so that a call
//! that is dropped loses nothing. Each process accepts one call of a peer only if it does not call
//! by itself, or if the peer's goes first: never do both accept.

/// How a process stands with a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingStanding {
    /// No connection, and none is being made from here.
    Apart,
    /// This process calls the peer.
    Calling {
        /// A call of the peer waits for what becomes of that.
        has_parked: bool,
    },
    /// There is a connection, or there will never be one again.
    Settled,
}

/// What happens to a call of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It becomes the connection; calls to the peer are dropped.
    Accept,
    /// It waits until it is known what becomes of the own call.
    Park,
    /// It is refused.
    Refuse,
}

/// What process `me` does with a call of `peer`.
pub fn decide<N: Ord>(me: N, peer: N, standing: PairingStanding) -> Decision {
    match standing {
        PairingStanding::Apart => Decision::Accept,
        PairingStanding::Calling { .. } if peer < me => Decision::Accept,
        PairingStanding::Calling { has_parked: false } => Decision::Park,
        PairingStanding::Calling { has_parked: true } | PairingStanding::Settled => Decision::Refuse,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What travels on one call, and how it stands at both ends.
    #[derive(Clone, Debug)]
    struct Call {
        caller: usize,
        hello_is_under_way: bool,
        welcome_is_under_way: bool,
        is_closed: bool,
        /// The other side holds it back.
        is_parked: bool,
        /// Ends at which it is the connection.
        open_at: [bool; 2],
    }

    #[derive(Default)]
    struct World {
        calls: Vec<Call>,
    }

    impl World {
        fn standing(&self, me: usize) -> PairingStanding {
            if self.calls.iter().any(|call| call.open_at[me]) {
                return PairingStanding::Settled;
            }
            let is_calling = self.calls.iter().any(|call| call.caller == me && !call.is_closed);
            let has_parked = self.calls.iter().any(|call| call.caller != me && call.is_parked && !call.is_closed);
            if is_calling { PairingStanding::Calling { has_parked } } else { PairingStanding::Apart }
        }

        fn call(&mut self, caller: usize) {
            if self.standing(caller) == PairingStanding::Apart {
                self.calls.push(Call {
                    caller,
                    hello_is_under_way: true,
                    welcome_is_under_way: false,
                    is_closed: false,
                    is_parked: false,
                    open_at: [false; 2],
                });
            }
        }

        /// The other side reads the hello of call `index`, if one is there.
        fn hear(&mut self, index: usize) {
            let Some(call) = self.calls.get(index).filter(|call| call.hello_is_under_way) else { return };
            let me = 1 - call.caller;
            let decision = decide(me as u32, call.caller as u32, self.standing(me));
            self.calls[index].hello_is_under_way = false;
            match decision {
                Decision::Accept => {
                    for own in self.calls.iter_mut().filter(|own| own.caller == me && !own.open_at[0] && !own.open_at[1]) {
                        own.is_closed = true;
                    }
                    self.calls[index].open_at[me] = true;
                    self.calls[index].welcome_is_under_way = true;
                }
                Decision::Park => self.calls[index].is_parked = true,
                Decision::Refuse => self.calls[index].is_closed = true,
            }
        }

        /// The caller reads the welcome of call `index`, if one is there and it still listens.
        fn be_welcomed(&mut self, index: usize) {
            let Some(call) = self.calls.get_mut(index).filter(|call| call.welcome_is_under_way) else { return };
            call.welcome_is_under_way = false;
            assert!(!call.is_closed, "a call was dropped that the other side had accepted");
            let caller = call.caller;
            call.open_at[caller] = true;
            for other in self.calls.iter_mut().filter(|other| other.caller != caller && other.is_parked) {
                other.is_closed = true;
            }
        }
    }

    proptest! {
        #[test]
        fn both_end_up_with_the_same_connection(events in proptest::collection::vec((0..3u8, 0..4usize), 1..40)) {
            let mut world = World::default();
            for (event, which) in events {
                match event {
                    0 => world.call(which % 2),
                    1 => world.hear(which),
                    _ => world.be_welcomed(which),
                }
            }
            prop_assume!(!world.calls.is_empty());
            for index in (0..world.calls.len()).chain(0..world.calls.len()) {
                world.hear(index);
                world.be_welcomed(index);
            }
            let open: Vec<_> = world.calls.iter().filter(|call| call.open_at != [false; 2]).collect();
            prop_assert_eq!(open.len(), 1, "{:?}", world.calls);
            prop_assert_eq!(open[0].open_at, [true; 2]);
        }
    }

    #[test]
    fn the_call_of_the_lower_rank_goes_first() {
        let calling = PairingStanding::Calling { has_parked: false };
        assert_eq!((decide(3, 5, calling), decide(5, 3, calling)), (Decision::Park, Decision::Accept));
        assert_eq!(decide(3, 5, PairingStanding::Calling { has_parked: true }), Decision::Refuse);
    }
}
