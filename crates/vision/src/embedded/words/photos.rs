//! What labelled photos show that look like this one: whether they are photos, and what is said around their words.

use super::super::photos::{Family, PHOTOS, Shown};
use super::beside::prefixed;
use super::evidence::Evidence;
use super::lexicon::Kind;
use super::named::LEVELS;
use super::phrase::{Phrase, listed};
use super::placed::{of_place, of_word};
use super::told::{SOMEBODY, split};

/// Smaller shares are alike.
const LEAST: f32 = 0.001;

/// The word, with what is said around something of its family.
pub(super) fn said_so(
    seen: &Evidence<'_>,
    said: &[Phrase],
    word: &str,
    (family, kind): (Family, Kind),
    sure: f32,
) -> Vec<Phrase> {
    let word = word.to_owned();
    match family {
        // A chef in a kitchen stays there.
        Family::Person => std::iter::once(Phrase::new(word, sure)).chain(said[1..].iter().cloned()).collect(),
        Family::Event => vec![Phrase::new(word, sure)],
        Family::Place => of_place(seen, vec![Phrase::new(word, sure)]),
        family => {
            let plain = seen.look.shows_alone() && family == Family::Thing;
            let colour = seen.look.own_colour().filter(|_| plain);
            let phrases = of_word(seen, Phrase::new(prefixed(colour, word), sure), Some(kind)).into_iter();
            // Somebody wears or holds it; that is what it is for.
            let somebody = |phrase: &Phrase| split(&phrase.words).any(|word| listed(SOMEBODY, word));
            phrases
                .enumerate()
                .filter(|(at, phrase)| *at == 0 || !somebody(phrase))
                .map(|(_, phrase)| phrase)
                .collect()
        }
    }
}

/// Whether an image with print on it is a photo all the same: it looks like no graphic, or like photos of one thing.
pub(super) fn is_photo(seen: &Evidence<'_>) -> bool {
    let shares = || PHOTOS.iter().zip(&seen.photos);
    let graphic: f32 =
        shares().filter(|(shown, _)| shown.family == Family::Graphic).map(|(_, share)| share).sum();
    let said = |shown: &Shown| !matches!(shown.family, Family::Graphic | Family::Unsaid);
    let surest = shares().filter(|(shown, _)| said(shown)).map(|(_, share)| *share).fold(0.0, f32::max);
    !seen.photos.is_empty() && (graphic < LEVELS.graphic || surest >= LEVELS.photo_printed)
}

/// Of a share; the same on every processor and in the browser.
pub(super) fn logarithm(share: f32) -> f32 {
    f64::from(share.max(LEAST)).ln() as f32
}
