//! What tools see beyond the totals, and what they set (MPI-5 §15.3): events, high-water marks,
//! limits. All of it beside the paths that messages take when nobody watches.

use ferry_device::Device;
use ferry_protocol::cost::Costs;
use ferry_protocol::matching::Pattern;
use ferry_protocol::reuse::profile::Profile;
use ferry_tools::event::{Batch, Kind, Queue};

use crate::statistics::{Totals, Traffic};
use crate::{Engine, Limits};

/// What is counted and noted.
#[derive(Default)]
pub(crate) struct Records {
    pub totals: Totals,
    /// Where events wait for the callbacks of tools, while there are callbacks.
    pub observed: Option<Box<Queue>>,
    /// Uses of buffers that short messages leave from, while somebody wants to know.
    pub profile: Option<Box<Profile>>,
}

impl Records {
    #[cold]
    pub(crate) fn observe_unexpected(&mut self, key: &Pattern, bytes: u64, queued: u64) {
        if let Some(queue) = &mut self.observed {
            queue.observe(Kind::UnexpectedMessage, &[key.source as u64, key.tag as u64, bytes, queued]);
        }
    }

    pub(crate) fn observe_rendezvous(&mut self, peer: u32, tag: i32, bytes: u64, is_receive: bool) {
        if let Some(queue) = &mut self.observed {
            queue.observe(Kind::RendezvousStarted, &[u64::from(peer), tag as u64, bytes, u64::from(is_receive)]);
        }
    }
}

impl<D: Device> Engine<D> {
    /// Puts events of the types whose bits are set in `wanted` aside from here on; `clock` tells
    /// the time in nanoseconds.
    pub fn observe(&mut self, wanted: u32, clock: fn() -> u64) {
        match &mut self.state.records.observed {
            Some(queue) if wanted != 0 => queue.want(wanted),
            observed => *observed = (wanted != 0).then(|| Box::new(Queue::new(wanted, clock))),
        }
    }

    /// True while events are put aside.
    #[inline]
    pub fn is_observed(&self) -> bool {
        self.state.records.observed.is_some()
    }

    /// True if events were put aside and not taken.
    #[inline]
    pub fn has_observed(&self) -> bool {
        self.state.records.observed.as_ref().is_some_and(|queue| !queue.is_empty())
    }

    /// Takes the events put aside.
    pub fn take_observed(&mut self) -> Batch {
        self.state.records.observed.as_mut().map(|queue| queue.take()).unwrap_or_default()
    }

    /// Puts an event aside that the layers above have seen.
    pub fn observe_event(&mut self, kind: Kind, words: &[u64]) {
        if let Some(queue) = &mut self.state.records.observed {
            queue.observe(kind, words);
        }
    }

    pub(crate) fn observe_nap(&mut self) {
        let pending = self.state.operations.unfinished() as u64;
        self.observe_event(Kind::Nap, &[pending]);
    }

    /// From here on the marks of [`crate::statistics::Totals`] show the most since now.
    pub fn renew_marks(&mut self) {
        let messages = self.state.incoming.matcher.unexpected_len() as u64;
        self.state.records.totals.unexpected_mark = Traffic { messages, bytes: self.state.records.totals.unexpected_bytes };
    }

    /// Sizes the engine works with.
    pub fn limits(&self) -> Limits {
        self.state.policy.limits
    }

    /// Works with other sizes from here on; what is under way goes on as it began.
    pub fn set_limits(&mut self, limits: Limits) {
        self.state.policy.limits = limits.within(self.device.max_body());
        self.state.policy.choice.forget_last();
    }

    /// Chooses methods for large messages by other costs from here on; `is_final`: nobody will ask
    /// for better ones.
    pub fn set_costs(&mut self, costs: Costs, is_final: bool) {
        self.state.policy.choice.set(costs, is_final);
    }

    /// From the next costs on messages are timed by `clock`, which tells nanoseconds, and correct
    /// what was measured of their methods.
    pub fn learn_from_messages(&mut self, clock: fn() -> u64) {
        self.state.policy.clock = Some(clock);
        self.state.policy.choice.learn();
    }

    /// Whether there are large messages, and costs that are not final.
    #[inline(always)]
    pub fn wants_costs(&self) -> bool {
        self.state.policy.choice.is_wanted()
    }

    /// Does without better costs for now.
    pub fn postpone_costs(&mut self) {
        self.state.policy.choice.postpone();
    }

    /// What methods for large messages cost, as far as is known.
    pub fn costs(&self) -> &Costs {
        self.state.policy.choice.costs()
    }
}
