//! What was done, for the person at the terminal.

use std::process::ExitCode;

use super::carried::Carried;
use super::journal::Journal;
use crate::lines::{say, shown};
use crate::outcome::ended;

pub(super) const RENAMED: &str = "renamed";
pub(super) const MOVED: &str = "moved";

pub(super) fn report(carried: &Carried, what: &str, journal: &Journal) -> ExitCode {
    let path = shown(&journal.path);
    carried.trouble.iter().for_each(|sentence| say(sentence));
    let beside = match carried.sidecars {
        0 => String::new(),
        count => format!(", and {count} files that belong to them"),
    };
    let words = match (carried.worded, what) {
        (0, _) => String::new(),
        (count, RENAMED) => format!(" {count} got words in their metadata."),
        (count, _) => format!(" {count} files have their former metadata back."),
    };
    say(&format!("{} images were {what}{beside}.{words} Journal: {path}", carried.done));
    match (what, carried.unfinished) {
        (_, true) => say(&format!(
            "This is not finished: mend what is said above and repeat the command, or leave the names as they are with `nomina undo --close '{path}'`."
        )),
        (MOVED, false) => say(&format!("`nomina undo '{path}'` moves them back.")),
        (RENAMED, false) => say(&format!("`nomina undo '{path}'` gives the old names back.")),
        _ => {}
    }
    ended(!carried.trouble.is_empty())
}
