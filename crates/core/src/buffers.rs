//! What buffers of RDMA were used for in a run: lengths of messages, how full their buffers were,
//! and memory (BSRQ-6).

use ferry_route::Network;
use ferry_route::rdma::{Lengths, Plan};
use serde_json::{Value, json};

use crate::process::Process;

/// The use of one process's buffers, or of several together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferUse {
    /// Messages that took a receive here, by length.
    pub received: Lengths,
    /// Messages sent that took a receive of a peer.
    pub sent: Lengths,
    /// Bytes received, and bytes of the buffers they came in.
    pub into: [u64; 2],
    /// Bytes sent out of registered buffers, and bytes of those.
    pub out_of: [u64; 2],
    /// Memory for receiving: of all processes now, and the most that one had.
    pub memory: [u64; 2],
    /// Processes that have buffers for each peer where shared ones were wanted, as their adapter
    /// has no shared receive queues.
    pub without_shared: u64,
    /// Processes with one queue pair for all buckets of a peer that has extended connections (XRC),
    /// too.
    pub extended: u64,
    /// Queue pairs made: of all processes, and of the one with most.
    pub queue_pairs: [u64; 2],
}

/// Numbers beside the lengths.
const OTHERS: usize = 10;

/// The words of a [`BufferUse`].
pub const BUFFER_WORDS: usize = OTHERS + 2 * Lengths::WORDS;

impl BufferUse {
    /// As numbers, to be sent to another rank of the job.
    pub fn to_words(&self) -> Vec<u64> {
        let others = [self.into, self.out_of, self.memory, self.queue_pairs].into_iter().flatten();
        others.chain([self.without_shared, self.extended]).chain(self.received.words()).chain(self.sent.words()).collect()
    }

    /// The inverse of [`BufferUse::to_words`].
    pub fn from_words(words: &[u64; BUFFER_WORDS]) -> Self {
        let (lengths, [a, b, c, d, e, f, g, h, without_shared, extended]) =
            (&words[OTHERS..], std::array::from_fn::<u64, OTHERS, _>(|index| words[index]));
        let (received, sent) = lengths.split_at(Lengths::WORDS);
        let of = |words: &[u64]| Lengths::from_words(words.iter().copied());
        let (into, out_of, memory, queue_pairs) = ([a, b], [c, d], [e, f], [g, h]);
        BufferUse { received: of(received), sent: of(sent), into, out_of, memory, without_shared, extended, queue_pairs }
    }

