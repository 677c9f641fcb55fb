//! The network: an Ethernet switch. Each node has a datagram socket, a packet in each datagram.
//!
//! A packet goes to the node that its destination address names, or to all. A node that does not
//! take its packets fast enough gets a queue of [`QUEUE_BYTES_MAX`]; what does not fit is lost, as
//! in a switch of metal. Nothing waits for a slow node.

use std::collections::VecDeque;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixDatagram;
use std::sync::Arc;
use std::thread::JoinHandle;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::qemu::node_of;
use crate::error::{Result, system};
use crate::image::init::MTU;

/// What a node may be behind: a hundred times what a queue pair has on its way at 4 KiB a packet,
/// so that only a stopped node loses packets.
const QUEUE_BYTES_MAX: usize = 64 << 20;

/// Largest packet in bytes: the MTU and an Ethernet header, with room for tags.
const PACKET_BYTES_MAX: usize = MTU + 64;

/// Packets that are taken from one node before the others have their turn.
const BURST: usize = 64;

/// Where a packet goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// To this node.
    One(usize),
    /// To all nodes but the sender.
    Others,
    /// To nobody.
    Nobody,
}

/// Where `packet` goes among `nodes` nodes.
pub fn route(packet: &[u8], nodes: usize) -> Route {
    let Some(destination) = packet.first_chunk::<6>() else { return Route::Nobody };
    // The lowest bit of the first byte marks addresses of groups.
    if destination[0] & 1 == 1 {
        return Route::Others;
    }
    node_of(*destination).filter(|node| *node < nodes).map_or(Route::Nobody, Route::One)
}

