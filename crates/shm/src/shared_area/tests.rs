use super::*;
#[cfg(not(loom))]
mod threads {
    use std::alloc::{Layout, alloc_zeroed, dealloc};

    use super::*;

    struct Shared(*mut u8, Layout);

    impl Shared {
        fn new(ranks: usize) -> Self {
            let layout = Layout::from_size_align(size(ranks), PAGE).unwrap();
            // SAFETY: the size is not zero.
            Shared(unsafe { alloc_zeroed(layout) }, layout)
        }
    }

    impl Drop for Shared {
        fn drop(&mut self) {
            // SAFETY: allocated with this layout.
            unsafe { dealloc(self.0, self.1) };
        }
    }

    fn wait(mut ready: impl FnMut() -> bool) {
        while !ready() {
            std::thread::yield_now();
        }
    }

    fn value(operation: u64, rank: usize, index: usize) -> u64 {
        operation.wrapping_mul(1_000_003) ^ (rank as u64) << 32 ^ index as u64
    }

    fn publish(area: &mut SharedArea, what: What, words: usize, number: u64) -> Operation {
        wait(|| area.can_publish(words * 8));
        let rank = area.rank();
        let operation = area.begin();
        area.publish(operation, what, words * 8, |at| {
            for index in 0..words {
                // SAFETY: there is room for so many words, aligned to lines.
                unsafe { at.cast::<u64>().add(index).write(value(number, rank, index)) };
            }
        });
        operation
    }

    fn word(at: *const u8, index: usize) -> u64 {
        // SAFETY: as many were published.
        unsafe { at.cast::<u64>().add(index).read() }
    }

    fn check(area: &SharedArea, operation: Operation, rank: usize, words: usize, number: u64) {
        assert_eq!(area.what(operation, rank), words as What);
        for index in [0, words / 2, words.saturating_sub(1)].into_iter().filter(|index| *index < words) {
            assert_eq!(word(area.bytes(operation, rank), index), value(number, rank, index));
        }
    }

    fn sum(left: *const u8, right: *mut u8, words: usize) {
        for index in 0..words {
            // SAFETY: both sides have published so many words.
            unsafe { right.cast::<u64>().add(index).write(word(left, index).wrapping_add(word(right, index))) };
        }
    }

    /// An exchange, a sum over all ranks in either mode, and a broadcast from a root that runs
    /// ahead, of changing lengths.
    fn work(area: &mut SharedArea, rounds: u64) {
        let (me, ranks) = (area.rank(), area.ranks());
        for number in 0..rounds {
            let words = [1, 4, 5, 700, 16_384, 0][number as usize % 6];
            let operation = publish(area, words as What, words, number);
            for rank in 0..ranks {
                wait(|| area.is_published(operation, rank));
                check(area, operation, rank, words, number);
            }
            area.finish_exchange(operation);

            let operation = publish(area, words as What, words, number);
            area.ascend(operation, |left, right| sum(left, right, words));
            wait(|| area.is_released(operation));
            let result = area.result_rank();
            assert_eq!(area.what(operation, result), words as What);
            for index in 0..words.min(3) {
                let expected = (0..ranks).fold(0u64, |sum, rank| sum.wrapping_add(value(number, rank, index)));
                assert_eq!(word(area.bytes(operation, result), index), expected);
            }
            area.finish_exchange(operation);

            for step in 0..number % 90 {
                let (root, words) = ((number + step / 40) as usize % ranks, step as usize * 11);
                if root == me {
                    let operation = publish(area, words as What, words, step);
                    area.finish(operation);
                } else {
                    let operation = area.begin();
                    wait(|| area.is_published(operation, root));
                    check(area, operation, root, words, step);
                    area.finish(operation);
                }
            }
        }
    }

    /// Runs `body` in a thread for each rank of an area.
    fn on_all_ranks(ranks: usize, body: impl Fn(usize, &mut SharedArea) + Sync) {
        let memory = Shared::new(ranks);
        let (base, body) = (memory.0.expose_provenance(), &body);
        std::thread::scope(|scope| {
            for rank in 0..ranks {
                scope.spawn(move || {
                    let base = std::ptr::with_exposed_provenance_mut(base);
                    // SAFETY: one shared area a rank, memory outlives the threads.
                    body(rank, &mut unsafe { SharedArea::new(base, rank, ranks) });
                });
            }
        });
    }

