//! Peers that are lost: on both ways, and reported once, when both devices are done with them.

use std::collections::HashMap;

use ferry_device::Lost;

/// Which device has lost a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Datagrams,
    Connections,
}

/// A peer that one device has lost and the other one has not reported yet.
#[derive(Debug)]
struct Loss {
    reason: String,
    awaited: By,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Losses(HashMap<u32, Loss>);

impl Losses {
    /// Whether a peer is lost, and one device has not reported it yet.
    pub fn has(&self, peer: u32) -> bool {
        self.0.contains_key(&peer)
    }

    /// A device has reported a loss. `give_up` makes the other one give the peer up, and says
    /// whether that will report it, too. What is to be reported now.
    pub fn note(&mut self, by: By, lost: Lost, give_up: impl FnOnce(&Lost) -> bool) -> Option<Lost> {
        if let Some(loss) = self.0.remove(&lost.peer) {
            debug_assert_eq!(loss.awaited, by);
            return Some(Lost { peer: lost.peer, reason: loss.reason });
        }
        if !give_up(&lost) {
            return Some(lost);
        }
        let awaited = if by == By::Datagrams { By::Connections } else { By::Datagrams };
        self.0.insert(lost.peer, Loss { reason: lost.reason, awaited });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(reason: &str) -> Lost {
        Lost { peer: 3, reason: reason.to_owned() }
    }

    #[test]
    fn a_peer_is_reported_once_with_the_first_reason() {
        let mut losses = Losses::default();
        assert!(losses.note(By::Connections, lost("first"), |_| true).is_none());
        assert!(losses.has(3));
        let reported = losses.note(By::Datagrams, lost("second"), |_| panic!("it has done so"));
        assert_eq!(reported.expect("both are done").reason, "first");
        assert_eq!(losses.note(By::Datagrams, lost("alone"), |_| false).expect("the other knows nothing of it").reason, "alone");
    }
}
