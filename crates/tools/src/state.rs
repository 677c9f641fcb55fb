//! What tools have made: initialization, and every object behind a handle of the interface.
//!
//! All objects live in one table, so that a handle of one sort passed as another is found out.
//! Enumerations are constant; their handles are reserved ones without a place in the table.

use ferry_constants as mpi;
use ferry_handle::{Kind, Table};

use crate::cvar::{Target, Value};
use crate::enumeration::{self, Enumeration};
use crate::event::Instance;
use crate::meter::Meter;
use crate::pvar::{self, Pvar, Source};
use crate::refusal::Refusal;

type Result<T> = std::result::Result<T, Refusal>;

/// Objects that tools may have at once: far more than there are variables, and few enough to notice
/// a leak.
const OBJECTS_MAX: usize = 1 << 20;

/// The handle of a performance variable.
#[derive(Debug)]
pub struct PvarHandle {
    /// The session it was made in.
    pub session: usize,
    /// Of which variable.
    pub index: usize,
    /// For a variable bound to a communicator: world rank of each of its ranks.
    pub ranks: Vec<u32>,
    /// Its value.
    pub meter: Meter,
}

impl PvarHandle {
    /// The variable.
    pub fn pvar(&self) -> &'static Pvar {
        &pvar::table()[self.index]
    }
}

/// A function of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callback {
    /// Its address.
    pub function: usize,
    /// What it is given.
    pub user_data: usize,
}

/// Callback safety levels, from the lowest to the highest (MPI-5 §15.3.8).
pub const SAFETY_LEVELS: [i32; 4] = [
    mpi::MPI_T_CB_REQUIRE_NONE,
    mpi::MPI_T_CB_REQUIRE_MPI_RESTRICTED,
    mpi::MPI_T_CB_REQUIRE_THREAD_SAFE,
    mpi::MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
];

/// The level at which Ferry runs callbacks, as an index of [`SAFETY_LEVELS`]: within a call of MPI,
/// on the thread that made it.
pub const RAISED_AT: usize = 1;

/// The registration of a tool for an event type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registration {
    /// The index of the type.
    pub event: usize,
    /// By safety level.
    pub callbacks: [Option<Callback>; SAFETY_LEVELS.len()],
    /// Address of the function that is told of lost events.
    pub dropped: Option<usize>,
}

impl Registration {
    /// The callback that Ferry runs: the one with the lowest level that will do.
    pub fn callback(&self) -> Option<Callback> {
        self.callbacks[RAISED_AT..].iter().find_map(|callback| *callback)
    }
}

/// Anything a handle of the interface refers to.
#[derive(Debug)]
pub enum Object {
    /// `MPI_T_cvar_handle`: the index of the variable.
    Cvar(usize),
    /// `MPI_T_pvar_session`
    Session,
    /// `MPI_T_pvar_handle`
    Pvar(PvarHandle),
    /// `MPI_T_event_registration`
    Registration(Registration),
    /// `MPI_T_event_instance`
    Instance(Instance),
}

/// The state of the interface.
pub struct Tools {
    /// Initializations without their finalization.
    depth: u32,
    /// Thread level granted to the first of them.
    level: i32,
    objects: Table<Object>,
    /// Control variables set before `MPI_Init`, in order.
    early: Vec<(Target, Value)>,
}

impl Tools {
    /// Not initialized.
    pub const fn new() -> Self {
        Tools { depth: 0, level: mpi::MPI_THREAD_SINGLE, objects: Table::new(Kind::Tool), early: Vec::new() }
    }

    /// True between the first initialization and the last finalization.
    pub fn is_initialized(&self) -> bool {
        self.depth > 0
    }

    /// The thread level of the interface, once it is initialized.
    pub fn level(&self) -> i32 {
        self.level
    }

    /// One more initialization; the first one's level counts.
    pub fn initialize(&mut self, level: i32) {
        if self.depth == 0 {
            self.level = level;
        }
        self.depth += 1;
    }

    /// Takes back one initialization; the last takes every object along.
    ///
    /// # Errors
    /// `NotInitialized` without an initialization.
    pub fn finalize(&mut self) -> Result<()> {
        self.depth = self.depth.checked_sub(1).ok_or(Refusal::NotInitialized)?;
        if self.depth == 0 {
            self.remove_if(|_| true);
        }
        Ok(())
    }

    fn remove_if(&mut self, is_doomed: impl Fn(&Object) -> bool) {
        let doomed: Vec<usize> = self.objects.iter().filter(|(_, object)| is_doomed(object)).map(|(handle, _)| handle).collect();
        for handle in doomed {
            self.objects.remove(handle);
        }
    }

    /// A handle for a new object; `None` if there are too many.
    pub fn insert(&mut self, object: Object) -> Option<usize> {
        (self.objects.len() < OBJECTS_MAX).then(|| self.objects.insert(object))
    }

