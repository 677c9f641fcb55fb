//! What moving a large message costs on this machine (LMT-6).

use ferry_engine::Method;
use ferry_engine::cost::{Costs, Curve};

/// What is assumed of a machine that has not been measured: two processors of a 2023 server that share their last cache.
pub fn assumed() -> Costs {
    let mut costs = Costs::unknown();
    costs.origin = "assumed".into();
    costs.set(Method::Ring, Curve::line(1500.0, 0.075));
    costs.set(Method::Read, Curve::line(900.0, 0.05));
    costs.set(Method::Cooperative, Curve::line(2400.0, 0.03));
    costs.piece_ns = 60.0;
    costs
}
