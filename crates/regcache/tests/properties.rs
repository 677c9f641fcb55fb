//! Random sequences against a naive model of what is registered and what memory lies behind it.

use std::collections::BTreeMap;

use ferry_regcache::{Cache, Error, Lease, Limits, PageRange, Registrar};
use proptest::prelude::*;

const PAGE: u64 = 4096;
const PAGES: u64 = 64;

/// Registers in a list; memory of page `i` is named by `memory[i]`, which changes when it is
/// remapped.
struct Model {
    registered: BTreeMap<u64, (PageRange, Vec<u64>)>,
    memory: Vec<u64>,
    next: u64,
    /// Bytes that the device takes, which the cache does not know.
    quota: u64,
    /// Pages that cannot be registered (not mapped).
    holes: Vec<u64>,
}

#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    Shortage,
    Hole,
}

fn pages(range: &PageRange) -> std::ops::Range<u64> {
    range.start() / PAGE..range.end() / PAGE
}

impl Model {
    fn new(quota: u64) -> Model {
        Model { registered: BTreeMap::new(), memory: vec![0; PAGES as usize], next: 0, quota, holes: Vec::new() }
    }

    fn behind(&self, range: &PageRange) -> Vec<u64> {
        pages(range).map(|page| self.memory[page as usize]).collect()
    }

    fn bytes(&self) -> u64 {
        self.registered.values().map(|(range, _)| range.bytes()).sum()
    }
}

impl Registrar for Model {
    type Region = u64;
    type Error = Refusal;

    fn register(&mut self, range: PageRange) -> Result<u64, Refusal> {
        if pages(&range).any(|page| page >= PAGES || self.holes.contains(&page)) {
            return Err(Refusal::Hole);
        }
        if self.bytes() + range.bytes() > self.quota {
            return Err(Refusal::Shortage);
        }
        self.next += 1;
        self.registered.insert(self.next, (range, self.behind(&range)));
        Ok(self.next)
    }

    fn deregister(&mut self, region: u64) {
        assert!(self.registered.remove(&region).is_some(), "region {region} was deregistered twice");
    }

    fn is_shortage(&self, error: &Refusal) -> bool {
        *error == Refusal::Shortage
    }
}

#[derive(Clone, Debug)]
enum Step {
    Acquire {
        address: u64,
        len: u64,
    },
    Release(usize),
    /// The program remaps pages and the cache hears of it.
    Remap {
        address: u64,
        len: u64,
    },
    /// Pages are unmapped, or mapped again.
    Unmap {
        page: u64,
        mapped: bool,
    },
    Shrink(u64),
    Clear,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let span = || (0..PAGES * PAGE, prop_oneof![0..3 * PAGE, 0..16 * PAGE]);
    let step = prop_oneof![
        8 => span().prop_map(|(address, len)| Step::Acquire { address, len: len.min(PAGES * PAGE - address) }),
        6 => any::<prop::sample::Index>().prop_map(|index| Step::Release(index.index(1 << 16))),
        2 => span().prop_map(|(address, len)| Step::Remap { address, len }),
        1 => (0..PAGES, any::<bool>()).prop_map(|(page, mapped)| Step::Unmap { page, mapped }),
        1 => (0..8 * PAGE).prop_map(Step::Shrink),
        1 => Just(Step::Clear),
    ];
    prop::collection::vec(step, 1..200)
}

/// A hold, what it was asked for, and the region it got.
struct Held {
    lease: Lease,
    region: u64,
}

struct Run {
    cache: Cache<Model>,
    limits: Limits,
    held: Vec<Held>,
}

