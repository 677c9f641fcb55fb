//! What plots of this program have in common: SVG by plotters, all in one style.

use std::fmt::Display;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of a plot.
const SIZE: (u32, u32) = (760, 380);
/// Of all labels.
pub const FONT: &str = "sans-serif";
/// Color of all labels.
pub const INK: RGBColor = RGBColor(68, 68, 85);
/// Color of axes and lines across.
pub const GRID: RGBColor = RGBColor(228, 233, 239);

/// What is drawn on.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// An adapter for `map_err`.
pub fn failed(error: impl Display) -> anyhow::Error {
    anyhow!("drawing a plot: {error}")
}

/// The text of a plot, which `drawing` draws on white.
///
/// # Errors
/// If it cannot be drawn.
pub fn plot(drawing: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    area.fill(&WHITE).map_err(failed)?;
    drawing(&area)?;
    area.present().map_err(failed)?;
    drop(area);
    Ok(text)
}

/// A value as an axis shows it.
pub fn tick(value: f64) -> String {
    if value >= 1.0 || value == 0.0 { format!("{value:.0}") } else { format!("{value:.3}").trim_end_matches('0').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_values_are_short() {
        assert_eq!([tick(0.0), tick(0.05), tick(200.0)], ["0", "0.05", "200"]);
    }
}
