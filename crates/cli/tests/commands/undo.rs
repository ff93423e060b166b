//! `nomina undo` when the folder is no longer as it was: files deleted, replaced, copied, moved, renamed again. No file stays
//! hidden, and no journal blocks its folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::interrupted::{killed, waiting};
use crate::rename::{content, journal, names, rename};
use crate::run::{Folder, Run, nomina};

fn undo(args: &[&str]) -> Run {
    nomina(&[&["undo"], args].concat(), &[])
}

/// A folder in which nearly every name crosses another one, renamed.
fn crossed(name: &str) -> Folder {
    let folder = Folder::new(name);
    for at in 1..=12 {
        folder.numbered(&format!("{at}.bmp"), at);
    }
    let run = rename(&["--apply", "--pattern", "{n:1}", folder.text()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    folder
}

fn hidden(folder: &Path) -> Vec<String> {
    names(folder).into_iter().filter(|name| name.starts_with('.')).collect()
}

#[test]
fn a_file_that_has_gone_is_left_out_and_said_and_the_others_get_their_names() {
    let folder = crossed("gone-crossing");
    let gone = folder.path().join("3.bmp");
    let was = std::fs::read(&gone).unwrap();
    std::fs::remove_file(gone).unwrap();
    let run = undo(&[&journal(folder.path())]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("3.bmp: it is not there any more"), "{}", run.err);
    assert!(run.err.contains("10 images were given their old names back"), "{}", run.err);
    assert_eq!((hidden(folder.path()), names(folder.path()).len()), (Vec::new(), 11));
    for (path, bytes) in content(folder.path()) {
        let number: u8 = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        assert_eq!(bytes[54], number, "{}", path.display());
        assert_ne!(bytes, was);
    }
    assert_eq!(rename(&["--apply", "--pattern", "{n:2}", folder.text()]).code, Some(0), "the folder is free");
}

#[test]
fn without_crossing_names_a_file_that_has_gone_does_not_block_the_folder() {
    let folder = Folder::new("gone-plain");
    for at in 1..=3 {
        folder.numbered(&format!("IMG {at}.bmp"), at);
    }
    assert_eq!(rename(&["--apply", folder.text()]).code, Some(0));
    std::fs::remove_file(folder.path().join("img-2.bmp")).unwrap();
    assert_eq!(undo(&[&journal(folder.path())]).code, Some(1));
    assert_eq!(names(folder.path()), ["IMG 1.bmp", "IMG 3.bmp"]);
    assert_eq!(rename(&["--apply", folder.text()]).code, Some(0));
}

#[test]
fn a_file_whose_old_name_is_taken_is_seen_can_go_home_later_and_its_journal_can_be_closed() {
    for closes in [true, false] {
        let folder = crossed(if closes { "taken-closed" } else { "taken-repeated" });
        std::fs::remove_file(folder.path().join("3.bmp")).unwrap();
        // 11.bmp had got the name 3.bmp; now a stranger has the name that it would get back.
        let eleven = std::fs::read(folder.path().join("11.bmp")).unwrap();
        std::fs::write(folder.path().join("stranger.bmp"), b"stranger").unwrap();
        std::fs::rename(folder.path().join("11.bmp"), folder.path().join("moved-away.bmp")).unwrap();
        std::fs::rename(folder.path().join("stranger.bmp"), folder.path().join("13.bmp")).unwrap();
        std::fs::create_dir(folder.path().join("11.bmp")).unwrap();
        let journal = journal(folder.path());
        let run = undo(&[&journal]);
        assert_eq!((run.code, hidden(folder.path())), (Some(1), Vec::new()), "{}", run.err);
        assert_eq!(std::fs::read(folder.path().join("13.bmp")).unwrap(), b"stranger");
        assert_eq!(std::fs::read(folder.path().join("moved-away.bmp")).unwrap(), eleven);
        if closes {
            assert_eq!(undo(&["--close", &journal]).code, Some(0));
        } else {
            std::fs::remove_dir(folder.path().join("11.bmp")).unwrap();
            undo(&[&journal]);
        }
        assert_eq!(
            rename(&["--apply", "--pattern", "{n:3}", folder.text()]).code,
            Some(0),
            "the folder is free"
        );
    }
}

#[test]
fn a_stranger_at_an_old_name_leaves_the_file_beside_it_until_the_name_is_free() {
    let folder = Folder::new("stranger");
    for (name, number) in [("a.bmp", 1), ("1.bmp", 2)] {
        folder.numbered(name, number);
    }
    // 1.bmp stays, a.bmp becomes 2.bmp; then 2.bmp and 1.bmp cross.
    let before = content(folder.path());
    assert_eq!(rename(&["--apply", "--pattern", "{n:1}", folder.text()]).code, Some(0));
    folder.file("a.bmp", b"came later");
    let journal = journal(folder.path());
    let run = undo(&[&journal]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("another file has its old name; it is"), "{}", run.err);
    assert!(run.err.contains("nomina undo --close"), "{}", run.err);
    assert_eq!(hidden(folder.path()), Vec::<String>::new());
    std::fs::remove_file(folder.path().join("a.bmp")).unwrap();
    assert_eq!(undo(&[&journal]).code, Some(0));
    assert!(content(folder.path()) == before);
}

#[test]
fn a_journal_speaks_of_the_folder_that_it_lies_in() {
    let outer = Folder::new("copied");
    let (first, second) = (outer.path().join("first"), outer.path().join("second"));
    std::fs::create_dir(&first).unwrap();
    outer.numbered("first/IMG 1.bmp", 1);
    assert_eq!(rename(&["--apply", first.to_str().unwrap()]).code, Some(0));
    assert!(Command::new("cp").arg("-r").args([&first, &second]).status().unwrap().success());
    assert_eq!(undo(&[&journal(&second)]).code, Some(0));
    assert_eq!((names(&first), names(&second)), (vec!["img-1.bmp".into()], vec!["IMG 1.bmp".into()]));
    let moved = outer.path().join("moved");
    std::fs::rename(&first, &moved).unwrap();
    assert_eq!(undo(&[&journal(&moved)]).code, Some(0));
    assert_eq!(names(&moved), ["IMG 1.bmp"]);
}

#[test]
fn a_journal_elsewhere_finds_its_folder_and_says_when_that_is_gone() {
    let outer = Folder::new("elsewhere");
    let (photos, journals) = (outer.path().join("photos"), outer.path().join("journals"));
    [&photos, &journals].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
    outer.numbered("photos/IMG 1.bmp", 1);
    let journal = journals.join("one.jsonl").to_str().unwrap().to_owned();
    assert_eq!(rename(&["--apply", "--journal", &journal, photos.to_str().unwrap()]).code, Some(0));
    let moved = outer.path().join("moved");
    std::fs::rename(&photos, &moved).unwrap();
    let run = undo(&[&journal]);
    assert!(run.code == Some(1) && run.err.contains("nomina undo --folder FOLDER"), "{}", run.err);
    assert_eq!(undo(&["--folder", moved.to_str().unwrap(), &journal]).code, Some(0));
    assert_eq!(names(&moved), ["IMG 1.bmp"]);
}

#[test]
fn journals_of_earlier_versions_work_where_they_were_written_and_ask_elsewhere() {
    let outer = Folder::new("version-1");
    let (first, second) = (outer.path().join("first"), outer.path().join("second"));
    for folder in [&first, &second] {
        std::fs::create_dir(folder).unwrap();
        std::fs::write(folder.join("fox.bmp"), b"fox").unwrap();
        let text = format!(
            "{{\"mark\":\"applied\",\"nomina\":\"rename\",\"version\":1,\"folder\":\"{}\"}}\n{{\"from\":\"IMG 1.bmp\",\"to\":\"fox.bmp\"}}\n{{\"planned\":1}}\n",
            first.display()
        );
        std::fs::write(folder.join(".nomina-journal-1-1.jsonl"), text).unwrap();
    }
    let copied = undo(&[&journal(&second)]);
    assert_eq!(copied.code, Some(1), "{}", copied.err);
    assert!(copied.err.contains("Say which folder is meant: `nomina undo --folder"), "{}", copied.err);
    assert_eq!((names(&first), names(&second)), (vec!["fox.bmp".into()], vec!["fox.bmp".into()]));
    assert_eq!(undo(&["--folder", second.to_str().unwrap(), &journal(&second)]).code, Some(0));
    assert_eq!((names(&first), names(&second)), (vec!["fox.bmp".into()], vec!["IMG 1.bmp".into()]));
    assert_eq!(undo(&[&journal(&first)]).code, Some(0));
    assert_eq!(names(&first), ["IMG 1.bmp"]);
}

#[test]
fn the_latest_of_two_renames_is_taken_back_first() {
    let folder = Folder::new("twice");
    folder.numbered("IMG 1.bmp", 1);
    let first = folder.path().join(".nomina-journal-1.jsonl").to_str().unwrap().to_owned();
    let second = folder.path().join(".nomina-journal-2.jsonl").to_str().unwrap().to_owned();
    assert_eq!(rename(&["--apply", "--journal", &first, folder.text()]).code, Some(0));
    assert_eq!(rename(&["--apply", "--journal", &second, "--prefix", "trip", folder.text()]).code, Some(0));
    let run = undo(&[&first]);
    assert!(run.code == Some(1) && run.err.contains("Take that back first"), "{}", run.err);
    assert_eq!(undo(&[&first, &second]).code, Some(0), "both, in the right order");
    assert_eq!(names(folder.path()), ["IMG 1.bmp"]);
}

#[test]
fn a_journal_whose_files_are_all_elsewhere_changes_nothing_and_works_later() {
    let folder = Folder::new("absent");
    folder.numbered("IMG 1.bmp", 1);
    assert_eq!(rename(&["--apply", folder.text()]).code, Some(0));
    let (place, away) = (folder.path().join("img-1.bmp"), folder.path().with_extension("away"));
    std::fs::rename(&place, &away).unwrap();
    let run = undo(&[&journal(folder.path())]);
    assert!(
        run.code == Some(1) && run.err.contains("None of the files of this journal is in"),
        "{}",
        run.err
    );
    std::fs::rename(&away, &place).unwrap();
    assert_eq!(undo(&[&journal(folder.path())]).code, Some(0));
    assert_eq!(names(folder.path()), ["IMG 1.bmp"]);
}

/// The program itself, killed at moments that the machine chooses, while files go, change and come.
#[test]
fn killed_and_disturbed_at_once_no_content_is_lost_and_no_file_stays_hidden() {
    for seed in 0..6_usize {
        let folder = Folder::new(&format!("disturbed-{seed}"));
        for at in 1..=200 {
            folder.numbered(&format!("{at}.bmp"), at);
        }
        let args = ["rename", "--provider", "none", "--apply", "--pattern", "{n:1}", folder.text()];
        killed(&args, || waiting(folder.path()) > 20 + 30 * seed);
        let mut expected: BTreeSet<Vec<u8>> = content(folder.path()).into_values().collect();
        for (at, (path, bytes)) in
            content(folder.path()).into_iter().enumerate().filter(|(at, _)| at % 7 == seed)
        {
            expected.remove(&bytes);
            std::fs::remove_file(&path).unwrap();
            if at % 2 == 0 {
                let other = format!("changed {at}").into_bytes();
                std::fs::write(&path, &other).unwrap();
                expected.insert(other);
            }
        }
        let journal = journal(folder.path());
        killed(&["undo", &journal], || waiting(folder.path()) < 20 * seed);
        let last = undo(&[&journal]);
        assert_eq!(hidden(folder.path()), Vec::<String>::new(), "{seed}: {}", last.err);
        let there: BTreeSet<Vec<u8>> = content(folder.path()).into_values().collect();
        assert!(there == expected, "{seed}: nothing is lost");
        undo(&["--close", &journal]);
        assert_eq!(
            rename(&["--apply", "--pattern", "{n:3}", folder.text()]).code,
            Some(0),
            "{seed}: the folder is free"
        );
    }
}
