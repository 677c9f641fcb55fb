//! What arrived in posted receives: messages by their length and that of the buffer they came in,
//! prefix and header included (BSRQ-6). The adapter counts, so it is the same for all ways to hold
//! receives; what comes by RDMA write into rings and memory of programs takes no receive.

use std::collections::BTreeMap;

/// Messages by length of the buffer and of the message, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    counts: BTreeMap<(u32, u32), u64>,
}

/// Messages that came into buffers of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// Bytes of a buffer.
    pub buffer: u32,
    /// Messages.
    pub messages: u64,
    /// Bytes of these.
    pub bytes: u64,
}

impl Arrivals {
    /// A message of `bytes` bytes came into a buffer of `buffer` bytes.
    pub(crate) fn note(&mut self, buffer: u32, bytes: u32) {
        *self.counts.entry((buffer, bytes)).or_default() += 1;
    }

    /// Messages.
    pub fn messages(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Bytes of messages and of the buffers they came in.
    pub fn bytes(&self) -> (u64, u64) {
        let sum = |(messages, buffers), (&(buffer, bytes), count): (&(u32, u32), &u64)| {
            (messages + u64::from(bytes) * count, buffers + u64::from(buffer) * count)
        };
        self.counts.iter().fold((0, 0), sum)
    }

    /// Bytes of messages per byte of the buffers that they came in, in per cent; 100 if none came.
    pub fn efficiency(&self) -> f64 {
        match self.bytes() {
            (_, 0) => 100.0,
            (messages, buffers) => 100.0 * messages as f64 / buffers as f64,
        }
    }

    /// The same for each message, and the mean of that, in per cent: small messages count as much
    /// as large ones.
    pub fn mean_efficiency(&self) -> f64 {
        let sum: f64 =
            self.counts.iter().map(|(&(buffer, bytes), count)| *count as f64 * f64::from(bytes) / f64::from(buffer)).sum();
        if self.counts.is_empty() { 100.0 } else { 100.0 * sum / self.messages() as f64 }
    }

    /// Lengths of messages, ascending, each with how many had it.
    pub fn lengths(&self) -> Vec<(u32, u64)> {
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        for (&(_, bytes), count) in &self.counts {
            *lengths.entry(bytes).or_default() += count;
        }
        lengths.into_iter().collect()
    }

    /// The length that `percent` per cent of all messages do not exceed; 0 if there are none.
    pub fn percentile(&self, percent: u32) -> u32 {
        let most = (u128::from(self.messages()) * u128::from(percent)).div_ceil(100);
        let mut seen = 0;
        let reaches = |(_, count): &(u32, u64)| {
            seen += u128::from(*count);
            seen >= most
        };
        self.lengths().into_iter().find(reaches).map_or(0, |(bytes, _)| bytes)
    }

    /// By length of the buffer, ascending.
    pub fn buckets(&self) -> Vec<Bucket> {
        let mut buckets: Vec<Bucket> = Vec::new();
        for (&(buffer, bytes), &count) in &self.counts {
            if buckets.last().is_none_or(|last| last.buffer != buffer) {
                buckets.push(Bucket { buffer, ..Bucket::default() });
            }
            if let Some(last) = buckets.last_mut() {
                last.messages += count;
                last.bytes += u64::from(bytes) * count;
            }
        }
        buckets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efficiency_and_percentiles_are_those_of_what_came() {
        let mut arrivals = Arrivals::default();
        assert_eq!((arrivals.efficiency(), arrivals.mean_efficiency(), arrivals.percentile(50)), (100.0, 100.0, 0));
        (0..90).for_each(|_| arrivals.note(256, 64));
        (0..10).for_each(|_| arrivals.note(4096, 4096));
        assert_eq!((arrivals.messages(), arrivals.bytes()), (100, (90 * 64 + 40_960, 90 * 256 + 40_960)));
        assert!((arrivals.efficiency() - 73.0).abs() < 0.1 && (arrivals.mean_efficiency() - 32.5).abs() < 0.1);
        assert_eq!([0, 50, 90, 91, 100].map(|percent| arrivals.percentile(percent)), [64, 64, 64, 4096, 4096]);
        let small = Bucket { buffer: 256, messages: 90, bytes: 5760 };
        assert_eq!(arrivals.buckets(), [small, Bucket { buffer: 4096, messages: 10, bytes: 40_960 }]);
        assert_eq!(arrivals.lengths(), [(64, 90), (4096, 10)]);
    }
}
