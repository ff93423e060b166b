//! What labelled photos show that look like this one: said instead of the rules' subject where that is more often right.
//! Fitted to labelled photos by `scripts/eye/choice.py`; figures in `scripts/eye/README.md`.

use super::super::photos::{Family, PHOTOS, Shown};
use super::beside::prefixed;
use super::evidence::Evidence;
use super::goods::names;
use super::grammar::GRAMMAR;
use super::lexicon::{Kind, LEXICON};
use super::named::LEVELS;
use super::phrase::Phrase;
use super::placed::{of_place, of_word};
use super::told::{SOMEBODY, listed, split};
use super::trust::signs;
use crate::bland::is_bland;

/// How many words are asked about.
const ASKED: usize = 3;
/// Smaller shares are alike.
const LEAST: f32 = 0.001;
/// Last words of subjects of which nothing is known.
const UNKNOWN: &str = "object up photo";
const PARTS: usize = 25;
/// For nothing; the word's share (its logarithm), with the words that end alike, and that of the next word; the share of the
/// words for the subject; the subject's certainty, and what the networks think of it; the same of the word, with the
/// classifier; somebody who is something else, and who is somebody; a subject of which nothing is known, a bland one; families;
/// and the share of the words that end alike, once more of somebody.
const WEIGHTS: [f32; PARTS] = [
    1.32, 0.46, 1.25, -0.02, -3.03, -2.06, -0.76, 0.65, -0.39, -0.80, 1.16, -0.47, -1.15, 0.71, 0.69, -0.38,
    -0.08, 0.89, 0.77, 0.43, 0.28, -1.37, 0.37, 0.36, -0.03,
];
/// How often a chosen word is right: for nothing, its odds, and its share (the logarithm).
const SURE: [f32; 3] = [1.06, 0.09, 0.74];

/// The phrases of what such photos show, instead of those of a subject that is less likely.
pub(super) fn phrases(seen: &Evidence<'_>, said: &[Phrase]) -> Option<Vec<Phrase>> {
    let subject = said.first().filter(|subject| !plays(&subject.words))?;
    let odds = |at: &usize| -> f32 {
        parts(seen, subject, *at).iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum()
    };
    let last = split(&subject.words).last().unwrap_or_default();
    let finer =
        |at: usize| split(PHOTOS[at].word).last() == Some(last) && seen.photos[at] < LEVELS.photo_finer;
    let asked = likely(seen).into_iter().filter(|&at| !names(&subject.words, PHOTOS[at].word) && !finer(at));
    let chosen = asked.map(|at| (at, odds(&at))).filter(|(_, odds)| *odds > 0.0);
    let (at, odds) = chosen.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let told = SURE[0] + SURE[1] * odds + SURE[2] * logarithm(seen.photos[at]);
    let sure = (1.0 / (1.0 + (-f64::from(told)).exp())) as f32;
    Some(said_so(seen, said, &PHOTOS[at], sure))
}

/// Whether a subject is somebody by what they play, which the head learnt from many more photos.
fn plays(subject: &str) -> bool {
    GRAMMAR.roles.iter().any(|role| subject.ends_with(role.said.word) || subject.ends_with(role.plural))
}

/// The likeliest words, best first.
fn likely(seen: &Evidence<'_>) -> Vec<usize> {
    let said = |at: &usize| {
        seen.photos[*at] >= LEVELS.photo && !matches!(PHOTOS[*at].family, Family::Graphic | Family::Unsaid)
    };
    let mut all: Vec<usize> = (0..seen.photos.len().min(PHOTOS.len())).filter(said).collect();
    all.sort_by(|&a, &b| seen.photos[b].total_cmp(&seen.photos[a]));
    all.truncate(ASKED);
    all
}

