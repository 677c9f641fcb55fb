//! Ports: where a process waits for processes of other jobs that want to meet it. The name of a
//! port says how it is reached, and what only those know who have the name. Calls block; whoever
//! has something else to do has a thread make them.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferry_protocol::process::ProcessId;
use ferry_sys::random::hex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown};

use crate::card::Card;
use crate::encounter::Encounter;
use crate::handshake::{ANSWER, Answer, GREETING, Greeting, HELLO, Hello, Posed, Secret};
use crate::interfaces::{self, in_order_of_nearness};
use crate::listening::TcpError;
use crate::meeting::words;
use crate::socket;

/// What names of ports begin with.
const PREFIX: &str = "ferry:";
/// How long one that has connected may take to say who it is.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a host has to answer.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// A connection is noticed to be dead within about this time.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// A port that is open.
#[derive(Debug)]
pub struct Port {
    listener: OwnedFd,
    card: Card,
}

impl Port {
    /// A port on this host, reached at the addresses that `interfaces` (`FERRY_TCP_INTERFACES`)
    /// chooses.
    ///
    /// # Errors
    /// There is no socket, or no address.
    pub fn open(host: &str, interfaces: &str) -> Result<Self, TcpError> {
        let all = ferry_sys::interfaces::all().map_err(|error| TcpError::new(format!("no interfaces: {}", words(&error))))?;
        let addresses = interfaces::choose(&all, interfaces).map_err(TcpError::new)?;
        let (listener, port) =
            socket::listen(&addresses).map_err(|error| TcpError::new(format!("cannot listen: {}", words(&error))))?;
        let challenge =
            ferry_sys::random::bytes().map_err(|error| TcpError::new(format!("no random bytes: {}", words(&error))))?;
        Ok(Port { listener, card: Card { port, challenge, host: host.to_owned(), addresses } })
    }

    /// Its name, at most 210 characters.
    pub fn name(&self) -> String {
        format!("{PREFIX}{}", hex(&self.card.encode()))
    }

    /// Nobody is accepted any more; whoever waits in [`Port::accept`] or in [`connect`] gets an
    /// error.
    pub fn close(&self) {
        // Fails for a socket that is closed already.
        let _ = shutdown(&self.listener, Shutdown::Both);
    }

    /// Waits until a process that knows the name of the port connects, at most for `limit`. Others
    /// are turned away.
    ///
    /// # Errors
    /// In words: the port was closed, or the time is over.
    pub fn accept(self: &Arc<Self>, limit: Option<Duration>) -> Result<Encounter, String> {
        self.accept_unless(None, limit)?.ok_or_else(|| "nobody will".to_owned())
    }

    /// As [`Port::accept`]; `None` if there is something to read from `news` before.
    ///
    /// # Errors
    /// As there.
    pub fn accept_unless(
        self: &Arc<Self>,
        news: Option<BorrowedFd<'_>>,
        limit: Option<Duration>,
    ) -> Result<Option<Encounter>, String> {
        let deadline = limit.map(|limit| Instant::now() + limit);
        loop {
            let mut awaited = vec![PollFd::new(&self.listener, PollFlags::IN)];
            awaited.extend(news.map(|news| PollFd::from_borrowed_fd(news, PollFlags::IN)));
            wait_for_one(&mut awaited, deadline)?;
            if awaited[0].revents().is_empty() {
                return Ok(None);
            }
            match socket::accept(self.listener.as_fd(), KEEP_ALIVE) {
                Ok(Some(socket)) => {
                    // One that is turned away was told, or has hung up.
                    if let Ok(encounter) = self.greet(socket) {
                        return Ok(Some(encounter));
                    }
                }
                Ok(None) => {}
                Err(error) if error.raw_os_error() == Some(22) => return Err("the port was closed".to_owned()),
                Err(error) if socket::is_limit(&error) => return Err(words(&error)),
                // Whoever it was is gone again.
                Err(_) => {}
            }
        }
    }

    fn greet(&self, socket: OwnedFd) -> Result<Encounter, String> {
        let (encounter, deadline) = (Encounter::new(socket), Instant::now() + PATIENCE);
        let greeting = ferry_sys::random::bytes().map_err(|error| words(&error))?;
        encounter.send(&Greeting(greeting).encode())?;
        let mut hello = [0; HELLO];
        encounter.receive_until(&mut hello, deadline)?;
        let secret = secret_of(&self.card);
        let known = Hello::decode(&hello, &secret, &Posed { card: self.card.challenge, greeting });
        known.map_err(|wrong| format!("{wrong:?}"))?;
        encounter.send(&Answer::Welcome.encode(&secret, &hello))?;
        Ok(encounter)
    }
}

/// What only those know who have the name of a port.
fn secret_of(card: &Card) -> Secret {
    Secret::new(&hex(&card.challenge))
}

/// Why a port was not reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// The name is not that of a port.
    Name(String),
    /// Nobody is there, or not any more.
    Absent(String),
}

/// Connects process `own` to the port with this name: waits until it is accepted, at most for
/// `limit`.
///
/// # Errors
/// The name is none, or nobody accepts there any more.
pub fn connect(name: &str, own: ProcessId, limit: Option<Duration>) -> Result<Encounter, Unreached> {
    let card = card_of(name).map_err(Unreached::Name)?;
    let deadline = limit.map(|limit| Instant::now() + limit);
    let all = ferry_sys::interfaces::all().unwrap_or_default();
    // What this process prefers does not matter: it is not called.
    let mine = interfaces::choose(&all, "").unwrap_or_default();
    let mut failures = Vec::new();
    for address in in_order_of_nearness(&card.addresses, &mine) {
        let address = SocketAddr::new(address, card.port);
        match reach(address).and_then(|socket| introduce(socket, &card, own, deadline)) {
            Ok(encounter) => return Ok(encounter),
            Err(why) => failures.push(format!("{address}: {why}")),
        }
    }
    Err(Unreached::Absent(format!("on {}: {}", card.host, failures.join("; "))))
}

