//! Which primitives a datatype consists of, in order: its type signature (MPI 5.0, section 5.1).

use crate::primitive::Primitive;
use crate::shared::Shared;

/// A type signature, run-length compressed.
#[derive(Clone, Debug)]
pub enum Signature {
    /// `count` elements of one primitive; `count` is 0 only for the empty signature.
    Uniform {
        /// The element type.
        primitive: Primitive,
        /// How many.
        count: u64,
    },
    /// `child` again and again.
    Repeat {
        /// How often, at least twice.
        count: u64,
        /// What is repeated; never uniform.
        child: Shared<Signature>,
    },
    /// Different signatures one after the other.
    Concat {
        /// At least two parts, neighbours never uniform of the same primitive.
        parts: Shared<[SignaturePart]>,
    },
}

/// A part of [`Signature::Concat`] with running totals through its end.
#[derive(Clone, Debug)]
pub struct SignaturePart {
    signature: Signature,
    bytes_end: u64,
    elements_end: u64,
}

impl SignaturePart {
    pub(crate) fn signature(&self) -> &Signature {
        &self.signature
    }
}

impl Signature {
    /// No elements.
    pub const EMPTY: Signature = Signature::Uniform { primitive: Primitive::Byte, count: 0 };

    /// Bytes of data.
    pub fn bytes(&self) -> u64 {
        match self {
            Signature::Uniform { primitive, count } => primitive.size() * count,
            Signature::Repeat { count, child } => child.bytes() * count,
            Signature::Concat { parts } => parts.last().map_or(0, |part| part.bytes_end),
        }
    }

    /// Basic elements; a pair counts as two.
    pub fn elements(&self) -> u64 {
        match self {
            Signature::Uniform { primitive, count } => primitive.elements() * count,
            Signature::Repeat { count, child } => child.elements() * count,
            Signature::Concat { parts } => parts.last().map_or(0, |part| part.elements_end),
        }
    }

    /// The primitive all elements have, if they have one.
    pub const fn primitive(&self) -> Option<Primitive> {
        match self {
            Signature::Uniform { primitive, count } if *count > 0 => Some(*primitive),
            _ => None,
        }
    }

    /// Whole basic elements in the first `bytes` bytes (at most [`Signature::bytes`]), or `None` if
    /// an element is cut.
    pub fn elements_in(&self, bytes: u64) -> Option<u64> {
        match self {
            Signature::Uniform { primitive, .. } => {
                let rest = primitive.elements_in(bytes % primitive.size())?;
                Some(bytes / primitive.size() * primitive.elements() + rest)
            }
            Signature::Repeat { child, .. } => {
                let rest = child.elements_in(bytes % child.bytes())?;
                Some(bytes / child.bytes() * child.elements() + rest)
            }
            Signature::Concat { parts } => {
                let index = parts.partition_point(|part| part.bytes_end <= bytes);
                let (bytes_before, elements_before) =
                    index.checked_sub(1).map_or((0, 0), |before| (parts[before].bytes_end, parts[before].elements_end));
                let rest = match parts.get(index) {
                    Some(part) => part.signature.elements_in(bytes - bytes_before)?,
                    None => 0,
                };
                Some(elements_before + rest)
            }
        }
    }

    /// Bytes that the first `elements` basic elements (at most [`Signature::elements`]) take.
    pub fn bytes_of(&self, elements: u64) -> u64 {
        match self {
            Signature::Uniform { primitive, .. } => {
                let cut = match primitive.pair() {
                    Some((value, _)) if elements % 2 == 1 => value.size(),
                    _ => 0,
                };
                elements / primitive.elements() * primitive.size() + cut
            }
            Signature::Repeat { child, .. } => {
                elements / child.elements() * child.bytes() + child.bytes_of(elements % child.elements())
            }
            Signature::Concat { parts } => {
                let index = parts.partition_point(|part| part.elements_end <= elements);
                let (bytes_before, elements_before) =
                    index.checked_sub(1).map_or((0, 0), |before| (parts[before].bytes_end, parts[before].elements_end));
                bytes_before + parts.get(index).map_or(0, |part| part.signature.bytes_of(elements - elements_before))
            }
        }
    }

    /// Calls `visit` with each run of equal primitives in order, until it returns `false`; returns
    /// whether all were visited.
    pub fn for_each_run(&self, visit: &mut dyn FnMut(Primitive, u64) -> bool) -> bool {
        match self {
            Signature::Uniform { count: 0, .. } => true,
            Signature::Uniform { primitive, count } => visit(*primitive, *count),
            Signature::Repeat { count, child } => (0..*count).all(|_| child.for_each_run(visit)),
            Signature::Concat { parts } => parts.iter().all(|part| part.signature.for_each_run(visit)),
        }
    }

    /// Sum of `measure` over all elements, or `None` on overflow.
    pub fn total(&self, measure: &dyn Fn(Primitive) -> u64) -> Option<u64> {
        match self {
            Signature::Uniform { count: 0, .. } => Some(0),
            Signature::Uniform { primitive, count } => measure(*primitive).checked_mul(*count),
            Signature::Repeat { count, child } => child.total(measure)?.checked_mul(*count),
            Signature::Concat { parts } => {
                parts.iter().try_fold(0u64, |sum, part| sum.checked_add(part.signature.total(measure)?))
            }
        }
    }

    pub(crate) fn repeat(self, times: u64) -> Signature {
        match self {
            Signature::Uniform { primitive, count } if times * count > 0 => {
                Signature::Uniform { primitive, count: count * times }
            }
            _ if times == 0 || self.elements() == 0 => Signature::EMPTY,
            other if times == 1 => other,
            Signature::Repeat { count, child } => Signature::Repeat { count: count * times, child },
            other => Signature::Repeat { count: times, child: Shared::new(other) },
        }
    }

    pub(crate) fn concat(signatures: impl Iterator<Item = Signature>) -> Signature {
        let mut list: Vec<Signature> = Vec::new();
        for next in signatures.filter(|signature| signature.elements() > 0) {
            match (list.last_mut(), &next) {
                (Some(Signature::Uniform { primitive: a, count }), Signature::Uniform { primitive: b, count: more })
                    if a == b =>
                {
                    *count += more;
                }
                _ => list.push(next),
            }
        }
        match list.len() {
            0 => Signature::EMPTY,
            1 => list.remove(0),
            _ => Signature::Concat { parts: with_totals(list).into() },
        }
    }
}

fn with_totals(list: Vec<Signature>) -> Vec<SignaturePart> {
    let (mut bytes_end, mut elements_end) = (0, 0);
    list.into_iter()
        .map(|signature| {
            bytes_end += signature.bytes();
            elements_end += signature.elements();
            SignaturePart { signature, bytes_end, elements_end }
        })
        .collect()
}
