//! Epochs of one process on one window (MPI-5 §12.5): which synchronization and which accesses are
//! legal now.
//!
//! A process is the origin of an *access* epoch, and the target of an *exposure* epoch. A fence
//! opens both, but only as an offer: the epoch has begun once it is used, and until then the
//! process may synchronize in another way. Passive targets have no epoch of their own.
//!
//! | access | ends with | meanwhile |
//! |---|---|---|
//! | none | - | any beginning |
//! | [`Access::Fence`] | `MPI_Win_fence` | any beginning, as long as it is not used |
//! | [`Access::Started`] | `MPI_Win_complete` | - |
//! | [`Access::Locked`] | the last `MPI_Win_unlock` | locks of other targets |
//! | [`Access::LockedAll`] | `MPI_Win_unlock_all` | - |

use std::collections::BTreeMap;

/// How a target is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// `MPI_LOCK_SHARED`
    Shared,
    /// `MPI_LOCK_EXCLUSIVE`
    Exclusive,
    /// With `MPI_MODE_NOCHECK`: the program sees to it that no lock conflicts.
    Unchecked,
}

/// The access epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// None.
    None,
    /// Since a fence; whether it was used.
    Fence(bool),
    /// To these ranks, ascending (`MPI_Win_start`).
    Started(Vec<u32>),
    /// To these ranks.
    Locked(BTreeMap<u32, LockKind>),
    /// To all ranks; whether without a look at other locks.
    LockedAll(bool),
}

/// The exposure epoch between `MPI_Win_post` and `MPI_Win_wait`: the ranks that have access,
/// ascending.
type Exposure = Option<Vec<u32>>;

/// A call that the epochs do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// A fence, lock or start within the epoch of `MPI_Win_start`.
    Started,
    /// The same while targets are locked.
    Locked,
    /// The same while all are locked.
    LockedAll,
    /// A lock, start or post within the epoch of a fence that was used.
    Fenced,
    /// A fence or post within the epoch of `MPI_Win_post`.
    Posted,
    /// The target is locked already.
    LockedTwice,
    /// The target is not locked.
    NotLocked,
    /// `MPI_Win_unlock_all` without `MPI_Win_lock_all`.
    NotLockedAll,
    /// `MPI_Win_complete` without `MPI_Win_start`.
    NotStarted,
    /// `MPI_Win_wait` or `MPI_Win_test` without `MPI_Win_post`.
    NotPosted,
    /// A flush, or a function with a request, where no target is locked.
    NotPassive,
    /// An access without an epoch that allows it.
    NoAccess,
    /// An access to a rank that is not one of those of `MPI_Win_start`.
    NotInGroup,
}

impl Misuse {
    /// What is wrong, and what to do.
    pub fn text(self) -> &'static str {
        match self {
            Misuse::Started => "called between MPI_Win_start and MPI_Win_complete; call MPI_Win_complete first",
            Misuse::Locked => "called while targets are locked; call MPI_Win_unlock first",
            Misuse::LockedAll => "called between MPI_Win_lock_all and MPI_Win_unlock_all; call MPI_Win_unlock_all first",
            Misuse::Fenced => {
                "called in an epoch of MPI_Win_fence that was used; end it with MPI_Win_fence, with MPI_MODE_NOSUCCEED if no other is to follow"
            }
            Misuse::Posted => "called between MPI_Win_post and MPI_Win_wait; call MPI_Win_wait first",
            Misuse::LockedTwice => "the target is locked already; call MPI_Win_unlock first",
            Misuse::NotLocked => "the target is not locked; call MPI_Win_lock first",
            Misuse::NotLockedAll => "called without MPI_Win_lock_all",
            Misuse::NotStarted => "called without MPI_Win_start",
            Misuse::NotPosted => "called without MPI_Win_post",
            Misuse::NotPassive => {
                "called while neither the target nor all are locked; call MPI_Win_lock or MPI_Win_lock_all first"
            }
            Misuse::NoAccess => {
                "called outside of any access epoch; call MPI_Win_fence, MPI_Win_start, MPI_Win_lock or MPI_Win_lock_all first"
            }
            Misuse::NotInGroup => "the target is not in the group of MPI_Win_start",
        }
    }
}

