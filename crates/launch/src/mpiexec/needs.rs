//! Which libraries a program needs, its libraries' libraries included, and where the dynamic linker
//! finds them in the folders that they name.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::elf;

/// Most files that are looked at for one program.
const MOST_FILES: usize = 256;

/// One library that a file is linked with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The program, or the library that needs it.
    pub by: PathBuf,
    /// Its name.
    pub name: Vec<u8>,
    /// The folder where it is found; `None` if only the system's list can say.
    pub folder: Option<PathBuf>,
    /// Whether the folder comes before those of `LD_LIBRARY_PATH`.
    pub is_fixed: bool,
}

impl Need {
    /// The name as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

/// The libraries of `program`, nearest first, each name once; `given` is its `LD_LIBRARY_PATH`.
pub fn of(program: &Path, given: &[u8]) -> Vec<Need> {
    let mut files = vec![(program.to_owned(), Vec::new())];
    let mut found: Vec<Need> = Vec::new();
    let mut next = 0;
    while let Some((file, inherited)) = files.get(next).cloned().filter(|_| next < MOST_FILES) {
        next += 1;
        let said = elf::read(&file);
        let mut before: Vec<PathBuf> = inherited;
        before.extend(said.rpath.iter().filter(|_| said.runpath.is_none()).flat_map(|list| folders(list, &file)));
        let behind = said.runpath.iter().flat_map(|list| folders(list, &file));
        let places: Vec<PathBuf> = before.iter().cloned().chain(folders(given, &file)).chain(behind).collect();
        for name in said.needed {
            if found.iter().any(|need| need.name == name) {
                continue;
            }
            let place = places.iter().position(|place| holds(place, &name));
            let folder = place.map(|place| places[place].clone());
            files.extend(folder.iter().map(|folder| (folder.join(OsStr::from_bytes(&name)), before.clone())));
            found.push(Need { by: file.clone(), name, folder, is_fixed: place.is_some_and(|place| place < before.len()) });
        }
    }
    found
}

/// Whether there is a file of this name in the folder.
pub fn holds(folder: &Path, name: &[u8]) -> bool {
    folder.join(OsStr::from_bytes(name)).is_file()
}

/// The folders of a list that `file` names: `$ORIGIN` is where the file is.
fn folders(list: &[u8], file: &Path) -> Vec<PathBuf> {
    let origin = file.parent().unwrap_or(Path::new("")).as_os_str().as_bytes();
    let origin = if origin.is_empty() { b"." } else { origin };
    let items = list.split(|byte| *byte == b':').filter(|item| !item.is_empty());
    items
        .map(|item| PathBuf::from(OsString::from_vec(replaced(&replaced(item, b"${ORIGIN}", origin), b"$ORIGIN", origin))))
        .collect()
}

fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    match text.windows(from.len()).position(|bytes| bytes == from) {
        Some(at) => [&text[..at], to, &replaced(&text[at + from.len()..], from, to)].concat(),
        None => text.to_vec(),
    }
}
