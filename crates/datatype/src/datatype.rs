//! The datatype handle and its queries.

use crate::contents::{Combiner, Contents, Envelope, Recipe};
use crate::cursor::{Cursor, Segment};
use crate::error::TypeError;
use crate::layout::{Layout, Placed};
use crate::primitive::Primitive;
use crate::shared::Shared;
use crate::signature::Signature;
use crate::typemap::{Bounds, TypeMap};
use std::fmt;

/// An MPI datatype: immutable, cheap to clone, thread-safe. Sizes are bytes.
#[derive(Clone)]
pub struct Datatype(pub(crate) Shared<Inner>);

pub(crate) struct Inner {
    pub map: TypeMap,
    pub bounds: Bounds,
    /// Any number of elements is one dense run.
    contiguous: bool,
    pub recipe: Recipe,
    named: Option<Named>,
}

/// What a predefined type is called.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub handle: u16,
    pub name: &'static str,
}

impl Inner {
    pub const fn named(handle: u16, name: &'static str, primitive: Primitive, layout: Layout) -> Inner {
        let true_extent = match primitive {
            Primitive::ShortInt => 8,
            other => other.size() as i64,
        };
        Inner {
            contiguous: primitive.size() == primitive.extent(),
            map: TypeMap::primitive(primitive, layout, true_extent),
            bounds: Bounds { lb: 0, ub: primitive.extent() as i64 },
            recipe: Recipe::NAMED,
            named: Some(Named { handle, name }),
        }
    }
}

impl Datatype {
    /// Most constructors nested in one type; bounds the recursion of walks and of freeing a type.
    pub const MAX_DEPTH: u32 = 1024;

    pub(crate) fn build(map: TypeMap, recipe: Recipe) -> Result<Datatype, TypeError> {
        let nested = recipe.datatypes.iter().map(Datatype::depth).max().unwrap_or(0) + 1;
        let map = TypeMap { depth: map.depth.max(nested), ..map };
        if map.depth > Self::MAX_DEPTH {
            return Err(TypeError::TooDeep { limit: Self::MAX_DEPTH });
        }
        let bounds = map.bounds();
        let extent = map.extent()?;
        let dense = matches!(map.layout.layout, Layout::Dense { .. });
        let contiguous = dense && (map.size == 0 || i64::try_from(map.size) == Ok(extent));
        Ok(Datatype(Shared::new(Inner { map, bounds, contiguous, recipe, named: None })))
    }

    fn depth(&self) -> u32 {
        self.0.map.depth
    }

    /// Bytes of data in one element (`MPI_Type_size`).
    #[inline]
    pub fn size(&self) -> u64 {
        self.0.map.size
    }

    /// Lower bound in bytes.
    #[inline]
    pub fn lb(&self) -> i64 {
        self.0.bounds.lb
    }

    /// Upper bound in bytes.
    #[inline]
    pub fn ub(&self) -> i64 {
        self.0.bounds.ub
    }

    /// Bytes from one element to the next.
    #[inline]
    pub fn extent(&self) -> i64 {
        self.0.bounds.ub - self.0.bounds.lb
    }

    /// Offset of the first byte of data, markers ignored; 0 without data.
    pub fn true_lb(&self) -> i64 {
        self.0.map.data.map_or(0, |data| data.lb)
    }

    /// Bytes from the first to past the last byte of data, markers ignored.
    pub fn true_extent(&self) -> i64 {
        self.0.map.data.map_or(0, |data| data.ub - data.lb)
    }

    /// Largest alignment of any element, at least 1.
    pub fn alignment(&self) -> u64 {
        self.0.map.alignment
    }

