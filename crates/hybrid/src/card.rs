//! The card of a process with both: one byte, the length of the first card, and the cards one after
//! the other.

/// First byte of such a card, apart from those of other transports.
pub const VERSION: u8 = 0x82;

/// Both cards as one.
pub fn join(datagrams: &[u8], connections: &[u8]) -> Vec<u8> {
    [&[VERSION, datagrams.len() as u8], datagrams, connections].concat()
}

/// Those of datagrams, and of connections.
///
/// # Errors
/// It is another transport's card.
pub fn split(card: &[u8]) -> Result<(&[u8], &[u8]), String> {
    match card {
        [VERSION, len, cards @ ..] if usize::from(*len) <= cards.len() => Ok(cards.split_at((*len).into())),
        _ => {
            let first = card.first().copied().unwrap_or_default();
            Err(format!(
                "its card, of {} bytes, begins with {first:#x} and not with {VERSION:#x}: it uses another transport",
                card.len()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_again_and_others_refused() {
        assert_eq!(split(&join(&[1, 2, 3], &[4])), Ok((&[1, 2, 3][..], &[4][..])));
        assert!(split(&[0x81, 0]).unwrap_err().contains("of 2 bytes, begins with 0x81"));
        assert!(split(&[VERSION, 3, 1, 2]).unwrap_err().contains("another transport"));
        assert!(split(&[]).is_err());
    }
}
