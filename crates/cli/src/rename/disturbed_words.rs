//! Renames that write words and are killed at any step: they can be ended or taken back, and taking back gives the former bytes.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::back;
use super::carry::apply;
use super::disk::faults::kill_after;
use super::journal::Journal;
use super::mark::Mark;
use super::moves::Move;
use super::words::{Texts, Wanted};

/// One pixel; the format holds words.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
/// One pixel; the format holds none, so that a sidecar is made.
const BMP: &[u8] = b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0\0\0\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\0";
/// More than all steps of forward and back.
const STEPS: u32 = 60;

fn world(name: &str) -> (PathBuf, Journal) {
    let folder = std::env::temp_dir().join(format!("nomina-words-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = fs::canonicalize(folder).unwrap();
    fs::write(folder.join("1.gif"), GIF).unwrap();
    fs::write(folder.join("2.bmp"), BMP).unwrap();
    fs::write(folder.join("stays.gif"), GIF).unwrap();
    let step = |from: &str, to: &str| Move { from: from.into(), to: to.into(), via: None, lead: None };
    let wanted = |file: &str, step: Option<usize>| Wanted {
        file: file.into(),
        step,
        texts: Texts { title: "Red fox".into(), keywords: vec!["fox".into()], ..Texts::default() },
        replace: false,
    };
    let moves = vec![step("1.gif", "fox.gif"), step("2.bmp", "fox.bmp")];
    let words = vec![wanted("1.gif", Some(0)), wanted("2.bmp", Some(1)), wanted("stays.gif", None)];
    let journal = Journal::create(&folder.join(".nomina-journal-1.jsonl"), &folder, moves, words).unwrap();
    (folder, journal)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries
        .filter(|path| !name(path).starts_with(".nomina-journal"))
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

/// Does a part of the work; whether it was killed.
fn killed(after: u32, work: impl FnOnce()) -> bool {
    kill_after(Some(after));
    let ended = catch_unwind(AssertUnwindSafe(work));
    kill_after(None);
    ended.is_err()
}

#[test]
fn a_killed_run_is_resumed_or_taken_back_whole() {
    let mut kills = 0;
    for after in 0..STEPS {
        let (folder, mut journal) = world(&format!("killed-{after}"));
        let before = files(&folder);
        let path = journal.path.clone();
        if killed(after, || drop(apply(&mut journal, &|_, _, _| {}).unwrap())) {
            kills += 1;
        }
        drop(journal);
        let mut journal = Journal::open(&path, None).unwrap();
        if after % 2 == 0 {
            apply(&mut journal, &|_, _, _| {}).unwrap();
            assert_eq!(journal.mark, Mark::Applied, "after {after}");
            let there = files(&folder);
            assert_eq!(there.keys().collect::<Vec<_>>(), ["fox.bmp", "fox.bmp.xmp", "fox.gif", "stays.gif"]);
            for name in ["fox.bmp.xmp", "fox.gif", "stays.gif"] {
                let text = String::from_utf8_lossy(&there[name]).into_owned();
                assert_eq!(text.matches("Red fox").count(), 1, "{name} after {after}: {text}");
            }
        }
        // The way back is killed too, and repeated until it ends.
        while killed(after / 2, || drop(back::undo(&mut journal).unwrap())) {
            drop(journal);
            journal = Journal::open(&path, None).unwrap();
            kills += 1;
            let ended = !killed(after / 2 + 8, || drop(back::undo(&mut journal).unwrap()));
            drop(journal);
            journal = Journal::open(&path, None).unwrap();
            if ended {
                break;
            }
        }
        back::undo(&mut journal).unwrap();
        assert_eq!(
            (journal.mark, files(&folder) == before),
            (Mark::Undone, true),
            "after {after}: {:?}",
            files(&folder).keys()
        );
        fs::remove_dir_all(folder).unwrap();
    }
    assert!(kills > 20, "{kills}");
}
