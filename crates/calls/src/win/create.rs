//! Making windows (MPI-5 §12.2.1 to §12.2.4): all processes of a communicator agree on a number,
//! tell each other what they expose, and share memory within each node.
//!
//! # Safety arguments
//! - WMAKE-1: the program keeps memory that it gives to a window until it frees the window (MPI-5
//!   §12.2.1); memory that MPI allocates lives in the window, which is taken out of the table only
//!   after the engine has closed it.

use std::ffi::c_void;

use ferry_constants as mpi;
use ferry_core::resilience;
use ferry_core::window::parts::PartOf;
use ferry_core::window::{Facts, FarWindow, Flavor, Node, Parameters, Parts, Window, WindowHints, far};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Info, MPI_Win, Out};
use ferry_device::Key;
use ferry_engine::window::{Attached, Exposed, Exposure};
use ferry_protocol::rma::control::Owner;
use ferry_runtime::Cx;
use ferry_shm::window_memory::{Packing, WindowLayout, WindowMemory};
use ferry_sys::barrier;

use crate::comm::agree::{Circle, Purpose, agree_on_context};
use crate::comm::create::{keep, release};
use crate::win::node::{Neighbors, SECRET};
use crate::{info, win};

/// What a process contributes to a window.
pub struct Contribution {
    flavor: Flavor,
    /// Memory of the program.
    base: usize,
    size: u64,
    unit: u64,
    hints: WindowHints,
}

/// Checks the arguments of a call.
pub fn contribution(cx: &Cx, flavor: Flavor, base: usize, (size, unit): (i64, i64), info: MPI_Info) -> Result<Contribution> {
    let mut hints = WindowHints::default();
    hints.apply(&info::hints(cx, info)?);
    let Ok(size) = u64::try_from(size) else {
        bail!(MPI_ERR_SIZE, "argument size is {size}; it must be at least 0");
    };
    if unit <= 0 {
        bail!(MPI_ERR_DISP, "argument disp_unit is {unit}; it must be at least 1");
    }
    if flavor == Flavor::Create && base == 0 && size > 0 {
        bail!(MPI_ERR_BASE, "argument base is a null pointer and size is {size}; pass the address of the memory");
    }
    Ok(Contribution { flavor, base, size, unit: unit as u64, hints })
}

/// What each process tells all others.
#[derive(Clone, Copy)]
struct Ticket {
    size: u64,
    unit: u64,
    alignment: u64,
    may_lie_apart: bool,
    flavor: u8,
    secret: [u8; SECRET],
}

const TICKET: usize = 64;

impl Ticket {
    fn to_bytes(self) -> [u8; TICKET] {
        let mut bytes = [0; TICKET];
        bytes[..8].copy_from_slice(&self.size.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.unit.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.alignment.to_le_bytes());
        bytes[24..26].copy_from_slice(&[u8::from(self.may_lie_apart), self.flavor]);
        bytes[TICKET - SECRET..].copy_from_slice(&self.secret);
        bytes
    }

    fn from_bytes(bytes: &[u8; TICKET]) -> Self {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let secret = std::array::from_fn(|i| bytes[TICKET - SECRET + i]);
        Ticket { size: word(0), unit: word(8), alignment: word(16), may_lie_apart: bytes[24] != 0, flavor: bytes[25], secret }
    }
}

/// Makes a window, in a call of all processes of `comm`.
pub fn make(cx: &Cx, comm: MPI_Comm, given: Contribution) -> Result<(MPI_Win, usize)> {
    let circle = cx.with(|p| p.comms.find_intra(comm.0, "comm").map(|found| Circle::whole(found, Purpose::Window)))?;
    let context = agree_on_context(cx, &circle)?;
    let own = keep(cx, comm, |parent| Some(parent.duplicate(context)))?;
    let made = make_on(cx, &circle, own, given);
    if made.is_err() {
        release(cx, own);
    }
    made
}

