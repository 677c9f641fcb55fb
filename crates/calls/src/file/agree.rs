//! How the processes of a file agree in calls that all of them make, so that such a call fails at
//! all of them or at none.

use ferry_constants as mpi;
use ferry_core::comm::{COLLECTIVE, CONSTRUCTION};
use ferry_core::file::File;
use ferry_core::{Error, Result};
use ferry_runtime::Cx;

use crate::comm::agree::{Channel, Circle, Purpose};

/// Bytes of what a process tells the others: a value, an error class, and the beginning of the
/// error's text.
const BLOCK: usize = 512;

/// Where the text begins.
const TEXT: usize = 16;

/// What a process tells the others.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it has to say if it has no error.
    pub value: u64,
    /// Its error.
    pub failure: Option<(i32, String)>,
}

impl Statement {
    /// Of a process with `value`, or an error.
    pub fn of<T>(value: u64, result: &Result<T>) -> Self {
        let failure = result.as_ref().err().map(|error| (error.class(), error.message().to_owned()));
        Statement { value, failure }
    }

    /// In bytes.
    pub fn encode(&self) -> [u8; BLOCK] {
        let mut block = [0; BLOCK];
        block[..8].copy_from_slice(&self.value.to_le_bytes());
        if let Some((class, text)) = &self.failure {
            let len = text.floor_char_boundary(BLOCK - TEXT);
            block[8..12].copy_from_slice(&class.to_le_bytes());
            block[12..TEXT].copy_from_slice(&(len as u32).to_le_bytes());
            block[TEXT..TEXT + len].copy_from_slice(&text.as_bytes()[..len]);
        }
        block
    }

    /// From bytes.
    pub fn decode(block: &[u8; BLOCK]) -> Self {
        let word = u128::from_le_bytes(std::array::from_fn(|at| block[at]));
        let (class, len) = ((word >> 64) as i32, (word >> 96) as usize);
        let text = || String::from_utf8_lossy(&block[TEXT..][..len.min(BLOCK - TEXT)]).into_owned();
        Statement { value: word as u64, failure: (class != mpi::MPI_SUCCESS).then(|| (class, text())) }
    }
}

/// The processes of a file, in a call for `purpose` that all of them make.
pub fn circle(file: &File, purpose: Purpose) -> Result<Circle> {
    let channel = Channel { context: file.context | CONSTRUCTION | COLLECTIVE, tag: 0, purpose };
    let own = file.group.process(file.rank).unwrap_or(u32::MAX);
    // No communicator is made of it.
    Circle::of(channel, file.group.clone(), own, false)
        .ok_or_else(|| Error::internal("a process is not one of those that opened its file"))
}

/// Tells the others what this process has to say: `own`, and the values of all if none has an
/// error. Else the error of the first that has one.
pub fn agree_on<T>(cx: &Cx, circle: &Circle, value: u64, own: Result<T>) -> Result<(T, Vec<u64>)> {
    let blocks = circle.gather(cx, Statement::of(value, &own).encode())?;
    let statements: Vec<Statement> = blocks.iter().map(Statement::decode).collect();
    let failed = (0..).zip(&statements).find_map(|(rank, statement)| Some((rank, statement.failure.clone()?)));
    match (failed, own) {
        (None, own) => Ok((own?, statements.iter().map(|statement| statement.value).collect())),
        (Some((rank, _)), Err(error)) if rank == circle.rank() => Err(error),
        (Some((rank, (class, text))), _) => Err(Error::new(class, format!("rank {rank} of the file's group failed: {text}"))),
    }
}

/// As [`agree_on`], without values.
pub fn agree<T>(cx: &Cx, circle: &Circle, own: Result<T>) -> Result<T> {
    agree_on(cx, circle, 0, own).map(|(own, _)| own)
}

/// As [`agree`]; `value`, which `what` names, must be the same at all processes.
pub fn agree_on_same<T>(cx: &Cx, circle: &Circle, what: &str, value: u64, own: Result<T>) -> Result<T> {
    let (own, values) = agree_on(cx, circle, value, own)?;
    match (0..).zip(&values).find(|(_, other)| **other != values[0]) {
        None => Ok(own),
        Some((rank, other)) => Err(Error::new(
            mpi::MPI_ERR_NOT_SAME,
            format!(
                "argument {what} is {} at rank 0 of the file's group and {} at rank {rank}; it must be the same",
                values[0] as i64, *other as i64
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_travel_and_long_texts_are_cut() {
        let fine = Statement::decode(&Statement::of(u64::MAX, &Ok(())).encode());
        assert!(fine.value == u64::MAX && fine.failure.is_none());
        let text = "x".repeat(BLOCK - TEXT - 1) + "äö";
        let failed = Statement::decode(&Statement::of::<()>(7, &Err(Error::new(mpi::MPI_ERR_IO, text))).encode());
        assert_eq!(failed.failure, Some((mpi::MPI_ERR_IO, "x".repeat(BLOCK - TEXT - 1))));
    }
}
