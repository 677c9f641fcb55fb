//! Text of several writers as one stream in which a line that one has begun is not broken by
//! another's, sans-IO.
//!
//! What a writer says goes out at once, a question without newline too. While its line is
//! unfinished the others wait, but not for long: a line that nobody finishes is broken.

use std::time::{Duration, Instant};

/// How long the others wait for the end of a line.
pub const LINE_PATIENCE: Duration = Duration::from_secs(1);
/// Bytes that wait for the end of a line, at most: more breaks it.
const MAX_WAITING_BYTES: usize = 1 << 20;

/// See the module.
#[derive(Default)]
pub struct Merge {
    /// Who has begun a line that is out.
    open: Option<usize>,
    /// What others have written since then, in the order in which they began to. Invariant: empty
    /// if no line is open.
    waiting: Vec<Waiter>,
    /// When the line is broken, if it is not finished before. Invariant: there exactly as long as
    /// somebody waits.
    deadline: Option<Instant>,
}

struct Waiter {
    writer: usize,
    /// Invariant: not empty.
    text: Vec<u8>,
    /// It writes no more.
    is_last: bool,
}

impl Merge {
    /// `writer` has written `bytes`; what may go out is appended to `out`.
    pub fn push(&mut self, writer: usize, bytes: &[u8], now: Instant, out: &mut Vec<u8>) {
        match self.open {
            _ if bytes.is_empty() => {}
            Some(open) if open != writer => self.wait(writer, bytes, now, out),
            _ => {
                self.let_out(writer, bytes, false, out);
                self.go_on(now, out);
            }
        }
    }

    /// `writer` writes no more: its last line ends here, with or without newline.
    pub fn end(&mut self, writer: usize, now: Instant, out: &mut Vec<u8>) {
        self.waiting.iter_mut().filter(|waiter| waiter.writer == writer).for_each(|waiter| waiter.is_last = true);
        if self.open == Some(writer) {
            self.open = None;
            self.go_on(now, out);
        }
    }

    /// When [`Self::keep_time`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Breaks a line that has been unfinished for too long.
    pub fn keep_time(&mut self, now: Instant, out: &mut Vec<u8>) {
        if self.deadline.is_some_and(|at| now >= at) {
            self.release(out);
        }
    }

    /// Everything that waits goes out, whatever line it breaks.
    pub fn release(&mut self, out: &mut Vec<u8>) {
        self.deadline = None;
        for Waiter { writer, text, is_last } in std::mem::take(&mut self.waiting) {
            self.let_out(writer, &text, is_last, out);
        }
    }

    fn wait(&mut self, writer: usize, bytes: &[u8], now: Instant, out: &mut Vec<u8>) {
        match self.waiting.iter_mut().find(|waiter| waiter.writer == writer) {
            Some(waiter) => waiter.text.extend_from_slice(bytes),
            None => self.waiting.push(Waiter { writer, text: bytes.to_vec(), is_last: false }),
        }
        self.deadline.get_or_insert(now + LINE_PATIENCE);
        if self.waiting.iter().map(|waiter| waiter.text.len()).sum::<usize>() > MAX_WAITING_BYTES {
            self.release(out);
        }
    }

    fn let_out(&mut self, writer: usize, text: &[u8], is_last: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(text);
        // A carriage return ends a line too: that of a progress bar.
        let is_whole = matches!(text.last(), Some(b'\n' | b'\r'));
        self.open = (!is_whole && !is_last).then_some(writer);
    }

