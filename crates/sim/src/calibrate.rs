//! What memory and processor of the running machine cost, as facts of a profile: copies, and
//! pinning in place of registration.
//!
//! # Safety arguments
//! - CB-1: the mapping that is pinned is this module's own, and nothing refers to it.

use std::hint::black_box;
use std::ptr;
use std::time::Instant;

use rustix::mm::{MapFlags, ProtFlags, mlock, mmap_anonymous, munlock, munmap};

use crate::profile::{Fact, Profile};

/// Repetitions of each measurement; the lower quartile counts, as other processes only make it
/// slower.
const REPETITIONS: usize = 31;
/// Copies that fit the second-level cache of any current processor, and that fit none.
const NEAR: usize = 64 << 10;
const FAR: usize = 64 << 20;
const TINY: usize = 64;
/// Pages that are pinned at once, few and many: fewer than the 64 KiB that any process may pin.
const FEW: usize = 1;
const MANY: usize = 12;
const PAGE: usize = 4096;

/// The profile of this machine: what can be measured without an adapter, and the rest from `model`.
///
/// # Errors
/// If the system refuses memory, or to pin it (`ulimit -l`).
pub fn measure(model: &Profile) -> Result<Profile, String> {
    let mut facts = Vec::new();
    let mut note = |field: &'static str, value: f64, origin: String| facts.push(Fact { field, value, origin, fitted: false });
    let tiny_ns = copy_ns(TINY, 1 << 14);
    note("memory.copy_ns", tiny_ns, format!("measured on this machine: a copy of {TINY} bytes"));
    let rate = |len: usize, ns: f64| (len as f64 / ns * 1e3).clamp(1.0, 1e6);
    note(
        "memory.copy_mbps",
        rate(NEAR, copy_ns(NEAR, 64)),
        format!("measured on this machine: copies of {} KiB again and again", NEAR >> 10),
    );
    note("memory.far_copy_mbps", rate(FAR, copy_ns(FAR, 1)), format!("measured on this machine: copies of {} MiB", FAR >> 20));
    let [(few_pin, few_unpin), (many_pin, many_unpin)] = [pin_ns(FEW)?, pin_ns(MANY)?];
    let each = |few: f64, many: f64| ((many - few) / (MANY - FEW) as f64).max(0.0);
    let origin = |what: &str| {
        format!("measured on this machine: {what} pages with mlock, which a registration does besides telling the adapter")
    };
    let model_ns = |field: &str| model.value(field);
    note("memory.register_page_ns", each(few_pin, many_pin), origin("pinning"));
    note("memory.deregister_page_ns", each(few_unpin, many_unpin), origin("unpinning"));
    let kept = |call: f64, field: &str| call + model_ns(field);
    let with_command =
        |what: &str| format!("measured on this machine ({what} of one page), and {}'s command to the adapter", model.name);
    note("memory.register_ns", kept(few_pin, "memory.register_ns"), with_command("mlock"));
    note("memory.deregister_ns", kept(few_unpin, "memory.deregister_ns"), with_command("munlock"));
    note(
        "processor.poll_ns",
        look_ns().max(1.0),
        "measured on this machine: a load and a branch, and the call around them".to_owned(),
    );
    let about = format!("the machine that this was measured on, with the adapter and wire of {}", model.name);
    Ok(model.with("host", &about, facts))
}

fn quartile(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 4]
}

/// A copy of `len` bytes, in ns.
fn copy_ns(len: usize, times: u32) -> f64 {
    let (from, mut into) = (vec![1u8; len], vec![0u8; len]);
    let once = || {
        let begin = Instant::now();
        for _ in 0..times {
            into.copy_from_slice(black_box(&from));
            black_box(&mut into);
        }
        begin.elapsed().as_nanos() as f64 / f64::from(times)
    };
    quartile(std::iter::repeat_with(once).take(REPETITIONS).collect())
}

/// A look at a word, in ns.
fn look_ns() -> f64 {
    const LOOKS: u32 = 1 << 16;
    let word = 0u64;
    let once = || {
        let begin = Instant::now();
        let found = (0..LOOKS).filter(|_| *black_box(&word) != 0).count();
        black_box(found);
        begin.elapsed().as_nanos() as f64 / f64::from(LOOKS)
    };
    quartile(std::iter::repeat_with(once).take(REPETITIONS).collect())
}

/// Pinning and unpinning `pages` that have been touched, in ns.
fn pin_ns(pages: usize) -> Result<(f64, f64), String> {
    let len = pages * PAGE;
    let flags = MapFlags::PRIVATE | MapFlags::POPULATE;
    // SAFETY: CB-1; a new mapping.
    let base = unsafe { mmap_anonymous(ptr::null_mut(), len, ProtFlags::READ | ProtFlags::WRITE, flags) };
    let base = base.map_err(|error| format!("no memory to measure with: {error}"))?;
    let mut times = Vec::new();
    for _ in 0..REPETITIONS {
        let begin = Instant::now();
        // SAFETY: CB-1.
        let pinned = unsafe { mlock(base, len) };
        let pin = begin.elapsed();
        // SAFETY: CB-1.
        let unpinned = unsafe { munlock(base, len) };
        let both = begin.elapsed();
        if let Err(error) = pinned.and(unpinned) {
            // SAFETY: CB-1.
            _ = unsafe { munmap(base, len) };
            return Err(format!("{pages} pages cannot be pinned: {error}; raise the limit of locked memory (ulimit -l)"));
        }
        times.push((pin.as_nanos() as f64, (both - pin).as_nanos() as f64));
    }
    // SAFETY: CB-1.
    _ = unsafe { munmap(base, len) };
    Ok((quartile(times.iter().map(|time| time.0).collect()), quartile(times.iter().map(|time| time.1).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measured_profile_is_whole_and_makes_sense() {
        let model = Profile::find("hdr200").expect("known");
        let host = measure(&model).expect("one page can be pinned");
        assert_eq!(Profile::parse("host", &host.to_text()), Ok(host.clone()));
        assert!(host.memory.copy_ps(1 << 20) > host.memory.copy_ps(1 << 10));
        assert_eq!(host.link, model.link, "there is no adapter to ask");
        let origins = host.facts.iter().filter(|fact| fact.origin.contains("measured on this machine"));
        assert_eq!(origins.count(), 8);
    }
}
