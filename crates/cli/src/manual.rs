//! `ferry manual`: manual pages of the command and its subcommands, and completions for shells, as
//! `make install` puts them in place.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::{Shell, generate_to};

/// Where files go.
#[derive(Args)]
pub struct Arguments {
    /// Folder for man pages
    man: PathBuf,
    /// Folder for completions, one file for each shell
    completions: PathBuf,
}

/// Shells that get completions.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Writes both.
pub fn run(arguments: &Arguments, command: Command) -> Result<ExitCode> {
    for folder in [&arguments.man, &arguments.completions] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    clap_mangen::generate_to(command.clone(), &arguments.man)
        .with_context(|| format!("cannot write manual pages into {}", arguments.man.display()))?;
    for shell in SHELLS {
        generate_to(shell, &mut command.clone(), "ferry", &arguments.completions)
            .with_context(|| format!("cannot write completions into {}", arguments.completions.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
