//! The ranks' output on its way through the launcher: pipes in, whole tagged lines out.
//!
//! Without `--tag-output` the ranks write to the launcher's own output (or their files) themselves and nothing here runs.

use std::io;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Longest line that is kept whole, in bytes; a longer one is cut there, so that a program without newlines cannot exhaust memory.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Output that may wait for a slow reader before the ranks are held back, in bytes.
const MAX_QUEUE_BYTES: usize = 1 << 20;
/// Bytes written at once: what a pipe that polls writable takes without blocking (`PIPE_BUF`).
const WRITE_BYTES: usize = 4096;
/// Bytes read from a rank at once: the capacity of a pipe.
const READ_BYTES: usize = 64 << 10;

/// Puts a prefix before each line, and releases whole lines only.
pub struct LineTagger {
    prefix: Vec<u8>,
    partial: Vec<u8>,
}

impl LineTagger {
    /// Lines of `rank`.
    pub fn new(rank: usize) -> Self {
        LineTagger { prefix: format!("[{rank}] ").into_bytes(), partial: Vec::new() }
    }

    /// Takes what the rank wrote, appends finished lines to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.partial.len() >= MAX_LINE_BYTES {
                self.release(out);
            }
        }
    }

    /// Releases a last line without newline.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if !self.partial.is_empty() {
            self.release(out);
        }
    }

    fn release(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.prefix);
        out.append(&mut self.partial);
        if out.last() != Some(&b'\n') {
            out.push(b'\n');
        }
    }
}

/// A pipe that a rank writes to.
pub struct Stream {
    /// Our end, non-blocking; `None` after the end of the rank's output.
    pub pipe: Option<OwnedFd>,
    /// Which sink gets the lines.
    pub sink: usize,
    lines: LineTagger,
}

impl Stream {
    /// Output of `rank` that goes to the sink with index `sink`.
    pub fn new(pipe: OwnedFd, rank: usize, sink: usize) -> Self {
        Stream { pipe: Some(pipe), sink, lines: LineTagger::new(rank) }
    }

    /// Reads once and passes finished lines on. True if more may be waiting.
    pub fn forward(&mut self, sink: &mut Sink) -> io::Result<bool> {
        let Some(pipe) = &self.pipe else { return Ok(false) };
        let mut buffer = [0u8; READ_BYTES];
        match rustix::io::read(pipe, &mut buffer) {
            Ok(0) => self.close(sink),
            Ok(count) => {
                self.lines.push(&buffer[..count], &mut sink.queue);
                return Ok(true);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Ends the stream: what is left of it is its last line.
    pub fn close(&mut self, sink: &mut Sink) {
        self.lines.finish(&mut sink.queue);
        self.pipe = None;
    }
}

/// Where lines go.
pub struct Sink {
    /// A duplicate of the launcher's output, or a file.
    pub file: OwnedFd,
    queue: Vec<u8>,
}

impl Sink {
    /// A sink with nothing waiting.
    pub fn new(file: OwnedFd) -> Self {
        Sink { file, queue: Vec::new() }
    }

    /// Whether output waits for the reader.
    pub fn is_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether so much waits that the ranks must be held back.
    pub fn is_full(&self) -> bool {
        self.queue.len() >= MAX_QUEUE_BYTES
    }

    /// Forgets what waits: the reader is gone.
    pub fn discard(&mut self) {
        self.queue.clear();
    }

    /// Writes as long as the reader takes it without waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        self.flush_while(|file| {
            let mut request = [PollFd::new(file, PollFlags::OUT)];
            poll(&mut request, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).map(|ready| ready > 0)
        })
    }

    /// Writes everything, waiting for the reader.
    pub fn drain(&mut self) -> io::Result<()> {
        self.flush_while(|_| Ok(true))
    }

    fn flush_while(&mut self, mut may_write: impl FnMut(&OwnedFd) -> Result<bool, Errno>) -> io::Result<()> {
        let mut done = 0;
        let result = loop {
            let rest = &self.queue[done..];
            match may_write(&self.file) {
                _ if rest.is_empty() => break Ok(()),
                Ok(false) => break Ok(()),
                Err(Errno::INTR) => continue,
                Err(error) => break Err(error.into()),
                Ok(true) => {}
            }
            match rustix::io::write(&self.file, &rest[..rest.len().min(WRITE_BYTES)]) {
                Ok(count) => done += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break Ok(()),
                Err(error) => break Err(error.into()),
            }
        };
        self.queue.drain(..done);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    fn tag(pieces: &[&[u8]]) -> Vec<u8> {
        let mut tagger = LineTagger::new(12);
        let mut out = Vec::new();
        pieces.iter().for_each(|piece| tagger.push(piece, &mut out));
        tagger.finish(&mut out);
        out
    }

    #[test]
    fn lines_are_whole_and_tagged() {
        assert_eq!(tag(&[b"a", b"b\nc", b"\n\n", b"end"]), b"[12] ab\n[12] c\n[12] \n[12] end\n");
        assert_eq!(tag(&[]), b"");
    }

    #[test]
    fn endless_lines_are_cut() {
        let piece = vec![b'x'; MAX_LINE_BYTES / 2];
        let out = tag(&[&piece, &piece, b"y\n"]);
        assert_eq!(out.len(), MAX_LINE_BYTES + "[12] \n[12] y\n".len());
    }

    proptest! {
        #[test]
        fn invariant_pieces_do_not_matter(text in "[ab\n]{0,60}", cuts in prop::collection::vec(0usize..60, 0..5)) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut start = 0;
            for cut in cuts {
                pieces.push(&text.as_bytes()[start..cut]);
                start = cut;
            }
            pieces.push(&text.as_bytes()[start..]);
            prop_assert_eq!(tag(&pieces), tag(&[text.as_bytes()]));
        }
    }

    #[test]
    fn a_slow_reader_does_not_block() {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut sink = Sink::new(OwnedFd::from(writer));
        sink.queue = vec![b'z'; MAX_QUEUE_BYTES];
        sink.flush().unwrap();
        assert!(sink.is_waiting() && !sink.is_full());
        let count = std::thread::spawn(move || std::io::copy(&mut reader.by_ref(), &mut std::io::sink()).unwrap());
        sink.drain().unwrap();
        drop(sink);
        assert_eq!(count.join().unwrap(), MAX_QUEUE_BYTES as u64);
    }

    #[test]
    fn a_reader_that_left_is_an_error() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut sink = Sink::new(OwnedFd::from(writer));
        sink.queue = b"text".to_vec();
        assert_eq!(sink.drain().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
