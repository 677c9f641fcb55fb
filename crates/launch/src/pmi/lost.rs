//! Who is alone, and who only lost the others: what launchers leave in the environment of a process
//! that cannot reach them.
//!
//! N worlds of 1 in place of one of N are never intended: where the environment promises several
//! processes, going on alone is refused.

use std::io;

use ferry_pmix::PmixError;

use crate::environment as env;
use crate::error::LaunchError;

type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Refuses to be alone without any launcher's offer, if there is evidence of others.
pub(super) fn refuse_lost_ranks(variable: Variables<'_>) -> Result<(), LaunchError> {
    let Some(evidence) = promised_ranks(variable) else { return Ok(()) };
    let is_slurm = evidence.starts_with("SLURM_");
    let problem = match (variable(env::PMI_PORT), variable("SLURM_MPI_TYPE").filter(|_| is_slurm)) {
        (Some(port), _) => format!("the launcher listens on PMI_PORT={port}, and Ferry speaks PMI over PMI_FD only"),
        (None, Some(kind)) => format!("srun --mpi={kind} offers neither PMI_FD nor PMIX_NAMESPACE"),
        (None, None) => {
            "neither PMI_FD nor PMIX_NAMESPACE is set: the launcher speaks neither PMI nor PMIx, or something between it and \
                         this program cleared them"
                .to_owned()
        }
    };
    let start = if is_slurm { "srun --mpi=pmi2, srun --mpi=pmix or Ferry's mpiexec" } else { "Ferry's mpiexec" };
    let name = evidence.split('=').next().unwrap_or_default();
    let fix = format!("start the program with {start}, or unset {name} to run it alone");
    Err(LaunchError::NoLauncher { evidence, problem, fix })
}

/// Refuses to be alone although `PMI_FD` is no connection, if there are others.
pub(super) fn refuse_lost_descriptor(variable: Variables<'_>, problem: &io::Error) -> Result<(), LaunchError> {
    let Some(size) = count(variable, env::PMI_SIZE).filter(|size| *size > 1) else { return Ok(()) };
    let descriptor = variable(env::PMI_FD).unwrap_or_default();
    let problem = match problem.raw_os_error() {
        Some(CLOSED) => format!("descriptor {descriptor}, over which mpiexec speaks with this program (PMI_FD), is closed"),
        _ => format!("PMI_FD={descriptor} is no connection to a launcher ({problem})"),
    };
    Err(LaunchError::NoLauncher {
        evidence: format!("PMI_SIZE={size}"),
        problem,
        fix: "if something between mpiexec and this program closes descriptors, have it keep them (Python's subprocess: close_fds=False); if a process of an MPI \
              job started this program, unset PMI_FD, PMI_RANK and PMI_SIZE for it to run alone, or start it with mpiexec"
            .to_owned(),
    })
}

/// The error number of a descriptor that is not open.
const CLOSED: i32 = ferry_sys::errno::EBADF;

/// What is wrong with the number of a descriptor that something has closed.
pub(super) const EXPECTED_OPEN: &str = "an open descriptor; something between mpiexec and this program closes them, and has to keep them (Python's subprocess: \
                                        close_fds=False)";

/// Refuses to be alone although the PMIx server cannot be reached, unless the job is known to be of
/// one process.
pub(super) fn refuse_lost_server(variable: Variables<'_>, problem: &PmixError) -> Result<(), LaunchError> {
    if is_known_alone(variable) {
        return Ok(());
    }
    let namespace = variable(env::PMIX_NAMESPACE).unwrap_or_default();
    let rank = variable(env::PMIX_RANK).unwrap_or_default();
    Err(LaunchError::NoLauncher {
        evidence: format!("PMIX_NAMESPACE={namespace} PMIX_RANK={rank}"),
        problem: format!("its PMIx server cannot be used: {problem}"),
        fix: "or start the program with Ferry's mpiexec; if a process of an MPI job started it, unset PMIX_NAMESPACE for it to run alone"
            .to_owned(),
    })
}

/// Evidence of several processes.
fn promised_ranks(variable: Variables<'_>) -> Option<String> {
    let several = |name: &str| count(variable, name).filter(|n| *n > 1).map(|n| format!("{name}={n}"));
    let pmix = || match count(variable, "OMPI_COMM_WORLD_SIZE") {
        Some(1) => None,
        _ => variable(env::PMIX_RANK).map(|rank| format!("PMIX_RANK={rank}")),
    };
    let slurm = || slurm_size(variable).and_then(several);
    several(env::PMI_SIZE).or_else(|| several("OMPI_COMM_WORLD_SIZE")).or_else(slurm).or_else(pmix)
}

/// Processes of the job, as far as the environment tells; 1 for a process that no launcher started.
pub(super) fn promised_size(variable: Variables<'_>) -> Option<u64> {
    let told = |name: &str| count(variable, name);
    let size = told(env::PMI_SIZE).or_else(|| told("OMPI_COMM_WORLD_SIZE")).or_else(|| slurm_size(variable).and_then(told));
    size.or_else(|| variable(env::PMIX_RANK).is_none().then_some(1))
}

fn is_known_alone(variable: Variables<'_>) -> bool {
    let slurm = slurm_size(variable);
    ["OMPI_COMM_WORLD_SIZE"].into_iter().chain(slurm).any(|name| count(variable, name) == Some(1))
}

