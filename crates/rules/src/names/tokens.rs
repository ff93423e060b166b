//! The tokens of a name pattern, and the folders that it makes.

use super::is_reserved;

/// Everything that a pattern can hold. `{date:YYYY-MM}` and `{n:3}` have a form; `{column:NAME}` is a column of a sheet.
pub const TOKENS: [&str; 18] = [
    "{name}",
    "{subject}",
    "{details}",
    "{original}",
    "{folder}",
    "{date}",
    "{year}",
    "{month}",
    "{day}",
    "{time}",
    "{camera}",
    "{city}",
    "{country}",
    "{place}",
    "{people}",
    "{sku}",
    "{column:NAME}",
    "{n}",
];

/// Folders inside each other that a pattern may make.
pub(super) const MOST_FOLDERS: usize = 8;

/// The tokens of a pattern that mean nothing.
pub fn unknown_tokens(pattern: &str) -> impl Iterator<Item = &str> {
    tokens(pattern).filter(|token| {
        let (name, form) = token.split_once(':').unwrap_or((token, ""));
        let name = name.trim().to_ascii_lowercase();
        let known = |known: &str| known[1..known.len() - 1].split(':').next() == Some(&name);
        !TOKENS.iter().any(|token| known(token)) || name == "column" && form.trim().is_empty()
    })
}

/// Why a pattern makes a folder that cannot be, if it does.
pub fn folder_problem(pattern: &str) -> Option<String> {
    let pattern = pattern.trim();
    if pattern.starts_with('/') {
        return Some("a folder begins with a name, not with /: write {year}/{name}".into());
    }
    let parts = split(pattern);
    if parts.len() > MOST_FOLDERS + 1 {
        return Some(format!("at most {MOST_FOLDERS} folders can be inside each other"));
    }
    let (_, folders) = parts.split_last()?;
    folders.iter().map(|part| part.trim()).find_map(|part| match part {
        "" => Some("two / follow each other: a folder needs a name".into()),
        dots if dots.trim_matches(['.', ' ']).is_empty() => {
            Some(format!("{dots} would lead out of the folder: use names and tokens only"))
        }
        device if is_reserved(device) => {
            Some(format!("Windows has no folder called {device}: use another name"))
        }
        _ => None,
    })
}

/// The parts of a pattern between slashes; a slash inside a token's brackets is none.
pub(super) fn split(pattern: &str) -> Vec<&str> {
    let mut inside = false;
    pattern
        .split(move |c| {
            inside = c == '{' || inside && c != '}';
            c == '/' && !inside
        })
        .collect()
}

/// The tokens of a pattern without their brackets.
pub(super) fn tokens(pattern: &str) -> impl Iterator<Item = &str> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        let (_, token, after) = next_token(rest)?;
        rest = after;
        Some(token)
    })
}

/// What comes before the next token, the token without its brackets, and what follows it.
pub(super) fn next_token(pattern: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = pattern.split_once('{')?;
    let (token, after) = rest.split_once('}')?;
    Some((before, token, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_with_its_form_and_a_column_needs_a_name() {
        for known in ["{name}", "{N:3}", "{date:DD.MM.YYYY}", "{column:Product name}", "{ sku }"] {
            assert_eq!(unknown_tokens(known).next(), None, "{known}");
        }
        for (pattern, unknown) in [("{bogus}", "bogus"), ("{column}", "column"), ("{column: }", "column: ")] {
            assert_eq!(unknown_tokens(pattern).collect::<Vec<_>>(), [unknown]);
        }
    }

    #[test]
    fn folders_that_cannot_be_are_refused() {
        for pattern in [
            "{year}/{month}/{name}",
            "{year}/",
            "a b/{column:x/y}",
            "..name",
            "trip.2024/{n}",
            "a/b/c/d/e/f/g/h/{name}",
        ] {
            assert_eq!(folder_problem(pattern), None, "{pattern}");
        }
        for (pattern, word) in [
            ("/etc/{name}", "begins with a name"),
            ("../{name}", "lead out"),
            ("a/ . /{name}", "lead out"),
            ("a//{name}", "needs a name"),
            ("CON/{name}", "Windows"),
            ("lpt1.x/{name}", "Windows"),
            ("a/b/c/d/e/f/g/h/i/{name}", "at most 8"),
        ] {
            assert!(folder_problem(pattern).is_some_and(|said| said.contains(word)), "{pattern}");
        }
    }

    #[test]
    fn a_slash_inside_a_token_makes_no_folder() {
        assert_eq!(split("{column:a/b}/{name}"), ["{column:a/b}", "{name}"]);
    }
}
