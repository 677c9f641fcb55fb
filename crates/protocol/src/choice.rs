//! What a process knows of costs, and what it decides by them: the costs in force, the lengths that
//! follow from them, and the last decision, as most messages are like the one before.

use std::ops::Range;

use crate::cost::{Backing, Backings, Conditions, Costs, Transfer};
use crate::decision::{self, AnnouncedMessage, MethodReason};
use crate::method::{Method, Methods, cooperative};

/// Lengths at which it changes how dense messages go, in bytes.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    /// The longest that goes in packets without asking first, by [`Backing`].
    pub unasked_max: [u64; 3],
    /// Those whose memory is better in huge pages.
    pub gaining_by_huge_pages: Range<u64>,
}

/// See the module.
#[derive(Debug)]
pub struct Choice {
    costs: Costs,
    is_final: bool,
    is_wanted: bool,
    /// By whether ranks outnumber processors, and whether a message is one of many.
    lengths: [[Lengths; 2]; 2],
    least_piece: u64,
    last: Option<(AnnouncedMessage, (Method, MethodReason))>,
    at_once: u32,
    /// Messages are timed, and costs corrected by what they take.
    learns: bool,
    timed: Option<Timed>,
}

/// A message that is timed: the only one under way.
#[derive(Debug)]
struct Timed {
    receive: usize,
    method: Method,
    transfer: Transfer,
    began_ns: u64,
}

impl Default for Choice {
    /// Nothing is known, and nobody asks.
    fn default() -> Self {
        Choice {
            costs: Costs::unknown(),
            is_final: false,
            is_wanted: false,
            lengths: Default::default(),
            least_piece: u64::MAX,
            last: None,
            at_once: 0,
            learns: false,
            timed: None,
        }
    }
}

impl Choice {
    /// Decides by these costs from here on; `is_final`: nobody is going to know better.
    pub fn set(&mut self, costs: Costs, is_final: bool) {
        self.costs = costs;
        if self.learns {
            self.costs.corrections.begin();
        }
        self.find_lengths();
        (self.last, self.is_final, self.is_wanted, self.timed) = (None, is_final, false, None);
    }

    /// From the next costs on these are corrected by what messages take.
    pub fn learn(&mut self) {
        self.learns = true;
    }

    fn find_lengths(&mut self) {
        let costs = &self.costs;
        self.lengths = [true, false].map(|has_two_processors| {
            [false, true].map(|is_one_of_many| {
                let conditions = Conditions { has_two_processors, is_one_of_many, ..Conditions::USUAL };
                let most = |backing| costs.unasked_max(Conditions { backings: Backings::both(backing), ..conditions });
                let unasked_max = Backing::ALL.map(most);
                Lengths { unasked_max, gaining_by_huge_pages: costs.gaining_by_huge_pages(conditions) }
            })
        });
        self.least_piece = costs.least_piece().max(1);
    }

    /// What methods cost, as far as is known.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// A message has come or gone whose way depends on costs.
    #[inline]
    pub fn note_use(&mut self) {
        self.is_wanted = !self.is_final;
    }

    /// Whether better costs are wanted.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// There are no better costs for now.
    pub fn postpone(&mut self) {
        self.is_wanted = false;
    }

    /// What the next messages are decided by has changed.
    pub fn forget_last(&mut self) {
        self.last = None;
    }

    /// By which method a message comes, and why.
    pub fn method(&mut self, message: &AnnouncedMessage) -> (Method, MethodReason) {
        if let Some(method) = self.due(message) {
            return decision::method(&AnnouncedMessage { tried: Some(method), ..*message }, &self.costs);
        }
        if let Some((same, decided)) = self.last
            && same == *message
        {
            return decided;
        }
        let decided = decision::method(message, &self.costs);
        self.last = Some((*message, decided));
        decided
    }

    /// The method that is to be tried for a message.
    fn due(&mut self, message: &AnnouncedMessage) -> Option<Method> {
        let usable = message.usable();
        if !self.learns || message.forced.is_some() || usable == Methods::RING || usable.and(Methods::NETWORK) != Methods::NONE {
            return None;
        }
        let transfer = &message.transfer;
        if !self.costs.corrections.is_time(transfer) {
            return None;
        }
        let ns = Method::ALL.map(|method| self.costs.ns(method, transfer));
        self.costs.corrections.method_to_try(usable, transfer, ns)
    }

