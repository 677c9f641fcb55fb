//! Enumerations (MPI-5 §15.3.5): names for the values of control variables, and for the elements of
//! events.

use std::sync::OnceLock;

use crate::cvar::{Cvar, Target};
use crate::event;
use crate::function::Function;

/// Names for numbers; the number of a name is its index.
#[derive(Debug)]
pub struct Enumeration {
    /// Its name, unique.
    pub name: String,
    /// The names of 0, 1, 2, ...
    pub items: Vec<&'static str>,
}

/// All of them, by index.
pub fn table() -> &'static [Enumeration] {
    static TABLE: OnceLock<Vec<Enumeration>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let elements = event::table().iter().map(elements);
        Function::all().map(algorithms).chain(elements).collect()
    })
}

fn algorithms(function: Function) -> Enumeration {
    let items = std::iter::once("automatic").chain(function.choices()).collect();
    Enumeration { name: format!("{}_algorithms", function.name()), items }
}

fn elements(event: &event::Event) -> Enumeration {
    Enumeration { name: format!("{}_elements", event.name), items: event.elements.iter().map(|element| element.name).collect() }
}

/// The index of the enumeration of a control variable's values.
pub fn of_cvar(cvar: &Cvar) -> Option<usize> {
    match cvar.target {
        Target::Algorithm(function) => Function::all().position(|other| other == function),
        Target::Setting(_) => None,
    }
}

/// The index of the enumeration of the elements of event type `index`.
pub fn of_event(index: usize) -> usize {
    Function::all().count() + index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cvar;

    #[test]
    fn names_are_unique_and_items_too() {
        for (index, enumeration) in table().iter().enumerate() {
            assert!(table()[..index].iter().all(|other| other.name != enumeration.name));
            assert!(!enumeration.items.is_empty());
            for (at, item) in enumeration.items.iter().enumerate() {
                assert!(!item.is_empty() && !enumeration.items[..at].contains(item));
            }
        }
    }

    #[test]
    fn variables_and_events_find_theirs() {
        for cvar in cvar::table() {
            if let Some(index) = of_cvar(cvar) {
                let enumeration = &table()[index];
                assert!(cvar.name.contains(enumeration.name.trim_end_matches("_algorithms")), "{}", cvar.name);
            }
        }
        for (index, event) in event::table().iter().enumerate() {
            assert_eq!(table()[of_event(index)].items.len(), event.elements.len());
        }
    }
}
