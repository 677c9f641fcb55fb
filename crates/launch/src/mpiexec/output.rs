//! The ranks' output on its way through the launcher: pieces in, as they are or in whole tagged
//! lines out.
//!
//! Without `--tag-output` the ranks on the launcher's own host write to its output (or their files)
//! themselves.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::fault::Fault;
use super::merge::Merge;

/// Longest line that is kept whole, in bytes; a longer one is cut there, so that a program without
/// newlines cannot exhaust memory. Longer than any text that somebody reads, and than data that a
/// program may print as one line.
const MAX_LINE_BYTES: usize = 256 << 20;
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
    /// Longest line that is kept whole, in bytes.
    longest: usize,
}

impl LineTagger {
    /// Lines of `rank`.
    pub fn new(rank: usize) -> Self {
        LineTagger { prefix: format!("[{rank}] ").into_bytes(), partial: Vec::new(), longest: MAX_LINE_BYTES }
    }

    /// Takes what the rank wrote, appends finished lines to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.partial.len() >= self.longest {
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
    /// The rank, by its number on the node.
    pub rank: usize,
    /// 0 for the standard output, 1 for the error output.
    pub which: u8,
}

impl Stream {
    /// Reads once: some bytes, no bytes at the end, `None` if there is nothing now.
    pub fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(pipe) = &self.pipe else { return Ok(None) };
        let mut buffer = [0u8; READ_BYTES];
        match rustix::io::read(pipe, &mut buffer) {
            Ok(count) => {
                if count == 0 {
                    self.pipe = None;
                }
                Ok(Some(buffer[..count].to_vec()))
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(None),
            Err(error) => {
                self.pipe = None;
                Err(error.into())
            }
        }
    }
}

/// The way of one rank's output or error output.
struct RankOutput {
    sink: usize,
    lines: Option<LineTagger>,
}

/// Output that passes through the launcher.
#[derive(Default)]
pub struct Outputs {
    /// Where it goes: the launcher's own output and error output, then files.
    pub sinks: Vec<Sink>,
    /// By rank of the job; `None` for ranks that write themselves.
    streams: Vec<Option<[RankOutput; 2]>>,
}

impl Outputs {
    /// For the ranks of a job, each with whether its output passes through here, tagged or not, to
    /// the launcher's own output or to files that begin with `base`.
    pub fn new(passing: &[bool], is_tagged: bool, base: Option<&OsStr>) -> Result<Self, Fault> {
        let mut outputs = Outputs::default();
        if !passing.contains(&true) {
            return Ok(outputs);
        }
        if base.is_none() {
            outputs.sinks.push(Sink::new(duplicate(std::io::stdout().as_fd())?));
            outputs.sinks.push(Sink::new(duplicate(std::io::stderr().as_fd())?));
        }
        for (rank, passes) in passing.iter().enumerate() {
            let streams =
                passes.then(|| Ok([outputs.stream(rank, 0, is_tagged, base)?, outputs.stream(rank, 1, is_tagged, base)?]));
            let streams = streams.transpose()?;
            outputs.streams.push(streams);
        }
        Ok(outputs)
    }

    fn stream(&mut self, rank: usize, which: usize, is_tagged: bool, base: Option<&OsStr>) -> Result<RankOutput, Fault> {
        let sink = match base {
            Some(base) => {
                self.sinks.push(Sink::new(create_file(base, rank, which)?));
                self.sinks.len() - 1
            }
            None => which,
        };
        Ok(RankOutput { sink, lines: is_tagged.then(|| LineTagger::new(rank)) })
    }

    /// Takes what a rank wrote; nothing is the end of it. Returns the sink that has it.
    pub fn push(&mut self, rank: usize, which: u8, bytes: &[u8]) -> Option<usize> {
        let stream = &mut self.streams.get_mut(rank)?.as_mut()?[usize::from(which.min(1))];
        let Sink { merge, queue, is_lost, .. } = &mut self.sinks[stream.sink];
        match &mut stream.lines {
            _ if *is_lost => {}
            Some(lines) if bytes.is_empty() => lines.finish(queue),
            Some(lines) => lines.push(bytes, queue),
            None if bytes.is_empty() => merge.end(rank, Instant::now(), queue),
            None => merge.push(rank, bytes, Instant::now(), queue),
        }
        Some(stream.sink)
    }

