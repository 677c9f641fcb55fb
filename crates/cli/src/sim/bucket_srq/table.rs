//! What runs have come to, as rows of tables.

use ferry_sim::Scheme;

use super::{Run, Runs};

/// A run in one line, for who waits.
pub fn plain(run: &Run) -> String {
    let totals = &run.report.totals;
    format!(
        "{:<6} {:>4} ranks {:<9} {:>6.1} % {:>8.2} MB {:>8} stalls {:>4} dry {:>10.3} ms {:>9} events",
        run.pattern.name,
        run.ranks,
        run.scheme.name(),
        run.efficiency(),
        run.receive_mb(),
        run.report.counters.stalls,
        totals.not_ready,
        run.time_ms(),
        totals.events
    )
}

/// A table as Markdown: the first column to the left, others to the right.
pub fn markdown(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_owned()).collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{}{}", line(head), line(&rule), body)
}

fn texts<const COUNT: usize>(texts: [&str; COUNT]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

/// One row for each pattern: what `cells` makes of its runs on `asked` ranks.
fn by_pattern(runs: &Runs, asked: u32, cells: impl Fn(&Run) -> Option<Vec<String>>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for pattern in runs.patterns() {
        let found = runs.schemes().into_iter().filter_map(|scheme| runs.find(pattern.name, asked, scheme));
        let found: Vec<&Run> = found.collect();
        let Some(first) = found.first() else { continue };
        let ranks = if first.ranks == asked { String::new() } else { format!(" ({} ranks)", first.ranks) };
        let mut row = vec![format!("{}{ranks}", pattern.name.to_uppercase())];
        found.iter().filter_map(|run| cells(run)).for_each(|cells| row.extend(cells));
        rows.push(row);
    }
    rows
}

fn head(runs: &Runs, first: &str, columns: &[&str]) -> Vec<String> {
    let mut head = vec![first.to_owned()];
    for scheme in runs.schemes() {
        head.extend(columns.iter().map(|column| format!("{column}{}", scheme.name())));
    }
    head
}

/// Sizes of messages as receives see them, with the first scheme.
pub fn sizes(runs: &Runs, asked: u32) -> String {
    const PERCENT: [u32; 5] = [10, 50, 90, 99, 100];
    let mut head = texts(["pattern", "size", "messages", "rank receives"]);
    head.extend(PERCENT.map(|percent| format!("{percent} %")));
    let mut rows = Vec::new();
    for pattern in runs.patterns() {
        let Some(run) = runs.schemes().first().and_then(|scheme| runs.find(pattern.name, asked, *scheme)) else { continue };
        let arrivals = &run.report.arrivals;
        let mut row = vec![pattern.name.to_uppercase(), pattern.class.to_owned(), arrivals.messages().to_string()];
        row.push((arrivals.messages() / u64::from(run.ranks)).to_string());
        row.extend(PERCENT.map(|percent| arrivals.percentile(percent).to_string()));
        rows.push(row);
    }
    markdown(&head, &rows)
}

/// Efficiency in per cent: of bytes, and the mean over messages.
pub fn efficiency(runs: &Runs, asked: u32) -> String {
    let head: Vec<String> = head(runs, "efficiency, %", &["", "mean, "]);
    let cells =
        |run: &Run| Some(vec![format!("{:.1}", run.efficiency()), format!("{:.1}", run.report.arrivals.mean_efficiency())]);
    markdown(&head, &by_pattern(runs, asked, cells))
}

/// Memory for receiving of the rank that has most of it, in MB, on all numbers of ranks.
pub fn memory(runs: &Runs) -> String {
    let mut head = vec!["receive memory of a rank, MB".to_owned()];
    for asked in runs.ranks() {
        head.extend(runs.schemes().iter().map(|scheme| format!("{}, {asked}", scheme.name())));
    }
    let rows = runs.patterns().into_iter().map(|pattern| {
        let mut row = vec![pattern.name.to_uppercase()];
        for asked in runs.ranks() {
            let cell = |scheme: &Scheme| {
                runs.find(pattern.name, asked, *scheme).map_or(String::new(), |run| format!("{:.2}", run.receive_mb()))
            };
            row.extend(runs.schemes().iter().map(cell));
        }
        row
    });
    markdown(&head, &rows.collect::<Vec<_>>())
}

/// Times in ms, and those of the other schemes over the first one's.
pub fn times(runs: &Runs, asked: u32) -> String {
    let schemes = runs.schemes();
    let mut head = vec!["time, ms".to_owned()];
    head.extend(schemes.iter().map(|scheme| scheme.name().to_owned()));
    head.extend(schemes.iter().skip(1).map(|scheme| format!("{} / {}", scheme.name(), schemes[0].name())));
    let mut rows = by_pattern(runs, asked, |run| Some(vec![format!("{:.3}", run.time_ms())]));
    for (row, pattern) in rows.iter_mut().zip(runs.patterns()) {
        let ratio =
            |scheme: &Scheme| ratio(runs, pattern.name, asked, *scheme).map_or(String::new(), |ratio| format!("{ratio:.3}"));
        row.extend(schemes.iter().skip(1).map(ratio));
    }
    markdown(&head, &rows)
}

/// Time with a scheme over that with the first one.
pub fn ratio(runs: &Runs, pattern: &str, asked: u32, scheme: Scheme) -> Option<f64> {
    let first = runs.find(pattern, asked, *runs.schemes().first()?)?;
    Some(runs.find(pattern, asked, scheme)?.time_ms() / first.time_ms())
}

/// What flow control did: attempts to send that had to wait, messages for nothing but credits,
/// messages that found no receive, and receives left in shared queues at least.
pub fn flow(runs: &Runs, asked: u32) -> String {
    let head = head(runs, "flow control", &["stalls, ", "control, ", "not ready, ", "fewest left, "]);
    let cells = |run: &Run| {
        let (counters, driest) = (&run.report.counters, run.report.driest.map_or("-".to_owned(), |left| left.to_string()));
        Some(vec![
            counters.stalls.to_string(),
            counters.control_sent.to_string(),
            run.report.totals.not_ready.to_string(),
            driest,
        ])
    };
    markdown(&head, &by_pattern(runs, asked, cells))
}

/// Everything.
pub fn all(runs: &Runs) -> String {
    let mut text = String::new();
    for asked in runs.ranks() {
        text += &format!("{asked} ranks\n\n{}\n", sizes(runs, asked));
        text += &format!("{}\n{}\n{}\n", efficiency(runs, asked), times(runs, asked), flow(runs, asked));
    }
    text + &memory(runs)
}
