//! Agreement among the members of a group, some of which may die meanwhile (`MPIX_Comm_agree`).
//!
//! One member leads: the lowest that is not gone, as far as each member knows. All members send the
//! leader their state. Once it has that of every member that is not gone, it proposes a value, and
//! once all of those have accepted that, it decides and tells them. When the leader dies, the
//! members send the next one their state. If any of them has accepted a proposal, the new leader
//! proposes the one of the latest leader again.
//!
//! # Why no two members decide differently
//! - AGREE-1: whoever is reported gone is gone. So two members that disagree about who leads do so
//!   only until the reports have reached both, and leaders follow each other in ascending order.
//! - AGREE-2: a leader decides only after every member that is not gone has accepted its proposal.
//!   So a later leader, which hears of all members that are not gone, hears of that proposal.
//! - AGREE-3: a member that has sent its state to a leader accepts nothing of an earlier one. So
//!   what a leader was told stays true.
//!
//! A member that has decided keeps the machine: a later leader may ask, as long as another member
//! may not have decided.

/// A set of members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Vec<u64>);

impl Members {
    /// Adds a member; whether it was new.
    pub fn insert(&mut self, member: u32) -> bool {
        let (word, bit) = (member as usize / 64, 1 << (member % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Whether it is in the set.
    pub fn contains(&self, member: u32) -> bool {
        self.0.get(member as usize / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Adds those of another set.
    pub fn unite(&mut self, other: &Members) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Leaves those that are in another set, too.
    pub fn intersect(&mut self, other: &Members) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.0.len() as u32 * 64).filter(|member| self.contains(*member))
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.0.len() as u32).to_le_bytes());
        self.0.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    }

    fn decode(bytes: &mut &[u8]) -> Option<Members> {
        let words = u32::from_le_bytes(take(bytes)?) as usize;
        (0..words).map(|_| take(bytes).map(u64::from_le_bytes)).collect::<Option<_>>().map(Members)
    }
}

/// What is agreed upon, and what each member contributes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bitwise "and" of all.
    pub flag: u32,
    /// Members that have died: those that any member knows of.
    pub failed: Members,
    /// Deaths that all members have acknowledged.
    pub acknowledged: Members,
    /// The word of the lowest member that contributed.
    pub word: u64,
}

impl Value {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.flag.to_le_bytes());
        bytes.extend(self.word.to_le_bytes());
        self.failed.encode(bytes);
        self.acknowledged.encode(bytes);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Value> {
        let flag = u32::from_le_bytes(take(bytes)?);
        let word = u64::from_le_bytes(take(bytes)?);
        Some(Value { flag, word, failed: Members::decode(bytes)?, acknowledged: Members::decode(bytes)? })
    }

    /// Takes a higher member's contribution in.
    fn merge(&mut self, other: &Value) {
        self.flag &= other.flag;
        self.failed.unite(&other.failed);
        self.acknowledged.intersect(&other.acknowledged);
    }
}

/// How a member stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberState {
    /// It contributes this.
    Contributed(Value),
    /// It has accepted a proposal of this leader, the last.
    Accepted(u32, Value),
    /// It knows what was decided.
    Decided(Value),
}

/// What members tell each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgreementMessage {
    /// To the leader.
    State(MemberState),
    /// Of the leader.
    Propose(Value),
    /// The leader's proposal is accepted.
    Accept,
    /// Of whoever knows.
    Decide(Value),
}

