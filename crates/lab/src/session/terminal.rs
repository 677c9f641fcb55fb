//! The user's terminal during a shell: every key goes to the node, so that it is the node's
//! terminal that interprets them.

use std::io::{IsTerminal, stdin, stdout};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::frame::TerminalSize;
use crate::error::{Result, system};

/// A terminal whose keys have no special meaning until this is dropped.
pub struct RawTerminal {
    before: Termios,
}

impl RawTerminal {
    /// Takes the terminal over.
    pub fn new() -> Result<Self> {
        let before = tcgetattr(stdin()).map_err(system("cannot use the terminal"))?;
        let mut raw = before.clone();
        raw.make_raw();
        tcsetattr(stdin(), OptionalActions::Drain, &raw).map_err(system("cannot use the terminal"))?;
        Ok(RawTerminal { before })
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        // If the terminal has gone there is nothing to restore.
        let _ = tcsetattr(stdin(), OptionalActions::Drain, &self.before);
    }
}

/// Size of the user's terminal; `None` if input or output is none.
pub fn size() -> Option<TerminalSize> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return None;
    }
    let size = tcgetwinsize(stdin()).ok()?;
    // Terminals that do not know their size say 0.
    Some(TerminalSize { rows: size.ws_row.max(1), columns: size.ws_col.max(1) })
}
