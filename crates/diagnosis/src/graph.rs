//! Who waits in vain.
//!
//! A process is *free* (it may do anything at any time), *gone* (it will never do anything), or
//! *blocked*. A blocked process goes on when one of its threads does. A thread needs all of its
//! clauses; a clause is met by any one of its targets. A target is met if the process can come to
//! another call of MPI (it *can act*), or, where progress inside any call is enough, if the process
//! is not gone.
//!
//! Who can act is the least set that contains the free processes and every blocked process one of
//! whose threads has all its clauses met. The others are *stuck*, whatever order things happen in:
//! the definition is monotonic, so nothing that happens takes anybody out of the set.

/// Whose doing would meet a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// This process has to make a call.
    Call(usize),
    /// This process has to make progress, which it also does while it waits.
    Progress(usize),
}

impl Target {
    /// The process.
    pub fn rank(self) -> usize {
        match self {
            Target::Call(rank) | Target::Progress(rank) => rank,
        }
    }
}

/// Any one of the targets will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Who can do it; nobody: it never happens.
    pub targets: Vec<Target>,
    /// The need in words, after "waits in MPI_Recv ".
    pub text: String,
}

/// What one thread needs: all of the clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The function that waits.
    pub call: String,
    /// None: it goes on by itself, or nobody knows what it waits for.
    pub clauses: Vec<Clause>,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// May do anything.
    Free,
    /// Will not do anything any more.
    Gone,
    /// All its threads wait; any of the needs lets it go on.
    Blocked(Vec<Need>),
}

/// Whether each process is stuck.
pub fn stuck(nodes: &[Node]) -> Vec<bool> {
    let mut can_act: Vec<bool> = nodes.iter().map(|node| matches!(node, Node::Free)).collect();
    loop {
        let mut changed = false;
        for (rank, node) in nodes.iter().enumerate() {
            let Node::Blocked(needs) = node else { continue };
            if !can_act[rank] && needs.iter().any(|need| is_met(need, nodes, &can_act)) {
                (can_act[rank], changed) = (true, true);
            }
        }
        if !changed {
            break;
        }
    }
    nodes.iter().zip(can_act).map(|(node, can_act)| matches!(node, Node::Blocked(_)) && !can_act).collect()
}

fn is_met(need: &Need, nodes: &[Node], can_act: &[bool]) -> bool {
    need.clauses.iter().all(|clause| clause_is_met(clause, nodes, can_act))
}

fn clause_is_met(clause: &Clause, nodes: &[Node], can_act: &[bool]) -> bool {
    clause.targets.iter().any(|target| match *target {
        // Nobody knows how processes of other jobs stand, whose numbers are beyond those of this
        // one.
        Target::Call(rank) => can_act.get(rank).copied().unwrap_or(true),
        Target::Progress(rank) => nodes.get(rank).is_none_or(|node| !matches!(node, Node::Gone)),
    })
}

/// One step of an explanation: who waits, in which need and clause, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who waits.
    pub rank: usize,
    /// Which of its needs.
    pub need: usize,
    /// Which clause of that.
    pub clause: usize,
    /// A process that would have to act, and will not; `None` if there is none at all.
    pub target: Option<usize>,
}

/// Why processes are stuck: circles of waiting, and waits that end at a process that is gone (or at
/// nobody).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Each from its lowest rank on; the last step's target is the first step's rank.
    pub circles: Vec<Vec<Step>>,
    /// Waits for somebody who is gone, or for nobody.
    pub ends: Vec<Step>,
    /// Stuck processes that wait for one of the above, with whom they wait for.
    pub behind: Vec<Step>,
}

/// Explains what [`stuck`] found.
pub fn explain(nodes: &[Node], stuck: &[bool]) -> Explanation {
    let steps: Vec<Option<Step>> = (0..nodes.len()).map(|rank| step(nodes, stuck, rank)).collect();
    let mut explanation = Explanation::default();
    let mut state = vec![Visit::New; nodes.len()];
    for start in 0..nodes.len() {
        follow(start, &steps, &mut state, &mut explanation);
    }
    let in_circle: Vec<usize> = explanation.circles.iter().flatten().map(|step| step.rank).collect();
    for step in steps.into_iter().flatten().filter(|step| !in_circle.contains(&step.rank)) {
        let ends = step.target.is_none_or(|target| matches!(nodes[target], Node::Gone));
        if ends { explanation.ends.push(step) } else { explanation.behind.push(step) }
    }
    explanation
}

