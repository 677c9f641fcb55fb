//! Long broadcasts between two ranks, which both copy: the receiver reads the first half of the
//! data, and the root writes the other half to where the receiver wants it (LMT-7, LMT-beyond).
//!
//! Both publish where their data are. The root finishes the operation when it has written its half,
//! or says that it has not ([`SharedArea::refuse`](ferry_shm::shared_area::SharedArea::refuse)):
//! then the receiver takes both. The receiver finishes after that, and the root waits for it. A
//! receiver whose data have gaps, or that is not to be written to, publishes nothing and takes
//! everything by itself.
//!
//! # Safety arguments
//! - HALVES-1: a receiver that publishes an address lets the root write there, in the second half,
//!   until the root has finished the operation, and uses that half only after that. The system
//!   checks remote addresses (MEMORY-1).

use crate::Result;
use crate::seat::Says;
use ferry_engine::{Method, Methods};
use ferry_shm::shared_area::Operation;

use super::memory::{Reading, Remote, Source};
use super::task::{Readers, Task};
use crate::member::Member;

/// Halves begin at a page: the system copies page by page.
const PAGE: usize = 4096;

/// Bytes of the first half.
fn first_half(bytes: usize) -> usize {
    bytes / 2 / PAGE * PAGE
}

/// Whether the user lets both sides copy.
fn may_share<M: Member>(task: &Task<M>) -> bool {
    task.member.allows(Methods::only(Method::Cooperative))
}

/// `MPI_Bcast` of long data between two ranks that can read each other's memory.
pub fn bcast<M: Member>(task: &Task<M>) -> Result<()> {
    let bytes = task.recv.bytes(0);
    let says = task.says(bytes);
    if task.rank == task.root { give(task, bytes, says) } else { take(task, bytes, says) }
}

fn give<M: Member>(task: &Task<M>, bytes: usize, says: Says) -> Result<()> {
    let source = Source::one(&task.recv, 0, false);
    let reading = Reading::offer(task, says, &source, Readers::All);
    let has_written = write_half(task, reading.operation(), &source, says);
    if !has_written {
        task.with(|seat, _| seat.area.refuse(reading.operation()));
    }
    reading.end(None, |_| (0, if has_written { first_half(bytes) } else { bytes }))
}

/// Writes the second half to the receiver, if that lets it; whether it is there.
fn write_half<M: Member>(task: &Task<M>, operation: Operation, source: &Source, says: Says) -> bool {
    let receiver = 1 - task.rank;
    if !may_share(task) {
        return false;
    }
    task.wait_for_entry(operation, receiver);
    let remote = task.with(|seat, _| {
        let lets = seat.area.is_published(operation, receiver) && Says(seat.area.what(operation, receiver)) == says.by_address();
        // SAFETY: MEMORY-2.
        lets.then(|| unsafe { Remote::at(seat.area.bytes(operation, receiver), 0) })
    });
    let remote = remote.map(|remote| remote.through(task.heaps(receiver)));
    // SAFETY: MEMORY-1, HALVES-1.
    remote.is_some_and(|remote| unsafe { source.write_to(remote, first_half(remote.bytes as usize)) }.is_ok())
}

fn take<M: Member>(task: &Task<M>, bytes: usize, says: Says) -> Result<()> {
    let nothing = |_| (0, 0);
    let Some(into) = task.recv.dense(0).filter(|_| may_share(task)) else {
        let mut reading = Reading::begin(task);
        if let Some(remote) = reading.find(task.root, says, 0) {
            reading.store(task.root, remote, bytes, &task.recv, 0);
        }
        return reading.end(None, nothing);
    };
    let target = Source::memory(into, bytes);
    let mut reading = Reading::of(task, target.publish(task, says, Readers::One(task.root)));
    if let Some(remote) = reading.find(task.root, says, 0) {
        // SAFETY: DIRECT-1, HALVES-1.
        unsafe { reading.store_with_writer(task.root, remote, into, bytes, first_half(bytes)) };
    }
    reading.end(None, nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_begin_at_pages_and_are_about_equal() {
        assert_eq!([0, PAGE, 2 * PAGE, 3 * PAGE + 5, 1 << 20].map(first_half), [0, 0, PAGE, PAGE, 1 << 19]);
    }
}
