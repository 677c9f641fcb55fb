//! The RDMA adapter, as it leads to processes of other jobs: a device over reliable connections of
//! their own, whatever the ranks of the job use among each other. It is opened when this process
//! first introduces itself to another job. It is closed when this process knows no process that is
//! reached so, and nobody is left who has its card and may be about to use it.

use std::collections::BTreeSet;

use ferry_rc::Counters;

use crate::adapter::share_network;
use crate::rdma::Rdma;

use ferry_device::Packets;

/// What is asked of a device for processes of other jobs.
pub trait ForeignDevice {
    /// As [`Rdma::admit`].
    ///
    /// # Errors
    /// As [`Rdma::admit`].
    fn admit(&mut self, number: u32, card: &[u8], name: &str) -> Result<(), String>;
    /// As [`Rdma::dismiss`].
    fn dismiss(&mut self, number: u32, patience_ns: u64);
    /// As [`Rdma::counters`].
    fn counters(&self) -> Counters;
    /// As [`Rdma::is_software`].
    fn is_software(&self) -> bool;
    /// As [`Packets::max_body`].
    fn max_body(&self) -> usize;
}

impl ForeignDevice for Rdma {
    fn admit(&mut self, number: u32, card: &[u8], name: &str) -> Result<(), String> {
        Rdma::admit(self, number, card, name)
    }

    fn dismiss(&mut self, number: u32, patience_ns: u64) {
        Rdma::dismiss(self, number, patience_ns);
    }

    fn counters(&self) -> Counters {
        Rdma::counters(self)
    }

    fn is_software(&self) -> bool {
        Rdma::is_software(self)
    }

    fn max_body(&self) -> usize {
        Packets::max_body(self)
    }
}

/// How long forgetting a process may take, in nanoseconds: it is told.
const FAREWELL_NS: u64 = 200_000_000;

/// Opens the device and gives its card; `None` where there is no adapter.
pub type OpenForeign<D = Rdma> = Box<dyn FnMut() -> Option<(D, Vec<u8>)> + Send>;

/// An open device and its card.
struct Opened<D> {
    rdma: D,
    card: Vec<u8>,
}

/// See the module.
pub struct ForeignRdma<D = Rdma> {
    open: OpenForeign<D>,
    opened: Option<Box<Opened<D>>>,
    /// Introductions under way: others may have the card, and count on the device that it is of.
    introductions: u32,
    /// Processes that both ends reach so.
    admitted: BTreeSet<u32>,
    /// What devices did that were closed.
    before: Counters,
}

impl<D: ForeignDevice> ForeignRdma<D> {
    /// Nothing is open yet.
    pub fn new(open: OpenForeign<D>) -> Self {
        ForeignRdma { open, opened: None, introductions: 0, admitted: BTreeSet::new(), before: Counters::default() }
    }

    /// Opens the device, if it is not open: its card, and the device if it is new. It stays open
    /// until [`ForeignRdma::end_introduction`].
    pub fn introduce(&mut self) -> (Vec<u8>, Option<&D>) {
        self.introductions += 1;
        let is_new = self.opened.is_none();
        if is_new {
            self.opened = (self.open)().map(|(rdma, card)| Box::new(Opened { rdma, card }));
        }
        let Some(opened) = &self.opened else { return (Vec::new(), None) };
        (opened.card.clone(), is_new.then_some(&opened.rdma))
    }

    /// An introduction is over: those that it was for are admitted, or will never be.
    pub fn end_introduction(&mut self) {
        self.introductions -= 1;
        self.close_unless_needed();
    }

    fn close_unless_needed(&mut self) {
        if self.introductions == 0 && self.admitted.is_empty() {
            self.close();
        }
    }

    /// The device, if it is open.
    pub fn rdma(&mut self) -> Option<&mut D> {
        self.opened.as_deref_mut().map(|opened| &mut opened.rdma)
    }

    /// Closes the device, which nobody was told of.
    pub fn close(&mut self) {
        self.before = Counters { receive_bytes: 0, send_bytes: 0, registered_bytes: 0, ..self.counters() };
        self.opened = None;
    }

