//! Memory that ranks expose, and data that their devices move there: some polls later, and not
//! always.

use std::collections::{HashMap, VecDeque};

use ferry_device::{CopyError, Finished, OperationTicket, Ticket};
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Method, Methods, Piece, Token};

/// Pieces that this device exposes at most.
const MOST_PIECES: usize = 500;

/// What networks can do, and how well.
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    pub methods: Methods,
    /// One in so many calls is refused; none if 0.
    pub refuses: u64,
    /// Longest message that is sent from where it lies.
    pub longest: u64,
    /// Longest message that goes in one packet instead of being announced, if a packet holds it.
    pub longest_eager: u64,
    /// Longest message that goes in several packets instead of being announced.
    pub longest_in_packets: u64,
    /// Whether all memory is in shared heaps.
    pub is_shared: bool,
}

impl Abilities {
    pub const NONE: Abilities =
        Abilities { methods: Methods::NONE, refuses: 0, longest: 0, longest_eager: 0, longest_in_packets: 0, is_shared: false };
}

struct Exposed {
    owner: usize,
    end: End,
    pieces: Vec<Piece>,
}

/// A put or get that has begun.
struct Move {
    mover: usize,
    ticket: Ticket,
    mine: Vec<Piece>,
    theirs: u64,
    is_put: bool,
    /// Polls of the mover before it is done.
    polls: u64,
}

pub struct Moves {
    pub abilities: Abilities,
    /// Polls that each move takes, if the test says so.
    pub delay: Option<u64>,
    exposed: HashMap<u64, Exposed>,
    under_way: Vec<Move>,
    finished: HashMap<usize, VecDeque<Finished>>,
    calls: u64,
}

impl Moves {
    pub fn new(abilities: Abilities) -> Self {
        Moves { abilities, delay: None, exposed: HashMap::new(), under_way: Vec::new(), finished: HashMap::new(), calls: 0 }
    }

    fn is_refused(&mut self) -> bool {
        self.calls += 1;
        self.abilities.refuses != 0 && self.calls.is_multiple_of(self.abilities.refuses)
    }

    pub fn expose(&mut self, owner: usize, end: End, pieces: &[Piece]) -> Option<Token> {
        if self.is_refused() || pieces.len() > MOST_PIECES {
            return None;
        }
        self.exposed.insert(self.calls, Exposed { owner, end, pieces: pieces.to_vec() });
        Some(Token { address: self.calls, key: !self.calls as u32 })
    }

    pub fn conceal(&mut self, owner: usize, token: Token) {
        let exposed = self.exposed.remove(&token.address).expect("nothing like that is exposed");
        assert_eq!((exposed.owner, token.key), (owner, !token.address as u32));
        assert!(self.under_way.iter().all(|it| it.theirs != token.address), "concealed while data are moved");
    }

    pub fn begin(
        &mut self,
        mover: usize,
        ticket: OperationTicket,
        mine: &[Piece],
        theirs: Token,
        is_put: bool,
    ) -> Result<(), CopyError> {
        // A peer may ask for what this device cannot do.
        let method = if is_put { Method::Put } else { Method::Get };
        if !self.abilities.methods.has(method) || self.is_refused() {
            return Err(CopyError::Refused);
        }
        let end = self.exposed.get(&theirs.address).expect("nothing like that is exposed").end;
        assert_eq!(end == End::Front, is_put);
        let polls = self.delay.unwrap_or(self.calls % 4);
        self.under_way.push(Move { mover, ticket: ticket.into(), mine: mine.to_vec(), theirs: theirs.address, is_put, polls });
        Ok(())
    }

    /// `mover` polls: what is due is moved.
    pub fn poll(&mut self, mover: usize) {
        let mut due = Vec::new();
        self.under_way.retain_mut(|it| {
            if it.mover != mover || it.polls > 0 {
                it.polls -= u64::from(it.mover == mover);
                return true;
            }
            due.push((it.ticket, std::mem::take(&mut it.mine), it.theirs, it.is_put));
            false
        });
        for (ticket, mine, theirs, is_put) in due {
            let fails = self.is_refused();
            let theirs = bytes(&self.exposed[&theirs].pieces);
            let pairs = bytes(&mine).zip(theirs);
            // Of what fails a part has been moved.
            for (mine, theirs) in pairs.take(if fails { 100 } else { usize::MAX }) {
                let (from, into) = if is_put { (mine, theirs) } else { (theirs, mine) };
                // SAFETY: as the callers of `expose` and `begin` promise.
                unsafe { (into as *mut u8).write((from as *const u8).read()) };
            }
            let result = if fails { Err(CopyError::Refused) } else { Ok(()) };
            self.finished.entry(mover).or_default().push_back(Finished { ticket, result });
        }
    }

    /// What `mover` sends under `ticket` has gone.
    pub fn finish(&mut self, mover: usize, ticket: Ticket) {
        self.finished.entry(mover).or_default().push_back(Finished::well(ticket));
    }

    pub fn next_finished(&mut self, mover: usize) -> Option<Finished> {
        self.finished.get_mut(&mover)?.pop_front()
    }

    pub fn is_empty(&self) -> bool {
        self.exposed.is_empty() && self.under_way.is_empty()
    }
}

fn bytes(pieces: &[Piece]) -> impl Iterator<Item = u64> {
    pieces.iter().flat_map(|piece| piece.address..piece.address + piece.len)
}
