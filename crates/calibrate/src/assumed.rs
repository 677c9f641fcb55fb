//! What is assumed of a machine that nobody has measured.

use ferry_engine::Method;
use ferry_engine::cost::{Costs, Curve};
use ferry_sys::cache_share::COUNTABLE_MAX;

/// What is assumed until it is measured: two processors of a 2023 server that share their last
/// cache, which holds 16 MiB of data and does not hold 32.
pub fn assumed() -> Costs {
    const MIB: u64 = 1 << 20;
    let mut costs = Costs::unknown();
    costs.origin = "assumed".into();
    costs.set(Method::Ring, Curve::through(vec![(0, 1500.0), (MIB, 80e3), (32 * MIB, 2.6e6), (64 * MIB, 5.2e6)]));
    costs.unasked = Curve::line(700.0, 0.075);
    costs.set(Method::Read, Curve::through(vec![(0, 900.0), (MIB, 53e3), (16 * MIB, 1.2e6), (32 * MIB, 8e6), (64 * MIB, 16e6)]));
    costs.set(
        Method::Cooperative,
        Curve::through(vec![(0, 2400.0), (MIB, 34e3), (16 * MIB, 8e5), (32 * MIB, 4e6), (64 * MIB, 8e6)]),
    );
    costs.set_in_huge_pages(
        Method::Read,
        Curve::through(vec![(0, 900.0), (MIB, 42e3), (16 * MIB, 1e6), (32 * MIB, 4e6), (64 * MIB, 8e6)]),
    );
    costs.set_in_huge_pages(
        Method::Cooperative,
        Curve::through(vec![(0, 1500.0), (MIB, 23e3), (16 * MIB, 7e5), (32 * MIB, 2e6), (64 * MIB, 4e6)]),
    );
    // A copy between heaps is the program's own, without the system.
    costs.set_in_shared_heaps(
        Method::Read,
        Curve::through(vec![(0, 500.0), (MIB, 40e3), (16 * MIB, 1e6), (32 * MIB, 4e6), (64 * MIB, 8e6)]),
    );
    costs.set_in_shared_heaps(
        Method::Cooperative,
        Curve::through(vec![(0, 1200.0), (MIB, 22e3), (16 * MIB, 6e5), (32 * MIB, 2e6), (64 * MIB, 4e6)]),
    );
    costs.piece_ns = 200.0;
    costs.sparing_min = COUNTABLE_MAX / 8;
    costs
}

#[cfg(test)]
mod tests {
    use ferry_engine::Methods;
    use ferry_engine::cost::{Backing, Backings, Conditions, Transfer};

    use super::*;

    #[test]
    fn messages_between_heaps_are_copied_there_whatever_their_length() {
        let shared = Conditions { backings: Backings::both(Backing::SharedHeap), ..Conditions::USUAL };
        for bytes in [64 << 10, 1 << 20, 16 << 20, 72 << 20, 1 << 30] {
            let allowed = Methods::RING.with(Method::Read).with(Method::Cooperative);
            assert_ne!(assumed().choose(allowed, &Transfer::dense(bytes, shared)).0, Method::Ring, "{bytes}");
        }
    }
}
