//! The launcher's key exchange: whatever ranks say in whatever order, it answers in whole lines to
//! ranks that exist.

use ferry_launch::pmi::server::{Effect, Server};

const RANKS: usize = 3;

/// These lines, each from a rank.
pub fn check<'a>(lines: impl IntoIterator<Item = (u8, &'a str)>) {
    let mut server = Server::new("fuzz", &[0; RANKS]);
    for (rank, line) in lines {
        let mut effects = Vec::new();
        server.line(rank as usize % RANKS, line, &mut effects);
        for effect in effects {
            if let Effect::Reply { rank, line } = effect {
                assert!(rank < RANKS && line.ends_with('\n'));
            }
        }
    }
}
