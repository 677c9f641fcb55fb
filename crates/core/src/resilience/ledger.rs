//! The agreements of one communicator: which were begun, which are over, and what may be forgotten.
//!
//! A process that knows what was decided is asked for it as long as another one may not know. So
//! each message says how many agreements are over at its sender, and one that is over everywhere is
//! forgotten. Members hear from their leader and not from each other, so each message also says how
//! many its sender has forgotten.

use std::collections::{BTreeMap, BTreeSet};

use ferry_protocol::agreement::{Agreement, AgreementMessage, AgreementOutgoing, Members, Value};

/// Processes that have died, and those that have left.
type Gone<'a> = (&'a [u32], &'a BTreeSet<u32>);

/// See the module.
pub(super) struct Ledger {
    /// The processes of the communicator, on both sides, in an order that all of them know.
    members: Vec<u32>,
    /// This process's number among them.
    me: u32,
    /// Agreements that were begun here.
    begun: u64,
    /// Agreements that are over here: their values were taken, and those of all before.
    over: u64,
    /// Those of higher numbers whose values were taken.
    taken: BTreeSet<u64>,
    /// The same of each member, as far as it has said so; of one that is gone, all.
    over_at: Vec<u64>,
    /// So many are over everywhere, as another member has found.
    everywhere: u64,
    /// Those that may be asked for.
    agreements: BTreeMap<u64, Agreement>,
}

/// Numbers of members that are among `processes`.
fn numbers_of(members: &[u32], processes: impl IntoIterator<Item = u32>) -> Members {
    let mut found = Members::default();
    for process in processes {
        if let Some(number) = members.iter().position(|member| *member == process) {
            found.insert(number as u32);
        }
    }
    found
}

impl Ledger {
    /// That of process `own`, which knows that `gone` are gone.
    pub(super) fn new(members: Vec<u32>, own: u32, (failed, left): Gone<'_>) -> Self {
        let me = members.iter().position(|member| *member == own).unwrap_or_default() as u32;
        let is_gone = |member: &u32| failed.contains(member) || left.contains(member);
        let over_at = members.iter().map(|member| if is_gone(member) { u64::MAX } else { 0 }).collect();
        Ledger { members, me, begun: 0, over: 0, taken: BTreeSet::new(), over_at, everywhere: 0, agreements: BTreeMap::new() }
    }

    /// How many are over here, and everywhere.
    pub(super) fn over(&self) -> [u64; 2] {
        [self.over, self.forgotten()]
    }

    /// The process with this number.
    pub(super) fn process(&self, member: u32) -> u32 {
        self.members[member as usize]
    }

