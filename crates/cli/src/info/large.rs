//! What large messages cost on this machine and how they travel for that reason (LMT-6).

use ferry_calibrate::table::{Backing, Caches, Conditions, Crossing, MeasuredMethod, SIZES, Table};
use serde::Serialize;

/// Costs of large messages, and what follows from them.
#[derive(Debug, Serialize)]
pub struct Large {
    /// Where the times come from.
    pub origin: String,
    /// Longest message that is sent at once where `FERRY_EAGER_MAX` is not set, in bytes.
    pub eager_max: Option<usize>,
    /// Longest message that is sent in packets without asking, alone and as one of many of a
    /// collective operation, in bytes.
    pub unasked_max: [u64; 2],
    /// From which length on the ring stores past the receiver's caches, in bytes, if that pays
    /// here.
    pub sparing_min: Option<u64>,
    /// From which length on which method is chosen, where the system allows it.
    pub choices: Vec<MethodRange>,
    /// The same for memory in huge pages; what is empty is as in `choices`.
    pub choices_in_huge_pages: Vec<MethodRange>,
    /// The same for memory in shared heaps.
    pub choices_in_shared_heaps: Vec<MethodRange>,
    /// The measurement.
    pub times: Vec<TimesRow>,
}

/// A method and where its range begins.
#[derive(Debug, Serialize)]
pub struct MethodRange {
    /// First length, in bytes.
    pub from_bytes: u64,
    /// The method's name.
    pub method: &'static str,
    /// What the first length takes by it, in microseconds.
    pub us: f64,
    /// What it takes by the method of shorter messages: its name, and microseconds.
    pub instead_of: Option<(&'static str, f64)>,
}

/// Times of a way.
#[derive(Debug, Serialize)]
pub struct TimesRow {
    /// Its name.
    pub way: &'static str,
    /// Measured lengths, in bytes, and one-way times, in microseconds.
    pub points: Vec<(u64, f64)>,
}

/// The times of this machine, measured now if nothing is kept; `None` where the system gives no
/// memory, or no thread.
pub fn look() -> Option<Large> {
    let allowed = ferry_sys::cpu::allowed();
    let found = ferry_calibrate::look_up_all(&allowed).ok()?;
    let origin = match &found.file {
        Some(file) => format!("measured before, kept in {}", file.display()),
        None if found.table.is_complete() => "measured now".to_owned(),
        None => "measured now, as far as others left the processors free; jobs go by assumed costs".to_owned(),
    };
    Some(describe(&found.table, &Caches::of_one_each(&allowed), origin))
}

fn describe(table: &Table, caches: &Caches, origin: String) -> Large {
    let row = |way: MeasuredMethod| TimesRow {
        way: way.name(),
        points: table.points(way).map(|(bytes, ns)| (bytes, ns / 1e3)).collect(),
    };
    let costs = table.costs("", caches);
    let unasked_max = [false, true].map(|is_one_of_many| costs.unasked_max(Conditions { is_one_of_many, ..Conditions::USUAL }));
    let sparing_min = Some(costs.sparing_min).filter(|bytes| *bytes < u64::MAX);
    let choices = |backing| table.crossings(caches, backing).into_iter().map(MethodRange::from).collect();
    let has_huge = MeasuredMethod::ALL.iter().any(|way| way.is_huge() && table.points(*way).next().is_some());
    let choices_in_huge_pages = if has_huge { choices(Backing::HugePages) } else { Vec::new() };
    let has_shared = MeasuredMethod::ALL.iter().any(|way| way.is_shared() && table.points(*way).next().is_some());
    let choices_in_shared_heaps = if has_shared { choices(Backing::SharedHeap) } else { Vec::new() };
    let times = MeasuredMethod::ALL.map(row).into();
    let choices = choices(Backing::SmallPages);
    Large {
        origin,
        eager_max: table.eager_max(),
        unasked_max,
        sparing_min,
        choices,
        choices_in_huge_pages,
        choices_in_shared_heaps,
        times,
    }
}

impl From<Crossing> for MethodRange {
    fn from(crossing: Crossing) -> Self {
        MethodRange {
            from_bytes: crossing.bytes,
            method: crossing.method.name(),
            us: crossing.ns / 1e3,
            instead_of: crossing.before.map(|(other, ns)| (other.name(), ns / 1e3)),
        }
    }
}

impl MethodRange {
    fn line(&self) -> String {
        let MethodRange { from_bytes, method, us, instead_of } = self;
        let instead = instead_of.map_or(String::new(), |(other, us)| format!(", {other} {us:.2}"));
        format!("from {from_bytes} bytes on: {method} ({us:.2} us{instead})")
    }
}

impl Large {
    /// As text, a line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("one-way times in us, {}", self.origin)];
        lines.push(format!("{:>24}{}", "bytes", SIZES.map(|bytes| format!("{bytes:>10}")).concat()));
        for row in &self.times {
            let cell = |bytes: u64| row.points.iter().find(|point| point.0 == bytes);
            let cells = SIZES.map(|bytes| cell(bytes).map_or(format!("{:>10}", "-"), |(_, us)| format!("{us:>10.2}")));
            lines.push(format!("{:>24}{}", row.way, cells.concat()));
        }
        if let Some(eager_max) = self.eager_max {
            lines.push(format!("up to {eager_max} bytes at once, unless FERRY_EAGER_MAX is set"));
        }
        let [alone, many] = self.unasked_max;
        if alone > 0 {
            lines.push(format!(
                "up to {alone} bytes in packets without asking, {many} where a collective operation has more under way"
            ));
        }
        if let Some(sparing_min) = self.sparing_min {
            lines.push(format!("the ring goes past the receiver's caches from {sparing_min} bytes on"));
        }
        lines.extend(self.choices.iter().map(MethodRange::line));
        lines.extend(self.choices_in_shared_heaps.iter().map(|choice| format!("in shared heaps {}", choice.line())));
        lines.extend(self.choices_in_huge_pages.iter().map(|choice| format!("in huge pages {}", choice.line())));
        lines
    }
}

#[cfg(test)]
mod tests {
    use ferry_protocol::method::Method;

    use super::*;

    #[test]
    fn every_way_has_a_line_and_every_choice() {
        let mut table = Table::default();
        table.ns[MeasuredMethod::By(Method::Ring).row()] = [1, 2, 4, 16, 64, 256, 1024].map(|ns| ns * 1000);
        let large = describe(&table, &Caches { dma_min: 1 << 20, countable: 32 << 20 }, "test".into());
        assert_eq!(large.lines().len(), 2 + MeasuredMethod::ALL.len() + large.choices.len());
        let row = 2 + MeasuredMethod::By(Method::Ring).row();
        assert!(large.lines()[row].contains("1024.00") && large.lines().last().is_some_and(|line| line.contains("on: ring (")));
    }
}
