//! The report as one self-contained page: for each benchmark and number of ranks a plot and its table.

use std::io::{self, Write};

use super::results::{RAW, Report, Row};
use super::text::{libraries, number, ratio_text, tables, value_of};

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b2733;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\
th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #dde3ea}\
td.better{color:#0a7d3c;font-weight:600}td.worse{color:#b3261e;font-weight:600}\
svg{width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#445}\
svg .grid{stroke:#e4e9ef}svg .line{fill:none;stroke-width:2}";

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 40.0;

/// Writes the page.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>ferry bench</title><style>{STYLE}</style>")?;
    write!(
        out,
        "<h1>ferry bench</h1><p>Medians. Ratio: Ferry against the best other library, below 1 Ferry is better whatever the "
    )?;
    writeln!(out, "unit. Raw: a flag between two CPUs and memcpy. Spread: of Ferry, (largest - smallest) / median.</p>")?;
    for rows in tables(report) {
        let Some(first) = rows.first() else { continue };
        let plural = if first.ranks == 1 { "" } else { "s" };
        writeln!(out, "<h2>{}, {} rank{plural}, {}</h2>", first.benchmark.replace('_', " "), first.ranks, first.unit)?;
        if rows.len() > 1 {
            write_plot(rows, out)?;
        }
        write_table(rows, out)?;
    }
    writeln!(out, "</html>")
}

fn write_table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let series = series(rows);
    write!(out, "<table><tr><th>bytes</th>")?;
    series.iter().try_for_each(|name| write!(out, "<th>{name}</th>"))?;
    writeln!(out, "<th>ratio</th><th>spread</th></tr>")?;
    for row in rows {
        write!(out, "<tr><td>{}</td>", row.bytes)?;
        for name in &series {
            write!(out, "<td>{}</td>", value_of(row, name).map_or("-".to_owned(), number))?;
        }
        match row.ratio {
            Some(ratio) => {
                write!(out, "<td class=\"{}\">{}</td>", if ratio < 1.0 { "better" } else { "worse" }, ratio_text(ratio))?
            }
            None => write!(out, "<td>-</td>")?,
        }
        writeln!(out, "<td>{}</td></tr>", row.spread.map_or("-".to_owned(), |spread| format!("{:.0}%", spread * 100.0)))?;
    }
    writeln!(out, "</table>")
}

/// Ferry, the peers, and raw if there is any.
fn series(rows: &[Row]) -> Vec<&'static str> {
    let mut names = libraries(rows);
    if rows.iter().any(|row| row.raw.is_some()) {
        names.push(RAW);
    }
    names
}

fn color(name: &str) -> &'static str {
    match name {
        "ferry" => "#d1495b",
        "mpich" => "#2e6f95",
        "impi" => "#7a5195",
        "openmpi" => "#3a9c6f",
        _ => "#99a3ad",
    }
}

/// A logarithmic axis: values from `low` to `high` fall on pixels from `from` to `to`.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Covers positive values in whole powers of `base`.
    fn covering(values: impl Iterator<Item = f64> + Clone, base: f64, from: f64, to: f64) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(0.0, f64::max);
        let low = base.powf(low.log(base).floor());
        let high = base.powf(high.log(base).ceil()).max(low * base);
        Self { low, high, from, to }
    }

    fn pixel(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value / self.low).ln() / (self.high / self.low).ln()
    }

    fn powers(&self, base: f64) -> impl Iterator<Item = f64> {
        let (low, high) = (self.low, self.high);
        (0..64).map(move |exponent| low * base.powi(exponent)).take_while(move |value| *value <= high * 1.001)
    }
}

fn write_plot(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let series = series(rows);
    let values = rows.iter().flat_map(|row| series.iter().filter_map(|name| value_of(row, name))).filter(|value| *value > 0.0);
    let sizes = rows.iter().map(|row| row.bytes.max(1) as f64);
    let x = Axis::covering(sizes, 2.0, LEFT, WIDTH - RIGHT);
    let y = Axis::covering(values, 10.0, HEIGHT - BOTTOM, TOP);
    writeln!(out, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">")?;
    write_grid(&x, &y, out)?;
    let mut labels = Labels::default();
    for name in &series {
        write_line(rows, name, (&x, &y), &mut labels, out)?;
    }
    writeln!(out, "</svg>")
}

