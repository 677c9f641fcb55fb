//! The RDMA adapter, as it leads to processes of other jobs: a device over reliable connections of
//! their own, whatever the ranks of the job use among each other. It is opened when this process
//! first introduces itself to another job, and closed when it knows no process that is reached so.

use std::collections::BTreeSet;

use ferry_rc::Counters;

use crate::rdma::Rdma;

use ferry_device::Packets;

/// How long forgetting a process may take, in nanoseconds: it is told.
const FAREWELL_NS: u64 = 200_000_000;

/// Opens the device and gives its card; `None` where there is no adapter.
pub type OpenForeign = Box<dyn FnMut() -> Option<(Rdma, Vec<u8>)> + Send>;

/// An open device and its card.
struct Opened {
    rdma: Rdma,
    card: Vec<u8>,
}

/// See the module.
pub struct ForeignRdma {
    open: OpenForeign,
    opened: Option<Box<Opened>>,
    /// Processes that both ends reach so.
    admitted: BTreeSet<u32>,
    /// What devices did that were closed.
    before: Counters,
}

impl ForeignRdma {
    /// Nothing is open yet.
    pub fn new(open: OpenForeign) -> Self {
        ForeignRdma { open, opened: None, admitted: BTreeSet::new(), before: Counters::default() }
    }

    /// Opens the device, if it is not open: its card, and the device if it is new.
    pub fn introduce(&mut self) -> (Vec<u8>, Option<&Rdma>) {
        let is_new = self.opened.is_none();
        if is_new {
            self.opened = (self.open)().map(|(rdma, card)| Box::new(Opened { rdma, card }));
        }
        let Some(opened) = &self.opened else { return (Vec::new(), None) };
        (opened.card.clone(), is_new.then_some(&opened.rdma))
    }

    /// The device, if it is open.
    pub fn rdma(&mut self) -> Option<&mut Rdma> {
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
        if !card.is_empty() && opened.rdma.admit(number, card, name).is_ok() {
            self.admitted.insert(number);
        } else if was_admitted {
            opened.rdma.dismiss(number, FAREWELL_NS);
        }
    }

    /// Whether both ends have adapters.
    pub fn leads_to(&self, number: u32) -> bool {
        self.admitted.contains(&number)
    }

    /// Forgets a process; closes the device with the last one.
    pub fn forget(&mut self, number: u32) {
        if let Some(opened) = self.opened.as_deref_mut().filter(|_| self.admitted.remove(&number)) {
            opened.rdma.dismiss(number, FAREWELL_NS);
            if self.admitted.is_empty() {
                self.close();
            }
        }
    }

    /// What all devices did so far.
    pub fn counters(&self) -> Counters {
        self.opened.as_deref().map_or(self.before, |opened| self.before.and(&opened.rdma.counters()))
    }
}