    /// Adds that of another process.
    pub fn add(&mut self, other: &Self) {
        self.received.add(&other.received);
        self.sent.add(&other.sent);
        for (mine, theirs) in [(&mut self.into, other.into), (&mut self.out_of, other.out_of)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (mine, theirs) in [(&mut self.memory, other.memory), (&mut self.queue_pairs, other.queue_pairs)] {
            *mine = [mine[0] + theirs[0], mine[1].max(theirs[1])];
        }
        self.without_shared += other.without_shared;
        self.extended += other.extended;
    }

    /// In words; nothing if no message was received over RDMA.
    pub fn text(&self) -> String {
        if self.received.messages() == 0 {
            return String::new();
        }
        let line = |what: &str, lengths: &Lengths, filled: [u64; 2]| {
            let [half, most, nearly_all] = [50, 90, 99].map(|percent| lengths.percentile(percent));
            format!(
                "  rdma, {what}: {} messages, 50 % of them up to {half} B, 90 % up to {most} B, 99 % up to {nearly_all} B; buffers {:.1} % full\n",
                lengths.messages(),
                percent(filled)
            )
        };
        let received = line("received", &self.received, self.into);
        let sent = line("sent", &self.sent, self.out_of);
        let memory = format!(
            "  rdma, memory for receiving: {} KiB, of one rank at most {} KiB\n",
            self.memory[0] >> 10,
            self.memory[1] >> 10
        );
        let instead = match self.without_shared {
            0 => String::new(),
            ranks => format!(
                "  rdma, of {ranks} ranks the adapter has no shared receive queues: they have buffers for each peer instead\n"
            ),
        };
        let [all, most] = self.queue_pairs;
        let extended = match self.extended {
            0 => String::new(),
            ranks => format!("; {ranks} ranks have extended connections (XRC)"),
        };
        let pairs = format!("  rdma, queue pairs of connections: {all}, of one rank at most {most}{extended}\n");
        let sizes: Vec<_> = self.sizes().iter().map(u32::to_string).collect();
        received
            + &sent
            + &memory
            + &pairs
            + &instead
            + &format!("  rdma, buffers for such messages: FERRY_RDMA_RECEIVES={}\n", sizes.join(","))
    }

    /// Sizes of buckets that suit these messages.
    fn sizes(&self) -> Vec<u32> {
        Plan::default().learnt(&self.received).all_sizes()
    }

    /// As an object of JSON.
    pub fn json(&self) -> Value {
        let side = |lengths: &Lengths, [in_buffers, buffer_bytes]: [u64; 2]| {
            let [p50, p90, p99] = [50, 90, 99].map(|percent| lengths.percentile(percent));
            let (messages, bytes) = (lengths.messages(), lengths.bytes());
            json!({
                "messages": messages, "bytes": bytes, "p50": p50, "p90": p90, "p99": p99,
                "in_buffers": in_buffers, "buffer_bytes": buffer_bytes,
            })
        };
        json!({
            "received": side(&self.received, self.into),
            "sent": side(&self.sent, self.out_of),
            "receive_bytes": self.memory[0],
            "receive_peak": self.memory[1],
            "without_shared": self.without_shared,
            "queue_pairs": self.queue_pairs[0],
            "queue_pairs_most": self.queue_pairs[1],
            "extended": self.extended,
            "sizes": self.sizes(),
        })
    }
}

fn percent([bytes, buffers]: [u64; 2]) -> f64 {
    100.0 * bytes as f64 / buffers.max(1) as f64
}

impl Process {
    /// What this process has used its buffers for.
    pub fn buffer_use(&self) -> BufferUse {
        let Some(rdma) = self.engine.device().network().and_then(Network::rdma) else { return BufferUse::default() };
        let counters = rdma.counters();
        BufferUse {
            received: rdma.lengths_received(),
            sent: rdma.lengths_sent(),
            into: [counters.message_bytes, counters.buffer_bytes],
            out_of: [counters.sent_message_bytes, counters.sent_buffer_bytes],
            memory: [counters.receive_bytes, counters.receive_peak],
            without_shared: rdma.receives_instead().is_some().into(),
            extended: rdma.is_extended().into(),
            queue_pairs: [counters.queue_pairs; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one() -> BufferUse {
        let mut lengths = Lengths::default();
        [24, 24, 64, 1048].into_iter().for_each(|len| lengths.count(len));
        BufferUse {
            received: lengths.clone(),
            sent: lengths,
            into: [1160, 1528],
            out_of: [1048, 2048],
            memory: [1 << 20, 3 << 20],
            without_shared: 0,
            extended: 1,
            queue_pairs: [6, 4],
        }
    }

    #[test]
    fn the_use_of_several_processes_is_sent_and_added() {
        let words: [u64; BUFFER_WORDS] = one().to_words().try_into().expect("so many");
        let mut both = BufferUse::from_words(&words);
        assert_eq!(both, one());
        both.add(&BufferUse { without_shared: 1, ..one() });
        assert_eq!((both.received.messages(), both.into, both.memory), (8, [2320, 3056], [2 << 20, 3 << 20]));
        assert_eq!((both.extended, both.queue_pairs), (2, [12, 4]));
        assert!(both.text().contains("of 1 ranks the adapter has no shared receive queues"), "{}", both.text());
    }

    #[test]
    fn it_says_how_full_buffers_were_and_which_would_suit() {
        let text = one().text();
        for part in [
            "received: 4 messages, 50 % of them up to 24 B",
            "75.9 % full",
            "51.2 % full",
            "1024 KiB, of one rank at most 3072 KiB",
            "queue pairs of connections: 6, of one rank at most 4; 1 ranks have extended connections (XRC)",
            "FERRY_RDMA_RECEIVES=0,40,",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("no shared receive queues"), "{text}");
        assert_eq!(BufferUse::default().text(), "");
        let json = one().json();
        let of = |name: &str| json[name].as_u64();
        assert_eq!([of("receive_peak"), of("without_shared"), of("queue_pairs")], [Some(3 << 20), Some(0), Some(6)]);
        assert!(json["sizes"].as_array().is_some_and(|sizes| sizes.starts_with(&[0.into(), 40.into()])), "{json}");
    }
}
