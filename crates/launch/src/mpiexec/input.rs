//! Standard input for ranks that cannot read the launcher's own: a copy for several ranks, a
//! terminal, or ranks on other hosts.

use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;

/// Bytes read at once. Every reader must have taken them before the next ones are read: the slowest
/// sets the pace.
const CHUNK_BYTES: usize = 64 << 10;

/// Copies what comes to several pipes.
pub struct Broadcast {
    chunk: Vec<u8>,
    targets: Vec<Target>,
}

struct Target {
    pipe: OwnedFd,
    sent: usize,
}

impl Broadcast {
    /// What [`Self::push`] brings, to `pipes`, which are non-blocking.
    pub fn fed(pipes: Vec<OwnedFd>) -> Self {
        let targets = pipes.into_iter().map(|pipe| Target { pipe, sent: 0 }).collect();
        Broadcast { chunk: Vec::new(), targets }
    }

    /// Passes bytes on. All earlier ones must have been taken ([`Self::is_idle`]).
    pub fn push(&mut self, bytes: Vec<u8>) {
        self.chunk = bytes;
        self.targets.iter_mut().for_each(|target| target.sent = 0);
        self.write();
    }

    /// Whether all readers have taken everything.
    pub fn is_idle(&self) -> bool {
        self.targets.iter().all(|target| target.sent == self.chunk.len())
    }

    /// Whether anybody reads.
    pub fn has_readers(&self) -> bool {
        !self.targets.is_empty()
    }

    /// The pipes that have something coming.
    pub fn behind(&self) -> impl Iterator<Item = &OwnedFd> {
        let length = self.chunk.len();
        self.targets.iter().filter(move |target| target.sent < length).map(|target| &target.pipe)
    }

    /// Writes to the pipes what they take. A pipe whose reader left is closed.
    pub fn write(&mut self) {
        let chunk = &self.chunk;
        self.targets.retain_mut(|target| match rustix::io::write(&target.pipe, &chunk[target.sent..]) {
            _ if target.sent == chunk.len() => true,
            Ok(count) => {
                target.sent += count;
                true
            }
            Err(Errno::AGAIN | Errno::INTR) => true,
            Err(_) => false,
        });
    }
}

/// The launcher's input on its way to nodes whose ranks cannot read it themselves.
pub struct Feed {
    source: Option<OwnedFd>,
    /// Nodes with readers, and whether they still have some of the last bytes.
    nodes: Vec<(usize, bool)>,
}

impl Feed {
    /// From `source` to the nodes with these numbers.
    pub fn new(source: OwnedFd, nodes: Vec<usize>) -> Self {
        Feed { source: Some(source), nodes: nodes.into_iter().map(|node| (node, false)).collect() }
    }

    /// The source, if it should be read now: the slowest reader sets the pace.
    pub fn wants(&self) -> Option<&OwnedFd> {
        let is_ready = !self.nodes.is_empty() && self.nodes.iter().all(|(_, is_behind)| !is_behind);
        self.source.as_ref().filter(|_| is_ready)
    }

    /// A node has taken what it got, and may want more.
    pub fn taken(&mut self, node: usize, wants_more: bool) {
        self.nodes.retain(|(known, _)| *known != node || wants_more);
        self.nodes.iter_mut().filter(|(known, _)| *known == node).for_each(|(_, is_behind)| *is_behind = false);
    }

    /// Reads the source, which is readable: the bytes, none at the end, and the nodes to send them
    /// to.
    pub fn read(&mut self) -> Option<(Vec<u8>, Vec<usize>)> {
        let mut chunk = vec![0u8; CHUNK_BYTES];
        let count = match rustix::io::read(self.source.as_ref()?.as_fd(), &mut chunk) {
            Ok(count) => count,
            Err(Errno::INTR | Errno::AGAIN) => return None,
            // A terminal that hung up: the end.
            Err(_) => 0,
        };
        chunk.truncate(count);
        if count == 0 {
            self.source = None;
        }
        self.nodes.iter_mut().for_each(|(_, is_behind)| *is_behind = true);
        Some((chunk, self.nodes.iter().map(|(node, _)| *node).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::io::{Read, Write};

    #[test]
    fn every_reader_gets_everything_and_leavers_are_forgotten() {
        let pipes: Vec<_> = (0..3).map(|_| pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).unwrap()).collect();
        let (mut readers, targets): (Vec<_>, Vec<_>) = pipes.into_iter().unzip();
        drop(readers.pop());
        let mut broadcast = Broadcast::fed(targets);
        for _ in 0..2 {
            assert!(broadcast.is_idle() && broadcast.has_readers());
            broadcast.push(b"text".to_vec());
            assert_eq!(broadcast.behind().count(), 0);
        }
        drop(broadcast);
        for reader in readers {
            let mut text = String::new();
            std::fs::File::from(reader).read_to_string(&mut text).unwrap();
            assert_eq!(text, "texttext");
        }
    }

    #[test]
    fn nodes_are_fed_in_step_and_leavers_are_forgotten() {
        let (source, mut writer) = std::io::pipe().unwrap();
        let mut feed = Feed::new(source.into(), vec![1, 3]);
        writer.write_all(b"text").unwrap();
        assert!(feed.wants().is_some());
        assert_eq!(feed.read(), Some((b"text".to_vec(), vec![1, 3])));
        assert!(feed.wants().is_none());
        feed.taken(1, true);
        assert!(feed.wants().is_none());
        feed.taken(3, false);
        drop(writer);
        assert!(feed.wants().is_some());
        assert_eq!(feed.read(), Some((Vec::new(), vec![1])));
        assert!(feed.wants().is_none());
    }

    #[test]
    fn the_slowest_reader_sets_the_pace() {
        let (reader, target) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).unwrap();
        let filler = vec![0u8; CHUNK_BYTES];
        rustix::io::write(&target, &filler).unwrap();
        let mut broadcast = Broadcast::fed(vec![target]);
        broadcast.push(b"text".to_vec());
        assert!(!broadcast.is_idle());
        assert_eq!(broadcast.behind().count(), 1);
        let mut room = vec![0u8; CHUNK_BYTES];
        rustix::io::read(&reader, &mut room).unwrap();
        broadcast.write();
        assert!(broadcast.is_idle());
    }
}
