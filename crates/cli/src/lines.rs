//! Text for terminals and spreadsheets. Names of files come from strangers: what would steer a terminal or calculate in a
//! spreadsheet is made harmless.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// A path for people: characters that would steer a terminal are shown as `\n`, `\x1b` or `\u{202e}`.
pub(crate) fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// A path and why the system did not give it, in plain words.
pub(crate) fn file_error(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", shown(path), io_reason(error))
}

/// Why the system did not give a file or folder, in plain words where we have them.
pub(crate) fn io_reason(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "this system does not allow you to read or change it",
        ErrorKind::NotADirectory => "this is not a folder",
        ErrorKind::IsADirectory => "this is a folder, not a file",
        ErrorKind::ReadOnlyFilesystem => "its disk is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::BrokenPipe => "the program that reads the output has ended",
        _ => return error.to_string(),
    };
    words.to_owned()
}

/// Text of one line for people, such as a name.
pub(crate) fn escaped(text: &str) -> String {
    text.chars().map(|c| if steers(c) { escape(c) } else { c.to_string() }).collect()
}

/// A message on standard error. It may have several lines; nothing else in it steers the terminal. When nobody reads it any
/// more (`2>&1 | head`), the work goes on.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", harmless(message));
}

/// Text for a terminal's status line, which may move the cursor.
pub(crate) fn draw(text: &str) {
    let mut terminal = io::stderr();
    let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
}

/// Text on standard output.
pub(crate) fn print(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| format!("Writing failed: {}", io_reason(&error)))
}

/// Text of several lines in which nothing steers a terminal.
pub(crate) fn harmless(text: &str) -> String {
    text.chars().map(|c| if steers(c) && c != '\n' { escape(c) } else { c.to_string() }).collect()
}

/// Control characters, and those that change the order in which text is read.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn escape(c: char) -> String {
    match c {
        '\n' | '\r' | '\t' => c.escape_default().to_string(),
        c if u32::from(c) < 0x80 => format!("\\x{:02x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

/// One line of JSON. What JSON leaves as it is and a terminal would follow is escaped, which JSON allows.
pub(crate) fn json_line(value: &impl serde::Serialize) -> Result<String, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    let mut line = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if steers(c) { line.push_str(&format!("\\u{:04x}", u32::from(c))) } else { line.push(c) }
    }
    line.push('\n');
    Ok(line)
}

/// A file that failed: for people, and as a line of JSON for a program that reads lines.
pub(crate) fn say_failure(file: &Path, reason: &str, json: bool) -> Result<(), String> {
    say(&format!("{}: {reason}", shown(file)));
    if json { print(&json_line(&serde_json::json!({ "file": file, "error": reason }))?) } else { Ok(()) }
}

/// One line of CSV (RFC 4180). A cell that a spreadsheet would calculate begins with an apostrophe, as in the web app.
pub(crate) fn csv_line(cells: &[&str]) -> String {
    let cell = |text: &&str| {
        let text = escaped(text);
        let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
        match text.contains([',', '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    format!("{}\r\n", cells.iter().map(cell).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_with_a_comma_or_a_quote_is_quoted_and_a_line_break_is_shown() {
        let line = csv_line(&["a,b", "say \"hi\"", "plain", "", "a\nb"]);
        assert_eq!(line, "\"a,b\",\"say \"\"hi\"\"\",plain,,a\\nb\r\n");
    }

    #[test]
    fn a_cell_that_would_be_calculated_begins_with_an_apostrophe() {
        let line = csv_line(&["=HYPERLINK(\"x\")", "+1", "-1.jpg", "@cmd", "a=b", "\t=1"]);
        assert_eq!(line, "\"'=HYPERLINK(\"\"x\"\")\",'+1,'-1.jpg,'@cmd,a=b,\\t=1\r\n");
    }

    #[test]
    fn what_would_steer_a_terminal_is_shown() {
        let name = "a\x1b[2J\u{9b}1m\x07\r\n\u{202e}gpj.\u{7f}é猫";
        assert_eq!(shown(Path::new(name)), "a\\x1b[2J\\u{9b}1m\\x07\\r\\n\\u{202e}gpj.\\x7fé猫");
        assert_eq!(harmless("two\nlines\x1bc"), "two\nlines\\x1bc");
        let line = json_line(&name).unwrap();
        assert!(line.trim_end().chars().all(|c| !steers(c)), "{line}");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), name, "the exact name comes back");
    }
}
