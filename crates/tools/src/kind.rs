//! The vocabulary of the tables, with the constants of MPI behind it.

use ferry_constants as mpi;

/// The class of a performance variable (MPI-5 §15.3.7). Ferry uses these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// How much of a resource is in use now.
    Level,
    /// How large a resource is.
    Size,
    /// The most of a resource that was in use since the variable was started or reset.
    HighWatermark,
    /// Events since the variable was started.
    Counter,
    /// A sum over events since the variable was started.
    Aggregate,
    /// Time since the variable was started.
    Timer,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 6] = [Class::Level, Class::Size, Class::HighWatermark, Class::Counter, Class::Aggregate, Class::Timer];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Class::Level => "level",
            Class::Size => "size",
            Class::HighWatermark => "highwatermark",
            Class::Counter => "counter",
            Class::Aggregate => "aggregate",
            Class::Timer => "timer",
        }
    }

    /// `MPI_T_PVAR_CLASS_...`.
    pub fn constant(self) -> i32 {
        match self {
            Class::Level => mpi::MPI_T_PVAR_CLASS_LEVEL,
            Class::Size => mpi::MPI_T_PVAR_CLASS_SIZE,
            Class::HighWatermark => mpi::MPI_T_PVAR_CLASS_HIGHWATERMARK,
            Class::Counter => mpi::MPI_T_PVAR_CLASS_COUNTER,
            Class::Aggregate => mpi::MPI_T_PVAR_CLASS_AGGREGATE,
            Class::Timer => mpi::MPI_T_PVAR_CLASS_TIMER,
        }
    }

    /// True for what shows the present state whatever a tool does: it is continuous and read-only.
    pub fn is_momentary(self) -> bool {
        matches!(self, Class::Level | Class::Size)
    }
}

/// What a performance variable counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unit {
    Messages,
    Bytes,
    Receives,
    Operations,
    Requests,
    Calls,
    Times,
    Buffers,
    Seconds,
}

impl Unit {
    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Messages => "messages",
            Unit::Bytes => "bytes",
            Unit::Receives => "receives",
            Unit::Operations => "operations",
            Unit::Requests => "requests",
            Unit::Calls => "calls",
            Unit::Times => "times",
            Unit::Buffers => "buffers",
            Unit::Seconds => "seconds",
        }
    }
}

/// How a value is represented (MPI-5 §15.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `MPI_INT`
    Int,
    /// `MPI_UNSIGNED_LONG_LONG`
    Unsigned,
    /// `MPI_DOUBLE`
    Double,
    /// `MPI_CHAR`: text with a terminating null
    Text,
}

impl Form {
    /// The handle of the datatype.
    pub fn datatype(self) -> usize {
        match self {
            Form::Int => mpi::MPI_INT,
            Form::Unsigned => mpi::MPI_UNSIGNED_LONG_LONG,
            Form::Double => mpi::MPI_DOUBLE,
            Form::Text => mpi::MPI_CHAR,
        }
    }

    /// The datatype's name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Int => "MPI_INT",
            Form::Unsigned => "MPI_UNSIGNED_LONG_LONG",
            Form::Double => "MPI_DOUBLE",
            Form::Text => "MPI_CHAR",
        }
    }

    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        match self {
            Form::Int => size_of::<i32>(),
            Form::Unsigned => size_of::<u64>(),
            Form::Double => size_of::<f64>(),
            Form::Text => 1,
        }
    }
}

/// Whom a variable is for (MPI-5 §15.3.1). Ferry uses these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// Basic, for users.
    User,
    /// Basic, for those who tune.
    Tuner,
    /// Detailed, for those who tune.
    TunerDetail,
    /// Basic, for developers of MPI.
    Developer,
}

impl Verbosity {
    /// `MPI_T_VERBOSITY_...`.
    pub fn constant(self) -> i32 {
        match self {
            Verbosity::User => mpi::MPI_T_VERBOSITY_USER_BASIC,
            Verbosity::Tuner => mpi::MPI_T_VERBOSITY_TUNER_BASIC,
            Verbosity::TunerDetail => mpi::MPI_T_VERBOSITY_TUNER_DETAIL,
            Verbosity::Developer => mpi::MPI_T_VERBOSITY_MPIDEV_BASIC,
        }
    }
}

/// What a variable is bound to (MPI-5 §15.3.2). Ferry uses these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bind {
    /// Nothing: it holds for the process.
    Nothing,
    /// A communicator.
    Comm,
}

impl Bind {
    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Bind::Nothing => "process",
            Bind::Comm => "communicator",
        }
    }

    /// `MPI_T_BIND_...`.
    pub fn constant(self) -> i32 {
        match self {
            Bind::Nothing => mpi::MPI_T_BIND_NO_OBJECT,
            Bind::Comm => mpi::MPI_T_BIND_MPI_COMM,
        }
    }
}

/// Whom the change of a control variable concerns (MPI-5 §15.3.6). Ferry uses these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// This process.
    Local,
    /// All processes, which must set the same value.
    AllEqual,
}

impl Scope {
    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Local => "local",
            Scope::AllEqual => "all_eq",
        }
    }

    /// `MPI_T_SCOPE_...`.
    pub fn constant(self) -> i32 {
        match self {
            Scope::Local => mpi::MPI_T_SCOPE_LOCAL,
            Scope::AllEqual => mpi::MPI_T_SCOPE_ALL_EQ,
        }
    }
}
