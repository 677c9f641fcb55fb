//! The launcher's side of PMI-1, sans-IO: [`Server::line`] takes a line of one rank and says what to send to whom and what happened.
//!
//! Per rank: `Silent -init-> Active -finalize-> Finalized`; a program that follows in the same process (a script's second command) may
//! `init` again. Between them `barrier_in` marks the rank as waiting; when every rank waits, all get `barrier_out`.

use std::collections::HashMap;

use super::message::{Message, unescape};
use super::{MAX_KEY_BYTES, MAX_NAME_BYTES, MAX_VALUE_BYTES};

/// Where a rank stands between its `init` and its `finalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Has not spoken: no MPI program so far.
    Silent,
    /// Initialized and not finalized.
    Active,
    /// Finalized.
    Finalized,
}

/// What a line asks of the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send `line` (with its newline) to `rank`.
    Reply {
        /// Receiver.
        rank: usize,
        /// Text to send.
        line: String,
    },
    /// The rank wants the job ended.
    Abort {
        /// Who asks.
        rank: usize,
        /// Exit code of the job.
        code: i32,
        /// The rank's reason, may be empty.
        message: String,
    },
    /// The rank was asked, by a signal, for a report about the job.
    Dump {
        /// Who was asked.
        rank: usize,
    },
    /// Nothing has moved at the rank for a while.
    Stall {
        /// Who complains.
        rank: usize,
        /// For how long, in seconds.
        seconds: u64,
    },
    /// A piece of the rank's answer to a question.
    Report {
        /// Who answers.
        rank: usize,
        /// The question.
        id: u32,
        /// The piece.
        text: String,
        /// Pieces that follow.
        left: usize,
    },
    /// The rank sent something that is not PMI-1.
    Malformed {
        /// Who sent it.
        rank: usize,
        /// What it sent.
        line: String,
    },
}

struct Rank {
    phase: Phase,
    in_barrier: bool,
    /// A multi-line message is being read: skip until `endcmd`, then refuse it.
    in_multiline: bool,
    appnum: usize,
    /// The process that initialized, if it said so.
    pid: Option<i32>,
}

/// The state of the key exchange of one job.
pub struct Server {
    name: String,
    ranks: Vec<Rank>,
    waiting: usize,
    pairs: HashMap<String, String>,
    services: HashMap<String, String>,
}

impl Server {
    /// A job of one rank per entry of `appnums`, which says which program of the command line the rank runs. `name` is the name of
    /// the key-value space.
    pub fn new(name: &str, appnums: &[usize]) -> Self {
        let rank =
            |appnum: &usize| Rank { phase: Phase::Silent, in_barrier: false, in_multiline: false, appnum: *appnum, pid: None };
        let mapping = ("PMI_process_mapping".to_owned(), format!("(vector,(0,1,{}))", appnums.len()));
        Server {
            name: name.to_owned(),
            ranks: appnums.iter().map(rank).collect(),
            waiting: 0,
            pairs: HashMap::from([mapping]),
            services: HashMap::new(),
        }
    }

    /// Where a rank stands.
    pub fn phase(&self, rank: usize) -> Phase {
        self.ranks[rank].phase
    }

    /// The process that initialized as a rank, if it said so: not always the one that was started.
    pub fn pid(&self, rank: usize) -> Option<i32> {
        self.ranks[rank].pid
    }

    /// Takes one line of `rank`, without its newline, and appends what follows from it to `effects`.
    pub fn line(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        if self.ranks[rank].in_multiline {
            return self.continue_multiline(rank, line, effects);
        }
        let Some(message) = Message::parse(line) else {
            return effects.push(Effect::Malformed { rank, line: line.to_owned() });
        };
        if message.is_multiline() {
            self.ranks[rank].in_multiline = true;
            return;
        }
        match self.answer(rank, &message, effects) {
            Some(answer) => effects.push(reply(rank, &answer)),
            None => self.act(rank, &message, effects),
        }
    }

    fn continue_multiline(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        if line.trim_end() == "endcmd" {
            self.ranks[rank].in_multiline = false;
            effects.push(reply(rank, "cmd=spawn_result rc=-1 errcodes=-1 msg=spawn_is_not_supported"));
        }
    }

