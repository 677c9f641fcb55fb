//! Memory that is not this crate's: what puts read and write, and the lists of pieces that the
//! kernel is given. All unsafe code stands here.
//!
//! # Safety arguments
//! - MEM-1: a [`Source`] is made of memory that stays readable and unchanged until its put is over,
//!   as [`Rendezvous::begin_put`](ferry_device::Rendezvous::begin_put) asks. It is forgotten when
//!   the put is told to be over.
//! - MEM-2: a [`Target`] is made of memory that stays writable and nobody else's until it is
//!   concealed, as [`Rendezvous::expose`](ferry_device::Rendezvous::expose) asks, or until a
//!   packet's body is there, as a [`ScatterList`] promises. It is forgotten then, or with the
//!   connection.
//! - MEM-3: the lists borrow what their pieces are made of, so that the memory is there, and not
//!   otherwise used, during the call they are made for.

use std::io;
use std::marker::PhantomData;
use std::os::fd::BorrowedFd;

use ferry_device::ScatterList;
use ferry_protocol::transfer::Piece;
use ferry_sys::socket::{self, IoVec};

/// Most pieces of one system call: enough that calls are long, few enough that the list lies on the
/// stack.
const MOST: usize = 64;

/// Memory that a put reads, and how far it has come.
#[derive(Debug)]
pub struct Source {
    pieces: Vec<Piece>,
    /// The piece that is next, and bytes of it that are done.
    next: usize,
    done: u64,
}

impl Source {
    /// What `pieces` hold.
    ///
    /// # Safety
    /// MEM-1.
    pub unsafe fn new(pieces: &[Piece]) -> Self {
        Source { pieces: pieces.to_vec(), next: 0, done: 0 }
    }

    /// Bytes that are left.
    pub fn left(&self) -> u64 {
        self.pieces[self.next..].iter().map(|piece| piece.len).sum::<u64>() - self.done
    }

    /// Goes on by as many of `bytes` as are left: how many.
    pub fn advance(&mut self, bytes: u64) -> u64 {
        let mut rest = bytes;
        while let Some(piece) = self.pieces.get(self.next) {
            let step = rest.min(piece.len - self.done);
            self.done += step;
            rest -= step;
            if self.done < piece.len {
                break;
            }
            (self.next, self.done) = (self.next + 1, 0);
        }
        bytes - rest
    }
}

/// Memory that puts write.
#[derive(Debug)]
pub struct Target {
    pieces: Vec<Piece>,
}

impl Target {
    /// The memory of `pieces`.
    ///
    /// # Safety
    /// MEM-2.
    pub unsafe fn new(pieces: Vec<Piece>) -> Self {
        Target { pieces }
    }

    /// Length in bytes.
    pub fn bytes(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len).sum()
    }

    /// Stores `bytes` from byte `at` on, as far as the memory reaches.
    pub fn store(&mut self, at: u64, bytes: &[u8]) {
        let mut rest = bytes;
        for piece in self.range(at, bytes.len() as u64) {
            let (now, later) = rest.split_at(piece.len as usize);
            // SAFETY: MEM-2.
            unsafe { std::ptr::copy_nonoverlapping(now.as_ptr(), piece.address as *mut u8, now.len()) };
            rest = later;
        }
    }

    /// The pieces of `len` bytes from byte `at` on.
    fn range(&self, at: u64, len: u64) -> impl Iterator<Item = Piece> {
        let (mut skip, mut left) = (at, len);
        self.pieces.iter().filter_map(move |piece| {
            let before = skip.min(piece.len);
            skip -= before;
            let len = (piece.len - before).min(left);
            left -= len;
            (len > 0).then_some(Piece { address: piece.address + before, len })
        })
    }
}

impl From<ScatterList> for Target {
    fn from(room: ScatterList) -> Self {
        Target { pieces: room.into_pieces() }
    }
}

/// Pieces for one system call.
struct List {
    pieces: [IoVec; MOST],
    count: usize,
}

impl List {
    fn new() -> Self {
        List { pieces: [IoVec { iov_base: std::ptr::null_mut(), iov_len: 0 }; MOST], count: 0 }
    }

    /// Adds a piece, if there is room in the list.
    fn push(&mut self, address: *mut u8, len: usize) -> bool {
        let Some(place) = self.pieces.get_mut(self.count) else { return false };
        *place = IoVec { iov_base: address.cast(), iov_len: len };
        self.count += 1;
        true
    }
}

/// What one system call sends.
pub struct Gather<'a> {
    list: List,
    /// Bytes that may be added.
    room: u64,
    lifetime: PhantomData<&'a [u8]>,
}

impl<'a> Gather<'a> {
    /// Nothing yet, and `room` bytes at most.
    pub fn new(room: u64) -> Self {
        Gather { list: List::new(), room, lifetime: PhantomData }
    }

