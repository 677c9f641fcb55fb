//! The report as one self-contained page: for each benchmark and number of ranks a plot and its
//! table.

use std::io::Write;

use anyhow::Result;

use super::plot;
use super::results::{Report, Row, columns};
use super::text::{dash_or, number, percent, ratio_text};

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b2733;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\
th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #dde3ea}\
td.better{color:#0a7d3c;font-weight:600}td.worse{color:#b3261e;font-weight:600}\
svg{width:100%;height:auto}";

/// Writes the page.
pub fn write(report: &Report, out: &mut dyn Write) -> Result<()> {
    write!(out, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>ferry bench</title><style>{STYLE}</style>")?;
    write!(
        out,
        "<h1>ferry bench</h1><p>Ratio: Ferry against the best other library, below 1 Ferry is better whatever the unit; of best: the \
         same against its best variant. "
    )?;
    writeln!(out, "Raw: a flag between two CPUs and memcpy. Spread: of Ferry, (largest - smallest) / median.</p>")?;
    for rows in report.tables() {
        let Some(first) = rows.first() else { continue };
        let plural = if first.ranks == 1 { "" } else { "s" };
        writeln!(out, "<h2>{}, {} rank{plural}, {}</h2>", first.benchmark.replace('_', " "), first.ranks, first.unit)?;
        if rows.len() > 1 {
            writeln!(out, "{}", plot::svg(rows)?)?;
        }
        write_table(rows, out)?;
    }
    Ok(writeln!(out, "</html>")?)
}

fn write_table(rows: &[Row], out: &mut dyn Write) -> Result<()> {
    let columns = columns(rows);
    let has_variants = rows.iter().any(|row| row.variants_ratio.is_some());
    write!(out, "<table><tr><th>bytes</th>")?;
    columns.iter().try_for_each(|name| write!(out, "<th>{name}</th>"))?;
    writeln!(out, "{}<th>ratio</th><th>spread</th></tr>", if has_variants { "<th>of best</th>" } else { "" })?;
    for row in rows {
        write!(out, "<tr><td>{}</td>", row.bytes)?;
        columns.iter().try_for_each(|name| write!(out, "<td>{}</td>", dash_or(row.value(name), number)))?;
        if has_variants {
            write!(out, "<td>{}</td>", dash_or(row.variants_ratio, ratio_text))?;
        }
        let class = row.ratio.map_or("", |ratio| if ratio < 1.0 { "better" } else { "worse" });
        write!(out, "<td class=\"{class}\">{}</td>", dash_or(row.ratio, ratio_text))?;
        writeln!(out, "<td>{}</td></tr>", dash_or(row.spread, percent))?;
    }
    Ok(writeln!(out, "</table>")?)
}

#[cfg(test)]
mod tests {
    use super::super::plan;
    use super::super::results::{Samples, Series, Statistic};
    use super::*;

    #[test]
    fn the_page_has_a_plot_and_a_table_and_needs_nothing_from_elsewhere() {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        for (bytes, value) in [(8, 0.2), (16, 0.3), (32, 0.9)] {
            samples.add(&Series::Ferry, latency, 2, bytes, value);
            samples.add(&Series::Peer("mpich"), latency, 2, bytes, 2.0 * value);
        }
        let mut page = Vec::new();
        write(&samples.report(Statistic::Median), &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert_eq!((page.matches("<svg").count(), page.matches("<td class=\"better\">").count()), (1, 3));
        assert!(!page.contains("src=") && !page.contains("href="));
    }
}
