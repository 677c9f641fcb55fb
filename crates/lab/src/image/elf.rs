//! What object files of the kernel say of themselves: a module its dependencies (section
//! `.modinfo`, strings `name=value` that end with a zero byte), the kernel its entry point for
//! virtual machines (section `.notes`).

use object::{Object, ObjectSection};

/// The modules that must be loaded before the module whose object file is given.
pub fn dependencies(module: &[u8]) -> Result<Vec<String>, String> {
    let file = object::File::parse(module).map_err(|error| error.to_string())?;
    let section = file.section_by_name(".modinfo").ok_or("it has no section .modinfo: is it a kernel module?")?;
    Ok(listed(section.data().map_err(|error| error.to_string())?))
}

fn listed(modinfo: &[u8]) -> Vec<String> {
    let strings = modinfo.split(|byte| *byte == 0).filter_map(|string| std::str::from_utf8(string).ok());
    let depends = strings.filter_map(|string| string.strip_prefix("depends="));
    depends.flat_map(|names| names.split(',')).filter(|name| !name.is_empty()).map(super::modules::normal).collect()
}

/// Type of the note with the entry point of the PVH boot protocol, and the owner of such notes.
const PHYS32_ENTRY: u32 = 18;
const OWNER: &[u8] = b"Xen\0";

/// Whether QEMU can start this kernel directly (PVH boot protocol).
pub fn starts_directly(kernel: &[u8]) -> bool {
    let Ok(file) = object::File::parse(kernel) else { return false };
    let notes = file.section_by_name(".notes").and_then(|section| section.data().ok());
    notes.is_some_and(|notes| has_note(notes, OWNER, PHYS32_ENTRY))
}

/// Whether there is such a note among these: sizes of owner and description, type, then both,
/// padded to four bytes.
fn has_note(mut notes: &[u8], owner: &[u8], kind: u32) -> bool {
    while let Some((head, rest)) = notes.split_at_checked(12) {
        let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (owner_size, description_size) = (word(0) as usize, word(4) as usize);
        if word(8) == kind && rest.get(..owner_size) == Some(owner) {
            return true;
        }
        let size = owner_size.next_multiple_of(4) + description_size.next_multiple_of(4);
        notes = rest.get(size..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(owner: &[u8], kind: u32, description: &[u8]) -> Vec<u8> {
        let head = [owner.len() as u32, description.len() as u32, kind].map(u32::to_le_bytes).concat();
        let mut note = [&head, owner].concat();
        note.resize(note.len().next_multiple_of(4), 0);
        note.extend(description);
        note.resize(note.len().next_multiple_of(4), 0);
        note
    }

    #[test]
    fn notes_are_found_behind_others() {
        let notes = [note(b"Linux\0", 18, b"abc"), note(b"Xen\0", 5, b"xen-3.0\0"), note(b"Xen\0", 18, &[0; 8])].concat();
        assert!(has_note(&notes, OWNER, PHYS32_ENTRY));
        assert!(!has_note(&notes[..notes.len() - 24], OWNER, PHYS32_ENTRY));
        assert!(!has_note(&[0xff; 13], OWNER, PHYS32_ENTRY));
    }

    #[test]
    fn dependencies_are_read_from_modinfo() {
        assert_eq!(listed(b"license=GPL\0depends=ib_core,udp-tunnel\0name=rdma_rxe\0"), ["ib_core", "udp_tunnel"]);
        assert!(listed(b"license=GPL\0depends=\0").is_empty());
        assert!(listed(b"xdepends=a\0").is_empty());
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(dependencies(b"#!/bin/sh").is_err());
    }
}
