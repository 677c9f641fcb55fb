//! What one handle of a performance variable shows: its own start, stop and reset, apart from those
//! of every other handle.
//!
//! The library counts on without ever resetting anything for a tool. A meter remembers where the
//! count stood (`base`) and what it has gathered (`kept`). A high-water mark cannot be split like
//! that afterwards. The library keeps one since the last *renewal*, which is when some meter starts
//! anew. Each renewal first gives every running meter of that mark what has been reached until then
//! ([`Meter::fold`]).

use crate::kind::Class;

/// The state of one handle's variable, an array of values.
#[derive(Clone, Debug)]
pub struct Meter {
    class: Class,
    is_running: bool,
    base: Vec<u64>,
    kept: Vec<u64>,
}

impl Meter {
    /// A variable of `count` elements whose handle was just made: momentary ones show the present
    /// state, others are stopped.
    pub fn new(class: Class, count: usize) -> Self {
        Meter { class, is_running: class.is_momentary(), base: vec![0; count], kept: vec![0; count] }
    }

    /// Elements.
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    /// True if the value follows the library's.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// The value, while the library's is `now`.
    pub fn read(&self, now: &[u64]) -> Vec<u64> {
        let element = |(index, now): (usize, &u64)| match self.class {
            Class::Level | Class::Size => *now,
            _ if !self.is_running => self.kept[index],
            Class::HighWatermark => self.kept[index].max(*now),
            Class::Counter | Class::Aggregate | Class::Timer => self.kept[index].wrapping_add(now.wrapping_sub(self.base[index])),
        };
        now.iter().enumerate().map(element).collect()
    }

    /// Starts to follow; `now` of a high-water mark is the level after its renewal.
    pub fn start(&mut self, now: &[u64]) {
        if !self.is_running {
            self.is_running = true;
            self.base = now.to_vec();
        }
    }

    /// Keeps its value from here on.
    pub fn stop(&mut self, now: &[u64]) {
        if !self.class.is_momentary() {
            self.kept = self.read(now);
            self.is_running = false;
        }
    }

    /// Goes back to the starting value; `now` as in [`Meter::start`].
    pub fn reset(&mut self, now: &[u64]) {
        let start = if self.class == Class::HighWatermark { now.to_vec() } else { vec![0; now.len()] };
        self.write(start, now);
    }

    /// Takes `values` as its own; `now` as in [`Meter::start`].
    pub fn write(&mut self, values: Vec<u64>, now: &[u64]) {
        self.kept = values;
        self.base = now.to_vec();
    }

    /// Takes note of a high-water mark that is about to be renewed.
    pub fn fold(&mut self, mark: &[u64]) {
        if self.class == Class::HighWatermark {
            self.kept = self.read(mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_count_while_started() {
        let mut meter = Meter::new(Class::Counter, 2);
        assert_eq!(meter.read(&[10, 20]), [0, 0]);
        meter.start(&[10, 20]);
        meter.start(&[11, 21]);
        assert_eq!(meter.read(&[13, 20]), [3, 0]);
        meter.stop(&[13, 20]);
        assert_eq!(meter.read(&[99, 99]), [3, 0]);
        meter.start(&[100, 100]);
        assert_eq!(meter.read(&[101, 102]), [4, 2]);
        meter.reset(&[101, 102]);
        assert_eq!(meter.read(&[101, 105]), [0, 3]);
        meter.write(vec![50, 60], &[101, 105]);
        assert_eq!(meter.read(&[102, 105]), [51, 60]);
    }

    #[test]
    fn levels_follow_whatever_is_done() {
        let mut meter = Meter::new(Class::Level, 1);
        assert!(meter.is_running());
        meter.stop(&[5]);
        assert_eq!((meter.read(&[7]), meter.read(&[2])), (vec![7], vec![2]));
    }

    #[test]
    fn marks_of_two_handles_are_their_own() {
        let (mut first, mut second) = (Meter::new(Class::HighWatermark, 1), Meter::new(Class::HighWatermark, 1));
        first.start(&[2]);
        // The mark reaches 9, the level falls to 1, and the second starts: the first is told, the
        // mark is renewed.
        first.fold(&[9]);
        second.fold(&[9]);
        second.start(&[1]);
        assert_eq!((first.read(&[4]), second.read(&[4])), (vec![9], vec![4]));
        first.fold(&[4]);
        second.fold(&[4]);
        second.reset(&[3]);
        assert_eq!((first.read(&[3]), second.read(&[3])), (vec![9], vec![3]));
        second.stop(&[3]);
        second.fold(&[8]);
        assert_eq!(second.read(&[8]), [3]);
    }
}
