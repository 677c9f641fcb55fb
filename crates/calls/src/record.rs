//! What `FERRY_RECORD` asks for at `MPI_Finalize`: how each rank has used the buffers that its
//! short messages left from, in a file that rank 0 writes.

use ferry_core::{Error, Result};
use ferry_protocol::reuse::profile::{SUMMARY_WORDS, Summary};
use ferry_runtime::Cx;

use crate::report::{receive, send};

/// Gathers the summaries of all ranks, and writes them as lines of numbers. All ranks call it.
pub fn write(cx: &Cx) -> Result<()> {
    let (path, rank, size) = cx.with(|p| (p.settings.record.clone(), p.rank(), p.world.size as u32));
    if path.is_empty() {
        return Ok(());
    }
    let own = cx.with(|p| p.engine.buffer_profile().map(|profile| profile.summary()).unwrap_or_default());
    if rank != 0 {
        send(cx, 0, &mut own.to_words());
        return Ok(());
    }
    let mut all = vec![own];
    for from in 1..size {
        let words: Option<[u64; SUMMARY_WORDS]> = receive(cx, from).try_into().ok();
        all.extend(words.map(Summary::from_words));
    }
    let line = |summary: &Summary| summary.to_words().map(|word| word.to_string()).join(" ") + "\n";
    std::fs::write(&path, all.iter().map(line).collect::<String>()).map_err(|error| {
        let text =
            format!("cannot write the file {path} that FERRY_RECORD asks for: {error}; name one in a folder that may be written");
        Error::new(ferry_constants::MPI_ERR_OTHER, text)
    })
}
