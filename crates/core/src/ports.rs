//! The ports that a process has opened (MPI-5 §11.9).

use std::collections::HashMap;
use std::sync::Arc;

use ferry_constants as mpi;
pub use ferry_tcp::encounter::{Encounter, Side};
use ferry_tcp::port::Port;
pub use ferry_tcp::port::{Unreached, connect};

use crate::{Error, Result};

/// Open ports by name.
#[derive(Debug, Default)]
pub struct Ports(HashMap<String, Arc<Port>>);

impl Ports {
    /// Opens a port on this host, which people know as `host`; its name. `interfaces` is what
    /// `FERRY_TCP_INTERFACES` says.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if there is no socket or no address.
    pub fn open(&mut self, host: &str, interfaces: &str) -> Result<String> {
        let port = Port::open(host, interfaces)
            .map_err(|error| Error::new(mpi::MPI_ERR_OTHER, format!("no port can be opened: {error}")))?;
        let name = port.name();
        self.0.insert(name.clone(), Arc::new(port));
        Ok(name)
    }

    /// The port with this name.
    ///
    /// # Errors
    /// `MPI_ERR_PORT` if this process has none of the name.
    pub fn find(&self, name: &str) -> Result<Arc<Port>> {
        self.0.get(name).cloned().ok_or_else(|| {
            let text =
                format!("argument port_name is \"{name}\", which this process has not opened with MPI_Open_port, or has closed");
            Error::new(mpi::MPI_ERR_PORT, text)
        })
    }

    /// Takes out the port with this name, which stays open.
    ///
    /// # Errors
    /// As [`Ports::find`].
    pub fn take(&mut self, name: &str) -> Result<Arc<Port>> {
        let port = self.find(name)?;
        self.0.remove(name);
        Ok(port)
    }

    /// Closes the port with this name.
    ///
    /// # Errors
    /// As [`Ports::find`].
    pub fn close(&mut self, name: &str) -> Result<()> {
        self.find(name)?.close();
        self.0.remove(name);
        Ok(())
    }
}
