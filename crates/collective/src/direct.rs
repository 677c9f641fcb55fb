//! The way that is no schedule: through shared memory, without messages. What it is called and when it is taken; `ferry-core` does it.

use crate::table::Collective;

/// Its name among the algorithms of a function.
pub const NAME: &str = "direct";
/// What it does, in one line.
pub const ABOUT: &str = "through the communicator's board in shared memory, without messages (blocking calls)";

/// Longest block of an operation that goes this way unless the user wants it otherwise, in bytes.
const LONGEST: u64 = 1 << 20;

/// Longest block of `collective` that goes this way, in bytes; `None` if none does.
pub fn longest(collective: Collective) -> Option<u64> {
    (!collective.is_neighborhood()).then_some(LONGEST)
}
