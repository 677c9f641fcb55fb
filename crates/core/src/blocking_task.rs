//! Work that blocks, done by a thread of its own while the call that wants it makes progress.

use std::sync::{Arc, Mutex, PoisonError};

use ferry_engine::Engine;
use ferry_shm::doorbell;
use ferry_sys::signals::start_deaf;

use crate::{Error, Result, Transport};

/// Work that was begun: what comes of it.
pub struct BlockingTask<T>(Arc<Mutex<Option<T>>>);

impl<T: Send + 'static> BlockingTask<T> {
    /// Has a thread do `work`; whoever sleeps in a call is woken then.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if the system has no thread.
    pub fn begin(engine: &Engine<Transport>, work: impl FnOnce() -> T + Send + 'static) -> Result<Self> {
        let (place, wake) = (Arc::new(Mutex::new(None)), waker(engine));
        let result = place.clone();
        let body = move || {
            let outcome = work();
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            wake();
        };
        let builder = std::thread::Builder::new().name("ferry-blocking".to_owned());
        start_deaf(builder, body).map_err(|error| no_thread(&error))?;
        Ok(BlockingTask(place))
    }

    /// What came of it, once.
    pub fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn no_thread(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, format!("no thread to be had: {error}"))
}

/// Wakes sleeping calls of this process, from any thread.
pub(crate) fn waker(engine: &Engine<Transport>) -> impl FnOnce() + Send + use<> {
    let bell = engine.node().doorbell();
    let network = engine.device().network().map(ferry_route::Network::waker);
    move || {
        doorbell::wake(bell, true);
        if let Some(network) = network {
            network.wake();
        }
    }
}