/// The variable that tells how many processes a step of Slurm has, if this process is one of a
/// step's. In a batch script `SLURM_NTASKS` is set although the script is one process, and so it is
/// in an interactive step.
fn slurm_size(variable: Variables<'_>) -> Option<&'static str> {
    variable("SLURM_PROCID")?;
    match variable("SLURM_STEP_NUM_TASKS") {
        Some(_) => Some("SLURM_STEP_NUM_TASKS"),
        None => variable("SLURM_STEP_ID").map(|_| "SLURM_NTASKS"),
    }
}

fn count(variable: Variables<'_>, name: &str) -> Option<u64> {
    variable(name)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pairs = &'static [(&'static str, &'static str)];

    fn of(pairs: Pairs) -> impl Fn(&str) -> Option<String> {
        move |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    fn closed() -> io::Error {
        io::ErrorKind::NotConnected.into()
    }

    fn unreachable() -> PmixError {
        PmixError::Failed { function: "PMIx_Init", reason: "UNREACHABLE".into(), status: -25 }
    }

    #[test]
    fn the_size_of_a_job_is_known_from_its_launcher() {
        let cases: &[(Pairs, Option<u64>)] = &[
            (&[], Some(1)),
            (&[("PMI_SIZE", "3"), ("PMI_RANK", "0")], Some(3)),
            (&[("OMPI_COMM_WORLD_SIZE", "4"), ("PMIX_RANK", "0")], Some(4)),
            (&[("SLURM_PROCID", "0"), ("SLURM_STEP_NUM_TASKS", "5"), ("PMIX_RANK", "0")], Some(5)),
            (&[("PMIX_RANK", "0")], None),
        ];
        for (pairs, size) in cases {
            assert_eq!(promised_size(&of(pairs)), *size, "{pairs:?}");
        }
    }

    #[test]
    fn alone_is_alone() {
        let alone: [Pairs; 6] = [
            &[],
            &[("PMI_SIZE", "1")],
            &[("OMPI_COMM_WORLD_SIZE", "1"), ("PMIX_RANK", "0")],
            &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0")],
            &[("SLURM_NTASKS", "1"), ("SLURM_PROCID", "0"), ("SLURM_STEP_ID", "0")],
            &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0"), ("SLURM_STEP_ID", "9"), ("SLURM_STEP_NUM_TASKS", "1")],
        ];
        for pairs in alone {
            assert!(refuse_lost_ranks(&of(pairs)).is_ok(), "{pairs:?}");
        }
        assert!(refuse_lost_descriptor(&of(&[("PMI_SIZE", "1"), ("PMI_FD", "99")]), &closed()).is_ok());
        let one_of_one: Pairs = &[("SLURM_PROCID", "0"), ("SLURM_STEP_NUM_TASKS", "1"), ("PMIX_RANK", "0")];
        assert!(refuse_lost_server(&of(one_of_one), &unreachable()).is_ok());
    }

    #[test]
    fn lost_ranks_are_told_why_and_what_to_do() {
        let lost: [Pairs; 5] = [
            &[("PMI_SIZE", "2")],
            &[("OMPI_COMM_WORLD_SIZE", "4"), ("PMIX_RANK", "0")],
            &[("SLURM_STEP_NUM_TASKS", "4"), ("SLURM_PROCID", "0")],
            &[("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0"), ("SLURM_STEP_ID", "0")],
            &[("PMIX_RANK", "0")],
        ];
        for pairs in lost {
            let message = refuse_lost_ranks(&of(pairs)).unwrap_err().to_string();
            let (name, value) = pairs[0];
            assert!(message.contains(&format!("{name}={value}")) && message.contains("unset"), "{pairs:?}: {message}");
            assert_eq!(message.contains("srun --mpi=pmi2"), name.starts_with("SLURM"), "{message}");
        }
    }

    #[test]
    fn a_kind_of_mpi_that_offers_nothing_is_named() {
        let message = refuse_lost_ranks(&of(&[("SLURM_STEP_NUM_TASKS", "4"), ("SLURM_PROCID", "0"), ("SLURM_MPI_TYPE", "none")]));
        assert!(message.unwrap_err().to_string().contains("--mpi=none"));
    }

    #[test]
    fn connections_that_are_gone_are_named() {
        let message = refuse_lost_descriptor(&of(&[("PMI_SIZE", "2"), ("PMI_FD", "99")]), &closed()).unwrap_err().to_string();
        assert!(message.contains("PMI_SIZE=2") && message.contains("PMI_FD=99") && message.contains("unset"), "{message}");
        let gone = io::Error::from_raw_os_error(CLOSED);
        let message = refuse_lost_descriptor(&of(&[("PMI_SIZE", "2"), ("PMI_FD", "99")]), &gone).unwrap_err().to_string();
        assert!(message.contains("descriptor 99") && message.contains("close_fds=False"), "{message}");
        for pairs in [&[("PMIX_NAMESPACE", "job")] as Pairs, &[("PMIX_NAMESPACE", "job"), ("OMPI_COMM_WORLD_SIZE", "2")]] {
            let message = refuse_lost_server(&of(pairs), &unreachable()).unwrap_err().to_string();
            assert!(message.contains("PMIX_NAMESPACE=job") && message.contains("UNREACHABLE"), "{message}");
        }
    }
}
