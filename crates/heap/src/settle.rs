//! What a fork has doubled becomes single again. Once no child has the blocks of retired regions
//! any more, the program's part of them becomes memory of its own, and the file's pages go back to
//! the system. A block at a time, as others are allocated and freed.

use ferry_sys::{clock, memory};
use rustix::fs::{FallocateFlags, fallocate};

use crate::arena::{Area, Inner};
use crate::classes::GRANULE;
use crate::head::MOST_REGIONS;
use crate::runs::Run;
use crate::{children, fork};

/// How often children are asked for, at most.
const PAUSE_NS: u64 = 50_000_000;
/// Bytes that are made the program's own at a time, so that hardly more than one copy of them
/// exists.
const PIECE: usize = 1 << 20;

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Settling {
    /// There is nothing to do.
    Done,
    /// Children may have the blocks; asked for last at this time.
    Waiting { since_ns: u64 },
    /// All before this granule of this region is done.
    Under { region: usize, granule: usize },
}

impl Inner {
    /// The next step, if there is one.
    pub(crate) fn settle(&mut self) {
        match self.settling {
            Settling::Done => {}
            Settling::Waiting { since_ns } => {
                let now_ns = clock::now_ns();
                if now_ns - since_ns >= PAUSE_NS {
                    let may_begin = !fork::is_child() && !fork::keeps_former() && children::have_gone();
                    self.settling = if may_begin {
                        Settling::Under { region: 0, granule: 0 }
                    } else {
                        Settling::Waiting { since_ns: now_ns }
                    };
                }
            }
            Settling::Under { region, granule } => self.settling = self.settle_run(region, granule),
        }
    }

    /// Settles the first run from a granule of a region on.
    fn settle_run(&mut self, region: usize, granule: usize) -> Settling {
        let file = self.file();
        let Some(area) = self.areas.get(region).filter(|_| region < MOST_REGIONS).and_then(Option::as_ref) else {
            return Settling::Done;
        };
        let (Some(file), Some((run, is_used))) = (file, area.run_from(granule).filter(|_| area.is_private)) else {
            return Settling::Under { region: region + 1, granule: 0 };
        };
        let is_own =
            |(begin, len): (usize, usize)| !is_used || memory::populate_to_write(area.base.wrapping_add(begin), len).is_ok();
        for (begin, len) in pieces(run).filter(|piece| is_own(*piece)) {
            // Where the system keeps the pages, there are two of each.
            let _ =
                fallocate(file, FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, area.position + begin as u64, len as u64);
        }
        Settling::Under { region, granule: run.first + run.granules }
    }
}

impl Area {
    /// The first run from a granule on, and whether it is in use.
    fn run_from(&self, granule: usize) -> Option<(Run, bool)> {
        (granule..self.len / GRANULE).find_map(|granule| self.runs.any(granule))
    }
}

/// Where the pieces of a run begin in its region, and their bytes.
fn pieces(run: Run) -> impl Iterator<Item = (usize, usize)> {
    let end = (run.first + run.granules) * GRANULE;
    (run.first * GRANULE..end).step_by(PIECE).map(move |begin| (begin, PIECE.min(end - begin)))
}
