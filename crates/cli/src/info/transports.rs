//! How messages can travel on this machine, and what keeps a way from being used.

use std::fs;
use std::process::{Command, ExitCode, Stdio};

use ferry_rdma::Verbs;
use ferry_rdma::select::Wanted;
use ferry_route::rdma::Unusable;
use ferry_settings::RdmaReceives;
use ferry_sys::pipe::Pipe;
use rustix::fs::{MemfdFlags, memfd_create};
use serde::Serialize;

/// One transport.
#[derive(Debug, Serialize)]
pub struct TransportState {
    /// Its name.
    pub name: &'static str,
    /// Between which ranks it carries messages.
    pub reach: &'static str,
    /// Whether Ferry uses it here.
    pub usable: bool,
    /// Why not.
    pub reason: Option<String>,
    /// What else is to be known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Every transport Ferry knows of.
pub fn find() -> Vec<TransportState> {
    vec![
        transport("self", "a rank and itself", None),
        transport("shm", "ranks of one machine", shared_memory_problem()),
        rdma(),
        TransportState { note: Some(network_costs()), ..transport("tcp", "machines", tcp_problem()) },
    ]
}

/// What a message to another node takes longer, by which algorithms are chosen.
fn network_costs() -> String {
    let costs = ferry_calibrate::message_costs().far;
    let origin = if ferry_calibrate::known_network().is_some() { "shown by earlier jobs" } else { "assumed" };
    let [message_us, work_us] = [costs.message_ns, costs.start_ns].map(|ns| f64::from(ns) / 1e3);
    let byte_ns = f64::from(costs.byte_ps) / 1e3;
    format!(
        "a message takes {message_us:.1} us longer than within a node, of which {work_us:.1} us are work, and {byte_ns:.2} ns a byte ({origin})"
    )
}

fn transport(name: &'static str, reach: &'static str, reason: Option<String>) -> TransportState {
    TransportState { name, reach, usable: reason.is_none(), reason, note: None }
}

/// Whether the device that the settings ask for, or the best one, can be opened, and what it is
/// like.
fn rdma() -> TransportState {
    let (settings, _) = ferry_settings::Settings::from_env(std::env::vars_os());
    let device = Some(settings.rdma_device).filter(|device| !device.is_empty());
    let wanted = Wanted { device, gid_index: settings.rdma_gid };
    let opened = ferry_verbs::Adapter::open(&wanted);
    let note = opened.as_ref().ok().map(|adapter| {
        let datagrams = match ferry_route::rdma::datagram_costs(&wanted) {
            Ok(costs) => costs.text(settings.ud_zcopy_min),
            Err(Unusable::Absent(why) | Unusable::Refused(why)) => format!("no datagrams: {why}"),
        };
        format!("{}; {datagrams}", about(adapter, &settings.rdma_receives))
    });
    TransportState { note, ..transport("rdma", "machines with InfiniBand or RoCE", opened.err().map(|error| error.to_string())) }
}

/// Which adapter it is, and over how many queue pairs messages to a peer would go.
fn about(adapter: &impl Verbs, receives: &RdmaReceives) -> String {
    let (device, port) = (&adapter.device().name, adapter.port().number);
    let connections = match receives {
        RdmaReceives::Peer => "buffers for each peer, as FERRY_RDMA_RECEIVES says".to_owned(),
        _ if adapter.device().shared_receive_queues == 0 => {
            "buffers for each peer, as it has no shared receive queues".to_owned()
        }
        RdmaReceives::BucketRc => "a queue pair for each bucket, as FERRY_RDMA_RECEIVES says".to_owned(),
        RdmaReceives::Bucket | RdmaReceives::Sizes(_) => match adapter.try_extended_connections() {
            Ok(()) => "one queue pair for all buckets of a peer (XRC)".to_owned(),
            Err(error) => format!("a queue pair for each bucket, no XRC: {error}"),
        },
    };
    format!("{device} port {port}; {connections}")
}

/// Whether there are the interfaces that the settings ask for, or any.
fn tcp_problem() -> Option<String> {
    let (settings, _) = ferry_settings::Settings::from_env(std::env::vars_os());
    match ferry_sys::interfaces::all() {
        Ok(interfaces) => ferry_tcp::interfaces::choose(&interfaces, &settings.tcp_interfaces).err(),
        Err(error) => Some(format!("no interfaces: {error}")),
    }
}

fn shared_memory_problem() -> Option<String> {
    let error = memfd_create("ferry-info", MemfdFlags::CLOEXEC).err()?;
    Some(format!("memfd_create: {error}"))
}

/// A way to move a large message with one copy.
#[derive(Debug, Serialize)]
pub struct SingleCopy {
    /// Its name.
    pub name: &'static str,
    /// Whether the system lets a process do it to another that it did not start.
    pub allowed: bool,
    /// Why not, and what to change.
    pub reason: Option<String>,
}

/// What the process that probes must find in our memory.
static TOKEN: [u8; 16] = *b"ferry-was-here-1";

/// Tries with a real read: a child reads this process as one rank would read another (a parent may
/// always read its child).
pub fn probe_single_copy() -> Vec<SingleCopy> {
    let way = |name, reason: Option<String>| SingleCopy { name, allowed: reason.is_none(), reason };
    vec![way("cross-memory attach", cross_memory_problem()), way("pipes", pipe_problem())]
}

/// What keeps messages from going through pipes.
fn pipe_problem() -> Option<String> {
    let error = Pipe::new().err()?;
    Some(format!("no pipe: {error}; see ulimit -n and /proc/sys/fs/pipe-user-pages-hard"))
}

/// What keeps ranks of this machine from copying from each other's memory.
pub fn cross_memory_problem() -> Option<String> {
    // As ranks do.
    ferry_sys::cross_memory::admit_peers();
    let probe = || {
        let address = (&raw const TOKEN as usize).to_string();
        let mut child = Command::new(std::env::current_exe()?);
        child.args(["probe-memory", &std::process::id().to_string(), &address]);
        child.stdin(Stdio::null()).stderr(Stdio::piped()).output()
    };
    match probe() {
        Ok(output) if output.status.success() => None,
        Ok(output) => {
            let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
            Some(with_fix(String::from_utf8_lossy(&output.stderr).trim(), scope.trim()))
        }
        Err(error) => Some(format!("the probe did not start: {error}")),
    }
}

/// What to do about an error, where Yama's ptrace scope is this one. At 1 a process may admit
/// others, as ranks do.
fn with_fix(error: &str, scope: &str) -> String {
    match scope {
        "2" => format!("{error}; kernel.yama.ptrace_scope is 2: 0 and 1 allow it"),
        "3" => format!("{error}; kernel.yama.ptrace_scope is 3: 0 and 1 allow it, after the next start of the system"),
        _ => format!("{error}; a sandbox (seccomp, user namespace) may forbid it: in a container, allow SYS_PTRACE"),
    }
}

/// The child's side of the probe: reads the token of process `pid` at `address`.
pub fn answer_probe(pid: i32, address: usize) -> ExitCode {
    let mut found = [0; TOKEN.len()];
    match ferry_sys::cross_memory::peek(pid, address, &mut found) {
        Ok(_) if found == TOKEN => return ExitCode::SUCCESS,
        Ok(bytes) => eprintln!("process_vm_readv read {bytes} bytes that are not what was there"),
        Err(error) => eprintln!("process_vm_readv: {error}"),
    }
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use ferry_sim::{Faults, Profile, World};

    use super::*;

    #[test]
    fn only_scopes_that_are_in_the_way_are_named() {
        for (scope, is_named) in [("", false), ("0", false), ("1", false), ("2", true), ("3", true)] {
            assert_eq!(with_fix("no", scope).contains(&format!("ptrace_scope is {scope}:")), is_named, "scope {scope:?}");
        }
    }

    #[test]
    fn an_adapter_is_told_with_its_connections_and_why_they_are_like_that() {
        let about = |profile: &str, receives| {
            let world = World::new(Profile::find(profile).expect("known"), Faults::default(), 1);
            about(&world.open(world.add_node()), &receives)
        };
        let text = about("ndr400", RdmaReceives::Bucket);
        assert_eq!(text, "sim0 port 1; one queue pair for all buckets of a peer (XRC)");
        let text = about("infinihost3-sdr", RdmaReceives::Sizes(vec![0, 40]));
        assert!(text.contains("a queue pair for each bucket, no XRC: ibv_open_xrcd failed"), "{text}");
        assert!(about("ndr400", RdmaReceives::BucketRc).contains("as FERRY_RDMA_RECEIVES says"));
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        let without = world.open(world.add_node()).without_shared_receives();
        assert!(super::about(&without, &RdmaReceives::Bucket).contains("no shared receive queues"));
    }
}