    /// A message for operation `receive` begins to come by `method`, as the only one under way or
    /// not; `now_ns` tells the time, in nanoseconds.
    pub fn begin(&mut self, receive: usize, method: Method, transfer: Transfer, is_alone: bool, now_ns: fn() -> u64) {
        let is_timed = is_alone && self.timed.is_none() && self.costs.corrections.is_timed(&transfer);
        self.timed = is_timed.then(|| Timed { receive, method, transfer, began_ns: now_ns() });
    }

    /// A message comes by another method than it began by.
    pub fn forget(&mut self) {
        self.timed = None;
    }

    /// The message of operation `receive` has come.
    #[inline]
    pub fn end(&mut self, receive: usize, now_ns: fn() -> u64) {
        if let Some(Timed { method, transfer, began_ns, .. }) = self.timed.take_if(|timed| timed.receive == receive) {
            self.note(method, &transfer, now_ns().saturating_sub(began_ns) as f64);
        }
    }

    /// A message took `ns` nanoseconds from when it was matched.
    #[cold]
    pub(crate) fn note(&mut self, method: Method, transfer: &Transfer, ns: f64) {
        let whole_ns = ns + self.costs.announcement_ns();
        // What a method is charged beyond its time is no error of the measurement.
        let charged_ns = if method == Method::Cooperative { cooperative::HELP_NS } else { 0.0 };
        let measured_ns = self.costs.measured_ns(method, transfer) - charged_ns;
        if self.costs.corrections.note(method, transfer, whole_ns, measured_ns) {
            self.find_lengths();
            self.last = None;
        }
    }

    /// What follows from the costs for a message now.
    pub fn lengths(&self, is_oversubscribed: bool) -> &Lengths {
        &self.lengths[usize::from(is_oversubscribed)][usize::from(self.is_one_of_many())]
    }

    /// Most pieces of a message of `bytes` bytes that are worth listing for a peer. One is no list,
    /// and it is the receiver who knows what the message is one of.
    pub fn most_pieces(&self, bytes: u64) -> u64 {
        (bytes / self.least_piece).max(1)
    }

    /// Collective operations have so many messages more, and so many fewer, under way at the same
    /// time (LMT-7).
    pub fn change_at_once(&mut self, more: u32, fewer: u32) {
        self.at_once = self.at_once - fewer + more;
    }

    /// Whether a message is one of many.
    #[inline]
    pub fn is_one_of_many(&self) -> bool {
        self.at_once > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Curve;

    fn costs(read_byte_ns: f64) -> Costs {
        let mut costs = Costs::unknown();
        costs.set(Method::Read, Curve::line(500.0, read_byte_ns));
        costs.unasked = Curve::line(0.0, 0.1);
        costs
    }

    fn message() -> AnnouncedMessage {
        let transfer = Transfer::dense(1 << 20, Conditions::USUAL);
        let methods = Methods::RING.with(Method::Read);
        AnnouncedMessage { offered: methods, own: methods, is_within_reach: true, forced: None, tried: None, transfer }
    }

    #[test]
    fn new_costs_decide_anew() {
        let mut choice = Choice::default();
        assert_eq!(choice.method(&message()).0, Method::Ring);
        choice.set(costs(0.01), true);
        assert_eq!([choice.method(&message()).0, choice.method(&message()).0], [Method::Read; 2]);
    }

    #[test]
    fn better_costs_are_wanted_once_there_is_a_use_until_they_are_final() {
        let mut choice = Choice::default();
        assert!(!choice.is_wanted());
        choice.note_use();
        assert!(choice.is_wanted());
        choice.set(costs(0.01), false);
        choice.note_use();
        assert!(choice.is_wanted());
        choice.set(costs(0.01), true);
        choice.note_use();
        assert!(!choice.is_wanted());
    }

    #[test]
    fn messages_of_which_many_are_under_way_have_lengths_of_their_own() {
        let mut choice = Choice::default();
        choice.set(costs(0.05), true);
        let alone = choice.lengths(false).unasked_max;
        choice.change_at_once(4, 0);
        assert!(choice.is_one_of_many());
        assert!(choice.lengths(false).unasked_max[0] < alone[0], "two rings take turns where both ends are busy");
        choice.change_at_once(0, 4);
        assert!(!choice.is_one_of_many());
    }
}
