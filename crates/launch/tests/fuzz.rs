//! What the fuzz targets `pmi_message` and `pmi_server` check, with random inputs
//! (`fuzz/README.md`).

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/pmi_message.rs"]
mod pmi_message;
#[path = "../../../fuzz/bodies/pmi_server.rs"]
mod pmi_server;

/// Nearly a line of a rank.
const NEARLY: &str = "(cmd|mcmd)=(init|put|get|barrier_in|get_maxes|get_my_kvsname|finalize|spawn|abort)\
                      ( (key|value|kvsname|pmi_version|pmi_subversion|rc)=[a-z0-9_%]{0,8}){0,4}\n?";

/// Lines that are nearly right, and any others.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![4 => NEARLY, 1 => any::<String>()]
}

proptest! {
    #[test]
    fn messages(line in line(), key in "[a-z_]{0,8}") {
        pmi_message::check(&line, &key);
    }

    #[test]
    fn servers(lines in prop::collection::vec((any::<u8>(), line()), 0..40)) {
        pmi_server::check(lines.iter().map(|(rank, line)| (*rank, line.as_str())));
    }
}
