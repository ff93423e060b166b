//! What a shell and `man` need: completions and manual pages, made from the same table of arguments.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::lines::{print, shown};
use crate::outcome::Outcome;

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell that is to know our arguments
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write one page for every subcommand into this folder; without it the first page is printed
    folder: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "nomina", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs, command: Command) -> Outcome {
    let Some(folder) = &args.folder else {
        print(&String::from_utf8_lossy(&page(command)?))?;
        return Ok(ExitCode::SUCCESS);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|error| format!("{}: {error}", shown(folder)))?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: Command) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command);
    page.render(&mut text).map_err(|error| format!("The page could not be made: {error}"))?;
    Ok(text)
}
