//! `ferry sim memory`: what a rank takes, by kind, against the number of ranks.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ferry_sim::{Report, Scheme, Workload};
use plotters::prelude::*;

use super::run::Machine;

/// What is run.
#[derive(clap::Args)]
pub struct Arguments {
    /// Workload
    #[arg(long, default_value = "neighbors")]
    workload: String,
    #[command(flatten)]
    machine: Machine,
    /// Numbers of ranks
    #[arg(long, value_delimiter = ',', default_values_t = [16, 64, 256, 1024])]
    ranks: Vec<u32>,
    /// Write a plot to this file (.svg)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Memory of a rank of each kind, in bytes.
struct Line {
    ranks: u32,
    kinds: [u64; KINDS.len()],
}

const KINDS: [&str; 5] = ["receive buffers", "send buffers", "queue pairs", "completion queues", "program, registered"];

fn line(ranks: u32, report: &Report) -> Line {
    let (memory, each) = (&report.memory, |sum: u64| sum / u64::from(ranks));
    let (receive, send) = (each(report.counters.receive_bytes), each(report.counters.send_bytes));
    Line { ranks, kinds: [receive, send, memory.queue_pairs + memory.shared_receives, memory.completions, memory.regions] }
}

/// Runs the workload on all numbers of ranks.
///
/// # Errors
/// If it cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let workload = Workload::find(&arguments.workload).map_err(|error| anyhow!(error))?;
    writeln!(out, "Memory of a rank in KiB, {}\n", workload.name)?;
    writeln!(out, "{:>8} {}", "ranks", KINDS.map(|kind| format!("{kind:>20}")).concat())?;
    let mut lines = Vec::new();
    for ranks in &arguments.ranks {
        let setup = arguments.machine.setup(workload, *ranks)?;
        let report = Scheme::PerPeer.run(&setup)?;
        let line = line(*ranks, &report);
        writeln!(out, "{ranks:>8} {}", line.kinds.map(|bytes| format!("{:>20.1}", bytes as f64 / 1024.0)).concat())?;
        lines.push(line);
    }
    if let Some(path) = &arguments.plot {
        std::fs::write(path, plot(&lines, workload.name)?).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

const COLORS: [RGBColor; KINDS.len()] =
    [RGBColor(209, 73, 91), RGBColor(46, 111, 149), RGBColor(122, 81, 149), RGBColor(58, 156, 111), RGBColor(236, 154, 41)];

fn plot(lines: &[Line], workload: &str) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| anyhow!("drawing a plot: {error}");
    let most = lines.iter().flat_map(|line| line.kinds).max().unwrap_or(1).max(1024) as f64 / 1024.0;
    let (first, last) = (lines.first().map_or(1, |line| line.ranks), lines.last().map_or(2, |line| line.ranks));
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (760, 380)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .caption(format!("Memory of a rank by kind, {workload}"), ("sans-serif", 15))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(60)
            .build_cartesian_2d((first..last.max(first + 1)).log_scale(), (0.1..most * 1.5).log_scale())
            .map_err(|error| failed(&error))?;
        chart.configure_mesh().x_desc("ranks").y_desc("KiB").draw().map_err(|error| failed(&error))?;
        for (index, kind) in KINDS.iter().enumerate() {
            let points = lines.iter().map(|line| (line.ranks, (line.kinds[index] as f64 / 1024.0).max(0.1)));
            let color = COLORS[index];
            let series = chart.draw_series(LineSeries::new(points, color.stroke_width(2))).map_err(|error| failed(&error))?;
            series.label(*kind).legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .border_style(BLACK.mix(0.2))
            .background_style(WHITE.mix(0.8))
            .draw()
            .map_err(|error| failed(&error))?;
        area.present().map_err(|error| failed(&error))?;
    }
    Ok(text)
}
