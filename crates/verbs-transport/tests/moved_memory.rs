//! Registrations of memory that the program moves (`mremap`), where the system does not watch all
//! of it: random sequences against a naive model of what lies on which page.
//!
//! The watch goes along with pages that move, unless the system refuses to watch what is at their
//! new place. It refuses a range in which it refuses one page, and tells of no change of pages that
//! are not watched. Whatever happened, a registration that is found is of the memory that lies
//! there now.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;
use ferry_regcache::{Monitor, PageRange};
use ferry_sim::{Block, Faults, Profile, SimVerbs, World};
use ferry_verbs_transport::Memories;
use ferry_verbs_transport::memory::Hold;
use proptest::prelude::*;

const PAGE: u64 = 4096;
const PAGES: usize = 32;

/// Pages of the program, the first of which is at `start`.
struct System {
    start: u64,
    /// What lies on each page.
    content: [u64; PAGES],
    newest: u64,
    is_refused: [bool; PAGES],
    is_watched: [bool; PAGES],
    gone: Vec<(u64, u64)>,
    /// What is open.
    kept: Vec<(u64, u64)>,
}

impl System {
    fn pages(&self, range: PageRange) -> std::ops::Range<usize> {
        let page =
            |address: u64| (address.clamp(self.start, self.start + PAGES as u64 * PAGE) - self.start) as usize / PAGE as usize;
        page(range.start())..page(range.end())
    }

    /// Others come to lie on a page: that is told if it is watched.
    fn replace(&mut self, page: usize, (content, is_refused, is_watched): (u64, bool, bool)) {
        if self.is_watched[page] {
            self.gone.push((self.start + page as u64 * PAGE, PAGE));
        }
        (self.content[page], self.is_refused[page], self.is_watched[page]) = (content, is_refused, is_watched && !is_refused);
    }

    /// Moves pages, and maps others where they were. `refused` has a bit for each page that is not
    /// watched any more.
    fn move_pages(&mut self, from: usize, to: usize, count: usize, refused: u32) {
        let moved: Vec<_> = (from..from + count).map(|page| (self.content[page], self.is_watched[page])).collect();
        for page in from..from + count {
            self.newest += 1;
            self.replace(page, (self.newest, refused >> page & 1 == 1, false));
        }
        for (page, (content, is_watched)) in (to..to + count).zip(moved) {
            // The system tells of both places.
            self.is_watched[page] |= is_watched;
            self.replace(page, (content, refused >> page & 1 == 1, is_watched));
        }
    }
}

struct Watch(Rc<RefCell<System>>);

impl Monitor for Watch {
    fn watch(&mut self, range: PageRange) -> bool {
        let mut system = self.0.borrow_mut();
        let pages = system.pages(range);
        let is_refused = system.is_refused[pages.clone()].contains(&true);
        if !is_refused {
            system.is_watched[pages].fill(true);
        }
        !is_refused
    }

    fn unwatch(&mut self, range: PageRange) {
        let mut system = self.0.borrow_mut();
        let pages = system.pages(range);
        system.is_watched[pages].fill(false);
    }

    fn changes(&mut self, mut tell: impl FnMut(Option<(u64, u64)>)) {
        std::mem::take(&mut self.0.borrow_mut().gone).into_iter().for_each(|range| tell(Some(range)));
    }

    fn keep(&mut self, address: u64, len: u64) {
        self.0.borrow_mut().kept.push((address, len));
    }