/// Makes a window whose communicator is `own`.
fn make_on(cx: &Cx, circle: &Circle, own: MPI_Comm, given: Contribution) -> Result<(MPI_Win, usize)> {
    let tickets = exchange_tickets(cx, circle, &given)?;
    let (group, rank, session, number) = cx.with(|p| {
        let found = p.comms.find(own.0, "comm")?;
        Ok::<_, Error>((found.group().clone(), found.rank(), found.session(), found.context()))
    })?;
    let members = cx.with(|p| p.engine.node().members());
    let is_near = |rank: &u32| group.process(*rank).is_some_and(|process| members.local(process).is_some());
    let near: Box<[u32]> = (0..group.size()).filter(is_near).collect();
    if given.flavor == Flavor::Shared && near.len() < group.size() as usize {
        bail!(
            MPI_ERR_RMA_SHARED,
            "the processes of comm are on several nodes, which share no memory; split it with MPI_Comm_split_type and MPI_COMM_TYPE_SHARED first"
        );
    }
    let node = share_memory(cx, circle, near, rank, &tickets, given.flavor)?;
    let base = match node.data(rank) {
        Some((address, _)) if given.flavor.is_allocated() => address.expose_provenance(),
        _ => given.base,
    };
    if let (Some(control), Some((place, places))) = (node.control(rank), node.place_of(rank)) {
        // An adapter that reaches the memory might change words of it, and a rank that dies with a
        // claim would keep it.
        let may_claim = !cx.with(|p| p.comms.may_put(own.0))? && !resilience::is_on() && barrier::register();
        control.set_owner(Owner { address: base as u64, place, places, may_claim });
    }
    let parts = Parts::of(tickets.iter().map(|ticket| PartOf { size: ticket.size, unit: ticket.unit }).collect());
    let facts = Facts::new(base, given.size as i64, given.unit as i64, given.flavor);
    let window = Window::new(Parameters { comm: own.0, number, group, rank, session, parts, node, facts, hints: given.hints });
    let win = open(cx, window, base, given.size)?;
    reach_far(cx, circle, own, win, base, given.size)?;
    // From here on all may access all.
    circle.gather(cx, [0_u8; 1])?;
    Ok((win, base))
}

fn exchange_tickets(cx: &Cx, circle: &Circle, given: &Contribution) -> Result<Vec<Ticket>> {
    let ticket = Ticket {
        size: given.size,
        unit: given.unit,
        alignment: given.hints.alignment(),
        may_lie_apart: given.hints.may_lie_apart(),
        flavor: (given.flavor as i32 - mpi::MPI_WIN_FLAVOR_CREATE) as u8,
        secret: win::node::secret()?,
    };
    let tickets: Vec<Ticket> = circle.gather(cx, ticket.to_bytes())?.iter().map(Ticket::from_bytes).collect();
    if let Some(rank) = tickets.iter().position(|other| other.flavor != ticket.flavor) {
        let text =
            format!("rank {rank} of comm makes a window in another way than this process; all must call the same function");
        return Err(Error::new(mpi::MPI_ERR_NOT_SAME, text));
    }
    Ok(tickets)
}

