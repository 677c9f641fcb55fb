//! What a fork has doubled becomes single again. Once no child has the blocks of retired regions
//! any more, the program's part of them becomes memory of its own, and the file's pages go back to
//! the system. A block at a time, as others are allocated and freed.

use std::ops::Range;
use std::os::fd::BorrowedFd;

use ferry_sys::{clock, memory};
use rustix::fs::{SeekFrom, seek};

use crate::arena::{Area, Inner};
use crate::classes::GRANULE;
use crate::head::MOST_REGIONS;
use crate::runs::Run;
use crate::{children, fork};

/// How often children are asked for, at most.
const PAUSE_NS: u64 = 50_000_000;
/// Bytes that are made the program's own at a time, so that hardly more than one copy of them
/// exists.
const PIECE: u64 = 1 << 20;

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Settling {
    /// There is nothing to do.
    Done,
    /// Children may have the blocks; asked for last at this time.
    Waiting { since_ns: u64 },
    /// All before this granule of this region is done.
    Under { region: usize, granule: usize },
    /// There may be a child that nobody knows of, which has the blocks.
    Never,
}

impl Inner {
    /// The next step, if there is one.
    pub(crate) fn settle(&mut self) {
        match self.settling {
            Settling::Done | Settling::Never => {}
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

    /// Before a fork, whose child gets the blocks that are there.
    pub(crate) fn expect_child(&mut self) {
        if self.areas.iter().all(Option::is_none) || matches!(self.settling, Settling::Never) {
            return;
        }
        self.settling = if children::expect() { Settling::Waiting { since_ns: clock::now_ns() } } else { Settling::Never };
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
        let bytes = run.bytes();
        let places = area.position + bytes.start as u64..area.position + bytes.end as u64;
        for place in pages(file, places) {
            let begin = area.base.wrapping_add((place.start - area.position) as usize);
            let len = place.end - place.start;
            if !is_used || memory::populate_to_write(begin, len as usize).is_ok() {
                // Where the system keeps the pages, there are two of each.
                let _ = memory::clear(file, place.start, len);
            }
        }
        Settling::Under { region, granule: run.first + run.granules }
    }
}

impl Area {
    /// The first run from a granule on, and whether it is in use. What is left of a run that began
    /// before is free: one that is in use begins where it did.
    fn run_from(&self, first: usize) -> Option<(Run, bool)> {
        let end = self.len / GRANULE;
        match (first..end).find_map(|granule| self.runs.any(granule)) {
            Some(found) if found.0.first == first => Some(found),
            next => {
                let granules = next.map_or(end, |(run, _)| run.first) - first;
                (granules > 0).then_some((Run { first, granules }, false))
            }
        }
    }
}

/// The pages of a file in `within`, a piece at a time. Where it has none, nobody has touched any,
/// or the program has its own by now.
pub(crate) fn pages(file: BorrowedFd<'_>, within: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let mut at = within.start;
    std::iter::from_fn(move || {
        let start = seek(file, SeekFrom::Data(at)).ok().filter(|start| *start < within.end)?;
        let end = seek(file, SeekFrom::Hole(start)).ok()?.min(start + PIECE).min(within.end);
        at = end;
        Some(start..end)
    })
}
