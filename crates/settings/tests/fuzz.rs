//! What the fuzz target `settings` checks, with random inputs (`fuzz/README.md`).

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/settings.rs"]
mod settings;

proptest! {
    #[test]
    fn environments(which: u8, name in "FERRY_[A-Z_]{0,12}", value in prop_oneof!["[0-9]{1,20}[kKmMgG]?i?B?", "[a-z:,=-]{0,16}", any::<String>()]) {
        settings::check(which, &name, &value);
    }
}
