use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Command, Stdio};

use ferry_device::{Device, PacketTaken, Part, Placement, ScatterList};
use ferry_protocol::packet::Kind;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::FdFlags;

use super::segment::SLOTS;
use super::*;
use crate::layout::MAX_BODY;
use crate::members::Members;
use crate::segment::{Payer, Segment};

/// A process of a job of its own, which has one rank.
struct Job {
    neighbors: Neighbors,
    shm: ShmDevice,
    id: ProcessId,
}

/// The number of whoever a job has met first.
const PEER: u32 = 1;

fn job(number: u64) -> Job {
    let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
    let shm = ShmDevice::new(Segment::attach_with(file.as_fd(), 0, Members::all(1), Payer::Sleeper).unwrap());
    let id = ProcessId { job: number, rank: 0 };
    Job { neighbors: Neighbors::new(&shm, id, PEER).unwrap(), shm, id }
}

/// Both get to know each other, as their first peers.
fn meet(one: &mut Job, two: &mut Job) {
    let contacts = [&mut *one, &mut *two].map(|job| job.neighbors.contact());
    let (first, second) = (one.id, two.id);
    for (job, other, contact) in [(&mut *one, second, &contacts[1]), (&mut *two, first, &contacts[0])] {
        job.neighbors.add(PEER, other, "host", contact, |_| Ok(())).unwrap();
    }
    assert!(one.neighbors.is_mutual(PEER) && two.neighbors.is_mutual(PEER));
}

fn two() -> (Job, Job) {
    let (mut one, mut two) = (job(1), job(2));
    meet(&mut one, &mut two);
    (one, two)
}

/// What has come: senders, tags and bodies.
#[derive(Default)]
struct Seen(Vec<(u32, i32, Vec<u8>)>);

impl Sink for Seen {
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        // SAFETY: as the device promises.
        let body = unsafe { std::slice::from_raw_parts(body, header.len as usize) };
        self.0.push((from, header.tag, body.to_vec()));
        PacketTaken::Consumed
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        Placement::Whole
    }

    fn landed(&mut self, _number: u64) {}
}

/// Sends bytes that `tag` makes.
fn send(job: &mut Job, tag: i32, len: usize) -> bool {
    let bytes = vec![tag as u8; len];
    let fill = |part: Part| {
        // SAFETY: the device gives room for the part.
        unsafe { part.to.copy_from_nonoverlapping(bytes[part.offset..].as_ptr(), part.len) }
    };
    job.neighbors.try_send(PEER, Header::message(Kind::Eager, 0, tag, len as u32), fill).is_on_its_way()
}

fn take(job: &mut Job) -> Vec<(u32, i32, Vec<u8>)> {
    let mut seen = Seen::default();
    while job.neighbors.poll(Some(PEER), &mut seen) > 0 {}
    seen.0
}

#[test]
fn packets_arrive_whole_and_in_order() {
    let (mut one, mut two) = two();
    for round in 0..200 {
        let len = [0, 8, 300, 5000, MAX_BODY][round % 5];
        assert!(send(&mut one, round as i32, len) && send(&mut two, -1, 1));
        assert_eq!(take(&mut two), [(PEER, round as i32, vec![round as u8; len])]);
        assert_eq!(take(&mut one).len(), 1);
    }
}

#[test]
fn a_packet_and_room_wake_a_sleeper() {
    let (mut one, mut two) = two();
    let asleep = |job: &Job| job.shm.doorbell().load(std::sync::atomic::Ordering::Relaxed) != 0;
    let nap = one.shm.prepare_sleep();
    assert!(nap.is_some() && !one.neighbors.has_news() && asleep(&one));
    assert!(send(&mut two, 1, 10));
    assert!(!asleep(&one) && one.neighbors.has_news());
    assert_eq!(take(&mut one).len(), 1);
    while send(&mut one, 2, MAX_BODY) {}
    assert!(!one.neighbors.has_news() && one.shm.prepare_sleep().is_some() && asleep(&one));
    take(&mut two);
    assert!(!two.neighbors.has_news(), "it says what it has taken");
    assert!(!asleep(&one) && one.neighbors.has_news(), "there is room");
    assert!(send(&mut one, 3, MAX_BODY));
}

#[test]
fn who_cannot_be_reached_has_no_link() {
    let (mut one, mut two) = (job(1), job(2));
    let contact = two.neighbors.contact();
    let mut changed = contact;
    changed[20] ^= 1;
    assert!(one.neighbors.add(PEER, two.id, "host", &changed, |_| Ok(())).is_err(), "another nonce");
    assert!(one.neighbors.add(PEER, two.id, "host", &[0; CONTACT], |_| Ok(())).is_err(), "no contact");
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, |_| Ok(())).is_ok());
    assert!(!one.neighbors.is_mutual(PEER), "the other one has not claimed a slot");
}

