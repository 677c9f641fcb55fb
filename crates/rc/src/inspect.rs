//! What reports, simulations and tests may know of a device to judge whether it keeps its promises.
//! Nothing here changes anything.

use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::device::RcDevice;
use crate::receives::Receives;

/// The credits of one size class of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassState {
    /// Which size class.
    pub class: usize,
    /// Messages that may be sent.
    pub available: u16,
    /// Receives posted again that the peer does not know of.
    pub owed: u16,
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Places for connections that there are, used or not.
    pub fn connection_places(&self) -> usize {
        self.connections.len()
    }

    /// Why messages are not received as was wanted, if so.
    pub fn receives_instead(&self) -> Option<&str> {
        self.receives.instead()
    }

    /// Whether peers that can are connected by extended connections.
    pub fn is_extended(&self) -> bool {
        self.receives.domain().is_some()
    }

    /// Why they are not, if the adapter was asked for it.
    pub fn why_plain(&self) -> Option<&str> {
        self.receives.why_plain()
    }

    /// The size class of an extended connection whose messages name a shared queue of this process
    /// so.
    pub fn class_named(&self, queue_pair: u32, name: u32) -> Option<usize> {
        let &(place, _) = self.numbers.get(&queue_pair)?;
        (0..self.receives.classes().len()).find(|class| self.receives.queue_name(place as usize, *class) == Some(name))
    }

    /// The size class whose queue pair has this number, or `class` of an extended connection that
    /// it belongs to, if there is one.
    pub fn class_state(&self, queue_pair: u32, class: Option<usize>) -> Option<ClassState> {
        let &(place, way) = self.numbers.get(&queue_pair)?;
        let classes = &self.connections.get(place as usize)?.classes;
        let class = class.or_else(|| classes.iter().position(|class| class.way == usize::from(way)))?;
        let credits = classes.get(class)?.credits;
        Some(ClassState { class, available: credits.available(), owed: credits.owed() })
    }
}
