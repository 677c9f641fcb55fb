//! A thread that sleeps while others go on is woken where its sleep ends too late for what they
//! have begun.

use ferry_engine::window::{Exposed, Exposure, Notice};
use ferry_engine::{Buffer, Engine, Limits, MatchPattern, Mode};
use ferry_protocol::rma::control::{Control, Hold};

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults, Shared};

/// Rank 0 of two.
fn engine() -> (Shared, Engine<MemoryDevice>) {
    let network = Network::new(2, 8, PipeFaults::NoPipes, Abilities::NONE);
    let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
    let engine = Engine::new(MemoryDevice { network: network.clone(), me: 0, max_body: 4096 }, 0, 2, limits);
    (network, engine)
}

#[test]
fn a_message_wakes_a_sleeper_whose_sleep_it_outdates() {
    for (bytes, outdates_sleeps) in [(8, false), (8, true), (100_000, true)] {
        let (network, mut engine) = engine();
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

#[test]
fn a_message_between_windows_wakes_a_sleeper_whose_sleep_it_outdates() {
    const WINDOW: u64 = 0x77;
    let (mut part, control) = ([0_u32; 4], Control::default());
    let (network, mut engine) = engine();
    let memory = Exposed::Range(part.as_mut_ptr().cast(), 16);
    // SAFETY: WIN-1: part and control block outlive the engine's use of them.
    unsafe { engine.open_window(WINDOW, Exposure::new(memory, &raw const control), 0) };
    let says: [fn(&mut Engine<MemoryDevice>); 4] = [
        |engine| _ = engine.begin_enter(WINDOW, 1, Hold::Shared),
        |engine| _ = engine.begin_leave(WINDOW, 1, Hold::Shared, true),
        |engine| _ = engine.begin_flush(WINDOW, 1),
        |engine| engine.notify(WINDOW, 1, Notice::Posted),
    ];
    for (number, say) in says.into_iter().enumerate() {
        for outdates_sleeps in [false, true] {
            network.borrow_mut().outdates_sleeps = outdates_sleeps;
            network.borrow_mut().ring(0, 1).clear();
            assert!(engine.prepare_nap().is_some());
            say(&mut engine);
            assert_eq!(network.borrow_mut().ring(0, 1).len(), 1, "message {number} has left");
            assert_eq!(network.borrow().wakes > 0, outdates_sleeps, "message {number}");
            engine.woke();
            network.borrow_mut().wakes = 0;
        }
    }
}

#[test]
fn a_message_that_is_asked_back_wakes_a_sleeper_whose_sleep_it_outdates() {
    let (network, mut engine) = engine();
    let mut memory = [0_u8; 8];
    for outdates_sleeps in [false, true] {
        // SAFETY: BUF-1: the memory outlives the engine's use of it.
        let buffer = unsafe { Buffer::dense(memory.as_mut_ptr(), 8) };
        let send = engine.send(1, 0, 0, buffer, Mode::Synchronous).expect("nobody has received it");
        assert!(engine.prepare_nap().is_some());
        network.borrow_mut().outdates_sleeps = outdates_sleeps;
        engine.cancel(send);
        assert_eq!(network.borrow_mut().ring(0, 1).len(), 2, "the message, and the question for it");
        assert_eq!(network.borrow().wakes > 0, outdates_sleeps);
        engine.woke();
        network.borrow_mut().outdates_sleeps = false;
        network.borrow_mut().ring(0, 1).clear();
    }
}
