use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;

fn contribution(flag: u32, word: u64) -> Value {
    Value { flag, word, failed: Members::default(), acknowledged: Members::default() }
}

/// Members, what is under way between them, and who has died.
struct Group {
    members: Vec<Agreement>,
    /// Messages from one to another, in order.
    channels: Vec<Vec<VecDeque<AgreementMessage>>>,
    dead: Members,
    joined: Members,
    /// Deaths that a member has not been told of.
    reports: Vec<Vec<u32>>,
    /// What members have decided, those that died later among them.
    decisions: Vec<Option<Value>>,
}

impl Group {
    fn new(size: u32) -> Self {
        let none = Members::default();
        Group {
            members: (0..size).map(|me| Agreement::new(me, size, &none, &none)).collect(),
            channels: (0..size).map(|_| (0..size).map(|_| VecDeque::new()).collect()).collect(),
            dead: Members::default(),
            joined: Members::default(),
            reports: vec![Vec::new(); size as usize],
            decisions: vec![None; size as usize],
        }
    }

    fn size(&self) -> u32 {
        self.members.len() as u32
    }

    fn is_alive(&self, member: u32) -> bool {
        !self.dead.contains(member)
    }

    /// A member does something; it may die after it has sent the first `most` messages of that.
    fn act(&mut self, member: u32, most: Option<usize>, action: impl FnOnce(&mut Agreement, &mut AgreementOutgoing)) {
        if !self.is_alive(member) {
            return;
        }
        let most = most.filter(|_| self.living() > 1);
        let mut outgoing = Vec::new();
        action(&mut self.members[member as usize], &mut outgoing);
        for (to, message) in outgoing.into_iter().take(most.unwrap_or(usize::MAX)) {
            let mut bytes = Vec::new();
            message.encode(&mut bytes);
            self.channels[member as usize][to as usize].push_back(AgreementMessage::decode(&bytes).expect("as it was encoded"));
        }
        self.note_decision(member);
        if most.is_some() {
            self.kill(member);
        }
    }

    fn living(&self) -> usize {
        (0..self.size()).filter(|member| self.is_alive(*member)).count()
    }

    fn note_decision(&mut self, member: u32) {
        if let Some(value) = self.members[member as usize].decided() {
            let known = self.decisions[member as usize].get_or_insert_with(|| value.clone());
            assert_eq!(known, value, "member {member} has changed its mind");
        }
        self.invariant_decisions_are_alike();
    }

    fn invariant_decisions_are_alike(&self) {
        let mut decisions = self.decisions.iter().flatten();
        let Some(first) = decisions.next() else { return };
        assert!(decisions.all(|other| other == first), "{:?}", self.decisions);
        assert!(first.failed.iter().all(|member| self.dead.contains(member)), "nobody is buried alive");
    }

    /// A member dies; those that live hear of it later. At least one stays.
    fn kill(&mut self, member: u32) {
        if self.living() > 1 && self.dead.insert(member) {
            self.reports.iter_mut().for_each(|reports| reports.push(member));
        }
    }

    fn join(&mut self, member: u32, most: Option<usize>) {
        if self.is_alive(member) && self.joined.insert(member) {
            let value = contribution(!(1 << (member % 32)), u64::from(member));
            self.act(member, most, |agreement, outgoing| agreement.join(value, outgoing));
        }
    }

    /// Delivers the first message of a channel, or tells a member of a death.
    fn deliver(&mut self, from: u32, to: u32, most: Option<usize>) {
        match self.channels[from as usize][to as usize].pop_front() {
            Some(message) => self.act(to, most, |agreement, outgoing| agreement.hear(from, message, outgoing)),
            None => self.report(to, most),
        }
    }

    fn report(&mut self, to: u32, most: Option<usize>) {
        if let Some(member) = self.reports[to as usize].pop() {
            self.act(to, most, |agreement, outgoing| agreement.lose(member, true, outgoing));
        }
    }

    /// Lets everything happen that has to.
    fn finish(&mut self) {
        let all: Vec<u32> = (0..self.size()).collect();
        all.iter().for_each(|member| self.join(*member, None));
        for _ in 0..10_000 {
            let is_quiet = self.channels.iter().flatten().all(VecDeque::is_empty) && self.reports.iter().all(Vec::is_empty);
            if is_quiet {
                return;
            }
            for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to))) {
                self.deliver(from, to, None);
            }
        }
        panic!("messages never end");
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Join(u32),
    Deliver(u32, u32),
    Report(u32),
    /// The receiver dies when it has sent so many messages of its answer.
    DieAnswering(u32, u32, usize),
    DieJoining(u32, usize),
    Kill(u32),
}

fn step(size: u32) -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..size).prop_map(Step::Join),
        12 => (0..size, 0..size).prop_map(|(from, to)| Step::Deliver(from, to)),
        3 => (0..size).prop_map(Step::Report),
        1 => (0..size, 0..size, 0usize..4).prop_map(|(from, to, most)| Step::DieAnswering(from, to, most)),
        1 => (0..size, 0usize..2).prop_map(|(member, most)| Step::DieJoining(member, most)),
        1 => (0..size).prop_map(Step::Kill),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whoever dies whenever, those that live decide, and nobody has decided differently.
    #[test]
    fn invariant_all_that_live_decide_alike(
        (size, steps) in (1u32..9).prop_flat_map(|size| (Just(size), prop::collection::vec(step(size), 0..150)))
    ) {
        let mut group = Group::new(size);
        for step in steps {
            match step {
                Step::Join(member) => group.join(member, None),
                Step::Deliver(from, to) => group.deliver(from, to, None),
                Step::Report(to) => group.report(to, None),
                Step::DieAnswering(from, to, most) => group.deliver(from, to, Some(most)),
                Step::DieJoining(member, most) => group.join(member, Some(most)),
                Step::Kill(member) => group.kill(member),
            }
        }
        group.finish();
        for member in (0..size).filter(|member| group.is_alive(*member)) {
            let Some(value) = &group.decisions[member as usize] else {
                return Err(TestCaseError::fail(format!("member {member} has not decided")));
            };
            prop_assert_eq!(value.flag & (1 << member), 0, "what each living member contributes counts");
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = AgreementMessage::decode(&bytes);
    }
}

#[test]
fn contributions_are_combined() {
    let mut group = Group::new(3);
    group.finish();
    let decided = group.decisions[2].as_ref().unwrap();
    assert_eq!((decided.flag, decided.word), (!0b111, 0));
}

#[test]
fn members_that_left_are_not_waited_for_and_count_as_no_failure() {
    let (mut left, none) = (Members::default(), Members::default());
    left.insert(0);
    let mut agreement = Agreement::new(1, 2, &none, &left);
    agreement.join(contribution(5, 7), &mut Vec::new());
    assert_eq!(agreement.decided(), Some(&contribution(5, 7)));
}

#[test]
fn sets_are_sets() {
    let mut set = Members::default();
    assert!(set.insert(3) && set.insert(200) && !set.insert(3));
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200]);
    let mut other = Members::default();
    other.insert(3);
    set.intersect(&other);
    assert!(set.contains(3) && !set.contains(200));
    other.insert(70);
    set.unite(&other);
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 70]);
}
