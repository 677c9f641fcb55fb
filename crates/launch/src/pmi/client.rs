//! A process's connection to its launcher, whatever that speaks.

use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::AtomicBool;

use ferry_sys::spawn::{adopt, adopt_socket};

use super::{lost, mapping, pmi1, pmi2};
use crate::environment as env;
use crate::error::LaunchError;
use crate::ranges;
use crate::spawn::SpawnOrder;

pub use super::pmi1::{Aborter, LostRank, REQUEST_REPORT};

/// Where launchers say which rank runs on which node (PMI-1 and PMI-2).
const PROCESS_MAPPING: &str = "PMI_process_mapping";

/// A process's connection to its launcher.
pub struct Client {
    /// Rank of this process in the job.
    pub rank: usize,
    /// Number of processes of the job.
    pub size: usize,
    /// World ranks of the processes on this node, ascending, this one's among them: all that can
    /// share memory. Under a foreign launcher this holds after [`crate::node::join`].
    pub node_ranks: Vec<u32>,
    /// Unique name of the job, if the launcher is Ferry's.
    pub job_id: Option<String>,
    /// What only processes of this job know, 32 hexadecimal digits: peers on other hosts show it.
    /// Under a foreign launcher rank 0 draws it in [`crate::node::join`]; `None` if the job needs
    /// none, being on one host.
    pub job_secret: Option<String>,
    /// Name of this host for messages to people. Under a foreign launcher it is there after
    /// [`crate::node::join`].
    pub host_name: Option<String>,
    /// The file that all processes of the job on this node share, if the launcher is Ferry's:
    /// nobody has sized it.
    pub node: Option<OwnedFd>,
    appnum: Option<usize>,
    protocol: Protocol,
}

/// What the launcher speaks.
enum Protocol {
    Pmi1(pmi1::Pmi1Connection),
    Pmi2(pmi2::Pmi2Connection),
    Pmix(Box<ferry_pmix::Client>),
}

impl Client {
    /// Connects as the environment says. `None` if this process was started alone.
    ///
    /// Fails if the environment promises more than one process but this one cannot reach the
    /// others: going on alone would compute the same thing N times.
    pub fn from_env() -> Result<Option<Self>, LaunchError> {
        Self::from_variables(&|name| std::env::var(name).ok())
    }

    /// Processes of the job, as far as the environment tells without asking the launcher; 1 for a
    /// process that none started.
    pub fn promised_size() -> Option<u64> {
        lost::promised_size(&|name| std::env::var(name).ok())
    }

    /// As [`Client::from_env`], with the environment given as a function.
    ///
    /// A connection that PMI left counts more than a PMIx server: the inner one of two launchers
    /// passes descriptors on purpose, and variables by accident.
    pub fn from_variables(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<Self>, LaunchError> {
        let offers_pmix = variable(env::PMIX_NAMESPACE).is_some() && variable(env::PMIX_RANK).is_some();
        let descriptor = parsed(variable, env::PMI_FD)?;
        match descriptor.map(connect) {
            Some(Ok(stream)) => Self::over_pmi(variable, stream).map(Some),
            _ if offers_pmix => Self::over_pmix(variable),
            Some(Err(problem)) => lost::refuse_lost_descriptor(variable, &problem).map(|()| None),
            None => lost::refuse_lost_ranks(variable).map(|()| None),
        }
    }

    fn over_pmi(variable: &dyn Fn(&str) -> Option<String>, stream: UnixStream) -> Result<Self, LaunchError> {
        let number = |name| parsed(variable, name);
        let size = number(env::PMI_SIZE)?.unwrap_or(1);
        let rank = number(env::PMI_RANK)?.unwrap_or(0);
        check_rank(rank, size)?;
        let job_id = variable(env::JOB_ID);
        let protocol = match variable(env::PMI_JOBID).filter(|_| job_id.is_none()) {
            Some(job) => Protocol::Pmi2(pmi2::Pmi2Connection::new(stream, job, rank)),
            None => Protocol::Pmi1(pmi1::Pmi1Connection::new(stream, job_id.is_some())),
        };
        Ok(Client {
            node_ranks: node_ranks(variable, rank, size)?,
            job_secret: variable(env::JOB_SECRET).map(checked_secret).transpose()?,
            host_name: variable(env::HOST_NAME),
            node: number(env::NODE_FD)?.map(adopt_node).transpose()?,
            appnum: number(env::APPNUM)?,
            job_id,
            ..Self::new(rank, size, protocol)
        })
    }

    fn over_pmix(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<Self>, LaunchError> {
        let client = match ferry_pmix::Client::connect(variable) {
            Ok(client) => client,
            Err(problem) => return lost::refuse_lost_server(variable, &problem).map(|()| None),
        };
        let (rank, size) = (client.rank() as usize, client.size()? as usize);
        Ok(Some(Self::new(rank, size, Protocol::Pmix(Box::new(client)))))
    }

    /// A process of which only its place in the job is known.
    fn new(rank: usize, size: usize, protocol: Protocol) -> Self {
        Client {
            rank,
            size,
            node_ranks: (0..size as u32).collect(),
            job_id: None,
            job_secret: None,
            host_name: None,
            node: None,
            appnum: None,
            protocol,
        }
    }

    /// Says hello. Under Ferry's launcher this does not wait for the answer.
    pub fn init(&mut self) -> Result<(), LaunchError> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.init(),
            Protocol::Pmi2(connection) => connection.init(),
            // Said when the process connected.
            Protocol::Pmix(_) => Ok(()),
        }
    }

