//! A device for processes of other jobs: whoever has met them tells it their cards, and takes them
//! back. Nobody is fetched, and who was not told is not heard.
//!
//! All such devices have one job number. A process is known by the endpoint in its card, which its
//! datagrams carry, and has the number that it was told with.

use std::collections::HashMap;

use ferry_rdma::address::ENDPOINT_BYTES;
use ferry_rdma::{Endpoint, Verbs};
use ferry_verbs_transport::Environment;

use crate::card::Card;
use crate::device::RcDevice;
use crate::receives::Receives;

/// The job number of all devices for processes of other jobs.
pub const FOREIGN_JOB: u64 = 0x4665_7272_7946_4f52;

/// A process that the device was told of.
struct Told {
    card: Card,
    name: String,
}

/// The processes that a device was told of.
#[derive(Default)]
pub(crate) struct ForeignPeers {
    told: HashMap<u32, Told>,
    numbers: HashMap<[u8; ENDPOINT_BYTES], u32>,
    /// Ends of former connections of processes, by which what comes late is told apart: they may be
    /// met again.
    former: HashMap<[u8; ENDPOINT_BYTES], u32>,
}

impl ForeignPeers {
    pub fn card(&self, number: u32) -> Result<Card, String> {
        self.told.get(&number).map(|told| told.card).ok_or_else(|| "it was disconnected".to_owned())
    }

    pub fn name(&self, number: u32) -> Option<String> {
        self.told.get(&number).map(|told| told.name.clone())
    }

    /// The number of the process whose end `end` has sent something, unless that is over.
    pub fn sender(&self, endpoint: &Endpoint, end: u32) -> Option<u32> {
        let bytes = endpoint.to_bytes();
        if self.former.get(&bytes) == Some(&end) { None } else { self.numbers.get(&bytes).copied() }
    }

    /// The connection to a process is over, whose end was `end`.
    pub fn part(&mut self, number: u32, end: u32) {
        if let Some(told) = self.told.get(&number) {
            self.former.insert(told.card.endpoint.to_bytes(), end);
        }
    }

    fn forget(&mut self, number: u32) {
        if let Some(told) = self.told.remove(&number) {
            self.numbers.remove(&told.card.endpoint.to_bytes());
        }
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Makes it a device for processes of other jobs, before it has met anybody.
    pub fn for_foreign_peers(&mut self) {
        self.foreign = Some(ForeignPeers::default());
    }

    /// Gets to know a process by its card, under a number that is free or its own. A connection to
    /// it that does not work any more is forgotten, as the process may have forgotten it; so is one
    /// to a device that it has closed since.
    ///
    /// # Errors
    /// The card is of another version.
    pub fn admit(&mut self, number: u32, card: &[u8], name: &str) -> Result<(), String> {
        let card = Card::decode(card)?;
        let told = self.foreign.as_ref().and_then(|foreign| foreign.told.get(&number));
        let is_reopened = told.is_some_and(|told| told.card.endpoint != card.endpoint);
        if let Some(place) = self.place(number)
            && (is_reopened || self.connections[place].lost.is_some() || self.connections[place].has_left())
        {
            self.lost.retain(|lost| *lost as usize != place);
            self.part_at(place);
        }
        self.unreachable.retain(|lost| lost.peer != number);
        if let Some(foreign) = &mut self.foreign {
            foreign.forget(number);
            foreign.numbers.insert(card.endpoint.to_bytes(), number);
            foreign.told.insert(number, Told { card, name: name.to_owned() });
        }
        Ok(())
    }

    /// Forgets a process, which does the same. It is told, so that it takes what follows for no
    /// failure: that may take as long as `patience_ns`.
    pub fn dismiss(&mut self, number: u32, patience_ns: u64) {
        if let Some(place) = self.place(number) {
            self.say_farewell(place, patience_ns);
            self.lost.retain(|lost| *lost as usize != place);
            self.part_at(place);
        }
        self.unreachable.retain(|lost| lost.peer != number);
        if let Some(foreign) = &mut self.foreign {
            foreign.forget(number);
        }
    }

    fn say_farewell(&mut self, place: usize, patience_ns: u64) {
        let begin = self.environment.now();
        if self.connections[place].is_ready() {
            self.connections[place].notices.farewell = true;
        }
        while self.connections[place].is_ready() && !self.connections[place].is_forgotten() {
            self.settle(place);
            self.collect();
            self.reclaim();
            let connection = &self.connections[place];
            let is_told = connection.notices.next().is_none() && connection.has_sent_all();
            if is_told || self.environment.now() - begin >= patience_ns {
                break;
            }
        }
    }

    /// How reports call a peer.
    pub(crate) fn name_of(&self, peer: u32) -> String {
        let told = self.foreign.as_ref().and_then(|foreign| foreign.name(peer));
        told.unwrap_or_else(|| self.environment.name(peer))
    }
}
