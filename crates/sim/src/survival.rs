//! Ranks that agree again and again while some of them are killed, as in a job that survives the
//! death of ranks. The agreement is that of `protocol`, its messages go over engines and devices,
//! and a launcher tells each rank of a death some time after it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ferry_device::Device;
use ferry_engine::owned::OwnedReceive;
use ferry_engine::{ANY_SOURCE, ANY_TAG, Engine, MatchPattern};
use ferry_protocol::agreement::{Agreement, AgreementMessage, AgreementOutgoing, Members, Value};

use crate::random::Random;
use crate::rank::{Rank, Wait};

/// The context of messages about agreements.
const LETTERS: u64 = 1 << 40;
/// How long after a death the launcher tells a rank of it, at most, in ps.
const LATEST_WORD_PS: u64 = 50_000_000;

/// What ranks decide, and what it is decided by.
#[derive(Clone)]
pub struct Survival {
    /// Agreements, one after the other.
    pub rounds: u32,
    /// Chance.
    pub seed: u64,
    /// What each rank has decided so far.
    pub decisions: Rc<RefCell<Vec<Vec<Value>>>>,
}

/// One rank's part.
struct Survivor {
    me: u32,
    ranks: u32,
    random: Random,
    /// When the launcher tells of each death that has happened.
    words: BTreeMap<u32, u64>,
    failed: Members,
    agreements: BTreeMap<u32, Agreement>,
    coming: Vec<(u32, i32, OwnedReceive)>,
}

impl Survival {
    /// For so many ranks.
    pub fn new(ranks: u32, rounds: u32, seed: u64) -> Self {
        Survival { rounds, seed, decisions: Rc::new(RefCell::new(vec![Vec::new(); ranks as usize])) }
    }

    /// The program of a rank.
    pub async fn run<D: Device + 'static>(self, rank: Rank<D>) {
        let random = Random::new(self.seed).fork(rank.rank().into());
        let mut part = Survivor {
            me: rank.rank(),
            ranks: rank.ranks(),
            random,
            words: BTreeMap::new(),
            failed: Members::default(),
            agreements: BTreeMap::new(),
            coming: Vec::new(),
        };
        rank.seat.engine.borrow_mut().survive_losses();
        for round in 0..self.rounds {
            rank.compute(part.random.below(3_000)).await;
            let own = Value {
                flag: part.random.word() as u32,
                failed: part.failed.clone(),
                acknowledged: part.failed.clone(),
                word: (u64::from(round) << 32) | u64::from(part.me),
            };
            let mut outgoing = Vec::new();
            part.agreement(round).join(own, &mut outgoing);
            part.post(&mut rank.seat.engine.borrow_mut(), round, outgoing);
            let wait = Wait::Collective { name: "agreement", number: round };
            let value = rank.until(wait, |engine| part.decided(engine, &rank, round)).await;
            self.decisions.borrow_mut()[part.me as usize].push(value);
        }
        // The next ones may ask, until the launcher has told of the last death: as a job ends with
        // an agreement, so does this one with all that live.
        let ranks = part.ranks;
        let is_through = |other: u32| self.decisions.borrow()[other as usize].len() == self.rounds as usize;
        let are_all_through = || (0..ranks).all(|other| rank.world().is_dead(other) || is_through(other));
        let last = self.rounds - 1;
        rank.until(Wait::End, |engine| {
            part.decided(engine, &rank, last);
            are_all_through().then_some(())
        })
        .await;
    }
}

impl Survivor {
    fn agreement(&mut self, round: u32) -> &mut Agreement {
        let Survivor { me, ranks, failed, agreements, .. } = self;
        agreements.entry(round).or_insert_with(|| Agreement::new(*me, *ranks, failed, &Members::default()))
    }

    fn post<D: Device>(&self, engine: &mut Engine<D>, round: u32, outgoing: AgreementOutgoing) {
        for (to, message) in outgoing {
            if !self.failed.contains(to) {
                let mut bytes = Vec::new();
                message.encode(&mut bytes);
                engine.send_unheard(to, LETTERS, round as i32, bytes.into());
            }
        }
    }

    /// Hears what there is to hear; what was decided in a round, if that is known.
    fn decided<D: Device>(&mut self, engine: &mut Engine<D>, rank: &Rank<D>, round: u32) -> Option<Value> {
        self.hear_launcher(engine, rank);
        self.hear_letters(engine);
        self.agreement(round).decided().cloned()
    }

    fn hear_launcher<D: Device>(&mut self, engine: &mut Engine<D>, rank: &Rank<D>) {
        let now_ps = rank.now_ps();
        let new = (0..self.ranks).filter(|other| !self.failed.contains(*other) && rank.world().is_dead(*other));
        for dead in new.collect::<Vec<_>>() {
            let delay_ps = self.random.below(LATEST_WORD_PS);
            if *self.words.entry(dead).or_insert(now_ps + delay_ps) > now_ps && engine.loss_of(dead).is_none() {
                continue;
            }
            self.failed.insert(dead);
            engine.lose_peer(dead, "it was killed".to_owned());
            for number in self.agreements.keys().copied().collect::<Vec<_>>() {
                let mut outgoing = Vec::new();
                self.agreement(number).lose(dead, true, &mut outgoing);
                self.post(engine, number, outgoing);
            }
        }
    }

    fn hear_letters<D: Device>(&mut self, engine: &mut Engine<D>) {
        let pattern = MatchPattern { context: LETTERS, source: ANY_SOURCE, tag: ANY_TAG };
        while let Some(tag) = engine.probe(&pattern).map(|outcome| outcome.tag)
            && let Some((from, receive)) = engine.receive_owned(&pattern, 0)
        {
            self.coming.push((from, tag, receive));
        }
        let mut index = 0;
        while let Some((from, tag, receive)) = self.coming.get_mut(index) {
            let (from, round) = (*from, *tag as u32);
            let Some(answer) = receive.poll(engine) else {
                index += 1;
                continue;
            };
            self.coming.remove(index);
            // A letter whose sender has died on the way says nothing.
            let Some(message) = answer.ok().and_then(|bytes| AgreementMessage::decode(&bytes)) else { continue };
            let mut outgoing = Vec::new();
            self.agreement(round).hear(from, message, &mut outgoing);
            self.post(engine, round, outgoing);
        }
    }
}