    /// Publishes a word that the others [`fetch`](Self::fetch) with this rank's number after the
    /// next [`barrier`](Self::barrier).
    pub fn publish(&mut self, key: &str, word: &str) -> Result<(), LaunchError> {
        let rank = self.rank as u32;
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.put(&flat_key(key, rank), word),
            Protocol::Pmi2(connection) => connection.put(&flat_key(key, rank), word),
            Protocol::Pmix(client) => Ok(client.put(key, word)?),
        }
    }

    /// What `rank` has published under `key`; `None` if it has not. Any time until
    /// [`finalize`](Self::finalize).
    pub fn fetch(&mut self, rank: u32, key: &str) -> Result<Option<String>, LaunchError> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.get(&flat_key(key, rank)),
            Protocol::Pmi2(connection) => connection.get(&flat_key(key, rank)),
            Protocol::Pmix(client) => Ok(client.fetch(rank, key)?),
        }
    }

    /// Waits until every rank of the job has called it.
    pub fn barrier(&mut self) -> Result<(), LaunchError> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.barrier(),
            Protocol::Pmi2(connection) => connection.fence(),
            Protocol::Pmix(client) => Ok(client.fence()?),
        }
    }

    /// The ranks that the launcher says are on this node, ascending, if it says: it may put several
    /// nodes on one host, or several containers on one node.
    pub fn claimed_node_ranks(&mut self) -> Result<Option<Vec<u32>>, LaunchError> {
        let mapping = match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.get(PROCESS_MAPPING)?,
            Protocol::Pmi2(connection) => connection.attribute(PROCESS_MAPPING)?,
            Protocol::Pmix(client) => return Ok(claimed(client)),
        };
        Ok(mapping.and_then(|mapping| mapping::ranks_beside(&mapping, self.rank, self.size)))
    }

    /// Number of processes the job could have (`MPI_UNIVERSE_SIZE`); an error if the launcher does
    /// not know.
    pub fn universe_size(&mut self) -> Result<usize, LaunchError> {
        let told = match &mut self.protocol {
            Protocol::Pmi1(connection) => return connection.universe_size(),
            Protocol::Pmi2(connection) => connection.attribute("universeSize")?.and_then(|size| size.parse().ok()),
            Protocol::Pmix(client) => client.universe_size()?.map(|size| size as usize),
        };
        told.ok_or_else(|| LaunchError::Protocol { request: "universe size", answer: "nothing".to_owned() })
    }

    /// Position of this program in the job's command line (`MPI_APPNUM`).
    pub fn appnum(&mut self) -> Result<usize, LaunchError> {
        if let Some(appnum) = self.appnum {
            return Ok(appnum);
        }
        let appnum = match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.appnum()?,
            Protocol::Pmi2(connection) => connection.appnum(),
            Protocol::Pmix(client) => client.appnum()?.unwrap_or(0) as usize,
        };
        Ok(*self.appnum.insert(appnum))
    }

    /// Says goodbye: from now on this process may exit without ending the job. Ferry's launcher
    /// needs no more than the words, and takes another [`init`](Self::init); others are waited for.
    pub fn finalize(&mut self) -> Result<(), LaunchError> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.finalize(),
            Protocol::Pmi2(connection) => connection.finalize(),
            Protocol::Pmix(client) => Ok(client.finalize()?),
        }
    }

    /// Asks the launcher to end the job with exit code `code`. The caller exits afterwards.
    /// `message` is shown to the user if the launcher can.
    pub fn abort(&mut self, code: i32, message: &str) -> Result<(), LaunchError> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) => connection.abort(code, message),
            Protocol::Pmi2(connection) => connection.abort(code, message),
            Protocol::Pmix(client) => Ok(client.abort(code, message)?),
        }
    }

    /// What ends the job while another call waits for an answer of Ferry's launcher; `None` under
    /// another one.
    pub fn aborter(&self) -> Option<Aborter> {
        match &self.protocol {
            Protocol::Pmi1(connection) => connection.aborter(),
            Protocol::Pmi2(_) | Protocol::Pmix(_) => None,
        }
    }

    /// Publishes a name for a port with Ferry's launcher. Both are words.
    pub fn publish_name(&mut self, service: &str, port: &str) -> Result<(), LaunchError> {
        self.own_launcher("publish_name")?.publish_name(service, port)
    }

    /// Withdraws a name.
    pub fn unpublish_name(&mut self, service: &str) -> Result<(), LaunchError> {
        self.own_launcher("unpublish_name")?.unpublish_name(service)
    }

    /// The port that is published with a name; `None` if there is none.
    pub fn lookup_name(&mut self, service: &str) -> Result<Option<String>, LaunchError> {
        self.own_launcher("lookup_name")?.lookup_name(service)
    }

    /// Has Ferry's launcher start processes. One order at a time.
    pub fn begin_spawn(&mut self, order: &SpawnOrder) -> Result<(), LaunchError> {
        self.own_launcher("spawn")?.begin_spawn(order)
    }

    /// Whether all processes of the order use MPI by now. Does not wait.
    pub fn have_spawned(&mut self) -> Result<bool, LaunchError> {
        self.own_launcher("spawn")?.have_spawned()
    }

    fn own_launcher(&mut self, request: &'static str) -> Result<&mut pmi1::Pmi1Connection, LaunchError> {
        self.ferry().ok_or_else(|| LaunchError::Protocol { request, answer: "nothing: it is not Ferry's mpiexec".to_owned() })
    }

    /// What to [`answer`](Self::answer), if Ferry's launcher has asked how this process stands.
    /// Does not wait. Other launchers do not ask.
    pub fn question(&mut self) -> Result<Option<u32>, LaunchError> {
        self.ferry().map_or(Ok(None), pmi1::Pmi1Connection::question)
    }

    /// Ranks of which Ferry's launcher has said since the last time that they are gone. Does not
    /// wait. Other launchers do not say.
    pub fn take_lost(&mut self) -> Result<Vec<LostRank>, LaunchError> {
        self.ferry().map_or(Ok(Vec::new()), pmi1::Pmi1Connection::take_lost)
    }

    /// Raises `alarm` when Ferry's launcher says that a rank is gone and that is read while
    /// something else is waited for.
    pub fn raise_when_lost(&mut self, alarm: &'static AtomicBool) {
        if let Some(launcher) = self.ferry() {
            launcher.raise_when_lost(alarm);
        }
    }

    /// Answers a question of Ferry's launcher.
    pub fn answer(&mut self, question: u32, report: &str) -> Result<(), LaunchError> {
        self.ferry().map_or(Ok(()), |launcher| launcher.answer(question, report))
    }

    /// Tells Ferry's launcher that nothing has moved here for `seconds`. Others could do nothing
    /// about it.
    pub fn complain(&mut self, seconds: u64) -> Result<(), LaunchError> {
        self.ferry().map_or(Ok(()), |launcher| launcher.complain(seconds))
    }

    /// Tells Ferry's launcher whether this process has to do with processes of other jobs. Others
    /// do not ask.
    pub fn tell_connected(&mut self, is_connected: bool) -> Result<(), LaunchError> {
        self.ferry().map_or(Ok(()), |launcher| launcher.tell_connected(is_connected))
    }

    /// The number of the descriptor of the connection to Ferry's launcher; -1 under another.
    pub fn descriptor(&self) -> RawFd {
        match &self.protocol {
            Protocol::Pmi1(connection) => connection.descriptor(),
            Protocol::Pmi2(_) | Protocol::Pmix(_) => -1,
        }
    }

    /// Whether the launcher is Ferry's `mpiexec`.
    pub fn is_ferry(&self) -> bool {
        self.job_id.is_some()
    }

    fn ferry(&mut self) -> Option<&mut pmi1::Pmi1Connection> {
        match &mut self.protocol {
            Protocol::Pmi1(connection) if self.job_id.is_some() => Some(connection),
            _ => None,
        }
    }
}