impl AgreementMessage {
    /// As bytes, little-endian.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let (code, leader, value) = match self {
            AgreementMessage::State(MemberState::Contributed(value)) => (1u8, 0, Some(value)),
            AgreementMessage::State(MemberState::Accepted(leader, value)) => (2, *leader, Some(value)),
            AgreementMessage::State(MemberState::Decided(value)) => (3, 0, Some(value)),
            AgreementMessage::Propose(value) => (4, 0, Some(value)),
            AgreementMessage::Accept => (5, 0, None),
            AgreementMessage::Decide(value) => (6, 0, Some(value)),
        };
        bytes.push(code);
        bytes.extend(leader.to_le_bytes());
        if let Some(value) = value {
            value.encode(bytes);
        }
    }

    /// The inverse of [`AgreementMessage::encode`]; `None` if these are no bytes of a message.
    pub fn decode(mut bytes: &[u8]) -> Option<AgreementMessage> {
        let [code] = take(&mut bytes)?;
        let leader = u32::from_le_bytes(take(&mut bytes)?);
        let mut value = || Value::decode(&mut bytes);
        Some(match code {
            1 => AgreementMessage::State(MemberState::Contributed(value()?)),
            2 => AgreementMessage::State(MemberState::Accepted(leader, value()?)),
            3 => AgreementMessage::State(MemberState::Decided(value()?)),
            4 => AgreementMessage::Propose(value()?),
            5 => AgreementMessage::Accept,
            6 => AgreementMessage::Decide(value()?),
            _ => return None,
        })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// Messages to be sent, with the members they go to.
pub type AgreementOutgoing = Vec<(u32, AgreementMessage)>;

/// One member's part in one agreement.
#[derive(Clone, Debug)]
pub struct Agreement {
    me: u32,
    members: u32,
    /// Members that have died or left.
    gone: Members,
    /// Those of them that have died.
    failed: Members,
    /// How this member stands; `None` before it has contributed.
    state: Option<MemberState>,
    /// The leader that knows this member's state.
    told: Option<u32>,
    /// What members have told this one, which leads or is going to.
    heard: Vec<Option<MemberState>>,
    /// What this member proposes as the leader, and who has accepted.
    proposal: Option<(Value, Members)>,
}

impl Agreement {
    /// The part of member `me` of `members`, some of which have died or left already.
    pub fn new(me: u32, members: u32, failed: &Members, left: &Members) -> Self {
        let (failed, mut gone) = (failed.clone(), left.clone());
        gone.unite(&failed);
        let heard = (0..members).map(|_| None).collect();
        Agreement { me, members, gone, failed, state: None, told: None, heard, proposal: None }
    }

    /// What was decided, once that is known here.
    pub fn decided(&self) -> Option<&Value> {
        match &self.state {
            Some(MemberState::Decided(value)) => Some(value),
            _ => None,
        }
    }

    /// This member contributes; once.
    pub fn join(&mut self, contribution: Value, outgoing: &mut AgreementOutgoing) {
        if self.state.is_none() {
            self.state = Some(MemberState::Contributed(contribution));
        }
        self.go_on(outgoing);
    }

    /// A member has died, or left.
    pub fn lose(&mut self, member: u32, has_died: bool, outgoing: &mut AgreementOutgoing) {
        self.gone.insert(member);
        if has_died {
            self.failed.insert(member);
        }
        self.go_on(outgoing);
    }

    /// A message of member `from`.
    pub fn hear(&mut self, from: u32, message: AgreementMessage, outgoing: &mut AgreementOutgoing) {
        match message {
            AgreementMessage::State(state) => {
                if let (Some(value), false) = (self.decided(), matches!(state, MemberState::Decided(_))) {
                    outgoing.push((from, AgreementMessage::Decide(value.clone())));
                }
                self.heard[from as usize] = Some(state);
            }
            // AGREE-3.
            AgreementMessage::Propose(_) if self.told.is_some_and(|told| told > from) || self.decided().is_some() => {}
            AgreementMessage::Propose(value) => {
                self.state = Some(MemberState::Accepted(from, value));
                outgoing.push((from, AgreementMessage::Accept));
            }
            AgreementMessage::Accept => {
                if let Some((_, accepted)) = &mut self.proposal {
                    accepted.insert(from);
                }
            }
            AgreementMessage::Decide(value) => self.state = Some(MemberState::Decided(value)),
        }
        self.go_on(outgoing);
    }

    /// Members that are not gone, without this one.
    fn others(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.members).filter(|member| *member != self.me && !self.gone.contains(*member))
    }

    fn leader(&self) -> u32 {
        self.others().next().map_or(self.me, |first| first.min(self.me))
    }

    fn go_on(&mut self, outgoing: &mut AgreementOutgoing) {
        let leader = self.leader();
        match &self.state {
            _ if leader == self.me => self.lead(outgoing),
            Some(state) if self.told != Some(leader) => {
                outgoing.push((leader, AgreementMessage::State(state.clone())));
                self.told = Some(leader);
            }
            _ => {}
        }
    }

    fn lead(&mut self, outgoing: &mut AgreementOutgoing) {
        // Nothing of earlier leaders any more (AGREE-3).
        self.told = Some(self.me);
        if self.decided().is_some() {
            return;
        }
        let heard = self.heard.iter().flatten();
        let known =
            heard.clone().find_map(|state| if let MemberState::Decided(value) = state { Some(value.clone()) } else { None });
        if let Some(value) = known {
            return self.decide(value, outgoing);
        }
        if self.proposal.is_none() {
            let Some(value) = self.value_to_propose() else { return };
            self.state = Some(MemberState::Accepted(self.me, value.clone()));
            outgoing.extend(self.others().map(|member| (member, AgreementMessage::Propose(value.clone()))));
            self.proposal = Some((value, Members::default()));
        }
        if let Some((value, accepted)) = &self.proposal
            && self.others().all(|member| accepted.contains(member))
        {
            self.decide(value.clone(), outgoing);
        }
    }

    /// What this member is to propose, once it knows how all stand (AGREE-2).
    fn value_to_propose(&self) -> Option<Value> {
        let own = self.state.as_ref()?;
        if self.others().any(|member| self.heard[member as usize].is_none()) {
            return None;
        }
        let states = || (0..self.members).filter_map(|m| if m == self.me { Some(own) } else { self.heard[m as usize].as_ref() });
        let accepted = |state: &MemberState| {
            if let MemberState::Accepted(leader, value) = state { Some((*leader, value.clone())) } else { None }
        };
        if let Some((_, value)) = states().filter_map(accepted).max_by_key(|(leader, _)| *leader) {
            return Some(value);
        }
        let mut merged: Option<Value> = None;
        for state in states() {
            let MemberState::Contributed(value) = state else { continue };
            match &mut merged {
                Some(merged) => merged.merge(value),
                None => merged = Some(value.clone()),
            }
        }
        let mut value = merged?;
        value.failed.unite(&self.failed);
        Some(value)
    }

    fn decide(&mut self, value: Value, outgoing: &mut AgreementOutgoing) {
        outgoing.extend(self.others().map(|member| (member, AgreementMessage::Decide(value.clone()))));
        self.state = Some(MemberState::Decided(value));
    }
}

#[cfg(test)]
mod tests;
