//! What the fuzz target `packet` checks, with random inputs (`fuzz/README.md`).

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/packet.rs"]
mod packet;

proptest! {
    #[test]
    fn packets(kind: u8, body in prop_oneof![prop::collection::vec(any::<u8>(), 0..64), prop::collection::vec(any::<u8>(), 40)]) {
        packet::check(kind, &body);
    }
}
