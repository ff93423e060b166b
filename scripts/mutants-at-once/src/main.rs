//! Puts every mutant of a list into the sources at once, each behind a switch, so that one build serves all of them.
//! `mutants-at-once TREE LIST SKIP`: LIST is the output of `cargo mutants --list --json`, SKIP the numbers (from 1, in the order of
//! LIST) of mutants to leave out. Prints the numbers that have a switch, and with a minus those that no
//! compiler would take. TREE is changed: give it a copy.

mod switches;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use serde_json::Value;
use switches::{Mutant, Switches};

/// Says whether a mutant is on: the one whose number is in NOMINA_MUTANT. Appends each number that was asked for to the file
/// NOMINA_REACHED.
const SWITCH: &str = include_str!("switch.rs");

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, tree, list, skip] = &args[..] else { return Err("usage: mutants-at-once TREE LIST SKIP".into()) };
    let list: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(list)?)?;
    let skip = std::fs::read_to_string(skip)?;
    let skip: BTreeSet<&str> = skip.split_whitespace().collect();
    let mut files: BTreeMap<&str, Vec<Mutant>> = BTreeMap::new();
    for (number, mutant) in (1..).zip(&list) {
        if !skip.contains(number.to_string().as_str()) {
            let file = mutant["file"].as_str().ok_or("a mutant without a file")?;
            files
                .entry(file)
                .or_default()
                .push(Mutant::read(number, mutant).ok_or("a mutant without a span")?);
        }
    }
    let mut crates = BTreeSet::new();
    for (file, mutants) in files {
        let path = Path::new(tree).join(file);
        let text = std::fs::read_to_string(&path)?;
        let (text, made) = Switches::put(&text, mutants)?;
        std::fs::write(&path, text)?;
        crates.insert(file.split_once("/src/").ok_or("a file outside src")?.0);
        made.switched.iter().for_each(|number| println!("{number}"));
        made.refused.iter().for_each(|number| println!("-{number}"));
    }
    for name in crates {
        let path = Path::new(tree).join(name).join("src/lib.rs");
        let text = std::fs::read_to_string(&path)?;
        std::fs::write(&path, format!("#![allow(warnings)]\n{text}\n{SWITCH}"))?;
    }
    Ok(())
}
