//! The definition of MPI 5.0, section 5.1: a list of elements and displacements, with bound
//! markers, and the padding of parts.

use ferry_datatype::Primitive;

/// A basic element: the primitive it belongs to, whether it starts one, its place, size and
/// alignment.
#[derive(Clone, Debug)]
struct Entry {
    primitive: Primitive,
    starts: bool,
    displacement: i64,
    size: i64,
    alignment: i64,
}

#[derive(Clone, Debug, Default)]
pub struct Map {
    entries: Vec<Entry>,
    /// Ends of parts with their padding.
    ends: Vec<i64>,
    lower_markers: Vec<i64>,
    upper_markers: Vec<i64>,
}

impl Map {
    pub fn primitive(primitive: Primitive) -> Map {
        let entry = |part: Primitive, displacement, starts| Entry {
            primitive,
            starts,
            displacement,
            size: part.size() as i64,
            alignment: part.alignment() as i64,
        };
        let entries = match primitive.pair() {
            None => vec![entry(primitive, 0, true)],
            Some((value, index)) => {
                let place = value.size().next_multiple_of(index.alignment()) as i64;
                vec![entry(value, 0, true), entry(index, place, false)]
            }
        };
        Map { entries, ends: vec![primitive.extent() as i64], ..Map::default() }
    }

    /// Copies of parts at displacements: every constructor is one of these.
    pub fn placed<'a>(parts: impl IntoIterator<Item = (i64, &'a Map)>) -> Map {
        let mut all = Map::default();
        for (by, part) in parts {
            all.entries.extend(part.entries.iter().map(|e| Entry { displacement: e.displacement + by, ..e.clone() }));
            all.ends.extend(part.end().map(|end| end + by));
            all.lower_markers.extend(part.lower_markers.iter().map(|m| m + by));
            all.upper_markers.extend(part.upper_markers.iter().map(|m| m + by));
        }
        all
    }

    pub fn block(&self, length: i64, displacement: i64) -> Map {
        Map::placed((0..length).map(|i| (displacement + i * self.extent(), self)))
    }

    pub fn resized(&self, lb: i64, extent: i64) -> Map {
        Map { lower_markers: vec![lb], upper_markers: vec![lb + extent], ..self.clone() }
    }

    pub fn size(&self) -> i64 {
        self.entries.iter().map(|e| e.size).sum()
    }

    pub fn lb(&self) -> i64 {
        self.lower_markers.iter().copied().min().or(self.start()).unwrap_or(0)
    }

    pub fn ub(&self) -> i64 {
        self.upper_markers.iter().copied().max().or(self.end()).unwrap_or(0)
    }

    /// Where the data begins.
    fn start(&self) -> Option<i64> {
        self.entries.iter().map(|e| e.displacement).min()
    }

    /// Where data and padding end: as many bytes after the start as the alignment divides.
    fn end(&self) -> Option<i64> {
        let mut end = self.ends.iter().copied().max()?;
        let alignment = self.entries.iter().map(|e| e.alignment).max()?;
        while (end - self.start()?) % alignment != 0 {
            end += 1;
        }
        Some(end)
    }

    pub fn extent(&self) -> i64 {
        self.ub() - self.lb()
    }

    pub fn true_bounds(&self) -> (i64, i64) {
        let low = self.entries.iter().map(|e| e.displacement).min().unwrap_or(0);
        let high = self.entries.iter().map(|e| e.displacement + e.size).max().unwrap_or(0);
        (low, high - low)
    }

    pub fn bytes(&self, count: u64) -> Vec<i64> {
        let element = |i| {
            self.entries.iter().flat_map(move |e| {
                let start = i * self.extent() + e.displacement;
                start..start + e.size
            })
        };
        (0..count as i64).flat_map(element).collect()
    }

    pub fn sizes(&self) -> Vec<u64> {
        self.entries.iter().map(|e| e.size as u64).collect()
    }

    pub fn primitives(&self) -> Vec<Primitive> {
        self.entries.iter().filter(|e| e.starts).map(|e| e.primitive).collect()
    }
}
