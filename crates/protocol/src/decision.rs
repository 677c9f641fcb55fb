//! How a message goes, and why (LMT-6): what its sender and its receiver decide.
//!
//! A short message goes in one packet. Of a longer one the sender decides how it begins
//! ([`start`]). If it is announced, the receiver decides by which method it comes ([`method`]).
//! Both functions look at their inputs only. The engine asks them for each message and counts the
//! reasons; `ferry explain` asks the same functions. `docs/large-messages.md` lists the inputs.

pub use crate::cost::MethodReason;
use crate::cost::{Costs, Transfer};
use crate::method::{Method, Methods, Needs};

/// How a message begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageStart {
    /// All of it in one packet, copied.
    Packet,
    /// In several packets, copied.
    Packets,
    /// All of it, from where it lies.
    InPlace,
    /// By an offer.
    Announced,
}

impl MessageStart {
    /// All of them, the one that asks least first.
    pub const ALL: [MessageStart; 4] =
        [MessageStart::Packet, MessageStart::Packets, MessageStart::InPlace, MessageStart::Announced];

    /// In reports.
    pub fn name(self) -> &'static str {
        match self {
            MessageStart::Packet => "one packet",
            MessageStart::Packets => "packets",
            MessageStart::InPlace => "in place",
            MessageStart::Announced => "announced",
        }
    }
}

/// Lengths up to which a message goes without asking first, beyond those that the engine always
/// sends so. In bytes; 0 where that is not worth it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unasked {
    /// Longest one in packets whatever was measured.
    pub eager: u64,
    /// Longest one in several packets if [costs](Costs::unasked_max) say so.
    pub in_packets: u64,
    /// Longest one in one packet that is sent from where it lies.
    pub in_place: u64,
}

/// What a sender knows of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// Its length in bytes.
    pub bytes: u64,
    /// Longest message that always goes at once, in bytes (`FERRY_EAGER_MAX`).
    pub eager_max: u64,
    /// Whether the send is over only when its receive has begun.
    pub is_synchronous: bool,
    /// Longest message that goes without asking where a device could, in bytes.
    pub long_max: u64,
    /// Whether a setting names a method (`FERRY_LARGE_MESSAGES`).
    pub is_forced: bool,
    /// Whether the receiver holds so many messages that nobody receives that it wants to be asked.
    pub is_held_back: bool,
    /// Whether the message has been shown to the network to be got by the receiver.
    pub is_exposed: bool,
    /// What the device can do without asking.
    pub unasked: Unasked,
    /// Longest body of a packet, in bytes.
    pub max_body: u64,
    /// Longest message that is better sent in packets than announced, in bytes
    /// ([`Costs::unasked_max`]).
    pub cheaper_max: u64,
    /// Whether the device can take the message's pieces from where they lie.
    pub is_in_few_pieces: bool,
}

/// Why a message begins as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartReason {
    /// It is no longer than the eager limit.
    Eager,
    /// Its send is synchronous.
    Synchronous,
    /// It is longer than the limit that the user has set.
    BeyondLimit,
    /// A setting names a method.
    Forced,
    /// Its receiver holds much that nobody receives.
    HeldBack,
    /// It has been shown to the network already.
    Exposed,
    /// The device takes messages of this length at once.
    DeviceTakes,
    /// Packets without asking take less time.
    Cheaper,
    /// The device sends it from where it lies.
    FromItsPlace,
    /// It lies in too many pieces to be sent from there.
    ManyPieces,
    /// Another method takes less time, in spite of asking.
    AskingIsCheaper,
    /// The device has no way without asking for this length.
    DeviceAsks,
}

impl StartReason {
    /// All of them, in the order of their numbers.
    pub const ALL: [StartReason; 12] = [
        StartReason::Eager,
        StartReason::Synchronous,
        StartReason::BeyondLimit,
        StartReason::Forced,
        StartReason::HeldBack,
        StartReason::Exposed,
        StartReason::DeviceTakes,
        StartReason::Cheaper,
        StartReason::FromItsPlace,
        StartReason::ManyPieces,
        StartReason::AskingIsCheaper,
        StartReason::DeviceAsks,
    ];

