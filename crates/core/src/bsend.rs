//! The buffer attached for buffered sends (MPI-5 §3.6). Ferry keeps copies in memory of its own and only accounts for them against the
//! size the program attached, so the attached memory itself stays untouched.

use ferry_constants as mpi;

use crate::{Result, bail};

/// The attached buffer and the operations that use it.
#[derive(Default)]
pub struct AttachedBuffer {
    /// Address and size in bytes, as attached.
    attached: Option<(usize, u64)>,
    /// Operations under way, and the bytes each accounts for.
    under_way: Vec<(usize, u64)>,
}

impl AttachedBuffer {
    /// `MPI_Buffer_attach`.
    pub fn attach(&mut self, address: usize, size: u64) -> Result<()> {
        if self.attached.is_some() {
            bail!(MPI_ERR_BUFFER, "a buffer is attached already; detach it first");
        }
        self.attached = Some((address, size));
        Ok(())
    }

    /// `MPI_Buffer_detach`, once [`AttachedBuffer::is_idle`].
    pub fn detach(&mut self) -> Result<(usize, u64)> {
        match self.attached.take() {
            Some(attached) => Ok(attached),
            None => bail!(MPI_ERR_BUFFER, "no buffer is attached"),
        }
    }

    /// True if no buffered message is under way any more.
    pub fn is_idle(&mut self, is_alive: impl Fn(usize) -> bool) -> bool {
        self.under_way.retain(|(operation, _)| is_alive(*operation));
        self.under_way.is_empty()
    }

    /// Refuses a message of `bytes` for which there is no room.
    pub fn check_room(&mut self, bytes: u64, is_alive: impl Fn(usize) -> bool) -> Result<()> {
        self.is_idle(is_alive);
        let size = self.attached.map_or(0, |(_, size)| size);
        let used: u64 = self.under_way.iter().map(|(_, bytes)| bytes).sum();
        let needed = bytes + mpi::MPI_BSEND_OVERHEAD as u64;
        if size == mpi::MPI_BUFFER_AUTOMATIC as u64
            && self.attached.is_some_and(|(address, _)| address == mpi::MPI_BUFFER_AUTOMATIC)
        {
            return Ok(());
        }
        if used + needed > size {
            bail!(
                MPI_ERR_BUFFER,
                "the message needs {needed} bytes of attached buffer ({bytes} of data, the rest overhead), and {} of {size} are free; \
                 attach a larger buffer with MPI_Buffer_attach",
                size.saturating_sub(used)
            );
        }
        Ok(())
    }

    /// The operation `operation` sends a copy of `bytes` bytes.
    pub fn add(&mut self, operation: usize, bytes: u64) {
        self.under_way.push((operation, bytes + mpi::MPI_BSEND_OVERHEAD as u64));
    }
}
