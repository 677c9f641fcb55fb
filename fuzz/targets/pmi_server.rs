//! The launcher's key exchange: whatever ranks say in whatever order, it answers in whole lines to
//! ranks that exist.
#![no_main]

use ferry_launch::pmi::Server;
use ferry_launch::pmi::server::Effect;
use libfuzzer_sys::fuzz_target;

const RANKS: usize = 3;

fuzz_target!(|lines: Vec<(u8, &str)>| {
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
});
