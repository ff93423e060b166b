//! Goods and animals that only the layer of goods has words for. They are said where that layer is sure and the other
//! networks know nothing better.

use super::super::goods::GOODS;
use super::super::photos::PHOTOS;
use super::beside::prefixed;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON};
use super::named::LEVELS;
use super::phrase::{Phrase, listed};
use super::setting;
use super::told::{SOMEBODY, same, split};
use super::trust::signs;

/// The family whose words are no goods. It is no word for them.
const ANIMAL: &str = "animal";

/// Last words of subjects of which nothing is known: before a plain ground, and elsewhere.
const THING: &str = "object";
const ANYTHING: &str = "up photo";

/// More than this share of the sentences, and they all but agree.
const MOSTLY: f32 = 0.5;

/// What the layer sees.
struct Good {
    word: &'static str,
    kind: Kind,
    sure: f32,
}

/// How much the other networks know of a subject.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    /// Nothing, or no other network sees what the detector found.
    Doubted,
    /// One of them thinks so, or it is a word of the layer's own, which knows those better.
    Guessed,
    /// Somebody, what two of them agree on, or what one is sure of.
    Sure,
}

impl Evidence<'_> {
    /// How likely one of the goods or of what labelled photos show is, by its word; zero for any other word.
    pub(super) fn good(&self, word: &str) -> f32 {
        let goods = GOODS.words.iter().map(|good| good.word).zip(&self.goods);
        let photos = PHOTOS.iter().map(|shown| shown.word).zip(&self.photos);
        let shares = goods.chain(photos).filter(|(known, _)| same(known, word));
        shares.map(|(_, share)| *share).fold(0.0, f32::max)
    }
}

/// The phrases of what the layer sees, instead of a subject that the other networks know less of.
pub(super) fn phrases(seen: &Evidence<'_>, subject: &Phrase) -> Option<Vec<Phrase>> {
    let good = surest(seen, known(seen, subject)).filter(|good| !names(&subject.words, good.word))?;
    let plain = seen.look.shows_alone() && good.kind != Kind::Animal;
    let colour = seen.look.own_colour().filter(|_| plain);
    let mut phrases = vec![Phrase::new(prefixed(colour, good.word.to_owned()), good.sure)];
    phrases.extend(setting::phrases(seen, Some(good.kind), None));
    Some(phrases)
}

/// Whether the layer is sure of any word, from a level on.
pub(super) fn sees_any(seen: &Evidence<'_>, least: f32) -> bool {
    seen.goods.iter().any(|&share| share >= least)
}

/// The word that is sure enough: that of one, or that of a family whose goods are taken for each other.
fn surest(seen: &Evidence<'_>, known: Known) -> Option<Good> {
    let (least, least_of_family) = match known {
        Known::Doubted => (LEVELS.good_doubted, LEVELS.good_doubted),
        Known::Guessed => (LEVELS.good, LEVELS.good_family),
        Known::Sure => return None,
    };
    let shares = || GOODS.words.iter().zip(&seen.goods);
    let (best, &sure) = shares().max_by(|a, b| a.1.total_cmp(b.1))?;
    let kind = if best.family == ANIMAL { Kind::Animal } else { Kind::Object };
    if sure >= least {
        return Some(Good { word: best.word, kind, sure });
    }
    let family: f32 = shares().filter(|(good, _)| good.family == best.family).map(|(_, share)| share).sum();
    let said = family >= least_of_family && kind != Kind::Animal && !classed(seen, best.family);
    said.then_some(Good { word: best.family, kind, sure: family })
}

/// Whether the classifier sees one of a family, and may have a finer word for it.
fn classed(seen: &Evidence<'_>, family: &str) -> bool {
    LEXICON.groups[seen.ranked()[0]].word == family && seen.mass(family) > LEVELS.unseen
}

fn known(seen: &Evidence<'_>, subject: &Phrase) -> Known {
    let last = split(&subject.words).last().unwrap_or_default();
    if listed(THING, last) {
        return Known::Doubted;
    }
    // Sentences often begin with "a close up of".
    if listed(ANYTHING, last) {
        return Known::Guessed;
    }
    let [belief, _, score, told] = signs(seen, &subject.words);
    let somebody = split(&subject.words).any(|word| listed(SOMEBODY, word));
    if somebody || told > MOSTLY || told > 0.0 && belief >= LEVELS.general {
        return Known::Sure;
    }
    if score > 0.0 && belief < LEVELS.shown && told == 0.0 {
        return Known::Doubted;
    }
    let own = GOODS.words.iter().any(|good| names(&subject.words, good.word));
    if own || subject.sure < LEVELS.unshaken { Known::Guessed } else { Known::Sure }
}

/// Whether a subject has the word already.
pub(super) fn names(subject: &str, word: &str) -> bool {
    let whole = |before: &str| before.is_empty() || before.ends_with(' ');
    split(subject).any(|part| same(part, word)) || subject.strip_suffix(word).is_some_and(whole)
}