    /// The variable behind the handle of a control variable.
    ///
    /// # Errors
    /// `InvalidHandle`.
    pub fn cvar(&self, handle: usize) -> Result<usize> {
        match self.objects.get(handle) {
            Some(Object::Cvar(index)) => Ok(*index),
            _ => Err(Refusal::InvalidHandle),
        }
    }

    /// Ends the handle of a control variable.
    ///
    /// # Errors
    /// `InvalidHandle`.
    pub fn free_cvar(&mut self, handle: usize) -> Result<()> {
        self.cvar(handle)?;
        self.objects.remove(handle);
        Ok(())
    }

    /// Refuses what is no session.
    ///
    /// # Errors
    /// `InvalidSession`.
    pub fn session(&self, session: usize) -> Result<()> {
        match self.objects.get(session) {
            Some(Object::Session) => Ok(()),
            _ => Err(Refusal::InvalidSession),
        }
    }

    /// Ends a session with its handles.
    ///
    /// # Errors
    /// `InvalidSession`.
    pub fn free_session(&mut self, session: usize) -> Result<()> {
        self.session(session)?;
        self.remove_if(|object| matches!(object, Object::Pvar(handle) if handle.session == session));
        self.objects.remove(session);
        Ok(())
    }

    /// The handle of a performance variable in its session.
    ///
    /// # Errors
    /// `InvalidSession`; `InvalidHandle`, also for a handle of another session.
    pub fn pvar(&self, session: usize, handle: usize) -> Result<&PvarHandle> {
        self.session(session)?;
        match self.objects.get(handle) {
            Some(Object::Pvar(found)) if found.session == session => Ok(found),
            _ => Err(Refusal::InvalidHandle),
        }
    }

    /// As [`Tools::pvar`], for change.
    ///
    /// # Errors
    /// As [`Tools::pvar`].
    pub fn pvar_mut(&mut self, session: usize, handle: usize) -> Result<&mut PvarHandle> {
        self.session(session)?;
        match self.objects.get_mut(handle) {
            Some(Object::Pvar(found)) if found.session == session => Ok(found),
            _ => Err(Refusal::InvalidHandle),
        }
    }

    /// Ends the handle of a performance variable.
    ///
    /// # Errors
    /// As [`Tools::pvar`].
    pub fn free_pvar(&mut self, session: usize, handle: usize) -> Result<()> {
        self.pvar(session, handle)?;
        self.objects.remove(handle);
        Ok(())
    }

    /// All handles of performance variables of a session.
    pub fn pvars_of(&self, session: usize) -> Vec<usize> {
        let of_session = |object: &Object| matches!(object, Object::Pvar(handle) if handle.session == session);
        self.objects.iter().filter(|(_, object)| of_session(object)).map(|(handle, _)| handle).collect()
    }

    /// The high-water mark behind `source` stands at `mark` and is about to be renewed.
    pub fn fold(&mut self, source: Source, mark: &[u64]) {
        for (_, object) in self.objects.iter_mut() {
            if let Object::Pvar(handle) = object
                && handle.pvar().source == source
            {
                handle.meter.fold(mark);
            }
        }
    }

    /// The registration behind a handle.
    ///
    /// # Errors
    /// `InvalidHandle`.
    pub fn registration(&mut self, handle: usize) -> Result<&mut Registration> {
        match self.objects.get_mut(handle) {
            Some(Object::Registration(found)) => Ok(found),
            _ => Err(Refusal::InvalidHandle),
        }
    }

    /// Ends a registration.
    ///
    /// # Errors
    /// `InvalidHandle`.
    pub fn free_registration(&mut self, handle: usize) -> Result<Registration> {
        let registration = *self.registration(handle)?;
        self.objects.remove(handle);
        Ok(registration)
    }

    /// Handles of all registrations for an event type.
    pub fn registrations_of(&self, event: usize) -> Vec<usize> {
        let is_for = |object: &Object| matches!(object, Object::Registration(found) if found.event == event);
        self.objects.iter().filter(|(_, object)| is_for(object)).map(|(handle, _)| handle).collect()
    }

    /// The event types for which some callback is there to be run, as bits.
    pub fn wanted_events(&self) -> u32 {
        let bit = |object: &Object| match object {
            Object::Registration(found) if found.callback().is_some() => 1 << found.event,
            _ => 0,
        };
        self.objects.iter().fold(0, |bits, (_, object)| bits | bit(object))
    }

    /// The event instance behind a handle, which is valid while its callback runs.
    ///
    /// # Errors
    /// `InvalidHandle`.
    pub fn instance(&self, handle: usize) -> Result<&Instance> {
        match self.objects.get(handle) {
            Some(Object::Instance(found)) => Ok(found),
            _ => Err(Refusal::InvalidHandle),
        }
    }

    /// Its callbacks are through.
    pub fn end_instance(&mut self, handle: usize) {
        if self.instance(handle).is_ok() {
            self.objects.remove(handle);
        }
    }

    /// Keeps what is to be set at `MPI_Init`.
    pub fn set_early(&mut self, target: Target, value: Value) {
        self.early.push((target, value));
    }

