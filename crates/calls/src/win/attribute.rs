//! Attributes of windows (MPI-5 §7.7.3), those that MPI defines among them (§12.2.6).

use ferry_core::Result;
use ferry_core::attribute::{Attributes, Keyvals, Object};
use ferry_core::process::Process;
use ferry_ctypes::MPI_Win;

use crate::attribute::Cached;

impl Cached for MPI_Win {
    const OBJECT: Object = Object::Win;

    fn handle(self) -> usize {
        self.0
    }

    fn attributes(self, p: &mut Process) -> Result<(&mut Attributes, &mut Keyvals)> {
        Ok((&mut p.windows.find_mut(self.0)?.attributes, &mut p.keyvals))
    }
}
