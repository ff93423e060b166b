//! A rename that is killed, refused or out of room: nothing is lost, and it can be ended or taken back.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::rename::{content, journal, names, rename, sorted};
use crate::run::{Folder, Run, nomina};

const MANY: u32 = 1_500;

/// A folder in which nearly every name crosses another one.
fn crossing(name: &str) -> Folder {
    let folder = Folder::new(name);
    for at in 1..=MANY {
        folder.numbered(&format!("{at}.bmp"), at);
    }
    folder
}

/// Starts the program and kills it as soon as the folder looks as told; whether it was killed before its end.
pub(crate) fn killed(args: &[&str], when: impl Fn() -> bool) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nomina"))
        .env_clear()
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !when() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_micros(200));
    }
    let _ = child.kill();
    !child.wait().unwrap().success()
}

pub(crate) fn waiting(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let hidden = entries.filter(|name| name.to_string_lossy().starts_with(".nomina-2"));
    hidden.count()
}

/// The journal's first mark, once there is one.
fn mark(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.filter(|path| path.to_string_lossy().contains(".nomina-journal-")).max();
    let text = found.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    text.chars().skip(9).take(7).collect()
}

#[test]
fn killed_while_names_wait_aside_it_is_ended_or_taken_back() {
    for (name, back) in [("kill-park-undo", true), ("kill-park-resume", false)] {
        let folder = crossing(name);
        let before = content(folder.path());
        let args = ["rename", "--provider", "none", "--apply", "--pattern", "{n:1}", folder.text()];
        killed(&args, || waiting(folder.path()) > 100);
        assert_eq!(sorted(&content(folder.path())), sorted(&before), "nothing is lost");
        recover(&folder, &before, back);
    }
}

#[test]
fn killed_while_names_are_given_it_is_ended_or_taken_back() {
    for (name, back) in [("kill-place-undo", true), ("kill-place-resume", false)] {
        let folder = crossing(name);
        let before = content(folder.path());
        let args = ["rename", "--provider", "none", "--apply", "--pattern", "{n:1}", folder.text()];
        killed(&args, || mark(folder.path()) == "placing");
        assert_eq!(sorted(&content(folder.path())), sorted(&before), "nothing is lost");
        recover(&folder, &before, back);
    }
}

#[test]
fn an_undo_that_is_killed_is_ended_by_another_undo() {
    let folder = crossing("kill-undo");
    let before = content(folder.path());
    assert_eq!(rename(&["--apply", "--pattern", "{n:1}", folder.text()]).code, Some(0));
    let journal = journal(folder.path());
    killed(&["undo", &journal], || waiting(folder.path()) > 100);
    killed(&["undo", &journal], || mark(folder.path()) == "restore");
    assert_eq!(nomina(&["undo", &journal], &[]).code, Some(0));
    assert!(content(folder.path()) == before);
}

fn recover(folder: &Folder, before: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>, back: bool) {
    let journal = journal(folder.path());
    if mark(folder.path()) != "applied" {
        let refused = rename(&["--apply", folder.text()]);
        assert!(refused.code == Some(1) && refused.err.contains("--resume"), "{}", refused.err);
    }
    let run = match back {
        true => nomina(&["undo", &journal], &[]),
        false => nomina(&["rename", "--resume", &journal], &[]),
    };
    assert_eq!((run.code, waiting(folder.path())), (Some(0), 0), "{}", run.err);
    assert_eq!(sorted(&content(folder.path())), sorted(before));
    if !back {
        assert_eq!(nomina(&["undo", &journal], &[]).code, Some(0));
    }
    assert!(content(folder.path()) == *before, "every name has its content again");
}

/// Runs a script in which small disks can be mounted; `None` where the system does not let us.
fn with_mounts(script: &str) -> Option<Run> {
    let may = Command::new("unshare").args(["-Urm", "true"]).output().is_ok_and(|done| done.status.success());
    if !may {
        eprintln!("skipped: this system allows no mounts of one's own");
        return None;
    }
    let done = Command::new("unshare")
        .args(["-Urm", "sh", "-ec", script])
        .env("NOMINA", env!("CARGO_BIN_EXE_nomina"))
        .env_remove("HOME")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Some(Run { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) })
}

#[test]
fn images_in_a_read_only_folder_stay_and_are_named_the_others_are_renamed() {
    let folder = Folder::new("read-only");
    for (at, name) in
        ["IMG 1.bmp", "2.bmp", "locked/10.bmp", "locked/2.bmp", "locked/3.bmp"].into_iter().enumerate()
    {
        std::fs::create_dir_all(folder.path().join("locked")).unwrap();
        folder.numbered(name, at as u32);
    }
    let script = format!(
        "cd '{}'; mount --bind locked locked; mount -o remount,ro,bind locked
         code=0; \"$NOMINA\" rename --provider none -r --apply --pattern '{{n:1}}' . || code=$?; exit $code",
        folder.text()
    );
    let Some(run) = with_mounts(&script) else { return };
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("locked/10.bmp: its disk is read-only"), "{}", run.err);
    let there = names(folder.path());
    assert_eq!(there, ["1.bmp", "2.bmp", "locked/10.bmp", "locked/2.bmp", "locked/3.bmp"], "{}", run.err);
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["2.bmp", "IMG 1.bmp", "locked/10.bmp", "locked/2.bmp", "locked/3.bmp"]);
}

#[test]
fn a_full_disk_refuses_the_journal_before_anything_is_renamed_and_an_undo_needs_no_room() {
    let folder = Folder::new("full");
    let beside = Folder::new("full-beside");
    let image = beside.numbered("p.bmp", 7);
    let script = format!(
        "mount -t tmpfs -o size=1m none '{folder}'; cd '{folder}'
         for n in $(seq 1 60); do cp '{image}' \"Photo $n.bmp\"; done; ls > '{before}'
         fill() {{ dd if=/dev/zero of=filler bs=4k 2>/dev/null || true; }}
         same() {{ ls | grep -v filler | diff - '{before}'; }}
         fill; code=0; \"$NOMINA\" rename --provider none --apply . > /dev/null || code=$?
         [ $code = 1 ]; same; [ -z \"$(ls -A | grep nomina)\" ]
         rm filler; \"$NOMINA\" rename --provider none --apply . > /dev/null; [ -e photo-1.bmp ]
         fill; \"$NOMINA\" undo .nomina-journal-*; same",
        folder = folder.text(),
        before = beside.path().join("before.txt").display(),
    );
    let Some(run) = with_mounts(&script) else { return };
    assert_eq!(run.code, Some(0), "{}\n{}", run.out, run.err);
    assert!(run.err.contains("the disk is full") && run.err.contains("Nothing was renamed."), "{}", run.err);
}