#[test]
fn slots_are_used_again() {
    let mut one = job(1);
    for round in 0..2 * SLOTS as u64 {
        let mut other = job(2 + round);
        meet(&mut one, &mut other);
        assert!(send(&mut one, 1, 100) && send(&mut other, 2, 5000));
        assert_eq!((take(&mut one).len(), take(&mut other).len()), (1, 1));
        one.neighbors.forget(PEER);
        if round % 2 == 0 {
            other.neighbors.forget(PEER);
        }
    }
}

#[test]
fn a_process_that_was_forgotten_on_one_side_is_met_again() {
    let (mut one, mut two) = two();
    one.neighbors.forget(PEER);
    meet(&mut one, &mut two);
    assert!(send(&mut one, 1, 100) && send(&mut two, 2, 100));
    assert_eq!((take(&mut one).len(), take(&mut two).len()), (1, 1));
    let contact = two.neighbors.contact();
    assert!(matches!(one.neighbors.add(PEER, two.id, "host", &contact, |_| Ok(())), Ok(false)), "it is known");
}

#[test]
fn a_process_that_ends_without_a_word_is_lost_after_its_last_packet() {
    let (mut one, mut two) = two();
    assert!(send(&mut two, 7, 1));
    one.neighbors.note_end(PEER);
    assert!(one.neighbors.next_lost().is_none() && one.neighbors.has_news());
    assert_eq!(take(&mut one).len(), 1);
    assert_eq!(one.neighbors.next_lost().map(|lost| lost.peer), Some(PEER));
    assert!(!send(&mut one, 1, 1) && !one.neighbors.is_in_touch(PEER));
}

#[test]
fn how_a_process_has_ended_is_in_the_reason() {
    let (mut one, mut two) = two();
    two.neighbors.leave();
    one.neighbors.note_end(PEER);
    assert!(!send(&mut one, 1, 1));
    let lost = one.neighbors.next_lost().unwrap();
    assert!(lost.peer == PEER && lost.reason.contains("MPI_Finalize"), "{}", lost.reason);
    assert!(one.neighbors.next_lost().is_none());
}

#[test]
fn a_process_whose_end_cannot_be_watched_is_met_by_nobody() {
    let (mut one, mut two) = (job(1), job(2));
    let contacts = [one.neighbors.contact(), two.neighbors.contact()];
    two.neighbors.add(PEER, one.id, "host", &contacts[0], |_| Ok(())).unwrap();
    let mut polled = None;
    let refuse = |_| {
        polled = Some(two.neighbors.is_mutual(PEER));
        Err(io::ErrorKind::OutOfMemory.into())
    };
    assert!(one.neighbors.add(PEER, two.id, "host", &contacts[1], refuse).is_err());
    assert_eq!(polled, Some(false), "the other one has seen a claim that does not last");
    assert!(!one.neighbors.is_mutual(PEER) && !two.neighbors.is_mutual(PEER));
}

/// The number of a process that has ended.
fn dead_process() -> u32 {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn slots_of_processes_that_die_while_they_claim_them_are_used_again() {
    let (mut one, mut two) = (job(1), job(2));
    let dead = dead_process();
    let contact = two.neighbors.contact();
    (0..SLOTS).for_each(|slot| two.neighbors.segment.leave_claiming(slot, dead));
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, |_| Ok(())).is_err(), "no slot is free");
    two.neighbors.segment.leave_claiming(7, std::process::id());
    let contact = two.neighbors.contact();
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, |_| Ok(())).is_ok());
    let free = (0..SLOTS).filter(|slot| two.neighbors.segment.is_free(*slot)).count();
    assert_eq!(free, SLOTS - 2, "that of a process that lives stays");
}

#[test]
fn the_end_of_a_peer_is_watched() {
    let (mut one, mut two) = (job(1), job(2));
    let (contact, mut ends) = (two.neighbors.contact(), 0);
    let mut watch = |_: OwnedFd| {
        ends += 1;
        Ok(())
    };
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, &mut watch).is_ok());
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, &mut watch).is_ok(), "it is known");
    assert_eq!(ends, 1);
}

