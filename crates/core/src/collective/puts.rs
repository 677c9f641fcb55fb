//! Which collective operations put into memory of peers instead of sending messages (AG-1 to AG-5),
//! and how the ranks of a communicator agree on it ([`Agreement`]).
//!
//! Nothing is set up before it pays. The ranks of a communicator ask each other when some of its
//! operations would have gained ([`super::plan`]), or at once if the user has named an algorithm by
//! puts. The operation that asks, and those that are called before the answer is there, are made
//! ready both ways ([`Undecided`]). A persistent operation has a collective buffer of its own, as
//! ranks may start their operations in different orders.

use ferry_collective::{Algorithm, Problem, Schedule};
use ferry_engine::Engine;
use ferry_engine::collective::buffers::{CARD_BYTES, CollectiveBufferId, NO_CARD, PutsStanding, Turn};
use ferry_engine::collective::{Address, Mismatch};
use ferry_engine::inspect;
use ferry_engine::roundup::Roundup;

use crate::Transport;

/// How the ranks of a communicator stand with puts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Puts {
    /// They have not asked each other. So many operations would have gained.
    Unasked(u32),
    /// They have asked: the collective buffer knows the answer.
    Asked(CollectiveBufferId),
    /// They do not put.
    Never,
}

impl Puts {
    /// The communicator is freed: its ranks put no more.
    pub(crate) fn end(self, engine: &mut Engine<Transport>) {
        if let Puts::Asked(buffer) = self {
            let (device, buffers) = engine.collective_buffers();
            buffers.close(buffer, device);
        }
    }
}

impl Default for Puts {
    fn default() -> Self {
        Puts::Unasked(0)
    }
}

/// Words of a card.
const CARD_WORDS: usize = CARD_BYTES / size_of::<u64>();

const _: () = assert!(CARD_BYTES.is_multiple_of(size_of::<u64>()));

/// How many bytes of windows a process may register.
#[derive(Clone, Copy)]
pub(super) struct WindowMax {
    /// For one operation.
    pub of_one: u64,
    /// For all persistent operations, which keep theirs.
    pub of_kept: u64,
}

/// The ranks of a communicator tell each other where their collective buffers are, and then whether
/// each can put to all others.
pub(super) struct Agreement {
    buffer: Option<CollectiveBufferId>,
    rank: u32,
    window_max: WindowMax,
    /// Bytes of windows that a persistent operation keeps, and that others leave room for.
    keeps: u64,
    /// There is room for them.
    has_room: bool,
    cards: Roundup<CARD_WORDS>,
    answers: Roundup<1>,
    has_begun: bool,
    has_cards: bool,
}

impl Agreement {
    /// Of a rank with a collective buffer, or none. `carrier` is the algorithm for the words of a
    /// roundup, by messages. A persistent operation keeps windows of `keeps` bytes if it puts.
    pub fn new(
        buffer: Option<CollectiveBufferId>,
        (window_max, keeps): (WindowMax, u64),
        engine: &mut Engine<Transport>,
        problem: &Problem,
        carrier: &Algorithm,
        [first, second]: [Address; 2],
    ) -> Agreement {
        let (device, buffers) = engine.collective_buffers();
        let card = buffer.map_or(NO_CARD, |buffer| buffers.card(buffer, device));
        let card =
            std::array::from_fn(|word| u64::from_ne_bytes(std::array::from_fn(|byte| card[word * size_of::<u64>() + byte])));
        let cards = Roundup::new(card, &Roundup::<CARD_WORDS>::problem(problem), carrier, first);
        // What this rank answers is known when it has the cards.
        let answers = Roundup::new([0], &Roundup::<1>::problem(problem), carrier, second);
        let rank = problem.rank;
        Agreement { buffer, rank, window_max, keeps, has_room: false, cards, answers, has_begun: false, has_cards: false }
    }

