//! `nomina undo`: takes renames back, the newest first, or closes their journals as they are.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::back;
use super::carried::Carried;
use super::carry::whole;
use super::disk::is_file;
use super::journal::Journal;
use super::journals::journals;
use super::mark::Mark;
use super::report::report;
use crate::lines::{say, shown};
use crate::outcome::Outcome;

#[derive(Args, Debug)]
pub(crate) struct UndoArgs {
    /// The journals that `nomina rename --apply` named; the newest is taken back first
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The folder whose files are meant, when a journal was moved or comes from an earlier version
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Leave all names as they are and end the journal; files in waiting places become visible
    #[arg(long)]
    close: bool,
}

pub(crate) fn undo(args: &UndoArgs) -> Outcome {
    let mut paths = args.journals.clone();
    paths.sort_by(|one, other| other.file_name().cmp(&one.file_name()));
    let mut code = ExitCode::SUCCESS;
    for path in paths {
        let mut journal = Journal::open(&path, args.folder.as_deref())?;
        let ended = if args.close { closed(&mut journal)? } else { taken_back(&mut journal)? };
        if ended != ExitCode::SUCCESS {
            code = ended;
        }
    }
    Ok(code)
}

fn taken_back(journal: &mut Journal) -> Result<ExitCode, String> {
    let carried = take_back(journal)?;
    Ok(report(&carried, "given their old names back", journal))
}

fn closed(journal: &mut Journal) -> Result<ExitCode, String> {
    let carried = back::close(journal)?;
    carried.trouble.iter().for_each(|sentence| say(sentence));
    if carried.unfinished {
        return Err(format!(
            "{} could not be closed: make the folder writable and repeat this.",
            shown(&journal.path)
        ));
    }
    say(&format!("{} is closed; every file keeps the name that it has.", shown(&journal.path)));
    Ok(ExitCode::SUCCESS)
}

/// Takes a rename back, unless its files are elsewhere or were renamed again.
pub(crate) fn take_back(journal: &mut Journal) -> Result<Carried, String> {
    if journal.mark == Mark::Applied {
        refuse_renamed_since(journal)?;
        refuse_absent(journal)?;
    }
    back::undo(journal)
}

/// A later rename of the same files has to be taken back first: their names of now are in its journal.
fn refuse_renamed_since(journal: &Journal) -> Result<(), String> {
    let new_names = journal.moves.iter().map(|step| step.to.as_path());
    let ours: HashSet<&Path> = new_names.chain(journal.wrote.iter().map(|one| one.file.as_path())).collect();
    let home = journal.path.parent().filter(|parent| !parent.as_os_str().is_empty());
    for path in journals(home.unwrap_or(Path::new(".")))? {
        if path.file_name() <= journal.path.file_name() {
            continue;
        }
        let later = Journal::open(&path, None)
            .ok()
            .filter(|later| !matches!(later.mark, Mark::Undone | Mark::Closed));
        let took = |later: &Journal| {
            let moved = later.moves.iter().map(|step| step.from.as_path());
            moved.chain(later.wrote.iter().map(|one| one.file.as_path())).any(|file| ours.contains(file))
        };
        if later.is_some_and(|later| later.folder == journal.folder && took(&later)) {
            let path = shown(&path);
            return Err(format!(
                "A later rename gave these files other names or words. Take that back first: `nomina undo '{path}'`."
            ));
        }
    }
    Ok(())
}

/// When not one of the files is there, the journal or the files were moved: a repetition in the right folder must still work.
fn refuse_absent(journal: &Journal) -> Result<(), String> {
    let mut open = (0..journal.moves.len()).filter(|at| !journal.kept[*at]).peekable();
    if open.peek().is_none() || open.any(|at| is_file(&whole(journal, at).to)) {
        return Ok(());
    }
    Err(format!(
        "None of the files of this journal is in {}. Nothing was changed. If they are in another folder, name it with `--folder FOLDER`.",
        shown(&journal.folder)
    ))
}
