//! Threads that wait while another thread of the process makes progress for all of them
//! (`MPI_THREAD_MULTIPLE`).
//!
//! Of the threads that wait, one is the *driver*: it alone polls the device and sleeps on it. The
//! others park, each on a word of its own, and leave a [`Question`] behind. Whenever something has
//! happened, the driver asks for them whether what they wait for is there, and wakes those for whom
//! it is. A driver that leaves hands its part to one of the parked. So a thread that waits takes
//! neither the library lock nor a processor from those that work, and is woken once.
//!
//! # Safety arguments
//! - PARK-1: a place lives on the stack of its thread, which returns from [`wait`] only after the
//!   place has been taken off the list; it is put on and taken off under the library lock.
//! - PARK-2: a question is asked only under the library lock and only while its place is on the
//!   list; its thread touches what the question borrows only before and after, or under the lock.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ferry_core::process::Process;
use ferry_sys::futex;

/// Looks at its word before a thread sleeps on it: the answer is often on its way.
const LOOKS: u32 = 20;

const PARKED: u32 = 0;
const ANSWERED: u32 = 1;
const PROMOTED: u32 = 2;

/// Whether what a thread waits for is there; keeps the answer for it.
pub type Question<'a> = dyn FnMut(&mut Process) -> bool + 'a;

/// Where a thread is parked.
struct ParkedAt {
    word: AtomicU32,
    question: *mut Question<'static>,
}

/// The places, and whether a thread is the driver.
struct Parking {
    has_driver: bool,
    places: Vec<*const ParkedAt>,
}

struct ParkingGlobal(UnsafeCell<Parking>);
// SAFETY: touched under the library lock only (see `parking`).
unsafe impl Sync for ParkingGlobal {}

static PARKING: ParkingGlobal = ParkingGlobal(UnsafeCell::new(Parking { has_driver: false, places: Vec::new() }));

/// The parking. Whoever has the process has the library lock.
fn parking(_process: &mut Process) -> &mut Parking {
    // SAFETY: the exclusive borrow of the process stands for that of the parking; both are under
    // the library lock (ENTRY-1).
    unsafe { &mut *PARKING.0.get() }
}

/// How a thread begins to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingPart {
    /// Another thread is the driver.
    Parked,
    /// This one is.
    Driver,
}

/// Makes the calling thread the driver, if there is none.
pub fn apply(process: &mut Process) -> WaitingPart {
    let parking = parking(process);
    if std::mem::replace(&mut parking.has_driver, true) { WaitingPart::Parked } else { WaitingPart::Driver }
}

/// Asks the questions of all parked threads, and wakes those whose answer is there.
pub fn ask_for_all(process: &mut Process) {
    let mut places = std::mem::take(&mut parking(process).places);
    places.retain(|place| {
        // SAFETY: PARK-1, PARK-2.
        let is_answered = unsafe { (*(**place).question)(process) };
        if is_answered {
            // SAFETY: PARK-1: the place is off the list now, and not touched after the wake-up.
            unsafe { release(*place, ANSWERED) };
        }
        !is_answered
    });
    parking(process).places = places;
}

/// The driver leaves: the thread that has been parked longest takes over.
pub fn resign(process: &mut Process) {
    let parking = parking(process);
    if parking.places.is_empty() {
        parking.has_driver = false;
    } else {
        // SAFETY: PARK-1; off the list.
        unsafe { release(parking.places.remove(0), PROMOTED) };
    }
}

/// # Safety
/// PARK-1: the place is valid until its word changes.
unsafe fn release(place: *const ParkedAt, why: u32) {
    // SAFETY: as the caller promises; the address of the word is only a key after that.
    unsafe {
        let word = &raw const (*place).word;
        (*word).store(why, Ordering::Release);
        futex::wake_private(&*word, 1);
    }
}

/// How long a parked thread sleeps before it looks around.
const PERIOD: Duration = Duration::from_millis(250);

/// Parks the calling thread until its question is answered (`ANSWERED`: true) or it has become the
/// driver (false). `enter` runs what it is given with the library lock held and the process
/// borrowed; `look_around` runs every now and then, without the lock.
pub fn wait(question: &mut Question<'_>, enter: impl Fn(&mut dyn FnMut(&mut Process)), look_around: &mut dyn FnMut()) -> bool {
    // SAFETY: PARK-1, PARK-2: nobody uses the question after this function has returned.
    let question = unsafe { std::mem::transmute::<*mut Question<'_>, *mut Question<'static>>(question) };
    let place = ParkedAt { word: AtomicU32::new(PARKED), question };
    enter(&mut |process| {
        // SAFETY: PARK-2. Asked once more, as it may have been answered since the caller looked;
        // and the driver may have left.
        if unsafe { (*question)(process) } {
            place.word.store(ANSWERED, Ordering::Relaxed);
        } else if apply(process) == WaitingPart::Driver {
            place.word.store(PROMOTED, Ordering::Relaxed);
        } else {
            parking(process).places.push(&raw const place);
        }
    });
    let mut looks = 0;
    loop {
        match place.word.load(Ordering::Acquire) {
            PARKED if looks < LOOKS => {
                looks += 1;
                std::hint::spin_loop();
            }
            PARKED => {
                futex::wait_private_for(&place.word, PARKED, PERIOD);
                look_around();
            }
            why => return why == ANSWERED,
        }
    }
}
