//! Which device, port and GID to use: by itself where nobody says, by name otherwise.
//!
//! A port must be active and speak InfiniBand or RoCE. The fastest one says which of the two it is:
//! all processes of a host choose on the same network, as no packet goes from the one to the other.
//! Among its ports a device near the process's processors wins, then the faster link, then the
//! first by name. On Ethernet the GID is, in this order, RoCEv2 with IPv4, RoCEv2 with a routable
//! IPv6 address, RoCEv2 on the link only, RoCEv1; on InfiniBand it is the first.

use std::cmp::Reverse;

use crate::address::GidKind;
use crate::attributes::{GidEntry, LinkLayer, PortAttributes, PortState};
use crate::error::{Error, Result};

/// What the user says; by default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// `DEVICE` or `DEVICE:PORT`.
    pub device: Option<String>,
    /// Index of the GID.
    pub gid_index: Option<u8>,
}

/// A device to choose from.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Whether it is near the processors that the process may use, where that is known.
    pub local: Option<bool>,
    /// Why it cannot be used at all, if so.
    pub unfit: Option<String>,
    /// Its ports.
    pub ports: Vec<PortAttributes>,
}

/// What is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index in the list of candidates.
    pub candidate: usize,
    /// Number of the port.
    pub port: u8,
    /// The GID.
    pub gid: GidEntry,
}

impl Wanted {
    /// Parts of `device`: name and port.
    fn name_and_port(&self) -> Result<Option<(&str, Option<u8>)>> {
        let Some(device) = self.device.as_deref() else { return Ok(None) };
        let Some((name, port)) = device.split_once(':') else { return Ok(Some((device, None))) };
        let port = port.parse().ok().filter(|port| *port > 0);
        let port = port.ok_or_else(|| Error::Argument(format!("{device:?} does not name a port: DEVICE:PORT, ports from 1")))?;
        Ok(Some((name, Some(port))))
    }

    fn describe(&self) -> String {
        let device = self.device.as_deref().map_or("that can be used".to_owned(), |device| format!("{device:?}"));
        self.gid_index.map_or(device.clone(), |index| format!("{device} with GID index {index}"))
    }
}

/// Chooses among `candidates`; the error says why each was refused.
pub fn choose(candidates: &[Candidate], wanted: &Wanted) -> Result<Choice> {
    let named = wanted.name_and_port()?;
    let mut refused = Vec::new();
    let mut fit = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if named.is_some_and(|(name, _)| name != candidate.name) {
            refused.push(format!("{} is not the one", candidate.name));
            continue;
        }
        if let Some(reason) = &candidate.unfit {
            refused.push(format!("{}: {reason}", candidate.name));
            continue;
        }
        for port in
            candidate.ports.iter().filter(|port| named.and_then(|(_, number)| number).is_none_or(|number| number == port.number))
        {
            match gid_of(port, wanted.gid_index) {
                Ok(gid) => fit.push((candidate, port, Choice { candidate: index, port: port.number, gid })),
                Err(reason) => refused.push(format!("{}:{}: {reason}", candidate.name, port.number)),
            }
        }
    }
    let fastest = fit.iter().min_by_key(|(candidate, port, _)| (Reverse(port.rate_mbps), candidate.name.clone(), port.number));
    let link_layer = fastest.map(|(_, port, _)| port.link_layer);
    let best = fit.into_iter().min_by_key(|(candidate, port, _)| {
        (
            Some(port.link_layer) != link_layer,
            candidate.local == Some(false),
            Reverse(port.rate_mbps),
            candidate.name.clone(),
            port.number,
        )
    });
    best.map(|(_, _, choice)| choice).ok_or(Error::NoDevice { wanted: wanted.describe(), refused })
}

fn gid_of(port: &PortAttributes, index: Option<u8>) -> std::result::Result<GidEntry, String> {
    match port.state {
        PortState::Active => {}
        PortState::Down => return Err("the port is down".to_owned()),
        PortState::Initializing => return Err("the port waits for a subnet manager".to_owned()),
    }
    if let Some(index) = index {
        let entry = port.gids.iter().find(|entry| entry.index == index);
        return entry.copied().ok_or_else(|| format!("it has no GID with index {index}"));
    }
    let best = port.gids.iter().min_by_key(|entry| (rank(port.link_layer, entry), entry.index));
    best.copied().ok_or_else(|| "it has no GID; give its network interface an IP address".to_owned())
}

