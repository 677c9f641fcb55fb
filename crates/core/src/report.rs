//! What `FERRY_STATS` shows at `MPI_Finalize`: who sent how much to whom, over which transport, by
//! which protocol.
//!
//! Rows in, text out. Each rank makes the [`Row`]s of what it sent; they travel to rank 0 as
//! [`Row::to_words`].

use std::fmt::Write;

use ferry_engine::statistics::{Protocol, Traffic};
use ferry_engine::{Method, Methods};
use ferry_protocol::decision::{MethodReason, StartReason};
use ferry_route::Network;
use ferry_route::network::{Carried, CarriedCounts, Via};
use serde_json::{Value, json};

use crate::buffers::BufferUse;
use crate::process::Process;

/// What carried messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageCarrier {
    /// A rank's messages to itself.
    Own,
    /// The shared memory of a node.
    SharedMemory,
    /// TCP between nodes.
    Tcp,
    /// RDMA between nodes.
    Rdma,
}

impl MessageCarrier {
    const ALL: [MessageCarrier; 4] =
        [MessageCarrier::Own, MessageCarrier::SharedMemory, MessageCarrier::Tcp, MessageCarrier::Rdma];
}

/// The messages of one pair of ranks in one direction, over one transport, by one protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Sender, a rank of `MPI_COMM_WORLD`.
    pub from: u32,
    /// Receiver, a rank of `MPI_COMM_WORLD`. [`Protocol::Shared`] and [`Protocol::Started`] have
    /// the sender twice, [`Protocol::Received`] and [`Protocol::Decided`] the receiver.
    pub to: u32,
    /// What carried them.
    pub transport: MessageCarrier,
    /// How.
    pub protocol: Protocol,
    /// How many.
    pub messages: u64,
    /// Bytes of data in them.
    pub bytes: u64,
}

/// What RDMA took in one process, or in several together: what a message costs beyond its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RdmaCost {
    /// Messages sent over RDMA.
    pub messages: u64,
    /// Bytes of data in them.
    pub bytes: u64,
    /// Packets that they took: themselves, announcements and ends of large ones, what the library
    /// needs; and credits.
    pub packets: u64,
    /// Calls that posted requests to send.
    pub doorbells: u64,
    /// Completions taken.
    pub completions: u64,
    /// Registrations of memory of the program.
    pub registrations: u64,
    /// Bytes copied into buffers for sending; those of puts and gets are not.
    pub copied: u64,
}

/// The words of an [`RdmaCost`].
pub const RDMA_WORDS: usize = 7;

impl RdmaCost {
    /// As numbers, to be sent to another rank of the job.
    pub fn to_words(self) -> [u64; RDMA_WORDS] {
        [self.messages, self.bytes, self.packets, self.doorbells, self.completions, self.registrations, self.copied]
    }

    /// The inverse of [`RdmaCost::to_words`].
    pub fn from_words([messages, bytes, packets, doorbells, completions, registrations, copied]: [u64; RDMA_WORDS]) -> Self {
        Self { messages, bytes, packets, doorbells, completions, registrations, copied }
    }

    /// The cost of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (mine, theirs) = (self.to_words(), other.to_words());
        Self::from_words(std::array::from_fn(|index| mine[index] + theirs[index]))
    }

    /// Per message, and the copies per byte; nothing if no message went over RDMA.
    fn text(self) -> Option<String> {
        let each = |count: u64| count as f64 / self.messages as f64;
        (self.messages > 0).then(|| {
            format!(
                "  rdma, a message: {:.2} packets, {:.2} doorbells, {:.2} completions, {:.4} registrations; {:.3} copies a byte\n",
                each(self.packets),
                each(self.doorbells),
                each(self.completions),
                each(self.registrations),
                self.copied as f64 / self.bytes.max(1) as f64
            )
        })
    }
}

/// Rows of more pairs than this are summed up, and only the largest are shown.
const SHOWN_MAX: usize = 32;

/// The words of a row.
pub const ROW_WORDS: usize = 4;