/// The epochs. Every method either does what its call does, or says why it is illegal and changes
/// nothing.
#[derive(Clone, Debug)]
pub struct Epochs {
    access: Access,
    exposure: Exposure,
    /// `MPI_PROC_NULL` is locked.
    nobody_is_locked: bool,
}

impl Default for Epochs {
    fn default() -> Self {
        Epochs { access: Access::None, exposure: None, nobody_is_locked: false }
    }
}

type Checked<T = ()> = Result<T, Misuse>;

impl Epochs {
    /// The access epoch.
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// Whether a fence is legal.
    ///
    /// # Errors
    /// In any epoch but that of a fence.
    pub fn check_fence(&self) -> Checked {
        match (&self.access, &self.exposure) {
            (Access::None | Access::Fence(_), None) => Ok(()),
            (Access::None | Access::Fence(_), Some(_)) => Err(Misuse::Posted),
            _ => self.beginning(),
        }
    }

    /// A fence: the epoch since the last one is over, and another may begin, unless `is_last`
    /// (`MPI_MODE_NOSUCCEED`).
    pub fn fence(&mut self, is_last: bool) {
        self.access = if is_last { Access::None } else { Access::Fence(false) };
    }

    /// `MPI_Win_start` with these ranks, ascending.
    ///
    /// # Errors
    /// In any access epoch.
    pub fn start(&mut self, ranks: Vec<u32>) -> Checked {
        self.beginning()?;
        self.access = Access::Started(ranks);
        Ok(())
    }

    /// `MPI_Win_complete`: the ranks of the epoch.
    ///
    /// # Errors
    /// Without `MPI_Win_start`.
    pub fn complete(&mut self) -> Checked<Vec<u32>> {
        match std::mem::replace(&mut self.access, Access::None) {
            Access::Started(ranks) => Ok(ranks),
            other => {
                self.access = other;
                Err(Misuse::NotStarted)
            }
        }
    }

    /// `MPI_Win_post` with these ranks, ascending.
    ///
    /// # Errors
    /// In an exposure epoch.
    pub fn post(&mut self, ranks: Vec<u32>) -> Checked {
        match (&self.exposure, &self.access) {
            (Some(_), _) => return Err(Misuse::Posted),
            (None, Access::Fence(true)) => return Err(Misuse::Fenced),
            (None, Access::Fence(false)) => self.access = Access::None,
            _ => {}
        }
        self.exposure = Some(ranks);
        Ok(())
    }

    /// Whether `MPI_Win_wait` and `MPI_Win_test` are legal: for which ranks.
    ///
    /// # Errors
    /// Without `MPI_Win_post`.
    pub fn posted(&self) -> Checked<&[u32]> {
        self.exposure.as_deref().ok_or(Misuse::NotPosted)
    }

    /// `MPI_Win_wait`: all ranks of the epoch have completed.
    pub fn end_exposure(&mut self) {
        self.exposure = None;
    }

    /// Whether `MPI_Win_lock` of this target is legal.
    ///
    /// # Errors
    /// If it is locked, and in any access epoch but that of other locks.
    pub fn check_lock(&self, target: u32) -> Checked {
        match &self.access {
            Access::Locked(held) if held.contains_key(&target) => Err(Misuse::LockedTwice),
            Access::Locked(_) => Ok(()),
            _ => self.beginning(),
        }
    }

    /// `MPI_Win_lock`: the lock is there.
    pub fn lock(&mut self, target: u32, kind: LockKind) {
        match &mut self.access {
            Access::Locked(held) => {
                held.insert(target, kind);
            }
            _ => self.access = Access::Locked(BTreeMap::from([(target, kind)])),
        }
    }

    /// Whether `MPI_Win_unlock` of this target is legal: how it is locked.
    ///
    /// # Errors
    /// If it is not locked.
    pub fn check_unlock(&self, target: u32) -> Checked<LockKind> {
        match &self.access {
            Access::Locked(held) => held.get(&target).copied().ok_or(Misuse::NotLocked),
            _ => Err(Misuse::NotLocked),
        }
    }

    /// `MPI_Win_unlock`: the lock is given back.
    pub fn unlock(&mut self, target: u32) {
        if let Access::Locked(held) = &mut self.access {
            held.remove(&target);
            if held.is_empty() {
                self.access = Access::None;
            }
        }
    }

