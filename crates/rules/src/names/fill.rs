//! The values of a pattern's tokens, and the pattern with them filled in.

use super::agree::subject_words;
use super::clean::{clean_original_as, words_of};
use super::parts::NameParts;
use super::tokens::{next_token, tokens};
use crate::language::Spelling;

/// What may stand between two tokens and goes with one that has no value.
const BETWEEN: [char; 4] = ['-', '_', ' ', '.'];

/// The pattern with every token replaced; a token without a value disappears, and so does the mark that was to keep it
/// apart. Words are joined by hyphens.
pub(super) fn filled(pattern: &str, parts: &NameParts, spelling: Spelling) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, token, after)) = next_token(rest) {
        out.push_str(before);
        rest = after;
        match value(token, parts, spelling) {
            filled if !filled.is_empty() => out.push_str(&filled),
            _ if out.is_empty() || out.ends_with(BETWEEN) => rest = rest.trim_start_matches(BETWEEN),
            _ => {}
        }
        if rest.is_empty() {
            out.truncate(out.trim_end_matches(BETWEEN).len());
        }
    }
    out.push_str(rest);
    let between = |c: char| "<>:\"|?*\\/{}-".contains(c) || c.is_control() || c.is_whitespace();
    out.split(between).filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-")
}

/// What a token says about an image; empty when that is not known.
pub(super) fn value(token: &str, parts: &NameParts, spelling: Spelling) -> String {
    let text = |value: Option<&str>| text(value, spelling);
    let (name, form) = token.split_once(':').unwrap_or((token, ""));
    let date = parts.taken_at.as_deref().filter(|date| is_date(date)).unwrap_or("");
    let part = |range: std::ops::Range<usize>| date.get(range).unwrap_or("").to_owned();
    match name.trim().to_ascii_lowercase().as_str() {
        "name" => words(parts, spelling),
        "subject" => match &parts.subject {
            Some(subject) if !subject.trim().is_empty() => clean_original_as(subject, spelling),
            _ => subject_words(&words(parts, spelling), spelling.language).to_owned(),
        },
        "details" => {
            let words = words(parts, spelling);
            words[subject_words(&words, spelling.language).len()..].trim_start_matches('-').to_owned()
        }
        "original" => clean_original_as(&parts.original, spelling),
        "folder" => text(Some(parts.folder.trim_end_matches('/'))),
        "date" if form.trim().is_empty() => part(0..10),
        "date" => dated(form.trim(), date),
        "year" => part(0..4),
        "month" => part(5..7),
        "day" => part(8..10),
        "time" => part(11..19).replace(':', ""),
        "camera" => text(parts.camera.as_deref()),
        "city" => words_of(&parts.scene.city, spelling),
        "country" => words_of(&parts.scene.country, spelling),
        "place" => place(parts, form.trim().eq_ignore_ascii_case("gps"), spelling),
        "people" => parts.scene.people_words(spelling),
        "sku" => text(cell(parts, "sku").as_deref()),
        "column" => text(cell(parts, form).as_deref()),
        "n" => {
            let width = match token.split_once(':') {
                Some((_, width)) => width.trim().parse().unwrap_or(0usize).min(12),
                None => parts.total.max(1).to_string().len(),
            };
            format!("{:0width$}", parts.index)
        }
        _ => String::new(),
    }
}

/// What a folder is called when its first token has no value; none for a folder without tokens.
pub(super) fn missing(pattern: &str) -> Option<&'static str> {
    let token = tokens(pattern).next()?;
    let name = token.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
    Some(match name.as_str() {
        "date" | "year" | "month" | "day" | "time" => "no-date",
        "camera" => "no-camera",
        "place" | "city" | "country" => "no-place",
        "people" => "no-people",
        "sku" => "no-sku",
        _ => "other",
    })
}

/// The model's words, or the old name where there are none.
fn words(parts: &NameParts, spelling: Spelling) -> String {
    if parts.words.is_empty() { clean_original_as(&parts.original, spelling) } else { parts.words.clone() }
}

/// A text as words of a name; nothing where there is none. Only the last part of a path counts.
fn text(value: Option<&str>, spelling: Spelling) -> String {
    let words = value.filter(|text| text.chars().any(char::is_alphanumeric));
    words.map_or(String::new(), |words| clean_original_as(words, spelling))
}

