//! Which kernel modules a node loads, in an order in which each finds what it depends on.

use std::collections::{BTreeMap, BTreeSet};

/// What a node needs: the devices of QEMU, the host's files, soft-RoCE, and netem. `crc32_generic`
/// is named nowhere as a dependency but asked for by `rdma_rxe` when a link is added.
pub const WANTED: [&str; 11] = [
    "virtio_pci",
    "virtio_net",
    "virtio_console",
    "9pnet_virtio",
    "9p",
    "overlay",
    "crc32_generic",
    "rdma_rxe",
    "ib_uverbs",
    "rdma_ucm",
    "sch_netem",
];

/// A module's name as the kernel writes it: files and names may have dashes for underscores.
pub fn normal(name: &str) -> String {
    name.replace('-', "_")
}

/// The name of the module in the file at `path`, without directories and suffixes (`.ko`,
/// `.ko.xz`); `None` if it is no module.
pub fn name_of(path: &str) -> Option<String> {
    let file = path.rsplit('/').next()?;
    let (name, suffix) = file.split_once(".ko")?;
    ["", ".xz", ".gz", ".zst"].contains(&suffix).then(|| normal(name))
}

/// Why there is no order.
#[derive(Debug, PartialEq, Eq)]
pub enum Unordered<E> {
    /// The kernel has no such module.
    Missing(String),
    /// Modules need each other.
    Circle(String),
    /// What it depends on could not be found out.
    Unreadable(E),
}

/// Orders `wanted` and all that they depend on. `depends` says what a module depends on, `None` if
/// there is no such module; those in `built_in` are part of the kernel.
pub fn order<E>(
    wanted: &[&str],
    built_in: &BTreeSet<String>,
    depends: impl FnMut(&str) -> Result<Option<Vec<String>>, E>,
) -> Result<Vec<String>, Unordered<E>> {
    let mut walk = Walk { built_in, depends, state: BTreeMap::new(), order: Vec::new() };
    wanted.iter().try_for_each(|name| walk.visit(name))?;
    Ok(walk.order)
}

struct Walk<'a, F> {
    built_in: &'a BTreeSet<String>,
    depends: F,
    /// False while the modules that it depends on are visited.
    state: BTreeMap<String, bool>,
    order: Vec<String>,
}

impl<E, F: FnMut(&str) -> Result<Option<Vec<String>>, E>> Walk<'_, F> {
    fn visit(&mut self, name: &str) -> Result<(), Unordered<E>> {
        match self.state.get(name) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Unordered::Circle(name.to_owned())),
            None if self.built_in.contains(name) => return Ok(()),
            None => {}
        }
        let needed = (self.depends)(name).map_err(Unordered::Unreadable)?.ok_or_else(|| Unordered::Missing(name.to_owned()))?;
        self.state.insert(name.to_owned(), false);
        needed.iter().try_for_each(|module| self.visit(module))?;
        self.state.insert(name.to_owned(), true);
        self.order.push(name.to_owned());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn depends(name: &str) -> Result<Option<Vec<String>>, Infallible> {
        let needed: Option<&[&str]> = match name {
            "rxe" => Some(&["core", "tunnel", "builtin"]),
            "uverbs" => Some(&["core"]),
            "core" | "tunnel" => Some(&[]),
            "hen" => Some(&["egg"]),
            "egg" => Some(&["hen"]),
            _ => None,
        };
        Ok(needed.map(|names| names.iter().map(|name| (*name).to_owned()).collect()))
    }

    fn ordered(wanted: &[&str]) -> Result<Vec<String>, Unordered<Infallible>> {
        order(wanted, &BTreeSet::from(["builtin".to_owned()]), depends)
    }

    #[test]
    fn modules_follow_what_they_depend_on_and_come_once() {
        assert_eq!(ordered(&["rxe", "uverbs", "core"]).unwrap(), ["core", "tunnel", "rxe", "uverbs"]);
        assert!(ordered(&["builtin"]).unwrap().is_empty());
    }

    #[test]
    fn missing_modules_and_circles_are_named() {
        assert_eq!(ordered(&["nothing"]), Err(Unordered::Missing("nothing".to_owned())));
        assert_eq!(ordered(&["hen"]), Err(Unordered::Circle("hen".to_owned())));
    }

    #[test]
    fn names_come_from_paths() {
        assert_eq!(name_of("kernel/net/9p/9pnet_virtio.ko").as_deref(), Some("9pnet_virtio"));
        assert_eq!(name_of("kernel/a/virtio-rng.ko.xz").as_deref(), Some("virtio_rng"));
        assert_eq!(name_of("modules.builtin"), None);
        assert_eq!(name_of("x.kotlin"), None);
    }
}
