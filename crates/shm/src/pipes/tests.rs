//! Two and more ranks in one process: each has a segment of its own, so that everything goes the
//! way it goes between processes.

use std::fs;
use std::os::fd::AsRawFd;

use super::*;
use crate::pipes::ends::MOST_OPEN;

/// The pipes of `ranks` ranks that can be reached.
fn node(ranks: usize) -> Vec<Pipes> {
    let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
    let mut node: Vec<Pipes> = (0..ranks).map(|rank| Pipes::new(Segment::attach(file.as_fd(), rank, ranks).unwrap())).collect();
    node.iter_mut().for_each(|pipes| pipes.prepare().unwrap());
    node
}

fn two() -> [Pipes; 2] {
    node(2).try_into().unwrap_or_else(|_| panic!("two ranks"))
}

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|index| (index.wrapping_mul(167) ^ (index >> 8) ^ (index >> 16) ^ seed) as u8).collect()
}

/// `bytes` as pieces of `len` bytes with gaps between them; one piece if `gap` is 0.
fn pieces(bytes: &[u8], len: usize, gap: usize) -> Vec<IoVec> {
    let piece = |part: &[u8]| IoVec { iov_base: part.as_ptr().cast_mut().cast(), iov_len: part.len().min(len) };
    if gap == 0 { vec![IoVec { iov_len: bytes.len(), ..piece(bytes) }] } else { bytes.chunks(len + gap).map(piece).collect() }
}

fn gather(bytes: &[u8], len: usize, gap: usize) -> Vec<u8> {
    if gap == 0 {
        bytes.to_vec()
    } else {
        bytes.chunks(len + gap).flat_map(|part| &part[..part.len().min(len)]).copied().collect()
    }
}

fn advance(pieces: &mut Vec<IoVec>, mut bytes: usize) {
    pieces.retain_mut(|piece| {
        let step = bytes.min(piece.iov_len);
        bytes -= step;
        piece.iov_base = piece.iov_base.wrapping_byte_add(step);
        piece.iov_len -= step;
        piece.iov_len > 0
    });
}

/// One message from rank 0 to rank 1 as the engine does it.
fn transfer(ranks: &mut [Pipes; 2], from: &[IoVec], into: &[IoVec], is_lent: bool) {
    let [sender, receiver] = ranks;
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    let (mut from, mut into) = (from.to_vec(), into.to_vec());
    while !into.is_empty() {
        // SAFETY: the tests' own memory, which stays as it is.
        let sent =
            unsafe { if is_lent { sender.splice_some(1, ticket, &from) } else { sender.write_some(1, ticket, &from) } }.unwrap();
        advance(&mut from, sent);
        // SAFETY: as above.
        let taken = unsafe { receiver.read_some(0, ticket, &into) }.unwrap();
        assert!(sent + taken > 0, "nothing moves");
        advance(&mut into, taken);
    }
    assert!(from.is_empty() && !receiver.is_readable(0));
    receiver.finish_from(0);
    sender.finish_to(1);
}

#[test]
fn messages_of_all_shapes_arrive() {
    // (piece, gap) on either side: dense, long pieces, lent and copied pieces in turns, pieces
    // shorter than a page.
    let shapes = [(1, 0), (5000, 200), (65_537, 3), (24, 8)];
    let mut ranks = two();
    for (number, &(out, out_gap)) in shapes.iter().enumerate() {
        for &(back, back_gap) in &shapes {
            for is_lent in [false, true] {
                let from = pattern((1 << 20) + 13, number);
                let packed = gather(&from, out, out_gap);
                let room =
                    if back_gap == 0 { packed.len() } else { packed.len() / back * (back + back_gap) + packed.len() % back };
                let into = vec![0u8; room];
                transfer(&mut ranks, &pieces(&from, out, out_gap), &pieces(&into, back, back_gap), is_lent);
                assert!(gather(&into, back, back_gap) == packed, "{out}/{out_gap} to {back}/{back_gap}, lent: {is_lent}");
            }
        }
    }
    assert_eq!(ranks[1].tickets, 1, "one pipe did for all");
}