/// The word, with what is said around something of its family.
pub(super) fn said_so(seen: &Evidence<'_>, said: &[Phrase], shown: &Shown, sure: f32) -> Vec<Phrase> {
    let word = shown.word.to_owned();
    match shown.family {
        // A chef in a kitchen stays there.
        Family::Person => std::iter::once(Phrase::new(word, sure)).chain(said[1..].iter().cloned()).collect(),
        Family::Event => vec![Phrase::new(word, sure)],
        Family::Place => of_place(seen, vec![Phrase::new(word, sure)]),
        family => {
            let plain = seen.look.shows_alone() && family == Family::Thing;
            let colour = seen.look.own_colour().filter(|_| plain);
            let mut phrases = of_word(seen, Phrase::new(prefixed(colour, word), sure), Some(kind(family)));
            // Somebody wears or holds it; that is what it is for.
            phrases.retain(|phrase| !split(&phrase.words).any(|word| listed(SOMEBODY, word)));
            phrases
        }
    }
}

fn kind(family: Family) -> Kind {
    match family {
        Family::Food => Kind::Food,
        Family::Animal => Kind::Animal,
        Family::Plant => Kind::Plant,
        _ => Kind::Object,
    }
}

/// Whether an image with print on it is a photo all the same: it looks like no graphic, or like photos of one thing.
pub(super) fn is_photo(seen: &Evidence<'_>) -> bool {
    let shares = || PHOTOS.iter().zip(&seen.photos);
    let graphic: f32 =
        shares().filter(|(shown, _)| shown.family == Family::Graphic).map(|(_, share)| share).sum();
    let surest = likely(seen).first().map_or(0.0, |&at| seen.photos[at]);
    !seen.photos.is_empty() && (graphic < LEVELS.graphic || surest >= LEVELS.photo_printed)
}

/// Of a share; the same on every processor and in the browser.
pub(super) fn logarithm(share: f32) -> f32 {
    f64::from(share.max(LEAST)).ln() as f32
}

/// What is weighed, in the order of [`WEIGHTS`].
fn parts(seen: &Evidence<'_>, subject: &Phrase, at: usize) -> [f32; PARTS] {
    let (shown, share) = (&PHOTOS[at], seen.photos[at]);
    let last = split(shown.word).last().unwrap_or_default();
    let shares = || PHOTOS.iter().zip(&seen.photos);
    let kin = |other: &Shown| split(other.word).last() == Some(last);
    let alike: f32 = shares().filter(|(other, _)| kin(other)).map(|(_, share)| share).sum();
    let next = shares().filter(|(other, _)| !kin(other)).map(|(_, share)| *share).fold(0.0, f32::max);
    let somebody = split(&subject.words).any(|word| listed(SOMEBODY, word));
    let own = |other: &Shown| names(&subject.words, other.word);
    let own: f32 = shares().filter(|(other, _)| own(other)).map(|(_, share)| share).sum();
    let classed = LEXICON.classes.iter().zip(seen.classes()).filter(|(class, _)| {
        class.name.as_deref().unwrap_or(LEXICON.groups[class.group].word).ends_with(last)
    });
    let classed: f32 = classed.map(|(_, mass)| mass).sum();
    let flag = |is: bool| f32::from(u8::from(is));
    let person = shown.family == Family::Person;
    let unknown = split(&subject.words).last().is_some_and(|word| listed(UNKNOWN, word));
    let [belief, known, score, told] = signs(seen, &subject.words);
    let [word_belief, word_known, word_score, word_told] = signs(seen, shown.word);
    [
        1.0,
        logarithm(share),
        alike,
        next,
        own,
        subject.sure,
        belief,
        known,
        score,
        told,
        word_belief,
        word_known,
        word_score,
        word_told,
        classed,
        flag(somebody && !person),
        flag(somebody && person),
        flag(unknown),
        flag(is_bland(&subject.words.replace(' ', "-"))),
        flag(shown.family == Family::Place),
        flag(shown.family == Family::Food),
        flag(shown.family == Family::Animal),
        flag(shown.family == Family::Event),
        flag(shown.family == Family::Plant),
        if somebody { alike } else { 0.0 },
    ]
}

/// The words that were asked about, with what is weighed.
#[cfg(feature = "bench")]
pub(super) fn choices(seen: &Evidence<'_>, said: &[Phrase]) -> Vec<(String, &'static str, Vec<f32>)> {
    let Some(subject) = said.first() else { return Vec::new() };
    let asked = likely(seen).into_iter();
    asked.map(|at| (subject.words.clone(), PHOTOS[at].word, parts(seen, subject, at).to_vec())).collect()
}