/// Packets that wait for a node.
#[derive(Default)]
pub struct Queue {
    packets: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Queue {
    /// Keeps a packet if there is room for it.
    pub fn push(&mut self, packet: &[u8]) {
        if self.bytes + packet.len() <= QUEUE_BYTES_MAX {
            self.bytes += packet.len();
            self.packets.push_back(packet.to_owned());
        }
    }

    /// The packet that waits longest.
    pub fn first(&self) -> Option<&[u8]> {
        self.packets.front().map(Vec::as_slice)
    }

    /// Drops the packet that waits longest.
    pub fn pop(&mut self) {
        if let Some(packet) = self.packets.pop_front() {
            self.bytes -= packet.len();
        }
    }
}

/// The thread that moves packets; it ends when this is dropped.
pub struct Switch {
    stop: Option<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

impl Switch {
    /// Starts moving packets between `ports`, the sockets of nodes 0, 1, ...
    pub fn start(ports: Vec<UnixDatagram>) -> Result<Self> {
        ports.iter().try_for_each(|port| port.set_nonblocking(true)).map_err(system("cannot set up the network"))?;
        let (stopped, stop) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(system("cannot create a pipe"))?;
        let ports = ports.into_iter().map(|socket| Port { socket: Some(Arc::new(socket)), queue: Queue::default() }).collect();
        let thread = std::thread::Builder::new().name("switch".to_owned());
        let thread = thread.spawn(move || Ports(ports).run(&stopped)).map_err(system("cannot start the network's thread"))?;
        Ok(Switch { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Switch {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the thread ends the process, so there is no error to see.
            let _ = thread.join();
        }
    }
}

struct Port {
    /// `None` once the node is gone.
    socket: Option<Arc<UnixDatagram>>,
    queue: Queue,
}

struct Ports(Vec<Port>);

impl Ports {
    fn run(mut self, stopped: &OwnedFd) {
        let mut buffer = vec![0; PACKET_BYTES_MAX];
        while let Some(ready) = self.wait(stopped) {
            for (node, events) in ready {
                if events.contains(PollFlags::OUT) {
                    self.drain(node);
                }
                if events.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                    self.receive(node, &mut buffer);
                }
            }
        }
    }

    /// Waits for packets, or room for those that wait; `None` when it is time to stop.
    fn wait(&self, stopped: &OwnedFd) -> Option<Vec<(usize, PollFlags)>> {
        let mut nodes = Vec::new();
        let mut requests = vec![PollFd::new(stopped, PollFlags::IN)];
        for (node, port) in self.0.iter().enumerate() {
            if let Some(socket) = &port.socket {
                let out = if port.queue.first().is_some() { PollFlags::OUT } else { PollFlags::empty() };
                requests.push(PollFd::from_borrowed_fd(socket.as_fd(), PollFlags::IN | out));
                nodes.push(node);
            }
        }
        match poll(&mut requests, None) {
            Ok(_) => {}
            Err(Errno::INTR) => return Some(Vec::new()),
            Err(_) => return None,
        }
        if !requests[0].revents().is_empty() {
            return None;
        }
        let ready = nodes.into_iter().zip(requests[1..].iter().map(PollFd::revents));
        Some(ready.filter(|(_, events)| !events.is_empty()).collect())
    }

    fn receive(&mut self, from: usize, buffer: &mut [u8]) {
        for _ in 0..BURST {
            let Some(socket) = self.0[from].socket.clone() else { return };
            match rustix::io::retry_on_intr(|| rustix::net::recv(&*socket, &mut *buffer, rustix::net::RecvFlags::empty())) {
                Ok((length, _)) if length > 0 => self.forward(from, &buffer[..length]),
                Err(Errno::AGAIN) => return,
                _ => self.0[from].socket = None,
            }
        }
    }

    fn forward(&mut self, from: usize, packet: &[u8]) {
        match route(packet, self.0.len()) {
            Route::One(node) => self.send(node, packet),
            Route::Others => (0..self.0.len()).filter(|node| *node != from).for_each(|node| self.send(node, packet)),
            Route::Nobody => {}
        }
    }

    fn send(&mut self, to: usize, packet: &[u8]) {
        if self.0[to].queue.first().is_some() || !self.0[to].deliver(packet) {
            self.0[to].queue.push(packet);
        }
    }

    fn drain(&mut self, node: usize) {
        let port = &mut self.0[node];
        while let Some(packet) = port.queue.first() {
            let packet = packet.to_owned();
            if !port.deliver(&packet) {
                return;
            }
            port.queue.pop();
        }
    }
}

impl Port {
    /// Gives the node a packet; false if it has no room now. A node that is gone swallows
    /// everything.
    fn deliver(&mut self, packet: &[u8]) -> bool {
        let Some(socket) = &self.socket else { return true };
        match rustix::io::retry_on_intr(|| rustix::net::send(&**socket, packet, rustix::net::SendFlags::NOSIGNAL)) {
            Ok(_) => true,
            Err(Errno::AGAIN | Errno::NOBUFS) => false,
            Err(_) => {
                self.socket = None;
                self.queue = Queue::default();
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::qemu::mac;
    use std::time::Duration;

    fn packet(to: [u8; 6], body: &[u8]) -> Vec<u8> {
        [to.as_slice(), &mac(0), body].concat()
    }

    #[test]
    fn packets_are_routed_by_destination() {
        assert_eq!(route(&packet(mac(2), b""), 3), Route::One(2));
        assert_eq!(route(&packet(mac(3), b""), 3), Route::Nobody);
        assert_eq!(route(&packet([0xff; 6], b""), 3), Route::Others);
        assert_eq!(route(&packet([0x33, 0x33, 0, 0, 0, 1], b""), 3), Route::Others);
        assert_eq!(route(b"short", 3), Route::Nobody);
    }

    #[test]
    fn a_queue_keeps_order_and_its_limit() {
        let mut queue = Queue::default();
        let packet = vec![0; PACKET_BYTES_MAX];
        (0..QUEUE_BYTES_MAX / PACKET_BYTES_MAX + 5).for_each(|_| queue.push(&packet));
        assert_eq!(queue.packets.len(), QUEUE_BYTES_MAX / PACKET_BYTES_MAX);
        queue.pop();
        queue.push(b"last");
        assert_eq!(queue.packets.back().unwrap(), b"last");
        assert_eq!(queue.first(), Some(packet.as_slice()));
        (0..queue.packets.len() + 1).for_each(|_| queue.pop());
        assert_eq!((queue.first(), queue.bytes), (None, 0));
    }

    fn network(nodes: usize) -> (Switch, Vec<UnixDatagram>) {
        let (ours, theirs): (Vec<_>, Vec<_>) = (0..nodes).map(|_| UnixDatagram::pair().unwrap()).unzip();
        theirs.iter().for_each(|socket| socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap());
        (Switch::start(ours).unwrap(), theirs)
    }

    fn received(socket: &UnixDatagram) -> Vec<u8> {
        let mut buffer = [0; 64];
        let length = socket.recv(&mut buffer).unwrap();
        buffer[12..length].to_vec()
    }

    #[test]
    fn nodes_reach_one_another_and_all() {
        let (_switch, nodes) = network(3);
        nodes[0].send(&packet(mac(2), b"one")).unwrap();
        nodes[1].send(&packet([0xff; 6], b"all")).unwrap();
        assert_eq!(received(&nodes[0]), b"all");
        let mut both = [received(&nodes[2]), received(&nodes[2])];
        both.sort();
        assert_eq!(both, [b"all", b"one"]);
    }

    #[test]
    fn a_node_that_does_not_read_loses_nothing_and_stops_nobody() {
        let (_switch, nodes) = network(3);
        for number in 0..1000u32 {
            nodes[0].send(&packet(mac(1), &number.to_ne_bytes())).unwrap();
        }
        nodes[0].send(&packet(mac(2), b"past")).unwrap();
        assert_eq!(received(&nodes[2]), b"past");
        (0..1000u32).for_each(|number| assert_eq!(received(&nodes[1]), number.to_ne_bytes()));
    }

    #[test]
    fn a_node_that_is_gone_stops_nobody() {
        let (_switch, mut nodes) = network(3);
        drop(nodes.remove(1));
        for _ in 0..100 {
            nodes[0].send(&packet(mac(1), b"lost")).unwrap();
        }
        nodes[0].send(&packet(mac(2), b"past")).unwrap();
        assert_eq!(received(&nodes[1]), b"past");
    }
}