#[test]
fn short_and_long_pieces_keep_their_order_when_lent() {
    let from = pattern(1 << 18, 1);
    let mut source = Vec::new();
    let mut at = 0;
    for len in [5usize, 4096, 4095, 100, 20_000, 1, 8192, 7].into_iter().cycle() {
        if at + len > from.len() {
            break;
        }
        source.extend(pieces(&from[at..at + len], len, 0));
        at += len;
    }
    let into = vec![0u8; at];
    transfer(&mut two(), &source, &pieces(&into, 0, 0), true);
    assert!(into == from[..at]);
}

#[test]
fn both_directions_have_pipes_of_their_own() {
    let [mut one, mut two] = two();
    let (there, back) = (two.open_from(0).unwrap(), one.open_from(1).unwrap());
    one.accept_to(1, there).unwrap();
    two.accept_to(0, back).unwrap();
    let (first, second) = (pattern(1000, 1), pattern(1000, 2));
    let (into_two, into_one) = (vec![0u8; 1000], vec![0u8; 1000]);
    // SAFETY: the test's own memory.
    unsafe {
        assert_eq!(one.write_some(1, there, &pieces(&first, 0, 0)).unwrap(), 1000);
        assert_eq!(two.write_some(0, back, &pieces(&second, 0, 0)).unwrap(), 1000);
        assert_eq!(two.read_some(0, there, &pieces(&into_two, 0, 0)).unwrap(), 1000);
        assert_eq!(one.read_some(1, back, &pieces(&into_one, 0, 0)).unwrap(), 1000);
    }
    assert!(into_two == first && into_one == second);
}

#[test]
fn readiness_is_told() {
    let [mut sender, mut receiver] = two();
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    assert!(!receiver.is_readable(0) && sender.is_writable(1));
    let from = pattern(receiver.capacity(0).unwrap(), 0);
    // SAFETY: the test's own memory.
    unsafe {
        assert_eq!(receiver.read_some(0, ticket, &pieces(&from, 0, 0)).unwrap(), 0);
        let mut sent = 0;
        while sender.is_writable(1) {
            sent += sender.splice_some(1, ticket, &pieces(&from[sent..], 0, 0)).unwrap();
        }
        assert!(sent > 0 && receiver.is_readable(0));
        let into = vec![0u8; sent];
        assert_eq!(receiver.read_some(0, ticket, &pieces(&into, 0, 0)).unwrap(), sent);
        assert!(!receiver.is_readable(0) && into == from[..sent]);
    }
}

#[test]
fn a_rank_without_a_mailbox_gets_no_pipe() {
    let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
    let mut receiver = Pipes::new(Segment::attach(file.as_fd(), 0, 2).unwrap());
    assert!(matches!(receiver.open_from(1), Err(PipeError::NoMailbox)));
    assert!(matches!(receiver.accept_to(1, PipeTicket(1)), Err(PipeError::NoMailbox)));
}

#[test]
fn a_peer_is_barred_by_what_will_not_pass_only() {
    let [mut one, _two] = two();
    for (error, expected) in
        [(PipeError::AllInUse, true), (PipeError::NotOpen, true), (PipeError::Memory, true), (PipeError::PipeLimit, false)]
    {
        one.refused(1, error);
        assert_eq!(one.prepare_for(1), expected);
    }
    assert!(matches!(one.refusal(1), Some(PipeError::PipeLimit)) && one.prepare_for(0));
}

#[test]
fn letters_of_strangers_are_thrown_away() {
    let [mut sender, mut receiver] = two();
    let name = {
        let words = &sender.segment.block(0).mailbox;
        mailbox_name([0, 1].map(|word| words[word].load(Ordering::Relaxed)))
    };
    let stranger = Courier::new().unwrap();
    let pipe = Pipe::new().unwrap();
    for text in [&b""[..], b"hello", &letter([1, 2], 1, 1), &[0; LETTER + 1]] {
        stranger.leave(&name, text, &[pipe.reader.as_fd(), pipe.writer.as_fd()]).unwrap();
    }
    assert!(matches!(sender.accept_to(1, PipeTicket(1)), Err(PipeError::Undelivered)));
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    drop(receiver);
    let bytes = [1u8; 8];
    // SAFETY: the test's own memory.
    assert_eq!(unsafe { sender.write_some(1, ticket, &pieces(&bytes, 0, 0)) }.unwrap(), 8, "no SIGPIPE, whoever is gone");
}

