//! `nomina rename` and `nomina undo`: what is shown, what is done, and that every byte and name comes back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::run::{Folder, Run, nomina};

/// Renames with cleaned old names, which needs no model.
pub(crate) fn rename(args: &[&str]) -> Run {
    nomina(&[&["rename", "--provider", "none"], args].concat(), &[])
}

/// Every file below the folder with its content; the journal is not one of them.
pub(crate) fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in std::fs::read_dir(inside).unwrap().map(Result::unwrap) {
            let journal = entry.file_name().to_string_lossy().starts_with(".nomina-journal-");
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false if journal => {}
                false => drop(found.insert(entry.path(), std::fs::read(entry.path()).unwrap())),
            }
        }
    }
    found
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let text = |path: PathBuf| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    content(folder).into_keys().map(text).collect()
}

pub(crate) fn journal(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.filter(|path| path.to_string_lossy().contains(".nomina-journal-")).max();
    found.expect("a journal").to_str().unwrap().to_owned()
}

/// The contents without their names, in order.
pub(crate) fn sorted(content: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<&Vec<u8>> {
    let mut all: Vec<&Vec<u8>> = content.values().collect();
    all.sort();
    all
}

#[test]
fn without_apply_old_and_new_names_are_shown_and_nothing_changes() {
    let folder = Folder::new("dry");
    folder.numbered("IMG_2041 (2).bmp", 1);
    folder.numbered("red-fox.bmp", 2);
    folder.file("notes.txt", b"no image");
    let before = content(folder.path());
    let run = rename(&[folder.text()]);
    assert_eq!(
        run.out, "IMG_2041 (2).bmp -> img-2041-2.bmp\nred-fox.bmp      -> (has its name)\n",
        "{}",
        run.err
    );
    assert!(run.err.ends_with("1 of 2 images would get a new name. Add --apply to rename.\n"), "{}", run.err);
    assert_eq!((content(folder.path()), run.code), (before, Some(0)));
}

#[test]
fn csv_and_json_have_a_row_for_every_image() {
    let folder = Folder::new("forms");
    folder.numbered("My, Photo.bmp", 1);
    folder.file("broken.jpg", b"\xff\xd8\xff\xe0cut");
    let csv = rename(&["--csv", folder.text()]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!((lines[0], lines[1]), ("file,name,error", "\"My, Photo.bmp\",my-photo.bmp,"));
    assert!(lines[2].starts_with("broken.jpg,,") && lines[2].len() > 20, "{}", csv.out);
    assert_eq!(csv.code, Some(1), "an image that cannot be read is said and counted");
    let json = rename(&["--json", folder.text()]).out;
    let rows: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["file"], &rows[0]["name"]), (&"My, Photo.bmp".into(), &"my-photo.bmp".into()));
    assert!(rows[1]["error"].is_string() && rows[1]["name"].is_null());
}

#[test]
fn patterns_prefixes_filters_and_depth_are_followed() {
    let folder = Folder::new("styles");
    std::fs::create_dir(folder.path().join("deep")).unwrap();
    for (at, name) in ["a one.bmp", "b two.bmp", "c.png.bmp", "deep/d four.bmp"].into_iter().enumerate() {
        folder.numbered(name, at as u32);
    }
    let out =
        rename(&[folder.text(), "--pattern", "{original}-{n:3}", "--prefix", "trip", "--case", "upper"]).out;
    assert!(
        out.contains("a one.bmp -> tripA-ONE-001.bmp") || out.contains("a one.bmp -> trip-A-ONE-001.bmp"),
        "{out}"
    );
    assert!(!out.contains("four"), "{out}");
    let deep = rename(&["-r", "--include", "*four*", folder.text()]).out;
    assert_eq!(deep, "deep/d four.bmp -> d-four.bmp\n");
    let without = rename(&["-r", "--exclude", "deep/**", "--exclude", "B*", folder.text()]).out;
    assert!(!without.contains("four") && !without.contains("two") && without.contains("one"), "{without}");
}

/// Marks that differ for every number and all mean the same between words.
fn separators(number: u32) -> String {
    (0..9).map(|digit| [' ', '_', '.'][(number / 3u32.pow(digit) % 3) as usize]).collect()
}

