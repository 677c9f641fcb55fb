//! Joining the job: who this process is, which memory it shares with whom, and how it reaches the
//! others.

use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use ferry_collective::PutCosts;
use ferry_launch::node;
use ferry_launch::pmi::Client;
use ferry_protocol::method::Methods;
use ferry_rdma::select::Wanted;
use ferry_route::adapter::share_network;
use ferry_route::rdma::{
    BufferReuse, Connections, Datagrams, Fraction, LargeMessages as Way, Over, Rdma, ReceiveInto, Repair, Unusable,
};
use ferry_route::{FetchCard, Network, Routes};
use ferry_settings::{AutoOff, NetworkChoice, OnOff, RdmaReceives, RdmaTransport, Settings, UdRepair};
use ferry_shm::ShmDevice;
use ferry_shm::members::Members;
use ferry_shm::segment::{Payer, Segment};
use ferry_sys::descriptor::Standard;
use ferry_sys::random::hex;
use ferry_tcp::handshake::Secret;
use ferry_tcp::{Config, Listening, TcpDevice};

use crate::launcher::Launcher;
use crate::tuning::{FoundTuning, KEY_TUNING};
use crate::{Error, Result, Transport, nodes, strangers};

/// Key under which a process of a job on several nodes publishes its card for TCP, as hexadecimal
/// digits.
const KEY_TCP: &str = "ferry-tcp";
/// The same for RDMA; [`NONE`] if it has none.
const KEY_RDMA: &str = "ferry-rdma";
/// In place of a card.
const NONE: &str = "none";

/// This process's place in its job.
pub(crate) struct Job {
    /// Number of the job, which no other job has.
    pub id: u64,
    /// By which its processes know each other on networks.
    pub secret: String,
    /// Name of this host, for messages to people.
    pub host: String,
    /// World rank.
    pub rank: u32,
    /// Processes of the job.
    pub size: usize,
    /// `MPI_APPNUM`.
    pub appnum: usize,
    /// The way to its peers.
    pub transport: Transport,
    /// The connection to the launcher, if there is one.
    pub launcher: Option<Launcher>,
}

impl Job {
    /// Joins as the environment says (MPI-5 §11.2). Collective over jobs on several nodes.
    pub fn join(settings: &Settings, tuning: &FoundTuning) -> Result<Job> {
        strangers::check()?;
        // The libraries for PMIx and RDMA open descriptors of their own.
        let _standard = Standard::take();
        match Client::from_env().map_err(|error| other(&error))? {
            Some(client) => Job::of(client, settings, tuning),
            None => Job::alone(),
        }
    }

    fn alone() -> Result<Job> {
        let file = ferry_sys::memory::anonymous_file("ferry-node").map_err(|error| other(&error))?;
        let transport = Routes::new(shared_memory(&file, 0, Members::all(1), Payer::Sleeper)?, None);
        let secret = hex(&ferry_sys::random::bytes::<16>().map_err(|error| other(&error))?);
        let (id, host) = (Secret::new(&secret).job(), ferry_launch::node::host_name());
        Ok(Job { id, secret, host, rank: 0, size: 1, appnum: 0, transport, launcher: None })
    }

    fn of(mut client: Client, settings: &Settings, tuning: &FoundTuning) -> Result<Job> {
        client.init().map_err(|error| other(&error))?;
        let file = node::join(&mut client).map_err(|error| other(&error))?;
        let (rank, size) = (client.rank as u32, client.size);
        let members = Members::new(&client.node_ranks);
        let host = client.host_name.clone().unwrap_or_else(node::host_name);
        let secret = match client.job_secret.clone() {
            Some(secret) => secret,
            // A job of one process, which needs none for itself.
            None => hex(&ferry_sys::random::bytes::<16>().map_err(|error| other(&error))?),
        };
        let id = Secret::new(&secret).job();
        let appnum = client.appnum().unwrap_or(0);
        let far = if members.count() == size { None } else { Some(Far::of(&client, settings)?) };
        let launcher = Launcher::new(client);
        let reachable = far.map(|far| far.open(&launcher)).transpose()?;
        let payer = reachable.as_ref().map_or(Payer::Sleeper, Reachable::payer);
        let mut shm = shared_memory(&file, rank, members, payer)?;
        tuning.check_node(rank, &shm)?;
        if settings.huge_pages == AutoOff::Auto && members.count() > 1 {
            shm.use_huge_pages();
        }
        let may_choose = settings.large_messages.is_none_or(|method| Methods::NETWORK.has(method));
        if may_choose && members.count() > 1 {
            shm.share_heap(settings.shared_heap == OnOff::On);
        }
        let network = reachable.map(|reachable| reachable.join(&launcher, &members, tuning)).transpose()?;
        Ok(Job { id, secret, host, rank, size, appnum, transport: Routes::new(shm, network), launcher: Some(launcher) })
    }
}

