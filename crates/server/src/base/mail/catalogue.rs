//! The sentences of the emails. As on the screens, English is written where it is used (`said!`, `counted!`) and the catalogue has
//! it as its key; `npm run --prefix web messages` writes `messages/en.json`, and web/src/app/messages.test.ts checks that it is
//! current.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A sentence, or its forms by number.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Message {
    One(String),
    Forms { one: String, other: String },
}

type Catalogue = BTreeMap<String, Message>;

static ENGLISH: LazyLock<Catalogue> =
    LazyLock::new(|| serde_json::from_str(include_str!("messages/en.json")).unwrap_or_default());

/// `said!("Hello {0},", name)`: the key is "Hello {0},".
macro_rules! said {
    ($english:literal $(, $value:expr)* $(,)?) => {
        $crate::base::mail::sentence($english, &[$(&$value as &dyn std::fmt::Display),*])
    };
}

/// `counted!(files, "# image is ready.", "# images are ready.")`: the key is the form for many, `#` stands for the number.
macro_rules! counted {
    ($count:expr, $one:literal, $other:literal $(, $value:expr)* $(,)?) => {
        $crate::base::mail::of_number($count, [$one, $other], &[$(&$value as &dyn std::fmt::Display),*])
    };
}
pub(crate) use {counted, said};

/// What the catalogue lacks is said in English.
pub(crate) fn sentence(english: &str, values: &[&dyn std::fmt::Display]) -> String {
    match ENGLISH.get(english) {
        Some(Message::One(text)) => filled(text, values),
        _ => filled(english, values),
    }
}

pub(crate) fn of_number(count: i64, [one, other]: [&str; 2], values: &[&dyn std::fmt::Display]) -> String {
    let (one, other) = match ENGLISH.get(other) {
        Some(Message::Forms { one, other }) => (one.as_str(), other.as_str()),
        _ => (one, other),
    };
    filled(&if count == 1 { one } else { other }.replace('#', &count.to_string()), values)
}

/// Puts each value in the place of its number. What a value holds is not read again: it may come from a stranger.
fn filled(text: &str, values: &[&dyn std::fmt::Display]) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let place =
            part.split_once('}').and_then(|(at, rest)| Some((values.get(at.parse::<usize>().ok()?)?, rest)));
        match place {
            Some((value, rest)) => {
                out.push_str(&value.to_string());
                out.push_str(rest);
            }
            None => {
                out.push('{');
                out.push_str(part);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_at_their_numbers_and_are_not_read_again() {
        assert_eq!(sentence("{1} after {0}.", &[&"{1}", &"b"]), "b after {1}.");
        assert_eq!(sentence("{0} of {2} { {x}", &[&1]), "1 of {2} { {x}");
    }

    #[test]
    fn a_number_chooses_the_form() {
        let ready = |count| of_number(count, ["# is {0}", "# are {0}"], &[&"ready"]);
        assert_eq!([ready(0), ready(1), ready(2)], ["0 are ready", "1 is ready", "2 are ready"]);
    }

    #[test]
    fn every_sentence_of_the_file_can_be_read() {
        let read: Catalogue = serde_json::from_str(include_str!("messages/en.json")).unwrap();
        assert!(!read.is_empty());
        for (key, message) in read {
            let english = match message {
                Message::One(text) | Message::Forms { other: text, .. } => text,
            };
            assert_eq!(key, english);
        }
    }
}