#[test]
fn ten_thousand_files_are_renamed_and_undo_restores_every_byte_and_name() {
    let folder = Folder::new("many");
    for at in 0..10_000u32 {
        let name = match at % 6 {
            0 => format!("Urlaub {at} 🏖️ am Meer.bmp"),
            1 => format!("صورة جميلة {at}.bmp"),
            2 => format!("IMG_{at}.BMP"),
            3 => format!("same{}name.bmp", separators(at)),
            4 => format!("Same--Name {} ({}).bmp", at % 50, at),
            _ => format!("Ünïcödé-{at}.Bmp"),
        };
        folder.numbered(&name, at);
    }
    let before = content(folder.path());
    assert_eq!(before.len(), 10_000);
    let run = rename(&["--apply", folder.text()]);
    assert_eq!(run.code, Some(0), "{}", &run.err[run.err.len().saturating_sub(500)..]);
    let after = content(folder.path());
    assert_eq!(sorted(&after), sorted(&before), "every content is there once");
    assert!(after.keys().filter(|name| !before.contains_key(*name)).count() > 9_000);
    let undo = nomina(&["undo", &journal(folder.path())], &[]);
    assert_eq!(undo.code, Some(0), "{}", undo.err);
    assert!(content(folder.path()) == before, "every name has its content again");
}

#[test]
fn names_that_cross_in_chains_and_cycles_and_change_only_their_case_are_given_and_taken_back() {
    let folder = Folder::new("cycle");
    // In the order of their names 1, 10, 11, 12, 2, ... get 1, 2, 3, ...: most take a name that another one leaves.
    for at in 1..=12 {
        folder.numbered(&format!("{at}.bmp"), at);
    }
    let before = content(folder.path());
    let run = rename(&["--apply", "--pattern", "{n:1}", folder.text()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let after = content(folder.path());
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    assert_eq!(after[&folder.path().join("2.bmp")], before[&folder.path().join("10.bmp")]);
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before);

    let cased = Folder::new("case");
    cased.numbered("DOG.bmp", 1);
    assert_eq!(rename(&["--apply", cased.text()]).code, Some(0));
    assert_eq!(names(cased.path()), ["dog.bmp"]);
    assert_eq!(nomina(&["undo", &journal(cased.path())], &[]).code, Some(0));
    assert_eq!(names(cased.path()), ["DOG.bmp"]);
}

#[test]
fn nothing_that_is_there_is_overwritten_forward_or_back() {
    let folder = Folder::new("taken");
    folder.numbered("IMG 1.bmp", 1);
    folder.file("img-1.bmp", b"not an image, and not ours");
    assert_eq!(rename(&["--apply", folder.text()]).code, Some(0));
    assert_eq!(names(folder.path()), ["img-1-2.bmp", "img-1.bmp"]);
    folder.file("IMG 1.bmp", b"came later");
    let journal = journal(folder.path());
    let undo = nomina(&["undo", &journal], &[]);
    assert_eq!(undo.code, Some(1), "{}", undo.err);
    assert_eq!(content(folder.path())[&folder.path().join("IMG 1.bmp")], b"came later");
    std::fs::remove_file(folder.path().join("IMG 1.bmp")).unwrap();
    assert_eq!(nomina(&["undo", &journal], &[]).code, Some(0), "with room it ends");
    assert_eq!(names(folder.path()), ["IMG 1.bmp", "img-1.bmp"]);
    assert_eq!(nomina(&["undo", &journal], &[]).code, Some(0), "a second undo does nothing");
}

#[test]
fn a_journal_that_reaches_out_of_its_folder_or_is_none_is_refused() {
    let folder = Folder::new("forged");
    let outside = folder.numbered("secret.bmp", 1);
    std::fs::create_dir(folder.path().join("in")).unwrap();
    let forged = format!(
        "{{\"mark\":\"applied\",\"folder\":\"{}/in\"}}\n{{\"from\":\"x\",\"to\":\"../secret.bmp\"}}\n{{\"planned\":1}}\n",
        folder.text()
    );
    let led = "{\"mark\":\"placing\",\"folder\":\".\"}\n{\"from\":\"x\",\"to\":\"y\",\"lead\":7}\n{\"planned\":1}\n";
    for text in [forged.as_str(), led, "hello", "", "{}"] {
        let journal = folder.file("j.jsonl", text.as_bytes());
        let run = nomina(&["undo", &journal], &[]);
        assert_eq!(run.code, Some(1), "{text}");
        assert!(Path::new(&outside).exists());
    }
}
