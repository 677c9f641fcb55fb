//! The launcher's key exchange: whatever ranks say in whatever order, it answers in whole lines to
//! ranks that exist.

use std::collections::VecDeque;

use ferry_launch::pmi::server::{Effect, PmiServer};
use ferry_launch::pmi::space::Space;

const RANKS: usize = 3;

/// These lines, each from a rank.
pub fn check<'a>(lines: impl IntoIterator<Item = (u8, &'a str)>) {
    let (mut server, mut space) = (PmiServer::new("fuzz", RANKS, "(vector,(0,1,3))", &[0; RANKS]), Space::new(1));
    for (rank, line) in lines {
        let mut effects = Vec::new();
        server.line(rank as usize % RANKS, line, &mut effects);
        let mut work = VecDeque::from(effects);
        while let Some(effect) = work.pop_front() {
            match effect {
                Effect::Reply { rank, line } => assert!(rank < RANKS && line.ends_with('\n')),
                Effect::Up(word) => {
                    let (mut answers, mut next) = (Vec::new(), Vec::new());
                    space.receive(0, word, &mut answers);
                    answers.into_iter().for_each(|(_, answer)| server.receive(answer, &mut next));
                    work.extend(next);
                }
                _ => {}
            }
        }
    }
}
