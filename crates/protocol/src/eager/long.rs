//! The receiver's end of messages that come without being asked for and take a while: their
//! beginning is matched before all of the body is there.
//!
//! | state | the body goes | receive | what ends it |
//! |---|---|---|---|
//! | [`InBuffer`] | into the receive's buffer | matched | the body is there: the receive is over |
//! | [`Gathering`] | into memory of the engine | none yet | a receive: [`Claimed`]; the body: [`Waiting`] |
//! | [`Claimed`] | into memory of the engine | matched | the body is there: it is delivered |
//! | [`Waiting`] | is there | none yet | a receive: it is delivered |
//! | [`Abandoned`] | into memory of the engine | nobody's | the body is there: it is dropped |
//!
//! A message of a peer that is gone is forgotten, but for one that waits. If the device may still
//! store the body, it is abandoned instead, so that its memory stays.

use std::collections::HashMap;

/// What is known of a message from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Its sender.
    pub from: u32,
    /// Its tag.
    pub tag: i32,
    /// Its length in bytes.
    pub bytes: u64,
}

#[derive(Debug)]
struct InBuffer<R> {
    receive: R,
}

#[derive(Debug)]
struct Gathering<B> {
    body: B,
}

#[derive(Debug)]
struct Claimed<R, B> {
    receive: R,
    body: B,
}

#[derive(Debug)]
struct Waiting<B> {
    body: B,
}

#[derive(Debug)]
struct Abandoned<B> {
    body: B,
}

#[derive(Debug)]
enum LongStage<R, B> {
    InBuffer(InBuffer<R>),
    Gathering(Gathering<B>),
    Claimed(Claimed<R, B>),
    Waiting(Waiting<B>),
    Abandoned(Abandoned<B>),
}

/// Long messages that are coming or wait for their receive. `R` names a receive, `B` holds a body.
#[derive(Debug)]
pub struct LongMessages<R, B> {
    last: u64,
    table: HashMap<u64, (Envelope, LongStage<R, B>)>,
}

/// A message that is whole and has its receive, which is over when the body is in its buffer.
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub struct Delivery<R, B> {
    /// What is known of it.
    pub envelope: Envelope,
    /// Its receive.
    pub receive: R,
    /// Its body, unless that is in the buffer already.
    pub body: Option<B>,
}

/// What follows when a body is there.
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub enum LandedBody<R, B> {
    /// The receive is to be ended.
    Delivered(Delivery<R, B>),
    /// The message waits for its receive.
    Waits,
    /// Nobody wants the body.
    Dropped(B),
    /// There is no such message any more.
    Gone,
}

/// What follows when a receive takes a message.
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub enum Matched<R, B> {
    /// The receive is to be ended.
    Delivered(Delivery<R, B>),
    /// The rest of the message is on its way.
    Comes,
    /// The rest went with its sender.
    Gone,
}

impl<R, B> Default for LongMessages<R, B> {
    fn default() -> Self {
        LongMessages { last: 0, table: HashMap::new() }
    }
}

impl<R: Copy + PartialEq, B> LongMessages<R, B> {
    fn insert(&mut self, envelope: Envelope, stage: LongStage<R, B>) -> u64 {
        self.last += 1;
        self.table.insert(self.last, (envelope, stage));
        self.last
    }

    /// A message whose body the device stores in the buffer of `receive`: its number.
    pub fn land(&mut self, envelope: Envelope, receive: R) -> u64 {
        self.insert(envelope, LongStage::InBuffer(InBuffer { receive }))
    }

    /// A message without receive whose body goes into `body`: its number.
    pub fn gather(&mut self, envelope: Envelope, body: B) -> u64 {
        self.insert(envelope, LongStage::Gathering(Gathering { body }))
    }

    /// A message for `receive` whose body goes into `body` first: its number.
    pub fn claim(&mut self, envelope: Envelope, body: B, receive: R) -> u64 {
        self.insert(envelope, LongStage::Claimed(Claimed { receive, body }))
    }

    /// A message that nobody wants, whose body goes into `body`: its number.
    pub fn discard(&mut self, envelope: Envelope, body: B) -> u64 {
        self.insert(envelope, LongStage::Abandoned(Abandoned { body }))
    }