impl Process {
    /// What RDMA took in this process so far.
    pub fn rdma_cost(&self) -> RdmaCost {
        let Some(rdma) = self.engine.device().network().and_then(Network::rdma) else { return RdmaCost::default() };
        let counters = rdma.counters();
        let mut cost = RdmaCost {
            packets: counters.packets_sent + counters.control_sent,
            doorbells: counters.doorbells,
            completions: counters.completions,
            registrations: counters.registrations,
            copied: counters.bytes_copied,
            ..RdmaCost::default()
        };
        for to in (0..self.world.size as u32).filter(|to| self.transport_to(*to) == MessageCarrier::Rdma) {
            let traffic = self.engine.traffic(to);
            cost.messages += traffic.eager.messages + traffic.rendezvous.messages;
            cost.bytes += traffic.eager.bytes + traffic.rendezvous.bytes;
        }
        cost
    }

    /// What carries messages to world rank `to`.
    pub fn transport_to(&self, to: u32) -> MessageCarrier {
        let device = self.engine.device();
        match device.network() {
            _ if to == self.rank() => MessageCarrier::Own,
            Some(network) if self.engine.node().members().local(to).is_none() => via(network, to),
            _ => MessageCarrier::SharedMemory,
        }
    }

    /// What has carried the large messages that arrived by `method`. Those in pieces may have come
    /// either way, from peers of the node as far as there are any.
    pub fn received_by(&self, method: Method) -> Vec<(MessageCarrier, Traffic)> {
        let (network, total) = (self.engine.device().network(), self.engine.totals().methods[method as usize]);
        let is_far = method == Method::Ring && self.engine.node().members().count() == 1;
        match network {
            Some(network) if Methods::NETWORK.has(method) => moved_by_networks(method, &network.carried()),
            Some(network) if is_far && network.rdma().is_some() => vec![(MessageCarrier::Rdma, total)],
            Some(_) if is_far => vec![(MessageCarrier::Tcp, total)],
            _ => vec![(MessageCarrier::SharedMemory, total)],
        }
    }
}

/// What networks have moved by a method of theirs.
fn moved_by_networks(method: Method, carried: &CarriedCounts) -> Vec<(MessageCarrier, Traffic)> {
    let traffic = |how| {
        let (messages, bytes) = carried.of(how);
        Traffic { messages, bytes }
    };
    match method {
        Method::Get => {
            vec![(MessageCarrier::SharedMemory, traffic(Carried::GotNear)), (MessageCarrier::Rdma, traffic(Carried::GotByRdma))]
        }
        _ => vec![(MessageCarrier::Tcp, traffic(Carried::PutByTcp)), (MessageCarrier::Rdma, traffic(Carried::PutByRdma))],
    }
}

fn via(network: &Network, to: u32) -> MessageCarrier {
    match network.via(to) {
        Via::Rdma => MessageCarrier::Rdma,
        Via::Neighbor => MessageCarrier::SharedMemory,
        Via::Tcp | Via::Undecided => MessageCarrier::Tcp,
    }
}

impl Row {
    /// The row as numbers, to be sent to another rank of the job.
    pub fn to_words(self) -> [u64; ROW_WORDS] {
        let kinds = (transport_code(self.transport) << 8) | protocol_code(self.protocol);
        [(u64::from(self.from) << 32) | u64::from(self.to), kinds, self.messages, self.bytes]
    }

    /// The inverse of [`Row::to_words`]; `None` if these are no words of a row.
    pub fn from_words([pair, kinds, messages, bytes]: [u64; ROW_WORDS]) -> Option<Self> {
        let transport = MessageCarrier::ALL.into_iter().find(|t| transport_code(*t) == kinds >> 8)?;
        let protocol = protocol_of(kinds & 0xff)?;
        Some(Self { from: (pair >> 32) as u32, to: pair as u32, transport, protocol, messages, bytes })
    }
}

fn transport_code(transport: MessageCarrier) -> u64 {
    match transport {
        MessageCarrier::Own => 0,
        MessageCarrier::SharedMemory => 1,
        MessageCarrier::Tcp => 2,
        MessageCarrier::Rdma => 3,
    }
}

fn protocol_code(protocol: Protocol) -> u64 {
    match protocol {
        Protocol::Eager => 0,
        Protocol::Rendezvous => 1,
        Protocol::Local => 2,
        Protocol::Shared => 3,
        Protocol::Received(method) => RECEIVED + method as u64,
        Protocol::Started(reason) => STARTED + reason as u64,
        Protocol::Decided(method, reason) => DECIDED + (method as usize * MethodReason::ALL.len() + reason as usize) as u64,
    }
}

