//! Parts of a window whose memory MPI has allocated and this process reaches by loads and stores:
//! all that an access there looks at, side by side. It takes some words for each rank of the node.

use ferry_protocol::rma::control::Control;

use super::{Node, Parts};

/// The part of one rank of the node.
#[derive(Clone, Copy, Debug)]
pub struct NearPart {
    /// Its first byte here.
    pub base: *mut u8,
    /// Bytes.
    pub size: u64,
    /// Bytes of a unit of displacement.
    pub unit: u64,
    /// Its control block.
    pub control: *const Control,
}

/// See the module.
#[derive(Debug)]
pub struct NearParts {
    /// By place among the ranks of the node.
    parts: Box<[NearPart]>,
    /// The control block of this process's own part.
    own: *const Control,
}

impl NearParts {
    /// Those of `node`, to the rank `own` of the window.
    pub fn new(node: &Node, parts: &Parts, own: u32) -> Option<Self> {
        let part = |rank: &u32| {
            let (base, size) = node.data(*rank)?;
            Some(NearPart { base, size, unit: parts.of_rank(*rank).unit, control: node.control(*rank)? })
        };
        Some(NearParts { parts: node.ranks().iter().map(part).collect::<Option<_>>()?, own: node.control(own)? })
    }

    /// That of the rank with this place on the node.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Option<&NearPart> {
        self.parts.get(place)
    }

    /// The control block of this process's own part.
    #[inline(always)]
    pub fn own(&self) -> *const Control {
        self.own
    }
}
