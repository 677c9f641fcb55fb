//! Memory of a rank that talks to many peers. The test is alone in its process, as it measures all
//! resident memory.

use ferry_sim::Profile;
use ferry_sim::evaluation::resident::bytes_of_peer;

#[test]
fn a_peer_takes_little_more_than_its_entry() {
    let profile = Profile::find("mt25208-ddr").expect("known");
    let bytes = bytes_of_peer(&profile, 2000).expect("a measurement");
    // The entry has 256 bytes at most and the address handle 64 here; 4 more name a rank.
    assert!(bytes < 400.0, "{bytes} bytes");
}
