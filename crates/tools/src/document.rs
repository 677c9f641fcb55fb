//! The tables as text: `docs/mpi_t.md`.

use std::fmt::Write;

use crate::{category, cvar, enumeration, event, pvar};

const HEAD: &str = "\
# The tool information interface (MPI_T)

What Ferry shows and lets tools set through MPI-5 chapter 15.3. Names are stable: a variable may be added, but none changes its meaning
without a new name. `ferry info` and `ferry info --json` list the same. This file is made from the tables in `crates/tools`:

    cargo run -p ferry-tools --example document > docs/mpi_t.md

## Rules

- The interface may be used before `MPI_Init` and after `MPI_Finalize`. Performance variables then show 0 or what was last, and those that are
  bound to a communicator get no handle (`MPI_T_ERR_NOT_ACCESSIBLE`).
- Variables of class level and size are continuous and read-only. All others are stopped until they are started, can be written and reset, and are
  read and reset atomically. What one handle starts, stops or resets does not show in another.
- Control variables set before `MPI_Init` are read by it, as if they stood in the environment.
- Callbacks of events run at the safety level `MPI_T_CB_REQUIRE_MPI_RESTRICTED`, on a thread that is in a call of MPI: while a blocking call
  waits, at the beginning of the next call, and in `MPI_Finalize`. Between an event and its callback up to 4096 events wait; what comes
  when they are full is dropped and counted (`MPI_T_event_set_dropped_handler`). Without a callback events cost nothing.
- Thread level: `MPI_THREAD_MULTIPLE` is granted if MPI is not initialized yet or was initialized with it. Below that level calls of this interface
  count as calls of MPI, of which only one may be made at once.
- Nothing here is safe in a signal handler.
";

/// The whole document.
///
/// (Results of writing into the string are dropped: that does not fail.)
pub fn document() -> String {
    let mut out = HEAD.to_owned();
    write_pvars(&mut out);
    write_cvars(&mut out);
    write_events(&mut out);
    write_categories(&mut out);
    write_enumerations(&mut out);
    out
}

fn write_pvars(out: &mut String) {
    out.push_str("\n## Performance variables\n\nThose bound to a communicator are arrays, by rank.\n\n");
    out.push_str("| name | class | unit | datatype | bound to | what it shows |\n|---|---|---|---|---|---|\n");
    for pvar in pvar::table() {
        let (class, unit, form, bind) = (pvar.class.name(), pvar.unit.name(), pvar.form().name(), pvar.bind().name());
        let _ = writeln!(out, "| `{}` | {class} | {unit} | `{form}` | {bind} | {} |", pvar.name, pvar.doc);
    }
}

fn write_cvars(out: &mut String) {
    out.push_str("\n## Control variables\n\nNone is bound to an object.\n\n");
    out.push_str("| name | datatype | scope | settable | what it does |\n|---|---|---|---|---|\n");
    for cvar in cvar::table() {
        let (form, scope, when) = (cvar.form.name(), cvar.scope.name(), cvar.when.name());
        let _ = writeln!(out, "| `{}` | `{form}` | {scope} | {when} | {} |", cvar.name, cvar.doc);
    }
}

fn write_events(out: &mut String) {
    out.push_str("\n## Events\n");
    for event in event::table() {
        let elements = event.elements.iter().map(|element| format!("`{}` (`{}`)", element.name, element.form.name()));
        let _ = writeln!(out, "\n### `{}`\n\n{}\n", event.name, event.doc);
        let _ = writeln!(out, "Elements: {}.", elements.collect::<Vec<_>>().join(", "));
    }
    out.push_str("\nSources:\n\n");
    for source in &event::SOURCES {
        let _ = writeln!(out, "- `{}`: {} {} ticks a second.", source.name, source.doc, source.ticks_per_second);
    }
}

fn write_categories(out: &mut String) {
    out.push_str("\n## Categories\n\n");
    write_category(out, 0, 0);
}

fn write_category(out: &mut String, index: usize, depth: usize) {
    let category = &category::table()[index];
    let _ = writeln!(out, "{}- `{}`: {}", "  ".repeat(depth), category.name, category.doc);
    category.categories().into_iter().for_each(|below| write_category(out, below, depth + 1));
}

fn write_enumerations(out: &mut String) {
    out.push_str("\n## Enumerations\n\nThe value of a name is its place, from 0.\n\n");
    for enumeration in enumeration::table() {
        let _ = writeln!(out, "- `{}`: {}", enumeration.name, enumeration.items.join(", "));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_document_in_the_repository_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mpi_t.md");
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            stored == super::document(),
            "docs/mpi_t.md is not what the tables say; run: cargo run -p ferry-tools --example document > docs/mpi_t.md"
        );
    }
}
