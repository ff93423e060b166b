//! Text for terminals and spreadsheets.

use std::path::Path;

/// A path for a person's terminal: characters that would steer it are replaced.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// One line of CSV (RFC 4180).
pub(crate) fn csv_line(cells: &[&str]) -> String {
    let cell = |text: &&str| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => (*text).to_owned(),
    };
    format!("{}\r\n", cells.iter().map(cell).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_with_a_comma_a_quote_or_a_line_break_is_quoted() {
        assert_eq!(csv_line(&["a,b", "say \"hi\"", "plain", ""]), "\"a,b\",\"say \"\"hi\"\"\",plain,\r\n");
    }
}
