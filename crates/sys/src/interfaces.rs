//! Network interfaces and their addresses.
//!
//! # Safety arguments
//! - IFACE-1: the list that `getifaddrs` makes stays as it is until `freeifaddrs`, which is called
//!   once; its entries' pointers are null or point to socket addresses as large as their family
//!   says.

use std::ffi::CStr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The interface's name.
    pub name: String,
    /// The address.
    pub address: IpAddr,
    /// Bits of it that the interface's network shares.
    pub prefix: u8,
    /// Whether the interface is up, with a carrier.
    pub is_running: bool,
    /// Whether it leads to this host only.
    pub is_loopback: bool,
    /// Whether it has one other end, as tunnels do.
    pub is_point_to_point: bool,
}

/// The addresses of all interfaces of this host, in the system's order.
pub fn all() -> io::Result<Vec<Interface>> {
    let mut list = std::ptr::null_mut();
    // SAFETY: `list` is where the list goes.
    if unsafe { libc::getifaddrs(&mut list) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut found = Vec::new();
    let mut next = list;
    // SAFETY: IFACE-1.
    while let Some(entry) = unsafe { next.as_ref() } {
        // SAFETY: IFACE-1.
        found.extend(unsafe { interface(entry) });
        next = entry.ifa_next;
    }
    // SAFETY: IFACE-1.
    unsafe { libc::freeifaddrs(list) };
    Ok(found)
}

/// An entry as an interface, if it has an IPv4 or IPv6 address.
///
/// # Safety
/// IFACE-1 holds for the entry.
unsafe fn interface(entry: &libc::ifaddrs) -> Option<Interface> {
    // SAFETY: IFACE-1.
    let (address, mask) = unsafe { (address(entry.ifa_addr)?, address(entry.ifa_netmask)) };
    // SAFETY: IFACE-1: a name that ends with a zero.
    let name = unsafe { CStr::from_ptr(entry.ifa_name) }.to_string_lossy().into_owned();
    let has = |flag: libc::c_int| entry.ifa_flags & flag as libc::c_uint != 0;
    Some(Interface {
        name,
        address,
        prefix: mask.map_or(0, prefix),
        is_running: has(libc::IFF_UP) && has(libc::IFF_RUNNING),
        is_loopback: has(libc::IFF_LOOPBACK),
        is_point_to_point: has(libc::IFF_POINTOPOINT),
    })
}

/// # Safety
/// `address` is null or points to a socket address as large as its family says.
unsafe fn address(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: as the caller promises.
    match i32::from(unsafe { address.as_ref() }?.sa_family) {
        libc::AF_INET => {
            // SAFETY: as the caller promises; it may be aligned as bytes.
            let address = unsafe { address.cast::<libc::sockaddr_in>().read_unaligned() };
            Some(Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr)).into())
        }
        libc::AF_INET6 => {
            // SAFETY: as the caller promises; it may be aligned as bytes.
            let address = unsafe { address.cast::<libc::sockaddr_in6>().read_unaligned() };
            Some(Ipv6Addr::from(address.sin6_addr.s6_addr).into())
        }
        _ => None,
    }
}

/// Bits that a mask sets, from its beginning.
fn prefix(mask: IpAddr) -> u8 {
    let ones = match mask {
        IpAddr::V4(mask) => mask.to_bits().leading_ones(),
        IpAddr::V6(mask) => mask.to_bits().leading_ones(),
    };
    ones as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(miri))]
    fn loopback_is_found() {
        let all = all().unwrap();
        let loopback = all.iter().find(|interface| interface.address == IpAddr::V4(Ipv4Addr::LOCALHOST)).unwrap();
        assert_eq!((loopback.name.as_str(), loopback.prefix), ("lo", 8));
        assert!(loopback.is_loopback && loopback.is_running && !loopback.is_point_to_point);
    }

    #[test]
    fn masks_are_prefixes() {
        assert_eq!(prefix(IpAddr::V4(Ipv4Addr::new(255, 255, 240, 0))), 20);
        assert_eq!(prefix(IpAddr::V6(Ipv6Addr::from_bits(u128::MAX << 64))), 64);
    }
}
