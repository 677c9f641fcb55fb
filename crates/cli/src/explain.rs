//! `ferry explain`: which way a message takes within a node, and why, asked of the functions that
//! decide it in the library ([`ferry_protocol::decision`]).

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueEnum;
use ferry_calibrate::table::{Backing, Backings, Caches, Conditions};
use ferry_protocol::cost::{Costs, Transfer};
use ferry_protocol::decision::{self, AnnouncedMessage, MessageStart, OutgoingMessage, Unasked};
use ferry_protocol::method::{Method, Methods};
use ferry_settings::{OnOff, Origin, Settings};
use serde::Serialize;

use crate::info::cross_memory_problem;

/// A message.
#[derive(clap::Args)]
pub struct Arguments {
    /// Length of the message in bytes; K, M and G stand for powers of 1024. Several are explained
    /// one after the other
    #[arg(long, required = true, num_args = 1.., value_parser = parse_bytes)]
    bytes: Vec<u64>,
    /// Where the sender's buffer lies
    #[arg(long, value_enum, default_value = "heap")]
    from: Memory,
    /// Where the receiver's buffer lies
    #[arg(long, value_enum, default_value = "heap")]
    to: Memory,
    /// What keeps the two ranks busy
    #[arg(long, value_enum, default_value = "no")]
    busy: Busy,
    /// Pieces that the data lie in, at the side that has more
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pieces: u64,
    /// The send is synchronous (MPI_Ssend)
    #[arg(long)]
    synchronous: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Where a buffer lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Memory {
    /// Memory of malloc
    Heap,
    /// An automatic variable
    Stack,
    /// Memory of MPI_Alloc_mem or of a window, which other ranks map
    Mapped,
    /// Memory in huge pages
    Huge,
}

/// What keeps ranks busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Busy {
    /// Nothing: each of the two has a processor and waits for this message
    No,
    /// More ranks than processors
    Processors,
    /// More messages at the same time, as in a collective operation
    Collective,
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    ferry_settings::parse_bytes(text).map(|bytes| bytes as u64)
}

/// Everything that decides, but for the message.
struct MessageInputs {
    costs: Costs,
    eager_max: u64,
    long_max: u64,
    forced: Option<Method>,
    has_shared_heap: bool,
    /// What keeps ranks from copying from each other's memory.
    no_copies: Option<String>,
    origin: String,
}

impl MessageInputs {
    fn look() -> Result<MessageInputs> {
        let (settings, _) = Settings::from_env(std::env::vars_os());
        let allowed = ferry_sys::cpu::allowed();
        let found = ferry_calibrate::look_up_all(&allowed).context("measuring what large messages cost here")?;
        let is_default = settings.origin("FERRY_EAGER_MAX") == Some(Origin::Default);
        let is_complete = found.table.is_complete();
        let measured = found.table.eager_max().filter(|_| is_default && is_complete);
        let origin = match &found.file {
            _ if !is_complete => "assumed, as others keep the processors too busy to measure".to_owned(),
            Some(file) => format!("measured before, in {}", file.display()),
            None => "measured now".to_owned(),
        };
        let of_table = || found.table.costs("measured", &Caches::of_one_each(&allowed));
        Ok(MessageInputs {
            costs: if is_complete { of_table() } else { ferry_calibrate::assumed() },
            eager_max: measured.unwrap_or(settings.eager_max) as u64,
            long_max: if is_default { u64::MAX } else { settings.eager_max as u64 },
            forced: settings.large_messages,
            has_shared_heap: settings.shared_heap == OnOff::On,
            no_copies: cross_memory_problem(),
            origin,
        })
    }

    fn backing(&self, memory: Memory) -> Backing {
        match memory {
            Memory::Mapped => Backing::SharedHeap,
            Memory::Heap if self.has_shared_heap => Backing::SharedHeap,
            Memory::Heap | Memory::Stack => Backing::SmallPages,
            Memory::Huge => Backing::HugePages,
        }
    }

