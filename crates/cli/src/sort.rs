//! `nomina sort`: the images of a folder into folders by date, camera, place or subject. Shown first, done with a journal, taken back by
//! `nomina undo`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use nomina_engine::{Inspection, Limits};
use nomina_rules::language::Spelling;
use nomina_rules::names::{clean_original, clean_original_as};
use nomina_rules::options::ProcessingOptions;
use nomina_server::features::naming::scene_of;
use nomina_vision::Description;

use crate::files::{format_of, read};
use crate::filters::Filters;
use crate::interrupt;
use crate::lines::{json_line, print, say, say_failure, shown};
use crate::looking::{LookArgs, Looker};
use crate::outcome::{Outcome, ended};
use crate::parallel::{cores, each};
use crate::rename::{Place, move_all, refuse_unfinished, relocate, whole};

#[derive(Args, Debug)]
pub(crate) struct SortArgs {
    /// The folder
    folder: PathBuf,
    /// What folders are made of; several are put inside each other, such as camera,date
    #[arg(long, value_name = "WHAT", value_delimiter = ',', default_value = "date")]
    by: Vec<By>,
    /// Move; without it new places are only shown
    #[arg(long)]
    apply: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    look: LookArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// 2024/2024-05
    Date,
    /// 2024
    Year,
    /// 2024/2024-05-17
    Day,
    /// canon-eos-r6
    Camera,
    /// spain/ribadeo, by its coordinates
    Place,
    /// What the image shows; a model looks at it
    Subject,
}

pub(crate) fn sort(args: &SortArgs) -> Outcome {
    let folder = whole(&args.folder)?;
    refuse_unfinished(&folder)?;
    interrupt::listen();
    let mut files = args.filters.list(&folder)?;
    files.retain(|file| format_of(&folder.join(file)).is_ok());
    if files.is_empty() {
        return Err(format!("There are no images in {}.", shown(&args.folder)));
    }
    let (places, failed) = places(args, &folder, files)?;
    if interrupt::asked() {
        say("Stopped: nothing was moved.");
        return Ok(interrupt::code());
    }
    let moves = relocate(&folder, &places);
    for step in &moves {
        print(&match args.json {
            true => json_line(&serde_json::json!({ "file": step.from, "name": step.to }))?,
            false => format!("{} -> {}\n", shown(&step.from), shown(&step.to)),
        })?;
    }
    let images = moves.iter().filter(|step| step.lead.is_none()).count();
    if images == 0 {
        say("Every image is in its folder already.");
        return Ok(ended(failed));
    }
    if !args.apply {
        say(&format!("{images} of {} images would be moved. Add --apply to move them.", places.len()));
        return Ok(ended(failed));
    }
    let code = move_all(&folder, moves)?;
    Ok(if failed { ExitCode::FAILURE } else { code })
}

/// The place of every image that can be read, and whether one could not.
fn places(args: &SortArgs, folder: &Path, files: Vec<PathBuf>) -> Result<(Vec<Place>, bool), String> {
    let whole: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
    let seen: Vec<Result<(Inspection, Option<Description>), String>> = if args.by.contains(&By::Subject) {
        let looked = Looker::new(&args.look)?.look_at(&whole).into_iter();
        looked
            .map(|result| {
                result.map(|named| (named.facts.clone(), named.is_looked_at().then_some(named.seen)))
            })
            .collect()
    } else {
        let mut seen = Vec::with_capacity(whole.len());
        each(&whole, cores(), |file| inspected(file), |_, facts| seen.push(facts.map(|facts| (facts, None))));
        seen
    };
    let spelling = args.look.on(&ProcessingOptions::default())?.spelling();
    let (mut places, mut failed) = (Vec::new(), false);
    for (file, seen) in files.into_iter().zip(seen) {
        match seen {
            Ok((facts, words)) => {
                let folder = args.by.iter().map(|by| by.folder(&facts, words.as_ref(), spelling)).collect();
                places.push(Place { file, folder });
            }
            Err(reason) => {
                failed = true;
                say_failure(&file, &reason, args.json)?;
            }
        }
    }
    Ok((places, failed))
}

fn inspected(file: &Path) -> Result<Inspection, String> {
    nomina_engine::inspect(&read(file)?, &Limits::default()).map_err(|error| error.to_string())
}

impl By {
    fn folder(self, facts: &Inspection, words: Option<&Description>, spelling: Spelling) -> PathBuf {
        let date = facts.taken_at.as_deref().filter(|date| is_date(date));
        let part = |length: usize| date.and_then(|date| date.get(..length));
        let dated = |length| match (part(4), part(length)) {
            (Some(year), Some(rest)) => Path::new(year).join(rest),
            _ => PathBuf::from("no-date"),
        };
        match self {
            Self::Year => PathBuf::from(part(4).unwrap_or("no-date")),
            Self::Date => dated(7),
            Self::Day => dated(10),
            Self::Camera => {
                let camera = facts.camera().filter(|camera| !camera.trim().is_empty());
                PathBuf::from(camera.map_or("no-camera".to_owned(), |camera| clean_original(&camera)))
            }
            Self::Place => {
                let scene = scene_of(facts);
                match scene.city.is_empty() {
                    true => PathBuf::from("no-place"),
                    false => [scene.country, scene.city]
                        .map(|name| clean_original_as(&name, spelling))
                        .iter()
                        .collect(),
                }
            }
            Self::Subject => {
                PathBuf::from(words.map_or("no-subject".to_owned(), |words| subject(words, spelling)))
            }
        }
    }
}

/// The first keyword is the main subject; a service that gives none leaves the name.
fn subject(words: &Description, spelling: Spelling) -> String {
    clean_original_as(words.keywords.first().unwrap_or(&words.name), spelling)
}

/// `YYYY-MM-DD` at the start: a camera without a battery writes zeros.
fn is_date(date: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        date.get(range).and_then(|part| part.parse::<u32>().ok()).is_some_and(|number| number > 0)
    };
    digits(0..4) && digits(5..7) && digits(8..10)
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn only_a_whole_date_counts() {
        assert!(is_date("2024-05-17T10:00:00") && is_date("2024-05-17"));
        for wrong in ["", "0000-00-00T00:00:00", "2024", "2024-05", "2024-00-17"] {
            assert!(!is_date(wrong), "{wrong}");
        }
    }
}
