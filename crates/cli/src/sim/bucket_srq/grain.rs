//! SWEEP by what a rank computes between messages: how much of its time flow control can cost.

use anyhow::{Result, anyhow};
use ferry_sim::evaluation::Pattern;
use ferry_sim::{Profile, Scheme};

use super::table::markdown;

/// What a rank computes in a step, in ns.
const COMPUTE_NS: [u64; 5] = [0, 1_000, 5_000, 20_000, 100_000];

/// The table: times in ms, and those of the other schemes over the first one's.
///
/// # Errors
/// If a run is impossible, or an invariant does not hold.
pub fn table(ranks: u32, schemes: &[Scheme], profile: &Profile, seed: u64) -> Result<String> {
    let sweep = Pattern::find("sweep").map_err(|error| anyhow!(error))?;
    let mut head = vec![format!("SWEEP, {ranks} ranks: computing, us")];
    head.extend(schemes.iter().map(|scheme| format!("{}, ms", scheme.name())));
    head.extend(schemes.iter().skip(1).map(|scheme| format!("{} / {}", scheme.name(), schemes[0].name())));
    let mut rows = Vec::new();
    for compute_ns in COMPUTE_NS {
        let mut times = Vec::new();
        for scheme in schemes {
            let mut setup = sweep.setup(ranks, profile.clone(), seed).map_err(|error| anyhow!(error))?;
            setup.settings.compute_ns = compute_ns;
            times.push(scheme.run(&setup)?.work_ps as f64 / 1e9);
        }
        let mut row = vec![format!("{}", compute_ns / 1000)];
        row.extend(times.iter().map(|time| format!("{time:.3}")));
        row.extend(times.iter().skip(1).map(|time| format!("{:.3}", time / times[0])));
        rows.push(row);
    }
    Ok(markdown(&head, &rows))
}
