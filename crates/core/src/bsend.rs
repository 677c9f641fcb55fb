//! Buffers attached for buffered sends (MPI-5 §3.6). Ferry keeps copies in memory of its own and
//! only accounts for them against the size the program attached, so the attached memory itself
//! stays untouched.

use ferry_constants as mpi;

use crate::{Result, bail};

/// What the program attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// So many bytes at an address.
    Memory(usize, u64),
    /// `MPI_BUFFER_AUTOMATIC`: as much as there is.
    Automatic,
}

/// Finished operations are looked for when there are twice as many as were left the last time, and
/// at least this many: the effort for a send stays constant on average.
const PRUNE_MIN: usize = 64;

/// Bytes a message accounts for beside its data. The attached memory is not used, so a small number
/// does; programs compiled for another MPI leave room for the overhead of that one, of which 88
/// (Intel MPI's) is the least.
const CHARGED: u64 = 64;
const _: () = assert!(CHARGED <= mpi::MPI_BSEND_OVERHEAD as u64);

/// An attached buffer and the operations that use it.
#[derive(Debug, Default)]
pub struct AttachedBuffer {
    room: Option<Room>,
    /// Operations that were under way when they were last looked at, and the bytes each accounts
    /// for.
    under_way: Vec<(usize, u64)>,
    /// The sum of these bytes.
    used: u64,
    /// See [`PRUNE_MIN`].
    prune_at: usize,
}

impl AttachedBuffer {
    /// `MPI_Buffer_attach` and its kin. The size of `MPI_BUFFER_AUTOMATIC` means nothing.
    ///
    /// # Errors
    /// `MPI_ERR_BUFFER` if one is attached already.
    pub fn attach(&mut self, address: usize, size: u64) -> Result<()> {
        if self.room.is_some() {
            bail!(MPI_ERR_BUFFER, "a buffer is attached already; detach it first");
        }
        self.room = Some(if address == mpi::MPI_BUFFER_AUTOMATIC { Room::Automatic } else { Room::Memory(address, size) });
        Ok(())
    }

    /// Whether a buffer is attached.
    pub fn is_attached(&self) -> bool {
        self.room.is_some()
    }

    /// `MPI_Buffer_detach` and its kin, once [`AttachedBuffer::is_idle`]: address and size as
    /// attached.
    ///
    /// # Errors
    /// `MPI_ERR_BUFFER` if none is attached.
    pub fn detach(&mut self) -> Result<(usize, u64)> {
        match self.room.take() {
            Some(Room::Memory(address, size)) => Ok((address, size)),
            Some(Room::Automatic) => Ok((mpi::MPI_BUFFER_AUTOMATIC, 0)),
            None => bail!(MPI_ERR_BUFFER, "no buffer is attached"),
        }
    }

    /// True if no buffered message is under way any more.
    pub fn is_idle(&mut self, is_alive: impl Fn(usize) -> bool) -> bool {
        self.prune(is_alive);
        self.under_way.is_empty()
    }

    /// The operations under way.
    pub fn operations(&self) -> impl Iterator<Item = usize> {
        self.under_way.iter().map(|(operation, _)| *operation)
    }

    fn prune(&mut self, is_alive: impl Fn(usize) -> bool) {
        self.under_way.retain(|(operation, _)| is_alive(*operation));
        self.used = self.under_way.iter().map(|(_, bytes)| bytes).sum();
        self.prune_at = PRUNE_MIN.max(2 * self.under_way.len());
    }

    /// Refuses a message of `bytes` for which there is no room.
    ///
    /// # Errors
    /// `MPI_ERR_BUFFER`
    pub fn check_room(&mut self, bytes: u64, is_alive: impl Fn(usize) -> bool) -> Result<()> {
        let size = match self.room {
            Some(Room::Automatic) => u64::MAX,
            Some(Room::Memory(_, size)) => size,
            None => 0,
        };
        let needed = bytes.saturating_add(CHARGED);
        if self.under_way.len() >= self.prune_at || needed > size.saturating_sub(self.used) {
            self.prune(is_alive);
        }
        let free = size.saturating_sub(self.used);
        if needed > free {
            bail!(
                MPI_ERR_BUFFER,
                "the message needs {needed} bytes of attached buffer ({bytes} of data, the rest overhead), and {free} of {size} are free; \
                 attach a larger buffer with MPI_Buffer_attach, or MPI_BUFFER_AUTOMATIC"
            );
        }
        Ok(())
    }

    /// The operation `operation` sends a copy of `bytes` bytes.
    pub fn add(&mut self, operation: usize, bytes: u64) {
        let accounted = bytes + CHARGED;
        self.used += accounted;
        self.under_way.push((operation, accounted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: u64 = CHARGED;

    #[test]
    fn room_is_what_was_attached_less_what_is_under_way() {
        let mut buffer = AttachedBuffer::default();
        assert_eq!(buffer.check_room(0, |_| true).unwrap_err().class(), mpi::MPI_ERR_BUFFER);
        buffer.attach(0x10000, 3 * (100 + OVERHEAD)).unwrap();
        assert_eq!(buffer.attach(0x10000, 1).unwrap_err().class(), mpi::MPI_ERR_BUFFER);
        for operation in 0..3 {
            buffer.check_room(100, |_| true).unwrap();
            buffer.add(operation, 100);
        }
        assert!(buffer.check_room(0, |_| true).is_err());
        assert!(buffer.check_room(101, |operation| operation != 1).is_err());
        buffer.check_room(100, |operation| operation != 1).unwrap();
        assert!(!buffer.is_idle(|operation| operation == 2));
        assert_eq!(buffer.operations().collect::<Vec<_>>(), [2]);
        assert!(buffer.is_idle(|_| false));
        assert_eq!(buffer.detach().unwrap(), (0x10000, 3 * (100 + OVERHEAD)));
        assert_eq!(buffer.detach().unwrap_err().class(), mpi::MPI_ERR_BUFFER);
    }

    #[test]
    fn automatic_buffering_has_no_limit_and_few_looks_at_old_operations() {
        let mut buffer = AttachedBuffer::default();
        buffer.attach(mpi::MPI_BUFFER_AUTOMATIC, 0).unwrap();
        let looks = std::cell::Cell::new(0);
        for operation in 0..10_000 {
            let is_alive = |_| {
                looks.set(looks.get() + 1);
                true
            };
            buffer.check_room(1 << 40, is_alive).unwrap();
            buffer.add(operation, 1 << 40);
        }
        assert!(looks.get() < 30_000, "{}", looks.get());
        assert!(buffer.is_idle(|_| false));
        assert_eq!(buffer.detach().unwrap(), (mpi::MPI_BUFFER_AUTOMATIC, 0));
    }
}