impl Run {
    fn new(limits: Limits, quota: u64) -> Run {
        Run { cache: Cache::new(Model::new(quota), limits), limits, held: Vec::new() }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Acquire { address, len } => self.acquire(address, len),
            Step::Release(which) if !self.held.is_empty() => {
                let held = self.held.swap_remove(which % self.held.len());
                self.cache.release(held.lease);
            }
            Step::Release(_) => {}
            Step::Remap { address, len } => {
                self.change(address, len);
                self.cache.invalidate(address, len);
            }
            Step::Unmap { page, mapped } => {
                let model = self.cache.registrar();
                model.holes.retain(|hole| *hole != page);
                if !mapped {
                    model.holes.push(page);
                }
                self.change(page * PAGE, PAGE);
                self.cache.invalidate(page * PAGE, PAGE);
            }
            Step::Shrink(bytes) => {
                let before = self.cache.bytes();
                let given = self.cache.shrink(bytes);
                assert_eq!(before - given, self.cache.bytes());
            }
            Step::Clear => self.cache.clear(),
        }
    }

    /// Other memory appears behind a range.
    fn change(&mut self, address: u64, len: u64) {
        let range = PageRange::around(address, len, PAGE).expect("in range");
        let model = self.cache.registrar();
        for page in pages(&range).filter(|page| *page < PAGES) {
            model.memory[page as usize] += 1;
        }
    }

    fn acquire(&mut self, address: u64, len: u64) {
        let wanted = PageRange::around(address, len, PAGE).expect("in range");
        match self.cache.acquire(address, len) {
            Ok(lease) => {
                self.invariant_good_region(&lease, &wanted);
                self.invariant_found_again(address, len);
                let region = *self.cache.region(&lease);
                self.held.push(Held { lease, region });
            }
            Err(error) => self.invariant_refused_for_a_reason(error, &wanted),
        }
    }

    fn held_regions(&self) -> BTreeMap<u64, u64> {
        self.held.iter().map(|held| (held.region, self.cache.range(&held.lease).bytes())).collect()
    }

    fn invariant_good_region(&mut self, lease: &Lease, wanted: &PageRange) {
        let (region, range) = (*self.cache.region(lease), self.cache.range(lease));
        let model = self.cache.registrar();
        let (registered, behind) = model.registered.get(&region).expect("the region is registered");
        assert_eq!(*registered, range);
        assert!(range.contains(wanted), "{range:?} does not contain {wanted:?}");
        assert_eq!(*behind, model.behind(&range), "the region is of memory that is gone");
    }

    fn invariant_found_again(&mut self, address: u64, len: u64) {
        let before = self.cache.statistics();
        let again = self.cache.acquire(address, len).expect("it is there");
        self.cache.release(again);
        assert_eq!(self.cache.statistics().hits, before.hits + 1);
    }

    fn invariant_refused_for_a_reason(&mut self, error: Error<Refusal>, wanted: &PageRange) {
        let held = self.held_regions();
        let held_bytes: u64 = held.values().sum();
        let (limits, model) = (self.limits, self.cache.registrar());
        match error {
            Error::Full { .. } => assert!(held_bytes + wanted.bytes() > limits.bytes || held.len() >= limits.regions),
            Error::Registrar(Refusal::Shortage) => assert!(held_bytes + wanted.bytes() > model.quota),
            Error::Registrar(Refusal::Hole) => assert!(pages(wanted).any(|page| model.holes.contains(&page))),
            Error::Range { .. } => panic!("{wanted:?} is in range"),
        }
    }

    fn invariant_accounts(&mut self) {
        let held = self.held_regions();
        assert_eq!(self.cache.held_bytes(), held.values().sum::<u64>());
        let (bytes, regions) = (self.cache.bytes(), self.cache.regions());
        assert!(bytes <= self.limits.bytes && regions <= self.limits.regions);
        let model = self.cache.registrar();
        assert_eq!((bytes, regions), (model.bytes(), model.registered.len()));
        for region in held.keys() {
            assert!(model.registered.contains_key(region), "region {region} was deregistered while it was held");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_sequences(steps in steps(), limit in 4..PAGES, quota in 4..PAGES, regions in 1usize..12) {
        let limits = Limits { bytes: limit * PAGE, regions, page: PAGE };
        let mut run = Run::new(limits, quota * PAGE);
        for step in &steps {
            run.step(step);
            run.invariant_accounts();
        }
        while let Some(held) = run.held.pop() {
            run.cache.release(held.lease);
            run.invariant_accounts();
        }
        let bytes = run.cache.bytes();
        prop_assert_eq!(run.cache.shrink(u64::MAX), bytes, "everything that nobody holds can go");
    }
}

const ROOMY: Limits = Limits { bytes: PAGES * PAGE, regions: 100, page: PAGE };

fn cache(limits: Limits) -> Cache<Model> {
    Cache::new(Model::new(u64::MAX), limits)
}

fn touch(cache: &mut Cache<Model>, page: u64, count: u64) -> u64 {
    let lease = cache.acquire(page * PAGE, count * PAGE).expect("there is room");
    let region = *cache.region(&lease);
    cache.release(lease);
    region
}

#[test]
fn the_least_recently_used_makes_room() {
    let mut cache = cache(Limits { bytes: 3 * PAGE, ..ROOMY });
    let first = touch(&mut cache, 0, 1);
    touch(&mut cache, 10, 1);
    touch(&mut cache, 20, 1);
    assert_eq!(touch(&mut cache, 0, 1), first, "used again");
    touch(&mut cache, 30, 1);
    assert_eq!(touch(&mut cache, 0, 1), first, "not the least recently used one");
    let left: Vec<u64> = cache.registrar().registered.values().map(|(range, _)| range.start() / PAGE).collect();
    assert_eq!(left, [0, 20, 30]);
}

#[test]
fn what_is_held_is_never_evicted() {
    let mut cache = cache(Limits { regions: 1, ..ROOMY });
    let lease = cache.acquire(0, 1).expect("there is room");
    let refused = cache.acquire(10 * PAGE, 1);
    assert_eq!(refused, Err(Error::Full { bytes: PAGE, held_bytes: PAGE, held_regions: 1 }));
    cache.release(lease);
    touch(&mut cache, 10, 1);
    assert_eq!((cache.regions(), cache.statistics().evictions), (1, 1));
}

#[test]
fn walking_through_memory_registers_a_page_a_logarithmic_number_of_times() {
    let mut cache = cache(ROOMY);
    for page in 0..PAGES {
        touch(&mut cache, page, 1);
    }
    assert_eq!((cache.regions(), cache.bytes()), (1, PAGES * PAGE), "neighbors became one");
    assert_eq!(cache.statistics().merges, PAGES - 1);
}

#[test]
fn a_region_that_changes_while_it_is_held_is_kept_but_not_found() {
    let mut cache = cache(ROOMY);
    let lease = cache.acquire(0, 4 * PAGE).expect("there is room");
    let old = *cache.region(&lease);
    cache.invalidate(2 * PAGE, 1);
    let new = touch(&mut cache, 0, 1);
    assert_ne!(old, new);
    assert!(cache.registrar().registered.contains_key(&old), "still held");
    cache.release(lease);
    assert!(!cache.registrar().registered.contains_key(&old));
}

#[test]
fn an_unmapped_neighbor_does_not_prevent_a_registration() {
    let mut cache = cache(ROOMY);
    touch(&mut cache, 0, 1);
    // The cache did not hear of it, so it tries to merge, fails, and registers what was asked for.
    cache.registrar().holes.push(0);
    assert!(cache.acquire(PAGE, 1).is_ok());
}

#[test]
fn dropping_the_cache_deregisters_everything() {
    struct Counting<'a>(&'a std::cell::Cell<i32>);
    impl Registrar for Counting<'_> {
        type Region = ();
        type Error = ();
        fn register(&mut self, _: PageRange) -> Result<(), ()> {
            self.0.set(self.0.get() + 1);
            Ok(())
        }
        fn deregister(&mut self, (): ()) {
            self.0.set(self.0.get() - 1);
        }
        fn is_shortage(&self, (): &()) -> bool {
            false
        }
    }
    let count = std::cell::Cell::new(0);
    let mut cache = Cache::new(Counting(&count), ROOMY);
    let held = cache.acquire(0, 1).expect("there is room");
    let other = cache.acquire(10 * PAGE, 1).expect("there is room");
    cache.release(other);
    drop(cache);
    assert_eq!(count.get(), 0);
    drop(held);
}

#[test]
#[should_panic(expected = "another registration cache")]
fn a_lease_of_another_cache_is_refused() {
    let (mut one, mut other) = (cache(ROOMY), cache(ROOMY));
    let lease = one.acquire(0, 1).expect("there is room");
    other.release(lease);
}

#[test]
fn ranges_beyond_the_address_space_are_refused_and_invalidated_without_panic() {
    let mut cache = cache(ROOMY);
    assert!(matches!(cache.acquire(u64::MAX - 1, 10), Err(Error::Range { .. })));
    touch(&mut cache, 0, 1);
    cache.invalidate(u64::MAX - 1, 10);
    cache.invalidate(0, u64::MAX);
    assert_eq!(cache.regions(), 0);
}
