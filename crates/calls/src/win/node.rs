//! How the ranks of a node come to share memory for a window: the lowest of them makes it and
//! leaves it in the others' mailboxes.
//!
//! A mailbox is an abstract socket; its name and the secret that letters carry come from the maker,
//! by messages that no stranger sees.

use std::io;
use std::os::fd::AsFd;

use ferry_constants as mpi;
use ferry_core::{Error, Result};
use ferry_runtime::Cx;
use ferry_shm::window_memory::{WindowLayout, WindowMemory};
use ferry_sys::descriptor::{Courier, Mailbox};
use ferry_sys::random;

use crate::comm::agree::Circle;

/// Bytes of the secret of a window's maker: one half names mailboxes, the other is in letters.
pub const SECRET: usize = 32;

/// A secret for the case that this process makes memory for others.
///
/// # Errors
/// `MPI_ERR_OTHER` if the system has no random numbers.
pub fn secret() -> Result<[u8; SECRET]> {
    random::bytes::<SECRET>()
        .map_err(|error| Error::new(mpi::MPI_ERR_OTHER, format!("the system has no random numbers: {error}")))
}

/// The ranks of a window that are on this node.
pub struct Neighbors<'a> {
    /// Their ranks in the window, ascending.
    pub ranks: &'a [u32],
    /// This process's rank in the window.
    pub own: u32,
    /// The secret of the first of them.
    pub secret: [u8; SECRET],
}

impl Neighbors<'_> {
    /// The place of this process among them.
    fn place(&self) -> usize {
        self.ranks.partition_point(|rank| *rank < self.own)
    }

    fn is_maker(&self) -> bool {
        self.ranks[0] == self.own
    }

    fn mailbox(&self, rank: u32) -> String {
        format!("ferry-window-{}-{rank}", random::hex(&self.secret[..SECRET / 2]))
    }

    fn letter(&self) -> &[u8] {
        &self.secret[SECRET / 2..]
    }
}

/// Shares memory of this layout within the node, in a call of all processes of `circle`. `None` if
/// it cannot be had, at all ranks of the node alike, as none can without a layout; the second value
/// says whether all ranks of the window have theirs.
///
/// # Errors
/// Those of messages.
pub fn share(
    cx: &Cx,
    circle: &Circle,
    neighbors: &Neighbors<'_>,
    layout: Option<&WindowLayout>,
) -> Result<(Option<WindowMemory>, bool)> {
    let is_shared = neighbors.ranks.len() > 1;
    let mailbox = (is_shared && !neighbors.is_maker()).then(|| Mailbox::open(&neighbors.mailbox(neighbors.own)).ok()).flatten();
    // From here on all mailboxes are there that can be.
    circle.gather(cx, [0_u8; 1])?;
    let made = layout.filter(|_| neighbors.is_maker()).and_then(|layout| make(neighbors, layout).ok());
    // From here on all letters are there.
    circle.gather(cx, [0_u8; 1])?;
    let memory = match mailbox {
        Some(mailbox) => layout.and_then(|layout| fetch(&mailbox, neighbors, layout).ok()),
        None => made,
    };
    let have = circle.gather(cx, [u8::from(memory.is_some())])?;
    let all_here = neighbors.ranks.iter().all(|rank| have[*rank as usize] == [1]);
    Ok((memory.filter(|_| all_here), have.iter().all(|flag| *flag == [1])))
}

/// Makes the memory and leaves its file in the others' mailboxes.
fn make(neighbors: &Neighbors<'_>, layout: &WindowLayout) -> io::Result<WindowMemory> {
    let (file, memory) = WindowMemory::create(layout.clone(), neighbors.place())?;
    if neighbors.ranks.len() > 1 {
        let courier = Courier::new()?;
        let mut others = neighbors.ranks.iter().filter(|rank| **rank != neighbors.own);
        others.try_for_each(|rank| courier.leave(&neighbors.mailbox(*rank), neighbors.letter(), &[file.as_fd()]))?;
    }
    Ok(memory)
}

/// Takes the file out of this process's mailbox, past letters of strangers, and maps it.
fn fetch(mailbox: &Mailbox, neighbors: &Neighbors<'_>, layout: &WindowLayout) -> io::Result<WindowMemory> {
    let mut letter = [0; SECRET];
    loop {
        let Some(received) = mailbox.take(&mut letter)? else { return Err(io::ErrorKind::NotFound.into()) };
        if &letter[..received.len] == neighbors.letter()
            && let Some(file) = received.descriptors.into_iter().next()
        {
            return WindowMemory::open(file.as_fd(), layout.clone(), neighbors.place());
        }
    }
}
