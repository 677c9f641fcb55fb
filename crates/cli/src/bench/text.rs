//! The report as text: one table per benchmark and number of ranks.

use std::io::{self, Write};

use super::results::{FERRY, RAW, Report, Row};

/// Writes every table.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for rows in tables(report) {
        write_table(rows, out)?;
    }
    Ok(())
}

/// Rows of one benchmark and number of ranks each.
pub fn tables(report: &Report) -> impl Iterator<Item = &[Row]> {
    report.results.chunk_by(|a, b| (a.benchmark, a.ranks) == (b.benchmark, b.ranks))
}

/// Names of the libraries that a table shows, Ferry first.
pub fn libraries(rows: &[Row]) -> Vec<&'static str> {
    let mut names: Vec<_> = rows.iter().flat_map(|row| row.peers.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    if rows.iter().any(|row| row.ferry.is_some()) {
        names.insert(0, FERRY);
    }
    names
}

/// The value of a library, or of [`RAW`], in a row.
pub fn value_of(row: &Row, library: &str) -> Option<f64> {
    match library {
        FERRY => row.ferry,
        RAW => row.raw,
        peer => row.peers.get(peer).copied(),
    }
}

fn write_table(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let libraries = libraries(rows);
    let has_raw = rows.iter().any(|row| row.raw.is_some());
    writeln!(out, "\n{}, {} ranks, {}", first.benchmark.replace('_', " "), first.ranks, first.unit)?;
    write!(out, "{:>10}", "bytes")?;
    libraries.iter().chain(has_raw.then_some(&RAW)).try_for_each(|name| write!(out, " {name:>11}"))?;
    writeln!(out, " {:>7} {:>7}", "ratio", "spread")?;
    for row in rows {
        write!(out, "{:>10}", row.bytes)?;
        for name in libraries.iter().chain(has_raw.then_some(&RAW)) {
            write!(out, " {:>11}", value_of(row, name).map_or("-".to_owned(), number))?;
        }
        let ratio = row.ratio.map_or("-".to_owned(), ratio_text);
        let spread = row.spread.map_or("-".to_owned(), |spread| format!("{:.0}%", spread * 100.0));
        writeln!(out, " {ratio:>7} {spread:>7}")?;
    }
    Ok(())
}

/// A ratio; one far below 1 keeps a digit that says how far.
pub fn ratio_text(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.4}") } else { format!("{ratio:.2}") }
}

/// A number with about four significant digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        large if large >= 1000.0 => format!("{value:.0}"),
        medium if medium >= 100.0 => format!("{value:.1}"),
        small if small >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan;
    use super::super::results::Samples;
    use super::*;

    #[test]
    fn tables_show_missing_values_as_dashes() {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        samples.add(FERRY, latency, 2, 8, 0.25);
        samples.add("mpich", latency, 2, 8, 0.5);
        samples.add("mpich", latency, 2, 16, 0.5);
        let mut text = Vec::new();
        write(&samples.report(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<_> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
        assert_eq!(lines[2], ["bytes", "ferry", "mpich", "ratio", "spread"]);
        assert_eq!(lines[3], ["8", "0.250", "0.500", "0.50", "0%"]);
        assert_eq!(lines[4], ["16", "-", "0.500", "-", "-"]);
    }
}
