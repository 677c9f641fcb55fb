//! The rules of matching (MPI-5 §3.5), as plainly as possible, for one rank: what has arrived and
//! what has been asked for, in order.

use std::collections::HashMap;

use ferry_engine::MatchPattern;

/// Names a message: index in the order of all sends of the world.
pub type MessageId = usize;
/// Names a receive: index in the order of all receives of the world.
pub type ReceiveId = usize;

#[derive(Default)]
pub struct Model {
    posted: Vec<(MatchPattern, ReceiveId)>,
    unexpected: Vec<(MatchPattern, MessageId)>,
    /// The message of each receive that is matched.
    pub matched: HashMap<ReceiveId, MessageId>,
}

impl Model {
    pub fn receive(&mut self, pattern: MatchPattern, receive: ReceiveId) {
        match self.take(&pattern) {
            Some(message) => {
                self.matched.insert(receive, message);
            }
            None => self.posted.push((pattern, receive)),
        }
    }

    pub fn arrive(&mut self, key: MatchPattern, message: MessageId) {
        match self.posted.iter().position(|(pattern, _)| pattern.accepts(&key)) {
            Some(at) => {
                self.matched.insert(self.posted.remove(at).1, message);
            }
            None => self.unexpected.push((key, message)),
        }
    }

    /// The message that a receive or probe for `pattern` takes now.
    pub fn peek(&self, pattern: &MatchPattern) -> Option<MessageId> {
        self.unexpected.iter().find(|(key, _)| pattern.accepts(key)).map(|(_, message)| *message)
    }

    pub fn take(&mut self, pattern: &MatchPattern) -> Option<MessageId> {
        let at = self.unexpected.iter().position(|(key, _)| pattern.accepts(key))?;
        Some(self.unexpected.remove(at).1)
    }

    /// The sender wants its message back: whether it gets it.
    pub fn withdraw_message(&mut self, message: MessageId) -> bool {
        let before = self.unexpected.len();
        self.unexpected.retain(|(_, other)| *other != message);
        self.unexpected.len() < before
    }

    /// The receiver wants its receive back: whether it gets it.
    pub fn withdraw_receive(&mut self, receive: ReceiveId) -> bool {
        let before = self.posted.len();
        self.posted.retain(|(_, other)| *other != receive);
        self.posted.len() < before
    }

    pub fn is_empty(&self) -> bool {
        self.posted.is_empty() && self.unexpected.is_empty()
    }
}