    #[test]
    fn every_rank_sees_what_every_rank_publishes() {
        for (ranks, rounds) in [(1, 50), (2, 200), (3, 100), (7, 60), (8, 60)] {
            on_all_ranks(ranks, |rank, area| {
                area.settle(rank % 2 == 0);
                work(area, if cfg!(miri) { 3 } else { rounds });
            });
        }
    }

    #[test]
    fn a_tree_tells_disagreement() {
        let memory = Shared::new(3);
        let mut areas = [0, 1, 2].map(|rank| {
            // SAFETY: one shared area a rank, the memory outlives them.
            unsafe { SharedArea::new(memory.0, rank, 3) }
        });
        let operations = areas.each_mut().map(|area| {
            assert!(area.can_publish(0));
            let operation = area.begin();
            area.publish(operation, if area.rank() == 1 { 5 } else { 4 }, 0, |_| {});
            operation
        });
        let last: Vec<bool> =
            areas.iter().zip(operations).map(|(area, operation)| area.ascend(operation, |_, _| panic!("combined"))).collect();
        assert_eq!(last, [false, false, true]);
        assert_eq!(areas[0].what(operations[0], 2), NO_AGREEMENT);
    }

    #[test]
    fn all_take_the_first_ones_word() {
        let memory = Shared::new(2);
        // SAFETY: one shared area a rank, the memory outlives them.
        let [mut first, mut second] = [0, 1].map(|rank| unsafe { SharedArea::new(memory.0, rank, 2) });
        assert_eq!([first.agree_on_processors(None), second.agree_on_processors(Some(4))], [None, None]);
        first.settle(true);
        second.settle(false);
        assert!(first.has_tree() && second.has_tree());
        assert!(first.shares_processors() && second.shares_processors());
        let memory = Shared::new(2);
        // SAFETY: as above.
        let [mut first, mut second] = [0, 1].map(|rank| unsafe { SharedArea::new(memory.0, rank, 2) });
        assert_eq!([first.agree_on_processors(Some(4)), second.agree_on_processors(None)], [Some(4), Some(4)]);
        assert_eq!(second.has_settled_sharing(), None);
        first.settle(false);
        assert_eq!(second.has_settled_sharing(), Some(false));
        second.settle(true);
        assert!(!second.shares_processors() && !second.has_tree());
        assert_eq!([first.agree_on_reads(|| 7), second.agree_on_reads(|| panic!("it was agreed"))], [7, 7]);
        assert_eq!([second.agree_on_messages(|| 9), first.agree_on_messages(|| panic!("it was agreed"))], [9, 9]);
    }

    /// Operations that are under way at once and finished in another order than begun, more than
    /// there are entries, of lengths that fill the buffers.
    fn work_in_any_order(area: &mut SharedArea, rounds: u64) {
        let (me, ranks) = (area.rank(), area.ranks());
        let is_tree = |number: u64| number.is_multiple_of(3);
        let mut under_way: Vec<(Operation, usize, u64)> = Vec::new();
        let (mut begun, mut sweeps) = (0, 0u64);
        while begun < rounds || !under_way.is_empty() {
            let words = [3, 20_000, 0, 900, 4][begun as usize % 5];
            if begun < rounds && area.can_publish(words * 8) {
                let operation = publish(area, words as What, words, begun);
                if is_tree(begun) {
                    area.ascend(operation, |left, right| sum(left, right, words));
                }
                under_way.push((operation, words, begun));
                begun += 1;
            }
            // The last one first.
            for index in (0..under_way.len()).rev() {
                let (operation, words, number) = under_way[index];
                let is_over = if is_tree(number) {
                    area.is_released(operation)
                } else {
                    (0..ranks).all(|rank| area.is_published(operation, rank))
                };
                let is_put_off = index == 0 && under_way.len() > 1 && !sweeps.is_multiple_of(16);
                if !is_over || is_put_off {
                    continue;
                }
                if is_tree(number) {
                    for index in 0..words.min(3) {
                        let expected = (0..ranks).fold(0u64, |sum, rank| sum.wrapping_add(value(number, rank, index)));
                        assert_eq!(
                            word(area.bytes(operation, area.result_rank()), index),
                            expected,
                            "operation {number} at {me}"
                        );
                    }
                } else {
                    (0..ranks).for_each(|rank| check(area, operation, rank, words, number));
                }
                area.finish_any(operation);
                under_way.remove(index);
            }
            sweeps += 1;
            std::thread::yield_now();
        }
    }

