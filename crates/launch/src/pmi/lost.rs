//! Who is alone, and who only lost the others: what launchers leave in the environment of a process that cannot reach them.

use crate::environment as env;
use crate::error::LaunchError;

/// Refuses to go on alone where the environment promises several processes: N worlds of 1 in place of one of N are never intended.
pub(super) fn refuse_lost_ranks(variable: &dyn Fn(&str) -> Option<String>) -> Result<(), LaunchError> {
    let Some(evidence) = promised_ranks(variable) else { return Ok(()) };
    let problem = match variable(env::PMI_PORT) {
        Some(port) => format!("the launcher listens on PMI_PORT={port}, and Ferry speaks PMI-1 over PMI_FD only"),
        None => {
            "PMI_FD is not set: the launcher does not speak PMI-1, or something between it and this program cleared it".to_owned()
        }
    };
    let name = evidence.split('=').next().unwrap_or_default();
    let fix = format!("start the program with Ferry's mpiexec, or unset {name} to run it alone");
    Err(LaunchError::NoLauncher { evidence, problem, fix })
}

/// Evidence of several processes that launchers of other kinds leave in the environment.
fn promised_ranks(variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let count = |name: &str| variable(name).and_then(|v| v.trim().parse::<u64>().ok());
    let several = |name: &str| count(name).filter(|n| *n > 1).map(|n| format!("{name}={n}"));
    let slurm_step = || variable("SLURM_PROCID").and_then(|_| several("SLURM_STEP_NUM_TASKS"));
    // In a batch script SLURM_NTASKS is set although the script is one process: only a step counts.
    let slurm_job = || variable("SLURM_STEP_ID").and(variable("SLURM_PROCID")).and_then(|_| several("SLURM_NTASKS"));
    let pmix = || match count("OMPI_COMM_WORLD_SIZE") {
        Some(1) => None,
        _ => variable("PMIX_RANK").map(|rank| format!("PMIX_RANK={rank}")),
    };
    several(env::PMI_SIZE).or_else(|| several("OMPI_COMM_WORLD_SIZE")).or_else(slurm_step).or_else(slurm_job).or_else(pmix)
}