    /// The memory that the rest of a body goes into, and its length when it is whole.
    pub fn body_mut(&mut self, number: u64) -> Option<(&mut B, u64)> {
        let (envelope, stage) = self.table.get_mut(&number)?;
        match stage {
            LongStage::Gathering(Gathering { body }) | LongStage::Claimed(Claimed { body, .. }) => Some((body, envelope.bytes)),
            LongStage::InBuffer(_) | LongStage::Waiting(_) | LongStage::Abandoned(_) => None,
        }
    }

    /// The body of a message is where it was to go.
    pub fn landed(&mut self, number: u64) -> LandedBody<R, B> {
        let Some((envelope, stage)) = self.table.remove(&number) else { return LandedBody::Gone };
        match stage {
            LongStage::InBuffer(InBuffer { receive }) => LandedBody::Delivered(Delivery { envelope, receive, body: None }),
            LongStage::Claimed(Claimed { receive, body }) => {
                LandedBody::Delivered(Delivery { envelope, receive, body: Some(body) })
            }
            LongStage::Gathering(Gathering { body }) | LongStage::Waiting(Waiting { body }) => {
                self.table.insert(number, (envelope, LongStage::Waiting(Waiting { body })));
                LandedBody::Waits
            }
            LongStage::Abandoned(Abandoned { body }) => LandedBody::Dropped(body),
        }
    }

    /// A receive takes a message.
    pub fn matched(&mut self, number: u64, receive: R) -> Matched<R, B> {
        match self.table.remove(&number) {
            Some((envelope, LongStage::Waiting(Waiting { body }))) => {
                Matched::Delivered(Delivery { envelope, receive, body: Some(body) })
            }
            Some((envelope, LongStage::Gathering(Gathering { body }))) => {
                self.table.insert(number, (envelope, LongStage::Claimed(Claimed { receive, body })));
                Matched::Comes
            }
            Some((envelope, stage)) => {
                // It has its receive, or is nobody's.
                self.table.insert(number, (envelope, stage));
                Matched::Gone
            }
            None => Matched::Gone,
        }
    }

    /// Nothing more comes from `peer`, and nobody stores: its messages without receive that are
    /// lost with it.
    pub fn lose(&mut self, peer: u32) -> Vec<u64> {
        let is_gone =
            |(envelope, stage): &(Envelope, LongStage<R, B>)| envelope.from == peer && !matches!(stage, LongStage::Waiting(_));
        let gone: Vec<u64> = self.table.iter().filter(|(_, message)| is_gone(message)).map(|(number, _)| *number).collect();
        let removed = gone.into_iter().filter(|number| matches!(self.table.remove(number), Some((_, LongStage::Gathering(_)))));
        removed.collect()
    }

    /// As [`LongMessages::lose`], where the device may still store: those that land in the buffer
    /// of a receive stay as they are.
    pub fn abandon(&mut self, peer: u32) -> Vec<u64> {
        let mut unmatched = Vec::new();
        let numbers: Vec<u64> =
            self.table.iter().filter(|(_, (envelope, _))| envelope.from == peer).map(|(number, _)| *number).collect();
        for number in numbers {
            let Some((envelope, stage)) = self.table.remove(&number) else { continue };
            let stage = match stage {
                LongStage::Gathering(Gathering { body }) => {
                    unmatched.push(number);
                    LongStage::Abandoned(Abandoned { body })
                }
                LongStage::Claimed(Claimed { body, .. }) => LongStage::Abandoned(Abandoned { body }),
                stage => stage,
            };
            self.table.insert(number, (envelope, stage));
        }
        unmatched
    }

    /// Forgets a message that goes on no more, and that no device stores: whether it had no
    /// receive.
    pub fn forget(&mut self, number: u64) -> bool {
        match self.table.remove(&number) {
            Some((_, LongStage::Gathering(_))) => true,
            // A whole message stays for its receive.
            Some(whole @ (_, LongStage::Waiting(_))) => {
                self.table.insert(number, whole);
                false
            }
            _ => false,
        }
    }

