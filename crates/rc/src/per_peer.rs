//! Receives for each peer, in buffers of fixed sizes under credits: the baseline of BSRQ-4.

use std::fmt::Debug;

use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::{Access, Buffer, QueuePair, ReceiveWork, Region, Result, Verbs, WorkId};

use crate::receives::{ClassPlan, Receives, Reposted};

/// Buffers of a size class at most: an id has 16 bits for them.
const MOST_BUFFERS: u16 = 4096;

/// Classes at most: buffers of more sizes for each peer are what this scheme wants to avoid.
const MOST_CLASSES: usize = 2;

/// Small and large buffers as Open MPI 1.2 had them by default: 4 KiB and 32 KiB, 8 of each for a
/// peer, and one more for credits, as it had.
pub const BASELINE: [(u32, u16); 2] = [(4096, 9), (32768, 8)];

/// Buffers of all peers.
pub struct PerPeer<V: Verbs> {
    classes: Vec<ClassPlan>,
    /// Buffers of each size class.
    counts: Vec<u16>,
    /// Where the buffers of a size class begin in a connection's memory; at the end, bytes of that.
    begins: Vec<usize>,
    connections: Vec<Option<PeerBuffers<V::Buffer>>>,
}

struct PeerBuffers<B> {
    memory: B,
    /// Buffers to be posted again, by size class.
    recycled: Vec<Vec<u16>>,
}

/// A buffer: place of the connection, size class, and index in that.
#[derive(Clone, Copy, Debug)]
struct Id {
    place: usize,
    class: usize,
    index: u16,
}

impl Id {
    fn encode(self) -> WorkId {
        WorkId::new((self.place as u64) << 24 | (self.class as u64) << 16 | u64::from(self.index))
    }

    fn decode(id: WorkId) -> Id {
        let value = id.value();
        Id { place: (value >> 24) as usize, class: usize::from((value >> 16) as u8), index: value as u16 }
    }
}

impl<V: Verbs> PerPeer<V> {
    /// Classes of so many bytes and buffers, the smallest first.
    ///
    /// # Panics
    /// If a size class has fewer than 4 or more than 4,096 buffers, or there are none, or more than
    /// two.
    pub fn new(classes: &[(u32, u16)]) -> Self {
        assert!((1..=MOST_CLASSES).contains(&classes.len()), "{} size classes under credits", classes.len());
        assert!(classes.iter().all(|(_, count)| (crate::credits::FEWEST..=MOST_BUFFERS).contains(count)), "{classes:?}");
        let mut begins = vec![0];
        for (bytes, count) in classes {
            begins.push(begins[begins.len() - 1] + *bytes as usize * usize::from(*count));
        }
        let plan = |&(bytes, count): &(u32, u16)| ClassPlan { bytes, receives: count.into(), sends: u32::MAX };
        let counts = classes.iter().map(|(_, count)| *count).collect();
        PerPeer { classes: classes.iter().map(plan).collect(), counts, begins, connections: Vec::new() }
    }

    fn memory(&self, id: Id) -> (&V::Buffer, usize) {
        let connection = self.connections.get(id.place).and_then(Option::as_ref).expect("a receive of an open connection");
        (&connection.memory, self.begins[id.class] + usize::from(id.index) * self.classes[id.class].bytes as usize)
    }

    /// Posts buffers `indices` of a size class, some with each doorbell.
    fn post(&self, place: usize, class: usize, queue_pair: &V::QueuePair, indices: &[u16]) -> Result<()> {
        let bytes = self.classes[class].bytes as usize;
        for batch in indices.chunks(POST_BATCH) {
            let segment = |index: &u16| {
                let (memory, offset) = self.memory(Id { place, class, index: *index });
                [memory.segment(offset, bytes)]
            };
            let mut segments = [[ferry_rdma::Segment::default()]; POST_BATCH];
            segments.iter_mut().zip(batch).for_each(|(place, index)| *place = segment(index));
            let mut works = [ReceiveWork { id: WorkId::new(0), segments: &[] }; POST_BATCH];
            for (work, (segments, index)) in works.iter_mut().zip(segments.iter().zip(batch)) {
                *work = ReceiveWork { id: Id { place, class, index: *index }.encode(), segments };
            }
            queue_pair.post_receive(&works[..batch.len()])?;
        }
        Ok(())
    }
}

impl<V: Verbs> Receives<V> for PerPeer<V> {
    fn classes(&self) -> &[ClassPlan] {
        &self.classes
    }

    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()> {
        let memory = verbs.buffer(self.begins[self.classes.len()], Access::LOCAL_WRITE)?;
        if self.connections.len() <= place {
            self.connections.resize_with(place + 1, || None);
        }
        self.connections[place] = Some(PeerBuffers { memory, recycled: vec![Vec::new(); self.classes.len()] });
        for (class, queue_pair) in queue_pairs.iter().enumerate() {
            let all: Vec<u16> = (0..self.counts[class]).collect();
            self.post(place, class, queue_pair, &all)?;
        }
        Ok(())
    }

    fn granted(&self, _place: usize, class: usize) -> u16 {
        self.counts[class]
    }

    #[inline]
    fn class_of(&self, id: WorkId) -> usize {
        Id::decode(id).class
    }

    #[inline]
    fn read(&self, id: WorkId, offset: usize, into: &mut [u8]) {
        let (memory, begin) = self.memory(Id::decode(id));
        memory.read(begin + offset, into);
    }

    #[inline]
    fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8 {
        let (memory, begin) = self.memory(Id::decode(id));
        memory.place(begin + offset, len)
    }

    #[inline]
    fn recycle(&mut self, _place: usize, id: WorkId) {
        let Id { place, class, index } = Id::decode(id);
        if let Some(connection) = &mut self.connections[place] {
            connection.recycled[class].push(index);
        }
    }

    #[inline]
    fn recycled(&self, place: usize) -> u32 {
        let Some(connection) = &self.connections[place] else { return 0 };
        let bit = |(class, indices): (usize, &Vec<u16>)| u32::from(!indices.is_empty()) << class;
        connection.recycled.iter().enumerate().map(bit).sum()
    }

    #[inline]
    fn backlog(&self, place: usize, class: usize) -> u16 {
        self.connections[place].as_ref().map_or(0, |connection| connection.recycled[class].len() as u16)
    }

    #[inline]
    fn repost(&mut self, place: usize, class: usize, queue_pair: &V::QueuePair) -> Result<Reposted> {
        let Some(connection) = &mut self.connections[place] else { return Ok(Reposted::default()) };
        let mut indices = std::mem::take(&mut connection.recycled[class]);
        let result = self.post(place, class, queue_pair, &indices);
        let count = indices.len() as u16;
        indices.clear();
        if let Some(connection) = &mut self.connections[place] {
            connection.recycled[class] = indices;
        }
        result.map(|()| Reposted { again: count, withdrawn: 0 })
    }

    fn close(&mut self, place: usize, _is_orderly: bool) {
        if let Some(connection) = self.connections.get_mut(place) {
            *connection = None;
        }
    }

    fn bytes(&self) -> u64 {
        self.connections.iter().flatten().map(|connection| connection.memory.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        let id = Id { place: 0x12_3456, class: 1, index: 4095 };
        let Id { place, class, index } = Id::decode(id.encode());
        assert_eq!((place, class, index), (0x12_3456, 1, 4095));
    }
}
