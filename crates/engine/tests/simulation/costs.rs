//! Who learns what messages cost.

use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Limits, Mode};

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults};

/// A rank that sends long messages wants to know what they cost, though everything that comes to it is short.
#[test]
fn a_sender_of_long_messages_wants_costs() {
    let network = Network::new(2, 8, PipeFaults::NoPipes, Abilities { longest_in_packets: 1 << 20, ..Abilities::NONE });
    let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
    for is_announced in [true, false] {
        let device = MemoryDevice { network: network.clone(), me: 0, max_body: 4096 };
        let mut engine = Engine::new(device, 0, 2, limits);
        if !is_announced {
            let mut costs = Costs::unknown();
            costs.unasked = Curve::line(0.0, 0.0);
            engine.set_costs(costs, false);
        }
        let mut bytes = [7u8; 3000];
        // SAFETY: BUF-1: the bytes outlive the engine's use of them.
        let mut buffer = |len| unsafe { Buffer::dense(bytes.as_mut_ptr(), len) };
        engine.send(1, 0, 0, buffer(1024), Mode::Standard);
        assert!(!engine.wants_costs(), "for a short message");
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(engine.wants_costs());
        engine.postpone_costs();
        assert!(!engine.wants_costs());
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(engine.wants_costs(), "again");
        engine.set_costs(Costs::unknown(), true);
        engine.send(1, 0, 0, buffer(3000), Mode::Standard);
        assert!(!engine.wants_costs(), "when they are known");
    }
}