    /// The answer to a command that has exactly one, to its sender; `None` for the others.
    fn answer(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) -> Option<String> {
        Some(match message.command() {
            "init" => self.init(rank, message),
            "get_maxes" => {
                format!("cmd=maxes kvsname_max={MAX_NAME_BYTES} keylen_max={MAX_KEY_BYTES} vallen_max={MAX_VALUE_BYTES} rc=0")
            }
            "get_appnum" => format!("cmd=appnum appnum={} rc=0", self.ranks[rank].appnum),
            "get_my_kvsname" => format!("cmd=my_kvsname kvsname={} rc=0", self.name),
            "get_universe_size" => format!("cmd=universe_size size={} rc=0", self.ranks.len()),
            "put" => self.put(message),
            "get" => self.get(message),
            "publish_name" => self.publish(message),
            "unpublish_name" => self.unpublish(message),
            "lookup_name" => self.lookup(message),
            "finalize" => self.finalize(rank, effects),
            "spawn" => "cmd=spawn_result rc=-1 msg=spawn_is_not_supported".to_owned(),
            _ => return None,
        })
    }

    /// Commands without an answer of their own.
    fn act(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) {
        match message.command() {
            "barrier_in" => self.barrier(rank, effects),
            "abort" => effects.push(Effect::Abort {
                rank,
                code: message.number("exitcode").unwrap_or(1),
                message: message.field("msg").map(unescape).unwrap_or_default(),
            }),
            "ferry_dump" => effects.push(Effect::Dump { rank }),
            "ferry_stall" => effects.push(Effect::Stall { rank, seconds: number(message, "seconds").unwrap_or(0) }),
            "ferry_report" => effects.push(report(rank, message)),
            _ => effects.push(Effect::Malformed { rank, line: message_text(message) }),
        }
    }

    fn init(&mut self, rank: usize, message: &Message<'_>) -> String {
        let versions = "pmi_version=1 pmi_subversion=1";
        let rank = &mut self.ranks[rank];
        if message.number("pmi_version") != Some(1) {
            return format!("cmd=response_to_init {versions} rc=-1 msg=only_version_1_is_spoken");
        }
        if rank.phase == Phase::Active {
            return format!("cmd=response_to_init {versions} rc=-1 msg=this_rank_is_initialized_already");
        }
        rank.phase = Phase::Active;
        rank.pid = message.number("pid");
        format!("cmd=response_to_init {versions} rc=0")
    }

    fn finalize(&mut self, rank: usize, effects: &mut Vec<Effect>) -> String {
        self.ranks[rank].phase = Phase::Finalized;
        self.release_if_complete(effects);
        "cmd=finalize_ack rc=0".to_owned()
    }

    fn put(&mut self, message: &Message<'_>) -> String {
        let pair = message.field("key").zip(message.field("value"));
        let refusal = match pair {
            Some((key, value)) if key.len() < MAX_KEY_BYTES && value.len() < MAX_VALUE_BYTES => {
                // A later program of the same process may use the keys of an earlier one: the last value counts.
                self.pairs.insert(key.to_owned(), value.to_owned());
                return "cmd=put_result rc=0 msg=success".to_owned();
            }
            Some(_) => "key_or_value_too_long",
            None => "key_or_value_missing",
        };
        format!("cmd=put_result rc=-1 msg={refusal}")
    }

    fn get(&self, message: &Message<'_>) -> String {
        match message.field("key").and_then(|key| self.pairs.get(key)) {
            Some(value) => format!("cmd=get_result rc=0 msg=success value={value}"),
            None => "cmd=get_result rc=-1 msg=key_not_found value=unknown".to_owned(),
        }
    }

    fn publish(&mut self, message: &Message<'_>) -> String {
        match message.field("service").zip(message.field("port")) {
            Some((service, _)) if self.services.contains_key(service) => {
                "cmd=publish_result rc=-1 msg=duplicate_service".to_owned()
            }
            Some((service, port)) => {
                self.services.insert(service.to_owned(), port.to_owned());
                "cmd=publish_result rc=0 msg=success".to_owned()
            }
            None => "cmd=publish_result rc=-1 msg=service_or_port_missing".to_owned(),
        }
    }

    fn unpublish(&mut self, message: &Message<'_>) -> String {
        match message.field("service").and_then(|service| self.services.remove(service)) {
            Some(_) => "cmd=unpublish_result rc=0 msg=success".to_owned(),
            None => "cmd=unpublish_result rc=-1 msg=service_not_found".to_owned(),
        }
    }

    fn lookup(&self, message: &Message<'_>) -> String {
        match message.field("service").and_then(|service| self.services.get(service)) {
            Some(port) => format!("cmd=lookup_result rc=0 msg=success port={port}"),
            None => "cmd=lookup_result rc=-1 msg=service_not_found port=unknown".to_owned(),
        }
    }

