//! Plots of the report as SVG, by plotters: one for each benchmark and number of ranks.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

use super::plan;
use super::results::{FERRY, RAW, Report, Row, columns};
use crate::svg::{Area, FONT, GRID, INK, failed, plot, tick};

const FERRY_COLOR: RGBColor = RGBColor(209, 73, 91);
const RAW_COLOR: RGBColor = RGBColor(153, 163, 173);
/// Colors of the columns between Ferry and raw, in their order.
const COLORS: [RGBColor; 9] = [
    RGBColor(46, 111, 149),
    RGBColor(122, 81, 149),
    RGBColor(58, 156, 111),
    RGBColor(236, 154, 41),
    RGBColor(120, 94, 74),
    RGBColor(0, 160, 190),
    RGBColor(214, 93, 177),
    RGBColor(128, 140, 0),
    RGBColor(20, 40, 100),
];

/// Writes a file `BENCHMARK-RANKS.svg` for each table of at least two rows.
pub fn write_all(report: &Report, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    for rows in report.tables().filter(|rows| rows.len() > 1) {
        let path = folder.join(format!("{}-{}.svg", rows[0].benchmark, rows[0].ranks));
        fs::write(&path, svg(rows)?).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// The plot of a table: values over bytes, a line for each column. Times have a logarithmic axis,
/// rates and percentages begin at zero.
pub fn svg(rows: &[Row]) -> Result<String> {
    let first = rows.first().context("a plot needs rows")?;
    let columns = columns(rows);
    let values = columns.iter().flat_map(|column| rows.iter().filter_map(|row| row.value(column)));
    let values = values.filter(|value| *value > 0.0 && value.is_finite());
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let rises = plan::find(first.benchmark).is_some_and(|benchmark| benchmark.unit.more_is_better());
    plot(|area| match rises {
        true => draw(area, rows, &columns, 0.0..high * 1.05),
        false => draw(area, rows, &columns, decades(low, high).log_scale()),
    })
}

/// What covers the values in steps of 1, 2 and 5 times powers of ten.
fn decades(low: f64, high: f64) -> Range<f64> {
    let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
    let steps = |value: f64| [1.0, 2.0, 5.0, 10.0].map(|step| step * 10_f64.powf(value.log10().floor()));
    let below = steps(low).into_iter().filter(|step| *step <= low).fold(0.0, f64::max);
    let above = steps(high).into_iter().filter(|step| *step > high).fold(f64::INFINITY, f64::min);
    below..above
}

fn draw<Y>(area: &Area<'_>, rows: &[Row], columns: &[String], y: Y) -> Result<()>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let sizes = rows.iter().map(|row| row.bytes.max(1) as f64);
    let x = sizes.clone().fold(f64::INFINITY, f64::min)..sizes.fold(1.0, f64::max);
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).x_label_area_size(36).y_label_area_size(64);
    let mut chart = builder.build_cartesian_2d(x.log_scale().base(2.0), y).map_err(failed)?;
    let mut mesh = chart.configure_mesh();
    mesh.axis_style(GRID).bold_line_style(GRID).light_line_style(TRANSPARENT).label_style((FONT, 13, &INK));
    mesh.x_labels(14).x_label_formatter(&|bytes| bytes_text(*bytes)).y_label_formatter(&|value| tick(*value));
    mesh.x_desc("bytes").y_desc(rows[0].unit).draw().map_err(failed)?;
    for (place, column) in columns.iter().enumerate() {
        let color = color(place, column);
        let points = rows.iter().filter_map(|row| Some((row.bytes.max(1) as f64, row.value(column)?)));
        let points: Vec<_> = points.filter(|(_, value)| *value > 0.0).collect();
        let style = ShapeStyle::from(color).stroke_width(if column == FERRY { 3 } else { 2 });
        let line = LineSeries::new(points.iter().copied(), style);
        let label = chart.draw_series(line).map_err(failed)?.label(column);
        label.legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        let dots = points.iter().map(|point| Circle::new(*point, 3, color.filled()));
        chart.draw_series(dots).map_err(failed)?;
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.85)).label_font((FONT, 13, &INK));
    legend.draw().map_err(failed)
}

fn color(place: usize, column: &str) -> RGBColor {
    match column {
        FERRY => FERRY_COLOR,
        RAW => RAW_COLOR,
        _ => COLORS[place % COLORS.len()],
    }
}

/// A number of bytes with its unit: 4K, 1M.
fn bytes_text(value: f64) -> String {
    let value = value.round() as u64;
    match value {
        0..1024 => value.to_string(),
        1024..1_048_576 => format!("{}K", value >> 10),
        _ => format!("{}M", value >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::{Samples, Series, Statistic};
    use super::*;

    fn report() -> Report {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        for (bytes, value) in [(8, 0.2), (16, 0.3), (1 << 20, 90.0)] {
            samples.add(&Series::Ferry, latency, 2, bytes, value);
            samples.add(&Series::Peer("mpich"), latency, 2, bytes, 2.0 * value);
        }
        samples.add(&Series::Ferry, plan::find("barrier").unwrap(), 2, 0, 0.3);
        samples.report(Statistic::Median)
    }

    #[test]
    fn a_plot_has_a_line_and_points_for_each_column() {
        let report = report();
        let svg = svg(report.tables().next().unwrap()).unwrap();
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(svg.contains("ferry") && svg.contains("mpich") && svg.contains("us"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn files_are_named_by_benchmark_and_ranks_and_single_points_have_none() {
        let folder = tempfile::tempdir().unwrap();
        write_all(&report(), &folder.path().join("plots")).unwrap();
        let names: Vec<_> = fs::read_dir(folder.path().join("plots")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["latency-2.svg"]);
    }

    #[test]
    fn an_axis_of_times_begins_and_ends_at_round_numbers() {
        for (low, high, expected) in [(0.31, 35.0, 0.2..50.0), (1.0, 1.0, 1.0..2.0), (f64::INFINITY, 0.0, 1.0..2.0)] {
            let range = decades(low, high);
            assert!((range.start - expected.start).abs() < 1e-9 && (range.end - expected.end).abs() < 1e-9, "{range:?}");
        }
    }

    #[test]
    fn labels_are_short() {
        assert_eq!([bytes_text(512.0), bytes_text(65536.0), bytes_text(1048576.0)], ["512", "64K", "1M"]);
    }
}