/// Shares memory within the node, or makes some for this process alone where it cannot be shared.
fn share_memory(cx: &Cx, circle: &Circle, near: Box<[u32]>, own: u32, tickets: &[Ticket], flavor: Flavor) -> Result<Node> {
    let alignment = near.iter().map(|rank| tickets[*rank as usize].alignment).max().unwrap_or(0);
    let packing = match flavor {
        Flavor::Shared if !tickets[0].may_lie_apart => Packing::Dense(alignment),
        _ => Packing::Apart(alignment),
    };
    let size_of = |rank: &u32| if flavor.is_allocated() { tickets[*rank as usize].size } else { 0 };
    let layout = |ranks: &[u32]| WindowLayout::new(ranks.iter().map(size_of).collect(), packing);
    let neighbors = Neighbors { ranks: &near, own, secret: tickets[near[0] as usize].secret };
    let no_memory = || Error::new(mpi::MPI_ERR_NO_MEM, "the sizes of all processes of the node exceed the address space");
    let whole = layout(&near);
    let (memory, is_everywhere) = win::node::share(cx, circle, &neighbors, whole.as_ref())?;
    if flavor == Flavor::Shared && !is_everywhere {
        // All are of this node.
        whole.ok_or_else(no_memory)?;
        bail!(
            MPI_ERR_RMA_SHARED,
            "the processes of comm cannot map memory of each other: they run in different containers or network namespaces, or memory is short"
        );
    }
    let node = match memory {
        Some(memory) => Ok(Node::new(memory, near)),
        None => layout(&[own]).ok_or_else(no_memory).and_then(|alone| {
            let (_, memory) = WindowMemory::create(alone, 0)
                .map_err(|error| Error::new(mpi::MPI_ERR_NO_MEM, format!("memory for the window cannot be had: {error}")))?;
            Ok(Node::new(memory, [own].into()))
        }),
    };
    // All make the window, or none.
    let have = if is_everywhere { Vec::new() } else { circle.gather(cx, [u8::from(node.is_ok())])? };
    let node = node?;
    match have.iter().position(|flag| *flag != [1]) {
        None => Ok(node),
        Some(rank) => bail!(MPI_ERR_NO_MEM, "rank {rank} of comm cannot get the memory for its part of the window"),
    }
}

/// Opens this process's part to the network, if that can put and get by itself, and hears of those
/// of others.
fn reach_far(cx: &Cx, circle: &Circle, own: MPI_Comm, win: MPI_Win, base: usize, size: u64) -> Result<()> {
    if !cx.with(|p| p.comms.may_put(own.0))? {
        return Ok(());
    }
    if cx.with(|p| p.windows.find(win.0).map(|window| window.flavor()))? == Flavor::Dynamic {
        return cx.with(|p| p.windows.find_mut(win.0).map(|window| window.far = FarWindow::lending()));
    }
    let (region, key) = cx.with(|p| {
        // SAFETY: WMAKE-1.
        let region = (size > 0).then(|| unsafe { p.engine.open_to_peers(base as u64, size) }).flatten();
        Ok::<_, Error>((region, region.map_or(Key::NONE, |region| p.engine.key_for_peers(region))))
    })?;
    let keys = circle.gather(cx, far::told(&key))?;
    cx.with(|p| {
        p.windows.find_mut(win.0)?.far = FarWindow::new(region, &keys);
        Ok(())
    })
}

/// Gives the window to the engine and into the table.
fn open(cx: &Cx, mut window: Window, base: usize, size: u64) -> Result<MPI_Win> {
    let (number, own) = (window.number, window.comm);
    let memory = match window.flavor() {
        Flavor::Dynamic => Exposed::Attached(Attached::default()),
        _ => Exposed::Range(std::ptr::with_exposed_provenance_mut(base), size),
    };
    let Some(control) = window.node.control(window.rank).map(std::ptr::from_ref) else {
        return Err(Error::internal("a window has no control block"));
    };
    let (handle, is_served) = cx.with(|p| {
        window.accesses = p.settings.check.is_on().then(Box::default);
        // Targets compare accesses of others.
        window.is_served |= window.accesses.is_some() && window.group.size() > 1;
        let is_served = window.is_served;
        // SAFETY: WMAKE-1; the control block lies in memory that does not move with the window.
        unsafe { p.engine.open_window(number, Exposure::with_barrier(memory, control, barrier::everywhere), own) };
        (p.windows.insert(window), is_served)
    });
    if is_served {
        win::progress::begin(cx);
    }
    Ok(MPI_Win(handle))
}

/// Makes a window whose memory MPI allocates.
///
/// # Safety
/// ABI-1 for `baseptr`, the address of a pointer, and `win`.
pub unsafe fn allocate(cx: &Cx, given: Contribution, comm: MPI_Comm, baseptr: *mut c_void, win: Out<MPI_Win>) -> Result<()> {
    let (made, base) = make(cx, comm, given)?;
    // SAFETY: as the caller promises.
    unsafe {
        *baseptr.cast::<*mut c_void>() = std::ptr::with_exposed_provenance_mut(base);
        win.set(made);
    }
    Ok(())
}
