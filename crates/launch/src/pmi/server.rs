//! The launcher's side of PMI-1 on one node, sans-IO: [`PmiServer::line`] takes a line of one rank
//! and says what to send to whom and what happened.
//!
//! Per rank: `Silent -init-> Active -finalize-> Finalized`; a program that follows in the same
//! process (a script's second command) may `init` again. Between them `barrier_in` marks the rank
//! as waiting; when every rank of the node waits, the PMI server tells the
//! [`Space`](super::space::Space), which releases the nodes when all have arrived. Pairs that ranks
//! put are known here at once and to the other nodes from the next barrier on; pairs of other nodes
//! are asked for when a rank wants them, and kept.

use std::collections::{HashMap, VecDeque};

use super::message::{Message, unescape};
use super::space::{FromKeySpace, Space, ToKeySpace};
use super::{MAX_KEY_BYTES, MAX_NAME_BYTES, MAX_VALUE_BYTES};
use crate::spawn;

/// Where a rank stands between its `init` and its `finalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    /// Tell the job's [`Space`](super::space::Space).
    Up(ToKeySpace),
}

/// The command by which a rank is told of another one that has died or left.
pub const LOST: &str = "ferry_lost";

/// What the launcher is told begins with if processes are to be started; the order follows
/// ([`crate::spawn`]).
pub const SPAWN: &str = "cmd=ferry_spawn\n";
/// What the answer to that begins with.
pub const SPAWN_RESULT: &str = "cmd=ferry_spawn_result ";
/// How a rank begins that says whether it has to do with processes of other jobs: 1 or 0 follows.
pub const CONNECTED: &str = "cmd=ferry_connected jobs=";

/// Most lines of a rank that wait for the answer to an earlier one. Ferry's library has at most 16
/// requests without an answer, other libraries one.
const MAX_DEFERRED: usize = 64;

/// A message of several lines.
enum Multiline {
    /// An order to start processes, as far as it came ([`crate::spawn`]).
    Spawn(String),
    /// Something that is refused after its last line.
    Unknown,
}

struct ServedRank {
    phase: Phase,
    in_barrier: bool,
    /// A message of several lines is being read: what came of it.
    multiline: Option<Multiline>,
    appnum: usize,
    /// The process that initialized, if it said so.
    pid: Option<i32>,
    /// Its request is answered elsewhere; later ones wait, since answers come in the order of the
    /// requests.
    is_asking: bool,
    deferred: VecDeque<String>,
}

/// What the space has heard of this node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    Arrived,
    Finished,
}

/// The key exchange of the ranks of one node. Ranks go by their number at the PMI server, 0 for the
/// first one of the node.
pub struct PmiServer {
    name: String,
    size: usize,
    mapping: String,
    ranks: Vec<ServedRank>,
    waiting: usize,
    told: Told,
    /// Pairs of this node, and those of others that were asked for.
    known: HashMap<String, String>,
    /// Pairs of this node that the space has not heard of.
    news: Vec<(String, String)>,
    /// Ranks that wait for a value, by key.
    asking: HashMap<String, Vec<usize>>,
}

