//! Names that would steer a terminal or calculate in a spreadsheet: every command shows them, and none passes them on.

use crate::run::{Folder, nomina};

/// Clears the screen, sets the title, hides its end, and begins a line of its own.
const HOSTILE: &str = "a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\r\nOK\u{202e}gpj";

fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || c == '\r' || c == '\t' || !(c.is_control() || c == '\u{202e}'))
}

#[cfg(unix)]
#[test]
fn control_characters_in_names_are_shown_by_every_command_and_sent_by_none() {
    let folder = Folder::new("hostile");
    let (good, bad) = (format!("{HOSTILE}.bmp"), format!("{HOSTILE}.jpg"));
    let image = folder.numbered(&good, 1);
    let broken = folder.file(&bad, b"\xff\xd8\xff\xe0cut");
    let (missing, out) =
        (format!("{}/{HOSTILE}/x", folder.text()), format!("{}/{HOSTILE}-out", folder.text()));
    let option = format!("--{HOSTILE}");
    let runs: Vec<Vec<&str>> = vec![
        vec!["name", "--provider", "none", folder.text()],
        vec!["name", "--provider", "none", "--tsv", &image, &broken, &missing],
        vec!["name", "--provider", "none", "--csv", &image, &broken],
        vec!["name", "--provider", "none", "--json", &image, &broken],
        vec!["name", &option],
        vec!["inspect", &image, &broken],
        vec!["inspect", "--json", &image],
        vec!["rename", "--provider", "none", folder.text()],
        vec!["rename", "--provider", "none", "--csv", folder.text()],
        vec!["rename", "--provider", "none", &missing],
        vec!["recipe", "check", &broken],
        vec!["undo", &broken],
        vec!["process", folder.text(), &out],
        vec!["process", "--json", &image, &missing],
        vec!["rename", "--provider", "none", "--apply", folder.text()],
    ];
    for args in runs {
        let run = nomina(&args, &[]);
        let text = format!("{}{}", run.out, run.err);
        assert!(is_harmless(&text), "{args:?}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("OK")), "{args:?}: a name begins no line: {text}");
        assert!(text.contains("\\x1b") || text.contains("\\u001b"), "{args:?}: the name is shown: {text}");
    }
}

#[test]
fn csv_calculates_nothing_in_a_spreadsheet() {
    let folder = Folder::new("formula");
    folder.numbered("=HYPERLINK(1).bmp", 1);
    folder.numbered("-2+3.bmp", 2);
    for command in ["name", "rename"] {
        let run = nomina(&[command, "--provider", "none", "--csv", folder.text()], &[]);
        let cells = run.out.lines().flat_map(|line| line.split(',')).filter(|cell| cell.contains(".bmp"));
        let risky = cells.filter(|cell| cell.starts_with(['=', '+', '-', '@'])).collect::<Vec<_>>();
        assert!(risky.is_empty() && run.out.contains(".bmp"), "{command}: {}", run.out);
    }
}