    /// When [`Self::keep_time`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        self.sinks.iter().filter_map(|sink| sink.merge.deadline()).min()
    }

    /// What has waited long enough for the end of a line goes on.
    pub fn keep_time(&mut self, now: Instant) {
        self.sinks.iter_mut().for_each(|sink| sink.merge.keep_time(now, &mut sink.queue));
    }

    /// Whether so much waits that the ranks must be held back.
    pub fn is_full(&self) -> bool {
        self.sinks.iter().any(Sink::is_full)
    }
}

/// The file for output number `which` (0 is standard output, 1 the error output) of a rank.
pub fn create_file(base: &OsStr, rank: usize, which: usize) -> Result<OwnedFd, Fault> {
    let name = [base.as_bytes(), format!(".{rank}.{}", ["out", "err"][which]).as_bytes()].concat();
    let name = OsStr::from_bytes(&name);
    let file = File::create(name).map_err(Fault::system(&format!("cannot create {}", name.to_string_lossy())))?;
    Ok(file.into())
}

/// Another descriptor for the same file, above the standard ones.
pub fn duplicate(descriptor: BorrowedFd<'_>) -> Result<OwnedFd, Fault> {
    rustix::io::fcntl_dupfd_cloexec(descriptor, 3).map_err(Fault::system("cannot duplicate a descriptor"))
}

/// Where lines go.
pub struct Sink {
    /// A duplicate of the launcher's output, or a file.
    pub file: OwnedFd,
    merge: Merge,
    queue: Vec<u8>,
    is_lost: bool,
}

impl Sink {
    /// A sink with nothing waiting.
    pub fn new(file: OwnedFd) -> Self {
        Sink { file, merge: Merge::default(), queue: Vec::new(), is_lost: false }
    }

    /// Whether output waits for the reader.
    pub fn is_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether so much waits that the ranks must be held back.
    pub fn is_full(&self) -> bool {
        self.queue.len() >= MAX_QUEUE_BYTES
    }

    /// Forgets what waits and what will come: the reader is gone.
    pub fn discard(&mut self) {
        (self.merge, self.is_lost) = (Merge::default(), true);
        self.queue.clear();
    }

    /// What waits for the end of a line goes on.
    pub fn release(&mut self) {
        self.merge.release(&mut self.queue);
    }

    /// Writes as long as the reader takes it without waiting. Whether the file blocks is not for us
    /// to say: others share it.
    pub fn flush(&mut self) -> io::Result<()> {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut done = 0;
        let result = loop {
            let rest = &self.queue[done..];
            if rest.is_empty() {
                break Ok(());
            }
            match poll(&mut [PollFd::new(&self.file, PollFlags::OUT)], Some(&now)) {
                Ok(0) => break Ok(()),
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(error) => break Err(error.into()),
            }
            match rustix::io::write(&self.file, front(rest)) {
                Ok(count) => done += count,
                // Somebody else has filled it meanwhile.
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => break Err(error.into()),
            }
        };
        self.queue.drain(..done);
        result
    }
}