    #[test]
    fn operations_are_finished_in_any_order() {
        for (ranks, rounds) in [(2, 1000), (3, 500), (4, 300)] {
            on_all_ranks(ranks, |_, area| work_in_any_order(area, if cfg!(miri) { 3 } else { rounds }));
        }
    }

    fn give(area: &mut SharedArea, words: usize, number: u64) -> Operation {
        wait(|| area.can_publish(words * 8));
        let rank = area.rank();
        let operation = area.begin();
        area.give(operation, words as What, words * 8, |at| {
            for index in 0..words {
                // SAFETY: there is room for so many words, aligned to lines.
                unsafe { at.cast::<u64>().add(index).write(value(number, rank, index)) };
            }
        });
        operation
    }

    #[test]
    fn what_one_of_two_ranks_has_read_it_writes_next() {
        let memory = Shared::new(2);
        // SAFETY: one shared area a rank, the memory outlives them.
        let mut areas = [0, 1].map(|rank| unsafe { SharedArea::new(memory.0, rank, 2) });
        let mut places: Vec<[*const u8; 2]> = Vec::new();
        for number in 0..6 {
            let operations = areas.each_mut().map(|area| give(area, 100, number));
            let [first, second] = &mut areas;
            places.push([first.bytes(operations[0], 0), first.bytes(operations[0], 1)]);
            check(first, operations[0], 1, 100, number);
            if number % 2 == 0 {
                first.finish_exchange(operations[0]);
            } else {
                first.finish(operations[0]);
            }
            check(second, operations[1], 0, 100, number);
            second.finish_any(operations[1]);
        }
        assert_eq!(places[3], [places[2][1], places[2][0]], "each writes where the other one has written");
        assert_eq!(places[5], places[3]);
        assert_eq!(areas.each_ref().map(|area| area.own.count_ones() as usize), [PAIR_SLOTS / 2; 2], "none is lost");
    }

    #[test]
    fn who_gives_without_getting_goes_on_in_its_buffer() {
        let memory = Shared::new(2);
        // SAFETY: one shared area a rank, the memory outlives them.
        let [mut giver, mut taker] = [0, 1].map(|rank| unsafe { SharedArea::new(memory.0, rank, 2) });
        for number in 0..3 * PAIR_SLOTS as u64 {
            let operation = give(&mut giver, 700, number);
            assert_eq!(taker.begin(), operation);
            check(&taker, operation, 0, 700, number);
            taker.finish_any(operation);
            giver.finish_any(operation);
        }
        assert_eq!((giver.own, taker.own), (0, u8::MAX));
    }

