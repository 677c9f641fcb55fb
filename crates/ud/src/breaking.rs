//! A peer that this process has given up hears of it, so that it does not wait for a process that
//! talks to it no more. What is outstanding to a lost peer is dropped, numbers and all; so the word
//! goes without a number, and is repeated until it is answered.

use ferry_protocol::datagram::DatagramKind;
use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::device::UdDevice;

/// How long an answer to the first word is waited for, in nanoseconds; twice as long for each
/// further one.
const FIRST_NS: u64 = 1_000_000;

/// Words after which nobody seems to be there: a second in all.
const MOST_WORDS: u32 = 10;

/// A peer that has not answered yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Breaking {
    index: u32,
    words: u32,
    next_ns: u64,
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// A lost peer is to hear of it.
    pub(crate) fn tell_broken(&mut self, index: usize) {
        if self.breaking.iter().all(|breaking| breaking.index as usize != index) {
            let next_ns = self.environment.now();
            self.breaking.push(Breaking { index: index as u32, words: 0, next_ns });
            self.due_ns = self.due_ns.min(next_ns);
        }
    }

    /// A lost peer says that it has given this process up; `asks`: it wants to hear that this is
    /// known.
    pub(crate) fn hear_broken(&mut self, index: usize, asks: bool) {
        self.breaking.retain(|breaking| breaking.index as usize != index);
        if asks {
            self.acknowledge(index, DatagramKind::Broken);
        }
    }

    /// Says what is due; when there is more to say.
    pub(crate) fn say_broken(&mut self, now_ns: u64) -> Option<u64> {
        let mut breaking = std::mem::take(&mut self.breaking);
        breaking.retain_mut(|breaking| {
            if breaking.next_ns > now_ns {
                return true;
            }
            if breaking.words == MOST_WORDS {
                return false;
            }
            self.tell_alone(breaking.index as usize, DatagramKind::Broken, true);
            breaking.next_ns = now_ns + (FIRST_NS << breaking.words);
            breaking.words += 1;
            true
        });
        breaking.append(&mut self.breaking);
        self.breaking = breaking;
        self.breaking.iter().map(|breaking| breaking.next_ns).min()
    }
}
