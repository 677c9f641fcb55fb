//! stub
use anyhow::Result;
use std::process::ExitCode;
#[derive(clap::Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let _ = arguments.json;
    Ok(ExitCode::SUCCESS)
}
