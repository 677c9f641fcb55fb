//! What `FERRY_STATS` asks for at `MPI_Finalize`: every rank's counts of messages go to rank 0,
//! which prints or writes the table.
//!
//! # Safety arguments
//! - REPORT-1: the memory of an internal message lives until its operation is complete: each is
//!   waited for here.

use ferry_core::buffers::{BUFFER_WORDS, BufferUse};
use ferry_core::comm::{COLLECTIVE, CONSTRUCTION};
use ferry_core::process::Process;
use ferry_core::report::{MessageCarrier, RDMA_WORDS, ROW_WORDS, RdmaCost, Row, json, text};
use ferry_core::{Error, Result};
use ferry_engine::statistics::{Protocol, Traffic};
use ferry_engine::{Buffer, MatchPattern, Method, Mode};
use ferry_protocol::decision::{MethodReason, StartReason};
use ferry_runtime::Cx;
use ferry_settings::Stats;
use std::io::Write;

/// Context of the reports: that of no communicator's traffic.
const CONTEXT: u64 = COLLECTIVE | CONSTRUCTION;

/// Tag of a report.
const TAG: i32 = 0;

/// Gathers the counts of all ranks and shows them as the settings say. All ranks call it.
pub fn show(cx: &Cx) -> Result<()> {
    let (stats, rank, size) = cx.with(|p| (p.settings.stats.clone(), p.rank(), p.world.size as u32));
    if stats == Stats::Off {
        return Ok(());
    }
    let (mine, mut rdma, mut buffers) = cx.with(|p| (rows(p), p.rdma_cost(), p.buffer_use()));
    if rank != 0 {
        let first = rdma.to_words().into_iter().chain(buffers.to_words());
        let mut words: Vec<u64> = first.chain(mine.into_iter().flat_map(Row::to_words)).collect();
        send(cx, 0, &mut words);
        return Ok(());
    }
    let mut all = mine;
    for from in 1..size {
        let words = receive(cx, from);
        let Some((theirs, words)) = words.split_first_chunk::<RDMA_WORDS>() else { continue };
        rdma = rdma.and(RdmaCost::from_words(*theirs));
        let Some((theirs, rows)) = words.split_first_chunk::<BUFFER_WORDS>() else { continue };
        buffers.add(&BufferUse::from_words(theirs));
        all.extend(rows.chunks_exact(ROW_WORDS).filter_map(|row| Row::from_words(row.try_into().ok()?)));
    }
    match stats {
        Stats::Off => Ok(()),
        Stats::Summary => {
            let table = format!("{}{}", text(&all, rdma), buffers.text());
            std::io::stderr().write_all(table.as_bytes()).map_err(|error| failed("standard error", &error))
        }
        Stats::Json(path) => std::fs::write(&path, format!("{:#}\n", json(&all, rdma, &buffers)))
            .map_err(|error| failed(&path.display().to_string(), &error)),
    }
}

fn failed(place: &str, error: &std::io::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, format!("cannot write the table that FERRY_STATS asks for to {place}: {error}"))
}

/// What this rank sent, and large messages that it received.
fn rows(p: &Process) -> Vec<Row> {
    let from = p.rank();
    let mut rows = Vec::new();
    for to in 0..p.world.size as u32 {
        let traffic = p.engine.traffic(to);
        let transport = p.transport_to(to);
        let short = if to == from { Protocol::Local } else { Protocol::Eager };
        for (protocol, traffic) in [(short, traffic.eager), (Protocol::Rendezvous, traffic.rendezvous)] {
            if traffic.messages > 0 {
                rows.push(Row { from, to, transport, protocol, messages: traffic.messages, bytes: traffic.bytes });
            }
        }
    }
    let (messages, bytes) = p.direct.published();
    if messages > 0 {
        rows.push(Row { from, to: from, transport: MessageCarrier::SharedMemory, protocol: Protocol::Shared, messages, bytes });
    }
    let totals = p.engine.totals();
    let mut own = |transport, protocol, Traffic { messages, bytes }| {
        if messages > 0 {
            rows.push(Row { from, to: from, transport, protocol, messages, bytes });
        }
    };
    for (reason, traffic) in StartReason::ALL.into_iter().zip(totals.starts) {
        // Those that are no longer than the eager limit are counted for each receiver.
        if reason != StartReason::Eager {
            own(MessageCarrier::SharedMemory, Protocol::Started(reason), traffic);
        }
    }
    for (method, reasons) in Method::ALL.into_iter().zip(totals.decisions) {
        for (transport, traffic) in p.received_by(method) {
            own(transport, Protocol::Received(method), traffic);
        }
        for (reason, traffic) in MethodReason::ALL.into_iter().zip(reasons) {
            own(MessageCarrier::SharedMemory, Protocol::Decided(method, reason), traffic);
        }
    }
    rows
}

/// Sends words that [`receive`] receives.
pub fn send(cx: &Cx, to: u32, words: &mut [u64]) {
    // SAFETY: REPORT-1.
    let buffer = unsafe { Buffer::dense(words.as_mut_ptr().cast(), size_of_val(words) as u64) };
    if let Some(operation) = cx.with(|p| p.engine.send(to, CONTEXT, TAG, buffer, Mode::Standard)) {
        cx.take(operation);
    }
}

/// What a rank has sent by [`send`].
pub fn receive(cx: &Cx, from: u32) -> Vec<u64> {
    let pattern = MatchPattern { context: CONTEXT, source: from as i32, tag: TAG };
    cx.with(|p| p.engine.begin_probe());
    let (outcome, message) = cx.block(|p| {
        p.engine.progress();
        p.engine.take_message(&pattern)
    });
    cx.with(|p| p.engine.end_probe());
    let mut words = vec![0u64; outcome.bytes as usize / size_of::<u64>()];
    // SAFETY: REPORT-1.
    let buffer = unsafe { Buffer::dense(words.as_mut_ptr().cast(), outcome.bytes) };
    let operation = cx.with(|p| p.engine.receive_message(message, buffer, 0));
    cx.take(operation);
    words
}
