//! Which of this host's addresses a process offers to its peers, and in which order it tries
//! theirs. Pure: the system's interfaces are an argument.

use std::net::IpAddr;

use ferry_sys::interfaces::Interface;

/// Names of interfaces that lead to containers, virtual machines and tunnels: no other host is
/// reached through them, or not well.
const ELSEWHERE: [&str; 15] =
    ["docker", "virbr", "br-", "veth", "cni", "lxc", "lxd", "podman", "flannel", "cali", "kube", "tun", "tap", "wg", "tailscale"];

/// An address and the bits of it that its network shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The address.
    pub address: IpAddr,
    /// Bits that all addresses of the network have in common.
    pub prefix: u8,
}

impl Reachable {
    /// Whether `other` is in the network of this address.
    pub fn is_near(&self, other: IpAddr) -> bool {
        is_within(other, self.address, self.prefix)
    }
}

/// The addresses that a process offers. `wish` is the setting `FERRY_TCP_INTERFACES`: names or
/// networks, with commas between them; empty: all but those that lead elsewhere. Where nothing
/// leads to other hosts, what may do so once it has a link comes behind the host itself. An error,
/// in words, if what is wished is not there.
pub fn choose(interfaces: &[Interface], wish: &str) -> Result<Vec<Reachable>, String> {
    let (usable, idle): (Vec<_>, Vec<_>) =
        interfaces.iter().filter(|interface| !needs_scope(interface.address)).partition(|interface| interface.is_running);
    let wishes: Vec<&str> = wish.split(',').map(str::trim).filter(|wish| !wish.is_empty()).collect();
    if !wishes.is_empty() {
        return chosen_by_wish(&usable, &wishes);
    }
    let chosen = in_order(outward(&usable));
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let chosen = in_order(usable.iter().copied().filter(|interface| interface.is_loopback));
    match chosen.is_empty() {
        true => Err("no network interface is up, not even lo (`ip link set lo up`)".to_owned()),
        false => Ok([chosen, in_order(outward(&idle))].concat()),
    }
}

fn outward<'a>(interfaces: &[&'a Interface]) -> impl Iterator<Item = &'a Interface> + Clone {
    interfaces.iter().copied().filter(|interface| !interface.is_loopback && !leads_elsewhere(interface))
}

fn chosen_by_wish(usable: &[&Interface], wishes: &[&str]) -> Result<Vec<Reachable>, String> {
    let mut chosen = Vec::new();
    for wish in wishes {
        let network = parse_network(wish);
        let fits = |interface: &&Interface| match network {
            Some((network, prefix)) => is_within(interface.address, network, prefix),
            None => interface.name == *wish,
        };
        let fitting = in_order(usable.iter().copied().filter(fits));
        if fitting.is_empty() {
            let names: Vec<String> = usable.iter().map(|interface| format!("{} {}", interface.name, interface.address)).collect();
            return Err(format!(
                "FERRY_TCP_INTERFACES: nothing that is up is or lies in {wish:?}; there are: {}",
                names.join(", ")
            ));
        }
        chosen.extend(fitting.into_iter().filter(|reachable| !chosen.contains(reachable)).collect::<Vec<_>>());
    }
    Ok(chosen)
}

/// Addresses in the order in which peers are to try them: IPv4 first, as every host has that.
fn in_order<'a>(interfaces: impl Iterator<Item = &'a Interface> + Clone) -> Vec<Reachable> {
    let v4 = interfaces.clone().filter(|interface| interface.address.is_ipv4());
    let v6 = interfaces.filter(|interface| interface.address.is_ipv6());
    v4.chain(v6).map(|interface| Reachable { address: interface.address, prefix: interface.prefix }).collect()
}

fn leads_elsewhere(interface: &Interface) -> bool {
    interface.is_point_to_point || ELSEWHERE.iter().any(|prefix| interface.name.starts_with(prefix))
}

/// Whether an address means something only together with the interface.
fn needs_scope(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.is_unicast_link_local())
}

fn parse_network(text: &str) -> Option<(IpAddr, u8)> {
    let (address, prefix) = match text.split_once('/') {
        Some((address, prefix)) => (address, Some(prefix)),
        None => (text, None),
    };
    let address: IpAddr = address.parse().ok()?;
    let longest = if address.is_ipv4() { 32 } else { 128 };
    let prefix = prefix.map_or(Some(longest), |prefix| prefix.parse().ok())?;
    (prefix <= longest).then_some((address, prefix))
}

