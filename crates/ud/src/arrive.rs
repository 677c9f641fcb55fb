//! Completions, and datagrams on their way in: whose they are, whether they come in order, and what
//! they acknowledge.

use ferry_device::Sink;
use ferry_protocol::datagram::header::MOST_BYTES;
use ferry_protocol::datagram::{Arrival, DatagramHeader, DatagramKind, Heard};
use ferry_rdma::{Completion, CompletionQueue, Done, Operation, Verbs, WorkId};
use ferry_verbs_transport::Environment;

use crate::deliver::{Body, Outcome, Shown};
use crate::device::UdDevice;
use crate::peers::{Early, Ready};
use crate::port::NO_FRAGMENT;

/// Completions taken in one poll at most: what comes meanwhile waits.
const MOST_AT_ONCE: usize = 256;

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Takes what has come; how many packets the engine has consumed.
    pub(crate) fn take_packets(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut shown = Shown::default();
        if !self.ready.is_empty() {
            self.show_ready(first, sink, &mut shown);
        }
        self.collect();
        let has_news = !self.batch.is_empty();
        while !shown.is_last {
            let Some(completion) = self.batch.pop_front() else { break };
            self.complete(&completion, sink, &mut shown);
        }
        if has_news {
            self.repost();
        }
        if has_news || self.due_ns != crate::device::NEVER {
            let now = self.environment.now();
            if has_news || now >= self.due_ns {
                self.tend(now);
            }
        }
        shown.consumed
    }

    /// Takes completions from the queue.
    pub(crate) fn collect(&mut self) {
        let before = self.batch.len();
        loop {
            let (count, batch) = (self.batch.len(), &mut self.batch);
            if count >= MOST_AT_ONCE {
                break;
            }
            match self.completions.queue.poll(|completion| batch.push_back(completion)) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => return self.fail_all(&format!("completions cannot be taken: {error}")),
            }
        }
        self.counters.completions += (self.batch.len() - before) as u64;
    }

    fn complete(&mut self, completion: &Completion, sink: &mut impl Sink, shown: &mut Shown) {
        let is_receive = completion.operation == Operation::Receive;
        if is_receive && completion.queue_pair == self.port.number() {
            match completion.result {
                Ok(done) => self.take_datagram(completion.id, done, sink, shown),
                Err(failure) => self.fail_all(&format!("a datagram cannot be received: {}", failure.status.name())),
            }
        } else {
            self.complete_other(completion);
        }
    }

    /// A completion that brings the engine nothing.
    pub(crate) fn complete_other(&mut self, completion: &Completion) {
        if completion.operation == Operation::Receive {
            self.land(completion);
        } else if completion.queue_pair == self.bulk.number() {
            self.bulk_completed(completion);
        } else {
            if let Err(failure) = completion.result {
                return self.fail_all(&format!("a datagram cannot be sent: {}", failure.status.name()));
            }
            let number = completion.id.value() as u32;
            for fragment in self.port.window.complete(number).filter(|fragment| *fragment != NO_FRAGMENT) {
                self.fragments.completed(fragment, &mut self.pool);
            }
        }
    }

    pub(crate) fn repost(&mut self) {
        if let Err(error) = self.port.repost() {
            self.fail_all(&format!("a receive cannot be posted: {error}"));
        }
    }

    /// A datagram is here.
    fn take_datagram(&mut self, id: WorkId, done: Done, sink: &mut impl Sink, shown: &mut Shown) {
        let len = self.port.len_of(done.bytes);
        let mut bytes = [0; MOST_BYTES];
        let front = len.min(MOST_BYTES);
        self.port.read(id, 0, &mut bytes[..front]);
        match DatagramHeader::decode(&bytes[..front]) {
            Some((header, offset)) => {
                let body = Body { address: self.port.at(id, offset, len - offset), len: len - offset };
                self.hear(&header, done.source_queue_pair, body, sink, shown);
            }
            None => self.counters.strays += 1,
        }
        self.port.recycle(id);
    }

    fn hear(&mut self, header: &DatagramHeader, source: u32, body: Body, sink: &mut impl Sink, shown: &mut Shown) {
        let is_rank = (header.from as usize) < self.options.ranks;
        let known = self.peers.index_of(header.from);
        let Some(index) = known.or_else(|| if is_rank { self.contact(header.from) } else { None }) else {
            self.counters.strays += 1;
            return;
        };
        let now = self.environment.now();
        let room = self.room_of(index);
        let (fragments, pool) = (&mut self.fragments, &mut self.pool);
        let peer = &mut self.peers.met[index];
        if peer.is_lost && peer.queue_pair == source && header.kind == DatagramKind::Broken {
            return self.hear_broken(index, header.asks);
        }
        if peer.is_lost || peer.queue_pair != source {
            self.counters.strays += 1;
            return;
        }
        peer.note_return(header);
        let heard = peer.link.hear(header, room, now, |fragment| fragments.acknowledged(fragment, pool));
        self.note_turn(index);
        self.list(index);
        match heard {
            Heard::Acknowledged => {}
            Heard::Stale => self.counters.strays += 1,
            Heard::Restarted => self.lose(index, "it was started again"),
            Heard::Farewell => self.bid_farewell(index, header.sequence),
            Heard::Broken => {
                self.lose(index, "it has lost its reliable connection to this process");
                self.hear_broken(index, header.asks);
            }
            Heard::Packet(Arrival::Duplicate) => self.counters.duplicates += 1,
            Heard::Packet(Arrival::NoRoom) => self.counters.no_room += 1,
            Heard::Packet(Arrival::Early) => {
                self.counters.early += 1;
                let early = self.set_aside(header.kind, body);
                self.peers.met[index].link.receiving.hold(header.sequence, early);
                if !self.with_gaps.contains(&(index as u32)) {
                    self.with_gaps.push(index as u32);
                }
            }
            Heard::Packet(Arrival::InOrder) => {
                self.take_fragment(index, header.kind, body, sink, shown);
                while let Some(early) = self.peers.met[index].link.receiving.next_held() {
                    self.take_fragment(index, early.kind, Body::of(&early.bytes), sink, shown);
                }
            }
        }
    }

    /// A fragment is next in order: shown to the engine, unless something before it waits.
    fn take_fragment(&mut self, index: usize, kind: DatagramKind, body: Body, sink: &mut impl Sink, shown: &mut Shown) {
        if kind == DatagramKind::Control {
            return self.take_control(index, body);
        }
        let must_wait = shown.is_last || self.peers.met[index].backlog() > 0;
        if !must_wait && matches!(self.show_fragment(index, kind, body, sink, shown), Outcome::Taken) {
            return self.peers.met[index].tidy();
        }
        if self.peers.met[index].is_lost {
            return;
        }
        let early = self.set_aside(kind, body);
        self.peers.met[index].inbound().ready.push_back(Ready::Fragment(early));
        if !self.ready.contains(&(index as u32)) {
            self.ready.push(index as u32);
        }
    }

    /// Copies a fragment whose turn has not come, so that its receive can be posted again.
    fn set_aside(&mut self, kind: DatagramKind, body: Body) -> Early {
        self.environment.copied(body.len as u64);
        Early { kind, bytes: body.to_box() }
    }
}
