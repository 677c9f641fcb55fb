//! Attaching to the node segment, and the rank blocks in it.
//!
//! # Safety arguments
//! - SEG-1: the mappings of the head, of rank blocks, rings and pair buffers are leaked: addresses
//!   in them stay valid until the process ends, so references into them are `'static`.
//! - SEG-2: rank blocks are made of atomics only; any rank may read or change them at any time.
//! - SEG-3: the descriptor is leaked as well, and nobody else closes it. Whoever maps a part looks
//!   whether it is the segment's.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, IntoRawFd};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use ferry_sys::memory::{Mapping, address_limit};
use ferry_sys::parts::PartedFile;
use ferry_sys::{barrier, cpu};

use crate::body::pair_buffer::PairBuffer;
use crate::cross_memory::CrossMemory;
use crate::layout::{HEAD_COSTS, HEAD_TUNING, LAYOUT, Layout, MAX_CPUS, MAX_RANKS, PAGE, PAIR_BUFFER, RankBlock};
use crate::members::Members;
use crate::neighbors::DoorbellLocation;
use crate::note::Note;
use crate::shared_area;

/// Why a process cannot join its node segment.
#[derive(Debug)]
pub enum AttachError {
    /// More ranks than a node segment holds.
    TooManyRanks(usize),
    /// Another version of Ferry prepared the segment.
    OtherLayout(u32),
    /// The operating system refused.
    System(io::Error),
}

impl std::fmt::Display for AttachError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AttachError::TooManyRanks(ranks) => write!(f, "{ranks} ranks on one node; Ferry supports up to {MAX_RANKS}"),
            AttachError::OtherLayout(word) => {
                write!(
                    f,
                    "the node's shared memory has layout {word:#x}, this library uses {LAYOUT:#x}; start all ranks with the same Ferry"
                )
            }
            AttachError::System(error) => write!(f, "cannot map the node's shared memory: {error}"),
        }
    }
}

impl std::error::Error for AttachError {}

/// Who sees to it that no wake-up is lost (`docs/wire/segment.md`, S-1 and S-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payer {
    /// Who sleeps, with a memory barrier on the processors of all ranks: where sleeps are rare.
    Sleeper,
    /// Whoever sends, with a fence: where ranks sleep often, or another processor may take long to
    /// answer.
    Sender,
}

/// How the ranks of a node share its processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowding {
    /// More ranks than processors, for all or for those that share this rank's.
    pub oversubscribed: bool,
    /// Processors that the ranks may use, all together.
    pub processors: u32,
}

/// The node segment as one rank sees it.
#[derive(Clone, Copy)]
pub struct Segment {
    file: &'static PartedFile,
    /// Where it begins; as far as rings.
    base: *mut u8,
    layout: Layout,
    rank: usize,
    members: Members,
}

// SAFETY: SEG-1, SEG-2.
unsafe impl Send for Segment {}

impl Segment {
    /// Maps the beginning of the segment behind `file` as rank `rank` of `ranks` and announces this
    /// process in it.
    pub fn attach(file: BorrowedFd<'_>, rank: usize, ranks: usize) -> Result<Self, AttachError> {
        Self::attach_with(file, rank, Members::all(ranks), Payer::Sleeper)
    }

    /// As [`Segment::attach`] by a rank whose sleeps `payer` pays for, of the processes with these
    /// world ranks, in the order of their local ranks.
    pub fn attach_with(file: BorrowedFd<'_>, rank: usize, members: Members, payer: Payer) -> Result<Self, AttachError> {
        let ranks = members.count();
        let layout = Layout::new(ranks).ok_or(AttachError::TooManyRanks(ranks))?;
        let file = PartedFile::open(file, layout.end(), layout.ring(0, 0)).map_err(AttachError::System)?;
        let file: &'static PartedFile = Box::leak(Box::new(file)); // SEG-1
        let segment = Segment { file, base: file.beginning().base().as_ptr(), layout, rank, members };
        segment.check_layout()?;
        segment.announce(payer);
        Ok(segment)
    }