    /// Goes on as far as possible; once it is over, most bytes that an operation may put.
    fn advance(
        &mut self,
        engine: &mut Engine<Transport>,
        world_rank: impl Fn(u32) -> u32,
        looks: u32,
    ) -> Option<Result<u64, Mismatch>> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.cards.begin();
        }
        if !self.has_cards {
            if !self.cards.advance(engine, &world_rank, looks) {
                return None;
            }
            let window_max = match self.cards.words() {
                Ok(cards) => self.window_among(cards, engine, &world_rank),
                Err(mismatch) => return Some(Err(mismatch)),
            };
            self.has_room = window_max > 0;
            self.answers.say([window_max]);
            self.answers.begin();
            self.has_cards = true;
        }
        if !self.answers.advance(engine, world_rank, looks) {
            return None;
        }
        Some(self.answers.words().map(|answers| answers.iter().map(|[answer]| *answer).min().unwrap_or(0)))
    }

    /// How much this rank can put to all others in one operation, given their cards; 0 if not.
    fn window_among(&self, cards: &[[u64; CARD_WORDS]], engine: &mut Engine<Transport>, world_rank: impl Fn(u32) -> u32) -> u64 {
        let Some(buffer) = self.buffer else { return 0 };
        let cards: Vec<u8> = cards.as_flattened().iter().flat_map(|word| word.to_ne_bytes()).collect();
        let (device, buffers) = engine.collective_buffers();
        let can_put = buffers.join(buffer, self.rank, &cards, world_rank, device)
            && buffers.keep_windows(self.keeps, self.window_max.of_kept);
        if can_put { self.window_max.of_one } else { 0 }
    }

    /// Bytes of windows that this rank keeps room for.
    fn kept(&self) -> u64 {
        if self.has_room { self.keeps } else { 0 }
    }

    fn standing(&self) -> inspect::CollectiveStanding {
        if self.has_cards { self.answers.standing() } else { self.cards.standing() }
    }

    fn position(&self) -> (usize, usize) {
        let (round, pending) = if self.has_cards { self.answers.position() } else { self.cards.position() };
        (round + if self.has_cards { 1 << 16 } else { 0 }, pending)
    }
}

/// An operation of which is not known yet whether it puts.
pub(super) struct Undecided {
    /// Its own question, if it asks.
    pub agreement: Option<Agreement>,
    /// Where it would put. Without one the ranks cannot agree on puts.
    pub buffer: Option<CollectiveBufferId>,
    /// Its turn there, if it shares the collective buffer with other operations.
    pub turn: Option<Turn>,
    /// What it would put, in bytes.
    pub bytes: u64,
    /// What of that is kept registered, as the ranks have agreed on it.
    pub kept: u64,
    /// What it does if it does not put; nothing if it is made ready for that.
    pub otherwise: Option<(Schedule, &'static Algorithm)>,
}

impl Undecided {
    /// Goes on as far as possible; once all ranks agree, whether they put.
    pub fn advance(
        &mut self,
        engine: &mut Engine<Transport>,
        world_rank: impl Fn(u32) -> u32,
        looks: u32,
    ) -> Option<Result<bool, Mismatch>> {
        if let Some(agreement) = &mut self.agreement {
            let answer = agreement.advance(engine, world_rank, looks)?;
            self.kept = agreement.kept();
            self.agreement = None;
            if let Some(buffer) = self.buffer {
                engine.collective_buffers().1.settle(buffer, *answer.as_ref().unwrap_or(&0));
            }
            if let Err(mismatch) = answer {
                return Some(Err(mismatch));
            }
        }
        let Some(buffer) = self.buffer else { return Some(Ok(false)) };
        match engine.collective_buffers().1.standing(buffer) {
            PutsStanding::Asking => None,
            PutsStanding::Joined { window_max } => Some(Ok(self.bytes <= window_max)),
            PutsStanding::Refused => Some(Ok(false)),
        }
    }

    /// It does not put. If it was to ask and has not, as the ranks called it with arguments that do
    /// not fit, nobody will: they go by messages, all alike.
    pub fn give_up(&mut self, engine: &mut Engine<Transport>) {
        if let (Some(agreement), Some(buffer)) = (self.agreement.take(), self.buffer) {
            self.kept = agreement.kept();
            engine.collective_buffers().1.settle(buffer, 0);
        }
        engine.collective_buffers().1.free_windows(std::mem::take(&mut self.kept));
        if let Some(turn) = self.turn.take() {
            engine.collective_buffers().1.give_up(turn);
        }
    }

    /// How its question stands, if it asks.
    pub fn standing(&self) -> Option<inspect::CollectiveStanding> {
        self.agreement.as_ref().map(Agreement::standing)
    }

    /// How far its question has come.
    pub fn position(&self) -> (usize, usize) {
        self.agreement.as_ref().map_or((0, 0), Agreement::position)
    }
}