    /// Whether `MPI_Win_lock_all` is legal.
    ///
    /// # Errors
    /// In any access epoch.
    pub fn check_lock_all(&self) -> Checked {
        self.beginning()
    }

    /// `MPI_Win_lock_all`: the lock is there.
    pub fn lock_all(&mut self, is_unchecked: bool) {
        self.access = Access::LockedAll(is_unchecked);
    }

    /// Whether `MPI_Win_unlock_all` is legal: whether the lock was taken without a look at others.
    ///
    /// # Errors
    /// Without `MPI_Win_lock_all`.
    pub fn check_unlock_all(&self) -> Checked<bool> {
        match self.access {
            Access::LockedAll(is_unchecked) => Ok(is_unchecked),
            _ => Err(Misuse::NotLockedAll),
        }
    }

    /// `MPI_Win_unlock_all`: the lock is given back.
    pub fn unlock_all(&mut self) {
        self.access = Access::None;
    }

    /// Whether `target` may be flushed, or accessed with a request.
    ///
    /// # Errors
    /// If it is not locked.
    #[inline]
    pub fn check_passive(&self, target: u32) -> Checked {
        match &self.access {
            Access::LockedAll(_) => Ok(()),
            Access::Locked(held) if held.contains_key(&target) => Ok(()),
            Access::Locked(_) => Err(Misuse::NotLocked),
            _ => Err(Misuse::NotPassive),
        }
    }

    /// Whether all targets may be flushed: those that are locked, or all.
    ///
    /// # Errors
    /// If none is locked.
    pub fn check_passive_any(&self) -> Checked {
        match &self.access {
            Access::LockedAll(_) | Access::Locked(_) => Ok(()),
            _ if self.nobody_is_locked => Ok(()),
            _ => Err(Misuse::NotPassive),
        }
    }

    /// An access to `target`: the epoch of a fence has begun with it.
    ///
    /// # Errors
    /// If no epoch allows it.
    #[inline]
    pub fn use_target(&mut self, target: u32) -> Checked {
        match &mut self.access {
            Access::LockedAll(_) => Ok(()),
            Access::Fence(is_used) => {
                *is_used = true;
                Ok(())
            }
            Access::Locked(held) if held.contains_key(&target) => Ok(()),
            Access::Locked(_) => Err(Misuse::NotLocked),
            Access::Started(ranks) if ranks.binary_search(&target).is_ok() => Ok(()),
            Access::Started(_) => Err(Misuse::NotInGroup),
            Access::None => Err(Misuse::NoAccess),
        }
    }

    /// An access to `MPI_PROC_NULL`, which any epoch allows.
    ///
    /// # Errors
    /// Without an epoch.
    pub fn use_nobody(&self) -> Checked {
        if self.access == Access::None && !self.nobody_is_locked { Err(Misuse::NoAccess) } else { Ok(()) }
    }

    /// `MPI_PROC_NULL` is locked, or unlocked: accesses to it are legal between the two.
    pub fn lock_nobody(&mut self, is_locked: bool) {
        self.nobody_is_locked = is_locked;
    }

    /// Whether the window may be freed.
    ///
    /// # Errors
    /// In any epoch that was used.
    pub fn check_free(&self) -> Checked {
        match &self.exposure {
            Some(_) => Err(Misuse::Posted),
            None => self.beginning(),
        }
    }

