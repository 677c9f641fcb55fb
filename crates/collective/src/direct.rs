//! The way that is no schedule: through shared memory, without messages. What it is called and when
//! it is taken; `ferry-node-collective` does it.

use crate::table::Collective;

/// Its name among the algorithms of a function.
pub const NAME: &str = "direct";
/// What it does, in one line.
pub const ABOUT: &str = "through the communicator's shared area, without messages (blocking calls, and short non-blocking ones without counts for each rank)";

/// Whether `collective` can go this way; it then does, unless the user wants it otherwise.
pub fn has(collective: Collective) -> bool {
    !collective.is_neighborhood()
}
