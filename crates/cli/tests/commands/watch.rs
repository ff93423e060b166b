//! `nomina watch`: nothing is forgotten, and nothing is named before it is whole.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use crate::rename::names;
use crate::run::{Folder, nomina};

/// A watch that runs, and the lines that it says.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        let watch = ["watch", "--provider", "none", "--apply", "--every", "1", folder.text()];
        let mut child = Command::new(env!("CARGO_BIN_EXE_nomina"))
            .env_clear()
            .args([&watch[..], args].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let other = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)))
        });
        std::thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).for_each(|line| drop(other.send(line)))
        });
        let watching = Self { child, lines };
        watching.until("Watching");
        watching
    }

    /// Reads on until a line holds these words.
    fn until(&self, words: &str) -> String {
        self.lines
            .iter()
            .find(|line| line.contains(words))
            .unwrap_or_else(|| panic!("it ended before {words}"))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_second_scan_of_the_same_name_is_named_too() {
    let folder = Folder::new("watch-second");
    let watching = Watching::start(&folder, &["--prefix", "doc"]);
    folder.numbered("scan.bmp", 1);
    watching.until("Journal:");
    // Moved into the folder in one step, as programs do that write beside first.
    let beside = folder.numbered(".scan.part", 2);
    std::fs::rename(beside, folder.path().join("scan.bmp")).unwrap();
    watching.until("Journal:");
    let there = names(folder.path());
    assert_eq!(there.iter().filter(|name| name.starts_with("doc")).count(), 2, "{there:?}");
    assert!(!there.contains(&"scan.bmp".to_owned()), "{there:?}");
}

#[test]
fn a_file_whose_end_is_missing_waits_for_it() {
    let folder = Folder::new("watch-half");
    let whole = std::fs::read(folder.numbered("whole.bmp", 3)).unwrap();
    std::fs::remove_file(folder.path().join("whole.bmp")).unwrap();
    let watching = Watching::start(&folder, &["--prefix", "doc"]);
    folder.file("Scan.bmp", &whole[..whole.len() - 4]);
    watching.until("its end is missing");
    folder.file("Scan.bmp", &whole);
    // Said on standard error; the line of the new name comes by standard output, before or after it.
    watching.until("Journal:");
    assert_eq!(names(folder.path()), ["doc-scan.bmp"]);
}

#[test]
fn what_arrives_is_processed_under_its_new_name_when_asked_for() {
    let (folder, out) = (Folder::new("watch-process"), Folder::new("watch-process-out"));
    folder.numbered("My Scan.bmp", 1);
    let recipe = out.file("r.json", br#"{"convertFormat": true, "outputFormat": "png", "prefix": "doc"}"#);
    let watch =
        ["watch", "--provider", "none", "--existing", "--every", "1", "--rounds", "2", "--recipe", &recipe];
    let into = out.path().join("png");
    let run =
        nomina(&[&watch[..], &["--apply", "--into", into.to_str().unwrap(), folder.text()]].concat(), &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(names(folder.path()), ["doc-my-scan.bmp"], "{}", run.err);
    assert_eq!(names(&into), ["doc-my-scan.png"], "{}{}", run.out, run.err);
}

#[cfg(unix)]
#[test]
fn a_folder_that_goes_away_is_said_and_the_watch_ends_by_ctrl_c() {
    let folder = Folder::new("watch-away");
    let mut watching = Watching::start(&folder, &[]);
    let away = folder.path().with_extension("away");
    std::fs::rename(folder.path(), &away).unwrap();
    watching.until("there is no such file or folder");
    std::fs::rename(&away, folder.path()).unwrap();
    folder.numbered("My Scan.bmp", 1);
    watching.until("My Scan.bmp -> my-scan.bmp");
    let pid = watching.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}
