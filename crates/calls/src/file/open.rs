//! Opening, closing and deleting files (MPI-5 §14.2.1 to §14.2.3).

use std::ffi::{OsStr, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ferry_constants as mpi;
use ferry_core::attribute::Object;
use ferry_core::diagnosis::Awaited;
use ferry_core::file::pointer::{Service, SharedPointer};
use ferry_core::file::{AccessMode, File};
use ferry_core::info::Info;
use ferry_core::request::Request;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Info};
use ferry_io::hints::Hints;
use ferry_io::open_file::{Mode, OpenFile, Striping, delete};
use ferry_io::view::View;
use ferry_runtime::Cx;
use ferry_sys::memory::{SharedWord, WordAddress};
use ferry_sys::random;

use crate::comm::agree::{Circle, NO_CONTEXT, Purpose};
use crate::file::agree::{Statement, agree, agree_on, agree_on_same, circle};
use crate::file::state::{lacks_locks, settle_locks};
use crate::info;

/// Names of file systems that programs may put before the name of a file, as ROMIO wants it; Ferry
/// needs none.
const PREFIXES: [&[u8]; 5] = [b"ufs:", b"nfs:", b"lustre:", b"gpfs:", b"xfs:"];

/// Where a file is whose name a program gives; absolute, so that it is found again from another
/// working directory.
pub fn path_of(name: &[u8]) -> PathBuf {
    let name = PREFIXES.iter().find_map(|prefix| name.strip_prefix(*prefix)).unwrap_or(name);
    let path = Path::new(OsStr::from_bytes(name));
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The hints in an info object.
pub fn apply(hints: &mut Hints, info: &Info) {
    let known = info.iter().filter_map(|(key, value)| Some((std::str::from_utf8(key).ok()?, std::str::from_utf8(value).ok()?)));
    known.for_each(|(key, value)| hints.apply(key, value));
}

/// As [`apply`], for a file that is open: it lies as it does.
pub fn apply_later(hints: &mut Hints, info: &Info) {
    let striping = hints.striping;
    apply(hints, info);
    hints.striping = striping;
}

/// What rank 0 tells the others once it has opened the file.
struct First {
    /// How long the file is.
    size: u64,
    /// Where the others find the word of the shared file pointer, if there is one.
    word: Option<WordAddress>,
    /// How it lies on the devices of its file system, if it can tell.
    striping: Option<Striping>,
}

/// Blocks of 8 bytes that [`First`] takes.
const FIRST_BLOCKS: usize = 7;

impl First {
    fn encode(&self) -> Vec<[u8; 8]> {
        let (place, mark) = match self.word {
            Some(word) => (u64::from(word.process) << 32 | u64::from(word.descriptor), word.mark),
            None => (0, 0),
        };
        let Striping { devices, unit } = self.striping.unwrap_or_default();
        let striping = [u64::from(self.striping.is_some()), i64::from(devices) as u64, unit];
        let pointer = [u64::from(self.word.is_some()), place, mark];
        [&[self.size][..], &pointer, &striping].concat().into_iter().map(u64::to_le_bytes).collect()
    }

    fn decode(blocks: &[[u8; 8]]) -> First {
        let word = |at: usize| blocks.get(at).map_or(0, |block| u64::from_le_bytes(*block));
        let address = WordAddress { process: (word(2) >> 32) as u32, descriptor: word(2) as u32, mark: word(3) };
        let striping = Striping { devices: word(5) as i32, unit: word(6) };
        First { size: word(0), word: (word(1) != 0).then_some(address), striping: (word(4) != 0).then_some(striping) }
    }
}

/// A new word for the shared file pointer, where the system has memory for it. It has its value
/// before others hear of it, as they may move the pointer as soon as all have opened the file.
fn new_word(position: u64) -> Option<SharedWord> {
    let mark = random::bytes::<8>().ok()?;
    let word = SharedWord::new(u64::from_le_bytes(mark)).ok()?;
    word.word().store(position, Ordering::SeqCst);
    Some(word)
}

/// What opening gave a process.
struct Opened {
    /// The file.
    pub file: OpenFile,
    /// Its bytes.
    pub size: u64,
    /// The word of the shared file pointer, if ranks can share one.
    pub word: Option<SharedWord>,
    /// How it lies on the devices of its file system, if it can tell.
    pub striping: Option<Striping>,
    /// What each process says of [`lacks_locks`].
    pub lacking: Vec<u64>,
}

/// Opens the file: rank 0 first, which may create it, then the others. All of them succeed, or
/// none.
fn open_together(cx: &Cx, circle: &Circle, path: &Path, amode: AccessMode, hints: &Hints) -> Result<Opened> {
    let mode = amode.of_system(hints);
    let is_first = circle.is_led_here();
    let is_alone = circle.members().size() == 1;
    let first = is_first.then(|| {
        let file = OpenFile::open(path, mode)?;
        let size = file.size()?;
        let striping = file.striping();
        let word = if is_alone { None } else { new_word(starting_position(amode, size)) };
        Result::Ok(Opened { file, size, word, striping, lacking: Vec::new() })
    });
    let first = first.transpose();
    let told = circle.broadcast_from(cx, 0, vec![Statement::of(0, &first).encode()], 1)?;
    if let Some((class, text)) = Statement::decode(&told[0]).failure
        && !is_first
    {
        return Err(Error::new(class, format!("rank 0 of the file's group failed: {text}")));
    }
    let first = first?;
    let facts = first.as_ref().map(|opened| First {
        size: opened.size,
        word: opened.word.as_ref().map(SharedWord::address),
        striping: opened.striping,
    });
    let facts = circle.broadcast_from(cx, 0, facts.map_or(Vec::new(), |facts| facts.encode()), FIRST_BLOCKS)?;
    let facts = First::decode(&facts);
    let own = match first {
        Some(opened) => Ok(opened),
        None => OpenFile::open(path, Mode { is_new: false, ..mode })
            .map(|file| Opened {
                file,
                size: facts.size,
                word: facts.word.and_then(|address| SharedWord::of(address).ok()),
                striping: facts.striping,
                lacking: Vec::new(),
            })
            .map_err(Error::from),
    };
    const HAS_WORD: u64 = 1;
    const LACKS_LOCKS: u64 = 2;
    let has_word = own.as_ref().is_ok_and(|opened| opened.word.is_some());
    let lacks = own.as_ref().is_ok_and(|opened| lacks_locks(&opened.file, hints, mode.writes));
    let said = u64::from(has_word) * HAS_WORD + u64::from(lacks) * LACKS_LOCKS;
    let (mut own, all) = agree_on(cx, circle, said, own)?;
    if all.iter().any(|said| said & HAS_WORD == 0) {
        own.word = None;
    }
    own.lacking = all.iter().map(|said| said & LACKS_LOCKS).collect();
    Ok(own)
}

/// The context id of the file's messages, which rank 0 makes.
fn make_context(cx: &Cx, circle: &Circle) -> Result<u64> {
    let made =
        if circle.is_led_here() { cx.with(|p| p.comms.make_context_without_shared_area(circle.spans())) } else { Ok(NO_CONTEXT) };
    let context = circle.broadcast(cx, *made.as_ref().unwrap_or(&NO_CONTEXT))?;
    made?;
    if context == NO_CONTEXT { Err(Error::internal("rank 0 could not make a context id")) } else { Ok(context) }
}

/// Where the file pointers of a file of `size` bytes are when it is opened.
fn starting_position(mode: AccessMode, size: u64) -> u64 {
    if mode.has(mpi::MPI_MODE_APPEND) { size } else { 0 }
}

/// How this process reaches the shared file pointer, which is at `position`.
fn pointer_of(circle: &Circle, word: Option<SharedWord>, position: u64) -> SharedPointer {
    match word {
        Some(word) => SharedPointer::Shared(Arc::new(word)),
        None if circle.is_led_here() => SharedPointer::Here(Arc::new(position.into())),
        None => SharedPointer::At(circle.members().process(0).unwrap_or(u32::MAX)),
    }
}

/// Opens a file together with the other ranks of a communicator; its handle.
pub fn open(cx: &Cx, comm: MPI_Comm, path: PathBuf, amode: c_int, info: MPI_Info) -> Result<usize> {
    let (circle, group, rank, session) = cx.with(|p| {
        let found = p.comms.find_intra(comm.0, "comm")?;
        Result::Ok((Circle::whole(found, Purpose::FileOpen), found.group().clone(), found.rank(), found.session()))
    })?;
    let arguments = AccessMode::new(amode).and_then(|mode| {
        let mut hints = Hints::default();
        apply(&mut hints, &info::hints(cx, info)?);
        Ok((mode, hints))
    });
    let (mode, mut hints) = agree_on_same(cx, &circle, "amode", amode as u64, arguments)?;
    let context = make_context(cx, &circle)?;
    let Opened { file, size, word, striping, lacking } = open_together(cx, &circle, &path, mode, &hints)?;
    // As it is, rather than as it was asked for: parts of collective accesses keep to its pieces.
    hints.striping = striping.unwrap_or(hints.striping);
    settle_locks(&mut hints, &lacking);
    let position = starting_position(mode, size);
    let pointer = pointer_of(&circle, word, position);
    let errhandler = cx.local(|l| {
        l.errhandlers.inherit(l.file_errhandler);
        l.file_errhandler
    });
    cx.with(|p| {
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
    })
}

/// Waits for accesses under way, and takes a file that all ranks close out of the table.
pub fn remove(cx: &Cx, handle: usize) -> Result<(Circle, File)> {
    let circle = cx.with(|p| {
        let file = p.files.find(handle, "fh")?;
        file.check_not_split()?;
        circle(file, Purpose::FileClose)
    })?;
    // A program that closes a file with accesses under way should have waited for them; they are
    // not cut off.
    cx.block_on(&mut (), |_, p| (!p.is_accessing(handle)).then_some(()), |_, _| Awaited::default());
    // Those whom a member's death keeps from meeting close the file all the same.
    let are_all_here = match agree(cx, &circle, Ok(())) {
        Err(error) if error.class() == mpi::MPIX_ERR_PROC_FAILED => false,
        agreed => agreed.map(|()| true)?,
    };
    let file = cx.with(|p| {
        let file = p.files.remove(handle)?;
        // Nobody asks about the shared file pointer once all are here.
        file.service.filter(|_| are_all_here).and_then(|service| p.requests.remove(service));
        Some(file)
    });
    Ok((circle, file.ok_or_else(|| Error::internal("a file has gone while it was closed"))?))
}

/// Closes a file that [`remove`] has taken out of the table, and deletes it if that was asked for.
pub fn close(cx: &Cx, circle: &Circle, file: File) -> Result<()> {
    let closed = agree(cx, circle, file.open.close().map_err(Error::from));
    let deleted = match file.mode.has(mpi::MPI_MODE_DELETE_ON_CLOSE) {
        true => agree(cx, circle, if file.rank == 0 { delete(&file.path).map_err(Error::from) } else { Ok(()) }),
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