    /// Exchanges of which several are under way at once, of lengths for entries, slots and
    /// buffers.
    fn exchange_in_any_order(area: &mut SharedArea, rounds: u64) {
        let other = 1 - area.rank();
        let mut under_way: Vec<(Operation, usize, u64)> = Vec::new();
        let (mut begun, mut sweeps) = (0, 0u64);
        while begun < rounds || !under_way.is_empty() {
            let words = [900, 8192, 4, 8193, 5][begun as usize % 5];
            if begun < rounds && under_way.len() < 11 && area.can_publish(words * 8) {
                under_way.push((give(area, words, begun), words, begun));
                begun += 1;
            }
            sweeps += 1;
            for index in (0..under_way.len()).rev() {
                let (operation, words, number) = under_way[index];
                let is_put_off = index == 0 && under_way.len() > 1 && !sweeps.is_multiple_of(16);
                if area.is_published(operation, other) && !is_put_off {
                    check(area, operation, other, words, number);
                    area.finish_any(operation);
                    under_way.remove(index);
                }
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn two_ranks_pass_memory_back_and_forth() {
        on_all_ranks(2, |_, area| exchange_in_any_order(area, if cfg!(miri) { 20 } else { 2000 }));
    }

    #[test]
    fn ranks_tell_what_they_have_read_in_which_operation() {
        let shared = Shared::new(2);
        // SAFETY: the memory is zero and as large as a shared area, and outlives both views.
        let mut areas = [0, 1].map(|rank| unsafe { SharedArea::new(shared.0, rank, 2) });
        let rounds = DEPTH + 3;
        for number in 0..rounds {
            let operations = areas.each_mut().map(|area| publish(area, 1, 1, number));
            let operation = operations[0];
            assert_eq!(operation.number(), number);
            assert_eq!(areas[0].has_read(operation, 1), None);
            areas[1].tell_read(operations[1], number % 2 == 0);
            assert_eq!(areas[0].has_read(operation, 1), Some(number % 2 == 0));
            assert_eq!(areas[1].has_read(operation, 0), None);
            areas.iter_mut().for_each(|area| area.finish_any(operation));
        }
        // A tree in the same entries is not taken for it, nor it for a tree.
        let operations = areas.each_mut().map(|area| publish(area, 1, 1, rounds));
        assert!(!areas[0].ascend(operations[0], |_, _| {}) && !areas[0].is_released(operations[0]));
        assert!(areas[1].ascend(operations[1], |_, _| {}) && areas[0].is_released(operations[0]));
    }

    #[test]
    fn ranks_tell_whether_they_read_and_what_they_do_elsewhere() {
        let shared = Shared::new(2);
        // SAFETY: as above.
        let areas = [0, 1].map(|rank| unsafe { SharedArea::new(shared.0, rank, 2) });
        areas[0].tell_reads(true);
        assert!(!areas[1].all_read());
        areas[1].tell_reads(true);
        assert!(areas[0].all_read());
        areas[1].tell_reads(false);
        assert!(!areas[0].all_read());
        assert_eq!(areas[0].is_elsewhere(0, 1), None);
        areas[1].tell_elsewhere(0, 7);
        assert_eq!((areas[0].is_elsewhere(0, 1), areas[0].is_elsewhere(1, 1)), (Some(7), None));
        areas[1].tell_elsewhere(1, 8);
        assert_eq!((areas[0].is_elsewhere(0, 1), areas[0].is_elsewhere(1, 1)), (None, Some(8)));
    }

    #[test]
    fn what_is_finished_out_of_order_counts_once_all_before_it_is() {
        let memory = Shared::new(1);
        // SAFETY: the only rank; the memory outlives it.
        let mut area = unsafe { SharedArea::new(memory.0, 0, 1) };
        let operations: Vec<_> = (0..DEPTH).map(|_| (area.can_publish(0), area.begin()).1).collect();
        assert!(!area.can_publish(0), "its own entries are in use");
        for operation in operations[1..].iter().rev() {
            area.finish_any(*operation);
            assert_eq!(area.done(0), 0);
        }
        area.finish_any(operations[0]);
        assert_eq!(area.done(0), DEPTH);
        assert!(area.can_publish(MOST));
    }

    #[test]
    fn a_root_is_held_back_by_the_slowest() {
        let memory = Shared::new(2);
        // SAFETY: one shared area a rank, the memory outlives them.
        let [mut root, mut slow] = [0, 1].map(|rank| unsafe { SharedArea::new(memory.0, rank, 2) });
        let mut ahead = 0;
        while root.can_publish(8) {
            let operation = root.begin();
            root.publish(operation, 1, 8, |_| {});
            root.finish(operation);
            ahead += 1;
        }
        assert_eq!(ahead, DEPTH);
        let operation = slow.begin();
        slow.finish(operation);
        assert!(root.can_publish(8) && root.can_publish(MOST));
    }
}

#[cfg(loom)]
mod loom_tests {
    use loom::thread;

    use super::*;
    use crate::shared_area::memory::Line;

    /// A length that goes to the buffer.
    const LONG: usize = INLINE + 1;

    fn put(at: *mut u8, value: u64) {
        // SAFETY: the model has a number there.
        unsafe { (*at.cast::<Line>()).with_mut(|number| *number = value) }
    }

    fn get(at: *const u8) -> u64 {
        // SAFETY: as above.
        unsafe { (*at.cast::<Line>()).with(|number| *number) }
    }

    fn wait(mut ready: impl FnMut() -> bool) {
        while !ready() {
            thread::yield_now();
        }
    }

    fn publish(area: &mut SharedArea, bytes: usize, value: u64) -> Operation {
        wait(|| area.can_publish(bytes));
        let operation = area.begin();
        area.publish(operation, 1, bytes, |at| put(at, value));
        operation
    }

    /// Runs `work` as every rank of a shared area, in all interleavings of up to `preemptions`
    /// preemptions.
    fn model(ranks: usize, preemptions: usize, work: impl Fn(&mut SharedArea) + Copy + Send + Sync + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(preemptions);
        builder.check(move || {
            let mut areas: Vec<SharedArea> = AreaMemory::shared(ranks)
                .into_iter()
                .enumerate()
                .map(|(rank, memory)| SharedArea::over(memory, rank, ranks))
                .collect();
            let mut first = areas.remove(0);
            let threads: Vec<_> = areas.into_iter().map(|mut area| thread::spawn(move || work(&mut area))).collect();
            work(&mut first);
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        });
    }

    /// More operations than there are entries, in either place.
    #[test]
    fn loom_ranks_that_wait_for_each_other_need_no_look_at_who_is_done() {
        model(2, 3, |area| {
            let (me, other) = (area.rank() as u64, 1 - area.rank());
            for number in 0..DEPTH + 1 {
                let operation = publish(area, if number % 2 == 0 { LONG } else { 8 }, number * 2 + me);
                wait(|| area.is_published(operation, other));
                assert_eq!(get(area.bytes(operation, other)), number * 2 + other as u64);
                area.finish_exchange(operation);
            }
        });
    }

    /// PairSlots change hands in every operation.
    #[test]
    fn loom_two_ranks_pass_memory_back_and_forth() {
        model(2, 3, |area| {
            let (me, other) = (area.rank() as u64, 1 - area.rank());
            for number in 0..DEPTH + 1 {
                wait(|| area.can_publish(LONG));
                let operation = area.begin();
                area.give(operation, 1, LONG, |at| put(at, number * 2 + me));
                wait(|| area.is_published(operation, other));
                assert_eq!(get(area.bytes(operation, other)), number * 2 + other as u64);
                area.finish_exchange(operation);
            }
            assert_eq!(area.own.count_ones(), 1);
        });
    }

    #[test]
    fn loom_a_root_overwrites_only_what_has_been_read() {
        model(2, 3, |area| {
            for number in 0..DEPTH + 1 {
                if area.rank() == 0 {
                    let operation = publish(area, if number % 2 == 0 { LONG } else { 8 }, number);
                    area.finish(operation);
                    continue;
                }
                let operation = area.begin();
                wait(|| area.is_published(operation, 0));
                assert_eq!(get(area.bytes(operation, 0)), number);
                area.finish(operation);
            }
        });
    }

    #[test]
    fn loom_who_comes_second_combines_what_the_first_has() {
        model(2, 3, |area| {
            for number in 0..DEPTH + 1 {
                sum(area, number);
            }
        });
    }

    /// Only who was last looks at the result: loom does not get to an end with ranks that poll
    /// while others do.
    #[test]
    fn loom_three_ranks_combine_in_a_tree() {
        model(3, 3, |area| {
            let operation = publish(area, 8, 1 + area.rank() as u64);
            if area.ascend(operation, |left, right| put(right, get(left) + get(right))) {
                assert_eq!(get(area.bytes(operation, area.result_rank())), 1 + 2 + 3);
            }
        });
    }

    fn sum(area: &mut SharedArea, number: u64) {
        let (me, ranks) = (area.rank() as u64, area.ranks() as u64);
        let operation = publish(area, 8, number + me);
        area.ascend(operation, |left, right| put(right, get(left) + get(right)));
        wait(|| area.is_released(operation));
        assert_eq!(get(area.bytes(operation, area.result_rank())), number * ranks + ranks * (ranks - 1) / 2);
        area.finish_exchange(operation);
    }
}
