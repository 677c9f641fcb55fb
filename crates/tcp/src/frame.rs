//! Frames: what follows the handshake on a connection (`docs/wire/tcp.md`). Each begins with 24
//! bytes of which the first four say what it is.

use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Token;

/// Bytes with which every frame begins.
pub const HEAD: usize = 24;

/// Longest body of a packet that is copied before it is sent, in bytes: long enough that what a
/// packet costs besides its bytes is little, short enough that some can be kept for every peer.
pub const MAX_BODY: usize = 64 << 10;

/// Longest body of any packet in bytes: where asking first costs less than a tenth of what the
/// bytes do, and short enough that what comes unexpected can be kept.
pub const MAX_LONG: usize = 1 << 20;

const PACKET: u32 = 0x5046_0001;
const PUT: u32 = 0x5046_0002;
const GOODBYE: u32 = 0x5046_0003;

const _: () = assert!(HEAD == size_of::<Header>() && MAX_BODY <= MAX_LONG);

/// The head of a frame.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// A packet of the engine; its body follows, `len` bytes.
    Packet(Header),
    /// Data for memory that the receiver has exposed; as many bytes follow.
    Put {
        /// What the receiver has named its memory.
        token: Token,
        /// Length in bytes.
        bytes: u64,
    },
    /// The sender sends nothing more.
    Goodbye,
}

/// Why bytes are no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFrame {
    /// The first word is none that frames begin with.
    Kind(u32),
    /// A body longer than [`MAX_LONG`].
    TooLong(u32),
}

impl Frame {
    /// As bytes.
    #[inline]
    pub fn encode(&self) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        match self {
            Frame::Packet(header) => {
                head[..4].copy_from_slice(&PACKET.to_le_bytes());
                head[4] = header.kind;
                head[5] = header.reserved;
                head[6..8].copy_from_slice(&header.aux.to_le_bytes());
                head[8..16].copy_from_slice(&header.context.to_le_bytes());
                head[16..20].copy_from_slice(&header.tag.to_le_bytes());
                head[20..].copy_from_slice(&header.len.to_le_bytes());
            }
            Frame::Put { token, bytes } => {
                head[..4].copy_from_slice(&PUT.to_le_bytes());
                head[4..8].copy_from_slice(&token.key.to_le_bytes());
                head[8..16].copy_from_slice(&token.address.to_le_bytes());
                head[16..].copy_from_slice(&bytes.to_le_bytes());
            }
            Frame::Goodbye => head[..4].copy_from_slice(&GOODBYE.to_le_bytes()),
        }
        head
    }

    /// The inverse of [`Frame::encode`].
    #[inline]
    pub fn decode(head: &[u8; HEAD]) -> Result<Self, NoFrame> {
        match word(head, 0) {
            PACKET => {
                let len = word(head, 20);
                if len as usize > MAX_LONG {
                    return Err(NoFrame::TooLong(len));
                }
                let [.., kind, reserved, aux_low, aux_high] = *array::<8>(head, 0);
                Ok(Frame::Packet(Header {
                    device: 0,
                    kind,
                    reserved,
                    aux: u16::from_le_bytes([aux_low, aux_high]),
                    context: long(head, 8),
                    tag: word(head, 16) as i32,
                    len,
                }))
            }
            PUT => Ok(Frame::Put { token: Token { address: long(head, 8), key: word(head, 4) }, bytes: long(head, 16) }),
            GOODBYE => Ok(Frame::Goodbye),
            other => Err(NoFrame::Kind(other)),
        }
    }
}

impl std::fmt::Display for NoFrame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoFrame::Kind(kind) => write!(f, "sent {kind:#010x} where a frame should begin"),
            NoFrame::TooLong(len) => write!(f, "sent a packet of {len} bytes, where {MAX_LONG} are the most"),
        }
    }
}

fn array<const N: usize>(head: &[u8; HEAD], at: usize) -> &[u8; N] {
    head[at..].first_chunk().expect("offsets are those of the format")
}

fn word(head: &[u8; HEAD], at: usize) -> u32 {
    u32::from_le_bytes(*array(head, at))
}

fn long(head: &[u8; HEAD], at: usize) -> u64 {
    u64::from_le_bytes(*array(head, at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packets_survive_the_wire(kind: u8, aux: u16, context: u64, tag: i32, len in 0..=MAX_LONG as u32) {
            let header = Header { device: 9, kind, reserved: 0, aux, context, tag, len };
            let Ok(Frame::Packet(found)) = Frame::decode(&Frame::Packet(header).encode()) else { panic!("not a packet") };
            let fields = |header: &Header| (header.kind, header.reserved, header.aux, header.context, header.tag, header.len);
            prop_assert_eq!(fields(&found), fields(&header));
            prop_assert_eq!(found.device, 0);
        }

        #[test]
        fn puts_survive_the_wire(address: u64, key: u32, count: u64) {
            let put = Frame::Put { token: Token { address, key }, bytes: count };
            let Ok(Frame::Put { token, bytes }) = Frame::decode(&put.encode()) else { panic!("not a put") };
            prop_assert_eq!((token, bytes), (Token { address, key }, count));
        }

        #[test]
        fn what_begins_otherwise_is_no_frame(head: [u8; HEAD]) {
            let kind = word(&head, 0);
            prop_assume!(![PACKET, PUT, GOODBYE].contains(&kind));
            prop_assert_eq!(Frame::decode(&head).unwrap_err(), NoFrame::Kind(kind));
        }
    }

    #[test]
    fn a_body_that_is_too_long_is_refused() {
        let header = Header { device: 0, kind: 1, reserved: 0, aux: 0, context: 0, tag: 0, len: MAX_LONG as u32 + 1 };
        assert_eq!(Frame::decode(&Frame::Packet(header).encode()).unwrap_err(), NoFrame::TooLong(header.len));
    }
}
