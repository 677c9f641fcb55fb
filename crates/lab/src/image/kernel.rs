//! The kernel proper inside a bootable image (bzImage): QEMU starts it directly, which saves an
//! emulated processor the seconds it takes to unpack itself. The fields are those of the boot
//! protocol (boot.rst of the kernel's documentation, from version 2.08).

/// Offsets of the setup header's fields.
const SETUP_SECTORS: usize = 0x1f1;
const SIGNATURE: usize = 0x202;
const PAYLOAD_OFFSET: usize = 0x248;
const PAYLOAD_LENGTH: usize = 0x24c;

const SECTOR_BYTES: usize = 512;

/// How a payload is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// xz
    Xz,
    /// gzip
    Gzip,
}

impl Compression {
    /// The program that unpacks it from standard input to standard output with `-dc`.
    pub fn unpacker(self) -> &'static str {
        match self {
            Compression::Xz => "xz",
            Compression::Gzip => "gzip",
        }
    }

    /// By the first bytes; `None` for what these cannot unpack.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            _ => None,
        }
    }
}

/// The compressed kernel in an image.
#[derive(Debug, PartialEq, Eq)]
pub struct Payload<'a> {
    /// How it is compressed.
    pub compression: Compression,
    /// The compressed bytes.
    pub bytes: &'a [u8],
    /// Size of the unpacked kernel, which the kernel's build appends.
    pub unpacked_bytes: usize,
}

/// Finds the compressed kernel in an image; `None` if it is none, or compressed in a way that
/// cannot be unpacked here.
pub fn payload(image: &[u8]) -> Option<Payload<'_>> {
    let word = |at: usize| Some(u32::from_le_bytes(image.get(at..at + 4)?.try_into().ok()?) as usize);
    if image.get(SIGNATURE..SIGNATURE + 4)? != b"HdrS" {
        return None;
    }
    let start = (usize::from(image[SETUP_SECTORS]) + 1) * SECTOR_BYTES + word(PAYLOAD_OFFSET)?;
    let payload = image.get(start..start.checked_add(word(PAYLOAD_LENGTH)?)?)?;
    let (bytes, size) = payload.split_last_chunk::<4>()?;
    // gzip ends with the size itself, to others the build appends it.
    let compression = Compression::of(bytes)?;
    let bytes = if compression == Compression::Gzip { payload } else { bytes };
    Some(Payload { compression, bytes, unpacked_bytes: u32::from_le_bytes(*size) as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(payload: &[u8]) -> Vec<u8> {
        let mut image = vec![0; 3 * SECTOR_BYTES + 16];
        image[SETUP_SECTORS] = 2;
        image[SIGNATURE..SIGNATURE + 4].copy_from_slice(b"HdrS");
        image[PAYLOAD_OFFSET..PAYLOAD_OFFSET + 4].copy_from_slice(&16u32.to_le_bytes());
        image[PAYLOAD_LENGTH..PAYLOAD_LENGTH + 4].copy_from_slice(&(payload.len() as u32).to_le_bytes());
        image.extend(payload);
        image.extend([0xaa; 7]);
        image
    }

    #[test]
    fn payload_is_found_by_the_header() {
        let compressed = *b"\xfd7zXZ\0body\x07\x01\0\0";
        let found = Payload { compression: Compression::Xz, bytes: &compressed[..10], unpacked_bytes: 0x107 };
        assert_eq!(payload(&image(&compressed)), Some(found));
        let compressed = *b"\x1f\x8bbody\x07\0\0\0";
        let found = Payload { compression: Compression::Gzip, bytes: &compressed, unpacked_bytes: 7 };
        assert_eq!(payload(&image(&compressed)), Some(found));
    }

    #[test]
    fn other_files_have_none() {
        assert_eq!(payload(b"short"), None);
        assert_eq!(payload(&image(b"\x28\xb5\x2f\xfd zstd")), None);
        let mut cut = image(b"\xfd7zXZ\0body\x07\0\0\0");
        cut.truncate(3 * SECTOR_BYTES + 20);
        assert_eq!(payload(&cut), None);
    }
}