/// What a stuck process waits for in vain: somebody gone if there is one (that is a reason of its
/// own), then a stuck process.
fn step(nodes: &[Node], stuck: &[bool], rank: usize) -> Option<Step> {
    let Node::Blocked(needs) = &nodes[rank] else { return None };
    if !stuck[rank] {
        return None;
    }
    let can_act: Vec<bool> = nodes.iter().zip(stuck).map(|(node, stuck)| !stuck && !matches!(node, Node::Gone)).collect();
    let need = needs.first()?;
    let unmet = need.clauses.iter().enumerate().filter(|(_, clause)| !clause_is_met(clause, nodes, &can_act));
    let steps = unmet.map(|(index, clause)| {
        let live = clause.targets.iter().map(|target| target.rank()).find(|target| stuck.get(*target).copied().unwrap_or(false));
        let target = live.or_else(|| clause.targets.first().map(|target| target.rank()).filter(|target| *target < nodes.len()));
        Step { rank, need: 0, clause: index, target }
    });
    let steps: Vec<Step> = steps.collect();
    let is_end = |step: &&Step| step.target.is_none_or(|target| matches!(nodes[target], Node::Gone));
    steps.iter().find(is_end).or(steps.first()).copied()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    OnPath,
    Over,
}

/// Follows the waits from `start`; a process met again on the same path closes a circle.
fn follow(start: usize, steps: &[Option<Step>], state: &mut [Visit], explanation: &mut Explanation) {
    let mut path: Vec<Step> = Vec::new();
    let mut at = Some(start);
    while let Some(rank) = at {
        match (state[rank], steps[rank]) {
            (Visit::New, Some(step)) => {
                state[rank] = Visit::OnPath;
                path.push(step);
                at = step.target;
            }
            (Visit::OnPath, _) => {
                let first = path.iter().position(|step| step.rank == rank).unwrap_or(0);
                let mut circle = path[first..].to_vec();
                let lowest = (0..circle.len()).min_by_key(|index| circle[*index].rank).unwrap_or(0);
                circle.rotate_left(lowest);
                explanation.circles.push(circle);
                break;
            }
            _ => break,
        }
    }
    path.iter().for_each(|step| state[step.rank] = Visit::Over);
    if state[start] == Visit::New {
        state[start] = Visit::Over;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn need(clauses: &[&[Target]]) -> Need {
        let clause = |targets: &&[Target]| Clause { targets: targets.to_vec(), text: String::new() };
        Need { call: String::new(), clauses: clauses.iter().map(clause).collect() }
    }

    fn waits_for(ranks: &[usize]) -> Node {
        let targets: Vec<Target> = ranks.iter().map(|rank| Target::Call(*rank)).collect();
        Node::Blocked(vec![need(&[&targets])])
    }

    fn ranks(circle: &[Step]) -> Vec<usize> {
        circle.iter().map(|step| step.rank).collect()
    }

    #[test]
    fn a_circle_is_found_and_who_waits_behind_it() {
        let nodes = [waits_for(&[2]), waits_for(&[0]), waits_for(&[0]), Node::Free];
        let stuck = stuck(&nodes);
        assert_eq!(stuck, [true, true, true, false]);
        let explanation = explain(&nodes, &stuck);
        assert_eq!(explanation.circles.iter().map(|circle| ranks(circle)).collect::<Vec<_>>(), [[0, 2]]);
        assert_eq!(ranks(&explanation.behind), [1]);
        assert!(explanation.ends.is_empty());
    }

    #[test]
    fn any_source_is_no_circle_while_somebody_else_can_send() {
        // 0 receives from anybody, 1 waits for 0: 2 may still send.
        assert_eq!(stuck(&[waits_for(&[1, 2]), waits_for(&[0]), Node::Free]), [false, false, false]);
        // 2 waits for 1: now all do.
        assert_eq!(stuck(&[waits_for(&[1, 2]), waits_for(&[0]), waits_for(&[1])]), [true, true, true]);
    }

    #[test]
    fn all_of_several_needs_one_that_cannot_come_to_be_stuck() {
        let all = Node::Blocked(vec![need(&[&[Target::Call(2)], &[Target::Call(1)]])]);
        assert_eq!(stuck(&[all, waits_for(&[0]), Node::Free]), [true, true, false]);
    }

    #[test]
    fn who_waits_for_a_process_that_is_gone_is_stuck() {
        let nodes = [waits_for(&[1]), Node::Gone, waits_for(&[0])];
        let stuck = stuck(&nodes);
        assert_eq!(stuck, [true, false, true]);
        let explanation = explain(&nodes, &stuck);
        assert_eq!((ranks(&explanation.ends), ranks(&explanation.behind)), (vec![0], vec![2]));
        assert_eq!(explanation.ends[0].target, Some(1));
    }

    #[test]
    fn a_process_may_wait_for_itself_or_for_nobody() {
        let nodes = [waits_for(&[0]), waits_for(&[])];
        let explanation = explain(&nodes, &stuck(&nodes));
        assert_eq!(explanation.circles.len(), 1);
        assert_eq!((explanation.ends[0].rank, explanation.ends[0].target), (1, None));
    }

    #[test]
    fn a_blocked_process_makes_progress_and_a_gone_one_does_not() {
        let progress = |rank| Node::Blocked(vec![need(&[&[Target::Progress(rank)]])]);
        assert_eq!(stuck(&[progress(1), waits_for(&[1]), progress(3), Node::Gone]), [false, true, true, false]);
    }

    #[test]
    fn one_thread_that_goes_on_is_enough() {
        let threads = Node::Blocked(vec![need(&[&[Target::Call(1)]]), need(&[&[Target::Call(2)]])]);
        assert_eq!(stuck(&[threads, waits_for(&[0]), Node::Free]), [false, false, false]);
    }

    #[test]
    fn a_need_nobody_knows_is_taken_for_met() {
        assert_eq!(stuck(&[Node::Blocked(vec![Need::default()]), waits_for(&[0])]), [false, false]);
    }

    fn node(ranks: usize) -> impl Strategy<Value = Node> {
        let target =
            (0..ranks, any::<bool>()).prop_map(|(rank, call)| if call { Target::Call(rank) } else { Target::Progress(rank) });
        let clause = prop::collection::vec(target, 0..3).prop_map(|targets| Clause { targets, text: String::new() });
        let need = prop::collection::vec(clause, 0..3).prop_map(|clauses| Need { call: String::new(), clauses });
        prop_oneof![
            1 => Just(Node::Free),
            1 => Just(Node::Gone),
            5 => prop::collection::vec(need, 1..3).prop_map(Node::Blocked),
        ]
    }

    /// Whether nobody in `set` (a bit mask) can ever go on if nobody outside of it helps where help
    /// is not possible: each of its members is blocked, and each of its threads has a clause all of
    /// whose targets are in the set or gone.
    fn is_closed(nodes: &[Node], set: u32) -> bool {
        let never = |target: &Target| match (*target, &nodes[target.rank()]) {
            (_, Node::Gone) => true,
            (Target::Call(rank), _) => set >> rank & 1 == 1,
            (Target::Progress(_), _) => false,
        };
        let dead = |need: &Need| need.clauses.iter().any(|clause| clause.targets.iter().all(never));
        (0..nodes.len()).filter(|rank| set >> rank & 1 == 1).all(|rank| match &nodes[rank] {
            Node::Blocked(needs) => needs.iter().all(dead),
            _ => false,
        })
    }

    proptest! {
        /// By brute force: the stuck processes are the union of all sets that cannot get out by
        /// themselves.
        #[test]
        fn stuck_processes_are_those_of_all_closed_sets(nodes in prop::collection::vec(node(5), 5)) {
            let union = (0..1u32 << nodes.len()).filter(|set| is_closed(&nodes, *set)).fold(0, |all, set| all | set);
            let expected: Vec<bool> = (0..nodes.len()).map(|rank| union >> rank & 1 == 1).collect();
            prop_assert_eq!(stuck(&nodes), expected);
        }

        #[test]
        fn every_stuck_process_is_explained_once(nodes in prop::collection::vec(node(6), 6)) {
            let stuck = stuck(&nodes);
            let Explanation { circles, ends, behind } = explain(&nodes, &stuck);
            let mut explained: Vec<usize> = circles.iter().flatten().chain(&ends).chain(&behind).map(|step| step.rank).collect();
            explained.sort_unstable();
            let expected: Vec<usize> = (0..nodes.len()).filter(|rank| stuck[*rank]).collect();
            prop_assert_eq!(explained, expected);
            for circle in &circles {
                for (step, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
                    prop_assert_eq!(step.target, Some(next.rank));
                }
            }
            prop_assert!(stuck.iter().all(|stuck| !stuck) || !circles.is_empty() || !ends.is_empty());
        }
    }
}
