//! Unreliable datagrams: one packet each, to anybody; they get lost, come twice or late when faults
//! say so.

use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{Access, Done, Gid, Operation, Request, Status, Transport};

use crate::event::{Answer, Event, Flying};
use crate::memory::{self, Span};
use crate::nic::pair::Receiving;
use crate::nic::port::{Burst, PortWaiter};
use crate::nic::requester::Spans;
use crate::state::WorldState;

impl WorldState {
    pub(crate) fn datagram_burst(&mut self, queue_pair: u32, sequence: u64) -> Option<Burst> {
        let pair = self.pair_ref(queue_pair)?;
        let context = pair.context;
        let sending = &pair.sends[(sequence - pair.first) as usize];
        let mtu = self.profile.adapter.mtu;
        if sending.bytes > mtu {
            self.fail_request(queue_pair, sequence, Status::LocalLength);
            return None;
        }
        let (Some(target), Request::Send { immediate }) = (sending.target, sending.request) else { return None };
        let bytes = memory::gather(&self.spans_of(context, sending)?);
        let (len, solicited) = (bytes.len() as u64, sending.solicited);
        let fetched_ps = sending.ready_ps.max(pair.fetched_ps) + self.start_ps(sending);
        let before_ps = fetched_ps.saturating_sub(self.now_ps);
        let flying = Flying {
            from: self.gid_of(context),
            from_queue_pair: queue_pair,
            to: target.gid,
            queue_pair: target.queue_pair,
            queue_key: target.queue_key,
            is_global: target.is_global,
            way: target.way,
            solicited,
            immediate,
            bytes,
        };
        let pair = self.pair(queue_pair)?;
        (pair.next, pair.fetched_ps) = ((sequence + 1, 0), fetched_ps);
        let sent_ps = self.now_ps + before_ps + self.profile.link.rate.ps(len);
        self.agenda.put(sent_ps, Event::Answer { to: queue_pair, sequence, answer: Answer::Done });
        let own = self.contexts[context as usize].node;
        let to = self.node_of(target.gid).unwrap_or(own);
        let rest = Some(PortWaiter::Requests(queue_pair));
        Some(Burst { to, bytes: len, mtu, before_ps, event: Event::Datagram(Box::new(flying)), after_ps: 0, rest })
    }

    /// On the wire things may happen to it.
    pub(crate) fn fly(&mut self, at_ps: u64, flying: Box<Flying>) {
        let fate = self.datagram_fate();
        let Flying { from_queue_pair, queue_pair, .. } = *flying;
        if fate.is_lost {
            say!(self, "a datagram from queue pair {from_queue_pair} to queue pair {queue_pair} is lost");
            self.totals.datagrams_lost += 1;
            return;
        }
        if fate.is_doubled {
            say!(self, "a datagram from queue pair {from_queue_pair} to queue pair {queue_pair} comes twice");
            let copy = Flying { bytes: flying.bytes.clone(), ..*flying };
            self.agenda.put(at_ps + fate.second_ps, Event::Datagram(Box::new(copy)));
        }
        self.agenda.put(at_ps + fate.delay_ps, Event::Datagram(flying));
    }

    /// A datagram is there: it is dropped where nobody takes it.
    pub(crate) fn take_datagram(&mut self, flying: &Flying) {
        let number = flying.queue_pair;
        let Some(pair) = self.pair_ref(number) else { return };
        let context = pair.context;
        let is_at_home = self.gid_of(context) == flying.to && !self.contexts[context as usize].is_dead;
        let is_meant = pair.transport == Transport::Ud && pair.connection.queue_key == flying.queue_key;
        if !is_at_home || !is_meant || !pair.may_receive() {
            return;
        }
        let Some(receive) = self.take_receive(number) else {
            say!(self, "queue pair {number} of rank {context} has no receive for a datagram: it is dropped");
            self.totals.datagrams_dropped += 1;
            return;
        };
        let result = self.scatter_datagram(context, &receive, flying);
        let has_failed = result.is_err();
        self.complete(number, (receive.id, Operation::Receive), result, 0, flying.solicited);
        if has_failed {
            self.fail(number);
        }
    }

    fn scatter_datagram(&mut self, context: u32, receive: &Receiving, flying: &Flying) -> Result<Done, Status> {
        let whole = u64::from(GLOBAL_ROUTE_HEADER_BYTES) + flying.bytes.len() as u64;
        if whole > receive.bytes() {
            return Err(Status::LocalLength);
        }
        let keys = &self.contexts[context as usize].keys;
        let into: Option<Spans> = receive.segments.iter().map(|segment| keys.local(segment, Access::LOCAL_WRITE)).collect();
        let into = into.ok_or(Status::LocalProtection)?;
        let header = route_header(flying.from, flying.to, flying.bytes.len());
        if flying.is_global {
            memory::copy(&[Span::of_bytes(&header)], 0, &into, 0, header.len() as u64);
        }
        let len = flying.bytes.len() as u64;
        self.check_landing(context, &into, GLOBAL_ROUTE_HEADER_BYTES.into(), len);
        memory::copy(&[Span::of_bytes(&flying.bytes)], 0, &into, GLOBAL_ROUTE_HEADER_BYTES.into(), len);
        self.totals.bytes += len;
        self.touch(context);
        Ok(Done {
            bytes: whole as u32,
            immediate: flying.immediate,
            written: false,
            global_route_header: flying.is_global,
            source_queue_pair: flying.from_queue_pair,
        })
    }
}

/// The header of a routed packet (InfiniBand Architecture Specification, volume 1, 8.3).
fn route_header(from: Gid, to: Gid, payload: usize) -> [u8; GLOBAL_ROUTE_HEADER_BYTES as usize] {
    const NEXT_IS_TRANSPORT: u8 = 0x1b;
    let mut header = [0; GLOBAL_ROUTE_HEADER_BYTES as usize];
    header[0] = 6 << 4;
    header[4..6].copy_from_slice(&(payload as u16).to_be_bytes());
    (header[6], header[7]) = (NEXT_IS_TRANSPORT, ferry_rdma::address::HOP_LIMIT);
    header[8..24].copy_from_slice(&from.0);
    header[24..40].copy_from_slice(&to.0);
    header
}
