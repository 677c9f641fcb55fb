//! A thread that sleeps while others go on is woken where its sleep ends too late for what they
//! have begun.

use ferry_engine::{Buffer, Engine, Limits, MatchPattern, Mode};

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults};

#[test]
fn a_message_wakes_a_sleeper_whose_sleep_it_outdates() {
    for (bytes, outdates_sleeps) in [(8, false), (8, true), (100_000, true)] {
        let network = Network::new(2, 8, PipeFaults::NoPipes, Abilities::NONE);
        let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
        let mut engine = Engine::new(MemoryDevice { network: network.clone(), me: 0, max_body: 4096 }, 0, 2, limits);
        let mut memory = vec![0_u8; bytes];
        // SAFETY: BUF-1: the memory outlives the engine's use of it.
        let mut buffer = || unsafe { Buffer::dense(memory.as_mut_ptr(), bytes as u64) };
        network.borrow_mut().outdates_sleeps = outdates_sleeps;
        engine.send(1, 0, 0, buffer(), Mode::Standard);
        assert_eq!(network.borrow().wakes, 0, "nobody sleeps");
        assert!(engine.prepare_nap().is_some());
        engine.send(1, 0, 0, buffer(), Mode::Standard);
        assert_eq!(network.borrow().wakes, u32::from(outdates_sleeps), "{bytes} bytes");
        network.borrow_mut().wakes = 0;
        engine.receive(MatchPattern { context: 0, source: 1, tag: 0 }, buffer(), 0);
        engine.progress();
        assert_eq!(network.borrow().wakes > 0, outdates_sleeps, "others look, too");
        engine.woke();
        network.borrow_mut().wakes = 0;
        engine.send(1, 0, 0, buffer(), Mode::Standard);
        assert_eq!(network.borrow().wakes, 0, "it is awake");
    }
}