/// Smaller is better.
fn rank(link_layer: LinkLayer, entry: &GidEntry) -> u8 {
    match (link_layer, entry.kind) {
        (LinkLayer::InfiniBand, _) => 0,
        (_, GidKind::RoceV2) if entry.gid.ipv4().is_some() => 0,
        (_, GidKind::RoceV2) if !entry.gid.is_link_local() => 1,
        (_, GidKind::RoceV2) => 2,
        (_, GidKind::RoceV1 | GidKind::InfiniBand) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::{Gid, Mtu};

    fn gid(text: &str) -> Gid {
        let address: std::net::Ipv6Addr = text.parse().expect("an address");
        Gid(address.octets())
    }

    fn entry(index: u8, text: &str, kind: GidKind) -> GidEntry {
        GidEntry { index, gid: gid(text), kind }
    }

    fn port(number: u8, state: PortState, rate_mbps: u32, gids: Vec<GidEntry>) -> PortAttributes {
        PortAttributes {
            number,
            state,
            link_layer: LinkLayer::Ethernet,
            lid: 0,
            lid_mask_bits: 0,
            mtu: Mtu::Bytes4096,
            rate_mbps,
            message_bytes: 1 << 30,
            requires_route_header: false,
            gids,
        }
    }

    /// As a RoCE adapter lists them: both versions of every address, the link's first.
    fn roce() -> Vec<GidEntry> {
        vec![
            entry(0, "fe80::1", GidKind::RoceV1),
            entry(1, "fe80::1", GidKind::RoceV2),
            entry(2, "2001:db8::1", GidKind::RoceV1),
            entry(3, "2001:db8::1", GidKind::RoceV2),
            entry(4, "::ffff:10.0.0.1", GidKind::RoceV1),
            entry(5, "::ffff:10.0.0.1", GidKind::RoceV2),
        ]
    }

    fn device(name: &str, local: Option<bool>, ports: Vec<PortAttributes>) -> Candidate {
        Candidate { name: name.to_owned(), local, unfit: None, ports }
    }

    fn one(gids: Vec<GidEntry>) -> Vec<Candidate> {
        vec![device("a", None, vec![port(1, PortState::Active, 100, gids)])]
    }

    fn chosen(candidates: &[Candidate], wanted: &Wanted) -> (usize, u8, u8) {
        let choice = choose(candidates, wanted).expect("one suits");
        (choice.candidate, choice.port, choice.gid.index)
    }

    #[test]
    fn gids_are_preferred_in_the_documented_order() {
        let mut gids = roce();
        for expected in [5, 3, 1, 0] {
            assert_eq!(chosen(&one(gids.clone()), &Wanted::default()).2, expected);
            gids.retain(|entry| entry.index != expected);
        }
    }

    #[test]
    fn infiniband_uses_the_first_gid() {
        let mut ports = vec![port(1, PortState::Active, 100, vec![entry(0, "fe80::1", GidKind::InfiniBand)])];
        ports[0].link_layer = LinkLayer::InfiniBand;
        assert_eq!(chosen(&[device("ib", None, ports)], &Wanted::default()), (0, 1, 0));
    }

    #[test]
    fn near_beats_fast_and_fast_beats_name() {
        let active = |rate| vec![port(1, PortState::Active, rate, roce())];
        let list =
            [device("a", Some(false), active(400)), device("b", Some(true), active(100)), device("c", Some(true), active(200))];
        assert_eq!(chosen(&list, &Wanted::default()).0, 2);
        assert_eq!(chosen(&list[..2], &Wanted::default()).0, 1);
    }

    #[test]
    fn processes_near_different_adapters_choose_on_the_same_network() {
        let mut infiniband = port(1, PortState::Active, 200, vec![entry(0, "fe80::1", GidKind::InfiniBand)]);
        (infiniband.link_layer, infiniband.lid) = (LinkLayer::InfiniBand, 7);
        let near = |infiniband_is_near: bool, ports: [PortAttributes; 2]| {
            let [infiniband, ethernet] = ports;
            let list =
                [device("a", Some(!infiniband_is_near), vec![ethernet]), device("b", Some(infiniband_is_near), vec![infiniband])];
            chosen(&list, &Wanted::default()).0
        };
        let ethernet = |rate| port(1, PortState::Active, rate, roce());
        for is_near in [true, false] {
            assert_eq!(near(is_near, [infiniband.clone(), ethernet(25)]), 1);
            assert_eq!(near(is_near, [infiniband.clone(), ethernet(400)]), 0);
        }
    }

    #[test]
    fn packets_have_route_headers_where_the_port_or_the_network_asks_for_them() {
        let ethernet = port(1, PortState::Active, 100, roce());
        let infiniband = PortAttributes { link_layer: LinkLayer::InfiniBand, lid: 7, ..ethernet.clone() };
        let shared = PortAttributes { requires_route_header: true, ..infiniband.clone() };
        let has = |port: &PortAttributes| [false, true].map(|other_subnet| port.has_route_headers(other_subnet));
        assert_eq!([has(&ethernet), has(&infiniband), has(&shared)], [[true, true], [false, true], [true, true]]);
    }

    #[test]
    fn a_port_that_is_down_is_passed_over() {
        let ports = vec![port(1, PortState::Down, 100, roce()), port(2, PortState::Active, 10, roce())];
        assert_eq!(chosen(&[device("a", None, ports)], &Wanted::default()), (0, 2, 5));
    }

    #[test]
    fn names_override_everything() {
        let list = [
            device("a", Some(true), vec![port(1, PortState::Active, 100, roce())]),
            device("b", Some(false), vec![port(1, PortState::Active, 10, roce()), port(2, PortState::Active, 5, roce())]),
        ];
        let wanted = |device: &str, gid_index| Wanted { device: Some(device.to_owned()), gid_index };
        assert_eq!(chosen(&list, &wanted("b", None)), (1, 1, 5));
        assert_eq!(chosen(&list, &wanted("b:2", Some(1))), (1, 2, 1));
    }

    #[test]
    fn the_error_says_why_each_was_refused() {
        let mut list = one(vec![]);
        list.push(device("b", None, vec![port(1, PortState::Down, 1, roce())]));
        list.push(Candidate { unfit: Some("iWARP".to_owned()), ..device("c", None, vec![]) });
        let text = choose(&list, &Wanted::default()).expect_err("none suits").to_string();
        for part in ["a:1", "IP address", "b:1", "down", "c: iWARP"] {
            assert!(text.contains(part), "{part:?} in {text:?}");
        }
        let nobody = Wanted { device: Some("z:1".to_owned()), gid_index: Some(3) };
        let text = choose(&list, &nobody).expect_err("no such device").to_string();
        assert!(text.contains("\"z:1\" with GID index 3"), "{text}");
        let nonsense = Wanted { device: Some("a:zero".to_owned()), gid_index: None };
        assert!(matches!(choose(&list, &nonsense), Err(Error::Argument(_))));
        assert!(choose(&[], &Wanted::default()).expect_err("nothing there").to_string().contains("there is none"));
    }
}
