//! The connection to the launcher, which transports share: they ask it for the cards of peers when
//! they meet them.

use std::os::fd::RawFd;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use ferry_launch::LaunchError;
use ferry_launch::pmi::Client;
use ferry_launch::pmi::client::{Aborter, LostRank};
use ferry_launch::spawn::SpawnOrder;

/// How late it may be noticed that processes were started, if a thread has heard so that has asked
/// the launcher for something else.
const LOOKS: Duration = Duration::from_millis(20);

/// Processes of the job, as far as the environment tells before this process joins it.
pub fn promised_size() -> Option<u32> {
    Client::promised_size().and_then(|size| u32::try_from(size).ok())
}

/// The connection to the launcher; copies are the same.
#[derive(Clone)]
pub struct Launcher {
    client: Arc<Mutex<Client>>,
    /// Held by a thread that has processes started: answers do not say to which order.
    spawning: Arc<Mutex<()>>,
    aborter: Option<Aborter>,
    is_ferry: bool,
    descriptor: RawFd,
}

impl Launcher {
    /// Shares `client`.
    pub fn new(client: Client) -> Self {
        let (is_ferry, descriptor, aborter) = (client.is_ferry(), client.descriptor(), client.aborter());
        Launcher { client: Arc::new(Mutex::new(client)), spawning: Arc::default(), aborter, is_ferry, descriptor }
    }

    /// The connection itself, for several steps at once.
    pub fn with<R>(&self, body: impl FnOnce(&mut Client) -> R) -> R {
        body(&mut self.client())
    }

    fn client(&self) -> MutexGuard<'_, Client> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is Ferry's own.
    pub fn is_ferry(&self) -> bool {
        self.is_ferry
    }

    /// Number of the descriptor of the connection.
    pub fn descriptor(&self) -> RawFd {
        self.descriptor
    }

    /// See [`Client::init`].
    pub fn init(&self) -> Result<(), LaunchError> {
        self.client().init()
    }

    /// See [`Client::finalize`].
    pub fn finalize(&self) -> Result<(), LaunchError> {
        self.client().finalize()
    }

    /// See [`Client::abort`]. Another thread may have the connection, and wait for processes that
    /// are being started.
    pub fn abort(&self, code: i32, message: &str) -> Result<(), LaunchError> {
        match &self.aborter {
            Some(aborter) => aborter.abort(code, message),
            None => self.client().abort(code, message),
        }
    }

    /// See [`Client::fetch`].
    pub fn fetch(&self, rank: u32, key: &str) -> Result<Option<String>, LaunchError> {
        self.client().fetch(rank, key)
    }

    /// See [`Client::universe_size`].
    pub fn universe_size(&self) -> Result<usize, LaunchError> {
        self.client().universe_size()
    }

    /// Has Ferry's launcher start processes; waits until all of them use MPI. Others have the
    /// connection meanwhile, but for more orders.
    pub fn spawn(&self, order: &SpawnOrder) -> Result<(), LaunchError> {
        let _turn = self.spawning.lock().unwrap_or_else(PoisonError::into_inner);
        self.client().begin_spawn(order)?;
        while !self.client().have_spawned()? {
            self.aborter.iter().try_for_each(|connection| connection.listen(LOOKS))?;
        }
        Ok(())
    }

    /// See [`Client::question`]. While another thread has the connection, nobody looks for
    /// questions.
    pub fn question(&self) -> Result<Option<u32>, LaunchError> {
        match self.client.try_lock() {
            Ok(mut client) => client.question(),
            Err(_) => Ok(None),
        }
    }

    /// See [`Client::take_lost`]. `None` while another thread has the connection: it is to be asked
    /// again.
    pub fn take_lost(&self) -> Option<Result<Vec<LostRank>, LaunchError>> {
        match self.client.try_lock() {
            Ok(mut client) => Some(client.take_lost()),
            Err(TryLockError::Poisoned(client)) => Some(client.into_inner().take_lost()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// See [`Client::raise_when_lost`].
    pub fn raise_when_lost(&self, alarm: &'static AtomicBool) {
        self.client().raise_when_lost(alarm);
    }

    /// See [`Client::tell_connected`].
    pub fn tell_connected(&self, is_connected: bool) -> Result<(), LaunchError> {
        self.client().tell_connected(is_connected)
    }

    /// See [`Client::answer`].
    pub fn answer(&self, question: u32, report: &str) -> Result<(), LaunchError> {
        self.client().answer(question, report)
    }

    /// See [`Client::complain`]. Not while another thread has the connection, as the caller must
    /// not wait: processes that are being started may take long.
    pub fn complain(&self, seconds: u64) -> Result<(), LaunchError> {
        match self.client.try_lock() {
            Ok(mut client) => client.complain(seconds),
            Err(_) => Ok(()),
        }
    }
}
