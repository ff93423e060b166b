//! What only the layers on the second eye's features have words for: goods and animals, places, who somebody is, what happens.
//! They are said where a layer is sure and the other networks know nothing better.

use super::super::goods::{EVENT, GOODS, PERSON, PLACE};
use super::beside::prefixed;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON};
use super::named::{LEVELS, LISTS};
use super::phrase::Phrase;
use super::setting;
use super::told::{SOMEBODY, listed, same, split};
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
    /// One of them thinks so, or it is a word of the layer of goods, which knows those better.
    Guessed,
    /// Somebody, what two of them agree on, or what one is sure of.
    Sure,
}

impl Evidence<'_> {
    /// How likely one of the goods is, by its word; zero for any other word.
    pub(super) fn good(&self, word: &str) -> f32 {
        let shares = GOODS.words.iter().zip(&self.goods).filter(|(good, _)| same(good.word, word));
        shares.map(|(_, share)| *share).fold(0.0, f32::max)
    }
}

/// The phrases of what a layer sees, instead of those of a subject that the other networks know less of.
pub(super) fn phrases(seen: &Evidence<'_>, said: &[Phrase]) -> Option<Vec<Phrase>> {
    let subject = said.first()?;
    scene(seen, said).or_else(|| of_good(seen, subject))
}

/// "restaurant", "chef in kitchen", "concert": where it is, who it is, or what happens.
fn scene(seen: &Evidence<'_>, said: &[Phrase]) -> Option<Vec<Phrase>> {
    let subject = &said[0];
    let shares = GOODS.words.iter().zip(&seen.goods).filter(|(good, _)| !good.is_good());
    let (best, &sure) = shares.max_by(|a, b| a.1.total_cmp(b.1))?;
    // People at a wedding are said already.
    let event = |phrase: &Phrase| split(best.word).any(|word| split(&phrase.words).any(|said| said == word));
    let told = names(&subject.words, best.word) || best.family == EVENT && said.iter().any(event);
    let alone = split(&subject.words).next() == Some("person");
    let somebody = split(&subject.words).any(|word| listed(SOMEBODY, word));
    let general = LISTS.venue.contains(&&*subject.words);
    let least = match best.family {
        PERSON if alone => LEVELS.scene_person,
        EVENT if somebody || general => LEVELS.scene_event,
        PLACE if general => LEVELS.scene_general,
        EVENT | PLACE if !somebody && known(seen, subject) != Known::Sure => LEVELS.scene_known,
        _ => return None,
    };
    if told || sure < least {
        return None;
    }
    let first = Phrase::new(best.word, sure);
    // A chef in a kitchen stays there.
    let others = said[1..].iter().filter(|_| best.family == PERSON).cloned();
    let light = setting::light_of(seen, Some(Kind::Place)).filter(|_| best.family == PLACE);
    Some(std::iter::once(first).chain(others).chain(light).collect())
}

fn of_good(seen: &Evidence<'_>, subject: &Phrase) -> Option<Vec<Phrase>> {
    let known = known(seen, subject);
    let hardly = known == Known::Doubted || known == Known::Guessed && subject.sure < LEVELS.subject_doubted;
    let good = surest(seen, known).or_else(|| photographed(seen).filter(|_| hardly));
    let good = good.filter(|good| !names(&subject.words, good.word))?;
    let plain = seen.look.shows_alone() && good.kind != Kind::Animal;
    let colour = seen.look.colour(None).filter(|_| plain);
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
    let shares = || GOODS.words.iter().zip(&seen.goods).filter(|(good, _)| good.is_good());
    let (best, &sure) = shares().max_by(|a, b| a.1.total_cmp(b.1))?;
    let kind = if best.family == ANIMAL { Kind::Animal } else { Kind::Object };
    if sure >= least {
        return Some(Good { word: best.word, kind, sure });
    }
    let family: f32 = shares().filter(|(good, _)| good.family == best.family).map(|(_, share)| share).sum();
    let said = family >= least_of_family && kind != Kind::Animal && !classed(seen, best.family);
    said.then_some(Good { word: best.family, kind, sure: family })
}

/// What photos show that look like this one: less is enough where the others know next to nothing.
fn photographed(seen: &Evidence<'_>) -> Option<Good> {
    let shares =
        GOODS.words.iter().zip(&seen.goods).skip(GOODS.first().len()).filter(|(good, _)| good.is_good());
    let (best, &sure) = shares.max_by(|a, b| a.1.total_cmp(b.1))?;
    (sure >= LEVELS.photo_doubted).then_some(Good { word: best.word, kind: Kind::Object, sure })
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
    let own = GOODS.first().iter().any(|good| names(&subject.words, good.word));
    if own || subject.sure < LEVELS.unshaken { Known::Guessed } else { Known::Sure }
}

/// Whether a subject has the word already.
fn names(subject: &str, word: &str) -> bool {
    let whole = |before: &str| before.is_empty() || before.ends_with(' ');
    split(subject).any(|part| same(part, word)) || subject.strip_suffix(word).is_some_and(whole)
}