    /// Whether the device stores a body in the buffer of this receive.
    pub fn is_landing_for(&self, receive: R) -> bool {
        self.table.values().any(|(_, stage)| matches!(stage, LongStage::InBuffer(in_buffer) if in_buffer.receive == receive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Messages = LongMessages<char, &'static str>;

    const ENVELOPE: Envelope = Envelope { from: 4, tag: 7, bytes: 100 };

    fn delivery(receive: char, body: Option<&'static str>) -> Delivery<char, &'static str> {
        Delivery { envelope: ENVELOPE, receive, body }
    }

    #[test]
    fn a_message_with_a_receive_ends_when_its_body_is_there() {
        let mut messages = Messages::default();
        let (direct, kept) = (messages.land(ENVELOPE, 'r'), messages.claim(ENVELOPE, "body", 's'));
        assert!(messages.is_landing_for('r') && !messages.is_landing_for('s'));
        assert_eq!(messages.landed(direct), LandedBody::Delivered(delivery('r', None)));
        assert_eq!(messages.landed(kept), LandedBody::Delivered(delivery('s', Some("body"))));
        assert_eq!((messages.landed(direct), messages.landed(kept)), (LandedBody::Gone, LandedBody::Gone));
    }

    #[test]
    fn a_receive_may_come_before_the_body_or_after_it() {
        let mut messages = Messages::default();
        let (early, late) = (messages.gather(ENVELOPE, "early"), messages.gather(ENVELOPE, "late"));
        assert_eq!(messages.matched(early, 'r'), Matched::Comes);
        assert_eq!(messages.landed(early), LandedBody::Delivered(delivery('r', Some("early"))));
        assert_eq!(messages.landed(late), LandedBody::Waits);
        assert_eq!(messages.matched(late, 's'), Matched::Delivered(delivery('s', Some("late"))));
        assert_eq!(messages.matched(late, 's'), Matched::Gone);
    }

    #[test]
    fn a_lost_peer_takes_with_it_what_is_not_whole() {
        let mut messages = Messages::default();
        let numbers =
            [messages.gather(ENVELOPE, "whole"), messages.gather(ENVELOPE, "part"), messages.claim(ENVELOPE, "part", 'r')];
        let other = messages.gather(Envelope { from: 5, ..ENVELOPE }, "other");
        assert_eq!(messages.landed(numbers[0]), LandedBody::Waits);
        assert_eq!(messages.lose(4), [numbers[1]]);
        assert_eq!((messages.landed(numbers[1]), messages.landed(numbers[2])), (LandedBody::Gone, LandedBody::Gone));
        assert_eq!(messages.matched(numbers[0], 's'), Matched::Delivered(delivery('s', Some("whole"))));
        assert_eq!(messages.landed(other), LandedBody::Waits);
    }

    #[test]
    fn memory_of_an_abandoned_message_stays_until_the_device_has_stored_and_no_receive_ends_twice() {
        let mut messages = Messages::default();
        let (unmatched, claimed) = (messages.gather(ENVELOPE, "unmatched"), messages.claim(ENVELOPE, "claimed", 'r'));
        let (in_buffer, unwanted) = (messages.land(ENVELOPE, 's'), messages.discard(ENVELOPE, "unwanted"));
        assert_eq!(messages.abandon(4), [unmatched]);
        assert_eq!(messages.matched(unmatched, 't'), Matched::Gone);
        assert_eq!(messages.landed(unmatched), LandedBody::Dropped("unmatched"));
        assert_eq!(messages.landed(claimed), LandedBody::Dropped("claimed"));
        assert_eq!(messages.landed(unwanted), LandedBody::Dropped("unwanted"));
        assert_eq!(messages.landed(in_buffer), LandedBody::Delivered(delivery('s', None)));
    }

    #[test]
    fn bytes_go_only_to_messages_that_are_not_whole() {
        let mut messages = Messages::default();
        let (gathering, in_buffer) = (messages.gather(ENVELOPE, "a"), messages.land(ENVELOPE, 'r'));
        assert_eq!(messages.body_mut(gathering), Some((&mut "a", 100)));
        assert_eq!(messages.body_mut(in_buffer), None);
        assert_eq!(messages.landed(gathering), LandedBody::Waits);
        assert_eq!(messages.body_mut(gathering), None);
        assert!(!messages.forget(in_buffer));
        assert!(!messages.forget(gathering), "whole ones wait");
        assert_ne!(messages.matched(gathering, 's'), Matched::Gone, "and stay for their receives");
    }
}