#[test]
fn a_sender_that_dies_is_an_error_behind_what_it_has_sent() {
    let [mut sender, mut receiver] = two();
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    let (from, into) = (pattern(64, 0), vec![0u8; 128]);
    // SAFETY: the test's own memory.
    unsafe {
        sender.write_some(1, ticket, &pieces(&from, 0, 0)).unwrap();
        drop(sender);
        assert_eq!(receiver.read_some(0, ticket, &pieces(&into, 0, 0)).unwrap(), 64);
        assert!(matches!(receiver.read_some(0, ticket, &pieces(&into, 0, 0)), Err(PipeError::PeerGone)));
    }
}

#[test]
fn an_idle_pipe_that_the_sender_has_closed_is_replaced() {
    let mut ranks = two();
    let (from, into) = (pattern(100_000, 0), vec![0u8; 100_000]);
    for expected in 1..=3 {
        transfer(&mut ranks, &pieces(&from, 0, 0), &pieces(&into, 0, 0), true);
        assert_eq!(ranks[1].tickets, expected);
        ranks[0].outgoing.close(1);
    }
}

#[test]
fn a_pipe_closed_between_two_ends_is_undelivered_and_the_next_one_works() {
    let [mut sender, mut receiver] = two();
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    sender.close_to(1, ticket);
    assert!(matches!(sender.accept_to(1, ticket), Err(PipeError::Undelivered)));
    receiver.close_from(0, ticket);
    let next = receiver.open_from(0).unwrap();
    assert_ne!(next, ticket);
    sender.accept_to(1, next).unwrap();
}

#[test]
fn a_pipe_that_does_not_come_leaves_an_older_one_idle() {
    let [mut sender, mut receiver] = two();
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    sender.finish_to(1);
    assert!(matches!(sender.accept_to(1, PipeTicket(ticket.0 + 1)), Err(PipeError::Undelivered)));
    assert_eq!(sender.outgoing.close_idle(), Some(1));
}

#[test]
fn a_rank_keeps_a_bounded_number_of_pipes_and_those_in_use() {
    let mut node = node(MOST_OPEN + 3);
    let last = MOST_OPEN as u32 + 1;
    for peer in 1..=MOST_OPEN as u32 {
        let ticket = node[0].open_from(peer).unwrap();
        node[peer as usize].accept_to(0, ticket).unwrap();
    }
    assert!(matches!(node[0].open_from(last), Err(PipeError::AllInUse)));
    node[0].finish_from(7);
    let ticket = node[0].open_from(last).unwrap();
    node[last as usize].accept_to(0, ticket).unwrap();
    assert!(node[0].incoming.get(7).is_none() && node[0].incoming.get(8).is_some());
    assert!(PipeError::AllInUse.is_passing());
}

#[test]
fn a_sender_keeps_a_bounded_number_too() {
    let mut node = node(MOST_OPEN + 3);
    for peer in 1..node.len() as u32 {
        let ticket = node[peer as usize].open_from(0).unwrap();
        node[0].accept_to(peer, ticket).unwrap();
        node[0].finish_to(peer);
        node[peer as usize].finish_from(0);
    }
    assert!(node[0].outgoing.get(1).is_none() && node[0].outgoing.get(20).is_some());
    let again = node[1].open_from(0).unwrap();
    assert_eq!(node[1].tickets, 2, "the first one had an end");
    node[0].accept_to(1, again).unwrap();
}

#[test]
fn a_full_mailbox_is_an_error_that_passes() {
    let mut node = node(40);
    let tickets: Vec<_> = (1..40).map_while(|peer| node[peer].open_from(0).ok()).collect();
    let refused = tickets.len() + 1;
    if refused < 40 {
        assert!(matches!(node[refused].open_from(0), Err(PipeError::MailboxFull)));
    }
    for (peer, ticket) in (1..).zip(&tickets) {
        node[0].accept_to(peer, *ticket).unwrap();
    }
    let ticket = node[refused % 40].open_from(0);
    assert!(refused == 40 || node[0].accept_to(refused as u32, ticket.unwrap()).is_ok());
}

