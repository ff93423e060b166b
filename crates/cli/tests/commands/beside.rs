//! What stands beside the work itself: completions, the manual, recipes that are checked, a folder that is watched, exit codes.

use crate::rename::{journal, names};
use crate::run::{Folder, nomina};

const COMMANDS: [&str; 8] = ["name", "process", "rename", "undo", "watch", "recipe", "mcp", "worker"];

#[test]
fn every_shell_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = nomina(&["completions", shell], &[]);
        assert_eq!(run.code, Some(0), "{shell}: {}", run.err);
        for command in COMMANDS {
            assert!(run.out.contains(command), "{shell} does not know {command}");
        }
    }
    let page = nomina(&["man"], &[]).out;
    for text in [".SH NAME", ".SH SYNOPSIS", "Exit codes"].into_iter().chain(COMMANDS) {
        assert!(page.contains(text), "{text} is not in the manual");
    }
    let folder = Folder::new("man");
    assert_eq!(nomina(&["man", folder.text()], &[]).code, Some(0));
    for command in COMMANDS {
        assert!(folder.path().join(format!("nomina-{command}.1")).exists(), "{command} has no page");
    }
}

#[test]
fn a_recipe_is_checked_whole_and_wrong_arguments_are_another_exit_code() {
    let folder = Folder::new("recipes");
    let good = folder.file("good.json", br#"{"resizeImages":true,"maxWidth":1600,"maxHeight":1600}"#);
    let bad = folder.file("bad.json", br#"{"textWatermarkOpacity":9,"compressionQuality":7}"#);
    let run = nomina(&["recipe", "check", &good], &[]);
    assert_eq!((run.code, run.out.ends_with("this recipe can be used.\n")), (Some(0), true));
    let run = nomina(&["recipe", "check", &bad], &[]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("textWatermarkOpacity") && run.err.contains("compressionQuality"),
        "{}",
        run.err
    );
    assert_eq!(nomina(&["recipe", "chekc", &good], &[]).code, Some(2));
}

#[test]
fn a_watched_folder_gets_its_names_and_each_round_can_be_taken_back() {
    let folder = Folder::new("watched");
    folder.numbered("IMG 7.bmp", 1);
    folder.file("notes.txt", b"no image");
    let watch = ["watch", "--provider", "none", "--existing", "--every", "1", "--rounds", "2"];
    let shown = nomina(&[&watch[..], &[folder.text()]].concat(), &[]);
    assert_eq!((shown.code, shown.out.as_str()), (Some(0), "IMG 7.bmp -> img-7.bmp\n"), "{}", shown.err);
    assert_eq!(names(folder.path()), ["IMG 7.bmp", "notes.txt"], "without --apply nothing changes");
    nomina(&[&watch[..], &["--apply", folder.text()]].concat(), &[]);
    assert_eq!(names(folder.path()), ["img-7.bmp", "notes.txt"]);
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["IMG 7.bmp", "notes.txt"]);
}
