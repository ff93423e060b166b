//! `nomina watch`: pictures that arrive in a folder get their names. Looked at in rounds, which works on every file
//! system; a picture is taken when its size has stopped changing, and each round that renames has its own journal.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Args;
use nomina_rules::options::ProcessingOptions;

use crate::Outcome;
use crate::files::format_of;
use crate::filters::Filters;
use crate::lines::{say, shown};
use crate::looking::{LookArgs, Looker};
use crate::rename::{Proposal, Style, carry_out, refuse_unfinished, whole};
use crate::serve::print;

#[derive(Args, Debug)]
pub(crate) struct WatchArgs {
    /// The folder
    folder: PathBuf,
    /// Rename what arrives; without it names are only shown
    #[arg(long)]
    apply: bool,
    /// Take what is there already as well
    #[arg(long)]
    existing: bool,
    /// Seconds between two looks
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..3600))]
    every: u64,
    /// End after so many looks
    #[arg(long, hide = true)]
    rounds: Option<u64>,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    style: Style,
    #[command(flatten)]
    look: LookArgs,
}

/// How a file looked: when it does so twice, it has been written to its end.
type Look = (u64, Option<SystemTime>);

/// What is known of the folder's files; `None` is done with.
#[derive(Debug, Default)]
struct Seen(HashMap<PathBuf, Option<Look>>);

impl Seen {
    /// The files that came since and no longer change.
    fn arrived(&mut self, files: Vec<(PathBuf, Look)>) -> Vec<PathBuf> {
        let mut settled = Vec::new();
        for (file, look) in files {
            match self.0.get(&file) {
                Some(None) => {}
                Some(Some(before)) if *before == look => {
                    self.0.insert(file.clone(), None);
                    settled.push(file);
                }
                _ => drop(self.0.insert(file, Some(look))),
            }
        }
        settled
    }

    fn done(&mut self, file: PathBuf) {
        self.0.insert(file, None);
    }
}

pub(crate) fn watch(args: &WatchArgs) -> Outcome {
    let folder = whole(&args.folder)?;
    refuse_unfinished(&folder)?;
    let (options, looker) = (args.style.options()?, Looker::new(&args.look)?);
    let mut seen = Seen::default();
    if !args.existing {
        files(args, &folder)?.into_iter().for_each(|(file, _)| seen.done(file));
    }
    say(&format!("Watching {} (stop with Ctrl+C)", shown(&folder)));
    let mut round = 0;
    while args.rounds.is_none_or(|most| round < most) {
        let arrived = seen.arrived(files(args, &folder)?);
        if !arrived.is_empty() {
            name(args, &folder, arrived, &looker, &options, &mut seen)?;
        }
        round += 1;
        std::thread::sleep(Duration::from_secs(args.every));
    }
    Ok(ExitCode::SUCCESS)
}

fn files(args: &WatchArgs, folder: &Path) -> Result<Vec<(PathBuf, Look)>, String> {
    let look = |file: &PathBuf| {
        let facts = folder.join(file).metadata().ok()?;
        Some((facts.len(), facts.modified().ok()))
    };
    let listed = args.filters.list(folder)?;
    Ok(listed.into_iter().filter_map(|file| look(&file).map(|look| (file, look))).collect())
}

fn name(
    args: &WatchArgs,
    folder: &Path,
    arrived: Vec<PathBuf>,
    looker: &Looker,
    options: &ProcessingOptions,
    seen: &mut Seen,
) -> Result<(), String> {
    let pictures: Vec<PathBuf> =
        arrived.into_iter().filter(|file| format_of(&folder.join(file)).is_ok()).collect();
    let proposal = Proposal::for_files(folder.to_owned(), pictures, looker, options);
    for step in &proposal.moves {
        print(&format!("{} -> {}\n", shown(&step.from), shown(&step.to)))?;
    }
    if args.apply && !proposal.moves.is_empty() {
        let (carried, journal) = carry_out(proposal, None)?;
        journal.moves.iter().for_each(|step| seen.done(step.to.clone()));
        carried.trouble.iter().for_each(|sentence| say(sentence));
        say(&format!("Journal: {}", shown(&journal.path)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_once_and_only_when_it_has_stopped_growing() {
        let mut seen = Seen::default();
        let at = |length| vec![(PathBuf::from("a.jpg"), (length, None))];
        assert_eq!(seen.arrived(at(10)), Vec::<PathBuf>::new());
        assert_eq!(seen.arrived(at(20)), Vec::<PathBuf>::new());
        assert_eq!(seen.arrived(at(20)), [PathBuf::from("a.jpg")]);
        assert_eq!(seen.arrived(at(20)), Vec::<PathBuf>::new());
    }
}