/// Copies what `two` shows into `into`: how that ended.
fn copy(one: &mut Job, two: &mut Job, shown: &[Piece], into: &mut [u8]) -> Result<(), CopyError> {
    let token = two.neighbors.expose(PEER, shown).unwrap();
    // In two pieces.
    let (first, second) = into.split_at_mut(into.len() / 3);
    let pieces = [first, second].map(|part| Piece { address: part.as_mut_ptr().addr() as u64, len: part.len() as u64 });
    // SAFETY: nobody else uses `into` before the copy is over.
    unsafe { one.neighbors.begin_get(PEER, OperationTicket(7), &pieces, token)? };
    let finished = loop {
        assert!(one.neighbors.has_news(), "it must not sleep");
        if let Some(finished) = one.neighbors.next_finished() {
            break finished;
        }
        one.neighbors.poll(None, &mut Seen::default());
    };
    two.neighbors.conceal(PEER, token);
    assert_eq!(finished.ticket, OperationTicket(7).into());
    finished.result
}

fn piece(bytes: &[u8]) -> Piece {
    Piece { address: bytes.as_ptr().addr() as u64, len: bytes.len() as u64 }
}

#[test]
fn large_messages_are_copied_once_from_where_they_lie() {
    let (mut one, mut two) = two();
    assert!(one.neighbors.methods(PEER).has(Method::Get) && two.neighbors.methods(PEER).has(Method::Get));
    let from: Vec<u8> = (0..3_000_001u32).map(|at| (at * 7 + at / 251) as u8).collect();
    let pieces: Vec<Piece> = from.chunks(1001).map(piece).collect();
    for shown in [&[piece(&from)][..], &pieces] {
        let mut into = vec![0; from.len()];
        assert_eq!(copy(&mut one, &mut two, shown, &mut into), Ok(()));
        assert!(into == from);
        // Less than was shown.
        let mut part = vec![0; 1_500_000];
        assert_eq!(copy(&mut one, &mut two, shown, &mut part), Ok(()));
        assert!(part == from[..part.len()]);
    }
}

#[test]
fn memory_that_cannot_be_read_is_told_apart_and_a_list_that_is_gone_is_refused() {
    let (mut one, mut two) = two();
    let nowhere = Piece { address: 8, len: 100 };
    let mut into = vec![0; 100];
    assert_eq!(copy(&mut one, &mut two, &[nowhere], &mut into), Err(CopyError::BadRemote));
    let token = two.neighbors.expose(PEER, &[piece(&[1; 100])]).unwrap();
    for wrong in [Token { key: 0, ..token }, Token { address: 8, ..token }, Token { key: u32::MAX, ..token }] {
        // SAFETY: nothing is begun.
        let begun = unsafe { one.neighbors.begin_get(PEER, OperationTicket(1), &[piece(&into)], wrong) };
        assert_eq!(begun, Err(CopyError::Refused));
    }
    assert_eq!(two.neighbors.expose(PEER, &[]), None);
}

#[test]
fn copies_end_with_their_peer() {
    let (mut one, mut two) = two();
    let (from, mut into) = (vec![3; 5 << 20], vec![0; 5 << 20]);
    let token = two.neighbors.expose(PEER, &[piece(&from)]).unwrap();
    let whole = Piece { address: into.as_mut_ptr().addr() as u64, len: into.len() as u64 };
    // SAFETY: nobody else uses `into` before the copy is over.
    unsafe { one.neighbors.begin_get(PEER, OperationTicket(1), &[whole], token).unwrap() };
    assert!(one.neighbors.poll(None, &mut Seen::default()) > 0);
    one.neighbors.note_end(PEER);
    assert!(one.neighbors.next_lost().is_some() && one.neighbors.next_finished().is_none());
    assert_eq!((one.neighbors.poll(None, &mut Seen::default()), one.neighbors.methods(PEER)), (0, Methods::RING));
}

/// The peer is another process here: it has inherited the files that its contact names.
#[test]
fn the_end_of_a_peer_can_be_waited_for() {
    let (mut one, mut two) = (job(1), job(2));
    let mut contact = two.neighbors.contact();
    let segment = u32::from_le_bytes(std::array::from_fn(|byte| contact[4 + byte]));
    for descriptor in [segment, two.shm.doorbell_location().unwrap().descriptor] {
        // SAFETY: `two` has it open.
        let file = unsafe { BorrowedFd::borrow_raw(descriptor as i32) };
        rustix::io::fcntl_setfd(file, FdFlags::empty()).unwrap();
    }
    let mut peer = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    contact[..4].copy_from_slice(&peer.id().to_le_bytes());
    let mut end = None;
    let watch = |descriptor| {
        end = Some(descriptor);
        Ok(())
    };
    assert!(one.neighbors.add(PEER, two.id, "host", &contact, watch).unwrap());
    let end = end.unwrap();
    let has_ended = |patience: Option<&Timespec>| poll(&mut [PollFd::new(&end, PollFlags::IN)], patience).unwrap() == 1;
    assert!(!has_ended(Some(&Timespec::default())), "it is there");
    drop(peer.stdin.take());
    assert!(has_ended(None));
    peer.wait().unwrap();
}