fn card_of(name: &str) -> Result<Card, String> {
    let digits = name.strip_prefix(PREFIX).ok_or_else(|| format!("it does not begin with \"{PREFIX}\""))?;
    let pairs = digits.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> =
        pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)).collect();
    Card::decode(&bytes.ok_or("it has characters that are no hexadecimal digits")?)
}

fn reach(address: SocketAddr) -> Result<OwnedFd, String> {
    let socket = socket::connect(address, KEEP_ALIVE).map_err(|error| words(&error))?;
    wait_for(&socket, PollFlags::OUT, Some(Instant::now() + CONNECT_LIMIT))?;
    socket::outcome(socket.as_fd()).map_err(|error| words(&error))?;
    Ok(socket)
}

fn introduce(socket: OwnedFd, card: &Card, own: ProcessId, deadline: Option<Instant>) -> Result<Encounter, String> {
    let encounter = Encounter::new(socket);
    let mut greeting = [0; GREETING];
    // The kernel has connected; the process greets when it accepts.
    match deadline {
        Some(deadline) => encounter.receive_until(&mut greeting, deadline)?,
        None => encounter.receive(&mut greeting)?,
    }
    let Greeting(greeting) = Greeting::decode(&greeting).map_err(|_| "somebody else answers there".to_owned())?;
    let challenge = ferry_sys::random::bytes().map_err(|error| words(&error))?;
    let hello = Hello { from: own, to: 0, ranks: 0, challenge, host: String::new() };
    let secret = secret_of(card);
    let hello = hello.encode(&secret, &Posed { card: card.challenge, greeting });
    encounter.send(&hello)?;
    let mut answer = [0; ANSWER];
    encounter.receive_until(&mut answer, Instant::now() + PATIENCE)?;
    match Answer::decode(&answer, &secret, &hello) {
        Ok(Answer::Welcome) => Ok(encounter),
        _ => Err("somebody else answers there".to_owned()),
    }
}

/// Waits until something can be done, or the time is over.
fn wait_for(descriptor: &OwnedFd, what: PollFlags, deadline: Option<Instant>) -> Result<(), String> {
    wait_for_one(&mut [PollFd::new(descriptor, what)], deadline)
}

/// As [`wait_for`], with one of several.
fn wait_for_one(awaited: &mut [PollFd<'_>], deadline: Option<Instant>) -> Result<(), String> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limit = left.map(|left| Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos().into() });
        match poll(awaited, limit.as_ref()) {
            Ok(0) if left.is_some_and(|left| !left.is_zero()) => {}
            Ok(0) => return Err("no answer within the time".to_owned()),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(words(&io::Error::from(error))),
        }
    }
}

impl Encounter {
    fn receive_until(&self, room: &mut [u8], deadline: Instant) -> Result<(), String> {
        for byte in room {
            wait_for(self.socket(), PollFlags::IN, Some(deadline))?;
            self.receive(std::slice::from_mut(byte))?;
        }
        Ok(())
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::net::TcpStream;

    use super::*;

    const OWN: ProcessId = ProcessId { job: 3, rank: 0 };

    fn port() -> Arc<Port> {
        Arc::new(Port::open("here", "lo").unwrap())
    }

    #[test]
    fn who_knows_the_name_is_accepted_and_others_are_not() {
        let port = port();
        let name = port.name();
        assert!(name.len() <= 210, "{name}");
        let stranger = TcpStream::connect((port.card.addresses[0].address, port.card.port)).unwrap();
        drop(stranger);
        let caller = std::thread::spawn(move || connect(&name, OWN, None).map(|encounter| encounter.agree(true)));
        let encounter = port.accept(None).unwrap();
        assert_eq!(encounter.agree(true), Ok(true));
        assert_eq!(caller.join().unwrap().unwrap(), Ok(true));
    }

    #[test]
    fn who_guesses_is_turned_away() {
        let port = port();
        let wrong = Card { challenge: [1; 16], ..port.card.clone() };
        let name = format!("{PREFIX}{}", hex(&wrong.encode()));
        let caller = std::thread::spawn(move || connect(&name, OWN, None));
        let other = port.clone();
        let accepting = std::thread::spawn(move || other.accept(None).map(drop));
        assert!(matches!(caller.join().unwrap(), Err(Unreached::Absent(_))));
        port.close();
        assert_eq!(accepting.join().unwrap(), Err("the port was closed".to_owned()));
    }

    #[test]
    fn ports_that_are_closed_and_names_of_none_are_told_apart() {
        let port = port();
        let name = port.name();
        assert!(matches!(connect(&name, OWN, Some(Duration::from_millis(20))), Err(Unreached::Absent(_))));
        assert!(port.accept(Some(Duration::from_millis(20))).is_err());
        drop(port);
        assert!(matches!(connect(&name, OWN, None), Err(Unreached::Absent(_))));
        for wrong in ["", "somewhere", "ferry:", "ferry:0g", "ferry:ff"] {
            assert!(matches!(connect(wrong, OWN, None), Err(Unreached::Name(_))), "{wrong}");
        }
    }
}
