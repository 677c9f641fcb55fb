//! Eager messages whose bodies leave from the program's memory.

use ferry_engine::Mode;
use ferry_engine::operation::Fault;
use ferry_protocol::reuse::model::Linear;
use ferry_rc::options::{BufferReuse, Fraction, Prices};

use crate::world::{Job, Plan, Scheme, content};
use crate::{LENGTHS, exchange};

fn plans() -> impl Iterator<Item = Plan> {
    Scheme::all().into_iter().map(|scheme| Plan { scheme, rings: 0, reuse: BufferReuse::ALWAYS, ..Plan::default() })
}

#[test]
fn messages_arrive_whole_and_their_memory_is_registered_no_longer_than_they_take() {
    for plan in plans() {
        let mut job = exchange(&plan, &LENGTHS, 4);
        let counters = job.device(0).counters();
        let lent = LENGTHS.iter().filter(|len| (256..=32_000).contains(*len)).count() as u64 * 4;
        assert!(counters.in_place_sent >= lent / 2 && counters.in_place_bytes > 0, "{counters:?}");
        assert_eq!(counters.registered_bytes, 0, "nothing is watched, so nothing stays");
    }
}

#[test]
fn a_send_is_over_when_its_memory_is_back_and_what_changes_then_is_not_seen() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        acquaint(&mut job);
        let (mut out, mut into) = (content(1, 3000), vec![0; 3000]);
        let receive = job.receive(1, 0, 7, &mut into);
        let send = job.send(0, 1, 7, &mut out, Mode::Standard);
        assert!(send.is_some() && job.device(0).counters().in_place_sent > 0, "its memory is lent");
        assert_eq!(job.finish(0, send).and_then(|outcome| outcome.fault), None);
        out.fill(0xee);
        job.finish(1, Some(receive));
        assert!(into == content(1, 3000));
    }
}

/// That is the program's error; it shows that nothing is copied.
#[test]
fn what_changes_before_the_memory_is_back_is_sent() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        acquaint(&mut job);
        let (mut out, mut into) = (content(1, 3000), vec![0; 3000]);
        let receive = job.receive(1, 0, 7, &mut into);
        let send = job.send(0, 1, 7, &mut out, Mode::Standard);
        out.fill(0xee);
        job.finish(0, send);
        job.finish(1, Some(receive));
        assert!(into.iter().all(|byte| *byte == 0xee));
    }
}

#[test]
fn a_message_that_waits_for_a_buffer_counts_as_one_use() {
    const LEN: usize = 20_000;
    // Three uses pay for a registration.
    let prices = Prices::Measured {
        registration: Linear { base_ps: 0, kib_ps: 300_000 },
        copy: Linear { base_ps: 0, kib_ps: 100_000 },
        overhead_ps: 0,
    };
    let reuse = BufferReuse { fraction: Some(Fraction::Whole), prices: Some(prices) };
    for plan in plans() {
        // One slab of buffers of each size, which holds two for so long messages.
        let mut job = Job::new(&Plan { reuse, send_bytes: 1, ..plan });
        acquaint(&mut job);
        let mut out: Vec<_> = (0..4).map(|index| content(index, LEN)).collect();
        let stalls = job.device(0).counters().stalls;
        let sends: Vec<_> = out.iter_mut().map(|out| job.send(0, 1, 7, out, Mode::Standard)).collect();
        for index in 0..out.len() {
            let mut into = vec![0; LEN];
            let receive = job.receive(1, 0, 7, &mut into);
            job.finish(1, Some(receive));
            assert!(into == content(index, LEN));
        }
        for send in sends {
            job.finish(0, send);
        }
        assert!(job.device(0).counters().stalls - stalls > 4, "they were tried again and again");
        let reuse = job.device(0).reuse().expect("it was asked");
        assert_eq!((reuse.table().len(), reuse.table().frequent()), (4, 0));
        assert_eq!((reuse.counters().total().copied, reuse.counters().total().direct), (4, 0));
    }
}

/// Whether a program loses by the wait is tried with sends that are copied and wait.
#[test]
fn a_send_that_is_tried_waits_for_its_copy() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        acquaint(&mut job);
        let mut waited = 0;
        for number in 0..8 {
            let (mut out, mut into) = (content(number, 3000), vec![0; 3000]);
            let receive = job.receive(1, 0, 7, &mut into);
            let send = job.send_awaited(0, 1, 7, &mut out);
            waited += u32::from(send.is_some());
            out.fill(0xee);
            if send.is_some() {
                assert_eq!(job.finish(0, send).and_then(|outcome| outcome.fault), None);
            }
            job.finish(1, Some(receive));
            assert!(into == content(number, 3000), "message {number}");
        }
        let counters = job.device(0).counters();
        assert!(waited > 0 && counters.in_place_sent == 0 && counters.registrations == 0, "{waited} waited: {counters:?}");
    }
}

#[test]
fn a_peer_that_is_lost_gives_memory_back_with_an_error() {
    let mut job = Job::new(&plans().next().expect("a plan"));
    acquaint(&mut job);
    let mut out = content(1, 3000);
    let send = job.send(0, 1, 7, &mut out, Mode::Standard);
    assert!(send.is_some());
    job.world.kill(1);
    let outcome = job.finish(0, send).expect("an operation");
    assert_eq!(outcome.fault, Some(Fault::PeerLost));
    assert_eq!(job.device(0).counters().registered_bytes, 0);
}

/// One message, so that there is a connection.
fn acquaint(job: &mut Job) {
    let mut into = [0];
    let receive = job.receive(1, 0, 1, &mut into);
    let send = job.send(0, 1, 1, &mut [1], Mode::Standard);
    job.finish(0, send);
    job.finish(1, Some(receive));
}