    /// Whether any number of elements is one dense run of bytes; it starts at
    /// [`Datatype::true_lb`].
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.0.contiguous
    }

    /// The one dense run that `count` elements are, or `None` if they are several.
    #[inline]
    pub fn dense_run(&self, count: u64) -> Option<Segment> {
        let inner = &*self.0;
        if inner.contiguous || (count <= 1 && matches!(inner.map.layout.layout, Layout::Dense { .. })) {
            let len = inner.map.size.wrapping_mul(count) as usize;
            Some(Segment { offset: inner.map.layout.offset, len })
        } else {
            None
        }
    }

    /// Bytes of data in `count` elements, or `None` if that does not fit in 63 bits.
    #[inline]
    pub fn packed_size(&self, count: u64) -> Option<u64> {
        self.size().checked_mul(count).filter(|&bytes| bytes <= i64::MAX as u64)
    }

    /// Offsets, relative to the buffer, of the first and past the last byte that `count` elements
    /// touch; `None` if there are none or an offset does not fit in 63 bits.
    pub fn footprint(&self, count: u64) -> Option<(i64, i64)> {
        let data = self.0.map.data?;
        let span = i128::from(count.checked_sub(1)?) * i128::from(self.extent());
        let low = i64::try_from(i128::from(data.lb) + span.min(0)).ok()?;
        let high = i64::try_from(i128::from(data.ub) + span.max(0)).ok()?;
        Some((low, high))
    }

    /// Where the bytes of one element are.
    #[inline]
    pub fn layout(&self) -> &Placed {
        &self.0.map.layout
    }

    /// Which primitives one element consists of.
    pub fn signature(&self) -> &Signature {
        &self.0.map.signature
    }

    /// The primitive all basic elements have, if they have one.
    #[inline]
    pub fn primitive(&self) -> Option<Primitive> {
        self.0.map.signature.primitive()
    }

    /// Whole elements of this type in `bytes` bytes of data (`MPI_Get_count`), or `None` if they
    /// end within an element.
    #[inline]
    pub fn count_in(&self, bytes: u64) -> Option<u64> {
        match self.size() {
            0 => (bytes == 0).then_some(0),
            size => bytes.is_multiple_of(size).then(|| bytes / size),
        }
    }

    /// Basic elements in `bytes` bytes of data of any number of elements (`MPI_Get_elements`), or
    /// `None` if they end within one.
    pub fn elements_in(&self, bytes: u64) -> Option<u64> {
        let (size, signature) = (self.size(), self.signature());
        if size == 0 {
            return (bytes == 0).then_some(0);
        }
        let rest = signature.elements_in(bytes % size)?;
        (bytes / size).checked_mul(signature.elements())?.checked_add(rest)
    }

    /// The bytes of data that `elements` basic elements take in elements of this type, one after
    /// the other.
    pub fn bytes_of_elements(&self, elements: u64) -> Option<u64> {
        let per_type = self.signature().elements();
        if per_type == 0 {
            return (elements == 0).then_some(0);
        }
        let whole = (elements / per_type).checked_mul(self.size())?;
        whole.checked_add(self.signature().bytes_of(elements % per_type))
    }

    /// Dense runs that `count` elements consist of, where neighbours may touch: an upper bound of
    /// the pieces of memory they lie in.
    pub fn runs(&self, count: u64) -> u64 {
        if self.dense_run(count).is_some() { 1 } else { self.layout().layout.runs().saturating_mul(count) }
    }

    /// Walk over the segments of `count` elements.
    pub fn cursor(&self, count: u64) -> Cursor<'_> {
        Cursor::new(self, count)
    }

    /// The segments of `count` elements in pack order.
    pub fn segments(&self, count: u64) -> impl Iterator<Item = Segment> + '_ {
        let mut cursor = self.cursor(count);
        std::iter::from_fn(move || cursor.next(usize::MAX))
    }

    /// The type of the ABI handle `handle`, if it is a predefined datatype other than
    /// `MPI_DATATYPE_NULL`.
    #[inline]
    pub fn predefined(handle: usize) -> Option<&'static Datatype> {
        crate::predefined::lookup(handle)
    }

    /// `MPI_BYTE`.
    pub fn byte() -> &'static Datatype {
        Self::predefined(crate::predefined::BYTE).expect("MPI_BYTE is predefined")
    }

    /// The ABI handle of a predefined type.
    pub fn handle(&self) -> Option<usize> {
        self.0.named.map(|named| usize::from(named.handle))
    }

    /// Name of a predefined type, as in `MPI_INT`.
    pub fn name(&self) -> Option<&'static str> {
        self.0.named.map(|named| named.name)
    }

    /// Whether operations that are defined for predefined datatypes take it: those of a name, and
    /// those of a Fortran precision and range.
    pub fn counts_as_predefined(&self) -> bool {
        let fortran = [Combiner::F90Real, Combiner::F90Complex, Combiner::F90Integer];
        self.0.named.is_some() || fortran.contains(&self.0.recipe.combiner)
    }

    /// Whether both are the very same type, not merely equal ones.
    pub fn same(a: &Datatype, b: &Datatype) -> bool {
        Shared::same(&a.0, &b.0)
    }

    /// How the type was made (`MPI_Type_get_envelope`).
    pub fn envelope(&self) -> Envelope {
        self.0.recipe.envelope()
    }

    /// The arguments the type was made from (`MPI_Type_get_contents`).
    pub fn contents(&self) -> Contents {
        self.0.recipe.contents()
    }

    /// Records that the type was made by a large-count constructor (`MPI_X_c`), so that its
    /// contents are large counts. Call it on a type just made, before any clone; later calls change
    /// nothing.
    #[must_use]
    pub fn from_large_counts(mut self) -> Datatype {
        if let Shared::Counted(inner) = &mut self.0
            && let Some(inner) = std::sync::Arc::get_mut(inner)
        {
            inner.recipe.large = true;
        }
        self
    }
}

impl fmt::Debug for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => f.debug_struct("Datatype").field("recipe", &self.0.recipe).field("map", &self.0.map).finish(),
        }
    }
}
