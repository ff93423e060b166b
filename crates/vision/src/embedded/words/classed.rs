//! Images that the classifier names: its surest group as the subject, and what colours tell where it sees nothing.

use super::beside::{colourful, prefixed};
use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::look::{Look, STARRY};
use super::named::LEVELS;
use super::phrase::Phrase;
use super::{rival, setting, subject, support};

/// How sure a name is that was made of colours alone.
const COLOURED: f32 = 0.3;
/// Other groups that are asked whether they are a building, too.
const RIVALS: usize = 3;
/// Shares of the image in one colour: snow on mountains, leaves of a plant in autumn; and where nothing else is seen.
const SNOWY: f32 = 0.5;
const AUTUMNAL: f32 = 0.4;
const ALL_GREEN: f32 = 0.5;
const ALL_AUTUMN: f32 = 0.5;
const ALL_SKY: f32 = 0.9;
/// The mean brightness below which stars show.
const NIGHT_SKY: f32 = 40.0;

pub(super) fn of_classes(seen: &Evidence<'_>) -> Vec<Phrase> {
    let ranked = seen.ranked();
    let best = ranked[0];
    let mass = seen.mass_of(best);
    if let Some(scene) = scene(seen, best) {
        let mut phrases = vec![Phrase::new(scene, COLOURED)];
        let kind = seen.look.shows_alone().then_some(Kind::Object);
        phrases.extend(setting::phrases(seen, kind, None));
        return phrases;
    }
    let kind = LEXICON.groups[best].kind;
    let mut phrases = vec![Phrase::new(class_subject(seen, &ranked), mass)];
    phrases.extend(small_thing(seen, kind == Kind::Clothing));
    phrases.extend(second_class(seen, ranked[1]));
    phrases.extend(setting::phrases(seen, Some(kind), Some(best)));
    if phrases[0].words.starts_with("snowy") {
        phrases.retain(|phrase| phrase.words != "in snow");
    }
    phrases
}

/// "with dog": what the detector is sure of beside it. Worn clothes need no person.
fn small_thing(seen: &Evidence<'_>, worn: bool) -> Option<Phrase> {
    // A small animal that the classifier does not see at all must be fairly certain.
    let certain = |item: &&Item| {
        item.thing().kind != Kind::Animal
            || item.largest.score > LEVELS.animal_beside
            || item.agree > LEVELS.glimpsed
    };
    let beside = |item: &&Item| item.thing().role != Role::Under && !(worn && item.label == PERSON);
    let sure = seen.things.iter().filter(beside).filter(|item| support::thing_beside(seen, item));
    let mut sure = sure.filter(|item| !rival::hardly_anybody(seen, item));
    let item = sure.find(certain)?;
    Some(Phrase::new(format!("with {}", subject::named(seen, item)), item.largest.score))
}

/// "and vase": a second group, unless it is where the first one is.
fn second_class(seen: &Evidence<'_>, group: usize) -> Option<Phrase> {
    let mass = seen.mass_of(group);
    let said = mass > LEVELS.second && LEXICON.groups[group].place.is_none();
    (said && support::class_beside(seen, group))
        .then(|| Phrase::new(format!("and {}", seen.name(group)), mass))
}

/// What the classifier is surest of, in everyday words.
fn class_subject(seen: &Evidence<'_>, ranked: &[usize]) -> String {
    let best = ranked[0];
    let group = &LEXICON.groups[best];
    let built = |group: usize| LEXICON.groups[group].kind == Kind::Building;
    let rival = |&group: &usize| built(group) && seen.mass_of(group) > LEVELS.rival_building;
    let mut head = seen.name(best).to_owned();
    if built(best) && seen.mass_of(best) < LEVELS.one_building && ranked[1..=RIVALS].iter().any(rival) {
        head = "building".to_owned();
    }
    if colourful(group.kind, group.word) {
        head = prefixed(seen.look.own_colour(), head);
    }
    match group.word {
        "mountain" if seen.look.snow > SNOWY => "snowy mountains".to_owned(),
        "plant" if seen.look.autumn > AUTUMNAL => "autumn leaves plant".to_owned(),
        _ => head,
    }
}

/// What colours alone tell, for images in which neither network is sure of anything. Buildings have many words that
/// share what the classifier believes.
fn scene(seen: &Evidence<'_>, best: usize) -> Option<String> {
    let (look, mass) = (seen.look, seen.mass_of(best));
    if look.mean < NIGHT_SKY && look.stars > STARRY && seen.mass("building") < LEVELS.windows {
        return Some("stars in night sky".to_owned());
    }
    if mass > LEVELS.unseen {
        return None;
    }
    let built = matches!(LEXICON.groups[best].kind, Kind::Building | Kind::Place);
    let blank = mass <= LEVELS.blank_built || !built && mass <= LEVELS.blank;
    painted(look).map(str::to_owned).or_else(|| blank.then(|| something(look)))
}

/// "gray object" before a plain ground, "close up" elsewhere.
fn something(look: &Look) -> String {
    match () {
        () if look.shows_alone() => prefixed(look.colour(None), "object".to_owned()),
        () if look.grey => "photo".to_owned(),
        () => "close up".to_owned(),
    }
}

/// What nearly the whole image has the colours of.
fn painted(look: &Look) -> Option<&'static str> {
    if look.green > ALL_GREEN {
        Some("green plants")
    } else if look.autumn > ALL_AUTUMN {
        Some("autumn leaves")
    } else {
        (look.sky > ALL_SKY).then_some("sky")
    }
}