    fn explain(&self, arguments: &Arguments, bytes: u64) -> Explanation {
        let backings = Backings { sender: self.backing(arguments.from), receiver: self.backing(arguments.to) };
        let conditions = Conditions {
            has_two_processors: arguments.busy != Busy::Processors,
            is_one_of_many: arguments.busy == Busy::Collective,
            backings,
        };
        let cheaper_max = self.costs.unasked_max(Conditions { backings: Backings::both(backings.sender), ..conditions });
        let (start, start_reason) = decision::start(&OutgoingMessage {
            bytes,
            eager_max: self.eager_max,
            is_synchronous: arguments.synchronous,
            long_max: self.long_max,
            is_forced: self.forced.is_some(),
            is_held_back: false,
            is_exposed: false,
            unasked: Unasked { in_packets: u64::MAX, ..Unasked::default() },
            max_body: u64::MAX,
            cheaper_max,
            is_in_few_pieces: true,
        });
        let device = if self.no_copies.is_some() { Methods::RING } else { Methods::RING.or(Methods::COPIES) };
        let own = decision::own_methods(self.forced, device, decision::wants_pipes(self.forced, device));
        let most_pieces = if self.forced.is_some() { u64::MAX } else { (bytes / self.costs.least_piece().max(1)).max(1) };
        let transfer = Transfer { bytes, pieces: arguments.pieces, conditions };
        let incoming = AnnouncedMessage {
            offered: own,
            own,
            is_within_reach: arguments.pieces <= most_pieces,
            forced: self.forced,
            tried: None,
            transfer,
        };
        let decided = (start == MessageStart::Announced).then(|| decision::method(&incoming, &self.costs));
        let us = |method| Some(self.costs.ns(method, &transfer) / 1e3).filter(|us| us.is_finite());
        let times = incoming.usable().iter().map(|method| Time { method: method.name(), us: us(method) }).collect();
        Explanation {
            bytes,
            start: start.name(),
            start_why: start_reason.text(),
            method: decided.map(|(method, _)| method.name()),
            method_doc: decided.map(|(method, _)| method.row().doc),
            method_why: decided.map(|(_, reason)| reason.text()),
            times,
            eager_max: self.eager_max,
            without_asking_max: cheaper_max,
            no_copies: self.no_copies.clone(),
            costs: self.origin.clone(),
        }
    }
}

/// What a message does, and why. Times are for one message, one way.
#[derive(Debug, Serialize)]
struct Explanation {
    bytes: u64,
    /// How the sender begins.
    start: &'static str,
    start_why: &'static str,
    /// By which method the receiver has it come, if it is announced.
    method: Option<&'static str>,
    #[serde(skip)]
    method_doc: Option<&'static str>,
    method_why: Option<&'static str>,
    /// The methods that both ends can use.
    times: Vec<Time>,
    /// Longest message that always goes at once, in bytes.
    eager_max: u64,
    /// Longest message that goes in packets without asking, in bytes.
    without_asking_max: u64,
    /// Why ranks cannot copy from each other's memory, if so.
    no_copies: Option<String>,
    /// Where the times come from.
    costs: String,
}

#[derive(Debug, Serialize)]
struct Time {
    method: &'static str,
    /// `None` if it was not measured.
    us: Option<f64>,
}

impl Explanation {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{} bytes: {} ({})", self.bytes, self.start, self.start_why)];
        if let (Some(method), Some(doc), Some(why)) = (self.method, self.method_doc, self.method_why) {
            lines.push(format!("  by {method}: {doc} ({why})"));
            for Time { method, us } in &self.times {
                lines.push(us.map_or(format!("    {method:<12} not measured"), |us| format!("    {method:<12} {us:10.2} us")));
            }
            if let Some(why) = &self.no_copies {
                lines.push(format!("    no copies between the two memories: {why}"));
            }
        }
        lines
    }
}