    /// For people.
    pub fn text(self) -> &'static str {
        match self {
            StartReason::Eager => "at most FERRY_EAGER_MAX",
            StartReason::Synchronous => "the send is synchronous",
            StartReason::BeyondLimit => "longer than FERRY_EAGER_MAX, which is set",
            StartReason::Forced => "FERRY_LARGE_MESSAGES names a method",
            StartReason::HeldBack => "the receiver holds many messages that nobody receives (FERRY_UNEXPECTED_BUDGET)",
            StartReason::Exposed => "the network was shown it already",
            StartReason::DeviceTakes => "the network takes this length at once",
            StartReason::Cheaper => "packets without asking take less time",
            StartReason::FromItsPlace => "the network sends it from where it lies",
            StartReason::ManyPieces => "too many pieces to be sent from where they lie",
            StartReason::AskingIsCheaper => "another method takes less time, in spite of asking",
            StartReason::DeviceAsks => "the network asks before messages of this length",
        }
    }
}

impl OutgoingMessage {
    /// Why it has to be announced whatever the device could do.
    fn must_ask(&self) -> Option<StartReason> {
        let reasons = [
            (self.is_synchronous, StartReason::Synchronous),
            (self.bytes > self.long_max, StartReason::BeyondLimit),
            (self.is_forced, StartReason::Forced),
            (self.is_held_back, StartReason::HeldBack),
            (self.is_exposed, StartReason::Exposed),
        ];
        reasons.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason)
    }

    /// Whether [`start`] looks at [`OutgoingMessage::cheaper_max`].
    pub fn depends_on_costs(&self) -> bool {
        let Unasked { eager, in_packets, .. } = self.unasked;
        self.bytes > self.eager_max && self.bytes > eager && self.bytes <= in_packets && self.must_ask().is_none()
    }
}

/// How a message begins, and why.
pub fn start(message: &OutgoingMessage) -> (MessageStart, StartReason) {
    let OutgoingMessage { bytes, unasked, .. } = *message;
    if bytes <= message.eager_max {
        return (MessageStart::Packet, StartReason::Eager);
    }
    if let Some(reason) = message.must_ask() {
        return (MessageStart::Announced, reason);
    }
    if bytes <= unasked.eager {
        let is_one = bytes <= message.max_body;
        return (if is_one { MessageStart::Packet } else { MessageStart::Packets }, StartReason::DeviceTakes);
    }
    if bytes <= unasked.in_packets && bytes <= message.cheaper_max {
        return (MessageStart::Packets, StartReason::Cheaper);
    }
    if bytes <= unasked.in_place && message.is_in_few_pieces {
        return (MessageStart::InPlace, StartReason::FromItsPlace);
    }
    let reason = if bytes <= unasked.in_place {
        StartReason::ManyPieces
    } else if bytes <= unasked.in_packets {
        StartReason::AskingIsCheaper
    } else {
        StartReason::DeviceAsks
    };
    (MessageStart::Announced, reason)
}

/// Whether pipes are among the methods of a process whose device has the methods `device`: where a
/// setting names one, or where the system forbids copies between processes.
pub fn wants_pipes(forced: Option<Method>, device: Methods) -> bool {
    match forced.map(|method| method.row().needs) {
        Some(Needs::Pipe) => true,
        Some(Needs::Packets | Needs::ReadMemory | Needs::WriteMemory) => false,
        Some(Needs::Network) | None => !(device.has(Method::Read) && device.has(Method::Write)),
    }
}

/// The methods that a process offers or takes, where its device has the methods `device`, and pipes
/// if `has_pipes`.
pub fn own_methods(forced: Option<Method>, device: Methods, has_pipes: bool) -> Methods {
    let pipes = if has_pipes { Methods::PIPES } else { Methods::NONE };
    match forced.map(|method| method.row().needs) {
        Some(Needs::Packets) => Methods::RING,
        Some(Needs::Pipe) => Methods::RING.or(pipes),
        Some(Needs::ReadMemory | Needs::WriteMemory | Needs::Network) | None => device.or(pipes),
    }
}

/// What a receiver knows of a message that was announced and matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnouncedMessage {
    /// How the sender can give it.
    pub offered: Methods,
    /// How this process can take messages of that sender.
    pub own: Methods,
    /// Whether the sender says where the message lies in its memory.
    pub is_within_reach: bool,
    /// The method that a setting names.
    pub forced: Option<Method>,
    /// The method that is to be tried, whatever it is thought to take
    /// ([`crate::correction`]).
    pub tried: Option<Method>,
    /// What is to be moved, and under which conditions.
    pub transfer: Transfer,
}

