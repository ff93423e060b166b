//! `nomina rename` and `nomina undo`: new names for a folder of pictures. Shown first, done only when asked, written
//! down before it is done, and taken back by one command.

mod carry;
mod journal;
mod moves;
mod proposal;
mod style;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::filters::Filters;
use crate::interrupt;
use crate::looking::{LookArgs, Looker};
use crate::{Outcome, ended};

pub(crate) use carry::{Carried, apply, undo as take_back};
pub(crate) use journal::Journal;
pub(crate) use proposal::{Proposal, whole};
pub(crate) use style::Style;
use table::Form;

#[derive(Args, Debug)]
pub(crate) struct RenameArgs {
    /// The folder
    #[arg(required_unless_present = "resume")]
    folder: Option<PathBuf>,
    /// Rename; without it names are only shown
    #[arg(long)]
    apply: bool,
    /// Where the journal is written; without it a hidden file in the folder
    #[arg(long, value_name = "FILE", requires = "apply")]
    journal: Option<PathBuf>,
    /// End a rename that was interrupted
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["folder", "apply"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    style: Style,
    #[command(flatten)]
    look: LookArgs,
}

#[derive(Args, Debug)]
pub(crate) struct UndoArgs {
    /// The journal that `nomina rename --apply` named
    journal: PathBuf,
}

pub(crate) fn rename(args: &RenameArgs) -> Outcome {
    if let Some(path) = &args.resume {
        let mut journal = Journal::open(path)?;
        let carried = apply(&mut journal)?;
        return Ok(report(&carried, "renamed", &journal));
    }
    interrupt::listen();
    let folder = args.folder.as_deref().unwrap_or(Path::new("."));
    let options = args.style.options()?;
    refuse_unfinished(folder)?;
    let proposal = Proposal::for_folder(folder, &args.filters, &Looker::new(&args.look)?, &options)?;
    if interrupt::asked() {
        eprintln!("Stopped: nothing was renamed.");
        return Ok(interrupt::code());
    }
    args.form.print(&proposal)?;
    let named = proposal.moves.len();
    if !args.apply {
        eprintln!(
            "{named} of {} pictures would get a new name. Add --apply to rename.",
            proposal.entries.len()
        );
        return Ok(ended(proposal.troubled()));
    }
    if named == 0 {
        eprintln!("Every picture has its name already.");
        return Ok(ended(proposal.troubled()));
    }
    let troubled = proposal.troubled();
    let (carried, journal) = carry_out(proposal, args.journal.as_deref())?;
    let code = report(&carried, "renamed", &journal);
    Ok(match troubled {
        _ if interrupt::asked() => interrupt::code(),
        true => ExitCode::FAILURE,
        false => code,
    })
}

/// Writes the journal, then renames.
pub(crate) fn carry_out(proposal: Proposal, path: Option<&Path>) -> Result<(Carried, Journal), String> {
    let path = path.map_or_else(|| proposal.journal_path(), Path::to_owned);
    let mut journal = Journal::create(&path, &proposal.folder, proposal.moves)?;
    let carried = apply(&mut journal)?;
    Ok((carried, journal))
}

pub(crate) fn undo(args: &UndoArgs) -> Outcome {
    let mut journal = Journal::open(&args.journal)?;
    let carried = take_back(&mut journal)?;
    Ok(report(&carried, "given their old names back", &journal))
}

fn report(carried: &Carried, what: &str, journal: &Journal) -> ExitCode {
    carried.trouble.iter().for_each(|sentence| eprintln!("{sentence}"));
    eprintln!("{} pictures were {what}. Journal: {}", carried.done, journal.path.display());
    if what == "renamed" {
        eprintln!("`nomina undo '{}'` gives the old names back.", journal.path.display());
    }
    ended(!carried.trouble.is_empty())
}

/// A folder in the middle of another rename is not renamed again.
pub(crate) fn refuse_unfinished(folder: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.filter_map(Result::ok) {
        if !entry.file_name().to_string_lossy().starts_with(proposal::JOURNAL) {
            continue;
        }
        if let Ok(journal) = Journal::open(&entry.path())
            && !journal.mark.is_over()
        {
            let path = entry.path().display().to_string();
            return Err(format!(
                "An earlier rename of this folder was interrupted. End it with `nomina rename --resume '{path}'`, or take it back with `nomina undo '{path}'`."
            ));
        }
    }
    Ok(())
}