    /// Adds `bytes`, all or none: whether there was room.
    pub fn add(&mut self, bytes: &'a [u8]) -> bool {
        self.room = self.room.saturating_sub(bytes.len() as u64);
        self.list.push(bytes.as_ptr().cast_mut(), bytes.len())
    }

    /// Adds what is left of `source`, as far as there is room: whether all of it went in.
    pub fn add_source(&mut self, source: &'a Source) -> bool {
        let mut done = source.done;
        for piece in &source.pieces[source.next..] {
            let len = (piece.len - done).min(self.room);
            if len > 0 && !self.list.push((piece.address + done) as *mut u8, len as usize) {
                return false;
            }
            self.room -= len;
            if len < piece.len - done {
                return false;
            }
            done = 0;
        }
        true
    }

    /// Sends it, as far as the socket takes it: how many bytes.
    pub fn send(self, socket: BorrowedFd<'_>) -> io::Result<usize> {
        // SAFETY: MEM-1 and MEM-3.
        unsafe { socket::send(socket, &self.list.pieces[..self.list.count]) }
    }
}

/// Where one system call stores what it receives.
pub struct Scatter<'a> {
    list: List,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl Default for Scatter<'_> {
    /// Nowhere yet.
    fn default() -> Self {
        Scatter { list: List::new(), lifetime: PhantomData }
    }
}

impl<'a> Scatter<'a> {
    /// Adds `bytes`, if there is room in the list.
    pub fn add(&mut self, bytes: &'a mut [u8]) {
        self.list.push(bytes.as_mut_ptr(), bytes.len());
    }

    /// Whether nothing more can be added.
    pub fn is_full(&self) -> bool {
        self.list.count == MOST
    }

    /// Adds `len` bytes of `target` from byte `at` on, as far as there is room in the list: how
    /// many bytes.
    pub fn add_target(&mut self, target: &'a mut Target, at: u64, len: u64) -> u64 {
        let mut added = 0;
        for piece in target.range(at, len) {
            if !self.list.push(piece.address as *mut u8, piece.len as usize) {
                break;
            }
            added += piece.len;
        }
        added
    }

    /// Receives what is there: how many bytes; 0: the peer sends no more.
    pub fn receive(self, socket: BorrowedFd<'_>) -> io::Result<usize> {
        // SAFETY: MEM-2 and MEM-3.
        unsafe { socket::receive(socket, &self.list.pieces[..self.list.count]) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A slice as a piece.
    pub fn piece(bytes: &[u8]) -> Piece {
        Piece { address: bytes.as_ptr() as u64, len: bytes.len() as u64 }
    }

    /// A mutable slice as a piece.
    pub fn room(bytes: &mut [u8]) -> Piece {
        Piece { address: bytes.as_mut_ptr() as u64, len: bytes.len() as u64 }
    }

    /// A source of slices that outlive it.
    pub fn source(slices: &[&'static [u8]]) -> Source {
        let pieces: Vec<Piece> = slices.iter().map(|slice| piece(slice)).collect();
        // SAFETY: static memory.
        unsafe { Source::new(&pieces) }
    }

    impl Gather<'_> {
        /// The bytes that would be sent.
        pub fn contents(&self) -> Vec<u8> {
            // SAFETY: MEM-1 and MEM-3.
            let slice = |piece: &IoVec| unsafe { std::slice::from_raw_parts(piece.iov_base.cast::<u8>(), piece.iov_len) };
            self.list.pieces[..self.list.count].iter().flat_map(slice).copied().collect()
        }
    }

    #[test]
    fn a_source_goes_on_where_it_stopped() {
        let mut source = source(&[b"abc", b"", b"defg"]);
        let gathered = |source: &Source, room| {
            let mut gather = Gather::new(room);
            let is_all = gather.add_source(source);
            (gather.contents(), is_all)
        };
        assert_eq!(gathered(&source, 100), (b"abcdefg".to_vec(), true));
        assert_eq!(gathered(&source, 5), (b"abcde".to_vec(), false));
        assert_eq!((source.advance(4), source.left()), (4, 3));
        assert_eq!(gathered(&source, 100), (b"efg".to_vec(), true));
        assert_eq!((source.advance(9), source.left()), (3, 0));
    }

    #[test]
    fn more_pieces_than_a_list_has_room_for_wait() {
        let many = source(&[&b"x"[..]; MOST + 1]);
        let mut gather = Gather::new(1000);
        assert!(!gather.add_source(&many));
        assert_eq!(gather.contents().len(), MOST);
    }

    #[test]
    fn a_target_is_written_at_its_offsets() {
        let (mut head, mut tail) = ([0; 3], [0; 4]);
        // SAFETY: arrays of this test that live longer.
        let mut target = unsafe { Target::new(vec![room(&mut head), room(&mut tail)]) };
        assert_eq!(target.bytes(), 7);
        target.store(2, b"xyz");
        target.store(6, b"!");
        assert_eq!((head, tail), ([0, 0, b'x'], [b'y', b'z', 0, b'!']));
    }
}