fn write_grid(x: &Axis, y: &Axis, out: &mut dyn Write) -> io::Result<()> {
    for value in y.powers(10.0) {
        let at = y.pixel(value);
        write!(out, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>", WIDTH - RIGHT)?;
        writeln!(out, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>", LEFT - 8.0, at + 4.0, tick(value))?;
    }
    for (index, value) in x.powers(2.0).enumerate() {
        let at = x.pixel(value);
        write!(out, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{}\"/>", HEIGHT - BOTTOM)?;
        if index % 2 == 0 {
            writeln!(out, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>", HEIGHT - BOTTOM + 18.0, bytes(value))?;
        }
    }
    Ok(())
}

fn tick(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{value}") }
}

/// A number of bytes with its unit: 4K, 1M.
fn bytes(value: f64) -> String {
    let value = value.round() as u64;
    match value {
        0..1024 => value.to_string(),
        1024..1_048_576 => format!("{}K", value >> 10),
        _ => format!("{}M", value >> 20),
    }
}

/// Heights of labels at the right edge, kept apart so that they can be read.
#[derive(Default)]
struct Labels {
    taken: Vec<f64>,
}

impl Labels {
    fn place(&mut self, wanted: f64) -> f64 {
        let mut at = wanted;
        while self.taken.iter().any(|other| (other - at).abs() < 14.0) {
            at += 14.0;
        }
        self.taken.push(at);
        at
    }
}

fn write_line(rows: &[Row], name: &str, (x, y): (&Axis, &Axis), labels: &mut Labels, out: &mut dyn Write) -> io::Result<()> {
    let point = |row: &Row| {
        let value = value_of(row, name).filter(|value| *value > 0.0)?;
        Some((x.pixel(row.bytes.max(1) as f64), y.pixel(value)))
    };
    let points: Vec<_> = rows.iter().filter_map(point).collect();
    let Some((last_x, last_y)) = points.last().copied() else { return Ok(()) };
    let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = if name == RAW { " stroke-dasharray=\"5 4\"" } else { "" };
    writeln!(out, "<polyline class=\"line\" stroke=\"{}\"{dash} points=\"{}\"/>", color(name), list.join(" "))?;
    for (x, y) in &points {
        write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{}\"/>", color(name))?;
    }
    let label = labels.place(last_y);
    writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{}\">{name}</text>", last_x + 8.0, label + 4.0, color(name))
}

#[cfg(test)]
mod tests {
    use super::super::plan;
    use super::super::results::{FERRY, Samples};
    use super::*;

    #[test]
    fn the_page_has_a_plot_with_a_line_for_each_library() {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        for (bytes, value) in [(8, 0.2), (16, 0.3), (32, 0.9)] {
            samples.add(FERRY, latency, 2, bytes, value);
            samples.add("mpich", latency, 2, bytes, 2.0 * value);
        }
        let mut page = Vec::new();
        write(&samples.report(), &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert_eq!(page.matches("<polyline").count(), 2);
        assert_eq!(page.matches("<circle").count(), 6);
        assert!(!page.contains("http"), "the page needs nothing from elsewhere");
        assert!(!page.contains("NaN") && !page.contains("inf"));
    }

    #[test]
    fn an_axis_covers_its_values_in_whole_powers() {
        let axis = Axis::covering([0.2, 35.0].into_iter(), 10.0, 0.0, 100.0);
        assert!((axis.low - 0.1).abs() < 1e-9 && (axis.high - 100.0).abs() < 1e-9);
        assert_eq!(axis.powers(10.0).count(), 4);
        assert!((axis.pixel(axis.high) - 100.0).abs() < 1e-9);
    }
}
