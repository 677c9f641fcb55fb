//! Random sequences against a naive model of what is registered and what memory lies behind it.

use std::collections::BTreeMap;

use ferry_regcache::{Cache, Error, Lease, Limits, PageRange, Registrar};
use proptest::prelude::*;

const PAGE: u64 = 4096;
const PAGES: u64 = 64;

/// Registers in a list; memory of page `i` is named by `memory[i]`, which changes when it is
/// remapped. Registrations are by number: their pages, the memory of these, what they allow.
struct Model {
    registered: BTreeMap<u64, (PageRange, Vec<u64>, Rights)>,
    memory: Vec<u64>,
    next: u64,
    /// Bytes that the device takes, which the cache does not know.
    quota: u64,
    /// Pages that cannot be registered (not mapped).
    holes: Vec<u64>,
    /// Pages that can be registered for reading alone.
    read_only: Vec<u64>,
    /// Pages of which a change is heard.
    watched: Vec<bool>,
    /// Pages of all registrations so far.
    registered_pages: u64,
}

/// What a registration allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rights {
    Read,
    Write,
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
        Model {
            registered: BTreeMap::new(),
            memory: vec![0; PAGES as usize],
            next: 0,
            quota,
            holes: Vec::new(),
            read_only: Vec::new(),
            watched: vec![false; PAGES as usize],
            registered_pages: 0,
        }
    }

    fn behind(&self, range: &PageRange) -> Vec<u64> {
        pages(range).map(|page| self.memory[page as usize]).collect()
    }

    fn bytes(&self) -> u64 {
        self.registered.values().map(|(range, ..)| range.bytes()).sum()
    }

    fn rights_of(&self, range: &PageRange) -> Rights {
        if pages(range).any(|page| self.read_only.contains(&page)) { Rights::Read } else { Rights::Write }
    }

    fn set_watched(&mut self, range: &PageRange, is_watched: bool) {
        pages(range).filter(|page| *page < PAGES).for_each(|page| self.watched[page as usize] = is_watched);
    }
}

impl Registrar for Model {
    type Region = u64;
    type Error = Refusal;
    type Rights = Rights;

    fn watch(&mut self, range: PageRange) -> bool {
        self.set_watched(&range, true);
        true
    }

    fn unwatch(&mut self, range: PageRange) {
        self.set_watched(&range, false);
    }

    fn register(&mut self, range: PageRange) -> Result<u64, Refusal> {
        if pages(&range).any(|page| page >= PAGES || self.holes.contains(&page)) {
            return Err(Refusal::Hole);
        }
        if self.bytes() + range.bytes() > self.quota {
            return Err(Refusal::Shortage);
        }
        self.next += 1;
        self.registered_pages += range.bytes() / PAGE;
        self.registered.insert(self.next, (range, self.behind(&range), self.rights_of(&range)));
        Ok(self.next)
    }

