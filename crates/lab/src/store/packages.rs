//! Command lines of apt-get, and what their answers mean. All state is kept in a directory of ours,
//! so that no rights are needed and nothing of the host changes; sources and keys are the host's.

use std::path::Path;

/// Options of apt-get and apt-cache that keep lists and packages below `directory`.
pub fn options(directory: &Path) -> Vec<String> {
    let below = |name: &str| directory.join(name).display().to_string();
    let settings = [
        ("Dir::State::lists", below("lists")),
        ("Dir::Cache", below("cache")),
        ("Dir::Cache::archives", below("archives")),
        // Without a package of its own for the download apt-get would change to a user that may not
        // write here.
        ("APT::Sandbox::User", "root".to_owned()),
        ("Debug::NoLocking", "1".to_owned()),
        ("Acquire::Languages", "none".to_owned()),
        ("Acquire::Retries", "3".to_owned()),
        ("APT::Get::Assume-Yes", "1".to_owned()),
        ("quiet", "1".to_owned()),
    ];
    settings.into_iter().flat_map(|(name, value)| ["-o".to_owned(), format!("{name}={value}")]).collect()
}

/// The package with the kernel itself, from `apt-cache depends linux-image-amd64`.
pub fn kernel_package(dependencies: &str) -> Option<&str> {
    let names = dependencies.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    names.map(str::trim).find(|name| name.starts_with("linux-image-"))
}

/// The packages that `apt-get --simulate install` would add, as `name=version`. What is there in
/// another version stays: the host's own libraries fit together.
pub fn additions(simulation: &str) -> Vec<String> {
    let lines = simulation.lines().filter_map(|line| line.strip_prefix("Inst "));
    lines.filter_map(addition).collect()
}

/// From `name (version origin ...)`; with `[version]` before the parenthesis the package is there
/// already.
fn addition(line: &str) -> Option<String> {
    let (name, rest) = line.split_once(' ')?;
    let version = rest.strip_prefix('(')?.split([' ', ')']).next()?;
    Some(format!("{name}={version}"))
}

/// Total size of the packages that `apt-get --print-uris download` lists: lines of address, file,
/// bytes and checksum.
pub fn total_bytes(uris: &str) -> u64 {
    let sizes = uris.lines().filter(|line| line.starts_with('\'')).filter_map(|line| line.split_whitespace().nth(2));
    sizes.filter_map(|size| size.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_stays_in_the_directory() {
        let options = options(Path::new("/c"));
        assert!(options.contains(&"Dir::State::lists=/c/lists".to_owned()));
        assert!(options.contains(&"Dir::Cache::archives=/c/archives".to_owned()));
    }

    #[test]
    fn kernel_is_what_the_metapackage_depends_on() {
        let answer = "linux-image-amd64\n  Depends: linux-image-6.1.0-56-amd64\n  Suggests: x\n";
        assert_eq!(kernel_package(answer), Some("linux-image-6.1.0-56-amd64"));
        assert_eq!(kernel_package("linux-image-amd64\n"), None);
    }

    #[test]
    fn only_packages_that_are_missing_are_added() {
        let simulation = "NOTE: This is only a simulation!\n\
            Inst openssh-client [1:9.2p1-2+deb12u6] (1:9.2p1-2+deb12u10 Debian:12.15/oldstable [amd64])\n\
            Inst libwrap0 (7.6.q-32 Debian:12.15/oldstable [amd64])\n\
            Inst udev (252.39-1~deb12u2 Debian:12.15/oldstable [amd64]) []\n\
            Conf libwrap0 (7.6.q-32 Debian:12.15/oldstable [amd64])\n";
        assert_eq!(additions(simulation), ["libwrap0=7.6.q-32", "udev=252.39-1~deb12u2"]);
    }

    #[test]
    fn sizes_add_up() {
        let uris = "'http://d/a.deb' a_1_amd64.deb 164224 SHA256:00\n'http://d/b.deb' b_1_all.deb 6520 SHA256:11\nE: noise 1 2\n";
        assert_eq!(total_bytes(uris), 170_744);
    }
}
