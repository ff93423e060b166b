//! `nomina rename` and `nomina undo`: new names for a folder of images. Shown first, done only when asked, written
//! down before it is done, and taken back by one command.

mod back;
mod carried;
mod carry;
mod delta;
mod disk;
#[cfg(test)]
mod disturbed;
#[cfg(test)]
mod disturbed_words;
mod home;
mod journal;
mod journals;
mod mark;
mod moves;
mod proposal;
mod relocate;
mod report;
mod sidecars;
mod style;
mod table;
mod thumbnails;
mod undo;
mod words;
mod write;
mod wrote;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::files::refuse_missing_folder;
use crate::filters::Filters;
use crate::interrupt;
use crate::lines::{say, shown};
use crate::looking::{LookArgs, Looker};
use crate::outcome::{Outcome, ended};

pub(crate) use carried::Carried;
pub(crate) use carry::apply;
pub(crate) use journal::Journal;
pub(crate) use journals::refuse_unfinished;
pub(crate) use moves::Move;
pub(crate) use proposal::{Naming, Proposal, whole};
pub(crate) use relocate::{Place, relocate};
use report::{MOVED, RENAMED, report};
pub(crate) use style::Style;
use table::Form;
pub(crate) use undo::{UndoArgs, take_back, undo};
pub(crate) use words::{Field, WriteArgs};

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
    /// A CSV with a row for each image: its columns are the tokens {sku} and {column:NAME}
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    style: Style,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn rename(args: &RenameArgs) -> Outcome {
    if let Some(path) = &args.resume {
        let mut journal = Journal::open(path, None)?;
        interrupt::listen();
        let carried = apply(&mut journal, &|_, _, _| {})?;
        return Ok(report(&carried, RENAMED, &journal));
    }
    interrupt::listen();
    if let Some(journal) = &args.journal {
        refuse_missing_folder(journal)?;
    }
    let folder = args.folder.as_deref().unwrap_or(Path::new("."));
    let options = args.look.on(&args.style.options()?)?;
    refuse_unfinished(folder)?;
    let looker = Looker::with_recipe(&args.look, &options)?;
    let sidecars = !args.style.no_sidecars;
    let sheet = args.sheet.as_deref();
    let naming = Naming { looker: &looker, options: &options, sidecars, write: &args.write, sheet };
    let proposal = Proposal::for_folder(folder, &args.filters, &naming)?;
    if interrupt::asked() {
        say("Stopped: nothing was renamed.");
        return Ok(interrupt::code());
    }
    args.form.print(&proposal)?;
    proposal.notes.iter().for_each(|note| say(note));
    let named = proposal.moves.iter().filter(|step| step.lead.is_none()).count();
    if !args.apply {
        if proposal.entries.is_empty() {
            say(&format!("There are no images in {}.", shown(folder)));
            return Ok(ExitCode::SUCCESS);
        }
        say(&format!(
            "{named} of {} images would get a new name{}. Add --apply to rename.",
            proposal.entries.len(),
            match proposal.wanted.len() {
                0 => String::new(),
                count => format!(", and {count} would get words in their metadata"),
            }
        ));
        return Ok(ended(proposal.troubled()));
    }
    if proposal.is_empty() {
        match proposal.entries.is_empty() {
            true => say(&format!("There are no images in {}.", shown(folder))),
            false => say("Every image has its name already."),
        }
        return Ok(ended(proposal.troubled()));
    }
    let troubled = proposal.troubled();
    let (carried, journal) = carry_out(proposal, args.journal.as_deref(), &looker)?;
    let code = report(&carried, RENAMED, &journal);
    Ok(match troubled {
        _ if interrupt::asked() => interrupt::code(),
        true => ExitCode::FAILURE,
        false => code,
    })
}

/// Writes the journal, then renames and writes words.
pub(crate) fn carry_out(
    proposal: Proposal,
    path: Option<&Path>,
    looker: &Looker,
) -> Result<(Carried, Journal), String> {
    let path = path.map_or_else(|| proposal.journal_path(), Path::to_owned);
    let mut journal = Journal::create(&path, &proposal.folder, proposal.moves, proposal.wanted)?;
    let carried = apply(&mut journal, &|file, old, new| looker.remember_as(file, old, new))?;
    Ok((carried, journal))
}

/// Writes the journal, then moves images into other folders.
pub(crate) fn move_all(folder: &Path, moves: Vec<Move>) -> Outcome {
    let path = proposal::journal_path(folder);
    let mut journal = Journal::create(&path, folder, moves, Vec::new())?;
    let carried = apply(&mut journal, &|_, _, _| {})?;
    Ok(report(&carried, MOVED, &journal))
}