fn is_within(address: IpAddr, network: IpAddr, prefix: u8) -> bool {
    let differing = match (address, network) {
        (IpAddr::V4(one), IpAddr::V4(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
        (IpAddr::V6(one), IpAddr::V6(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
        _ => return false,
    };
    differing >= u32::from(prefix)
}

/// A peer's addresses in the order in which this process, whose addresses are `mine`, tries them:
/// those of its own networks first.
pub fn in_order_of_nearness(theirs: &[Reachable], mine: &[Reachable]) -> Vec<IpAddr> {
    let is_near = |their: &&Reachable| mine.iter().any(|own| own.is_near(their.address));
    let near = theirs.iter().filter(is_near);
    let far = theirs.iter().filter(|their| !is_near(their));
    near.chain(far).map(|their| their.address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(name: &str, address: &str, prefix: u8) -> Interface {
        Interface {
            name: name.to_owned(),
            address: address.parse().unwrap(),
            prefix,
            is_running: true,
            is_loopback: name == "lo",
            is_point_to_point: false,
        }
    }

    fn host() -> Vec<Interface> {
        vec![
            interface("lo", "127.0.0.1", 8),
            interface("lo", "::1", 128),
            interface("docker0", "172.17.0.1", 16),
            interface("eth1", "fd00::5", 64),
            interface("eth1", "fe80::5", 64),
            interface("eth0", "10.0.0.5", 24),
            Interface { is_running: false, ..interface("eth2", "10.2.0.5", 24) },
            Interface { is_point_to_point: true, ..interface("ppp0", "10.3.0.5", 32) },
            interface("veth12ab", "10.4.0.5", 24),
        ]
    }

    fn chosen(wish: &str) -> Vec<String> {
        choose(&host(), wish).unwrap().iter().map(|reachable| reachable.address.to_string()).collect()
    }

    #[test]
    fn what_is_down_or_leads_elsewhere_is_left_out() {
        assert_eq!(chosen(""), ["10.0.0.5", "fd00::5"]);
    }

    #[test]
    fn names_and_networks_choose_in_their_order() {
        assert_eq!(chosen("eth1, veth12ab"), ["fd00::5", "10.4.0.5"]);
        assert_eq!(chosen("10.0.0.0/8"), ["10.0.0.5", "10.3.0.5", "10.4.0.5"]);
        assert_eq!(chosen("docker0"), ["172.17.0.1"]);
        assert_eq!(chosen("lo"), ["127.0.0.1", "::1"]);
        assert_eq!(chosen("172.17.0.1"), ["172.17.0.1"]);
        assert_eq!(chosen("eth0,10.0.0.0/16"), ["10.0.0.5"], "once");
    }

    #[test]
    fn a_wish_that_cannot_be_met_says_what_there_is() {
        let error = choose(&host(), "eth7").unwrap_err();
        assert!(error.contains("eth7") && error.contains("eth0 10.0.0.5"), "{error}");
        assert!(choose(&host(), "eth2").is_err(), "it is down");
        assert!(choose(&host(), "10.0.0.0/40").is_err());
    }

    #[test]
    fn a_host_without_network_has_itself() {
        let alone = choose(&host()[..3], "").unwrap();
        assert_eq!(alone.len(), 2, "{alone:?}");
        assert!(choose(&[], "").is_err());
    }

    #[test]
    fn an_interface_whose_link_is_not_there_yet_comes_last() {
        let late = [Interface { is_running: false, ..interface("eth0", "10.0.0.5", 24) }, interface("lo", "127.0.0.1", 8)];
        let chosen: Vec<_> = choose(&late, "").unwrap().iter().map(|reachable| reachable.address.to_string()).collect();
        assert_eq!(chosen, ["127.0.0.1", "10.0.0.5"]);
    }

    #[test]
    fn near_addresses_come_first() {
        let near = |text: &str, prefix| Reachable { address: text.parse().unwrap(), prefix };
        let theirs = [near("192.168.0.7", 24), near("10.0.0.7", 24), near("fd00::7", 64)];
        let mine = [near("10.0.0.5", 24), near("fd00::5", 64)];
        let order: Vec<String> = in_order_of_nearness(&theirs, &mine).iter().map(IpAddr::to_string).collect();
        assert_eq!(order, ["10.0.0.7", "fd00::7", "192.168.0.7"]);
    }
}
