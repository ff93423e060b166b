//! How somebody looks: that they smile, and the colour of what they wear, where the image has it, too.

use super::super::clauses::Clause;
use super::super::colour::COLOURS;
use super::super::evidence::PERSON;
use super::super::phrase::{Phrase, listed};
use super::super::told::{SOMEBODY, split};
use super::Weighed;
use super::about::is_worn;
use crate::embedded::detector::{Area, Detection};
use crate::embedded::speaker::Sentence;

/// The least log-probability of a smile, and of a colour; of the colour also how many sentences have it and what share of the body.
const LEAST_SMILE: f32 = -0.7;
const LEAST_COLOUR: f32 = -1.1;
const LEAST_TOLD: usize = 2;
const LEAST_OF_BODY: f32 = 0.4;
/// Where clothes are, in the box of a person.
const BODY: Area = Area { left: 0.2, top: 0.35, width: 0.6, height: 0.55 };

/// What is not worn there.
const ELSEWHERE: &str = "hat cap helmet glasses sunglasses tie scarf shoes boots sneakers sandals socks gloves turban headscarf headphones \
    mask jeans pants trousers shorts skirt jewelry necklace";

/// The phrases with what somebody looks like: "smiling person", "in white shirt".
pub(super) fn looking(
    weighed: &Weighed<'_>,
    mut said: Vec<Phrase>,
    speaks: &dyn Fn(&str, usize) -> bool,
) -> Vec<Phrase> {
    if let Some(words) = smiling(weighed, &said[0].words).filter(|words| speaks(words, 0)) {
        said[0].words = words;
    }
    for clause in weighed.parsed.clauses.iter().filter(|clause| is_worn(clause, &weighed.words)) {
        let phrase = clause.phrase(&weighed.words);
        let Some(worn) = said.iter_mut().skip(1).find(|other| other.words == phrase) else { continue };
        let coloured = coloured(weighed, clause).filter(|words| speaks(words, 1));
        worn.words = coloured.unwrap_or(phrase);
    }
    said
}

/// "smiling person", where all sentences have a smile.
fn smiling(weighed: &Weighed<'_>, subject: &str) -> Option<String> {
    let at = weighed.words.iter().position(|word| word == "smiling")?;
    let of_somebody = weighed.words.get(at + 1).is_some_and(|word| listed(SOMEBODY, word));
    let has = |sentence: &Sentence| sentence.words.iter().any(|word| word == "smiling");
    let is_sure = weighed.logs[at] >= LEAST_SMILE && weighed.seen.sentences.iter().all(has);
    let (before, noun) = subject.rsplit_once(' ').map_or(("", subject), |(before, noun)| (before, noun));
    let fits =
        of_somebody && is_sure && listed(SOMEBODY, noun) && !split(subject).any(|word| word == "smiling");
    fits.then(|| format!("{before} smiling {noun}").trim().to_owned())
}

/// "in white shirt", where sentences and image have the colour.
fn coloured(weighed: &Weighed<'_>, clause: &Clause) -> Option<String> {
    let noun = *clause.thing.first()?;
    if clause.thing.iter().any(|&at| listed(ELSEWHERE, &weighed.words[at])) {
        return None;
    }
    let at = noun.checked_sub(1)?;
    let colour = COLOURS.iter().find(|colour| **colour == weighed.words[at])?;
    let pair = &weighed.words[at..=noun];
    let told = |sentence: &&Sentence| sentence.words.windows(2).any(|words| words == pair);
    let is_told = weighed.seen.sentences.iter().filter(told).count() >= LEAST_TOLD;
    let by_size =
        |a: &&Detection, b: &&Detection| (a.score * a.area.size()).total_cmp(&(b.score * b.area.size()));
    let person = weighed.seen.found().iter().filter(|found| found.label == PERSON).max_by(by_size)?.area;
    let body = Area {
        left: person.left + BODY.left * person.width,
        top: person.top + BODY.top * person.height,
        width: BODY.width * person.width,
        height: BODY.height * person.height,
    };
    let sure = weighed.logs[at] >= LEAST_COLOUR && is_told;
    (sure && weighed.seen.look.share_of(colour, &body) >= LEAST_OF_BODY).then(|| {
        let thing = clause.thing.iter().map(|&at| weighed.words[at].as_str()).collect::<Vec<_>>().join(" ");
        format!("in {colour} {thing}")
    })
}
