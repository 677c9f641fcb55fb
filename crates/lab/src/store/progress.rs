//! What the user sees while kernel and tools are fetched: a bar on a terminal, a line for each step
//! elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Reports steps on the error output.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
}

impl Progress {
    /// For this process's error output.
    pub fn new() -> Self {
        Progress { bar: ProgressBar::new_spinner(), is_terminal: std::io::stderr().is_terminal() }
    }

    /// A step whose length nobody knows.
    pub fn step(&mut self, what: &str) {
        self.begin(ProgressBar::new_spinner(), "{spinner} ferry lab: {msg}", what);
    }

    /// A download of so many bytes.
    pub fn download(&mut self, what: &str, bytes: u64) {
        let template = "{spinner} ferry lab: {msg} [{bar:30}] {bytes}/{total_bytes}, {binary_bytes_per_sec}";
        self.begin(ProgressBar::new(bytes), template, &format!("{what} ({} MB)", bytes.div_ceil(1_000_000)));
    }

    /// So many bytes of the download are there.
    pub fn arrived(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    /// All steps are done.
    pub fn finish(&self, what: &str) {
        self.bar.finish_and_clear();
        eprintln!("ferry lab: {what}");
    }

    fn begin(&mut self, bar: ProgressBar, template: &str, what: &str) {
        self.bar.finish_and_clear();
        self.bar = bar;
        if !self.is_terminal {
            eprintln!("ferry lab: {what}");
            return;
        }
        // A template that does not parse would be a mistake of ours; the default says less but
        // works.
        self.bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.set_message(what.to_owned());
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }
}

impl Default for Progress {
    fn default() -> Self {
        Progress::new()
    }
}
