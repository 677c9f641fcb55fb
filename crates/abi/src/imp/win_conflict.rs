//! Accesses of this process that conflict, with `FERRY_CHECK` (MPI-5 §12.7). Those of several
//! processes are not compared.

use std::ops::Range;

use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result};
use ferry_datatype::Datatype;
use ferry_protocol::rma::conflict::{AccessKind, MOST_PIECES};

use super::win_arguments::{Found, Named};
use super::win_flush::Whom;

/// Notes an access that is about to be made.
///
/// # Errors
/// `MPI_ERR_RMA_CONFLICT`.
#[cold]
pub fn note(p: &mut Process, found: &Found, named: &Named, kind: AccessKind) -> Result<()> {
    let Process { windows, datatypes, .. } = p;
    let datatype = datatypes.usable(named.datatype.0, "target_datatype")?;
    let Some(accesses) = windows.find_mut(named.win.0)?.accesses.as_mut() else { return Ok(()) };
    let Some(pieces) = pieces(found.displacement, named.count as u64, datatype) else { return Ok(()) };
    accesses.note(found.rank, &pieces, kind).map_err(|conflict| {
        Error::new(ferry_constants::MPI_ERR_RMA_CONFLICT, format!("at rank {}, {}", found.rank, conflict.text()))
    })
}

/// An accumulate of elements of a datatype.
pub fn accumulate(datatype: &Datatype) -> AccessKind {
    AccessKind::Accumulate { datatype: datatype.primitive().map_or(usize::MAX, |primitive| primitive as usize) }
}

/// The bytes of an access; `None` if they are in more pieces than anybody wants to keep.
fn pieces(displacement: u64, count: u64, datatype: &Datatype) -> Option<Vec<Range<u64>>> {
    let at = |offset: i64, len: u64| {
        let start = displacement.wrapping_add_signed(offset);
        start..start.saturating_add(len)
    };
    if let Some(run) = datatype.dense_run(count) {
        return Some(vec![at(run.offset, datatype.packed_size(count)?)]);
    }
    let (mut cursor, mut pieces) = (datatype.cursor(count), Vec::new());
    while let Some(segment) = cursor.next(usize::MAX) {
        if pieces.len() == MOST_PIECES {
            return None;
        }
        pieces.push(at(segment.offset, segment.len as u64));
    }
    Some(pieces)
}

/// Accesses to `whom` are over there.
#[inline]
pub fn forget(window: &mut Window, whom: Whom) {
    match (&mut window.accesses, whom) {
        (Some(accesses), Whom::One(rank)) => accesses.synchronize(rank),
        (Some(accesses), Whom::All) => accesses.synchronize_all(),
        (None, _) => {}
    }
}