/// The first codes of protocols that say more than one word.
const RECEIVED: u64 = 4;
const STARTED: u64 = RECEIVED + Method::ALL.len() as u64;
const DECIDED: u64 = STARTED + StartReason::ALL.len() as u64;

fn protocol_of(code: u64) -> Option<Protocol> {
    let decided = |method| MethodReason::ALL.map(|reason| Protocol::Decided(method, reason));
    let all = [Protocol::Eager, Protocol::Rendezvous, Protocol::Local, Protocol::Shared].into_iter();
    let all = all.chain(Method::ALL.map(Protocol::Received)).chain(StartReason::ALL.map(Protocol::Started));
    all.chain(Method::ALL.into_iter().flat_map(decided)).find(|protocol| protocol_code(*protocol) == code)
}

/// Why messages went as they did, where the protocol says so.
fn why(protocol: Protocol) -> Option<&'static str> {
    match protocol {
        Protocol::Started(reason) => Some(reason.text()),
        Protocol::Decided(_, reason) => Some(reason.text()),
        _ => None,
    }
}

fn transport_name(transport: MessageCarrier) -> &'static str {
    match transport {
        MessageCarrier::Own => "self",
        MessageCarrier::SharedMemory => "shm",
        MessageCarrier::Tcp => "tcp",
        MessageCarrier::Rdma => "rdma",
    }
}

fn protocol_name(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Eager => "eager",
        Protocol::Rendezvous => "rendezvous",
        Protocol::Local => "local",
        Protocol::Shared => "shared",
        Protocol::Received(method) | Protocol::Decided(method, _) => method.name(),
        Protocol::Started(reason) => match reason {
            StartReason::Eager | StartReason::DeviceTakes => "eager",
            StartReason::Cheaper => "packets",
            StartReason::FromItsPlace => "in place",
            _ => "announced",
        },
    }
}

/// The table for people, rows by sender and receiver; of very many only the largest, and always the
/// sums by protocol. Then why messages went as they did, and what RDMA took.
///
/// (Results of writing into the string are dropped: that does not fail.)
pub fn text(rows: &[Row], rdma: RdmaCost) -> String {
    let mut out = String::from("Messages sent (FERRY_STATS)\n");
    let (reasons, rows): (Vec<Row>, Vec<Row>) = rows.iter().partition(|row| why(row.protocol).is_some());
    let rows = rows.as_slice();
    if rows.is_empty() {
        out.push_str("  none\n");
        return out;
    }
    let _ =
        writeln!(out, "  {:>5} {:>5}  {:<9} {:<11} {:>12} {:>12}", "from", "to", "transport", "protocol", "messages", "bytes");
    for row in shown(rows) {
        let to = if row.protocol == Protocol::Shared { "all".to_owned() } else { row.to.to_string() };
        let is_received = matches!(row.protocol, Protocol::Received(_));
        let from = if is_received { "all".to_owned() } else { row.from.to_string() };
        line(&mut out, &from, &to, &row);
    }
    if rows.len() > SHOWN_MAX {
        let _ = writeln!(out, "  (the {SHOWN_MAX} largest of {})", rows.len());
    }
    for (sum, pairs) in sums(rows) {
        line(&mut out, "all", &format!("({pairs})"), &sum);
    }
    for (sum, _) in sums(&reasons) {
        let (protocol, because) = (protocol_name(sum.protocol), why(sum.protocol).unwrap_or_default());
        let _ = writeln!(out, "  {protocol:<11} {:>12} {:>12}  {because}", sum.messages, amount(sum.bytes));
    }
    out.extend(rdma.text());
    out
}

fn line(out: &mut String, from: &str, to: &str, row: &Row) {
    let (transport, protocol) = (transport_name(row.transport), protocol_name(row.protocol));
    let _ = writeln!(out, "  {from:>5} {to:>5}  {transport:<9} {protocol:<11} {:>12} {:>12}", row.messages, amount(row.bytes));
}

fn shown(rows: &[Row]) -> Vec<Row> {
    let mut shown = rows.to_vec();
    shown.sort_by_key(|row| std::cmp::Reverse(row.bytes));
    shown.truncate(SHOWN_MAX);
    shown.sort_by_key(|row| (row.from, row.to, row.transport, protocol_code(row.protocol)));
    shown
}