/// What a PMIx server says, if it does.
fn claimed(client: &ferry_pmix::Client) -> Option<Vec<u32>> {
    let mut ranks = client.neighbors().to_vec();
    ranks.sort_unstable();
    ranks.binary_search(&client.rank()).is_ok().then_some(ranks)
}

/// In PMI-1 and PMI-2 keys belong to the job, not to a rank.
fn flat_key(key: &str, rank: u32) -> String {
    format!("{key}-{rank}")
}

fn parsed(variable: &dyn Fn(&str) -> Option<String>, name: &'static str) -> Result<Option<usize>, LaunchError> {
    let parse = |value: String| value.trim().parse().map_err(|_| LaunchError::BadVariable { name, value, expected: "a number" });
    variable(name).map(parse).transpose()
}

fn check_rank(rank: usize, size: usize) -> Result<(), LaunchError> {
    match rank < size {
        true => Ok(()),
        false => Err(LaunchError::BadVariable { name: env::PMI_RANK, value: rank.to_string(), expected: "below PMI_SIZE" }),
    }
}

fn node_ranks(variable: &dyn Fn(&str) -> Option<String>, rank: usize, size: usize) -> Result<Vec<u32>, LaunchError> {
    let Some(value) = variable(env::NODE_RANKS) else { return Ok((0..size as u32).collect()) };
    let ranks = ranges::parse(&value, size).filter(|ranks| ranks.binary_search(&(rank as u32)).is_ok());
    let expected = "a list of ranks below PMI_SIZE, PMI_RANK among them";
    ranks.ok_or(LaunchError::BadVariable { name: env::NODE_RANKS, value, expected })
}

