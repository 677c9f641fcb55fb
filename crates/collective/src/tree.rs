//! Shapes of communication: binomial trees, and the fold of any number of ranks to a power of two.

/// A binomial tree over all ranks. Node v is rank (root + v) mod ranks; its subtree is the nodes v
/// .. v + size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binomial {
    ranks: u32,
    root: u32,
    /// The node of this rank.
    pub node: u32,
}

/// A child in a binomial tree and the subtree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child {
    pub peer: u32,
    pub node: u32,
    pub size: u32,
}

impl Binomial {
    pub fn new(rank: u32, ranks: u32, root: u32) -> Binomial {
        let node = if rank >= root { rank - root } else { rank + (ranks - root) };
        Binomial { ranks, root, node }
    }

    /// The rank of a node.
    pub fn peer(&self, node: u32) -> u32 {
        ((u64::from(self.root) + u64::from(node)) % u64::from(self.ranks)) as u32
    }

    /// The parent's rank; `None` at the root.
    pub fn parent(&self) -> Option<u32> {
        (self.node != 0).then(|| self.peer(self.node & (self.node - 1)))
    }

    /// Nodes in the subtree of `node`.
    fn size(&self, node: u32) -> u32 {
        let below = if node == 0 { self.ranks } else { 1 << node.trailing_zeros() };
        below.min(self.ranks - node)
    }

    /// Nodes in this rank's subtree, itself included.
    pub fn subtree(&self) -> u32 {
        self.size(self.node)
    }

    /// Number of children.
    pub fn child_count(&self) -> u32 {
        ceil_log2(self.subtree())
    }

    /// Child `index`; the nearest, with the smallest subtree, is 0.
    pub fn child(&self, index: u32) -> Child {
        let node = self.node + (1 << index);
        Child { peer: self.peer(node), node, size: self.size(node) }
    }

    /// Children, the nearest first.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Child> {
        (0..self.child_count()).map(move |index| self.child(index))
    }
}

/// The smallest k with 2^k >= n, for n > 0.
pub(crate) fn ceil_log2(n: u32) -> u32 {
    u32::BITS - (n - 1).leading_zeros()
}

/// The largest power of two that is at most n, for n > 0.
pub(crate) fn floor_power(n: u32) -> u32 {
    1 << (u32::BITS - 1 - n.leading_zeros())
}

/// Folds `ranks` ranks to a power of two of places: the first `extra` places stand for two
/// neighbouring ranks each, the others for one. The odd rank of a pair takes the place, so places
/// are in rank order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    /// Number of places, a power of two.
    pub places: u32,
    /// Places that stand for two ranks.
    pub extra: u32,
}

/// The part a rank plays in a [`Fold`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Gives its data to the rank above, and gets the result from it.
    Guest { host: u32 },
    /// Holds a place, for itself and perhaps for the rank below.
    Place { place: u32, guest: Option<u32> },
}

impl Fold {
    pub fn new(ranks: u32) -> Fold {
        let places = floor_power(ranks);
        Fold { places, extra: ranks - places }
    }

    pub fn seat(&self, rank: u32) -> Seat {
        if rank >= 2 * self.extra {
            Seat::Place { place: rank - self.extra, guest: None }
        } else if rank.is_multiple_of(2) {
            Seat::Guest { host: rank + 1 }
        } else {
            Seat::Place { place: rank / 2, guest: Some(rank - 1) }
        }
    }

    /// The rank that holds a place.
    pub fn holder(&self, place: u32) -> u32 {
        if place < self.extra { 2 * place + 1 } else { place + self.extra }
    }

    /// The first rank a place stands for; `ranks` for the place after the last.
    pub fn first_rank(&self, place: u32) -> u32 {
        place + place.min(self.extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_trees_reach_every_rank_once() {
        for ranks in 1..40 {
            for root in [0, ranks / 2, ranks - 1] {
                let mut parents = vec![None; ranks as usize];
                for rank in 0..ranks {
                    let tree = Binomial::new(rank, ranks, root);
                    let mut below = 1;
                    for child in tree.children() {
                        assert_eq!(parents[child.peer as usize].replace(rank), None);
                        assert_eq!(child.size, Binomial::new(child.peer, ranks, root).subtree());
                        below += child.size;
                    }
                    assert_eq!(below, tree.subtree());
                }
                for rank in 0..ranks {
                    assert_eq!(parents[rank as usize], Binomial::new(rank, ranks, root).parent());
                }
            }
        }
    }

    #[test]
    fn folds_seat_every_rank() {
        for ranks in 1..70 {
            let fold = Fold::new(ranks);
            assert_eq!(fold.first_rank(fold.places), ranks);
            for rank in 0..ranks {
                match fold.seat(rank) {
                    Seat::Guest { host } => assert!(matches!(fold.seat(host), Seat::Place { guest: Some(g), .. } if g == rank)),
                    Seat::Place { place, guest } => {
                        assert_eq!(fold.holder(place), rank);
                        assert_eq!(fold.first_rank(place), guest.unwrap_or(rank));
                    }
                }
            }
        }
    }

    #[test]
    fn logarithms() {
        assert_eq!((1..=9).map(ceil_log2).collect::<Vec<_>>(), [0, 1, 2, 2, 3, 3, 3, 3, 4]);
        assert_eq!((1..=9).map(floor_power).collect::<Vec<_>>(), [1, 2, 2, 4, 4, 4, 4, 8, 8]);
    }
}
