//! Memory of a rank that talks to many peers. The test is alone in its process, as it measures all
//! resident memory.

use ferry_sim::Profile;
use ferry_sim::evaluation::resident::bytes_of_peer;

#[test]
fn a_peer_takes_less_than_a_kilobyte() {
    let profile = Profile::find("mt25208-ddr").expect("known");
    let bytes = bytes_of_peer(&profile, 2000).expect("a measurement");
    // Tables double as they grow: a bound that state of a connection would be far beyond.
    assert!(bytes < 4096.0, "{bytes} bytes");
}
