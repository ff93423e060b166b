//! `nomina watch`: images that arrive in a folder get their names, and are processed when asked for. Looked at in rounds, which
//! works on every file system; an image is taken when it has stopped changing and is whole, and each round that renames has its
//! own journal.

mod seen;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::words::ImageWords;

use self::seen::{Look, Seen};
use crate::files::{format_of, is_whole, read};
use crate::filters::Filters;
use crate::interrupt;
use crate::job::process_one;
use crate::lines::{print, say, shown};
use crate::looking::{LookArgs, Looker};
use crate::outcome::Outcome;
use crate::rename::{Naming, Proposal, Style, WriteArgs, carry_out, refuse_unfinished, whole};

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
    /// Process each image with the recipe as well, into this folder and under its new name
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Seconds between two looks; a file is taken when it has not changed from one to the next
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
    write: WriteArgs,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn watch(args: &WatchArgs) -> Outcome {
    let folder = whole(&args.folder)?;
    refuse_unfinished(&folder)?;
    let options = args.look.on(&args.style.options()?)?;
    let mut watch = Watch {
        args,
        looker: Looker::with_recipe(&args.look, &options)?,
        options,
        seen: Seen::default(),
        told: None,
        folder,
    };
    interrupt::listen();
    if !args.existing {
        watch.list()?.into_iter().for_each(|(file, look)| watch.seen.done(file, look));
    }
    say(&format!("Watching {} (stop with Ctrl+C)", shown(&watch.folder)));
    let mut round = 0;
    while args.rounds.is_none_or(|most| round < most) && !interrupt::asked() {
        // A folder on a network drive can be away for a while, and a disk full: the watch goes on.
        let outcome = watch.round();
        watch.tell(outcome.err());
        round += 1;
        rest(Duration::from_secs(args.every));
    }
    Ok(ExitCode::SUCCESS)
}

/// Waits for the next look, or for Ctrl+C.
fn rest(time: Duration) {
    let began = Instant::now();
    while began.elapsed() < time && !interrupt::asked() {
        std::thread::sleep(Duration::from_millis(100).min(time));
    }
}

struct Watch<'a> {
    args: &'a WatchArgs,
    folder: PathBuf,
    looker: Looker,
    options: ProcessingOptions,
    seen: Seen,
    /// The last trouble, which is not said again in every round.
    told: Option<String>,
}

impl Watch<'_> {
    fn round(&mut self) -> Result<(), String> {
        let listed = self.list()?;
        let arrived = self.seen.arrived(&listed);
        let looks: HashMap<PathBuf, Look> = listed.into_iter().collect();
        let (mut images, mut others) = (Vec::new(), Vec::new());
        for file in arrived {
            let path = self.folder.join(&file);
            match format_of(&path).and_then(|_| read(&path)) {
                Ok(bytes) if is_whole(&bytes) => images.push(file),
                Ok(_) => self.say_cut(&file),
                Err(_) => others.push(file),
            }
        }
        let written = if images.is_empty() { HashMap::new() } else { self.name(images.clone())? };
        for file in images.into_iter().chain(others) {
            if let (Some(look), true) = (looks.get(&file), self.folder.join(&file).exists()) {
                let look = written.get(&file).unwrap_or(look);
                self.seen.done(file, *look);
            }
        }
        Ok(())
    }

    fn list(&self) -> Result<Vec<(PathBuf, Look)>, String> {
        let listed = self.args.filters.list(&self.folder)?;
        Ok(listed.into_iter().filter_map(|file| self.look(&file).map(|look| (file, look))).collect())
    }

    fn look(&self, file: &Path) -> Option<Look> {
        let facts = self.folder.join(file).metadata().ok()?;
        Some(Look { bytes: facts.len(), modified: facts.modified().ok() })
    }

    fn say_cut(&mut self, file: &PathBuf) {
        if self.seen.cut(file) {
            say(&format!("{}: its end is missing; it is named when the rest has come", shown(file)));
        }
    }

    fn tell(&mut self, trouble: Option<String>) {
        if let Some(sentence) = trouble.as_ref().filter(|_| trouble != self.told) {
            say(sentence);
        }
        self.told = trouble;
    }

    /// Gives the looks of files that kept their name and got words.
    fn name(&mut self, images: Vec<PathBuf>) -> Result<HashMap<PathBuf, Look>, String> {
        let sidecars = !self.args.style.no_sidecars;
        let naming = Naming {
            looker: &self.looker,
            options: &self.options,
            sidecars,
            write: &self.args.write,
            sheet: None,
        };
        let proposal = Proposal::for_files(self.folder.clone(), images.clone(), &naming);
        if interrupt::asked() {
            return Ok(HashMap::new());
        }
        proposal.notes.iter().for_each(|note| say(note));
        for step in &proposal.moves {
            print(&format!("{} -> {}\n", shown(&step.from), shown(&step.to)))?;
        }
        let words: HashMap<PathBuf, ImageWords> =
            proposal.entries.iter().map(|entry| (entry.file.clone(), entry.words.clone())).collect();
        let (mut names, mut written) = (HashMap::new(), HashMap::new());
        names.extend(proposal.moves.iter().map(|step| (step.from.clone(), step.to.clone())));
        if self.args.apply && !proposal.is_empty() {
            let (carried, journal) = carry_out(proposal, None, &self.looker)?;
            for step in &journal.moves {
                self.seen.forget(&step.from);
                names.insert(step.from.clone(), step.to.clone());
                if let Some(look) = self.look(&step.to) {
                    self.seen.done(step.to.clone(), look);
                }
            }
            for file in journal.worded_in_place() {
                written.extend(self.look(file).map(|look| (file.to_owned(), look)));
            }
            carried.trouble.iter().for_each(|sentence| say(sentence));
            say(&format!("Journal: {}", shown(&journal.path)));
        }
        if let Some(into) = &self.args.into {
            let results = images.iter().map(|file| (file, names.get(file).unwrap_or(file)));
            for (file, name) in results {
                let recipe = self.options.with_words(words.get(file).unwrap_or(&ImageWords::default()));
                self.process(&recipe, file, name, into)?;
            }
        }
        Ok(written)
    }

    /// A processed copy of an image, under its new name also where the original keeps the old one.
    fn process(
        &self,
        recipe: &ProcessingOptions,
        file: &Path,
        name: &Path,
        into: &Path,
    ) -> Result<(), String> {
        let place = [name, file].map(|one| self.folder.join(one)).into_iter().find(|one| one.is_file());
        let Some(place) = place else { return Ok(()) };
        match process_one(recipe, &place, &into.join(name)) {
            Ok(target) => print(&format!("{} -> {}\n", shown(&place), shown(&target))),
            Err(reason) => {
                say(&format!("{}: {reason}", shown(&place)));
                Ok(())
            }
        }
    }
}
