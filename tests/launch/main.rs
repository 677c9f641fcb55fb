//! `mpiexec` with plain programs: what needs no MPI library. `run.sh` beside this holds the tests
//! that do.
//!
//! Nothing here waits for time to pass: a rank says on its output when it is ready, and the end of
//! all processes shows as the end of the pipe that all of them hold.

mod ending;
mod harness;
mod hosts;
mod output;
mod starting;