    /// Closes the descriptor, by a process that maps no further parts: what it has mapped stays.
    pub fn close(self) {
        let (descriptor, identity) = self.file.location();
        // SAFETY: SEG-3.
        let file = unsafe { File::from_raw_fd(descriptor.as_raw_fd()) };
        if file.metadata().ok().map(|found| (found.dev(), found.ino())) != Some(identity) {
            // The program has closed it.
            let _ = file.into_raw_fd();
        }
    }

    /// Where processes that have not attached find the doorbell of this rank.
    pub(crate) fn doorbell_location(&self) -> io::Result<DoorbellLocation> {
        let (file, identity) = self.file.location();
        DoorbellLocation::new(file, identity, self.layout.rank_block(self.rank))
    }

    /// The world ranks of those that attach.
    pub fn members(&self) -> Members {
        self.members
    }

    fn check_layout(&self) -> Result<(), AttachError> {
        // SAFETY: SEG-1, the head page begins with the layout word.
        let word = unsafe { &*self.base.cast::<AtomicU32>() };
        match word.compare_exchange(0, LAYOUT, Ordering::AcqRel, Ordering::Acquire) {
            Err(other) if other != LAYOUT => Err(AttachError::OtherLayout(other)),
            _ => Ok(()),
        }
    }

    fn announce(&self, payer: Payer) {
        let block = self.block(self.rank);
        for cpu in cpu::allowed().into_iter().filter(|cpu| *cpu < MAX_CPUS) {
            block.cpus[cpu / 64].fetch_or(1 << (cpu % 64), Ordering::Relaxed);
        }
        block.pid.store(std::process::id(), Ordering::Relaxed);
        CrossMemory::publish(self);
        let is_target = payer == Payer::Sleeper && barrier::register();
        block.attached.store(if is_target { 1 } else { 2 }, Ordering::Release);
    }

    /// This process's rank on the node.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Ranks on the node.
    pub fn ranks(&self) -> usize {
        self.layout.ranks()
    }

