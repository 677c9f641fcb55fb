//! Large messages that could not travel as `FERRY_LARGE_MESSAGES` asks, and why.

use ferry_settings::LargeMessages;

use crate::process::Process;

impl Process {
    /// What to tell the user once, before the process ends; `None` if everything went as the settings ask, or they leave the choice.
    pub fn detour(&mut self) -> Option<String> {
        let wanted = self.settings.large_messages;
        let mut refused = (0..self.size as u32).filter_map(|peer| self.refusal(wanted, peer).map(|why| (peer, why)));
        let (first, why) = refused.next()?;
        let others = match refused.count() {
            0 => String::new(),
            1 => " and another rank".to_owned(),
            more => format!(" and {more} other ranks"),
        };
        let me = self.rank();
        Some(format!(
            "FERRY_LARGE_MESSAGES={wanted}: large messages between rank {me} and rank {first}{others} went another way: {why}"
        ))
    }

    /// Why messages between this process and `peer` do not go by `wanted`, as far as anybody tried.
    fn refusal(&mut self, wanted: LargeMessages, peer: u32) -> Option<String> {
        let device = self.engine.device();
        let pipe = || device.pipe_refusal(peer).map(ToString::to_string);
        match wanted {
            LargeMessages::Auto | LargeMessages::Ring | LargeMessages::Put | LargeMessages::Get => None,
            LargeMessages::Writev => pipe(),
            LargeMessages::Vmsplice => {
                let lending = device.lending_refusal().map(|error| format!("pages are copied into pipes, not lent: {error}"));
                pipe().or(lending)
            }
            LargeMessages::Read | LargeMessages::Write | LargeMessages::Cooperative => {
                device.copy_refusal(peer).map(|reason| reason.to_string())
            }
        }
    }
}
