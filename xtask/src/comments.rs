//! The width of comments: lines of more than [`WIDTH`] columns are hard to read, and rustfmt leaves
//! them as they are.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::sources;

/// Columns that a comment line may have.
const WIDTH: usize = 100;

/// Fails naming every comment line of a Rust source that is too long and could be broken, except in
/// `generated` files.
pub fn run(root: &Path, generated: &[&str]) -> Result<()> {
    let sources = sources::list(root, &["crates", "fuzz", "xtask"], generated)?;
    let mut found = Vec::new();
    for source in &sources {
        let text = fs::read_to_string(root.join(source)).with_context(|| format!("cannot read {source}"))?;
        found.extend(too_long(&text).map(|line| format!("{source}:{line}")));
    }
    if !found.is_empty() {
        bail!("comments are longer than {WIDTH} columns; break these lines:\n{}", found.join("\n"));
    }
    println!("{} sources have comments of at most {WIDTH} columns", sources.len());
    Ok(())
}

/// Numbers of the lines that are comments, too long, and have a blank to break at. Lines of tables
/// and of code between fences cannot be broken.
fn too_long(text: &str) -> impl Iterator<Item = usize> {
    let mut fenced = false;
    let long = move |line: &str| {
        let Some(words) = line.trim_start().strip_prefix("//") else {
            fenced = false;
            return false;
        };
        let words = words.trim_start_matches(['/', '!']).trim();
        fenced ^= words.starts_with("```");
        !fenced && line.chars().count() > WIDTH && !words.starts_with('|') && words.contains(' ')
    };
    text.lines().map(long).enumerate().filter(|(_, long)| *long).map(|(index, _)| index + 1)
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, too_long};

    #[test]
    fn comments_that_could_be_broken_are_found() {
        let words = "word ".repeat(WIDTH / 5);
        let text = format!("/// {words}\n    // {words}\n//! | {words}|\nlet x = \"{words}{words}\";\n/// {}", "x".repeat(WIDTH));
        let text = format!("{text}\n/// ```\n/// {words}\n/// ```\n/// {words}");
        assert_eq!(too_long(&text).collect::<Vec<_>>(), [1, 2, 9]);
    }

    #[test]
    fn a_line_of_just_the_width_is_fine() {
        let line = format!("// {}", "ab ".repeat(WIDTH / 3 - 1));
        let line = format!("{line}{}", "x".repeat(WIDTH - line.len()));
        assert_eq!(too_long(&line).count(), 0);
        assert_eq!(too_long(&format!("{line}x")).count(), 1);
    }
}