/// Sums by transport and protocol, each with the number of pairs it sums up.
fn sums(rows: &[Row]) -> Vec<(Row, usize)> {
    let mut sums: Vec<(Row, usize)> = Vec::new();
    for row in rows {
        match sums.iter_mut().find(|(sum, _)| (sum.transport, sum.protocol) == (row.transport, row.protocol)) {
            Some((sum, pairs)) => {
                sum.messages += row.messages;
                sum.bytes += row.bytes;
                *pairs += 1;
            }
            None => sums.push((*row, 1)),
        }
    }
    sums
}

/// Bytes with a unit of 1024 and at most four digits before it.
fn amount(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    while value >= 1024.0 {
        let Some(next) = units.next() else { break };
        (value, unit) = (value / 1024.0, next);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") }
}

/// The same as JSON: `messages`, `decisions`, `rdma` and `rdma_buffers`. `messages` has
/// a row `{"from", "to", "transport", "protocol", "messages", "bytes"}` for each pair of ranks,
/// `decisions` a row `{"rank", "protocol", "why", "messages", "bytes"}` for each reason. `rdma` has
/// the fields of [`RdmaCost`], `rdma_buffers` is [`BufferUse::json`].
pub fn json(rows: &[Row], rdma: RdmaCost, buffers: &BufferUse) -> Value {
    let (mut traffic, mut decisions) = (Vec::new(), Vec::new());
    for &Row { from, to, transport, protocol, messages, bytes } in rows {
        let (transport, name) = (transport_name(transport), protocol_name(protocol));
        match why(protocol) {
            None => traffic.push(json!({
                "from": from, "to": to, "transport": transport, "protocol": name, "messages": messages, "bytes": bytes,
            })),
            Some(why) => decisions.push(json!({
                "rank": from, "protocol": name, "why": why, "messages": messages, "bytes": bytes,
            })),
        }
    }
    let RdmaCost { messages, bytes, packets, doorbells, completions, registrations, copied } = rdma;
    json!({
        "messages": traffic,
        "decisions": decisions,
        "rdma": {
            "messages": messages, "bytes": bytes, "packets": packets, "doorbells": doorbells, "completions": completions,
            "registrations": registrations, "copied": copied,
        },
        "rdma_buffers": buffers.json(),
    })
}

#[cfg(test)]
mod tests {
    use ferry_protocol::transfer::Piece;

    use super::*;

    fn row(from: u32, to: u32, protocol: Protocol, messages: u64, bytes: u64) -> Row {
        Row { from, to, transport: MessageCarrier::SharedMemory, protocol, messages, bytes }
    }

    #[test]
    fn words_keep_a_row() {
        let own = Row { transport: MessageCarrier::Own, ..row(7, 7, Protocol::Local, 1, u64::MAX) };
        for transport in MessageCarrier::ALL {
            let row = Row { transport, ..own };
            assert_eq!(Row::from_words(row.to_words()), Some(row));
        }
        let received = Method::ALL.map(Protocol::Received).into_iter();
        let decided = Method::ALL.into_iter().flat_map(|method| MethodReason::ALL.map(|why| Protocol::Decided(method, why)));
        let reasons = StartReason::ALL.map(Protocol::Started).into_iter().chain(decided);
        for protocol in received.chain(reasons) {
            let row = row(4, 4, protocol, 1, 2);
            assert_eq!(Row::from_words(row.to_words()), Some(row));
        }
        for row in [row(u32::MAX, 1, Protocol::Rendezvous, 3, 5), row(2, 2, Protocol::Shared, 3, 5), own] {
            assert_eq!(Row::from_words(row.to_words()), Some(row));
        }
        assert_eq!(Row::from_words([0, 0xffff, 0, 0]), None);
    }

    #[test]
    fn the_table_has_rows_and_sums() {
        let rows =
            [row(1, 0, Protocol::Eager, 2, 100), row(0, 1, Protocol::Eager, 3, 50), row(0, 1, Protocol::Rendezvous, 1, 3 << 20)];
        let text = text(&rows, RdmaCost::default());
        let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[2], ["0", "1", "shm", "eager", "3", "50", "B"]);
        assert_eq!(words[3], ["0", "1", "shm", "rendezvous", "1", "3.0", "MiB"]);
        assert_eq!(words[4], ["1", "0", "shm", "eager", "2", "100", "B"]);
        assert_eq!(words[5], ["all", "(2)", "shm", "eager", "5", "150", "B"]);
    }

    #[test]
    fn methods_are_counted_where_messages_arrive() {
        let text = text(&[row(1, 1, Protocol::Received(Method::Cooperative), 2, 100)], RdmaCost::default());
        let words: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(words, ["all", "1", "shm", "cooperative", "2", "100", "B"]);
    }

    /// A job on one node may get from another job there, and by the adapter from one on another
    /// node.
    #[test]
    fn what_networks_moved_is_told_by_what_carried_it() {
        let mut carried = CarriedCounts::default();
        let memory = [Piece { address: 0, len: 100 }, Piece { address: 500, len: 20 }];
        for how in [Carried::GotNear, Carried::GotByRdma, Carried::GotByRdma, Carried::PutByTcp] {
            carried.add(how, &memory);
        }
        let found = |method| {
            let all = moved_by_networks(method, &carried).into_iter();
            all.map(|(carrier, Traffic { messages, bytes })| (carrier, messages, bytes)).collect::<Vec<_>>()
        };
        assert_eq!(found(Method::Get), [(MessageCarrier::SharedMemory, 1, 120), (MessageCarrier::Rdma, 2, 240)]);
        assert_eq!(found(Method::Put), [(MessageCarrier::Tcp, 1, 120), (MessageCarrier::Rdma, 0, 0)]);
    }

    #[test]
    fn of_very_many_rows_the_largest_are_shown() {
        let rows: Vec<_> = (0..100).map(|rank| row(rank, 0, Protocol::Eager, 1, u64::from(rank))).collect();
        let text = text(&rows, RdmaCost::default());
        assert_eq!(text.lines().count(), 2 + SHOWN_MAX + 2);
        assert!(text.contains("\n     99     0") && !text.contains("\n     12     0"), "{text}");
    }

    #[test]
    fn the_json_lists_every_row() {
        let rdma = RdmaCost { messages: 4, copied: 52, ..RdmaCost::default() };
        let decided = row(1, 1, Protocol::Decided(Method::Read, MethodReason::Cheapest), 1, 1 << 20);
        let rows = [row(0, 1, Protocol::Eager, 3, 50), row(1, 0, Protocol::Eager, 1, 2), decided];
        let json = json(&rows, rdma, &BufferUse::default());
        let first = json!({"from": 0, "to": 1, "transport": "shm", "protocol": "eager", "messages": 3, "bytes": 50});
        assert_eq!((json["messages"].as_array().unwrap().len(), &json["messages"][0]), (2, &first));
        let why = MethodReason::Cheapest.text();
        let decision = json!({"rank": 1, "protocol": "read", "why": why, "messages": 1, "bytes": 1 << 20});
        assert_eq!(json["decisions"], json!([decision]));
        assert_eq!((&json["rdma"]["messages"], &json["rdma"]["copied"]), (&json!(4), &json!(52)));
    }

    #[test]
    fn the_table_says_why() {
        let started = |rank| row(rank, rank, Protocol::Started(StartReason::AskingIsCheaper), 2, 200);
        let decided = row(1, 1, Protocol::Decided(Method::Cooperative, MethodReason::Cheapest), 3, 300);
        let text = text(&[row(0, 1, Protocol::Rendezvous, 2, 200), started(0), started(1), decided], RdmaCost::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2 + 2 + 2, "{text}");
        assert!(lines[4].starts_with("  announced              4        400 B  another method takes less"), "{text}");
        assert!(lines[5].starts_with("  cooperative            3        300 B  it takes the least time"), "{text}");
    }

    #[test]
    fn what_rdma_took_is_told_per_message() {
        let one =
            RdmaCost { messages: 10, bytes: 1000, packets: 11, doorbells: 10, completions: 5, registrations: 1, copied: 500 };
        let both = one.and(RdmaCost { messages: 10, ..RdmaCost::default() });
        assert_eq!(RdmaCost::from_words(both.to_words()), both);
        let text = text(&[row(0, 1, Protocol::Eager, 20, 1000)], both);
        let expected = "a message: 0.55 packets, 0.50 doorbells, 0.25 completions, 0.0500 registrations; 0.500 copies a byte\n";
        assert!(text.ends_with(expected), "{text}");
    }
}
