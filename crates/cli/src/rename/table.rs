//! The proposal as people and programs read it: a table, CSV, or JSON lines.

use clap::Args;

use super::proposal::{Entry, Follower, Proposal};
use super::thumbnails::Protocol;
use super::words::Texts;
use crate::lines::{csv_line, escaped, json_line, print, shown};

/// A column is not made wider than this for one long name.
const WIDEST: usize = 60;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Print CSV: file, name, error
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Show no small images beside the names, also where the terminal can
    #[arg(long)]
    no_thumbnails: bool,
}

impl Form {
    fn protocol(self) -> Option<Protocol> {
        if self.no_thumbnails { None } else { Protocol::of_terminal() }
    }

    pub(crate) fn print(self, proposal: &Proposal) -> Result<(), String> {
        let entries = &proposal.entries;
        let lines: Vec<String> = match self {
            Self { json: true, .. } => entries.iter().map(json_line).collect::<Result<_, _>>()?,
            Self { csv: true, .. } => {
                let head = csv_line(&["file", "name", "error"]);
                std::iter::once(head).chain(entries.iter().flat_map(csv)).collect()
            }
            _ => with_images(proposal, self.protocol(), table(entries)),
        };
        print(&lines.concat())
    }
}

/// The rows, each with its image where there is a protocol for it.
fn with_images(proposal: &Proposal, protocol: Option<Protocol>, rows: Vec<String>) -> Vec<String> {
    let Some(protocol) = protocol else { return rows };
    let files = proposal.entries.iter().map(|entry| proposal.folder.join(&entry.file));
    files.zip(rows).map(|(file, row)| protocol.row(&file, &row)).collect()
}

fn csv(entry: &Entry) -> Vec<String> {
    let name = entry.name.as_ref().map(|name| name.to_string_lossy()).unwrap_or_default();
    let image = csv_line(&[&entry.file.to_string_lossy(), &name, entry.error.as_deref().unwrap_or_default()]);
    let beside = |one: &Follower| csv_line(&[&one.file.to_string_lossy(), &one.name.to_string_lossy(), ""]);
    std::iter::once(image).chain(entry.sidecars.iter().map(beside)).collect()
}

/// Old and new side by side; the folder is said once.
fn table(entries: &[Entry]) -> Vec<String> {
    let old: Vec<String> = entries.iter().map(|entry| shown(&entry.file)).collect();
    let width = old.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(WIDEST);
    let rows = entries.iter().zip(old).map(|(entry, old)| {
        let new = match &entry.name {
            // A name with folders of its own is shown with them.
            Some(name) if name.parent() != entry.file.parent() => name.to_string_lossy().into_owned(),
            Some(name) => super::moves::file_name(name),
            None if entry.error.is_some() => "(stays)".to_owned(),
            None => "(has its name)".to_owned(),
        };
        let beside = entry.sidecars.iter().map(|one| {
            let new = super::moves::file_name(&one.name);
            format!("{:width$} -> {}\n", format!("  {}", shown(&one.file)), shown(new.as_ref()))
        });
        let words = entry.write.iter().flat_map(Texts::lines);
        let words: String = words.map(|line| format!("  {}\n", escaped(&line))).collect();
        format!("{old:width$} -> {}\n{}{words}", shown(new.as_ref()), beside.collect::<String>())
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_stand_in_a_column_and_control_characters_do_nothing_to_the_terminal() {
        let entry = |file: &str, name: Option<&str>| Entry {
            file: file.into(),
            name: name.map(Into::into),
            alternatives: Vec::new(),
            sidecars: Vec::new(),
            write: None,
            words: Default::default(),
            error: None,
        };
        let rows = table(&[entry("a/IMG_01.jpg", Some("a/red-fox.jpg")), entry("\x1b[2J.jpg", None)]);
        assert_eq!(rows, ["a/IMG_01.jpg -> red-fox.jpg\n", "\\x1b[2J.jpg  -> (has its name)\n"]);
    }
}