    /// The block of a rank.
    #[inline(always)]
    pub fn block(&self, rank: usize) -> &'static RankBlock {
        // SAFETY: SEG-1, SEG-2; zeros are a valid block.
        unsafe { &*self.base.add(self.layout.rank_block(rank)).cast::<RankBlock>() }
    }

    /// The word, not 0, that stands for the algorithms which the first rank of the node goes by: it
    /// is `word` if this is the first one.
    pub fn agree_on_tuning(&self, word: u64) -> u64 {
        // SAFETY: SEG-1, SEG-2; the head page has the word at this offset, and zero is none.
        let agreed = unsafe { &*self.base.add(HEAD_TUNING).cast::<AtomicU64>() };
        agreed.compare_exchange(0, word, Ordering::Relaxed, Ordering::Relaxed).err().unwrap_or(word)
    }

    /// What moving messages costs, as one rank has found out.
    pub fn costs(&self) -> &'static Note {
        // SAFETY: SEG-1, SEG-2; the head page has the note at this offset, and zeros are an empty
        // note.
        unsafe { &*self.base.add(HEAD_COSTS).cast::<Note>() }
    }

    /// Address of the ring from `sender` to `receiver`. To be asked for once: it is mapped each
    /// time.
    pub fn ring(&self, sender: usize, receiver: usize) -> *mut u8 {
        self.keep(self.layout.ring(sender, receiver), self.layout.ring_size())
    }

    /// Maps a part until the process ends.
    fn keep(&self, offset: usize, len: usize) -> *mut u8 {
        std::mem::ManuallyDrop::new(self.part(offset, len)).base().as_ptr()
    }

    /// Maps a part. A process that cannot is at its end: its peers count on its having all that it
    /// meets.
    fn part(&self, offset: usize, len: usize) -> Mapping {
        self.file.part(offset, len).unwrap_or_else(|error| end(len, &error))
    }

    /// This rank's view of the pair buffer between it and `peer`. To be asked for once.
    pub fn pair_buffer(&self, peer: usize) -> PairBuffer {
        let me = self.rank();
        if me == peer {
            return PairBuffer::absent();
        }
        let base = self.keep(self.layout.pair_buffer(me.min(peer), me.max(peer)), PAIR_BUFFER);
        // SAFETY: SEG-1, and no two pair buffers overlap.
        unsafe { PairBuffer::new(base, me < peer) }
    }

    /// Bytes of the body space in each ring.
    pub fn bodies(&self) -> usize {
        self.layout.bodies()
    }

    /// Shared areas that each rank hands out.
    pub fn shared_areas(&self) -> usize {
        self.layout.shared_areas()
    }

    /// Maps the pair of shared areas `index` of `leader`, as far as `ranks` ranks use it.
    pub(crate) fn shared_areas_of(&self, leader: usize, index: usize, ranks: usize) -> Mapping {
        self.part(self.layout.shared_area(leader, index), shared_area::pair_size(ranks))
    }

    /// Maps the head of the first shared area of a pair until the process ends.
    pub(crate) fn shared_area_head(&self, leader: usize, index: usize) -> &'static shared_area::Head {
        // SAFETY: SEG-1; a head is made of atomics only, which may be zeros.
        unsafe { &*self.keep(self.layout.shared_area(leader, index), PAGE).cast::<shared_area::Head>() }
    }

    /// Whether ranks outnumber the processors they may use, and how many they may use; `None` until
    /// all have attached.
    pub fn crowding(&self) -> Option<Crowding> {
        let mut union = [0u64; MAX_CPUS / 64];
        let mine = self.mask(self.rank);
        let mut inside_mine = 0;
        for rank in 0..self.ranks() {
            if self.block(rank).attached.load(Ordering::Acquire) == 0 {
                return None;
            }
            let mask = self.mask(rank);
            inside_mine += usize::from(mask.iter().zip(&mine).all(|(theirs, mine)| theirs & !mine == 0));
            union.iter_mut().zip(&mask).for_each(|(all, one)| *all |= one);
        }
        let count = |mask: &[u64]| mask.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let processors = count(&union).min(cpu::cgroup_quota().unwrap_or(usize::MAX));
        let oversubscribed = self.ranks() > processors || inside_mine > count(&mine).max(1);
        Some(Crowding { oversubscribed, processors: processors as u32 })
    }

    /// Processors that the ranks which have attached by now may use, ascending.
    pub fn processors(&self) -> Vec<usize> {
        let masks: Vec<_> = (0..self.ranks()).map(|rank| self.mask(rank)).collect();
        let is_allowed = |cpu: &usize| masks.iter().any(|mask| mask[cpu / 64] & 1 << (cpu % 64) != 0);
        (0..MAX_CPUS).filter(is_allowed).collect()
    }

    /// Of each rank that has attached by now the processors that it may use, ascending.
    pub fn affinities(&self) -> Vec<Vec<usize>> {
        let processors = |rank| {
            let mask = self.mask(rank);
            (0..MAX_CPUS).filter(move |cpu| mask[cpu / 64] & 1 << (cpu % 64) != 0).collect::<Vec<_>>()
        };
        (0..self.ranks()).map(processors).filter(|cpus| !cpus.is_empty()).collect()
    }

    fn mask(&self, rank: usize) -> [u64; MAX_CPUS / 64] {
        std::array::from_fn(|word| self.block(rank).cpus[word].load(Ordering::Relaxed))
    }
}

#[cold]
fn end(len: usize, error: &io::Error) -> ! {
    let remedy = match address_limit() {
        Some(limit) => format!("this process may use {} MiB of addresses: raise `ulimit -v`", limit >> 20),
        None => "is vm.max_map_count reached, or has the program closed descriptors that are not its own?".to_owned(),
    };
    let process = std::process::id();
    eprintln!(
        "ferry: process {process} cannot map {} KiB of the memory that the ranks of its node share: {error}; {remedy}",
        len >> 10
    );
    std::process::abort()
}
