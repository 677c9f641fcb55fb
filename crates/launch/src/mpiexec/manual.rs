//! The manual page and the completions of `mpiexec`, from its table of options.

use std::fmt::Write;

use super::table::{GROUPS, specs, with_dashes};

/// The manual page, in the language of `man`.
pub fn page() -> String {
    let mut text = format!(
        ".TH MPIEXEC 1 \"\" \"Ferry {}\" \"MPI\"\n.SH NAME\nmpiexec, mpirun \\- start MPI programs\n\
         .SH SYNOPSIS\n.B mpiexec\n[options] program [arguments] [: [options] program [arguments]]...\n\
         .SH DESCRIPTION\nStarts an MPI job on this host, or on several. Every name of an option may have one dash or two; options of other\n\
         launchers are known. Options end at the name of the program.\n",
        env!("CARGO_PKG_VERSION")
    );
    for (title, specs) in GROUPS {
        let _ = writeln!(text, ".SH {}", escaped(&title.to_uppercase()));
        for spec in *specs {
            let names: Vec<String> = spec.names.iter().map(|name| format!("\\fB{}\\fR", escaped(&with_dashes(name)))).collect();
            let _ = writeln!(text, ".TP\n{} \\fI{}\\fR\n{}", names.join(", "), escaped(spec.values), escaped(spec.doc));
        }
    }
    text.push_str(
        ".SH EXIT STATUS\nThat of the first rank that fails, or 128 and the number of the signal that killed it; 124 after \\-\\-timeout, \
         127 if a program is not found, 2 for a wrong command line.\n\
         .SH SIGNALS\nSIGUSR1, to mpiexec or to a rank, prints who waits for whom.\n.SH SEE ALSO\nferry(1)\n",
    );
    text
}

/// Text as `man` wants it: dashes that can be copied, nothing that begins a request.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq")
}

/// A script for bash that completes names of options, and else commands and files.
pub fn completion() -> String {
    let names: Vec<String> = specs().flat_map(|spec| spec.names).map(|name| with_dashes(name)).collect();
    format!(
        "# Completions of mpiexec for bash.\n_mpiexec() {{\n    local word=${{COMP_WORDS[COMP_CWORD]}}\n    case $word in\n    \
         -*) mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\") ;;\n    \
         *) mapfile -t COMPREPLY < <(compgen -c -f -- \"$word\") ;;\n    esac\n}}\n\
         complete -o filenames -F _mpiexec mpiexec mpirun\n",
        names.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_name_every_option() {
        for name in specs().flat_map(|spec| spec.names).map(|name| with_dashes(name)) {
            assert!(page().contains(&escaped(&name)), "{name}");
            assert!(completion().contains(&name), "{name}");
        }
    }

    #[test]
    fn no_line_of_the_page_begins_a_request_by_accident() {
        for line in page().lines().filter(|line| line.starts_with(['.', '\''])) {
            assert!([".TH", ".SH", ".B", ".TP"].iter().any(|request| line.starts_with(request)), "{line}");
        }
    }
}
