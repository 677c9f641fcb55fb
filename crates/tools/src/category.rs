//! Categories (MPI-5 §15.3.9): a tree with one root.

use crate::{cvar, event, pvar};

/// One category.
#[derive(Debug)]
pub struct Category {
    /// Its name, unique.
    pub name: &'static str,
    /// What is in it.
    pub doc: &'static str,
    /// The category it belongs to; `None` for the root.
    pub parent: Option<&'static str>,
}

static TABLE: [Category; 8] = [
    Category { name: "ferry", doc: "Everything.", parent: None },
    Category {
        name: "queues",
        doc: "Messages before their receives, receives before their messages, requests.",
        parent: Some("ferry"),
    },
    Category { name: "transports", doc: "What was sent, by transport and protocol.", parent: Some("ferry") },
    Category { name: "rdma", doc: "What RDMA between nodes took.", parent: Some("transports") },
    Category { name: "collectives", doc: "Collective operations.", parent: Some("ferry") },
    Category { name: "algorithms", doc: "Algorithms of collective operations.", parent: Some("collectives") },
    Category { name: "waiting", doc: "How blocking calls wait.", parent: Some("ferry") },
    Category { name: "general", doc: "Settings of the process as a whole, and reports.", parent: Some("ferry") },
];

/// All of them, by index.
pub fn table() -> &'static [Category] {
    &TABLE
}

impl Category {
    /// Indices of its control variables.
    pub fn cvars(&self) -> Vec<usize> {
        indices(cvar::table(), |cvar| cvar.category == self.name)
    }

    /// Indices of its performance variables.
    pub fn pvars(&self) -> Vec<usize> {
        indices(pvar::table(), |pvar| pvar.category == self.name)
    }

    /// Indices of its event types.
    pub fn events(&self) -> Vec<usize> {
        indices(event::table(), |event| event.category == self.name)
    }

    /// Indices of the categories right below it.
    pub fn categories(&self) -> Vec<usize> {
        indices(table(), |category| category.parent == Some(self.name))
    }
}

fn indices<T>(table: &[T], is_member: impl Fn(&T) -> bool) -> Vec<usize> {
    table.iter().enumerate().filter(|(_, item)| is_member(item)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_reaches_everything_once() {
        let mut reached = (0, 0, 0, 0);
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            let category = &table()[index];
            let add = (category.cvars().len(), category.pvars().len(), category.events().len());
            reached = (reached.0 + 1, reached.1 + add.0, reached.2 + add.1, reached.3 + add.2);
            open.extend(category.categories());
        }
        let all = (table().len(), cvar::table().len(), pvar::table().len(), event::table().len());
        assert_eq!(reached, all);
    }

    #[test]
    fn names_are_unique_and_every_category_holds_something() {
        for (index, category) in table().iter().enumerate() {
            assert!(table()[..index].iter().all(|other| other.name != category.name));
            let holds = category.cvars().len() + category.pvars().len() + category.events().len() + category.categories().len();
            assert!(holds > 0, "{}", category.name);
        }
    }
}
