//! The networks there are.

use ferry_device::{Device, Nap, NoBackground, NoShare, Sink};
use ferry_protocol::packet::Header;

/// A network that was chosen when the process joined its job.
#[derive(Clone, Copy, Debug)]
pub enum Network {}

impl Nap for Network {
    fn take(self) {
        match self {}
    }
}

impl Device for Network {
    type Nap = Network;
    type Share = NoShare;
    type Background = NoBackground;

    fn name(&self) -> &'static str {
        match *self {}
    }

    fn max_body(&self) -> usize {
        match *self {}
    }

    fn try_send(&mut self, _to: u32, _header: Header, _fill: impl FnMut(usize, *mut u8, usize)) -> bool {
        match *self {}
    }

    fn poll(&mut self, _first: Option<u32>, _sink: &mut impl Sink) -> usize {
        match *self {}
    }

    fn prepare_sleep(&mut self) -> Option<Network> {
        match *self {}
    }

    fn wake_self(&mut self) {
        match *self {}
    }

    fn oversubscribed(&mut self) -> bool {
        match *self {}
    }
}
