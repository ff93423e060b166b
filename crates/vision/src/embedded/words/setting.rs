//! Where and in what light: places the head and the classifier see, ground and sky that colours tell.

use super::evidence::{Evidence, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::named::{LEVELS, LISTS};
use super::phrase::Phrase;
use super::role::role;
use super::{support, tagged};

/// How sure a word is that colours alone tell.
const BY_COLOUR: f32 = 0.7;
/// Shares of the ground, and of the whole image, that have one colour: snow, grass, and around a bird, which seldom
/// stands on it; leaves.
const SNOWY: f32 = 0.4;
const GRASSY: f32 = 0.42;
const GRASSY_FOR_BIRDS: f32 = 0.9;
const LEAFY: f32 = 0.6;
/// The same of the sky.
const WARM: f32 = 0.5;
const BLUE: f32 = 0.6;
/// The mean brightness below which it is night.
const NIGHT: f32 = 45.0;

/// Phrases for the end of a name, best first. `main` is the kind of the subject, when there is one.
pub(super) fn phrases(seen: &Evidence<'_>, main: Option<Kind>, subject_group: Option<usize>) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = around(seen, main, subject_group).into_iter().collect();
    if phrases.is_empty() {
        let ground = ground(seen, main).filter(|words| heard(seen, words));
        phrases.extend(ground.map(by_colour));
    }
    phrases.extend(light_of(seen, main));
    let on_something = seen.things.iter().any(|item| item.thing().role == Role::Under);
    let shown = !on_something
        && matches!(main, Some(kind) if !matches!(kind, Kind::Place | Kind::Building | Kind::Document));
    let plain = seen.look.said_background().filter(|_| shown);
    phrases.extend(plain.map(|colour| by_colour(&format!("on {colour} background"))));
    phrases
}

/// Colours alone take a white wall for snow: the head must not be against it.
fn heard(seen: &Evidence<'_>, words: &str) -> bool {
    let place = words.rsplit(' ').next().and_then(|place| seen.belief(place));
    place.is_none_or(|belief| belief >= LEVELS.unheard)
}

/// "at sunset", "under blue sky".
pub(super) fn light_of(seen: &Evidence<'_>, main: Option<Kind>) -> Option<Phrase> {
    light(seen, main).map(by_colour)
}

fn by_colour(words: &str) -> Phrase {
    Phrase::new(words, BY_COLOUR)
}

/// The head's place before the classifier's: it learnt from scenes, the other from single things. A thing before a
/// plain background is nowhere.
fn around(seen: &Evidence<'_>, main: Option<Kind>, subject: Option<usize>) -> Option<Phrase> {
    let plain = seen.look.background().is_some();
    let placed = !matches!(main, Some(Kind::Place | Kind::Building | Kind::Document | Kind::Food));
    if let Some(wedding) = wedding(seen).filter(|_| main == Some(Kind::Person) && role(seen).is_none()) {
        return Some(wedding);
    }
    tagged::place(seen)
        .filter(|_| placed && !plain)
        .map(|(place, sure)| Phrase::new(place.phrase, sure))
        .or_else(|| place(seen, subject))
}

/// "at wedding": where the second eye sees a bride, or a little of one and what weddings have. It is the one that writes
/// sentences.
fn wedding(seen: &Evidence<'_>) -> Option<Phrase> {
    let dressed = |word: &&str| seen.belief(word).is_some_and(|sure| sure >= LEVELS.festive);
    let least = if LISTS.festive.iter().any(dressed) { LEVELS.wedding_dressed } else { LEVELS.wedding };
    let sure = seen.belief("bride").filter(|&sure| !seen.sentences.is_empty() && sure >= least)?;
    Some(Phrase::new("at wedding", sure.max(LEVELS.wedding)))
}

/// A place or building around the subject: "on beach".
fn place(seen: &Evidence<'_>, subject: Option<usize>) -> Option<Phrase> {
    let group = seen.ranked().into_iter().find(|&group| LEXICON.groups[group].place.is_some())?;
    if Some(group) == subject || seen.mass_of(group) < LEVELS.place || !support::class_around(seen, group) {
        return None;
    }
    let (word, said) = (LEXICON.groups[group].word, LEXICON.groups[group].place?);
    let name = seen.name(group);
    // "in shop" becomes "in bakery"; a name that is not a kind of place keeps the general phrase.
    let preposition = said.split(' ').next()?;
    let finer = name != word && LISTS.finer_place.contains(&word);
    let words = match name {
        "market" => "at market".to_owned(),
        _ if finer => format!("{preposition} {name}"),
        _ => said.to_owned(),
    };
    Some(Phrase::new(words, seen.mass_of(group)))
}

fn ground(seen: &Evidence<'_>, main: Option<Kind>) -> Option<&'static str> {
    let look = seen.look;
    let on_snow = seen.things.iter().any(|item| LISTS.on_snow.contains(&item.thing().word));
    if look.snow > SNOWY && (on_snow || seen.mass_of_all(LISTS.winter) > LEVELS.winter) {
        return Some("in snow");
    }
    let stands = matches!(main, Some(Kind::Animal | Kind::Person | Kind::Vehicle | Kind::Sport));
    let bird = seen.things.first().is_some_and(|item| item.thing().word == "bird");
    if look.grass > if bird { GRASSY_FOR_BIRDS } else { GRASSY } && stands {
        return Some("on grass");
    }
    let outside = matches!(main, Some(Kind::Animal | Kind::Place | Kind::Building));
    (look.green > LEAFY && outside).then_some(if bird { "in greenery" } else { "among trees" })
}

fn light(seen: &Evidence<'_>, main: Option<Kind>) -> Option<&'static str> {
    let look = seen.look;
    if look.colourless && look.background().is_none() {
        return Some("black and white");
    }
    if look.warm_sky > WARM && seen.mass_of_all(LISTS.outdoors) > LEVELS.outdoors {
        return Some("at sunset");
    }
    if look.mean < NIGHT {
        // Things before a black ground and food in a dark room are no night.
        let lit = matches!(main, Some(Kind::Food | Kind::Plant)) || look.background().is_some();
        let open = matches!(main, Some(Kind::Building | Kind::Place | Kind::Vehicle)) && !walled(seen);
        return (!lit && (open || outside(seen))).then_some("at night");
    }
    let people = seen.things.first().is_some_and(|item| item.label == PERSON);
    let open = people
        || matches!(
            main,
            Some(
                Kind::Animal
                    | Kind::Building
                    | Kind::Place
                    | Kind::Vehicle
                    | Kind::Document
                    | Kind::Sport
                    | Kind::Object
            ) | None
        );
    (look.sky > BLUE && open && outside(seen)).then_some("under blue sky")
}

/// Whether the head sees walls.
fn walled(seen: &Evidence<'_>) -> bool {
    seen.belief("indoors").is_some_and(|sure| sure >= LEVELS.backed)
}

/// Whether there can be a sky: the head sees something that stands under it and does not see walls. Without the head colours are
/// believed.
fn outside(seen: &Evidence<'_>) -> bool {
    let open = LISTS.under_sky.iter().filter_map(|word| seen.belief(word)).fold(0.0, f32::max);
    seen.tags.is_empty() || !walled(seen) && open >= LEVELS.backed
}
