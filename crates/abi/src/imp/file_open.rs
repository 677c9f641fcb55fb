//! Opening, closing and deleting files (MPI-5 §14.2.1 to §14.2.3).

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use ferry_calls::comm::agree::{Circle, Purpose};
use ferry_calls::file::agree::{agree, agree_on_same, circle};
use ferry_calls::file::open::{Opened, apply, make_context, open_together, path_of, pointer_of};
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::attribute::Object;
use ferry_core::diagnosis::Awaited;
use ferry_core::file::pointer::{Change, Service, SharedPointer};
use ferry_core::file::{AccessMode, File};
use ferry_core::request::Request;
use ferry_core::{Error, Result};
use ferry_ctypes::{InOut, MPI_Comm, MPI_File, MPI_Info, Out};
use ferry_io::hints::Hints;
use ferry_io::open_file::delete;
use ferry_io::view::View;
use ferry_runtime::Cx;

/// `MPI_File_open`
pub(crate) unsafe fn file_open(
    cx: &Cx,
    comm: MPI_Comm,
    filename: *const c_char,
    amode: c_int,
    info: MPI_Info,
    fh: Out<MPI_File>,
) -> Result<()> {
    let (circle, group, rank, session) = cx.with(|p| {
        let found = p.comms.find_intra(comm.0, "comm")?;
        Result::Ok((Circle::whole(found, Purpose::FileOpen), found.group().clone(), found.rank(), found.session()))
    })?;
    let arguments = AccessMode::new(amode).and_then(|mode| {
        let mut hints = Hints::default();
        apply(&mut hints, &info::hints(cx, info)?);
        Ok((mode, hints))
    });
    let (mode, hints) = agree_on_same(cx, &circle, "amode", amode as u64, arguments)?;
    // SAFETY: ABI-1.
    let path = path_of(unsafe { text::bytes(filename) });
    let context = make_context(cx, &circle)?;
    let Opened { file, size, word } = open_together(cx, &circle, &path, mode.of_system(hints.permissions))?;
    let position = if mode.has(mpi::MPI_MODE_APPEND) { size } else { 0 };
    let pointer = pointer_of(&circle, word);
    if rank == 0 {
        pointer.change(Change::Set(position));
    }
    let errhandler = cx.local(|l| {
        l.errhandlers.inherit(l.file_errhandler);
        l.file_errhandler
    });
    let handle = cx.with(|p| {
        let service = match &pointer {
            SharedPointer::Here(word) if group.size() > 1 => {
                let service = p.requests.insert(Request::FilePointer(Box::new(Service::new(context, word.clone()))));
                p.go_on_later(service);
                Some(service)
            }
            _ => None,
        };
        let nodes = p.comms.nodes_of(comm.0)?;
        Result::Ok(p.files.insert(File {
            open: Arc::new(file),
            path,
            mode,
            group,
            rank,
            session,
            context,
            view: Arc::new(View::bytes()),
            position,
            is_atomic: false,
            hints,
            nodes,
            errhandler,
            pointer,
            service,
            split: None,
            accesses: 0,
        }))
    })?;
    fh.set(MPI_File(handle));
    Ok(())
}

/// `MPI_File_close`
pub(crate) fn file_close(cx: &Cx, fh: InOut<MPI_File>) -> Result<()> {
    let handle = fh.get().0;
    let circle = cx.with(|p| {
        let file = p.files.find(handle, "fh")?;
        file.check_not_split()?;
        circle(file, Purpose::FileClose)
    })?;
    // A program that closes a file with accesses under way should have waited for them; they are
    // not cut off.
    cx.block_on(&mut (), |_, p| (!p.is_accessing(handle)).then_some(()), |_, _| Awaited::default());
    // Nobody asks about the shared file pointer once all are here.
    agree(cx, &circle, Ok(()))?;
    let Some(file) = cx.with(|p| {
        let file = p.files.remove(handle)?;
        file.service.and_then(|service| p.requests.remove(service));
        Some(file)
    }) else {
        return Err(Error::internal("a file has gone while it was closed"));
    };
    fh.set(MPI_File::NULL);
    let closed = agree(cx, &circle, file.open.close().map_err(Error::from));
    let deleted = match file.mode.has(mpi::MPI_MODE_DELETE_ON_CLOSE) {
        true => agree(cx, &circle, if file.rank == 0 { delete(&file.path).map_err(Error::from) } else { Ok(()) }),
        false => Ok(()),
    };
    match closed.and(deleted) {
        Ok(()) => {
            cx.local(|l| l.errhandlers.detach(file.errhandler));
            Ok(())
        }
        // The handler is called after this, so it is not let go.
        Err(error) => Err(error.for_handler(Object::File, file.errhandler)),
    }
}

/// `MPI_File_delete`
pub(crate) unsafe fn file_delete(cx: &Cx, filename: *const c_char, info: MPI_Info) -> Result<()> {
    // No hint says anything about deleting.
    info::hints(cx, info)?;
    // SAFETY: ABI-1.
    delete(&path_of(unsafe { text::bytes(filename) })).map_err(Error::from)
}
