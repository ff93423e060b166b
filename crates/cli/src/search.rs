//! `nomina find`: images by the words that a model once said about them. Nothing is looked at anew: images are known by the hash
//! of their bytes, whatever they are called now.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use nomina_vision::Description;
use serde_json::json;

use crate::files::{find, format_of, read};
use crate::interrupt;
use crate::lines::{file_error, json_line, print, say, shown};
use crate::memory::{ImageHash, Memory};
use crate::outcome::Outcome;
use crate::parallel::{cores, each};

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    /// Words that an image must have, such as 'red car'
    words: String,
    /// Images or folders; without it the current folder
    files: Vec<PathBuf>,
    /// Print one JSON object a line
    #[arg(long, conflicts_with = "null")]
    json: bool,
    /// End each path with a zero byte, for xargs -0
    #[arg(short = '0', long)]
    null: bool,
}

/// Prints the images that have all words, the best first. Ends with 1 when there is none, as grep does.
pub(crate) fn find_words(args: &FindArgs) -> Outcome {
    let wanted = terms(&args.words);
    if wanted.is_empty() {
        return Err("Say what to find, such as nomina find 'red car'.".to_owned());
    }
    interrupt::listen();
    let here = [PathBuf::from(".")];
    let mut missing = false;
    for path in &args.files {
        if let Err(error) = path.metadata() {
            missing = true;
            say(&file_error(path, &error));
        }
    }
    let files = find(if args.files.is_empty() { &here } else { &args.files })?;
    let (mut found, mut unknown, mut images) = (Vec::new(), 0, 0);
    let memory = Memory::open();
    each(
        &files,
        cores(),
        |file| if interrupt::asked() { None } else { recalled(file, &memory) },
        |at, seen| match seen {
            Some(Some(seen)) => {
                images += 1;
                found.extend(score(&wanted, &seen).map(|score| (score, at, seen)));
            }
            Some(None) => {
                images += 1;
                unknown += 1;
            }
            None => {}
        },
    );
    found.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    for (_, at, seen) in &found {
        print(&line(args, &files[*at], seen)?)?;
    }
    if images == 0 && !missing {
        say("There are no images to search.");
    }
    if unknown > 0 {
        say(&format!(
            "{unknown} of {images} images were never looked at, so they are not searched. `nomina name` looks at them."
        ));
    }
    Ok(match () {
        () if interrupt::asked() => interrupt::code(),
        () if found.is_empty() || missing => ExitCode::FAILURE,
        () => ExitCode::SUCCESS,
    })
}

/// What is remembered about a file; `None` when it is no image.
fn recalled(file: &Path, memory: &Memory) -> Option<Option<Description>> {
    format_of(file).ok()?;
    Some(memory.about(ImageHash::of(&read(file).ok()?)))
}

fn line(args: &FindArgs, file: &Path, seen: &Description) -> Result<String, String> {
    Ok(match args {
        FindArgs { json: true, .. } => {
            json_line(&json!({ "file": file, "name": seen.name, "details": seen }))?
        }
        FindArgs { null: true, .. } => format!("{}\0", file.to_string_lossy()),
        _ => format!("{}\n", shown(file)),
    })
}

/// How well an image fits; `None` when a word is missing. Words of the name count most.
fn score(wanted: &[String], seen: &Description) -> Option<u32> {
    let [name, keywords] = [terms(&seen.name), terms(&seen.keywords.join(" "))];
    let rest = terms(&format!("{} {}", seen.alt_text, seen.alternatives.join(" ")));
    let has = |words: &[String], word: &String| words.iter().any(|other| same(word, other));
    let points = wanted.iter().map(|word| match () {
        () if has(&name, word) => Some(4),
        () if has(&keywords, word) => Some(2),
        () if has(&rest, word) => Some(1),
        () => None,
    });
    points.sum()
}

/// Lower-case words.
fn terms(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether two words are one, or one of them is the plural of the other.
fn same(one: &str, other: &str) -> bool {
    one == other || is_plural(one, other) || is_plural(other, one)
}

fn is_plural(many: &str, one: &str) -> bool {
    let ending = |end: &str| many.strip_suffix(end);
    ending("s") == Some(one)
        || ending("es") == Some(one)
        || ending("ies").is_some_and(|stem| one.strip_suffix('y') == Some(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen() -> Description {
        Description {
            name: "red-fox-in-snow".into(),
            alt_text: "A fox near two cars.".into(),
            keywords: vec!["winter".into(), "wild animals".into()],
            ..Description::default()
        }
    }

    #[test]
    fn all_words_must_be_there_and_those_of_the_name_count_most() {
        let points = |query: &str| score(&terms(query), &seen());
        assert_eq!(points("Red FOX"), Some(8));
        assert_eq!(points("foxes winter"), Some(6));
        assert_eq!(points("car"), Some(1));
        assert_eq!(points("red car wolf"), None);
    }

    #[test]
    fn a_plural_and_its_singular_are_one_word() {
        for (many, one) in [("foxes", "fox"), ("cars", "car"), ("berries", "berry"), ("houses", "house")] {
            assert!(same(many, one) && same(one, many), "{many}");
        }
        assert!(!same("glass", "grass") && !same("cat", "car"));
    }
}
