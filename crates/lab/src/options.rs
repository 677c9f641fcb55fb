//! What the user may choose about a lab.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Most nodes of a lab: their addresses fit one byte, and no laptop runs more.
pub const NODES_MAX: usize = 64;

/// Most processors of a node: what QEMU's standard PC holds without further devices.
pub const CPUS_MAX: usize = 255;

/// Least memory of a node in MiB: kernel, modules and the initial file system need half of it.
pub const MEMORY_MIB_MIN: u64 = 256;

/// How processors are virtualized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accelerator {
    /// KVM where it boots, else emulation.
    #[default]
    Auto,
    /// KVM.
    Kvm,
    /// QEMU's emulation (TCG).
    Emulation,
}

impl FromStr for Accelerator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Accelerator::Auto),
            "kvm" => Ok(Accelerator::Kvm),
            "emulation" => Ok(Accelerator::Emulation),
            _ => Err("expected auto, kvm or emulation".to_owned()),
        }
    }
}

/// A share of packets in percent, `0..=100`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Percent(f64);

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_suffix('%').unwrap_or(text).trim_end();
        match number.parse() {
            Ok(value) if (0.0..=100.0).contains(&value) => Ok(Percent(value)),
            _ => Err("expected a percentage from 0 to 100, like 1 or 0.5%".to_owned()),
        }
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

/// A size of memory in MiB, written as a number of MiB or with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mebibytes(pub u64);

impl FromStr for Mebibytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let scale = match text[digits.len()..].to_ascii_lowercase().as_str() {
            "" | "m" | "mb" | "mib" => 1,
            "g" | "gb" | "gib" => 1024,
            _ => return Err("expected a size like 512M or 2G".to_owned()),
        };
        let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(scale));
        match size {
            Some(size) if size >= MEMORY_MIB_MIN => Ok(Mebibytes(size)),
            Some(_) => Err(format!("a node needs at least {MEMORY_MIB_MIN}M")),
            None => Err("expected a size like 512M or 2G".to_owned()),
        }
    }
}

/// What the network does to packets that a node sends (netem).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impairment {
    /// Share of packets that are lost.
    pub loss: Percent,
    /// Share of packets that overtake others.
    pub reorder: Percent,
    /// By how much packets are late.
    pub delay: Duration,
}

/// Packets that are not reordered are late by this if no delay was asked for: only late packets can
/// be overtaken.
const DELAY_TO_REORDER: Duration = Duration::from_millis(1);

impl Impairment {
    /// Arguments of `tc qdisc add dev DEVICE root` that bring it about; `None` if there is nothing
    /// to do.
    pub fn discipline(&self) -> Option<String> {
        // Room for a second of full-size packets: netem drops what does not fit, which would be
        // loss that nobody asked for.
        let mut text = "netem limit 100000".to_owned();
        let delay = if self.reorder > Percent(0.0) { self.delay.max(DELAY_TO_REORDER) } else { self.delay };
        if !delay.is_zero() {
            text += &format!(" delay {}us", delay.as_micros());
        }
        for (word, share) in [("loss", self.loss), ("reorder", self.reorder)] {
            if share > Percent(0.0) {
                text += &format!(" {word} {share}");
            }
        }
        (*self != Impairment::default()).then_some(text)
    }
}

/// A lab as the user wants it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of nodes, `1..=NODES_MAX`.
    pub nodes: usize,
    /// Processors of each, `1..=CPUS_MAX`.
    pub cpus: usize,
    /// Memory of each.
    pub memory: Mebibytes,
    /// What the network does.
    pub impairment: Impairment,
    /// How processors are virtualized.
    pub accelerator: Accelerator,
    /// Directories of the host in which the nodes may write.
    pub writable: Vec<PathBuf>,
    /// Say how long the start took, and with what.
    pub verbose: bool,
}

impl Options {
    /// Says what is wrong with the numbers.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=NODES_MAX).contains(&self.nodes) {
            return Err(format!("--nodes {}: a lab has 1 to {NODES_MAX} nodes", self.nodes));
        }
        if !(1..=CPUS_MAX).contains(&self.cpus) {
            return Err(format!("--cpus {}: a node has 1 to {CPUS_MAX} processors", self.cpus));
        }
        match self.writable.iter().find(|directory| !directory.is_dir()) {
            Some(directory) => Err(format!("--writable {}: there is no such directory", directory.display())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(text: &str) -> Percent {
        text.parse().unwrap()
    }

    #[test]
    fn percentages_are_0_to_100() {
        assert_eq!(percent("1"), Percent(1.0));
        assert_eq!(percent("0.5%"), Percent(0.5));
        for wrong in ["", "%", "-1", "101", "NaN", "1 percent"] {
            assert!(wrong.parse::<Percent>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_has_units_and_a_minimum() {
        assert_eq!("512".parse(), Ok(Mebibytes(512)));
        assert_eq!("2G".parse(), Ok(Mebibytes(2048)));
        for wrong in ["", "G", "64M", "1T", "99999999999999999999M", "18446744073709551615G"] {
            assert!(wrong.parse::<Mebibytes>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn disciplines_say_what_was_asked_for() {
        assert_eq!(Impairment::default().discipline(), None);
        let loss = Impairment { loss: percent("1"), ..Impairment::default() };
        assert_eq!(loss.discipline().unwrap(), "netem limit 100000 loss 1%");
        let all = Impairment { loss: percent("0.1"), reorder: percent("5"), delay: Duration::from_micros(2500) };
        assert_eq!(all.discipline().unwrap(), "netem limit 100000 delay 2500us loss 0.1% reorder 5%");
    }

    #[test]
    fn reordering_alone_makes_packets_late_enough_to_be_overtaken() {
        let reorder = Impairment { reorder: percent("5"), ..Impairment::default() };
        assert_eq!(reorder.discipline().unwrap(), "netem limit 100000 delay 1000us reorder 5%");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let good = Options {
            nodes: 2,
            cpus: 2,
            memory: Mebibytes(512),
            impairment: Impairment::default(),
            accelerator: Accelerator::Auto,
            writable: vec!["/".into()],
            verbose: false,
        };
        assert_eq!(good.check(), Ok(()));
        assert!(Options { nodes: 0, ..good.clone() }.check().is_err());
        assert!(Options { nodes: NODES_MAX + 1, ..good.clone() }.check().is_err());
        assert!(Options { cpus: 0, ..good.clone() }.check().is_err());
        assert!(Options { writable: vec!["/nonexistent".into()], ..good }.check().is_err());
    }
}
