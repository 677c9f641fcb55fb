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
    costs.piece_ns = 200.0;
    costs.sparing_min = COUNTABLE_MAX / 8;
    costs
}