fn shared_memory(file: &OwnedFd, rank: u32, members: Members, payer: Payer) -> Result<ShmDevice> {
    let segment = Segment::attach_with(file.as_fd(), members.here(rank), members, payer).map_err(|error| other(&error))?;
    Ok(ShmDevice::new(segment))
}

/// What it takes to reach other nodes, and to be reached.
struct Far<'a> {
    rank: u32,
    ranks: usize,
    secret: String,
    host: String,
    /// Whether it is the lowest rank of its node, which speaks for all.
    is_first: bool,
    settings: &'a Settings,
}

impl<'a> Far<'a> {
    fn of(client: &Client, settings: &'a Settings) -> Result<Far<'a>> {
        let Some(secret) = client.job_secret.clone() else {
            let text = "the job is on several hosts, and its launcher has given no secret by which its processes know each other; \
                        start it with Ferry's mpiexec";
            return Err(Error::new(ferry_constants::MPI_ERR_OTHER, text));
        };
        let host = client.host_name.clone().unwrap_or_else(|| format!("the host of rank {}", client.rank));
        let rank = client.rank as u32;
        let is_first = client.node_ranks.first() == Some(&rank);
        Ok(Far { rank, ranks: client.size, secret, host, is_first, settings })
    }

    /// Makes this process reachable.
    fn open(self, launcher: &Launcher) -> Result<Reachable<'a>> {
        Ok(Reachable { listening: self.listen()?, rdma: self.open_rdma(launcher)?, far: self })
    }

    fn listen(&self) -> Result<Listening> {
        let config = Config {
            job: Secret::new(&self.secret).job(),
            rank: self.rank,
            ranks: self.ranks as u32,
            secret: &self.secret,
            host: &self.host,
            interfaces: &self.settings.tcp_interfaces,
            timeout: Duration::from_secs(u64::from(self.settings.tcp_timeout.get())),
        };
        Listening::open(&config).map_err(|error| other(&error))
    }

    /// RDMA, if the settings allow it and there is an adapter. One that cannot be used is spoken
    /// of: the job is slower than it could be.
    fn open_rdma(&self, launcher: &Launcher) -> Result<Option<(Rdma, Vec<u8>)>> {
        if self.settings.network == NetworkChoice::Tcp {
            return Ok(None);
        }
        let wanted = wanted_adapter(self.settings);
        // All ranks of the job have the same secret, others another one.
        let job = u64::from_str_radix(self.secret.get(..16).unwrap_or_default(), 16).unwrap_or_default();
        let is_forced = self.settings.network == NetworkChoice::Rdma;
        let (who, cards) = ((self.rank, self.ranks, job), fetch(launcher, KEY_RDMA));
        match ferry_route::rdma::open(&wanted, &self.transport(), who, cards) {
            Ok((rdma, card)) => {
                if let Some(why) = rdma.receives_instead() {
                    self.warn(&format!(
                        "messages over RDMA are received into buffers of each peer, which take more memory: {why}; FERRY_RDMA_RECEIVES=peer asks for just that"
                    ));
                }
                Ok(Some((rdma, card)))
            }
            Err(Unusable::Absent(why) | Unusable::Refused(why)) if is_forced => {
                Err(Error::new(ferry_constants::MPI_ERR_OTHER, format!("FERRY_NETWORK=rdma: {why}")))
            }
            Err(Unusable::Absent(_)) => Ok(None),
            Err(Unusable::Refused(why)) => {
                self.warn(&format!("no RDMA, messages between nodes go over TCP: {why}"));
                Ok(None)
            }
        }
    }
}

