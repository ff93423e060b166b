//! Who people are by what they do, where something beside the head's word speaks for it.

use super::evidence::{Evidence, Item, PERSON};
use super::grammar::{GRAMMAR, Role, Said};
use super::named::LEVELS;

impl Evidence<'_> {
    /// How sure the head is, when that is enough to say the word.
    pub(super) fn says(&self, said: Said) -> Option<f32> {
        self.tag(said.tag).filter(|&sure| sure >= said.least)
    }
}

/// The surest role of people: "surfer".
pub(super) fn role(seen: &Evidence<'_>) -> Option<(&'static Role, f32)> {
    let backed = GRAMMAR.roles.iter().filter(|role| backed(seen, role));
    let sure = backed.filter_map(|role| Some((role, seen.says(role.said)?)));
    sure.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Whether anything beside the head's word speaks for a sport: the detector sees what it is played with, or the head where.
fn backed(seen: &Evidence<'_>, role: &Role) -> bool {
    let there = |place: &&str| seen.belief(place).is_some_and(|sure| sure >= LEVELS.backed);
    role.implies.is_empty()
        || seen.mass(role.said.word) > LEVELS.seconded
        || role.implies.iter().any(|thing| seen.glimpsed(thing))
        || role.at.iter().any(there)
}

/// Whether a role already says what another thing or place would add.
pub(super) fn implied(seen: &Evidence<'_>, main: &Item, word: &str) -> bool {
    main.label == PERSON && role(seen).is_some_and(|(role, _)| role.implies.contains(&word))
}
