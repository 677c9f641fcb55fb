//! Tables and plots in a page: what stands between `<!-- name -->` and `<!-- /name -->` is
//! replaced, everything else stays.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ferry_sim::Profile;

use super::{Runs, plots, table};

/// Replaces the tables of the page at `path`, and writes the plots.
///
/// # Errors
/// If the page has no place for one of them, or cannot be read or written.
pub fn write(runs: &Runs, profile: &Profile, grain: &str, path: &Path) -> Result<()> {
    let mut text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let folder = path.with_extension("");
    let name = folder.file_name().and_then(|name| name.to_str()).context("a page needs a name")?;
    fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    for plot in plots::all(runs)? {
        let file = folder.join(&plot.file);
        fs::write(&file, plot.svg).with_context(|| format!("writing {}", file.display()))?;
    }
    for (part, content) in parts(runs, profile, name) {
        text = fill(&text, part, &content)?;
    }
    text = fill(&text, "grain", grain)?;
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// Names and contents of all parts.
fn parts(runs: &Runs, profile: &Profile, folder: &str) -> Vec<(&'static str, String)> {
    let each = |table: &dyn Fn(u32) -> String| {
        runs.ranks().into_iter().map(|asked| format!("**{asked} ranks**\n\n{}", table(asked))).collect::<Vec<_>>().join("\n")
    };
    let figures = |name: &str| {
        let plot = |what: &str, file: &str| format!("![{what}]({folder}/{name}-{file}.svg)");
        [plot("sizes of messages", "sizes"), plot("buffer efficiency", "efficiency"), plot("time", "time")].join("\n\n")
    };
    vec![
        ("machine", format!("{}: {}.", profile.name, profile.about)),
        ("sizes", table::sizes(runs, plots::shown(runs))),
        ("nas", figures("nas")),
        ("sage", figures("sage")),
        ("sweep", figures("sweep")),
        ("efficiency", each(&|asked| table::efficiency(runs, asked))),
        ("memory", format!("![receive memory]({folder}/memory.svg)\n\n{}", table::memory(runs))),
        ("time", each(&|asked| table::times(runs, asked))),
        ("flow", each(&|asked| table::flow(runs, asked))),
    ]
}

/// Replaces what stands between the marks of a part.
fn fill(text: &str, part: &str, content: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- {part} -->\n"), format!("<!-- /{part} -->"));
    let missing = || anyhow!("the page has no part {part}: {} ... {end}", begin.trim_end());
    let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", content.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_replaced_and_text_around_them_stays() {
        let page = "Text\n<!-- a -->\nold\n<!-- /a -->\nmore <!-- b -->\n<!-- /b -->\n";
        let filled = fill(page, "a", "new\n").expect("a part");
        assert_eq!(filled, "Text\n<!-- a -->\n\nnew\n\n<!-- /a -->\nmore <!-- b -->\n<!-- /b -->\n");
        assert_eq!(fill(&filled, "a", "new").expect("a part"), filled, "again");
        assert!(fill(page, "c", "x").is_err_and(|error| error.to_string().contains("no part c")));
    }
}