    /// Whether the adapter is software.
    pub fn is_software(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.rdma.is_software())
    }

    /// Longest body of a packet, in bytes; of any if the device is closed.
    pub fn max_body(&self) -> usize {
        self.opened.as_ref().map_or(usize::MAX, |opened| opened.rdma.max_body())
    }

    /// Gets to know a process that has told its card, which is empty if it has no adapter.
    pub fn admit(&mut self, number: u32, card: &[u8], name: &str) {
        let was_admitted = self.admitted.remove(&number);
        let Some(opened) = self.opened.as_deref_mut() else { return };
        let is_reached = !card.is_empty() && share_network(&opened.card, card);
        if is_reached && opened.rdma.admit(number, card, name).is_ok() {
            self.admitted.insert(number);
        } else if was_admitted {
            opened.rdma.dismiss(number, FAREWELL_NS);
        }
    }

    /// Whether both ends have adapters.
    pub fn leads_to(&self, number: u32) -> bool {
        self.admitted.contains(&number)
    }

    /// Forgets a process; closes the device with the last one, unless an introduction is under way.
    pub fn forget(&mut self, number: u32) {
        if let Some(opened) = self.opened.as_deref_mut().filter(|_| self.admitted.remove(&number)) {
            opened.rdma.dismiss(number, FAREWELL_NS);
            self.close_unless_needed();
        }
    }

    /// What all devices did so far.
    pub fn counters(&self) -> Counters {
        self.opened.as_deref().map_or(self.before, |opened| self.before.and(&opened.rdma.counters()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Who a device knows, by the number of the device.
    type Known = Arc<Mutex<BTreeMap<u8, Vec<u32>>>>;

    struct Recorder {
        number: u8,
        known: Known,
    }

    impl Recorder {
        fn change(&self, change: impl FnOnce(&mut Vec<u32>)) {
            change(self.known.lock().expect("nobody panics").entry(self.number).or_default());
        }
    }

    impl Drop for Recorder {
        fn drop(&mut self) {
            self.known.lock().expect("nobody panics").remove(&self.number);
        }
    }

    impl ForeignDevice for Recorder {
        fn admit(&mut self, number: u32, _card: &[u8], _name: &str) -> Result<(), String> {
            self.change(|known| known.push(number));
            Ok(())
        }

        fn dismiss(&mut self, number: u32, _patience_ns: u64) {
            self.change(|known| known.retain(|other| *other != number));
        }

        fn counters(&self) -> Counters {
            Counters { connections: 1, send_bytes: 100, ..Counters::default() }
        }

        fn is_software(&self) -> bool {
            false
        }

        fn max_body(&self) -> usize {
            4096
        }
    }

    fn foreign() -> (ForeignRdma<Recorder>, Known) {
        let known = Known::default();
        let (devices, mut opened) = (Arc::clone(&known), 0);
        let open = move || {
            opened += 1;
            devices.lock().expect("nobody panics").insert(opened, Vec::new());
            Some((Recorder { number: opened, known: Arc::clone(&devices) }, vec![opened]))
        };
        (ForeignRdma::new(Box::new(open)), known)
    }

    fn devices(known: &Known) -> Vec<u8> {
        known.lock().expect("nobody panics").keys().copied().collect()
    }

    #[test]
    fn the_device_goes_with_the_last_process() {
        let (mut foreign, known) = foreign();
        assert_eq!(foreign.introduce().0, [1]);
        foreign.admit(5, &[9], "one");
        foreign.end_introduction();
        assert!(foreign.leads_to(5));
        foreign.forget(5);
        assert_eq!((devices(&known), foreign.leads_to(5)), (vec![], false));
        assert_eq!((foreign.counters().connections, foreign.counters().send_bytes), (1, 0));
    }

    /// One thread has told its card; another one forgets the last process before the first thread
    /// hears who it was told to.
    #[test]
    fn a_card_that_was_told_leads_to_a_device_that_is_open() {
        let (mut foreign, known) = foreign();
        foreign.introduce();
        foreign.admit(5, &[9], "one");
        foreign.end_introduction();
        let (card, _) = foreign.introduce();
        foreign.forget(5);
        assert_eq!((card, devices(&known)), (vec![1], vec![1]), "the device is closed that the card is of");
        foreign.admit(6, &[9], "another");
        assert!(foreign.leads_to(6), "the other end goes by the adapter, this one does not");
        foreign.end_introduction();
        assert_eq!(devices(&known), [1]);
        foreign.forget(6);
        assert_eq!(devices(&known), []);
    }

    #[test]
    fn an_introduction_that_leads_to_nobody_leaves_nothing_open() {
        let (mut foreign, known) = foreign();
        foreign.introduce();
        foreign.introduce();
        foreign.admit(5, &[], "one without an adapter");
        foreign.end_introduction();
        assert_eq!(devices(&known), [1]);
        foreign.end_introduction();
        assert_eq!(devices(&known), []);
    }
}