/// The adapter that the settings want.
pub(crate) fn wanted_adapter(settings: &Settings) -> Wanted {
    let device = Some(settings.rdma_device.clone()).filter(|device| !device.is_empty());
    Wanted { device, gid_index: settings.rdma_gid }
}

impl Far<'_> {
    /// How messages go over RDMA. Where each peer may have a connection, none needs datagrams.
    fn transport(&self) -> Over {
        let most = self.settings.rdma_connections;
        match self.settings.rdma_transport {
            RdmaTransport::Auto if self.ranks > most.saturating_add(1) => {
                Over::Both(self.datagrams(Way::ZeroCopy), self.connections(), most as u32)
            }
            RdmaTransport::Auto | RdmaTransport::Rc => Over::Connections(self.connections()),
            RdmaTransport::UdCopy => Over::Datagrams(self.datagrams(Way::Copy)),
            RdmaTransport::UdZcopy => Over::Datagrams(self.datagrams(Way::ZeroCopy)),
        }
    }

    fn connections(&self) -> Connections {
        let into = match &self.settings.rdma_receives {
            RdmaReceives::Bucket => ReceiveInto::Buckets,
            RdmaReceives::BucketRc => ReceiveInto::BucketsRc,
            RdmaReceives::Peer => ReceiveInto::PerPeer,
            RdmaReceives::Sizes(sizes) => ReceiveInto::Sizes(sizes.clone()),
        };
        Connections { into, rings: self.settings.rdma_rings, reuse: reuse_of(self.settings.buffer_reuse) }
    }

    fn datagrams(&self, large: Way) -> Datagrams {
        let settings = self.settings;
        let repair = match settings.ud_repair {
            UdRepair::Missing => Repair::Missing,
            UdRepair::Block => Repair::Block,
        };
        let silence = settings.ud_silence.map(std::num::NonZeroU32::get);
        let (pool, zero_copy_min, paths) = (settings.ud_pool, settings.ud_zcopy_min, settings.ud_paths);
        Datagrams { large, pool, zero_copy_min, paths, repair, silence }
    }
}

/// A process that can be reached, and that nobody knows of.
struct Reachable<'a> {
    far: Far<'a>,
    listening: Listening,
    /// With its card.
    rdma: Option<(Rdma, Vec<u8>)>,
}

/// What copying a byte takes, in ps.
fn copy_ps() -> u32 {
    let (bytes, ns) = ferry_calibrate::reads::measure().copy;
    u32::try_from(1000 * ns / bytes).unwrap_or(u32::MAX)
}