    /// What was set before `MPI_Init`, in order.
    pub fn early(&self) -> &[(Target, Value)] {
        &self.early
    }
}

impl Default for Tools {
    fn default() -> Self {
        Self::new()
    }
}

/// The handle of enumeration `index`.
pub fn enum_handle(index: Option<usize>) -> usize {
    index.map_or(mpi::MPI_T_ENUM_NULL, |index| Kind::Tool.reserved(index))
}

/// The enumeration behind a handle.
///
/// # Errors
/// `InvalidHandle`.
pub fn enumeration(handle: usize) -> Result<&'static Enumeration> {
    let index = Kind::Tool.reserved_number(handle).ok_or(Refusal::InvalidHandle)?;
    enumeration::table().get(index).ok_or(Refusal::InvalidHandle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Class;

    fn handle(session: usize, class: Class) -> Object {
        let index = pvar::table().iter().position(|pvar| pvar.class == class).unwrap();
        Object::Pvar(PvarHandle { session, index, ranks: Vec::new(), meter: Meter::new(class, 1) })
    }

    #[test]
    fn initializations_are_counted_and_the_last_takes_all_along() {
        let mut tools = Tools::new();
        assert_eq!(tools.finalize(), Err(Refusal::NotInitialized));
        tools.initialize(mpi::MPI_THREAD_SERIALIZED);
        tools.initialize(mpi::MPI_THREAD_MULTIPLE);
        let session = tools.insert(Object::Session).unwrap();
        tools.finalize().unwrap();
        assert!(tools.is_initialized() && tools.session(session).is_ok() && tools.level() == mpi::MPI_THREAD_SERIALIZED);
        tools.finalize().unwrap();
        assert!(!tools.is_initialized());
        tools.initialize(mpi::MPI_THREAD_SINGLE);
        assert_eq!(tools.session(session), Err(Refusal::InvalidSession));
        assert_ne!(tools.insert(Object::Session), Some(session));
    }

    #[test]
    fn handles_belong_to_their_session_and_sort() {
        let mut tools = Tools::new();
        let (one, two) = (tools.insert(Object::Session).unwrap(), tools.insert(Object::Session).unwrap());
        let pvar = tools.insert(handle(one, Class::Counter)).unwrap();
        let cvar = tools.insert(Object::Cvar(0)).unwrap();
        assert!(tools.pvar(one, pvar).is_ok());
        assert_eq!(tools.pvar(two, pvar).unwrap_err(), Refusal::InvalidHandle);
        assert_eq!(tools.pvar(pvar, pvar).unwrap_err(), Refusal::InvalidSession);
        assert_eq!(tools.pvar(one, cvar).unwrap_err(), Refusal::InvalidHandle);
        assert_eq!(tools.cvar(pvar), Err(Refusal::InvalidHandle));
        assert_eq!(tools.free_cvar(cvar), Ok(()));
        assert_eq!(tools.free_cvar(cvar), Err(Refusal::InvalidHandle));
        assert_eq!(tools.pvars_of(one), [pvar]);
        tools.free_session(one).unwrap();
        assert_eq!(tools.pvar(two, pvar).unwrap_err(), Refusal::InvalidHandle);
        assert!(tools.objects.len() == 1);
    }

    #[test]
    fn events_are_wanted_while_a_callback_could_run() {
        let mut tools = Tools::new();
        let registered = tools.insert(Object::Registration(Registration { event: 2, ..Registration::default() })).unwrap();
        let callback = |function| Some(Callback { function, user_data: 0 });
        assert_eq!(tools.wanted_events(), 0);
        tools.registration(registered).unwrap().callbacks[0] = callback(1);
        assert_eq!(tools.wanted_events(), 0);
        tools.registration(registered).unwrap().callbacks[3] = callback(3);
        assert_eq!(tools.wanted_events(), 1 << 2);
        tools.registration(registered).unwrap().callbacks[2] = callback(2);
        assert_eq!(tools.registration(registered).unwrap().callback(), callback(2));
        assert_eq!((tools.registrations_of(2), tools.registrations_of(1)), (vec![registered], vec![]));
        tools.free_registration(registered).unwrap();
        assert_eq!((tools.wanted_events(), tools.free_registration(registered).unwrap_err()), (0, Refusal::InvalidHandle));
    }

    #[test]
    fn enumerations_have_handles_that_no_object_has() {
        let mut tools = Tools::new();
        let session = tools.insert(Object::Session).unwrap();
        assert_eq!(enumeration(session).unwrap_err(), Refusal::InvalidHandle);
        for (index, found) in enumeration::table().iter().enumerate() {
            assert_eq!(enumeration(enum_handle(Some(index))).unwrap().name, found.name);
        }
        for garbage in [0, 1, 0x1000, usize::MAX, enum_handle(Some(enumeration::table().len()))] {
            assert_eq!(enumeration(garbage).unwrap_err(), Refusal::InvalidHandle);
        }
    }
}