fn checked_secret(secret: String) -> Result<String, LaunchError> {
    match secret.len() == 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(secret),
        // It is not shown: messages end up in logs.
        false => Err(LaunchError::BadVariable { name: env::JOB_SECRET, value: "...".into(), expected: "32 hexadecimal digits" }),
    }
}

fn connect(descriptor: usize) -> io::Result<UnixStream> {
    Ok(UnixStream::from(adopt_socket(i32::try_from(descriptor).unwrap_or(-1))?))
}

fn adopt_node(descriptor: usize) -> Result<OwnedFd, LaunchError> {
    let closed =
        |_| LaunchError::BadVariable { name: env::NODE_FD, value: descriptor.to_string(), expected: lost::EXPECTED_OPEN };
    adopt(i32::try_from(descriptor).unwrap_or(-1)).map_err(closed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::IntoRawFd;

    fn environment(pairs: &[(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        move |name| pairs.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone())
    }

    fn from(pairs: &[(&str, &str)]) -> Result<Option<Client>, LaunchError> {
        Client::from_variables(&environment(pairs))
    }

    #[test]
    fn impossible_variables_are_named() {
        for pair in [("PMI_RANK", "2"), ("PMI_RANK", "x")] {
            let (ours, _theirs) = UnixStream::pair().unwrap();
            let descriptor = ours.into_raw_fd().to_string();
            let all = [("PMI_FD", descriptor.as_str()), pair, ("PMI_SIZE", "2")];
            assert!(matches!(from(&all), Err(LaunchError::BadVariable { name: "PMI_RANK", .. })), "{pair:?}");
        }
    }

    #[test]
    fn the_node_is_all_of_the_job_or_what_is_said() {
        for (said, expected) in [(None, vec![0, 1, 2]), (Some("1-2"), vec![1, 2]), (Some("1"), vec![1])] {
            let (ours, _theirs) = UnixStream::pair().unwrap();
            let descriptor = ours.into_raw_fd().to_string();
            let mut pairs = vec![("PMI_FD", descriptor.as_str()), ("PMI_RANK", "1"), ("PMI_SIZE", "3")];
            pairs.extend(said.map(|said| ("FERRY_NODE_RANKS", said)));
            assert_eq!(from(&pairs).unwrap().unwrap().node_ranks, expected);
        }
    }

    #[test]
    fn impossible_words_of_ferrys_launcher_are_named() {
        for (name, value) in [("FERRY_NODE_RANKS", "0"), ("FERRY_NODE_RANKS", "1-3"), ("FERRY_JOB_SECRET", "swordfish")] {
            let (ours, _theirs) = UnixStream::pair().unwrap();
            let descriptor = ours.into_raw_fd().to_string();
            let pairs = [("PMI_FD", descriptor.as_str()), ("PMI_RANK", "1"), ("PMI_SIZE", "3"), (name, value)];
            let message = from(&pairs).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(name) && !message.contains("swordfish"), "{message}");
        }
    }
}
