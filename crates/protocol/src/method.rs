//! The table of methods: the ways that the bytes of a large message can take (LMT-1, LMT-2).
//!
//! A method is a row of [`TABLE`]. [`crate::decision`] says which one a message takes, and why.

/// A way for the bytes of a large message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Method {
    /// In packets: the sender copies into the device's buffers while the receiver copies out of
    /// them (LMT-2 a).
    Ring = 0,
    /// Through a pipe, copied into it and out of it by the kernel (LMT-2 b).
    Writev = 1,
    /// Through a pipe that is lent the sender's pages (LMT-2 c).
    Vmsplice = 2,
    /// The receiver copies from the sender's memory (LMT-2 d).
    Read = 3,
    /// The sender copies to the receiver's memory (LMT-2 d).
    Write = 4,
    /// Both copy, one from the front and one from the back, until they meet (LMT-beyond).
    Cooperative = 5,
    /// Through a network: the sender's device puts it into the receiver's memory.
    Put = 6,
    /// Through a network: the receiver's device gets it from the sender's memory.
    Get = 7,
}

/// What both ends of a message must be able to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Packets of the device: every device has them.
    Packets,
    /// A pipe between two processes of a node.
    Pipe,
    /// The system, or a mapping: one process of a node reaches the other one's memory.
    Memory,
    /// A network that moves data between the two processes' memories by itself.
    Network,
}

/// A row of the table of methods.
#[derive(Clone, Copy, Debug)]
pub struct MethodRow {
    /// The method.
    pub method: Method,
    /// Its name in settings and reports.
    pub name: &'static str,
    /// What both ends must be able to use.
    pub needs: Needs,
    /// Who does what, for people.
    pub doc: &'static str,
}

const fn row(method: Method, name: &'static str, needs: Needs, doc: &'static str) -> MethodRow {
    MethodRow { method, name, needs, doc }
}

/// Every method, in the order of their numbers. Settings, reports, variables for tools and sets of
/// methods derive from it; what a method costs is in [`crate::cost::Costs`], its steps are in the
/// engine's `transfer`.
pub const TABLE: [MethodRow; 8] = [
    row(Method::Ring, "ring", Needs::Packets, "the sender copies into packets, the receiver out of them"),
    row(Method::Writev, "writev", Needs::Pipe, "the kernel copies into a pipe and out of it"),
    row(Method::Vmsplice, "vmsplice", Needs::Pipe, "a pipe is lent the sender's pages, the kernel copies out of it"),
    row(Method::Read, "read", Needs::Memory, "the receiver copies from the sender's memory"),
    row(Method::Write, "write", Needs::Memory, "the sender copies to the receiver's memory"),
    row(Method::Cooperative, "cooperative", Needs::Memory, "both copy, one from the front and one from the back"),
    row(Method::Put, "put", Needs::Network, "the sender's adapter or network puts it into the receiver's memory"),
    row(Method::Get, "get", Needs::Network, "the receiver's adapter gets it from the sender's memory"),
];

impl Method {
    /// All of them, in the order of their numbers.
    pub const ALL: [Method; TABLE.len()] = {
        let mut all = [Method::Ring; TABLE.len()];
        let mut number = 0;
        while number < TABLE.len() {
            assert!(TABLE[number].method as usize == number, "rows are in the order of numbers");
            all[number] = TABLE[number].method;
            number += 1;
        }
        all
    };

    /// The method of a number.
    pub fn of(number: u16) -> Option<Method> {
        Method::ALL.get(number as usize).copied()
    }

    /// The method of a name.
    pub fn of_name(name: &str) -> Option<Method> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.method)
    }

    /// Its row of the table.
    pub const fn row(self) -> &'static MethodRow {
        &TABLE[self as usize]
    }

    /// Its name in settings and reports.
    pub const fn name(self) -> &'static str {
        self.row().name
    }
}

/// A set of methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods(u32);

impl Methods {
    /// What every device can do.
    pub const RING: Methods = Methods::only(Method::Ring);
    /// Every method.
    pub const ALL: Methods = Methods((1 << Method::ALL.len()) - 1);

    /// No method.
    pub const NONE: Methods = Methods(0);
    /// Those for which a process needs to know where the data lie in the other one.
    pub const COPIES: Methods = Methods::needing(Needs::Memory);
    /// Those that go through a pipe.
    pub const PIPES: Methods = Methods::needing(Needs::Pipe);
    /// Those of networks, which move the data by themselves.
    pub const NETWORK: Methods = Methods::needing(Needs::Network);

    const fn needing(needs: Needs) -> Methods {
        let mut methods = Methods::NONE;
        let mut number = 0;
        while number < TABLE.len() {
            if TABLE[number].needs as u8 == needs as u8 {
                methods = methods.with(TABLE[number].method);
            }
            number += 1;
        }
        methods
    }

    /// As a word of a packet.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Methods::bits`]. Methods that this version does not know stay in the set
    /// and are never chosen.
    pub const fn of_bits(bits: u32) -> Methods {
        Methods(bits)
    }

    /// One method.
    pub const fn only(method: Method) -> Methods {
        Methods(1 << method as u8)
    }

    /// Without `method`.
    #[must_use]
    pub const fn without(self, method: Method) -> Methods {
        self.minus(Methods::only(method))
    }

    /// With `method` too.
    #[must_use]
    pub const fn with(self, method: Method) -> Methods {
        Methods(self.0 | 1 << method as u8)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Methods) -> Methods {
        Methods(self.0 | other.0)
    }

    /// Those that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Methods) -> Methods {
        Methods(self.0 & !other.0)
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: Methods) -> Methods {
        Methods(self.0 & other.0)
    }

    /// Whether `method` is among them.
    pub const fn has(self, method: Method) -> bool {
        self.0 & 1 << method as u8 != 0
    }

    /// Those among them that this version knows, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Method> {
        Method::ALL.into_iter().filter(move |method| self.has(*method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let both = Methods::RING.with(Method::Cooperative);
        assert!(both.has(Method::Ring) && both.has(Method::Cooperative) && !both.has(Method::Read));
        assert_eq!((Methods::ALL.and(both), Methods::RING.or(both)), (both, both));
        assert!(Methods::PIPES.has(Method::Writev) && !Methods::PIPES.has(Method::Ring));
        assert_eq!(both.iter().collect::<Vec<_>>(), [Method::Ring, Method::Cooperative]);
    }

    #[test]
    fn numbers_and_names_find_their_method() {
        for (number, method) in Method::ALL.into_iter().enumerate() {
            assert_eq!((method as usize, Method::of(number as u16)), (number, Some(method)));
            assert_eq!(Method::of_name(method.name()), Some(method));
        }
        assert_eq!((Method::of(8), Method::of_name("auto")), (None, None));
    }

    #[test]
    fn every_method_is_needing_something() {
        let all = Methods::RING.or(Methods::PIPES).or(Methods::COPIES).or(Methods::NETWORK);
        assert_eq!(all, Methods::ALL);
        assert_eq!(Methods::COPIES.iter().collect::<Vec<_>>(), [Method::Read, Method::Write, Method::Cooperative]);
    }
}
