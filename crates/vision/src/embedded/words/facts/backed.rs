//! What the rules say of a subject and sentences have, too.

use super::super::evidence::Evidence;
use super::super::phrase::Phrase;
use super::super::told::{same, split};
use super::about::{can_wear, does_as_said, is_clothing, is_kin};

/// What begins facts that are often false where no sentence has them.
const MUST: [&str; 5] = ["with ", "and ", "by ", "on ", "in "];
/// Of these the look of an image is witness enough; these words are witnesses of water.
const SURE: [&str; 2] = ["background", "sky"];
const WATER: &str = "water ocean sea lake river pond canal harbor wave waves beach boat boats ship surfboard";
/// Nothing comes with what it stands on.
const ON: [&str; 2] = ["with table", "and table"];
const SITS: &str = "sitting sits seated sit";
/// Under what roofs there is no sky.
const INDOORS: &str = "stage room hall theater kitchen restaurant shop store gym ceiling";
/// Words of sentences about a face.
const FACE: &str = "portrait face smiling";

/// Leaves out what is said of a subject and no sentence has, or what it is itself.
pub(in super::super) fn backed(seen: &Evidence<'_>, phrases: &mut Vec<Phrase>) {
    let Some(subject) = phrases.first().map(|subject| subject.words.clone()) else { return };
    let can_wear = can_wear(&subject);
    let mut at = 0;
    phrases.retain(|phrase| {
        let fact = phrase.words.as_str();
        let worn = fact.strip_prefix("in ").is_some_and(is_clothing) && !can_wear;
        at += 1;
        let known = is_kin(&subject, fact) || does_as_said(&subject, fact);
        at == 1 || is_backed(seen, fact) && !known && !ON.contains(&fact) && !worn
    });
}

/// Whether any sentence has what a fact says, of those that are often false where none has it: things beside the subject, portraits,
/// the sky.
fn is_backed(seen: &Evidence<'_>, fact: &str) -> bool {
    let told = |words: &str| {
        seen.sentences
            .iter()
            .any(|said| said.words.iter().any(|said| split(words).any(|word| same(said, word))))
    };
    let last = split(fact).last().unwrap_or_default();
    match fact {
        "portrait" => told(FACE),
        "by water" => told(WATER),
        "sitting" => told(SITS),
        _ if last == "sky" => !told(INDOORS) || told(last),
        _ if MUST.iter().any(|has| fact.starts_with(has)) && !SURE.contains(&last) => told(last),
        _ => true,
    }
}