impl AnnouncedMessage {
    /// The methods that both ends can use for it.
    pub fn usable(&self) -> Methods {
        let reachable = if self.is_within_reach { Methods::ALL } else { Methods::ALL.minus(Methods::COPIES) };
        self.offered.and(self.own).and(reachable)
    }
}

/// By which method a message comes, and why.
pub fn method(message: &AnnouncedMessage, costs: &Costs) -> (Method, MethodReason) {
    let usable = message.usable();
    if usable.and(Methods::NETWORK) != Methods::NONE {
        return match message.forced {
            Some(Method::Ring) => (Method::Ring, MethodReason::Forced),
            Some(method @ (Method::Put | Method::Get)) if usable.has(method) => (method, MethodReason::Forced),
            Some(Method::Put | Method::Get) => (Method::Ring, MethodReason::ForcedImpossible),
            _ if usable.has(Method::Get) => (Method::Get, MethodReason::NetworkMoves),
            _ => (Method::Put, MethodReason::NetworkMoves),
        };
    }
    match message.forced {
        None | Some(Method::Put | Method::Get) => {}
        Some(method) if usable.has(method) => return (method, MethodReason::Forced),
        Some(_) => return (Method::Ring, MethodReason::ForcedImpossible),
    }
    if usable == Methods::RING {
        let is_copied = message.offered.and(message.own).and(Methods::COPIES) != Methods::NONE;
        let reason = if is_copied && !message.is_within_reach { MethodReason::OutOfReach } else { MethodReason::OnlyOne };
        return (Method::Ring, reason);
    }
    match message.tried.filter(|method| usable.has(*method)) {
        Some(method) => (method, MethodReason::Tried),
        None => costs.choose(usable, &message.transfer),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cost::{Backing, Backings, Conditions, Curve};

    fn lengths() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 1..1u64 << 26, (0..26u32).prop_map(|bits| 1 << bits)]
    }

    prop_compose! {
        fn messages()(
            (bytes, eager_max, long_max, max_body, cheaper_max) in (lengths(), lengths(), lengths(), lengths(), lengths()),
            (eager, in_packets, in_place) in (lengths(), lengths(), lengths()),
            flags in any::<[bool; 5]>(),
        ) -> OutgoingMessage {
            let [is_synchronous, is_forced, is_held_back, is_exposed, is_in_few_pieces] = flags;
            let unasked = Unasked { eager, in_packets, in_place };
            OutgoingMessage {
                bytes, eager_max, is_synchronous, long_max, is_forced, is_held_back, is_exposed, unasked, max_body,
                cheaper_max, is_in_few_pieces,
            }
        }
    }

    fn methods() -> impl Strategy<Value = Methods> {
        (0..=Methods::ALL.bits()).prop_map(|bits| Methods::of_bits(bits).or(Methods::RING))
    }

    prop_compose! {
        fn announced()(
            bytes in lengths(),
            (offered, own) in (methods(), methods()),
            [is_within_reach, has_two_processors, is_one_of_many] in any::<[bool; 3]>(),
            forced in prop::option::of(prop::sample::select(Method::ALL.as_slice())),
            backings in [0..3usize, 0..3usize],
            pieces in 1..10_000u64,
        ) -> AnnouncedMessage {
            let [sender, receiver] = backings.map(|number| Backing::ALL[number]);
            let conditions = Conditions { has_two_processors, is_one_of_many, backings: Backings { sender, receiver } };
            AnnouncedMessage { offered, own, is_within_reach, forced, tried: None, transfer: Transfer { bytes, pieces, conditions } }
        }
    }

    fn costs() -> Costs {
        let mut costs = Costs::unknown();
        for (method, start_ns, byte_ns) in [
            (Method::Ring, 200.0, 0.1),
            (Method::Writev, 3000.0, 0.09),
            (Method::Vmsplice, 4000.0, 0.08),
            (Method::Read, 900.0, 0.05),
            (Method::Write, 1500.0, 0.06),
            (Method::Cooperative, 2000.0, 0.03),
        ] {
            costs.set(method, Curve::line(start_ns, byte_ns));
        }
        costs
    }

    proptest! {
        /// A longer message never asks less than a shorter one.
        #[test]
        fn starts_ask_more_the_longer_messages_are(message in messages(), more in lengths()) {
            let longer = OutgoingMessage { bytes: message.bytes + more, ..message };
            prop_assert!(start(&message).0 <= start(&longer).0, "{:?} {:?}", start(&message), start(&longer));
        }

        /// To set the eager limit changes what becomes of messages between the two limits, and of
        /// no others.
        #[test]
        fn the_eager_limit_changes_what_lies_between(message in messages(), other in lengths()) {
            let changed = OutgoingMessage { eager_max: other, ..message };
            let is_between = (message.bytes <= other) != (message.bytes <= message.eager_max);
            prop_assert!(is_between || start(&message) == start(&changed));
        }

        /// To name a method changes nothing for short messages, and has all others announced.
        #[test]
        fn a_method_that_is_named_is_asked_for(message in messages()) {
            let (free, forced) = (OutgoingMessage { is_forced: false, ..message }, OutgoingMessage { is_forced: true, ..message });
            if message.bytes <= message.eager_max {
                prop_assert_eq!(start(&free), start(&forced));
            } else {
                prop_assert_eq!(start(&forced).0, MessageStart::Announced);
            }
        }

        /// What is not asked for makes no difference.
        #[test]
        fn costs_matter_where_they_are_said_to(message in messages(), other in lengths()) {
            let changed = OutgoingMessage { cheaper_max: other, ..message };
            prop_assert!(message.depends_on_costs() || start(&message) == start(&changed));
        }

        /// A message comes by a method that both ends can use.
        #[test]
        fn both_ends_can_use_the_method(message in announced()) {
            let (method, reason) = super::method(&message, &costs());
            prop_assert!(message.offered.has(method) && message.own.has(method), "{method:?} {reason:?}");
            prop_assert!(message.is_within_reach || !Methods::COPIES.has(method));
            let is_forced = message.forced == Some(method);
            prop_assert!(reason != MethodReason::Forced || is_forced);
        }

        /// Which end looks at the methods first makes no difference.
        #[test]
        fn both_ends_agree(message in announced()) {
            let turned = AnnouncedMessage { offered: message.own, own: message.offered, ..message };
            prop_assert_eq!(super::method(&message, &costs()), super::method(&turned, &costs()));
        }

        /// A method that begins later and goes faster stays the choice for longer messages, as long
        /// as nothing else changes.
        #[test]
        fn the_choice_among_straight_lines_changes_in_one_direction(message in announced(), more in lengths()) {
            let longer = Transfer { bytes: message.transfer.bytes + more, pieces: 1, ..message.transfer };
            let shorter = Transfer { pieces: 1, ..message.transfer };
            let of = |transfer| super::method(&AnnouncedMessage { forced: None, transfer, ..message }, &costs());
            let byte_ns = |transfer: Transfer, method| costs().ns(method, &Transfer { bytes: 1 << 40, ..transfer });
            let ((first, _), (second, reason)) = (of(shorter), of(longer));
            let is_slower = byte_ns(longer, second) > byte_ns(longer, first);
            prop_assert!(!is_slower || reason == MethodReason::LittleGain, "{first:?} {second:?}");
        }
    }

    fn message(bytes: u64) -> OutgoingMessage {
        OutgoingMessage {
            bytes,
            eager_max: 8192,
            is_synchronous: false,
            long_max: u64::MAX,
            is_forced: false,
            is_held_back: false,
            is_exposed: false,
            unasked: Unasked { eager: 16384, in_packets: 1 << 18, in_place: 1 << 20 },
            max_body: 8192,
            cheaper_max: 65536,
            is_in_few_pieces: true,
        }
    }

    #[test]
    fn every_start_has_its_reason() {
        use MessageStart::{Announced, InPlace, Packet, Packets};
        let of = |bytes| start(&message(bytes));
        assert_eq!([of(8192), of(8193)], [(Packet, StartReason::Eager), (Packets, StartReason::DeviceTakes)]);
        assert_eq!([of(65536), of(65537)], [(Packets, StartReason::Cheaper), (InPlace, StartReason::FromItsPlace)]);
        assert_eq!(of((1 << 20) + 1), (Announced, StartReason::DeviceAsks));
        let long = message(1 << 20);
        let because = |message: OutgoingMessage| {
            assert_eq!(start(&message).0, Announced);
            start(&message).1
        };
        assert_eq!(because(OutgoingMessage { is_synchronous: true, ..long }), StartReason::Synchronous);
        assert_eq!(because(OutgoingMessage { long_max: 8192, ..long }), StartReason::BeyondLimit);
        assert_eq!(because(OutgoingMessage { is_forced: true, ..long }), StartReason::Forced);
        assert_eq!(because(OutgoingMessage { is_held_back: true, ..long }), StartReason::HeldBack);
        assert_eq!(because(OutgoingMessage { is_exposed: true, ..long }), StartReason::Exposed);
        assert_eq!(because(OutgoingMessage { is_in_few_pieces: false, ..long }), StartReason::ManyPieces);
        let unasked = Unasked { in_packets: u64::MAX, ..Unasked::default() };
        assert_eq!(because(OutgoingMessage { unasked, ..long }), StartReason::AskingIsCheaper);
    }

    #[test]
    fn every_method_has_its_reason() {
        let transfer = Transfer::dense(1 << 20, Conditions::USUAL);
        let node = Methods::RING.or(Methods::COPIES);
        let near = AnnouncedMessage { offered: node, own: node, is_within_reach: true, forced: None, tried: None, transfer };
        let far = AnnouncedMessage { offered: Methods::RING.or(Methods::NETWORK), own: Methods::ALL, ..near };
        let of = |message: AnnouncedMessage| method(&message, &costs());
        let forced = |method, message: AnnouncedMessage| of(AnnouncedMessage { forced: Some(method), ..message });
        assert_eq!(of(near), (Method::Cooperative, MethodReason::Cheapest));
        assert_eq!(of(far), (Method::Get, MethodReason::NetworkMoves));
        assert_eq!(
            of(AnnouncedMessage { offered: far.offered.without(Method::Get), ..far }),
            (Method::Put, MethodReason::NetworkMoves)
        );
        assert_eq!(of(AnnouncedMessage { is_within_reach: false, ..near }), (Method::Ring, MethodReason::OutOfReach));
        assert_eq!(of(AnnouncedMessage { offered: Methods::RING, ..near }), (Method::Ring, MethodReason::OnlyOne));
        assert_eq!(method(&near, &Costs::unknown()), (Method::Ring, MethodReason::Unmeasured));
        assert_eq!(forced(Method::Write, near), (Method::Write, MethodReason::Forced));
        assert_eq!(forced(Method::Vmsplice, near), (Method::Ring, MethodReason::ForcedImpossible));
        assert_eq!(forced(Method::Put, far), (Method::Put, MethodReason::Forced));
        // A method of the network says nothing about messages within the node, nor the reverse.
        assert_eq!(forced(Method::Put, near), (Method::Cooperative, MethodReason::Cheapest));
        assert_eq!(forced(Method::Read, far), (Method::Get, MethodReason::NetworkMoves));
        let mut alike = costs();
        alike.set(Method::Ring, Curve::line(0.0, 0.033));
        assert_eq!(method(&near, &alike), (Method::Ring, MethodReason::LittleGain));
    }

    #[test]
    fn pipes_are_for_those_who_may_not_copy_or_ask_for_them() {
        let (copies, ring) = (Methods::RING.or(Methods::COPIES), Methods::RING);
        let of = |forced, device| {
            let has_pipes = wants_pipes(forced, device);
            (has_pipes, own_methods(forced, device, has_pipes))
        };
        assert_eq!([of(None, copies), of(None, ring)], [(false, copies), (true, ring.or(Methods::PIPES))]);
        assert_eq!(of(Some(Method::Ring), copies), (false, ring));
        assert_eq!(of(Some(Method::Writev), copies), (true, ring.or(Methods::PIPES)));
        assert_eq!(of(Some(Method::Read), copies), (false, copies));
        assert_eq!(of(Some(Method::Put), ring), (true, ring.or(Methods::PIPES)));
        assert_eq!(own_methods(Some(Method::Writev), copies, false), ring);
    }

    #[test]
    fn reasons_stand_in_the_order_of_their_numbers() {
        assert!(StartReason::ALL.iter().enumerate().all(|(number, reason)| *reason as usize == number));
        assert!(MethodReason::ALL.iter().enumerate().all(|(number, reason)| *reason as usize == number));
        assert!(MessageStart::ALL.iter().enumerate().all(|(number, start)| *start as usize == number));
    }
}
