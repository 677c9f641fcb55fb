//! The files in which a node differs from the host: names of the nodes, accounts, and keys with
//! which the nodes reach each other.

use super::cpio::Archive;
use super::init::{address, name};

/// Where a program in the lab finds the list of nodes.
pub const HOSTFILE: &str = "/etc/ferry/hostfile";

/// Configuration of the ssh server.
pub const SSHD_CONFIG: &str = "/etc/ferry/sshd_config";

const HOST_KEY: &str = "/etc/ferry/host_key";
const USER_KEY: &str = "/etc/ferry/user_key";
const AUTHORIZED_KEYS: &str = "/etc/ferry/authorized_keys";

/// An ssh key in the formats of its files.
#[derive(Clone, Debug, Default)]
pub struct KeyPair {
    /// The private key.
    pub private: Vec<u8>,
    /// The public key: type, key, comment.
    pub public: String,
}

/// What the layer depends on.
#[derive(Clone, Debug)]
pub struct Lab<'a> {
    /// Number of nodes.
    pub nodes: usize,
    /// Processors of each.
    pub cpus: usize,
    /// The key of every node.
    pub host_key: &'a KeyPair,
    /// The key that every node accepts.
    pub user_key: &'a KeyPair,
    /// The host's `/etc/passwd`.
    pub passwd: &'a str,
    /// Home directory of whoever uses the lab.
    pub home: &'a str,
    /// Their shell.
    pub shell: &'a str,
    /// Environment of commands that come over ssh.
    pub environment: &'a [(String, String)],
}

/// Adds the files, below `/files`.
pub fn add(archive: &mut Archive, lab: &Lab<'_>) {
    archive.directories("files/etc/ferry");
    archive.directories("files/etc/ssh");
    let mut file = |path: &str, permissions, content: &[u8]| archive.file(&format!("files{path}"), permissions, content);
    file("/etc/hosts", 0o644, hosts(lab.nodes).as_bytes());
    file(HOSTFILE, 0o644, hostfile(lab.nodes, lab.cpus).as_bytes());
    file("/etc/passwd", 0o644, passwd(lab).as_bytes());
    file("/etc/shadow", 0o600, b"root:*:19000:0:99999:7:::\nsshd:*:19000:0:99999:7:::\n");
    file(
        "/etc/nsswitch.conf",
        0o644,
        b"passwd: files\ngroup: files\nshadow: files\nhosts: files\nservices: files\nprotocols: files\n",
    );
    file(SSHD_CONFIG, 0o600, sshd_config(lab.environment).as_bytes());
    file(HOST_KEY, 0o600, &lab.host_key.private);
    file(USER_KEY, 0o600, &lab.user_key.private);
    file(AUTHORIZED_KEYS, 0o644, lab.user_key.public.as_bytes());
    file("/etc/ssh/ssh_config", 0o644, ssh_config().as_bytes());
    file("/etc/ssh/ssh_known_hosts", 0o644, format!("* {}\n", lab.host_key.public.trim_end()).as_bytes());
}

fn hosts(nodes: usize) -> String {
    let nodes = (0..nodes).map(|node| format!("{} {}\n", address(node), name(node)));
    format!("127.0.0.1 localhost\n{}", nodes.collect::<String>())
}

/// One line `name:processors` for each node, as mpiexec of Ferry and of MPICH read it.
fn hostfile(nodes: usize, cpus: usize) -> String {
    (0..nodes).map(|node| format!("{}:{cpus}\n", name(node))).collect()
}

/// The host's accounts, where root has home and shell of the user, and the ssh server the account
/// it insists on.
fn passwd(lab: &Lab<'_>) -> String {
    let is_ours = |line: &str| ["root:", "sshd:"].iter().any(|name| line.starts_with(name));
    let others = lab.passwd.lines().filter(|line| !is_ours(line)).map(|line| format!("{line}\n"));
    let ours = format!("root:x:0:0:root:{}:{}\nsshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n", lab.home, lab.shell);
    ours + &others.collect::<String>()
}

fn sshd_config(environment: &[(String, String)]) -> String {
    let variables: String = environment.iter().map(|(name, value)| format!(" \"{name}={value}\"")).collect();
    format!(
        "HostKey {HOST_KEY}\nAuthorizedKeysFile {AUTHORIZED_KEYS}\nPermitRootLogin prohibit-password\nPasswordAuthentication no\n\
         KbdInteractiveAuthentication no\nStrictModes no\nUsePAM no\nUseDNS no\nPrintMotd no\nPrintLastLog no\nMaxStartups 1000\nMaxSessions 1000\n\
         Subsystem sftp internal-sftp\nSetEnv{variables}\n"
    )
}

/// What clients do. The usual key exchange of OpenSSH withstands quantum computers and takes two of
/// four seconds of a connection under emulation; nobody listens to the network of a lab.
fn ssh_config() -> String {
    format!(
        "Host *\n  User root\n  IdentityFile {USER_KEY}\n  IdentitiesOnly yes\n  StrictHostKeyChecking yes\n  UserKnownHostsFile none\n  \
         HashKnownHosts no\n  GSSAPIAuthentication no\n  KexAlgorithms curve25519-sha256\n  LogLevel ERROR\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_names_and_slots() {
        assert_eq!(hosts(2), "127.0.0.1 localhost\n10.73.0.1 node0\n10.73.0.2 node1\n");
        assert_eq!(hostfile(2, 4), "node0:4\nnode1:4\n");
    }

    #[test]
    fn root_is_at_home_where_the_user_is() {
        let key = KeyPair::default();
        let host = "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/:/bin/false\nsshd:x:101:65534::/run/sshd:/bin/false\n";
        let lab = Lab {
            nodes: 1,
            cpus: 1,
            host_key: &key,
            user_key: &key,
            passwd: host,
            home: "/home/u",
            shell: "/bin/zsh",
            environment: &[],
        };
        let accounts = passwd(&lab);
        let lines: Vec<&str> = accounts.lines().collect();
        assert_eq!(lines[0], "root:x:0:0:root:/home/u:/bin/zsh");
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2], "daemon:x:1:1::/:/bin/false");
    }

    #[test]
    fn environment_is_quoted_for_the_server() {
        let config = sshd_config(&[("PATH".to_owned(), "/a b:/c".to_owned()), ("X".to_owned(), "1".to_owned())]);
        assert!(config.ends_with("SetEnv \"PATH=/a b:/c\" \"X=1\"\n"));
    }
}
