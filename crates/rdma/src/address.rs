//! Where queue pairs are.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// A global identifier: the address of a port, 16 bytes in network order. On Ethernet (RoCE) it
/// holds an IP address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gid(pub [u8; 16]);

impl Gid {
    /// The IPv4 address in it, if it is one mapped to IPv6 (`::ffff:a.b.c.d`).
    pub fn ipv4(&self) -> Option<Ipv4Addr> {
        Ipv6Addr::from(self.0).to_ipv4_mapped()
    }

    /// True for `fe80::/64`: good on one link only.
    pub fn is_link_local(&self) -> bool {
        self.0[..8] == [0xfe, 0x80, 0, 0, 0, 0, 0, 0]
    }
}

impl fmt::Display for Gid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ipv4() {
            Some(address) => address.fmt(f),
            None => Ipv6Addr::from(self.0).fmt(f),
        }
    }
}

/// What packets with a GID look like on the wire; both ends must use the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GidKind {
    /// InfiniBand.
    InfiniBand,
    /// RoCE version 1: Ethernet frames, not routable.
    RoceV1,
    /// RoCE version 2: UDP over IP.
    RoceV2,
}

impl fmt::Display for GidKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GidKind::InfiniBand => "IB",
            GidKind::RoceV1 => "RoCEv1",
            GidKind::RoceV2 => "RoCEv2",
        })
    }
}

/// Payload of one packet. The numbers are those of the wire and of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Mtu {
    /// 256 bytes.
    Bytes256 = 1,
    /// 512 bytes.
    Bytes512 = 2,
    /// 1 KiB.
    Bytes1024 = 3,
    /// 2 KiB.
    Bytes2048 = 4,
    /// 4 KiB.
    Bytes4096 = 5,
}

impl Mtu {
    /// From the number of the wire; none for any other.
    pub fn from_number(number: u8) -> Option<Mtu> {
        [Mtu::Bytes256, Mtu::Bytes512, Mtu::Bytes1024, Mtu::Bytes2048, Mtu::Bytes4096]
            .into_iter()
            .find(|mtu| *mtu as u8 == number)
    }

    /// Bytes of payload.
    pub fn bytes(self) -> usize {
        128 << self as u8
    }
}

/// The way from a port to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The other port.
    pub gid: Gid,
    /// Its local identifier within a subnet; 0 on Ethernet.
    pub lid: u16,
    /// Which of the own GIDs is the source.
    pub gid_index: u8,
    /// True if packets carry a global route header: always on Ethernet, on InfiniBand between
    /// subnets.
    pub global: bool,
    /// The own port.
    pub port: u8,
    /// Service level.
    pub service_level: u8,
    /// Traffic class (DSCP on RoCEv2).
    pub traffic_class: u8,
    /// Which of several ways through the network, from 0: another source port on RoCEv2, another
    /// LID of both ports on InfiniBand. Less than [`PortAttributes::paths`](crate::PortAttributes).
    pub way: u8,
}

/// Hops after which a routed packet dies; the largest there is, as nobody gains by fewer.
pub const HOP_LIMIT: u8 = 255;

/// What one end of a connection has to know of the other: 24 bytes, exchanged out of band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// GID of its port.
    pub gid: Gid,
    /// LID of its port; 0 on Ethernet.
    pub lid: u16,
    /// Number of its queue pair, 24 bits.
    pub queue_pair: u32,
    /// MTU of its port.
    pub mtu: Mtu,
    /// How many RDMA reads and atomics it answers at once.
    pub reads: u8,
}

/// Bytes of an [`Endpoint`] on the wire.
pub const ENDPOINT_BYTES: usize = 24;

impl Endpoint {
    /// Whether packets can go from the one to the other, as far as both are InfiniBand or both
    /// Ethernet.
    pub fn shares_network(&self, other: &Endpoint) -> bool {
        (self.lid == 0) == (other.lid == 0)
    }

    /// Its network, for people.
    pub fn network(&self) -> &'static str {
        if self.lid == 0 { "Ethernet" } else { "InfiniBand" }
    }

    /// GID, LID, number of the queue pair (big-endian, 4 bytes), MTU, reads.
    pub fn to_bytes(&self) -> [u8; ENDPOINT_BYTES] {
        let mut bytes = [0; ENDPOINT_BYTES];
        bytes[..16].copy_from_slice(&self.gid.0);
        bytes[16..18].copy_from_slice(&self.lid.to_be_bytes());
        bytes[18..22].copy_from_slice(&self.queue_pair.to_be_bytes());
        bytes[22] = self.mtu as u8;
        bytes[23] = self.reads;
        bytes
    }

    /// The inverse; none if a field has no meaning.
    pub fn from_bytes(bytes: &[u8; ENDPOINT_BYTES]) -> Option<Endpoint> {
        let [gid @ .., lid_high, lid_low, a, b, c, d, mtu, reads] = *bytes;
        let queue_pair = u32::from_be_bytes([a, b, c, d]);
        let mtu = Mtu::from_number(mtu)?;
        (queue_pair < 1 << 24).then_some(Endpoint {
            gid: Gid(gid),
            lid: u16::from_be_bytes([lid_high, lid_low]),
            queue_pair,
            mtu,
            reads,
        })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queue pair {} at {}", self.queue_pair, self.gid)?;
        if self.lid != 0 { write!(f, " (LID {})", self.lid) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_address_is_shown_as_ipv4() {
        let mut gid = Gid::default();
        gid.0[10..].copy_from_slice(&[0xff, 0xff, 10, 0, 0, 7]);
        assert_eq!((gid.to_string().as_str(), gid.is_link_local()), ("10.0.0.7", false));
        let link_local = Gid([0xfe, 0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0xff, 0xfe, 0, 0, 1]);
        assert_eq!((link_local.to_string().as_str(), link_local.is_link_local()), ("fe80::200:ff:fe00:1", true));
    }

    #[test]
    fn mtus_are_powers_of_two_from_256() {
        let bytes: Vec<usize> = (0..8).filter_map(Mtu::from_number).map(Mtu::bytes).collect();
        assert_eq!(bytes, [256, 512, 1024, 2048, 4096]);
    }

    #[test]
    fn an_endpoint_survives_the_wire_and_nonsense_does_not() {
        let endpoint = Endpoint { gid: Gid([7; 16]), lid: 0x1234, queue_pair: 0xabcdef, mtu: Mtu::Bytes4096, reads: 16 };
        let bytes = endpoint.to_bytes();
        assert_eq!(Endpoint::from_bytes(&bytes), Some(endpoint));
        for (index, value) in [(22, 0), (22, 6), (18, 1)] {
            let mut wrong = bytes;
            wrong[index] = value;
            assert_eq!(Endpoint::from_bytes(&wrong), None, "byte {index} = {value}");
        }
    }
}
