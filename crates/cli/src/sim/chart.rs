//! Charts of the simulator's reports.

use std::ops::Range;

use anyhow::Result;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

use crate::svg::{Area, FONT, GRID, INK, failed, plot, tick};

const COLORS: [RGBColor; 9] = [
    RGBColor(209, 73, 91),
    RGBColor(46, 111, 149),
    RGBColor(58, 156, 111),
    RGBColor(236, 154, 41),
    RGBColor(122, 81, 149),
    RGBColor(120, 94, 74),
    RGBColor(0, 160, 190),
    RGBColor(214, 93, 177),
    RGBColor(128, 140, 0),
];

/// Something that is drawn, with its name.
pub struct ChartSeries {
    /// In the legend.
    pub name: String,
    /// Points of a line, or the heights of bars at 0, 1 and so on.
    pub points: Vec<(f64, f64)>,
}

/// What the axes show.
pub struct Axes {
    /// Name of the horizontal one, which is logarithmic for lines.
    pub x: &'static str,
    /// Name of the vertical one.
    pub y: &'static str,
    /// Whether that is logarithmic.
    pub is_log: bool,
}

fn extent(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    if low < high { low..high } else { high.max(1.0) / 2.0..high.max(1.0) * 2.0 }
}

/// Lines over a logarithmic axis.
///
/// # Errors
/// If the library cannot draw them.
pub fn lines(axes: &Axes, series: &[ChartSeries]) -> Result<String> {
    let y = extent(series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).filter(|value| *value > 0.0));
    plot(|area| match axes.is_log {
        true => draw_lines(area, axes, series, (y.start / 1.5..y.end * 1.5).log_scale()),
        false => draw_lines(area, axes, series, 0.0..y.end * 1.05),
    })
}

fn draw_lines<Y>(area: &Area<'_>, axes: &Axes, series: &[ChartSeries], y: Y) -> Result<()>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let x = extent(series.iter().flat_map(|series| series.points.iter().map(|point| point.0)));
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).x_label_area_size(36).y_label_area_size(64);
    let mut chart = builder.build_cartesian_2d(x.log_scale().base(2.0), y).map_err(failed)?;
    let mut mesh = chart.configure_mesh();
    mesh.axis_style(GRID).bold_line_style(GRID).light_line_style(TRANSPARENT).label_style((FONT, 13, &INK));
    mesh.x_label_formatter(&|value| format!("{value:.0}")).y_label_formatter(&|value| tick(*value));
    mesh.x_desc(axes.x).y_desc(axes.y).draw().map_err(failed)?;
    for (index, ChartSeries { name, points }) in series.iter().enumerate() {
        let style = ShapeStyle::from(COLORS[index % COLORS.len()]).stroke_width(2);
        let shown = points.iter().copied().filter(|point| !axes.is_log || point.1 > 0.0);
        let label = chart.draw_series(LineSeries::new(shown, style)).map_err(failed)?.label(name);
        label.legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::LowerRight).background_style(WHITE.mix(0.85)).label_font((FONT, 13, &INK));
    legend.draw().map_err(failed)
}

/// Groups of bars, one of each series.
///
/// # Errors
/// If the library cannot draw them.
pub fn bars(axes: &Axes, groups: &[String], series: &[ChartSeries]) -> Result<String> {
    const GROUP: f64 = 0.8;
    let most = series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).fold(0.0, f64::max);
    let width = GROUP / series.len().max(1) as f64;
    plot(|area| {
        let mut builder = ChartBuilder::on(area);
        builder.margin(12).x_label_area_size(36).y_label_area_size(64);
        let x = -0.5..groups.len() as f64 - 0.5;
        let mut chart = builder.build_cartesian_2d(x, 0.0..most * 1.2).map_err(failed)?;
        let name = |x: &f64| match (x - x.round()).abs() < 0.01 && *x >= 0.0 {
            true => groups.get(x.round() as usize).cloned().unwrap_or_default(),
            false => String::new(),
        };
        let mut mesh = chart.configure_mesh();
        mesh.axis_style(GRID).bold_line_style(GRID).light_line_style(TRANSPARENT).label_style((FONT, 13, &INK));
        mesh.disable_x_mesh().x_labels(2 * groups.len() + 1).x_label_formatter(&name).y_label_formatter(&|value| tick(*value));
        mesh.x_desc(axes.x).y_desc(axes.y).draw().map_err(failed)?;
        for (index, ChartSeries { name, points }) in series.iter().enumerate() {
            let style = COLORS[index % COLORS.len()].filled();
            let left = |group: f64| group - GROUP / 2.0 + width * index as f64;
            let bar = |point: &(f64, f64)| Rectangle::new([(left(point.0), 0.0), (left(point.0) + width, point.1)], style);
            let label = chart.draw_series(points.iter().map(bar)).map_err(failed)?.label(name);
            label.legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], style));
        }
        let mut legend = chart.configure_series_labels();
        legend.position(SeriesLabelPosition::UpperRight).background_style(WHITE.mix(0.85)).label_font((FONT, 13, &INK));
        legend.draw().map_err(failed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series() -> Vec<ChartSeries> {
        ["first", "second"].map(|name| ChartSeries { name: name.to_owned(), points: vec![(1.0, 20.0), (2.0, 0.5)] }).into()
    }

    #[test]
    fn lines_and_bars_have_their_names_and_no_nonsense() {
        for is_log in [false, true] {
            let svg = lines(&Axes { x: "ranks", y: "KiB", is_log }, &series()).expect("drawn");
            assert!(svg.matches("<polyline").count() >= 4, "a line and its sign in the legend, for each");
            assert!(["first", "second", "ranks", "KiB"].iter().all(|text| svg.contains(text)) && !svg.contains("NaN"), "{svg}");
        }
        let svg = bars(&Axes { x: "", y: "%", is_log: false }, &["a1", "b2", "c3"].map(str::to_owned), &series()).expect("drawn");
        assert!(["first", "a1", "b2", "c3"].iter().all(|text| svg.contains(text)), "{svg}");
    }

    #[test]
    fn nothing_at_all_can_be_drawn() {
        assert!(lines(&Axes { x: "x", y: "y", is_log: true }, &[]).is_ok());
    }
}
