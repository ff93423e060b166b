//! `nomina backup` and `nomina restore`, with the server's own settings.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use nomina_server::app::backup::{self, BackupError, Summary};
use nomina_server::base::clock::SystemClock;
use nomina_server::base::config::Config;

use crate::files::refuse_missing_folder;
use crate::lines::{print, shown};
use crate::outcome::Outcome;
use crate::runtime::runtime;

#[derive(Args)]
pub(crate) struct BackupArgs {
    /// The file to write; one that exists is never replaced
    file: PathBuf,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
pub(crate) struct RestoreArgs {
    /// A file that `nomina backup` wrote
    file: PathBuf,
    /// Put the backup in the place of what is there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    config: Config,
}

pub(crate) fn backup(args: &BackupArgs) -> Outcome {
    refuse_missing_folder(&args.file)?;
    let work = backup::backup(&args.config, &SystemClock, &args.file);
    say("Saved", runtime()?.block_on(work), &args.file)
}

pub(crate) fn restore(args: &RestoreArgs) -> Outcome {
    let work = backup::restore(&args.config, &SystemClock, &args.file, args.replace);
    say("Restored", runtime()?.block_on(work), &args.file)
}

fn say(done: &str, outcome: Result<Summary, BackupError>, file: &std::path::Path) -> Outcome {
    let Summary { files, bytes } = outcome.map_err(|error| error.to_string())?;
    print(&format!("{done}: the database and {files} stored files, {bytes} bytes, {}\n", shown(file)))?;
    Ok(ExitCode::SUCCESS)
}
