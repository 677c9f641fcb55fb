//! Large messages that could not travel as `FERRY_LARGE_MESSAGES` asks, and why.

use ferry_protocol::method::{Method, Needs};
use ferry_shm::cross_memory::Reason;

use crate::process::Process;

impl Process {
    /// What to tell the user once, before the process ends; `None` if everything went as the
    /// settings ask, or as is best where they leave the choice.
    pub fn fallback_warning(&mut self) -> Option<String> {
        let (me, wanted) = (self.rank(), self.settings.large_messages);
        let mut refused = (0..self.world.size as u32).filter_map(|peer| self.refusal(wanted, peer).map(|why| (peer, why)));
        let (first, why) = refused.next()?;
        if wanted.is_none() && first < me {
            // That rank says it.
            return None;
        }
        let others = match refused.count() {
            0 => String::new(),
            1 => " and another rank".to_owned(),
            more => format!(" and {more} other ranks"),
        };
        let of_whom = format!("large messages between rank {me} and rank {first}{others}");
        Some(match wanted {
            None => format!("{of_whom} are not copied from memory to memory: {why}"),
            Some(method) => format!("FERRY_LARGE_MESSAGES={}: {of_whom} went another way: {why}", method.name()),
        })
    }

    /// Why messages between this process and `peer` do not go by `wanted`, as far as anybody tried.
    fn refusal(&mut self, wanted: Option<Method>, peer: u32) -> Option<String> {
        let node = self.engine.node();
        let pipe = || node.pipe_refusal(peer).map(ToString::to_string);
        let Some(wanted) = wanted else {
            return refused(node.copy_refusal(peer).filter(|why| *why != Reason::NotAttached));
        };
        match wanted.row().needs {
            Needs::Packets | Needs::Network => None,
            Needs::Pipe if wanted == Method::Vmsplice => {
                let lending = node.lending_refusal().map(|error| format!("pages are copied into pipes, not lent: {error}"));
                pipe().or(lending)
            }
            Needs::Pipe => pipe(),
            Needs::ReadMemory | Needs::WriteMemory => refused(node.copy_refusal(peer)),
        }
    }
}

/// A peer that has ended, after all its messages arrived, is not worth a word.
fn refused(reason: Option<Reason>) -> Option<String> {
    reason.filter(|reason| *reason != Reason::Ended).map(|reason| reason.to_string())
}
