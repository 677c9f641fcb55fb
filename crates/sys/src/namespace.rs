//! Namespaces of the system.

use std::io;
use std::os::unix::fs::MetadataExt;

/// The network namespace of this process: processes with different ones see different networks, as
/// if they were on different hosts.
///
/// # Errors
/// The system does not show it (no `/proc`).
pub fn network() -> io::Result<u64> {
    Ok(std::fs::metadata("/proc/self/ns/net")?.ino())
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn threads_of_a_process_see_one_network() {
        let here = network().unwrap();
        assert_eq!(std::thread::spawn(network).join().unwrap().unwrap(), here);
        let link = std::fs::read_link("/proc/self/ns/net").unwrap();
        assert_eq!(link.to_str(), Some(&*format!("net:[{here}]")));
    }
}
