//! What tools see and set through MPI_T, from the tables of `ferry-tools`.

use ferry_tools::category::{self, Category};
use ferry_tools::{cvar, event, pvar};
use serde::Serialize;

/// Everything the tool information interface names.
#[derive(Debug, Serialize)]
pub struct Tools {
    /// Performance variables.
    pub pvars: Vec<Pvar>,
    /// Control variables.
    pub cvars: Vec<Cvar>,
    /// Event types.
    pub events: Vec<Event>,
    /// Categories; the first is the root.
    pub categories: Vec<Node>,
}

/// A performance variable.
#[derive(Debug, Serialize)]
pub struct Pvar {
    name: &'static str,
    class: &'static str,
    unit: &'static str,
    datatype: &'static str,
    bound_to: &'static str,
    category: &'static str,
    doc: &'static str,
}

/// A control variable.
#[derive(Debug, Serialize)]
pub struct Cvar {
    name: &'static str,
    datatype: &'static str,
    scope: &'static str,
    settable: &'static str,
    category: &'static str,
    doc: &'static str,
}

/// An event type.
#[derive(Debug, Serialize)]
pub struct Event {
    name: &'static str,
    elements: Vec<Element>,
    category: &'static str,
    doc: &'static str,
}

/// An element of an event.
#[derive(Debug, Serialize)]
pub struct Element {
    name: &'static str,
    datatype: &'static str,
}

/// A category.
#[derive(Debug, Serialize)]
pub struct Node {
    name: &'static str,
    parent: Option<&'static str>,
    doc: &'static str,
}

/// Reads the tables.
pub fn collect() -> Tools {
    Tools {
        pvars: pvar::table().iter().map(of_pvar).collect(),
        cvars: cvar::table().iter().map(of_cvar).collect(),
        events: event::table().iter().map(of_event).collect(),
        categories: category::table().iter().map(of_category).collect(),
    }
}

fn of_pvar(pvar: &'static pvar::Pvar) -> Pvar {
    Pvar {
        name: &pvar.name,
        class: pvar.class.name(),
        unit: pvar.unit.name(),
        datatype: pvar.form().name(),
        bound_to: pvar.bind().name(),
        category: pvar.category,
        doc: &pvar.doc,
    }
}

fn of_cvar(cvar: &'static cvar::Cvar) -> Cvar {
    Cvar {
        name: &cvar.name,
        datatype: cvar.form.name(),
        scope: cvar.scope.name(),
        settable: cvar.when.name(),
        category: cvar.category,
        doc: &cvar.doc,
    }
}

fn of_event(event: &'static event::Event) -> Event {
    let elements = event.elements.iter().map(|element| Element { name: element.name, datatype: element.form.name() });
    Event { name: event.name, elements: elements.collect(), category: event.category, doc: event.doc }
}

fn of_category(category: &'static Category) -> Node {
    Node { name: category.name, parent: category.parent, doc: category.doc }
}

/// The names in each category, for people: category, performance variables, control variables,
/// events. Variables that differ only in class stand once; those of the algorithms are counted, as
/// the algorithms are listed elsewhere.
pub fn names() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    category::table().iter().filter(|category| category.parent.is_some()).map(|category| (category.name, members(category)))
}

fn members(category: &Category) -> Vec<String> {
    if category.name == "algorithms" {
        let (calls, choices) = (category.pvars().len(), category.cvars().len());
        return vec![format!("{calls} counters of calls, {choices} choices")];
    }
    let mut pvars: Vec<(&str, Vec<&str>)> = Vec::new();
    for pvar in category.pvars().into_iter().map(|index| &pvar::table()[index]) {
        match pvars.iter_mut().find(|(name, _)| *name == pvar.name) {
            Some((_, classes)) => classes.push(pvar.class.name()),
            None => pvars.push((&pvar.name, vec![pvar.class.name()])),
        }
    }
    let pvars = pvars.into_iter().map(|(name, classes)| format!("{name} ({})", classes.join(", ")));
    let cvars = category.cvars().into_iter().map(|index| cvar::table()[index].name.clone());
    let events = category.events().into_iter().map(|index| format!("event {}", event::table()[index].name));
    pvars.chain(cvars).chain(events).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_named() {
        let tools = collect();
        assert_eq!(tools.pvars.len(), pvar::table().len());
        assert_eq!(tools.cvars.len(), cvar::table().len());
        let all: Vec<String> = names().flat_map(|(_, members)| members).collect();
        assert!(all.contains(&"unexpected_bytes (level, highwatermark, size)".to_owned()), "{all:?}");
        assert!(all.iter().any(|name| name == "FERRY_SPIN") && all.iter().any(|name| name == "event nap"));
    }
}
