//! Splitting communicators by hardware (MPI-5 §7.4.2, §9.1.2): which instances of which resources a
//! process is confined to.

use ferry_sys::resources::{Resource, TYPES_MAX, resources};

use crate::Result;
use crate::info::Info;

/// The resource type of `MPI_COMM_TYPE_HW_GUIDED` that stands for shared memory.
pub const SHARED_MEMORY: &str = "mpi_shared_memory";

/// Begins the names of resource types: they are those of hwloc.
const SCHEME: &str = "hwloc://";

/// Of each type of resource the instance that a process is confined to, or [`NOWHERE`].
pub type Places = [u32; TYPES_MAX];

/// In place of an instance: the process may run on several, or there is no such type.
pub const NOWHERE: u32 = u32::MAX;

/// The resources of the machine, and where on them this process is.
#[derive(Clone, Copy, Debug)]
pub struct Hardware<'a> {
    resources: &'a [Resource],
    places: Places,
}

impl Hardware<'static> {
    /// Where the calling thread may run now.
    pub fn here() -> Self {
        Hardware::of(resources(), &ferry_sys::cpu::allowed())
    }
}

impl<'a> Hardware<'a> {
    /// Where a process is that may run on processors `allowed`.
    pub fn of(resources: &'a [Resource], allowed: &[usize]) -> Self {
        let mut places = [NOWHERE; TYPES_MAX];
        for (place, resource) in places.iter_mut().zip(resources) {
            let holds_all = |instance: &Vec<usize>| allowed.iter().all(|cpu| instance.binary_search(cpu).is_ok());
            *place = resource.instances.iter().position(holds_all).map_or(NOWHERE, |instance| instance as u32);
        }
        Hardware { resources, places }
    }

    /// The instances this process is confined to.
    pub fn places(&self) -> Places {
        self.places
    }

    /// The full name of type number `index`.
    pub fn name(&self, index: usize) -> Option<String> {
        self.resources.get(index).map(|resource| format!("{SCHEME}{}", resource.name))
    }

    /// The number of the type of that name, with or without `hwloc://`, in any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = name.strip_prefix(SCHEME).unwrap_or(name);
        self.resources.iter().position(|resource| resource.name.eq_ignore_ascii_case(name))
    }

    /// `MPI_Get_hw_resource_info`: for each type whether this process is confined to one instance.
    ///
    /// # Errors
    /// None that names of types can cause.
    pub fn info(&self) -> Result<Info> {
        let mut info = Info::default();
        for (index, place) in self.places.iter().enumerate() {
            let Some(name) = self.name(index) else { break };
            info.set(name.as_bytes(), if *place == NOWHERE { b"false" } else { b"true" })?;
        }
        Ok(info)
    }
}

/// The first type, from large instances to small ones, that splits processes at `places` into
/// strict subsets, of which there is at least one; `None` if no type does.
pub fn next_finer(places: &[Places]) -> Option<usize> {
    (0..TYPES_MAX).find(|index| {
        let mut instances = places.iter().map(|places| places[*index]);
        let first = instances.next();
        let is_split = instances.any(|instance| Some(instance) != first);
        is_split && places.iter().any(|places| places[*index] != NOWHERE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Vec<Resource> {
        let halves = vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]];
        vec![
            Resource { name: "Machine", instances: vec![(0..8).collect()] },
            Resource { name: "Package", instances: halves.clone() },
            Resource { name: "NUMANode", instances: halves },
            Resource { name: "Core", instances: (0..4).map(|core| vec![2 * core, 2 * core + 1]).collect() },
        ]
    }

    fn places(allowed: &[usize]) -> Places {
        Hardware::of(&machine(), allowed).places()
    }

    #[test]
    fn a_process_is_confined_where_all_its_processors_are() {
        assert_eq!(places(&[2, 3])[..5], [0, 0, 0, 1, NOWHERE]);
        assert_eq!(places(&[3, 4])[..4], [0, NOWHERE, NOWHERE, NOWHERE]);
        assert_eq!(places(&[4, 6])[..4], [0, 1, 1, NOWHERE]);
    }

    #[test]
    fn types_are_found_by_short_and_full_name() {
        let machine = machine();
        let hardware = Hardware::of(&machine, &[0]);
        for name in ["hwloc://NUMANode", "NUMANode", "numanode", "hwloc://numanode"] {
            assert_eq!(hardware.find(name), Some(2), "{name}");
        }
        assert_eq!(hardware.find("Mainboard"), None);
        let info = Hardware::of(&machine, &[0, 2]).info().unwrap();
        let value = |key| info.text(key);
        assert_eq!((value("hwloc://Package"), value("hwloc://Core")), (Some("true"), Some("false")));
        assert_eq!((value("hwloc://PU"), info.len()), (None, 4));
    }

    #[test]
    fn the_next_type_is_the_coarsest_that_splits() {
        assert_eq!(next_finer(&[places(&[0]), places(&[2]), places(&[4])]), Some(1));
        assert_eq!(next_finer(&[places(&[0]), places(&[2])]), Some(3));
        assert_eq!(next_finer(&[places(&[0]), places(&[1])]), None);
        assert_eq!(next_finer(&[places(&[0]), places(&[1, 2])]), Some(3));
        assert_eq!(next_finer(&[places(&[0, 4]), places(&[1, 5])]), None);
        assert_eq!(next_finer(&[places(&[0])]), None);
        assert_eq!(next_finer(&[]), None);
    }
}
