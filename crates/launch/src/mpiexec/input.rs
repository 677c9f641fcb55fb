//! Standard input for ranks that cannot read the launcher's own: a copy for several ranks, or a terminal.

use std::os::fd::OwnedFd;

use rustix::io::Errno;

/// Bytes read at once. Every reader must have taken them before the next ones are read: the slowest sets the pace.
const CHUNK_BYTES: usize = 64 << 10;

/// Copies one source to several pipes.
pub struct Broadcast {
    source: Option<OwnedFd>,
    chunk: Vec<u8>,
    targets: Vec<Target>,
}

struct Target {
    pipe: OwnedFd,
    sent: usize,
}

impl Broadcast {
    /// From `source` to `pipes`, which are non-blocking.
    pub fn new(source: OwnedFd, pipes: Vec<OwnedFd>) -> Self {
        let targets = pipes.into_iter().map(|pipe| Target { pipe, sent: 0 }).collect();
        Broadcast { source: Some(source), chunk: Vec::new(), targets }
    }

    /// The source, if it should be read now.
    pub fn wants(&self) -> Option<&OwnedFd> {
        let all_sent = self.targets.iter().all(|target| target.sent == self.chunk.len());
        self.source.as_ref().filter(|_| all_sent && !self.targets.is_empty())
    }

    /// The pipes that have something coming.
    pub fn behind(&self) -> impl Iterator<Item = &OwnedFd> {
        let length = self.chunk.len();
        self.targets.iter().filter(move |target| target.sent < length).map(|target| &target.pipe)
    }

    /// Reads the source, which is readable. At its end all pipes are closed.
    pub fn read(&mut self) {
        let Some(source) = &self.source else { return };
        let mut chunk = vec![0u8; CHUNK_BYTES];
        match rustix::io::read(source, &mut chunk) {
            Ok(count) if count > 0 => {
                chunk.truncate(count);
                self.chunk = chunk;
                self.targets.iter_mut().for_each(|target| target.sent = 0);
                self.write();
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            // The end, or a terminal that hung up: the same to the readers.
            Ok(_) | Err(_) => self.close(),
        }
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

    /// Stops reading and tells the readers so.
    pub fn close(&mut self) {
        self.source = None;
        self.chunk.clear();
        self.targets.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::io::{Read, Write};

    #[test]
    fn every_reader_gets_everything_and_leavers_are_forgotten() {
        let (source, mut writer) = std::io::pipe().unwrap();
        let pipes: Vec<_> = (0..3).map(|_| pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).unwrap()).collect();
        let (mut readers, targets): (Vec<_>, Vec<_>) = pipes.into_iter().unzip();
        drop(readers.pop());
        let mut broadcast = Broadcast::new(source.into(), targets);
        for _ in 0..2 {
            writer.write_all(b"text").unwrap();
            assert!(broadcast.wants().is_some());
            broadcast.read();
            assert_eq!(broadcast.behind().count(), 0);
        }
        drop(writer);
        broadcast.read();
        assert!(broadcast.wants().is_none());
        for reader in readers {
            let mut text = String::new();
            std::fs::File::from(reader).read_to_string(&mut text).unwrap();
            assert_eq!(text, "texttext");
        }
    }

    #[test]
    fn the_slowest_reader_sets_the_pace() {
        let (source, mut writer) = std::io::pipe().unwrap();
        let (reader, target) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).unwrap();
        let filler = vec![0u8; CHUNK_BYTES];
        rustix::io::write(&target, &filler).unwrap();
        let mut broadcast = Broadcast::new(source.into(), vec![target]);
        writer.write_all(b"text").unwrap();
        broadcast.read();
        assert!(broadcast.wants().is_none());
        assert_eq!(broadcast.behind().count(), 1);
        let mut room = vec![0u8; CHUNK_BYTES];
        rustix::io::read(&reader, &mut room).unwrap();
        broadcast.write();
        assert!(broadcast.wants().is_some());
    }
}
