//! Where files go that all hosts of a job have to see.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use ferry_launch::mpiexec::allocation;

/// Whether a job may have other hosts than this one. `has_arguments`: it has arguments for mpiexec.
pub fn may_be_elsewhere(has_arguments: bool) -> bool {
    has_arguments || has_allocation(|name| env::var(name).ok())
}

/// The current directory, which hosts of a job share by custom, where a job may have other hosts;
/// else that of temporary files. `has_arguments`: it has arguments for mpiexec.
///
/// # Errors
/// If there is no current directory.
pub fn of_job(has_arguments: bool) -> Result<PathBuf> {
    match may_be_elsewhere(has_arguments) {
        true => env::current_dir().context("the current directory"),
        false => Ok(env::temp_dir()),
    }
}

/// Whether the environment names hosts, with or without success.
fn has_allocation(variable: impl Fn(&str) -> Option<String>) -> bool {
    let read = |file: &str| fs::read_to_string(file).map_err(|error| error.to_string());
    !matches!(allocation::find(variable, read), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_may_have_other_hosts_use_the_current_directory() {
        assert_eq!(of_job(true).unwrap(), env::current_dir().unwrap());
        let of = |set: &'static str| move |name: &str| (name == set).then(|| "n1,n2".to_owned());
        let names = ["FERRY_HOSTFILE", "SLURM_JOB_NODELIST", "PBS_NODEFILE", "HOME"];
        assert_eq!(names.map(|name| has_allocation(of(name))), [true, true, true, false]);
    }
}