    fn let_go(&mut self, address: u64, len: u64) {
        let kept = &mut self.0.borrow_mut().kept;
        let which = kept.iter().position(|kept| *kept == (address, len)).expect("it is kept");
        kept.swap_remove(which);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Hold { page: usize, count: usize, is_open: bool },
    Release(usize),
    Move { from: usize, to: usize, count: usize, refused: u32 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let (page, count) = (0..PAGES, 1..6_usize);
    // Most pages can be watched, or nothing would be found.
    let refused = (any::<u32>(), any::<u32>()).prop_map(|(some, others)| some & others);
    let step = prop_oneof![
        6 => (page.clone(), count.clone(), prop::bool::weighted(0.2)).prop_map(|(page, count, is_open)| Step::Hold { page, count, is_open }),
        4 => (0..64_usize).prop_map(Step::Release),
        2 => (page.clone(), page, count, refused).prop_map(|(from, to, count, refused)| Step::Move { from, to, count, refused }),
    ];
    prop::collection::vec(step, 1..120)
}

struct Held {
    hold: Hold,
    pages: std::ops::Range<usize>,
    is_open: bool,
}

fn memories<V: Verbs>(verbs: V, watch: Watch) -> Memories<V, Watch> {
    Memories::following(Arc::new(verbs), watch, 1 << 30, 100, false)
}

struct Run {
    memories: Memories<SimVerbs, Watch>,
    system: Rc<RefCell<System>>,
    held: Vec<Held>,
    /// What lay on all pages when a registration was made, by its key.
    made: HashMap<u32, [u64; PAGES]>,
    _block: Block,
}

impl Run {
    fn new() -> Self {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        let verbs = world.open(world.add_node());
        let block = Block::new(&world, 0, PAGES * PAGE as usize).expect("room");
        let start = block.place(0, PAGES * PAGE as usize).addr() as u64;
        assert!(start.is_multiple_of(PAGE));
        let (content, newest) = (std::array::from_fn(|page| page as u64), PAGES as u64);
        let (is_refused, is_watched, gone, kept) = ([false; PAGES], [false; PAGES], Vec::new(), Vec::new());
        let system = Rc::new(RefCell::new(System { start, content, newest, is_refused, is_watched, gone, kept }));
        let memories = memories(verbs, Watch(Rc::clone(&system)));
        Run { memories, system, held: Vec::new(), made: HashMap::new(), _block: block }
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::Hold { page, count, is_open } => self.hold(page..(page + count).min(PAGES), is_open),
            Step::Release(which) if !self.held.is_empty() => self.release(which % self.held.len()),
            Step::Release(_) => {}
            Step::Move { from, to, count, refused } => {
                let count = count.min(PAGES - from.max(to));
                let touches = |held: &Held, begin: usize| held.pages.start < begin + count && begin < held.pages.end;
                // What is used stays where it is, and pages do not move onto themselves.
                let is_used = self.held.iter().any(|held| touches(held, from) || touches(held, to));
                if !is_used && from.abs_diff(to) >= count {
                    self.system.borrow_mut().move_pages(from, to, count, refused);
                }
            }
        }
    }

    fn hold(&mut self, pages: std::ops::Range<usize>, is_open: bool) {
        let system = Rc::clone(&self.system);
        let address = system.borrow().start + pages.start as u64 * PAGE;
        let piece = Piece { address, len: pages.len() as u64 * PAGE };
        // SAFETY: the block lives as long as the run, and nobody uses what is registered.
        let hold = unsafe { if is_open { self.memories.hold_open(piece, true) } else { self.memories.hold(piece, true) } };
        let hold = hold.expect("a registration");
        let content = system.borrow().content;
        let made = self.made.entry(self.memories.remote_key(&hold).0).or_insert(content);
        assert_eq!(made[pages.clone()], content[pages.clone()], "a registration of other memory was found");
        self.held.push(Held { hold, pages, is_open });
        self.check_kept();
    }

    fn release(&mut self, which: usize) {
        let Held { hold, is_open, .. } = self.held.swap_remove(which);
        if is_open {
            self.memories.close(hold)
        } else {
            self.memories.release(hold)
        }
        self.check_kept();
    }

    /// What is open is kept where it is, and nothing else.
    fn check_kept(&self) {
        let system = self.system.borrow();
        let open = self.held.iter().filter(|held| held.is_open);
        let mut open: Vec<_> =
            open.map(|held| (system.start + held.pages.start as u64 * PAGE, held.pages.len() as u64 * PAGE)).collect();
        let mut kept = system.kept.clone();
        open.sort_unstable();
        kept.sort_unstable();
        assert_eq!(kept, open);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_found_is_of_the_memory_that_lies_there(steps in steps()) {
        let mut run = Run::new();
        for step in &steps {
            run.run(step);
        }
        while !run.held.is_empty() {
            run.release(0);
        }
    }
}

#[test]
fn what_has_moved_is_registered_anew_and_found_again_only_where_all_of_it_is_watched() {
    let mut run = Run::new();
    let uses = |run: &mut Run, page: usize| {
        let [before, ..] = run.memories.counts();
        for _ in 0..3 {
            run.run(&Step::Hold { page, count: 4, is_open: false });
            run.run(&Step::Release(0));
        }
        run.memories.counts()[0] - before
    };
    assert_eq!(uses(&mut run, 0), 1, "found after the first use");
    run.run(&Step::Move { from: 0, to: 16, count: 4, refused: 0 });
    assert_eq!(uses(&mut run, 16), 1, "moved and watched");
    run.run(&Step::Move { from: 16, to: 8, count: 4, refused: 1 << 10 });
    assert_eq!(uses(&mut run, 8), 3, "one page of it is not watched");
    assert_eq!(uses(&mut run, 4), 1, "others are");
    run.run(&Step::Move { from: 8, to: 24, count: 4, refused: 0 });
    assert_eq!(uses(&mut run, 24), 1, "moved to where it is watched");
}
