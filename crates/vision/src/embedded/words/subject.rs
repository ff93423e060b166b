//! What a thing is called: its own word, or the finer one that the classifier knows.

use super::super::detector::LABELS;
use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::named::{LEVELS, LISTS};
use super::phrase::{counted, plural};
use super::role::role;
use super::support;

/// Labels of the detector that tell what somebody does.
const BAT_AND_GLOVE: [usize; 2] = [38, 39];
const TENNIS_RACKET: usize = 42;
/// A thing that fills no more than this keeps its own word.
const SMALL: f32 = 0.05;

/// "two macaw parrots", "person", "school bus".
pub(super) fn named(seen: &Evidence<'_>, item: &Item) -> String {
    let one = noun(seen, item);
    let thing = item.thing();
    let role = role(seen).filter(|(role, _)| role.said.word == one);
    let many = match role {
        Some((role, _)) => role.plural.to_owned(),
        None if one == thing.word => thing.plural.to_owned(),
        None => plural(&one),
    };
    if item.label == PERSON && item.count == 1 && support::several(seen) {
        let crowd = one == thing.word && seen.belief("crowd").is_some_and(|sure| sure >= LEVELS.several);
        return if crowd { "crowd of people".to_owned() } else { many };
    }
    match item.counted && support::numbered(seen, item) {
        true => counted(item.count, &one, &many),
        false if item.count > 1 => many,
        // A stricter detector sees none at all.
        false => one,
    }
}

/// How sure the word for an item is: the detector's score, or the head's when that has the word.
pub(super) fn certainty(seen: &Evidence<'_>, item: &Item) -> f32 {
    let role = role(seen).filter(|_| item.label == PERSON).map_or(0.0, |(_, sure)| sure);
    item.largest.score.max(item.agree).max(role)
}

/// The word for one thing of an item.
pub(super) fn noun(seen: &Evidence<'_>, item: &Item) -> String {
    let thing = item.thing();
    if item.label == PERSON {
        return person(seen).to_owned();
    }
    if thing.role == Role::Side {
        return thing.word.to_owned();
    }
    if let Some(other) = support::taken_for(seen, item).or_else(|| support::told_as(seen, item)) {
        return other.to_owned();
    }
    if let Some(group) = stand_in(seen, item) {
        return seen.name(group).to_owned();
    }
    let finer = thing.groups.iter().copied().max_by(|&a, &b| seen.mass_of(a).total_cmp(&seen.mass_of(b)));
    let Some(group) = finer.filter(|&group| seen.mass_of(group) > LEVELS.renamed) else {
        return thing.word.to_owned();
    };
    let name = seen.name(group);
    let shares = name.split(' ').any(|word| thing.word.split(' ').any(|own| own == word));
    let fits = match LEXICON.groups[group].kind {
        Kind::Animal | Kind::Vehicle => !LISTS.part.contains(&name),
        Kind::Place | Kind::Sport | Kind::Clothing => false,
        _ => shares || (seen.mass_of(group) > LEVELS.renamed_freely && thing.kind != Kind::Food),
    };
    if fits { name.to_owned() } else { thing.word.to_owned() }
}

/// A group that names the thing better than the detector can: it knows ten animals, the classifier hundreds.
fn stand_in(seen: &Evidence<'_>, item: &Item) -> Option<usize> {
    let kind = item.thing().refined_by()?;
    let best = seen.best_of(&[kind])?;
    let known =
        (0..LABELS).any(|label| LEXICON.thing(label).is_some_and(|thing| thing.groups.contains(&best)));
    if support::known_as_it_is(seen, item) {
        return None;
    }
    let unlike = !item.thing().groups.contains(&best) && (!known || kind == Kind::Animal);
    let sure = seen.mass_of(best) > LEVELS.stands_in && item.agree < LEVELS.seconded;
    (unlike && sure && item.largest.area.size() > SMALL).then_some(best)
}

/// People are people; what they do may have a word, who they are never has.
fn person(seen: &Evidence<'_>) -> &'static str {
    let with = |label: usize| seen.things.iter().any(|item| item.label == label);
    if let Some((role, _)) = role(seen) {
        role.said.word
    } else if seen.mass("baseball player") > LEVELS.role || BAT_AND_GLOVE.into_iter().any(with) {
        "baseball player"
    } else if with(TENNIS_RACKET) {
        "tennis player"
    } else if seen.mass("scuba diver") > LEVELS.role {
        "scuba diver"
    } else {
        "person"
    }
}
