//! Bytes on their way to the other end of a link that does not block.

use std::os::fd::AsFd;

use rustix::io::Errno;

/// Writes what `to` takes now, and drops that from `outbox`.
///
/// # Errors
/// Nobody reads any more; what is left in `outbox` goes nowhere.
pub fn write_some(to: impl AsFd, outbox: &mut Vec<u8>) -> Result<(), Errno> {
    let mut done = 0;
    let outcome = loop {
        if done == outbox.len() {
            break Ok(());
        }
        match rustix::io::write(&to, &outbox[done..]) {
            Ok(count) => done += count,
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    outbox.drain(..done);
    outcome
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn what_is_not_taken_waits_and_an_end_is_an_error() {
        let (mut one, two) = UnixStream::pair().unwrap();
        two.set_nonblocking(true).unwrap();
        let sent: Vec<u8> = (0..4_000_000u32).map(|number| number as u8).collect();
        let (mut outbox, mut received) = (sent.clone(), Vec::<u8>::new());
        write_some(&two, &mut outbox).unwrap();
        assert!(!outbox.is_empty() && outbox.len() < sent.len());
        while received.len() < sent.len() {
            let mut some = [0; 65_536];
            let count = one.read(&mut some).unwrap();
            received.extend(&some[..count]);
            write_some(&two, &mut outbox).unwrap();
        }
        assert!(received == sent && outbox.is_empty());
        drop(one);
        outbox.push(1);
        assert_eq!(write_some(&two, &mut outbox), Err(Errno::PIPE));
    }
}
