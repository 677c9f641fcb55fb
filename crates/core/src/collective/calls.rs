//! How often each algorithm was used.

use ferry_collective::{Algorithm, Collective, Query};
use ferry_tools::function::Function;

/// Calls by function and algorithm.
pub struct Calls {
    by_schedule: Vec<(Function, Box<[u64]>)>,
    over_area: [u64; Collective::ALL.len()],
}

impl Default for Calls {
    fn default() -> Self {
        let by_schedule = Function::all().map(|function| (function, vec![0; function.algorithms().len()].into())).collect();
        Calls { by_schedule, over_area: [0; Collective::ALL.len()] }
    }
}

impl Calls {
    /// Counts a call over a shared area.
    #[inline(always)]
    pub fn add_over_area(&mut self, collective: Collective) {
        self.over_area[collective as usize] += 1;
    }

    /// Counts a call; returns its function and the index of its algorithm.
    pub fn add(&mut self, query: &Query, algorithm: &'static Algorithm) -> Option<(Function, usize)> {
        let function = Function { collective: query.collective, between_groups: query.between_groups };
        let index = function.algorithms().iter().position(|known| std::ptr::eq(known, algorithm))?;
        let (_, calls) = self.by_schedule.iter_mut().find(|(known, _)| *known == function)?;
        calls[index] += 1;
        Some((function, index))
    }

    /// Calls of `function` that used its algorithm `index`.
    pub fn of(&self, function: Function, index: usize) -> u64 {
        if function.algorithms().get(index).is_some_and(Algorithm::is_over_shared_area) {
            return self.over_area[function.collective as usize];
        }
        self.by_schedule
            .iter()
            .find(|(known, _)| *known == function)
            .and_then(|(_, calls)| calls.get(index).copied())
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_collective::MessageCosts;

    #[test]
    fn calls_are_counted_where_they_belong() {
        let mut calls = Calls::default();
        let query = |between_groups| Query {
            collective: Collective::Bcast,
            between_groups,
            ranks: 4,
            bytes: 8,
            longest: 0,
            commutative: true,
            processors: None,
            spread: None,
            one_sided: None,
            shared_area: None,
            costs: MessageCosts::ASSUMED,
        };
        let plain = &Collective::Bcast.algorithms()[1];
        let between = &Collective::Bcast.algorithms_between_groups()[0];
        let (function, index) = calls.add(&query(false), plain).unwrap();
        calls.add(&query(false), plain);
        assert_eq!((calls.of(function, index), calls.of(function, 0), index), (2, 0, 1));
        let (function, index) = calls.add(&query(true), between).unwrap();
        assert_eq!((calls.of(function, index), function.between_groups, index), (1, true, 0));
        assert!(calls.add(&query(true), plain).is_none());
        calls.add_over_area(Collective::Bcast);
        let function = Function { collective: Collective::Bcast, between_groups: false };
        let index = function.algorithms().iter().position(Algorithm::is_over_shared_area).unwrap();
        assert_eq!((calls.of(function, index), calls.of(function, 1)), (1, 2));
    }
}