impl PmiServer {
    /// The PMI server of a node whose ranks run the programs `appnums` of the command line, in a
    /// job of `size` ranks. `name` is the name of the key-value space, `mapping` the value of
    /// `PMI_process_mapping`.
    pub fn new(name: &str, size: usize, mapping: &str, appnums: &[usize]) -> Self {
        let rank = |appnum: &usize| ServedRank {
            phase: Phase::Silent,
            in_barrier: false,
            multiline: None,
            appnum: *appnum,
            pid: None,
            is_asking: false,
            deferred: VecDeque::new(),
        };
        PmiServer {
            name: name.to_owned(),
            size,
            mapping: mapping.to_owned(),
            ranks: appnums.iter().map(rank).collect(),
            waiting: 0,
            told: Told::Nothing,
            known: HashMap::new(),
            news: Vec::new(),
            asking: HashMap::new(),
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

    /// Takes one line of `rank`, without its newline, and appends what follows from it to
    /// `effects`.
    pub fn line(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        if self.ranks[rank].is_asking && is_answered(line) {
            return self.defer(rank, line, effects);
        }
        if self.ranks[rank].multiline.is_some() {
            return self.continue_multiline(rank, line, effects);
        }
        let Some(message) = Message::parse(line) else {
            return effects.push(Effect::Malformed { rank, line: line.to_owned() });
        };
        if message.is_multiline() {
            self.ranks[rank].multiline = Some(match message.command() {
                "ferry_spawn" => Multiline::Spawn(String::new()),
                _ => Multiline::Unknown,
            });
            return;
        }
        match self.answer(rank, &message, effects) {
            Some(answer) => effects.push(reply(rank, &answer)),
            None => self.act(rank, &message, effects),
        }
    }

    /// Takes what the space has to say.
    pub fn receive(&mut self, word: FromKeySpace, effects: &mut Vec<Effect>) {
        match word {
            FromKeySpace::Release { is_stale } => self.release(is_stale, effects),
            FromKeySpace::Value { key, value } => {
                let ranks = self.asking.remove(&key).unwrap_or_default();
                let answer = get_result(value.as_deref());
                self.known.extend(value.map(|value| (key, value)));
                ranks.into_iter().for_each(|rank| self.resume(rank, &answer, effects));
            }
            FromKeySpace::Answer { rank, line } if line.starts_with(SPAWN_RESULT) => effects.push(reply(rank, &line)),
            FromKeySpace::Answer { rank, line } => self.resume(rank, &line, effects),
        }
    }

    /// A rank is no more: barriers do not wait for it.
    pub fn lose(&mut self, rank: usize, effects: &mut Vec<Effect>) {
        let lost = &mut self.ranks[rank];
        lost.phase = Phase::Finalized;
        if std::mem::take(&mut lost.in_barrier) {
            self.waiting -= 1;
        }
        self.tell_if_complete(effects);
    }

    fn defer(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        let deferred = &mut self.ranks[rank].deferred;
        match deferred.len() < MAX_DEFERRED {
            true => deferred.push_back(line.to_owned()),
            false => effects.push(Effect::Malformed { rank, line: "more requests than can wait for an answer".to_owned() }),
        }
    }

    /// Answers what the rank has asked, then what it has asked since.
    fn resume(&mut self, rank: usize, answer: &str, effects: &mut Vec<Effect>) {
        effects.push(reply(rank, answer));
        self.ranks[rank].is_asking = false;
        while !self.ranks[rank].is_asking
            && let Some(line) = self.ranks[rank].deferred.pop_front()
        {
            self.line(rank, &line, effects);
        }
    }

    fn continue_multiline(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        if let Some(Multiline::Spawn(text)) = &mut self.ranks[rank].multiline {
            text.push_str(line);
            text.push('\n');
            if text.len() > spawn::MAX_BYTES {
                self.ranks[rank].multiline = None;
                return effects.push(Effect::Malformed { rank, line: "an order that does not end".to_owned() });
            }
        }
        if line.trim_end() != spawn::LAST {
            return;
        }
        match self.ranks[rank].multiline.take() {
            // The answer takes as long as the processes do: the rank may ask for other things
            // meanwhile.
            Some(Multiline::Spawn(text)) => {
                effects.push(Effect::Up(ToKeySpace::Service { rank, line: format!("{SPAWN}{text}") }));
            }
            _ => effects.push(reply(rank, "cmd=spawn_result rc=-1 errcodes=-1 msg=spawn_is_not_supported")),
        }
    }

    /// The answer to a command that has exactly one, to its sender; `None` for the others.
    fn answer(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) -> Option<String> {
        Some(match message.command() {
            "init" => self.init(rank, message, effects),
            "get_maxes" => {
                format!("cmd=maxes kvsname_max={MAX_NAME_BYTES} keylen_max={MAX_KEY_BYTES} vallen_max={MAX_VALUE_BYTES} rc=0")
            }
            "get_appnum" => format!("cmd=appnum appnum={} rc=0", self.ranks[rank].appnum),
            "get_my_kvsname" => format!("cmd=my_kvsname kvsname={} rc=0", self.name),
            "get_universe_size" => format!("cmd=universe_size size={} rc=0", self.size),
            "put" => self.put(message),
            "finalize" => self.finalize(rank, effects),
            "spawn" => "cmd=spawn_result rc=-1 msg=spawn_is_not_supported".to_owned(),
            _ => return None,
        })
    }

    /// Commands that have no answer, or get it later.
    fn act(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) {
        match message.command() {
            "barrier_in" => self.barrier(rank, effects),
            "get" => self.get(rank, message, effects),
            "ferry_connected" => effects.push(Effect::Up(ToKeySpace::Service { rank, line: message.text().to_owned() })),
            "publish_name" | "unpublish_name" | "lookup_name" => {
                self.ranks[rank].is_asking = true;
                effects.push(Effect::Up(ToKeySpace::Service { rank, line: message.text().to_owned() }));
            }
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

    fn init(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) -> String {
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
        if self.told == Told::Finished {
            self.told = Told::Nothing;
            effects.push(Effect::Up(ToKeySpace::Resumed));
        }
        format!("cmd=response_to_init {versions} rc=0")
    }

    fn finalize(&mut self, rank: usize, effects: &mut Vec<Effect>) -> String {
        self.ranks[rank].phase = Phase::Finalized;
        self.tell_if_complete(effects);
        "cmd=finalize_ack rc=0".to_owned()
    }

    fn put(&mut self, message: &Message<'_>) -> String {
        let pair = message.field("key").zip(message.field("value"));
        let refusal = match pair {
            Some((key, value)) if key.len() < MAX_KEY_BYTES && value.len() < MAX_VALUE_BYTES => {
                // A later program of the same process may use the keys of an earlier one: the last
                // value counts.
                self.known.insert(key.to_owned(), value.to_owned());
                self.news.push((key.to_owned(), value.to_owned()));
                return "cmd=put_result rc=0 msg=success".to_owned();
            }
            Some(_) => "key_or_value_too_long",
            None => "key_or_value_missing",
        };
        format!("cmd=put_result rc=-1 msg={refusal}")
    }

    fn get(&mut self, rank: usize, message: &Message<'_>, effects: &mut Vec<Effect>) {
        let key = message.field("key").unwrap_or_default();
        let value = if key == MAPPING { Some(&self.mapping) } else { self.known.get(key) };
        if value.is_some() || key.is_empty() {
            return effects.push(reply(rank, &get_result(value.map(String::as_str))));
        }
        self.ranks[rank].is_asking = true;
        let ranks = self.asking.entry(key.to_owned()).or_default();
        ranks.push(rank);
        if ranks.len() == 1 {
            effects.push(Effect::Up(ToKeySpace::Get { key: key.to_owned() }));
        }
    }

    fn barrier(&mut self, rank: usize, effects: &mut Vec<Effect>) {
        if !self.ranks[rank].in_barrier {
            self.ranks[rank].in_barrier = true;
            self.waiting += 1;
        }
        self.tell_if_complete(effects);
    }

    /// Invariant: `waiting` counts the ranks with `in_barrier`. Finalized ranks do not hold up the
    /// others. What was told as arrived stays so until the release.
    fn tell_if_complete(&mut self, effects: &mut Vec<Effect>) {
        debug_assert_eq!(self.waiting, self.ranks.iter().filter(|r| r.in_barrier).count());
        let told = if self.waiting > 0 { Told::Arrived } else { Told::Finished };
        let has_arrived = |r: &ServedRank| r.in_barrier || r.phase == Phase::Finalized;
        if self.told == Told::Arrived || self.told == told || !self.ranks.iter().all(has_arrived) {
            return;
        }
        self.told = told;
        let pairs = std::mem::take(&mut self.news);
        effects.push(Effect::Up(if told == Told::Arrived {
            ToKeySpace::Arrived { pairs }
        } else {
            ToKeySpace::Finished { pairs }
        }));
    }

    fn release(&mut self, is_stale: bool, effects: &mut Vec<Effect>) {
        if is_stale {
            self.known = self.news.iter().cloned().collect();
        }
        self.told = Told::Nothing;
        self.waiting = 0;
        for (rank, state) in self.ranks.iter_mut().enumerate().filter(|(_, r)| r.in_barrier) {
            state.in_barrier = false;
            effects.push(reply(rank, "cmd=barrier_out rc=0"));
        }
        self.tell_if_complete(effects);
    }
}

/// Key under which ranks learn which of them share a node.
const MAPPING: &str = "PMI_process_mapping";

fn get_result(value: Option<&str>) -> String {
    match value {
        Some(value) => format!("cmd=get_result rc=0 msg=success value={value}"),
        None => "cmd=get_result rc=-1 msg=key_not_found value=unknown".to_owned(),
    }
}

/// Whether a line is, or belongs to, a request that has an answer.
fn is_answered(line: &str) -> bool {
    let unanswered = |message: Message<'_>| message.command() == "abort" || message.command().starts_with("ferry_");
    !Message::parse(line).is_some_and(unanswered)
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

/// The PMI server of a job that has one node only, with its space: what tests and fuzz targets talk
/// to.
pub struct Server {
    pmi_server: PmiServer,
    space: Space,
}

impl Server {
    /// See [`PmiServer::new`].
    pub fn new(name: &str, appnums: &[usize]) -> Self {
        let size = appnums.len();
        let pmi_server = PmiServer::new(name, size, &format!("(vector,(0,1,{size}))"), appnums);
        Server { pmi_server, space: Space::new(1) }
    }

    /// See [`PmiServer::line`].
    pub fn line(&mut self, rank: usize, line: &str, effects: &mut Vec<Effect>) {
        let mut work = Vec::new();
        self.pmi_server.line(rank, line, &mut work);
        let mut work = VecDeque::from(work);
        while let Some(effect) = work.pop_front() {
            let Effect::Up(word) = effect else {
                effects.push(effect);
                continue;
            };
            let (mut answers, mut next) = (Vec::new(), Vec::new());
            self.space.receive(0, word, &mut answers);
            answers.into_iter().for_each(|(_, answer)| self.pmi_server.receive(answer, &mut next));
            next.into_iter().rev().for_each(|effect| work.push_front(effect));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn server(size: usize) -> Server {
        Server::new("job", &vec![0; size])
    }

    /// PMI servers of so many nodes with two ranks each, and their space; lines are said by rank of
    /// the job.
    struct Nodes {
        pmi_servers: Vec<PmiServer>,
        space: Space,
    }

    impl Nodes {
        fn new(nodes: usize) -> Self {
            let pmi_server = || PmiServer::new("job", 2 * nodes, "(vector,(0,9,2))", &[0, 0]);
            Nodes { pmi_servers: (0..nodes).map(|_| pmi_server()).collect(), space: Space::new(nodes) }
        }

        /// What ranks of the job are sent, and how many words PMI servers and space exchange for
        /// it.
        fn say(&mut self, rank: usize, line: &str) -> (Vec<(usize, String)>, usize) {
            let (mut replies, mut words) = (Vec::new(), 0);
            let mut effects = Vec::new();
            self.pmi_servers[rank / 2].line(rank % 2, line, &mut effects);
            let mut work: VecDeque<_> = effects.into_iter().map(|effect| (rank / 2, effect)).collect();
            while let Some((node, effect)) = work.pop_front() {
                match effect {
                    Effect::Reply { rank, line } => replies.push((2 * node + rank, line.trim_end().to_owned())),
                    Effect::Up(word) => {
                        let mut answers = Vec::new();
                        self.space.receive(node, word, &mut answers);
                        words += 1 + answers.len();
                        for (node, word) in answers {
                            let mut effects = Vec::new();
                            self.pmi_servers[node].receive(word, &mut effects);
                            work.extend(effects.into_iter().map(|effect| (node, effect)));
                        }
                    }
                    other => panic!("{other:?}"),
                }
            }
            (replies, words)
        }
    }

    #[test]
    fn a_barrier_costs_two_words_for_each_node_whatever_was_put() {
        let mut nodes = Nodes::new(3);
        let mut words = 0;
        for rank in 0..6 {
            for key in 0..9 {
                words += nodes.say(rank, &format!("cmd=put kvsname=job key={rank}.{key} value=v")).1;
            }
            let (replies, more) = nodes.say(rank, "cmd=barrier_in");
            words += more;
            assert_eq!(replies.len(), if rank == 5 { 6 } else { 0 });
        }
        assert_eq!(words, 6);
    }

    #[test]
    fn a_pair_of_another_node_is_asked_for_once() {
        let mut nodes = Nodes::new(2);
        nodes.say(0, "cmd=put kvsname=job key=a value=1");
        (0..4).for_each(|rank| drop(nodes.say(rank, "cmd=barrier_in")));
        let expected = "cmd=get_result rc=0 msg=success value=1";
        for (rank, cost) in [(1, 0), (2, 2), (3, 0), (2, 0)] {
            assert_eq!(nodes.say(rank, "cmd=get kvsname=job key=a"), (vec![(rank, expected.to_owned())], cost), "{rank}");
        }
        assert!(nodes.say(3, "cmd=get kvsname=job key=b").0[0].1.contains("rc=-1"));
    }

    #[test]
    fn a_pair_that_changes_is_asked_for_again() {
        let mut nodes = Nodes::new(2);
        for value in ["1", "2"] {
            nodes.say(0, &format!("cmd=put kvsname=job key=a value={value}"));
            (0..4).for_each(|rank| drop(nodes.say(rank, "cmd=barrier_in")));
            let (replies, words) = nodes.say(2, "cmd=get kvsname=job key=a");
            assert!(replies[0].1.ends_with(&format!("value={value}")) && words == 2, "{replies:?}");
        }
    }

    #[test]
    fn answers_keep_the_order_of_the_requests() {
        let mut pmi_server = PmiServer::new("job", 2, "", &[0]);
        let mut effects = Vec::new();
        for line in
            ["cmd=get kvsname=job key=a", "cmd=get_maxes", "cmd=ferry_dump", "cmd=get kvsname=job key=b", "cmd=get_appnum"]
        {
            pmi_server.line(0, line, &mut effects);
        }
        assert_eq!(effects, [Effect::Up(ToKeySpace::Get { key: "a".into() }), Effect::Dump { rank: 0 }]);
        effects.clear();
        pmi_server.receive(FromKeySpace::Value { key: "a".into(), value: Some("1".into()) }, &mut effects);
        assert!(
            matches!(&effects[..], [Effect::Reply { line: first, .. }, Effect::Reply { line: second, .. }, Effect::Up(ToKeySpace::Get { key })]
            if first.contains("value=1") && second.contains("cmd=maxes") && key == "b"),
            "{effects:?}"
        );
        (0..MAX_DEFERRED - 1).for_each(|_| pmi_server.line(0, "cmd=get_appnum", &mut effects));
        effects.clear();
        pmi_server.line(0, "cmd=get_appnum", &mut effects);
        assert!(matches!(effects[..], [Effect::Malformed { .. }]));
    }

    #[test]
    fn a_node_whose_ranks_have_finalized_holds_up_no_other() {
        let mut nodes = Nodes::new(2);
        for rank in [2, 3] {
            nodes.say(rank, "cmd=init pmi_version=1 pmi_subversion=1");
            nodes.say(rank, "cmd=finalize");
        }
        nodes.say(0, "cmd=barrier_in");
        assert_eq!(nodes.say(1, "cmd=barrier_in").0.len(), 2);
        nodes.say(2, "cmd=init pmi_version=1 pmi_subversion=1");
        nodes.say(0, "cmd=barrier_in");
        assert!(nodes.say(1, "cmd=barrier_in").0.is_empty(), "it has begun again");
        assert_eq!(nodes.say(2, "cmd=barrier_in").0.len(), 3);
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
        assert_eq!(server.pmi_server.phase(0), Phase::Silent);
        assert_eq!(
            answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1"),
            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
        );
        assert_eq!(server.pmi_server.phase(0), Phase::Active);
        assert!(answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1").contains("rc=-1"));
        assert_eq!(answer(&mut server, "cmd=finalize"), "cmd=finalize_ack rc=0");
        assert_eq!(server.pmi_server.phase(0), Phase::Finalized);
        assert!(answer(&mut server, "cmd=init pmi_version=1 pmi_subversion=1").contains("rc=0"));
    }

    #[test]
    fn a_barrier_does_not_wait_for_the_dead() {
        let mut pmi_server = PmiServer::new("kvs", 3, "", &[0, 0, 0]);
        let mut effects = Vec::new();
        for rank in 0..3 {
            pmi_server.line(rank, "cmd=init pmi_version=1 pmi_subversion=1", &mut effects);
        }
        pmi_server.line(0, "cmd=barrier_in", &mut effects);
        pmi_server.line(1, "cmd=barrier_in", &mut effects);
        effects.clear();
        pmi_server.lose(1, &mut effects);
        assert_eq!(effects, [], "rank 2 is still to come");
        pmi_server.lose(2, &mut effects);
        assert_eq!(effects, [Effect::Up(ToKeySpace::Arrived { pairs: Vec::new() })]);
        effects.clear();
        pmi_server.receive(FromKeySpace::Release { is_stale: false }, &mut effects);
        assert_eq!(effects, [Effect::Reply { rank: 0, line: "cmd=barrier_out rc=0\n".into() }]);
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
    fn orders_to_start_processes_are_passed_on_whole() {
        let mut server = server(1);
        for line in ["mcmd=ferry_spawn", "ferry-spawn 2", "word x61"] {
            assert!(say(&mut server, 0, line).is_empty(), "{line}");
        }
        let mut effects = Vec::new();
        server.pmi_server.line(0, "endcmd", &mut effects);
        let line = format!("{SPAWN}ferry-spawn 2\nword x61\nendcmd\n");
        assert_eq!(effects, [Effect::Up(ToKeySpace::Service { rank: 0, line })]);
        // Other requests are answered meanwhile, and each answer is for its own.
        assert!(answer(&mut server, "cmd=get_appnum").contains("rc=0"));
        say(&mut server, 0, "cmd=lookup_name service=s");
        assert!(say(&mut server, 0, "cmd=get_appnum").is_empty());
        effects.clear();
        let result = format!("{SPAWN_RESULT}rc=0");
        server.pmi_server.receive(FromKeySpace::Answer { rank: 0, line: result.clone() }, &mut effects);
        assert_eq!(effects, [reply(0, &result)]);
        server.pmi_server.receive(FromKeySpace::Answer { rank: 0, line: "cmd=lookup_result rc=0".to_owned() }, &mut effects);
        assert_eq!(effects.len(), 3, "{effects:?}");
    }

    #[test]
    fn reports_and_complaints_are_passed_on() {
        let mut server = server(2);
        assert_eq!(say(&mut server, 1, "cmd=ferry_dump"), [Effect::Dump { rank: 1 }]);
        assert_eq!(say(&mut server, 1, "cmd=ferry_stall seconds=60"), [Effect::Stall { rank: 1, seconds: 60 }]);
        let piece = Effect::Report { rank: 1, id: 3, text: "%7b".into(), left: 2 };
        assert_eq!(say(&mut server, 1, "cmd=ferry_report id=3 left=2 text=%7b"), [piece]);
        assert!(matches!(say(&mut server, 1, "cmd=ferry_report id=3")[..], [Effect::Malformed { .. }]));
        assert_eq!(server.pmi_server.pid(1), None);
        say(&mut server, 1, "cmd=init pmi_version=1 pmi_subversion=1 pid=77");
        assert_eq!(server.pmi_server.pid(1), Some(77));
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