    fn barrier(&mut self, rank: usize, effects: &mut Vec<Effect>) {
        if !self.ranks[rank].in_barrier {
            self.ranks[rank].in_barrier = true;
            self.waiting += 1;
        }
        self.release_if_complete(effects);
    }

    /// Invariant: `waiting` counts the ranks with `in_barrier`. Finalized ranks do not hold up the others.
    fn release_if_complete(&mut self, effects: &mut Vec<Effect>) {
        debug_assert_eq!(self.waiting, self.ranks.iter().filter(|r| r.in_barrier).count());
        let arrived = |r: &Rank| r.in_barrier || r.phase == Phase::Finalized;
        if self.waiting == 0 || !self.ranks.iter().all(arrived) {
            return;
        }
        self.waiting = 0;
        for (rank, state) in self.ranks.iter_mut().enumerate().filter(|(_, r)| r.in_barrier) {
            state.in_barrier = false;
            effects.push(reply(rank, "cmd=barrier_out rc=0"));
        }
    }
}

fn reply(rank: usize, answer: &str) -> Effect {
    Effect::Reply { rank, line: format!("{answer}\n") }
}

fn number<T: std::str::FromStr>(message: &Message<'_>, key: &str) -> Option<T> {
    message.field(key)?.parse().ok()
}

fn report(rank: usize, message: &Message<'_>) -> Effect {
    match (number(message, "id"), number(message, "left"), message.field("text")) {
        (Some(id), Some(left), Some(text)) => Effect::Report { rank, id, left, text: text.to_owned() },
        _ => Effect::Malformed { rank, line: message_text(message) },
    }
}

