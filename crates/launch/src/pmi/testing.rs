//! Jobs whose processes are threads, for tests.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::IntoRawFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc;

use super::client::Client;
use super::server::{Effect, Server};

/// Connections of all ranks of a job to a launcher that is not Ferry's. It ends with them.
pub(crate) fn job(size: usize) -> Vec<Client> {
    let pairs: Vec<_> = (0..size).map(|_| UnixStream::pair().unwrap()).collect();
    let (ours, theirs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    serve(theirs);
    ours.into_iter().enumerate().map(|(rank, socket)| client(socket, rank, size)).collect()
}

fn client(socket: UnixStream, rank: usize, size: usize) -> Client {
    let descriptor = socket.into_raw_fd();
    let variable = |name: &str| match name {
        "PMI_FD" => Some(descriptor.to_string()),
        "PMI_RANK" => Some(rank.to_string()),
        "PMI_SIZE" => Some(size.to_string()),
        _ => None,
    };
    Client::from_variables(&variable).unwrap().unwrap()
}

fn serve(sockets: Vec<UnixStream>) {
    let (sender, lines) = mpsc::channel();
    for (rank, socket) in sockets.iter().enumerate() {
        let (reader, sender) = (BufReader::new(socket.try_clone().unwrap()), sender.clone());
        std::thread::spawn(move || reader.lines().map_while(Result::ok).try_for_each(|line| sender.send((rank, line))));
    }
    let mut server = Server::new("job", &vec![0; sockets.len()]);
    std::thread::spawn(move || {
        for (rank, line) in lines {
            let mut effects = Vec::new();
            server.line(rank, &line, &mut effects);
            effects.into_iter().for_each(|effect| reply(&sockets, effect));
        }
    });
}

fn reply(sockets: &[UnixStream], effect: Effect) {
    match effect {
        // A rank that is done need not hear it.
        Effect::Reply { rank, line } => _ = (&sockets[rank]).write_all(line.as_bytes()),
        other => panic!("{other:?}"),
    }
}
