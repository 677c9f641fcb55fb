//! Introductions to processes of other jobs that are under way ([`crate::foreign`]).

/// Which introduction of this process: several threads may each make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntroductionNumber(u64);

/// Introductions under way, and whom each has met: their communicators come about later.
#[derive(Debug, Default)]
pub struct Introductions {
    last: u64,
    under_way: Vec<(IntroductionNumber, Vec<u32>)>,
}

impl Introductions {
    pub(crate) fn begin(&mut self) -> IntroductionNumber {
        self.last += 1;
        self.under_way.push((IntroductionNumber(self.last), Vec::new()));
        IntroductionNumber(self.last)
    }

    pub(crate) fn note(&mut self, introduction: IntroductionNumber, met: &[u32]) {
        if let Some((_, processes)) = self.under_way.iter_mut().find(|(number, _)| *number == introduction) {
            processes.extend(met);
        }
    }

    pub(crate) fn end(&mut self, introduction: IntroductionNumber) {
        self.under_way.retain(|(number, _)| *number != introduction);
    }

    pub(crate) fn have_met(&self, process: u32) -> bool {
        self.under_way.iter().any(|(_, processes)| processes.contains(&process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_an_introduction_has_met_is_known_until_it_is_over() {
        let mut introductions = Introductions::default();
        let [one, two, three] = [0; 3].map(|_| introductions.begin());
        introductions.note(one, &[5, 6]);
        introductions.note(two, &[6]);
        assert!([5, 6].iter().all(|process| introductions.have_met(*process)) && !introductions.have_met(7));
        introductions.end(one);
        introductions.end(three);
        assert_eq!((introductions.have_met(5), introductions.have_met(6)), (false, true));
        introductions.end(two);
        assert!(!introductions.have_met(6));
    }
}