    fn rights(&self, region: &u64) -> Rights {
        self.registered[region].2
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
        rights: Rights,
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
    /// A page can be written no more, or again, which nobody hears of.
    Protect {
        page: u64,
        is_read_only: bool,
    },
    Shrink(u64),
    Clear,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let span = || (0..PAGES * PAGE, prop_oneof![0..3 * PAGE, 0..16 * PAGE]);
    let step = prop_oneof![
        8 => (span(), prop_oneof![Just(Rights::Read), Just(Rights::Write)])
            .prop_map(|((address, len), rights)| Step::Acquire { address, len: len.min(PAGES * PAGE - address), rights }),
        6 => any::<prop::sample::Index>().prop_map(|index| Step::Release(index.index(1 << 16))),
        2 => span().prop_map(|(address, len)| Step::Remap { address, len }),
        1 => (0..PAGES, any::<bool>()).prop_map(|(page, mapped)| Step::Unmap { page, mapped }),
        1 => (0..PAGES, any::<bool>()).prop_map(|(page, is_read_only)| Step::Protect { page, is_read_only }),
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
            Step::Acquire { address, len, rights } => self.acquire(address, len, rights),
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
            Step::Protect { page, is_read_only } => {
                let model = self.cache.registrar();
                model.read_only.retain(|protected| *protected != page);
                if is_read_only {
                    model.read_only.push(page);
                }
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
        model.set_watched(&range, false);
    }

    fn acquire(&mut self, address: u64, len: u64, rights: Rights) {
        let wanted = PageRange::around(address, len, PAGE).expect("in range");
        match self.cache.acquire(address, len, rights) {
            Ok(lease) => {
                let granted = self.invariant_good_region(&lease, &wanted, rights);
                self.invariant_found_again(address, len, granted);
                let region = *self.cache.region(&lease);
                self.held.push(Held { lease, region });
            }
            Err(error) => self.invariant_refused_for_a_reason(error, &wanted),
        }
    }

    fn held_regions(&self) -> BTreeMap<u64, u64> {
        self.held.iter().map(|held| (held.region, self.cache.range(&held.lease).bytes())).collect()
    }

    /// What it allows.
    fn invariant_good_region(&mut self, lease: &Lease, wanted: &PageRange, rights: Rights) -> Rights {
        let (region, range) = (*self.cache.region(lease), self.cache.range(lease));
        let model = self.cache.registrar();
        let (registered, behind, granted) = model.registered.get(&region).expect("the region is registered");
        assert_eq!(*registered, range);
        assert!(range.contains(wanted), "{range:?} does not contain {wanted:?}");
        let of_wanted = (wanted.start() - range.start()) / PAGE..(wanted.end() - range.start()) / PAGE;
        let (first, last) = (of_wanted.start as usize, of_wanted.end as usize);
        assert_eq!(behind[first..last], model.behind(wanted), "the region is of memory that is gone");
        assert!(*granted >= rights.min(model.rights_of(wanted)), "{range:?} allows less than {wanted:?} does");
        *granted
    }

    fn invariant_found_again(&mut self, address: u64, len: u64, rights: Rights) {
        let before = self.cache.statistics();
        let again = self.cache.acquire(address, len, rights).expect("it is there");
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

    /// Of what is found every change is heard, and without changes nothing else is watched.
    fn invariant_watched(&mut self) {
        let is_found: Vec<bool> = (0..PAGES).map(|page| self.cache.contains(page * PAGE, PAGE, Rights::Read)).collect();
        let has_changed = self.cache.statistics().invalidations > 0;
        let watched = &self.cache.registrar().watched;
        for (page, (is_found, is_watched)) in is_found.iter().zip(watched).enumerate() {
            assert!(*is_watched || !is_found, "page {page} is found and not watched");
            assert!(*is_found || !is_watched || has_changed, "page {page} is watched for nobody");
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
            run.invariant_watched();
        }
        while let Some(held) = run.held.pop() {
            run.cache.release(held.lease);
            run.invariant_accounts();
        }
        run.invariant_watched();
        let bytes = run.cache.bytes();
        prop_assert_eq!(run.cache.shrink(u64::MAX), bytes, "everything that nobody holds can go");
    }
}

const ROOMY: Limits = Limits { bytes: PAGES * PAGE, regions: 100, page: PAGE };

fn cache(limits: Limits) -> Cache<Model> {
    Cache::new(Model::new(u64::MAX), limits)
}

fn touch(cache: &mut Cache<Model>, page: u64, count: u64) -> u64 {
    let lease = cache.acquire(page * PAGE, count * PAGE, Rights::Write).expect("there is room");
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
    let left: Vec<u64> = cache.registrar().registered.values().map(|(range, ..)| range.start() / PAGE).collect();
    assert_eq!(left, [0, 20, 30]);
}

#[test]
fn what_is_held_is_never_evicted() {
    let mut cache = cache(Limits { regions: 1, ..ROOMY });
    let lease = cache.acquire(0, 1, Rights::Read).expect("there is room");
    let refused = cache.acquire(10 * PAGE, 1, Rights::Read);
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
fn buffers_that_share_pages_are_registered_a_logarithmic_number_of_times() {
    // Each begins on the page on which the one before ends.
    const BUFFERS: u64 = PAGES - 2;
    let mut cache = cache(Limits { bytes: 2 * PAGES * PAGE, ..ROOMY });
    let mut walk = || {
        let before = cache.registrar().registered_pages;
        for buffer in 0..BUFFERS {
            let lease = cache.acquire(buffer * (PAGE + 16) + 8, PAGE, Rights::Write).expect("there is room");
            cache.release(lease);
        }
        cache.registrar().registered_pages - before
    };
    let most = 2 * BUFFERS + PAGES * u64::from(PAGES.ilog2());
    let first = walk();
    assert!((2 * BUFFERS..most).contains(&first), "{first} pages");
    assert_eq!(walk(), 0, "all are found");
}

#[test]
fn a_large_region_is_not_registered_again_for_a_page_of_it() {
    let mut cache = cache(ROOMY);
    let large = touch(&mut cache, 0, 40);
    let before = cache.registrar().registered_pages;
    let beside = touch(&mut cache, 39, 2);
    assert_eq!(cache.registrar().registered_pages - before, 2);
    assert_eq!([touch(&mut cache, 0, 40), touch(&mut cache, 39, 2), touch(&mut cache, 38, 2)], [large, beside, large]);
}

#[test]
fn pages_that_two_regions_share_are_watched_until_both_are_gone() {
    let mut cache = cache(ROOMY);
    touch(&mut cache, 0, 40);
    touch(&mut cache, 39, 2);
    let watched = |cache: &mut Cache<Model>| [38, 39, 40].map(|page: usize| cache.registrar().watched[page]);
    assert_eq!(watched(&mut cache), [true; 3]);
    cache.shrink(PAGE);
    assert_eq!((cache.regions(), watched(&mut cache)), (1, [false, true, true]));
    cache.shrink(PAGE);
    assert_eq!((cache.regions(), watched(&mut cache)), (0, [false; 3]));
}

#[test]
fn memory_that_can_be_written_again_is_registered_anew() {
    let mut cache = cache(ROOMY);
    cache.registrar().read_only.push(3);
    let rights = |cache: &mut Cache<Model>, wanted| {
        let lease = cache.acquire(3 * PAGE, PAGE, wanted).expect("there is room");
        let region = *cache.region(&lease);
        cache.release(lease);
        cache.registrar().rights(&region)
    };
    assert_eq!([rights(&mut cache, Rights::Read), rights(&mut cache, Rights::Write)], [Rights::Read; 2]);
    cache.registrar().read_only.clear();
    let before = cache.statistics().misses;
    assert_eq!(rights(&mut cache, Rights::Read), Rights::Read, "as it is registered");
    assert_eq!([(); 3].map(|()| rights(&mut cache, Rights::Write)), [Rights::Write; 3]);
    assert_eq!(cache.statistics().misses - before, 1);
}

#[test]
fn neighbors_of_different_rights_stay_apart() {
    let mut cache = cache(ROOMY);
    cache.registrar().read_only.push(3);
    let mut regions = || {
        [(2, Rights::Write), (3, Rights::Read), (4, Rights::Write)].map(|(page, rights)| {
            let lease = cache.acquire(page * PAGE, PAGE, rights).expect("there is room");
            let region = *cache.region(&lease);
            cache.release(lease);
            assert!(cache.registrar().rights(&region) >= rights);
            region
        })
    };
    regions();
    let settled = regions();
    assert_eq!(regions(), settled, "nothing is registered any more");
}

#[test]
fn a_region_that_changes_while_it_is_held_is_kept_but_not_found() {
    let mut cache = cache(ROOMY);
    let lease = cache.acquire(0, 4 * PAGE, Rights::Read).expect("there is room");
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
    assert!(cache.acquire(PAGE, 1, Rights::Read).is_ok());
}

#[test]
fn dropping_the_cache_deregisters_everything() {
    struct Counting<'a>(&'a std::cell::Cell<i32>);
    impl Registrar for Counting<'_> {
        type Region = ();
        type Error = ();
        type Rights = Rights;
        fn register(&mut self, _: PageRange) -> Result<(), ()> {
            self.0.set(self.0.get() + 1);
            Ok(())
        }
        fn watch(&mut self, _: PageRange) -> bool {
            true
        }
        fn unwatch(&mut self, _: PageRange) {}
        fn rights(&self, (): &()) -> Rights {
            Rights::Write
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
    let held = cache.acquire(0, 1, Rights::Read).expect("there is room");
    let other = cache.acquire(10 * PAGE, 1, Rights::Read).expect("there is room");
    cache.release(other);
    drop(cache);
    assert_eq!(count.get(), 0);
    drop(held);
}

#[test]
#[should_panic(expected = "another registration cache")]
fn a_lease_of_another_cache_is_refused() {
    let (mut one, mut other) = (cache(ROOMY), cache(ROOMY));
    let lease = one.acquire(0, 1, Rights::Read).expect("there is room");
    other.release(lease);
}

#[test]
fn ranges_beyond_the_address_space_are_refused_and_invalidated_without_panic() {
    let mut cache = cache(ROOMY);
    assert!(matches!(cache.acquire(u64::MAX - 1, 10, Rights::Read), Err(Error::Range { .. })));
    touch(&mut cache, 0, 1);
    cache.invalidate(u64::MAX - 1, 10);
    cache.invalidate(0, u64::MAX);
    assert_eq!(cache.regions(), 0);
}