/// The cell of a column, compared without case.
fn cell(parts: &NameParts, column: &str) -> Option<String> {
    let same = |name: &str| name.trim().to_lowercase() == column.trim().to_lowercase();
    let found = parts.columns.iter().find(|cell| same(&cell.column));
    found.map(|cell| cell.value.replace(['/', '\\'], " "))
}

/// A date in a form of `YYYY`, `YY`, `MM` and `DD`; other signs stay.
fn dated(form: &str, date: &str) -> String {
    if date.is_empty() {
        return String::new();
    }
    let part = |range: std::ops::Range<usize>| date.get(range).unwrap_or("");
    let year = form.to_ascii_uppercase().replace("YYYY", part(0..4)).replace("YY", part(2..4));
    year.replace("MM", part(5..7)).replace("DD", part(8..10))
}

/// `YYYY-MM-DD` at the start: a camera without a battery writes zeros.
pub fn is_date(date: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        date.get(range).and_then(|part| part.parse::<u32>().ok()).is_some_and(|number| number > 0)
    };
    digits(0..4) && digits(5..7) && digits(8..10)
}

/// City and country: `ribadeo-spain`. Coordinates where no city is near, or where they are asked for.
fn place(parts: &NameParts, coordinates_only: bool, spelling: Spelling) -> String {
    let names = [&parts.scene.city, &parts.scene.country].map(|name| words_of(name, spelling));
    let known = names.into_iter().filter(|words| !words.is_empty() && !coordinates_only).collect::<Vec<_>>();
    match (parts.latitude, parts.longitude) {
        (Some(lat), Some(lon)) if known.is_empty() => coordinates(lat, lon),
        _ => known.join("-"),
    }
}

/// Coordinates as words: `48.858n-2.294e`.
fn coordinates(lat: f64, lon: f64) -> String {
    let (ns, ew) = (if lat < 0.0 { 's' } else { 'n' }, if lon < 0.0 { 'w' } else { 'e' });
    format!("{:.3}{ns}-{:.3}{ew}", lat.abs(), lon.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Cell;

    fn parts() -> NameParts {
        NameParts { words: "red-fox-in-snow".into(), original: "IMG_1.JPG".into(), ..NameParts::default() }
    }

    #[test]
    fn only_a_whole_date_is_one() {
        for date in ["2024-05-01", "2024-05-01T10:00:00", "0001-01-01"] {
            assert!(is_date(date), "{date}");
        }
        for date in ["", "2024", "2024-05", "0000-05-01", "2024-00-01", "2024-05-00", "0000-00-00", "soon"] {
            assert!(!is_date(date), "{date}");
            let parts = NameParts { taken_at: Some(date.into()), ..parts() };
            assert_eq!(filled("{date}-{year}-{name}", &parts, Spelling::default()), "red-fox-in-snow");
        }
    }

    #[test]
    fn places_on_both_sides_of_the_equator_and_of_greenwich_are_told_apart() {
        for (lat, lon, words) in [
            (48.858_4, 2.294_7, "48.858n-2.295e"),
            (-33.856_8, -70.5, "33.857s-70.500w"),
            (0.0, 0.0, "0.000n-0.000e"),
        ] {
            let parts = NameParts { latitude: Some(lat), longitude: Some(lon), ..parts() };
            assert_eq!(value("place:gps", &parts, Spelling::default()), words);
        }
    }

    #[test]
    fn a_number_of_the_shop_comes_from_its_column_in_any_case() {
        let columns = vec![Cell { column: " Sku ".into(), value: "A/12 b".into() }];
        assert_eq!(value("SKU", &NameParts { columns, ..parts() }, Spelling::default()), "a-12-b");
        assert_eq!(value("sku", &parts(), Spelling::default()), "");
    }

    #[test]
    fn a_blank_subject_is_none() {
        for (subject, said) in [(None, "red-fox"), (Some(" "), "red-fox"), (Some("Vixen"), "vixen")] {
            let parts = NameParts { subject: subject.map(str::to_owned), ..parts() };
            assert_eq!(value("subject", &parts, Spelling::default()), said, "{subject:?}");
        }
    }
}
