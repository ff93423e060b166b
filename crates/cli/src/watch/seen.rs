//! What a watch knows of the files in its folder: which are done with, and which may still be growing.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::SystemTime;

/// How a file looked. Another file under the same name looks different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) bytes: u64,
    pub(super) modified: Option<SystemTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It may still be growing.
    Arriving,
    /// It does not change, and its end is missing; the person was told.
    Cut,
    Done,
}

#[derive(Debug, Default)]
pub(super) struct Seen(HashMap<PathBuf, (Look, State)>);

impl Seen {
    /// The files that came since and look as they did a round ago. What has gone is forgotten, so that its name can come again.
    pub(super) fn arrived(&mut self, files: &[(PathBuf, Look)]) -> Vec<PathBuf> {
        let there: HashSet<&PathBuf> = files.iter().map(|(file, _)| file).collect();
        self.0.retain(|file, _| there.contains(file));
        let mut settled = Vec::new();
        for (file, look) in files {
            match self.0.get(file) {
                Some((before, State::Arriving)) if before == look => settled.push(file.clone()),
                Some((before, _)) if before == look => {}
                _ => drop(self.0.insert(file.clone(), (*look, State::Arriving))),
            }
        }
        settled
    }

    /// Nothing more is done with this file while it looks so.
    pub(super) fn done(&mut self, file: PathBuf, look: Look) {
        self.0.insert(file, (look, State::Done));
    }

    /// Its end is missing: it is looked at again when it changes. Whether that is news.
    pub(super) fn cut(&mut self, file: &PathBuf) -> bool {
        let known = self.0.get_mut(file);
        known.is_some_and(|(_, state)| std::mem::replace(state, State::Cut) != State::Cut)
    }

    /// A file that has got another name: whatever comes under the old one is new.
    pub(super) fn forget(&mut self, file: &PathBuf) {
        self.0.remove(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bytes: u64) -> Vec<(PathBuf, Look)> {
        vec![("scan.jpg".into(), look(bytes))]
    }

    fn look(bytes: u64) -> Look {
        Look { bytes, modified: None }
    }

    #[test]
    fn a_file_is_taken_once_and_only_when_it_has_stopped_growing() {
        let (mut seen, none) = (Seen::default(), Vec::<PathBuf>::new());
        assert_eq!(seen.arrived(&at(10)), none);
        assert_eq!(seen.arrived(&at(20)), none);
        assert_eq!(seen.arrived(&at(20)), [PathBuf::from("scan.jpg")]);
        seen.done("scan.jpg".into(), look(20));
        assert_eq!(seen.arrived(&at(20)), none);
    }

    #[test]
    fn a_second_file_of_the_same_name_is_new_after_the_first_has_gone_or_was_replaced() {
        let mut seen = Seen::default();
        for gone in [true, false] {
            seen.done("scan.jpg".into(), look(20));
            if gone {
                seen.arrived(&[]);
            }
            let second = if gone { 20 } else { 30 };
            assert_eq!(seen.arrived(&at(second)), Vec::<PathBuf>::new());
            assert_eq!(seen.arrived(&at(second)), [PathBuf::from("scan.jpg")]);
        }
    }

    #[test]
    fn a_file_without_its_end_is_said_once_and_taken_when_it_goes_on() {
        let mut seen = Seen::default();
        seen.arrived(&at(10));
        let file = seen.arrived(&at(10)).remove(0);
        assert!(seen.cut(&file) && !seen.cut(&file));
        assert_eq!(seen.arrived(&at(10)), Vec::<PathBuf>::new());
        seen.arrived(&at(40));
        assert_eq!(seen.arrived(&at(40)), [file]);
    }
}