fn message_text(message: &Message<'_>) -> String {
    format!("cmd={}", message.command())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn server(size: usize) -> Server {
        Server::new("job", &vec![0; size])
    }

    fn say(server: &mut Server, rank: usize, line: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        server.line(rank, line, &mut effects);
        effects
    }

    fn answer(server: &mut Server, line: &str) -> String {
        match say(server, 0, line).pop() {
            Some(Effect::Reply { rank: 0, line }) => line.trim_end().to_owned(),
            other => panic!("no answer but {other:?}"),
        }
    }

    #[test]
    fn phases_follow_init_and_finalize() {
        let mut server = server(1);
        assert_eq!(server.phase(0), Phase::Silent);
        assert_eq!(
            answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1"),
            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
        );
        assert_eq!(server.phase(0), Phase::Active);
        assert!(answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1").contains("rc=-1"));
        assert_eq!(answer(&mut server, "cmd=finalize"), "cmd=finalize_ack rc=0");
        assert_eq!(server.phase(0), Phase::Finalized);
        assert!(answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1").contains("rc=0"));
    }

    #[test]
    fn version_2_is_refused() {
        assert!(answer(&mut server(1), "cmd=init pmi_version=2 pmi_subversion=0").contains("rc=-1"));
    }

    #[test]
    fn questions_about_the_job() {
        let mut server = Server::new("job", &[0, 0, 1]);
        assert_eq!(answer(&mut server, "cmd=get_my_kvsname"), "cmd=my_kvsname kvsname=job rc=0");
        assert_eq!(answer(&mut server, "cmd=get_universe_size"), "cmd=universe_size size=3 rc=0");
        assert_eq!(answer(&mut server, "cmd=get_appnum"), "cmd=appnum appnum=0 rc=0");
        assert_eq!(
            answer(&mut server, "cmd=get kvsname=job key=PMI_process_mapping"),
            "cmd=get_result rc=0 msg=success value=(vector,(0,1,3))"
        );
        assert!(answer(&mut server, "cmd=get_maxes").contains("vallen_max=1024"));
    }

    #[test]
    fn the_last_value_of_a_key_counts() {
        let mut server = server(1);
        assert!(answer(&mut server, "cmd=get kvsname=job key=a").contains("rc=-1"));
        assert_eq!(answer(&mut server, "cmd=put kvsname=job key=a value=b=1"), "cmd=put_result rc=0 msg=success");
        assert_eq!(answer(&mut server, "cmd=get kvsname=job key=a"), "cmd=get_result rc=0 msg=success value=b=1");
        assert!(answer(&mut server, "cmd=put kvsname=job key=a value=c").contains("rc=0"));
        assert!(answer(&mut server, "cmd=get kvsname=job key=a").ends_with("value=c"));
        assert!(answer(&mut server, "cmd=put kvsname=job key=a").contains("missing"));
        let long = "x".repeat(MAX_VALUE_BYTES);
        assert!(answer(&mut server, &format!("cmd=put kvsname=job key=b value={long}")).contains("too_long"));
    }

    #[test]
    fn services_are_published_once() {
        let mut server = server(1);
        assert!(answer(&mut server, "cmd=publish_name service=s port=p").contains("rc=0"));
        assert!(answer(&mut server, "cmd=publish_name service=s port=q").contains("rc=-1"));
        assert!(answer(&mut server, "cmd=lookup_name service=s").ends_with("port=p"));
        assert!(answer(&mut server, "cmd=unpublish_name service=s").contains("rc=0"));
        assert!(answer(&mut server, "cmd=lookup_name service=s").contains("rc=-1"));
    }

    #[test]
    fn abort_carries_code_and_reason() {
        let effects = say(&mut server(2), 1, "cmd=abort exitcode=5 msg=out%20of%20range");
        assert_eq!(effects, [Effect::Abort { rank: 1, code: 5, message: "out of range".into() }]);
    }

    #[test]
    fn spawn_is_refused_after_its_last_line() {
        let mut server = server(1);
        for line in ["mcmd=spawn", "nprocs=2", "execname=cmd=abort", "endcmd"] {
            let effects = say(&mut server, 0, line);
            assert_eq!(effects.is_empty(), line != "endcmd", "{line}: {effects:?}");
        }
        assert!(answer(&mut server, "cmd=get_appnum").contains("rc=0"));
    }

    #[test]
    fn reports_and_complaints_are_passed_on() {
        let mut server = server(2);
        assert_eq!(say(&mut server, 1, "cmd=ferry_dump"), [Effect::Dump { rank: 1 }]);
        assert_eq!(say(&mut server, 1, "cmd=ferry_stall seconds=60"), [Effect::Stall { rank: 1, seconds: 60 }]);
        let piece = Effect::Report { rank: 1, id: 3, text: "%7b".into(), left: 2 };
        assert_eq!(say(&mut server, 1, "cmd=ferry_report id=3 left=2 text=%7b"), [piece]);
        assert!(matches!(say(&mut server, 1, "cmd=ferry_report id=3")[..], [Effect::Malformed { .. }]));
        assert_eq!(server.pid(1), None);
        say(&mut server, 1, "cmd=init pmi_version=1 pmi_subversion=1 pid=77");
        assert_eq!(server.pid(1), Some(77));
    }

    #[test]
    fn unknown_lines_are_reported() {
        assert!(matches!(say(&mut server(1), 0, "GET / HTTP/1.1")[..], [Effect::Malformed { rank: 0, .. }]));
        assert!(matches!(say(&mut server(1), 0, "cmd=dance")[..], [Effect::Malformed { rank: 0, .. }]));
    }

    #[test]
    fn a_finalized_rank_holds_up_no_barrier() {
        let mut server = server(2);
        assert!(say(&mut server, 0, "cmd=barrier_in").is_empty());
        let effects = say(&mut server, 1, "cmd=finalize");
        assert!(effects.contains(&reply(0, "cmd=barrier_out rc=0")) && effects.len() == 2);
    }

    proptest! {
        #[test]
        fn invariant_barriers_release_all_ranks_at_once(size in 1usize..9, arrivals in prop::collection::vec(0usize..9, 0..200)) {
            let mut server = server(size);
            let mut inside = vec![false; size];
            for rank in arrivals.into_iter().map(|r| r % size) {
                inside[rank] = true;
                let effects = say(&mut server, rank, "cmd=barrier_in");
                if inside.iter().all(|i| *i) {
                    let all: Vec<Effect> = (0..size).map(|r| reply(r, "cmd=barrier_out rc=0")).collect();
                    prop_assert_eq!(effects, all);
                    inside.fill(false);
                } else {
                    prop_assert!(effects.is_empty());
                }
            }
        }

        #[test]
        fn no_line_panics_and_every_reply_is_one_line(lines in prop::collection::vec("(m?cmd=[a-z_]{0,12}|endcmd)( [a-z]{1,5}=\\PC{0,9})*", 0..20)) {
            let mut server = server(2);
            for line in lines {
                for effect in say(&mut server, 1, &line) {
                    if let Effect::Reply { line, .. } = effect {
                        prop_assert!(line.ends_with('\n') && line.matches('\n').count() == 1);
                    }
                }
            }
        }
    }
}