    /// If no line is open those who wait have their turns, until one of them opens a line.
    fn go_on(&mut self, now: Instant, out: &mut Vec<u8>) {
        while self.open.is_none() && !self.waiting.is_empty() {
            self.deadline = Some(now + LINE_PATIENCE);
            let Waiter { writer, text, is_last } = self.waiting.remove(0);
            self.let_out(writer, &text, is_last, out);
        }
        if self.waiting.is_empty() {
            self.deadline = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A merge and what has come out of it.
    struct Stream {
        merge: Merge,
        out: Vec<u8>,
        now: Instant,
    }

    impl Stream {
        fn new() -> Self {
            Stream { merge: Merge::default(), out: Vec::new(), now: Instant::now() }
        }

        fn push(&mut self, writer: usize, text: &str) {
            self.merge.push(writer, text.as_bytes(), self.now, &mut self.out);
        }

        fn end(&mut self, writer: usize) {
            self.merge.end(writer, self.now, &mut self.out);
        }

        fn pass(&mut self, time: Duration) {
            self.now += time;
            self.merge.keep_time(self.now, &mut self.out);
        }

        /// What has come since the last time.
        fn came(&mut self) -> String {
            String::from_utf8(std::mem::take(&mut self.out)).unwrap()
        }
    }

    #[test]
    fn a_line_that_is_begun_is_finished_before_others_go_on() {
        let mut stream = Stream::new();
        stream.push(0, "1\n2\n3");
        assert_eq!(stream.came(), "1\n2\n3");
        stream.push(1, "a\nb");
        stream.push(2, "x\n");
        stream.push(1, "c\n");
        assert_eq!(stream.came(), "");
        stream.push(0, "4\n5\n");
        assert_eq!((stream.came().as_str(), stream.merge.deadline()), ("4\n5\na\nbc\nx\n", None));
    }

    #[test]
    fn turns_pass_on_and_the_last_line_of_a_writer_needs_no_newline() {
        let mut stream = Stream::new();
        stream.push(0, "0");
        stream.push(1, "1");
        stream.push(2, "2");
        stream.end(2);
        stream.end(0);
        assert_eq!(stream.came(), "01");
        stream.end(1);
        assert_eq!((stream.came().as_str(), stream.merge.deadline()), ("2", None));
        stream.push(3, "3\n");
        assert_eq!(stream.came(), "3\n");
    }

    #[test]
    fn a_line_that_nobody_finishes_is_broken_in_time() {
        let mut stream = Stream::new();
        stream.push(0, "name? ");
        stream.pass(10 * LINE_PATIENCE);
        assert_eq!((stream.came().as_str(), stream.merge.deadline()), ("name? ", None));
        stream.push(1, "a\n");
        stream.pass(LINE_PATIENCE / 2);
        stream.push(2, "b\n");
        assert_eq!(stream.came(), "");
        stream.pass(LINE_PATIENCE / 2);
        assert_eq!((stream.came().as_str(), stream.merge.deadline()), ("a\nb\n", None));
        stream.push(1, "c\n");
        assert_eq!(stream.came(), "c\n");
    }

    #[test]
    fn progress_bars_hold_nobody_up_and_memory_is_bounded() {
        let mut stream = Stream::new();
        stream.push(0, "10 %\r");
        stream.push(1, "a\n");
        assert_eq!(stream.came(), "10 %\ra\n");
        stream.push(0, "0");
        let much = "a\n".repeat(MAX_WAITING_BYTES / 2);
        stream.push(1, &much);
        assert_eq!(stream.came(), "0");
        stream.push(1, "b");
        assert_eq!(stream.came().len(), much.len() + 1);
    }

    proptest! {
        #[test]
        fn invariant_lines_are_whole_and_nothing_is_lost(pieces in prop::collection::vec((0usize..3, "[ab\n]{0,4}"), 0..40)) {
            let mut stream = Stream::new();
            let mut written = vec![String::new(); 3];
            for (writer, text) in pieces {
                // Each writer has letters of its own, so its lines can be told.
                let text = text.replace('a', &writer.to_string());
                let text = text.replace('b', &writer.to_string());
                stream.push(writer, &text);
                written[writer].push_str(&text);
                prop_assert_eq!(stream.merge.deadline().is_some(), !stream.merge.waiting.is_empty());
            }
            for (writer, text) in written.iter_mut().enumerate() {
                stream.push(writer, "\n");
                text.push('\n');
            }
            let out = stream.came();
            let digit = |writer: usize| char::from_digit(writer as u32, 10).unwrap();
            for line in out.lines() {
                prop_assert!(line.chars().all(|letter| line.starts_with(letter)), "{:?}", line);
            }
            for (writer, text) in written.iter().enumerate() {
                let filtered: Vec<&str> = out.lines().filter(|line| line.starts_with(digit(writer))).collect();
                let expected: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
                prop_assert_eq!(filtered, expected);
            }
            prop_assert_eq!(out.len(), written.iter().map(String::len).sum::<usize>());
        }
    }
}