/// Runs `ferry explain`.
///
/// # Errors
/// Where nothing can be measured, or written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = MessageInputs::look()?;
    let all: Vec<Explanation> = arguments.bytes.iter().map(|bytes| inputs.explain(arguments, *bytes)).collect();
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for line in all.iter().flat_map(Explanation::lines) {
        writeln!(out, "{line}")?;
    }
    if let Some(last) = all.last() {
        let Explanation { eager_max, without_asking_max, costs, .. } = last;
        writeln!(out, "up to {eager_max} bytes at once, up to {without_asking_max} in packets without asking; times: {costs}")?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use ferry_protocol::cost::Curve;
    use ferry_protocol::decision::{MethodReason, StartReason};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn inputs() -> MessageInputs {
        let mut costs = Costs::unknown();
        costs.set(Method::Ring, Curve::line(1000.0, 0.1));
        costs.set(Method::Read, Curve::line(900.0, 0.05));
        costs.set(Method::Cooperative, Curve::line(2000.0, 0.03));
        costs.set_in_shared_heaps(Method::Read, Curve::line(300.0, 0.02));
        costs.set_in_shared_heaps(Method::Cooperative, Curve::line(2000.0, 0.018));
        costs.unasked = Curve::line(500.0, 0.07);
        let origin = "a test".to_owned();
        MessageInputs {
            costs,
            eager_max: 8192,
            long_max: u64::MAX,
            forced: None,
            has_shared_heap: false,
            no_copies: None,
            origin,
        }
    }

    fn explain(inputs: &MessageInputs, line: &str) -> Explanation {
        let words = std::iter::once("explain").chain(line.split_whitespace());
        let arguments = Line::try_parse_from(words).expect("the command line").arguments;
        inputs.explain(&arguments, arguments.bytes[0])
    }

    #[test]
    fn a_message_is_explained_from_its_length_and_memory() {
        let inputs = inputs();
        let of = |line| {
            let Explanation { start, method, .. } = explain(&inputs, line);
            (start, method)
        };
        assert_eq!(of("--bytes 8192"), ("one packet", None));
        assert_eq!(of("--bytes 16K"), ("packets", None));
        assert_eq!(of("--bytes 1M"), ("announced", Some("cooperative")));
        assert_eq!(of("--bytes 1M --busy processors"), ("announced", Some("read")));
        assert_eq!(of("--bytes 1M --busy collective"), ("announced", Some("read")));
        assert_eq!(of("--bytes 64K --from mapped --to mapped"), ("announced", Some("read")));
        assert_eq!(of("--bytes 16K --synchronous"), ("announced", Some("read")));
        assert_eq!(of("--bytes 1M --pieces 1000000"), ("announced", Some("ring")));
    }

    #[test]
    fn reasons_and_times_are_told() {
        let mut inputs = inputs();
        let lines = explain(&inputs, "--bytes 1M").lines().join("\n");
        assert!(
            lines.contains(MethodReason::Cheapest.text()) && lines.contains("cooperative") && lines.contains("33.86 us"),
            "{lines}"
        );
        inputs.no_copies = Some("not here".into());
        let refused = explain(&inputs, "--bytes 1M");
        assert_eq!((refused.method, refused.times.len()), (Some("ring"), 3));
        assert!(refused.lines().join("\n").contains("not here"));
        inputs.forced = Some(Method::Write);
        let forced = explain(&inputs, "--bytes 10000");
        assert_eq!((forced.start_why, forced.method), (StartReason::Forced.text(), Some("ring")));
        assert_eq!(forced.method_why, Some(MethodReason::ForcedImpossible.text()));
    }

    #[test]
    fn what_is_no_length_is_refused() {
        assert!(Line::try_parse_from(["explain", "--bytes", "many"]).is_err());
        assert!(Line::try_parse_from(["explain"]).is_err());
    }
}
