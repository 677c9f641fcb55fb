//! Names that ports are published with (MPI-5 §11.9.4): the launcher keeps them, if it is Ferry's,
//! else this process, for all jobs of the user on this host.

use ferry_constants as mpi;
use ferry_launch::LaunchError;
use ferry_launch::names::{NameError, Names};
use ferry_launch::pmi::message::{escape, unescape};

use crate::launcher::Launcher;
use crate::{Error, Result};

/// The names that this process has published without a launcher.
#[derive(Debug, Default)]
pub struct Services(Option<Names>);

impl Services {
    fn names(&mut self) -> &mut Names {
        self.0.get_or_insert_with(Names::default)
    }

    /// `MPI_Publish_name`
    ///
    /// # Errors
    /// `MPI_ERR_SERVICE` if the name is published already.
    pub fn publish(&mut self, launcher: Option<&Launcher>, service: &str, port: &str) -> Result<()> {
        let (service, port) = (escape(service), escape(port));
        match launcher.filter(|launcher| launcher.is_ferry()) {
            Some(launcher) => launcher.with(|client| client.publish_name(&service, &port)).map_err(|error| refused(&error)),
            None => self.names().publish(&service, &port).map_err(unnamed),
        }
    }

    /// `MPI_Unpublish_name`
    ///
    /// # Errors
    /// `MPI_ERR_SERVICE` if the name is not published.
    pub fn unpublish(&mut self, launcher: Option<&Launcher>, service: &str) -> Result<()> {
        let service = escape(service);
        match launcher.filter(|launcher| launcher.is_ferry()) {
            Some(launcher) => launcher.with(|client| client.unpublish_name(&service)).map_err(|error| refused(&error)),
            None => self.names().unpublish(&service).map_err(unnamed),
        }
    }

    /// `MPI_Lookup_name`: the port; `None` if nobody has published the name.
    ///
    /// # Errors
    /// `MPI_ERR_SERVICE` if the launcher cannot be asked.
    pub fn lookup(&mut self, launcher: Option<&Launcher>, service: &str) -> Result<Option<String>> {
        let service = escape(service);
        let port = match launcher.filter(|launcher| launcher.is_ferry()) {
            Some(launcher) => launcher.with(|client| client.lookup_name(&service)).map_err(|error| refused(&error))?,
            None => self.names().lookup(&service).ok(),
        };
        Ok(port.map(|port| unescape(&port)))
    }
}

fn refused(error: &LaunchError) -> Error {
    Error::new(mpi::MPI_ERR_SERVICE, format!("the launcher's name service: {error}"))
}

fn unnamed(error: NameError) -> Error {
    Error::new(mpi::MPI_ERR_SERVICE, format!("argument service_name: {error}"))
}