/// What is written at once: whole lines if possible, as ranks of this host may write to the same
/// file.
fn front(text: &[u8]) -> &[u8] {
    let most = &text[..text.len().min(WRITE_BYTES)];
    match most.iter().rposition(|byte| *byte == b'\n') {
        Some(end) if most.len() < text.len() => &most[..=end],
        _ => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::{PipeReader, PipeWriter, Read};

    /// Writes everything, waiting for the reader.
    fn drain(sink: &mut Sink) -> io::Result<()> {
        sink.release();
        while sink.is_waiting() {
            poll(&mut [PollFd::new(&sink.file, PollFlags::OUT)], None)?;
            sink.flush()?;
        }
        Ok(())
    }

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
        let mut tagger = LineTagger { longest: 1000, ..LineTagger::new(12) };
        let mut out = Vec::new();
        [&[b'x'; 500][..], &[b'x'; 500], b"y\n"].into_iter().for_each(|piece| tagger.push(piece, &mut out));
        assert_eq!(out.len(), 1000 + "[12] \n[12] y\n".len());
    }

    #[test]
    fn long_lines_stay_whole() {
        let piece = vec![b'x'; 1 << 20];
        let out = tag(&[&piece, &piece, &piece, b"y\n"]);
        assert_eq!((out.len(), out.iter().filter(|byte| **byte == b'\n').count()), ("[12] y\n".len() + (3 << 20), 1));
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
    fn pieces_find_their_files() {
        let base = std::env::temp_dir().join(format!("ferry-output-{}", std::process::id()));
        let mut outputs = Outputs::new(&[false, true], true, Some(base.as_os_str())).unwrap();
        assert_eq!(outputs.push(0, 0, b"x"), None);
        for (which, piece) in [(0, "a"), (1, "e\n"), (0, "b\nc"), (0, "")] {
            let sink = outputs.push(1, which, piece.as_bytes()).unwrap();
            drain(&mut outputs.sinks[sink]).unwrap();
        }
        let take = |end: &str| {
            let name = format!("{}.1.{end}", base.display());
            let text = std::fs::read_to_string(&name).unwrap();
            std::fs::remove_file(name).unwrap();
            text
        };
        assert_eq!((take("out").as_str(), take("err").as_str()), ("[1] ab\n[1] c\n", "[1] e\n"));
    }

    #[test]
    fn a_slow_reader_does_not_block() {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut sink = full(writer);
        sink.flush().unwrap();
        assert!(sink.is_waiting() && !sink.is_full());
        assert_eq!(drained(sink, reader), MAX_QUEUE_BYTES as u64);
    }

    fn full(writer: PipeWriter) -> Sink {
        Sink { queue: vec![b'z'; MAX_QUEUE_BYTES], ..Sink::new(writer.into()) }
    }

    /// Bytes that come out in the end.
    fn drained(mut sink: Sink, mut reader: PipeReader) -> u64 {
        let count = std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()).unwrap());
        drain(&mut sink).unwrap();
        drop(sink);
        count.join().unwrap()
    }

    #[test]
    fn a_reader_that_left_is_an_error() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut sink = Sink::new(OwnedFd::from(writer));
        sink.queue = b"text".to_vec();
        assert_eq!(drain(&mut sink).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn everything_is_written_to_a_file_that_does_not_block() {
        let (reader, writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        assert_eq!(drained(full(writer), reader), MAX_QUEUE_BYTES as u64);
    }

    #[test]
    fn lines_of_ranks_are_not_mixed_and_what_waits_is_written_at_the_end() {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let stream = |sink| RankOutput { sink, lines: None };
        let streams = (0..2).map(|_| Some([stream(0), stream(0)])).collect();
        let mut outputs = Outputs { sinks: vec![Sink::new(writer.into())], streams };
        for (rank, piece) in [(0, "a"), (1, "x\n"), (0, "b\nc"), (1, "y")] {
            outputs.push(rank, 0, piece.as_bytes());
        }
        assert!(outputs.deadline().is_some());
        drain(&mut outputs.sinks[0]).unwrap();
        drop(outputs);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "ab\ncx\ny");
    }

    #[test]
    fn whole_lines_are_written_at_once() {
        let text = b"0123456789\n".repeat(1000);
        assert_eq!(front(&text).len(), WRITE_BYTES / 11 * 11);
        assert_eq!(front(&text[..5]).len(), 5);
        assert_eq!(front(&[b'x'; 2 * WRITE_BYTES]).len(), WRITE_BYTES);
    }
}