    /// Whether an access epoch may begin.
    fn beginning(&self) -> Checked {
        match &self.access {
            Access::None | Access::Fence(false) => Ok(()),
            Access::Fence(true) => Err(Misuse::Fenced),
            Access::Started(_) => Err(Misuse::Started),
            Access::Locked(_) => Err(Misuse::Locked),
            Access::LockedAll(_) => Err(Misuse::LockedAll),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Epochs in each of the states that calls lead to.
    fn states() -> Vec<(&'static str, Epochs)> {
        let make = |change: fn(&mut Epochs)| {
            let mut epochs = Epochs::default();
            change(&mut epochs);
            epochs
        };
        vec![
            ("none", make(|_| {})),
            ("fence", make(|e| e.fence(false))),
            (
                "fence used",
                make(|e| {
                    e.fence(false);
                    e.use_target(1).unwrap()
                }),
            ),
            ("last fence", make(|e| e.fence(true))),
            ("started", make(|e| e.start(vec![1, 3]).unwrap())),
            ("locked", make(|e| e.lock(1, LockKind::Shared))),
            ("locked all", make(|e| e.lock_all(false))),
            ("posted", make(|e| e.post(vec![2]).unwrap())),
        ]
    }

    /// Which calls each state allows: fence, start, lock 1, lock 2, lock_all, post, free, access to
    /// 1, access to 2, flush 1, flush 2.
    #[test]
    fn calls_are_legal_where_the_standard_says_so() {
        use Misuse::*;
        let expected: [[Option<Misuse>; 11]; 8] = [
            [None, None, None, None, None, None, None, Some(NoAccess), Some(NoAccess), Some(NotPassive), Some(NotPassive)],
            [None, None, None, None, None, None, None, None, None, Some(NotPassive), Some(NotPassive)],
            [
                None,
                Some(Fenced),
                Some(Fenced),
                Some(Fenced),
                Some(Fenced),
                Some(Fenced),
                Some(Fenced),
                None,
                None,
                Some(NotPassive),
                Some(NotPassive),
            ],
            [None, None, None, None, None, None, None, Some(NoAccess), Some(NoAccess), Some(NotPassive), Some(NotPassive)],
            [
                Some(Started),
                Some(Started),
                Some(Started),
                Some(Started),
                Some(Started),
                None,
                Some(Started),
                None,
                Some(NotInGroup),
                Some(NotPassive),
                Some(NotPassive),
            ],
            [
                Some(Locked),
                Some(Locked),
                Some(LockedTwice),
                None,
                Some(Locked),
                None,
                Some(Locked),
                None,
                Some(NotLocked),
                None,
                Some(NotLocked),
            ],
            [
                Some(LockedAll),
                Some(LockedAll),
                Some(LockedAll),
                Some(LockedAll),
                Some(LockedAll),
                None,
                Some(LockedAll),
                None,
                None,
                None,
                None,
            ],
            [
                Some(Posted),
                None,
                None,
                None,
                None,
                Some(Posted),
                Some(Posted),
                Some(NoAccess),
                Some(NoAccess),
                Some(NotPassive),
                Some(NotPassive),
            ],
        ];
        for ((name, epochs), expected) in states().into_iter().zip(expected) {
            let seen = [
                epochs.check_fence(),
                epochs.clone().start(vec![0]),
                epochs.check_lock(1),
                epochs.check_lock(2),
                epochs.check_lock_all(),
                epochs.clone().post(vec![0]),
                epochs.check_free(),
                epochs.clone().use_target(1),
                epochs.clone().use_target(2),
                epochs.check_passive(1),
                epochs.check_passive(2),
            ];
            assert_eq!(seen.map(Result::err), expected, "{name}");
        }
    }

    #[test]
    fn epochs_end_with_what_began_them() {
        for (name, mut epochs) in states() {
            let is = |state| name == state;
            assert_eq!(epochs.check_unlock(1).is_ok(), is("locked"), "{name}");
            assert_eq!(epochs.check_unlock_all().is_ok(), is("locked all"), "{name}");
            assert_eq!(epochs.posted().is_ok(), is("posted"), "{name}");
            assert_eq!(epochs.complete(), if is("started") { Ok(vec![1, 3]) } else { Err(Misuse::NotStarted) }, "{name}");
        }
        let mut epochs = Epochs::default();
        epochs.lock(1, LockKind::Shared);
        epochs.lock(4, LockKind::Exclusive);
        epochs.unlock(1);
        assert_eq!((epochs.check_unlock(1), epochs.check_unlock(4)), (Err(Misuse::NotLocked), Ok(LockKind::Exclusive)));
        epochs.unlock(4);
        assert_eq!(epochs.access(), &Access::None);
    }

    #[test]
    fn a_fence_that_was_not_used_gives_way() {
        let mut epochs = Epochs::default();
        epochs.fence(false);
        epochs.post(vec![0]).unwrap();
        assert_eq!(epochs.use_target(0), Err(Misuse::NoAccess));
        epochs.start(vec![0]).unwrap();
        assert_eq!(epochs.use_target(0), Ok(()));
    }
}
