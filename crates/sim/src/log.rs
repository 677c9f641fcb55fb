//! What happened, in sentences.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Sentences with their times. Off unless wanted; the sum of all sentences is kept with them.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub is_on: bool,
    lines: Vec<String>,
    digest: DefaultHasher,
}

impl Log {
    #[cold]
    pub fn add(&mut self, now_ps: u64, text: &std::fmt::Arguments<'_>) {
        let line = format!("{:>14} us  {text}", Microseconds(now_ps));
        line.hash(&mut self.digest);
        self.lines.push(line);
    }

    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }
}

/// Picoseconds, shown as microseconds with six digits: nothing is lost.
pub struct Microseconds(pub u64);

impl std::fmt::Display for Microseconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        f.pad(&text)
    }
}

/// Notes what happens, if somebody wants to read it.
macro_rules! say {
    ($state:expr, $($text:tt)*) => {{
        if $state.log.is_on {
            let now_ps = $state.now_ps;
            $state.log.add(now_ps, &format_args!($($text)*));
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_time_and_change_the_digest() {
        let mut log = Log::default();
        log.add(1_500_000, &format_args!("rank {} begins", 3));
        let first = log.digest();
        log.add(2_000_001, &format_args!("and ends"));
        assert_ne!(first, log.digest());
        assert_eq!(log.take(), ["      1.500000 us  rank 3 begins", "      2.000001 us  and ends"]);
    }
}
