//! Registrations of memory that the program may write to, or not, or not any more.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;
use ferry_regcache::{Monitor, PageRange};
use ferry_sim::{Block, Faults, Profile, SimVerbs, World};
use ferry_verbs_transport::Memories;

const PAGE: u64 = 4096;
const PAGES: usize = 16;

/// Watches everything, and knows which addresses are.
#[derive(Clone, Default)]
struct Watch(Rc<RefCell<Vec<u64>>>);

impl Monitor for Watch {
    fn watch(&mut self, range: PageRange) -> bool {
        self.unwatch(range);
        self.0.borrow_mut().extend((range.start()..range.end()).step_by(PAGE as usize));
        true
    }

    fn unwatch(&mut self, range: PageRange) {
        self.0.borrow_mut().retain(|page| !(range.start()..range.end()).contains(page));
    }

    fn changes(&mut self, _tell: impl FnMut(Option<(u64, u64)>)) {}

    fn keep(&mut self, _address: u64, _len: u64) {}

    fn let_go(&mut self, _address: u64, _len: u64) {}
}

fn memories<V: Verbs>(verbs: V, watch: Watch, regions: usize) -> Memories<V, Watch> {
    Memories::following(Arc::new(verbs), watch, 1 << 30, regions, false)
}

struct Program {
    memories: Memories<SimVerbs, Watch>,
    world: World,
    watch: Watch,
    start: u64,
    _block: Block,
}

impl Program {
    /// Whose memory can have so many registrations.
    fn new(regions: usize) -> Program {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        let verbs = world.open(world.add_node());
        let block = Block::new(&world, 0, PAGES * PAGE as usize).expect("room");
        let start = block.place(0, PAGES * PAGE as usize).addr() as u64;
        let watch = Watch::default();
        let memories = memories(verbs, watch.clone(), regions);
        Program { memories, world, watch, start, _block: block }
    }

    /// It may not write to these pages, and to all others.
    fn protect(&self, pages: &[u64]) {
        let addresses = |page: &u64| self.start + page * PAGE..self.start + (page + 1) * PAGE;
        self.world.set_read_only(0, pages.iter().map(addresses).collect());
    }

    /// Uses pages for one message; whether they could be registered for that.
    fn uses(&mut self, pages: Range<u64>, writable: bool) -> bool {
        let piece = Piece { address: self.start + pages.start * PAGE, len: (pages.end - pages.start) * PAGE };
        // SAFETY: the block lives as long as the program, and nobody uses what is registered.
        let hold = unsafe { self.memories.hold(piece, writable) };
        hold.map(|hold| self.memories.release(hold)).is_some()
    }

    fn registrations(&self) -> u64 {
        self.memories.registrations()
    }

    fn watched(&self) -> Vec<u64> {
        let mut pages: Vec<u64> = self.watch.0.borrow().iter().map(|address| (address - self.start) / PAGE).collect();
        pages.sort_unstable();
        pages
    }
}

#[test]
fn memory_that_can_be_written_again_is_registered_for_that() {
    let mut program = Program::new(100);
    program.protect(&[2]);
    assert_eq!([program.uses(0..4, false), program.uses(0..4, true)], [true, false]);
    program.protect(&[]);
    assert!(program.uses(0..4, true), "a new registration");
    let before = program.registrations();
    assert!(program.uses(0..4, true) && program.uses(1..3, false));
    assert_eq!(program.registrations(), before, "both are found");
}

#[test]
fn memory_next_to_what_cannot_be_written_can_be_received_into() {
    let mut program = Program::new(100);
    program.protect(&[2]);
    assert!(program.uses(2..3, false));
    for page in [1, 3] {
        assert!(program.uses(page..page + 1, true), "page {page}");
    }
    program.uses(2..3, false);
    for page in [1, 3] {
        program.uses(page..page + 1, true);
    }
    let before = program.registrations();
    assert!(program.uses(1..2, true) && program.uses(2..3, false) && program.uses(3..4, true));
    assert_eq!(program.registrations(), before, "each has its own");
}

#[test]
fn only_what_is_registered_is_watched() {
    let mut program = Program::new(2);
    for page in [0, 5, 10] {
        assert!(program.uses(page..page + 1, true));
    }
    assert_eq!(program.watched(), [5, 10], "the first made room");
    program.uses(10..14, true);
    program.uses(1..3, true);
    assert_eq!(program.watched(), [1, 2, 10, 11, 12, 13]);
}