#[test]
fn ends_of_pipes_do_not_leak_into_other_programs() {
    let [mut sender, mut receiver] = two();
    let ticket = receiver.open_from(0).unwrap();
    sender.accept_to(1, ticket).unwrap();
    let mailbox = sender.mailbox.as_ref().unwrap();
    let pipe = &sender.outgoing.get(1).unwrap().what;
    let ends = [pipe.reader.as_fd(), pipe.writer.as_fd(), receiver.incoming.get(0).unwrap().what.as_fd(), mailbox.as_fd()];
    for end in ends {
        let flags = fs::read_to_string(format!("/proc/self/fdinfo/{}", end.as_raw_fd())).unwrap();
        let flags = flags.lines().find_map(|line| line.strip_prefix("flags:\t")).unwrap();
        let flags = u32::from_str_radix(flags, 8).unwrap();
        assert_eq!(flags & 0o2_004_000, 0o2_004_000, "O_CLOEXEC and O_NONBLOCK");
    }
}

/// Runs one test of this program again as a process of its own that may open `descriptors`
/// descriptors.
fn again_with(descriptors: u32, test: &str) {
    let program = std::env::current_exe().unwrap();
    let limited = format!("ulimit -n {descriptors}; exec \"$0\" \"$@\"");
    let command = ["-c", &limited, &program.to_string_lossy(), "--exact", &format!("pipes::tests::{test}"), "--test-threads=1"];
    let output = std::process::Command::new("sh").args(command).env(IN_CHILD, "1").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

const IN_CHILD: &str = "FERRY_TEST_IN_CHILD";

#[test]
fn at_the_limit_of_descriptors_idle_pipes_make_room_for_others() {
    if std::env::var_os(IN_CHILD).is_none() {
        return again_with(64, "at_the_limit_of_descriptors_idle_pipes_make_room_for_others");
    }
    // Ten mailboxes, and couriers; a pipe takes two descriptors while it is made and one, or two,
    // later.
    let mut node = node(10);
    let mut receivers = node.split_off(1);
    let mut refused = 0;
    for round in 0..5 {
        for (peer, receiver) in (1..).zip(&mut receivers) {
            let (from, into) = (pattern(300_000, round), vec![0u8; 300_000]);
            let sender = &mut node[0];
            let ticket = receiver_ticket(receiver, sender, peer);
            let Some(ticket) = ticket else {
                refused += 1;
                continue;
            };
            assert!(ticket.0 > 0);
            let mut source = pieces(&from, 0, 0);
            let mut target = pieces(&into, 0, 0);
            while !target.is_empty() {
                // SAFETY: the test's own memory.
                let sent = unsafe { sender.splice_some(peer, ticket, &source) }.unwrap();
                advance(&mut source, sent);
                // SAFETY: as above.
                let taken = unsafe { receiver.read_some(0, ticket, &target) }.unwrap();
                advance(&mut target, taken);
            }
            assert!(into == from);
            receiver.finish_from(0);
            sender.finish_to(peer);
        }
    }
    assert!(refused < 10, "{refused} of 45 were refused");
    let hoard: Vec<_> = std::iter::from_fn(|| fs::File::open("/dev/null").ok()).collect();
    assert!(!hoard.is_empty());
    receivers[0].incoming.close(0);
    while node[0].close_idle() || receivers[0].close_idle() {}
    let hoard = [hoard, std::iter::from_fn(|| fs::File::open("/dev/null").ok()).collect()];
    assert!(matches!(receivers[0].open_from(0), Err(PipeError::FileLimit)));
    drop(hoard);
    assert!(receivers[0].open_from(0).is_ok());
}

/// A pipe from rank 0 to `peer` that both have; `None` if descriptors do not suffice for it.
fn receiver_ticket(receiver: &mut Pipes, sender: &mut Pipes, peer: u32) -> Option<PipeTicket> {
    let ticket = match receiver.open_from(0) {
        Err(PipeError::FileLimit) => return None,
        ticket => ticket.unwrap(),
    };
    match sender.accept_to(peer, ticket) {
        Err(PipeError::FileLimit) => {
            receiver.close_from(0, ticket);
            None
        }
        accepted => accepted.map(|()| Some(ticket)).unwrap(),
    }
}
