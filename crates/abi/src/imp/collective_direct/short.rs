//! Broadcasts of a few bytes: what [`moves::bcast`](super::moves::bcast) does, in one borrow of the process.

use ferry_collective::Collective;
use ferry_core::Result;
use ferry_core::collective::direct::Says;
use ferry_core::process::Process;
use ferry_datatype::Datatype;
use ferry_kernels::copy_small;
use ferry_shm::board::INLINE;

use super::FIRST_ADDRESS;
use super::task::{Readers, wake};
use crate::entry::Cx;
use crate::imp::collective_arguments::{Layout, Request};

/// Does a broadcast of data that fit in an entry, of a predefined datatype without gaps, if there is room or the data are there soon. `None`, with nothing
/// begun, if it is anything else or has to wait. Nothing is published of no data.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
pub unsafe fn bcast(cx: &Cx, request: &Request) -> Option<Result<()>> {
    let Layout::Equal { count, datatype } = request.recv.layout else { return None };
    let datatype = Datatype::predefined(datatype.0).filter(|it| it.is_contiguous() && it.true_lb() == 0)?;
    let bytes = usize::try_from(count).ok()?.checked_mul(datatype.size() as usize)?;
    let address = request.recv.address.cast::<u8>();
    if bytes == 0 || bytes > INLINE || (address as usize) < FIRST_ADDRESS {
        return None;
    }
    cx.with(|p| {
        let looks = p.first_looks;
        let Process { direct, engine, .. } = p;
        if direct.is_observed() || !direct.takes(Collective::Bcast, bytes as u64) {
            return None;
        }
        let seat = direct.seat(request.comm.0).filter(|seat| seat.board.is_settled())?;
        let root = usize::try_from(request.root).ok().filter(|root| *root < seat.board.ranks())?;
        let says = Says::new(Collective::Bcast, root as u32, bytes as u64);
        if seat.board.rank() == root {
            if !seat.board.can_publish(bytes) {
                return None;
            }
            let operation = seat.board.begin();
            // SAFETY: DIRECT-1, DIRECT-2.
            seat.board.publish(operation, says.0, bytes, |at| unsafe { copy_small(at, address, bytes) });
            wake(seat, engine, Readers::All);
            seat.board.finish(operation);
        } else {
            let operation = seat.board.next();
            let is_there = (0..looks).any(|_| seat.board.is_published(operation, root));
            if !is_there || seat.board.what(operation, root) != says.0 {
                return None;
            }
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy_small(address, seat.board.bytes(operation, root), bytes) };
            let operation = seat.board.begin();
            seat.board.finish(operation);
        }
        engine.device_mut().wake_held_back_on(&seat.board, seat.others());
        Some(Ok(()))
    })
}
