//! Where an image was taken and who is in it, as its metadata says, put into names and alternative texts: `beach-in-ribadeo`,
//! `anna-and-ben-on-beach`.

use super::agree::subject_words;
use super::clean::words_of;
use crate::language::{Language, Spelling};
use serde::{Deserialize, Serialize};

/// What the metadata of one image says about where and who.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NameScene))]
#[serde(rename_all = "camelCase", default)]
pub struct Scene {
    /// The city at the image's coordinates; empty when none is near.
    pub city: String,
    pub country: String,
    /// The names of the people in it.
    pub people: Vec<String>,
}

/// The most people that a name or a text lists.
const MOST_PEOPLE: usize = 3;

/// `in`, `with`, `and` and `others` of a language.
fn joints(language: Language) -> [&'static str; 4] {
    match language {
        Language::En => ["in", "with", "and", "others"],
        Language::De => ["in", "mit", "und", "andere"],
        Language::Fr => ["à", "avec", "et", "autres"],
        Language::Es => ["en", "con", "y", "otros"],
        Language::It => ["a", "con", "e", "altri"],
        Language::Pt => ["em", "com", "e", "outros"],
        Language::Nl => ["in", "met", "en", "anderen"],
    }
}

/// A subject that ends so is the people themselves: their names take its place.
const PEOPLE: [&str; 25] = [
    "adult", "adults", "babies", "baby", "boy", "boys", "bride", "child", "children", "couple", "family",
    "friends", "girl", "girls", "groom", "group", "kid", "kids", "man", "men", "people", "person",
    "portrait", "woman", "women",
];

impl Scene {
    /// The people as words of a file name; empty without any.
    pub(super) fn people_words(&self, spelling: Spelling) -> String {
        let words = |name: &String| words_of(name, spelling);
        let names: Vec<String> = self.people.iter().map(words).filter(|name| !name.is_empty()).collect();
        let [_, _, and, others] = joints(spelling.language);
        listed(&names, "-", &format!("-{and}-"), others)
    }

    /// A name with its people and its city, unless it says them already.
    pub(super) fn named(&self, name: &str, spelling: Spelling) -> String {
        let mut name = name.to_owned();
        if name.is_empty() {
            return name;
        }
        let [at, with, ..] = joints(spelling.language).map(|word| words_of(word, spelling));
        let people = self.people_words(spelling);
        if !people.is_empty() && !says(&name, &people) {
            let subject = subject_words(&name, spelling.language);
            let is_people = subject.rsplit('-').next().is_some_and(|last| PEOPLE.contains(&last));
            let rest = name[subject.len()..].trim_start_matches("-of-people");
            name = if is_people { format!("{people}{rest}") } else { format!("{name}-{with}-{people}") };
        }
        let city = words_of(&self.city, spelling);
        if !city.is_empty() && !says(&name, &city) {
            name = format!("{name}-{at}-{city}");
        }
        name
    }

    /// A text with the city and the people at the end of its first sentence, unless it says them already.
    pub(super) fn told(&self, text: &str, language: Language) -> String {
        let [at, _, and, others] = joints(language);
        let lower = text.to_lowercase();
        let unsaid = |words: &&str| !words.trim().is_empty() && !lower.contains(&words.to_lowercase());
        let city = Some(self.city.as_str()).filter(unsaid).map(|city| format!(" {at} {city}"));
        let people: Vec<String> = self
            .people
            .iter()
            .map(|name| name.trim().to_owned())
            .filter(|name| unsaid(&name.as_str()))
            .collect();
        let people = listed(&people, ", ", &format!(" {and} "), others);
        let end = text
            .match_indices('.')
            .map(|(at, _)| at)
            .find(|at| text[at + 1..].chars().next().is_none_or(char::is_whitespace));
        let (first, rest) = text.split_at(end.unwrap_or(text.len()));
        if first.trim().is_empty() {
            return text.to_owned();
        }
        let people = if people.is_empty() { people } else { format!(": {people}") };
        format!("{first}{}{people}{rest}", city.unwrap_or_default())
    }
}

/// `Anna`, `Anna and Ben`, `Anna, Ben, Carl and others`.
fn listed(names: &[String], between: &str, last: &str, others: &str) -> String {
    let mut shown: Vec<&str> = names.iter().take(MOST_PEOPLE).map(String::as_str).collect();
    if names.len() > MOST_PEOPLE {
        shown.push(others);
    }
    match shown.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, head)) => format!("{}{last}{end}", head.join(between)),
        None => String::new(),
    }
}

/// Whether words stand in a name already.
fn says(name: &str, words: &str) -> bool {
    format!("-{name}-").contains(&format!("-{words}-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(city: &str, people: &[&str]) -> Scene {
        Scene {
            city: city.into(),
            country: String::new(),
            people: people.iter().map(|name| (*name).into()).collect(),
        }
    }

    #[test]
    fn a_city_ends_a_name_and_the_first_sentence_once() {
        let here = scene("São Paulo", &[]);
        assert_eq!(here.named("beach", Spelling::default()), "beach-in-sao-paulo");
        assert_eq!(here.named("beach-in-sao-paulo", Spelling::default()), "beach-in-sao-paulo");
        assert_eq!(here.named("", Spelling::default()), "");
        assert_eq!(here.told("A beach. It rains.", Language::En), "A beach in São Paulo. It rains.");
        assert_eq!(here.told("A beach", Language::En), "A beach in São Paulo");
        assert_eq!(here.told("Rain over são paulo.", Language::En), "Rain over são paulo.");
        assert_eq!((here.told("", Language::En).as_str(), here.told(".", Language::En).as_str()), ("", "."));
        assert_eq!(scene("", &[]).named("beach", Spelling::default()), "beach");
    }

    #[test]
    fn people_take_the_place_of_a_subject_that_is_people_and_follow_another() {
        let two = scene("Ribadeo", &["Anna", "Ben Müller"]);
        for (name, made) in [
            ("two-people-on-beach", "anna-and-ben-muller-on-beach-in-ribadeo"),
            ("smiling-woman", "anna-and-ben-muller-in-ribadeo"),
            ("group-of-people-on-beach", "anna-and-ben-muller-on-beach-in-ribadeo"),
            ("dog-on-beach", "dog-on-beach-with-anna-and-ben-muller-in-ribadeo"),
        ] {
            assert_eq!(two.named(name, Spelling::default()), made, "{name}");
        }
        assert_eq!(
            two.told("Two people on a beach.", Language::En),
            "Two people on a beach in Ribadeo: Anna and Ben Müller."
        );
        let three = scene("", &["Anna", "Ben", "Cleo"]);
        assert_eq!(three.told("A dinner.", Language::En), "A dinner: Anna, Ben and Cleo.");
        let many = scene("", &["Anna", " ", "Ben", "Cleo", "Dan"]);
        assert_eq!(many.named("dinner", Spelling::default()), "dinner-with-anna-ben-cleo-and-others");
        assert_eq!(many.told("A dinner.", Language::En), "A dinner: Anna, Ben, Cleo and others.");
    }

    #[test]
    fn the_words_between_are_those_of_the_language() {
        let two = scene("München", &["Anna", "Ben"]);
        let german = Spelling { language: Language::De, keep_accents: false };
        assert_eq!(two.named("hund-am-strand", german), "hund-am-strand-mit-anna-und-ben-in-muenchen");
        let french = Spelling { language: Language::Fr, keep_accents: true };
        assert_eq!(scene("Paris", &[]).named("plage", french), "plage-à-paris");
        assert_eq!(two.told("Una playa.", Language::Es), "Una playa en München: Anna y Ben.");
    }
}
