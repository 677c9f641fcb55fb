//! The report as text: one table per benchmark and number of ranks.

use std::io::{self, Write};

use super::results::{Report, Row, columns};

/// Writes every table.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    report.tables().try_for_each(|rows| write_table(rows, out))
}

fn write_table(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let columns = columns(rows);
    let has_variants = rows.iter().any(|row| row.variants_ratio.is_some());
    writeln!(out, "\n{}, {} ranks, {}", first.benchmark.replace('_', " "), first.ranks, first.unit)?;
    write!(out, "{:>10}", "bytes")?;
    columns.iter().try_for_each(|name| write!(out, " {name:>11}"))?;
    if has_variants {
        write!(out, " {:>7}", "of best")?;
    }
    writeln!(out, " {:>7} {:>7}", "ratio", "spread")?;
    for row in rows {
        write!(out, "{:>10}", row.bytes)?;
        columns.iter().try_for_each(|name| write!(out, " {:>11}", dash_or(row.value(name), number)))?;
        if has_variants {
            write!(out, " {:>7}", dash_or(row.variants_ratio, ratio_text))?;
        }
        writeln!(out, " {:>7} {:>7}", dash_or(row.ratio, ratio_text), dash_or(row.spread, percent))?;
    }
    Ok(())
}

/// The text of a value, or a dash.
pub fn dash_or(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or("-".to_owned(), text)
}

/// A part of one as a percentage.
pub fn percent(part: f64) -> String {
    format!("{:.0}%", part * 100.0)
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
    use super::super::results::{Samples, Series, Statistic};
    use super::*;

    fn lines(samples: &Samples) -> Vec<String> {
        let mut text = Vec::new();
        write(&samples.report(Statistic::Median), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn tables_show_missing_values_as_dashes() {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        samples.add(&Series::Ferry, latency, 2, 8, 0.25);
        samples.add(&Series::Peer("mpich"), latency, 2, 8, 0.5);
        samples.add(&Series::Peer("mpich"), latency, 2, 16, 0.5);
        assert_eq!(lines(&samples)[2..], ["bytes ferry mpich ratio spread", "8 0.250 0.500 0.50 0%", "16 - 0.500 - -"]);
        samples.add(&Series::Variant { place: 0, name: "ring".to_owned() }, latency, 2, 8, 0.2);
        let expected = ["bytes ferry ring mpich of best ratio spread", "8 0.250 0.200 0.500 1.25 0.50 0%", "16 - - 0.500 - - -"];
        assert_eq!(lines(&samples)[2..], expected);
    }
}