    /// The processes without this one.
    pub(super) fn others(&self) -> impl Iterator<Item = u32> + '_ {
        self.members.iter().copied().filter(|member| *member != self.members[self.me as usize])
    }

    /// The numbers of processes.
    pub(super) fn members_of(&self, processes: impl IntoIterator<Item = u32>) -> Members {
        numbers_of(&self.members, processes)
    }

    /// Begins the next agreement here: its number.
    pub(super) fn join(&mut self, contribution: Value, gone: Gone<'_>, outgoing: &mut AgreementOutgoing) -> u64 {
        let number = self.begun;
        self.begun += 1;
        self.agreement(number, gone).join(contribution, outgoing);
        number
    }

    /// A message of process `from` about agreement `number`; `over` is what [`Ledger::over`] said
    /// there.
    pub(super) fn hear(
        &mut self,
        number: u64,
        from: u32,
        over: [u64; 2],
        message: AgreementMessage,
        gone: Gone<'_>,
        outgoing: &mut AgreementOutgoing,
    ) {
        let Some(from) = self.members.iter().position(|member| *member == from) else { return };
        let [there, everywhere] = over;
        self.over_at[from] = self.over_at[from].max(there);
        self.everywhere = self.everywhere.max(everywhere);
        // One that is forgotten is over at all that live.
        if number >= self.forgotten() {
            self.agreement(number, gone).hear(from as u32, message, outgoing);
        }
        self.forget();
    }

    /// A process has died or left. `post` gets what follows for each agreement.
    pub(super) fn lose(&mut self, process: u32, has_died: bool, mut post: impl FnMut(u64, AgreementOutgoing)) {
        let Some(member) = self.members.iter().position(|member| *member == process) else { return };
        self.over_at[member] = u64::MAX;
        for (number, agreement) in &mut self.agreements {
            let mut outgoing = Vec::new();
            agreement.lose(member as u32, has_died, &mut outgoing);
            if !outgoing.is_empty() {
                post(*number, outgoing);
            }
        }
    }

    /// What was decided in an agreement, if that is known. The agreement is then over here.
    pub(super) fn decided(&mut self, number: u64) -> Option<Value> {
        let value = self.agreements.get(&number)?.decided()?.clone();
        if number >= self.over {
            self.taken.insert(number);
        }
        while self.taken.remove(&self.over) {
            self.over += 1;
        }
        self.over_at[self.me as usize] = self.over;
        Some(value)
    }

    /// Whether that is known.
    pub(super) fn is_decided(&self, number: u64) -> bool {
        number < self.over || self.agreements.get(&number).is_some_and(|agreement| agreement.decided().is_some())
    }

    fn agreement(&mut self, number: u64, (failed, left): Gone<'_>) -> &mut Agreement {
        let Ledger { members, me, agreements, .. } = self;
        agreements.entry(number).or_insert_with(|| {
            let (failed, left) = (numbers_of(members, failed.iter().copied()), numbers_of(members, left.iter().copied()));
            Agreement::new(*me, members.len() as u32, &failed, &left)
        })
    }

    /// Agreements with lower numbers are over everywhere.
    fn forgotten(&self) -> u64 {
        self.over_at.iter().copied().min().unwrap_or(0).max(self.everywhere).min(self.over)
    }

    fn forget(&mut self) {
        let first = self.forgotten();
        self.agreements = self.agreements.split_off(&first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contribution() -> Value {
        Value { flag: 1, word: 0, failed: Members::default(), acknowledged: Members::default() }
    }

    /// Delivers until nothing is left.
    fn deliver(ledgers: &mut [Ledger], mut letters: Vec<(u32, [u64; 2], u64, u32, AgreementMessage)>) {
        let none = BTreeSet::new();
        while let Some((from, over, number, to, message)) = letters.pop() {
            let mut outgoing = Vec::new();
            ledgers[to as usize].hear(number, from, over, message, (&[], &none), &mut outgoing);
            let over = ledgers[to as usize].over();
            letters.extend(outgoing.into_iter().map(|(member, message)| (to, over, number, member, message)));
        }
    }

    #[test]
    fn agreements_that_are_over_everywhere_are_forgotten() {
        let none = BTreeSet::new();
        let mut ledgers: Vec<Ledger> = (0..3).map(|own| Ledger::new(vec![0, 1, 2], own, (&[], &none))).collect();
        for round in 0..20 {
            for own in 0..3 {
                let mut outgoing = Vec::new();
                let over = ledgers[own].over();
                let number = ledgers[own].join(contribution(), (&[], &none), &mut outgoing);
                assert_eq!(number, round);
                let letters = outgoing.into_iter().map(|(to, message)| (own as u32, over, number, to, message)).collect();
                deliver(&mut ledgers, letters);
            }
            assert!(ledgers.iter_mut().all(|ledger| ledger.decided(round).is_some_and(|value| value.flag == 1)));
        }
        assert!(ledgers.iter().all(|ledger| ledger.agreements.len() <= 2));
    }

    #[test]
    fn agreements_are_forgotten_though_members_were_gone_before() {
        let (failed, left) = ([1], BTreeSet::from([3]));
        let mut ledgers: Vec<Ledger> = [0, 2].map(|own| Ledger::new(vec![0, 1, 2, 3], own, (&failed, &left))).into();
        for round in 0..20 {
            let mut letters = Vec::new();
            for (at, ledger) in ledgers.iter_mut().enumerate() {
                let mut outgoing = Vec::new();
                let over = ledger.over();
                assert_eq!(ledger.join(contribution(), (&failed, &left), &mut outgoing), round);
                letters.extend(outgoing.into_iter().map(|(to, message)| (2 * at as u32, over, to, message)));
            }
            while let Some((from, over, to, message)) = letters.pop() {
                let (ledger, mut outgoing) = (&mut ledgers[to as usize / 2], Vec::new());
                ledger.hear(round, from, over, message, (&failed, &left), &mut outgoing);
                let over = ledger.over();
                letters.extend(outgoing.into_iter().map(|(next, message)| (to, over, next, message)));
            }
            assert!(ledgers.iter_mut().all(|ledger| ledger.decided(round).is_some()));
        }
        assert!(ledgers.iter().all(|ledger| ledger.agreements.len() <= 2));
    }

    #[test]
    fn an_agreement_whose_value_was_not_taken_is_kept() {
        let none = BTreeSet::new();
        let mut ledgers: Vec<Ledger> = (0..3).map(|own| Ledger::new(vec![0, 1, 2], own, (&[], &none))).collect();
        for _ in 0..4 {
            for own in 0..3 {
                let mut outgoing = Vec::new();
                let over = ledgers[own].over();
                let number = ledgers[own].join(contribution(), (&[], &none), &mut outgoing);
                let letters = outgoing.into_iter().map(|(to, message)| (own as u32, over, number, to, message)).collect();
                deliver(&mut ledgers, letters);
            }
            // All but the last member take each value at once.
            let latest = ledgers[0].begun - 1;
            assert!(ledgers[..2].iter_mut().all(|ledger| ledger.decided(latest).is_some()));
        }
        assert!((0..4).rev().all(|number| ledgers[2].decided(number).is_some()));
        assert_eq!(ledgers[2].over()[0], 4);
    }
}
