//! Processes of a job, played by threads, that talk over loopback.

mod devices;
mod engines;
mod foreign;
mod job;
mod limits;
mod strangers;