impl Reachable<'_> {
    /// Where the adapter is software, ranks sleep soon ([`crate::wait`]), and in a virtual machine
    /// the processors that a barrier waits for may not even run.
    fn payer(&self) -> Payer {
        if self.rdma.as_ref().is_some_and(|(rdma, _)| rdma.is_software()) { Payer::Sender } else { Payer::Sleeper }
    }

    /// Waits until all are reachable, and gives the networks, which ask the launcher for a peer's
    /// card when they first meet it.
    fn join(self, launcher: &Launcher, members: &Members, tuning: &FoundTuning) -> Result<Network> {
        let with_puts = self.rdma.as_ref().map(|(rdma, _)| rdma).filter(|rdma| rdma.put_bytes().is_some());
        let costs = || {
            let puts = with_puts.map(|rdma| PutCosts::of_adapter(rdma.rate_mbps(), rdma.is_software(), copy_ps()));
            (ferry_calibrate::message_costs(), puts)
        };
        launcher
            .with(|client| {
                client.publish(KEY_TCP, &hex(&self.listening.card()))?;
                nodes::publish(client, &members.iter().collect::<Vec<_>>(), costs)?;
                if self.far.rank == 0 {
                    client.publish(KEY_TUNING, &tuning.word())?;
                }
                client.publish(KEY_RDMA, &self.rdma.as_ref().map_or(NONE.to_owned(), |(_, card)| hex(card)))?;
                client.barrier()
            })
            .map_err(|error| other(&error))?;
        if self.far.is_first && self.far.rank != 0 {
            let word = launcher.fetch(0, KEY_TUNING).map_err(|error| other(&error))?;
            tuning.check(self.far.rank, word.as_deref().and_then(from_hex).as_deref())?;
        }
        let tcp = TcpDevice::new(self.listening, fetch(launcher, KEY_TCP)).map_err(|error| other(&error))?;
        let Some((rdma, own)) = self.rdma else { return Ok(Network::tcp(tcp, self.far.ranks)) };
        let is_forced = self.far.settings.network == NetworkChoice::Rdma;
        agree(launcher, &rdma, &own, is_forced)?;
        let launcher = launcher.clone();
        let card_of = move |rank| launcher.fetch(rank, KEY_RDMA).ok().flatten().filter(|digits| digits != NONE);
        let is_reached = move |digits: String| share_network(&own, &from_hex(&digits).unwrap_or_default());
        let has_rdma = move |rank| is_forced || card_of(rank).is_some_and(&is_reached);
        Network::both(tcp, rdma, Box::new(has_rdma), self.far.ranks).map_err(|error| other(&error))
    }
}

/// Whether this process and rank 0 can talk over RDMA: if all can do that, all have the same
/// settings. Peers on another network are talked to over TCP, unless RDMA is asked for.
fn agree(launcher: &Launcher, rdma: &Rdma, own: &[u8], is_forced: bool) -> Result<()> {
    let Some(digits) = launcher.fetch(0, KEY_RDMA).map_err(|error| other(&error))?.filter(|digits| digits != NONE) else {
        return Ok(());
    };
    let theirs = from_hex(&digits).unwrap_or_default();
    if !is_forced && !share_network(own, &theirs) {
        return Ok(());
    }
    let differ = |why: String| Error::new(ferry_constants::MPI_ERR_OTHER, format!("RDMA to rank 0: {why}"));
    rdma.check(own, &theirs).map_err(differ)
}

impl Far<'_> {
    /// Tells the user, once for each node.
    fn warn(&self, what: &str) {
        if self.is_first {
            crate::say(&format!("warning: {}: {what}", self.host));
        }
    }
}

/// When messages leave from buffers that are used often, as the network has it.
fn reuse_of(setting: ferry_settings::BufferReuse) -> BufferReuse {
    match setting {
        ferry_settings::BufferReuse::Off => BufferReuse::OFF,
        ferry_settings::BufferReuse::Paper => BufferReuse::PAPER,
        ferry_settings::BufferReuse::Percent(100) => BufferReuse::after(Fraction::Whole),
        ferry_settings::BufferReuse::Percent(50) => BufferReuse::after(Fraction::Half),
        ferry_settings::BufferReuse::Percent(_) => BufferReuse::after(Fraction::Quarter),
    }
}

fn fetch(launcher: &Launcher, key: &'static str) -> FetchCard {
    let launcher = launcher.clone();
    Box::new(move |rank| card(&launcher, rank, key))
}

fn card(launcher: &Launcher, rank: u32, key: &str) -> std::result::Result<Vec<u8>, String> {
    let digits = launcher.fetch(rank, key).map_err(|error| error.to_string())?;
    let digits =
        digits.ok_or_else(|| format!("rank {rank} has published no {key}; do all ranks run the same version of Ferry?"))?;
    from_hex(&digits).ok_or_else(|| format!("what rank {rank} has published as {key} is no hexadecimal number"))
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)).collect()
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_are_bytes() {
        assert_eq!(from_hex(&ferry_sys::random::hex(&[0, 255, 16])), Some(vec![0, 255, 16]));
        assert_eq!([from_hex("0"), from_hex("0g"), from_hex("é")], [None, None, None]);
    }
}
