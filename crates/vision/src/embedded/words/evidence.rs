//! What both networks saw, weighed: groups of classes, and things with their number.

use super::super::detector::{Area, Detection};
use super::super::text::TextLine;
use super::lexicon::{Kind, LEXICON, Role, Thing};
use super::look::Look;

/// Detector labels the rules speak of by name.
pub(super) const PERSON: usize = 0;

/// All that is known about one picture.
#[derive(Debug)]
pub(in crate::embedded) struct Evidence<'a> {
    classes: &'a [f32],
    /// For each group the sum of its classes.
    masses: Vec<f32>,
    pub(super) things: Vec<Item>,
    pub(super) look: &'a Look,
    /// How sure each word of the tagging head is; empty when it did not look.
    pub(in crate::embedded) tags: Vec<f32>,
    /// Labels the user's context speaks of.
    wanted: Vec<usize>,
    /// Text in the picture, when it was looked for.
    pub(in crate::embedded) text: Vec<TextLine>,
}

/// Things of one label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) label: usize,
    pub(super) count: usize,
    /// How much of a subject it is: certainty, size and place together.
    pub(super) weight: f32,
    pub(super) largest: Detection,
    /// How much the classifier speaks of the same.
    pub(super) agree: f32,
}

impl Item {
    pub(super) fn thing(&self) -> &'static Thing {
        LEXICON.thing(self.label).expect("items are made of known labels")
    }
}

impl<'a> Evidence<'a> {
    pub(in crate::embedded) fn new(
        classes: &'a [f32],
        found: &[Detection],
        look: &'a Look,
        wanted: Vec<usize>,
    ) -> Self {
        let mut masses = vec![0.0; LEXICON.groups.len()];
        for (class, probability) in LEXICON.classes.iter().zip(classes) {
            masses[class.group] += probability;
        }
        for (mass, group) in masses.iter_mut().zip(&LEXICON.groups) {
            *mass = (*mass * group.weight).min(1.0);
        }
        let mut evidence =
            Self { classes, masses, things: Vec::new(), look, wanted, tags: Vec::new(), text: Vec::new() };
        evidence.things = evidence.weigh(found);
        evidence
    }

    /// The share of belief in one group, by its word.
    pub(super) fn mass(&self, word: &str) -> f32 {
        LEXICON.group(word).map_or(0.0, |group| self.masses[group])
    }

    /// How sure the head is of one of its words.
    pub(super) fn tag(&self, word: usize) -> Option<f32> {
        self.tags.get(word).copied()
    }

    pub(super) fn mass_of(&self, group: usize) -> f32 {
        self.masses[group]
    }

    /// Groups, most likely first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut groups: Vec<usize> = (0..self.masses.len()).collect();
        groups.sort_by(|&a, &b| self.masses[b].total_cmp(&self.masses[a]));
        groups
    }

    /// The group's word, or that of a class that stands for most of it.
    pub(super) fn name(&self, group: usize) -> &'static str {
        let word = LEXICON.groups[group].word;
        let mut names: Vec<(&'static str, f32)> = Vec::new();
        for (class, probability) in LEXICON.classes.iter().zip(self.classes) {
            let Some(name) = class.name.as_deref().filter(|_| class.group == group) else { continue };
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += probability,
                None => names.push((name, *probability)),
            }
        }
        let Some((name, belief)) = names.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return word };
        // A wrong breed is still a dog; a name without the group's word must be surer.
        let least = if name.ends_with(word) { 0.22 } else { 0.4 };
        if belief > 0.5 * self.masses[group] && belief > least { name } else { word }
    }

    /// The most likely group of one kind.
    pub(super) fn best_of(&self, kinds: &[Kind]) -> Option<usize> {
        self.ranked().into_iter().find(|&group| kinds.contains(&LEXICON.groups[group].kind))
    }

    pub(super) fn agreement(&self, label: usize) -> f32 {
        LEXICON.thing(label).map_or(0.0, |thing| thing.groups.iter().map(|&group| self.masses[group]).sum())
    }

    fn weigh(&self, found: &[Detection]) -> Vec<Item> {
        let known: Vec<&Detection> = found.iter().filter(|found| self.believable(found)).collect();
        let kept: Vec<&Detection> = known
            .iter()
            .copied()
            .filter(|found| !known.iter().any(|rival| self.loses(found, rival)))
            .collect();
        let mut items: Vec<Item> = Vec::new();
        for found in kept {
            let weight = self.weight(found);
            match items.iter_mut().find(|item| item.label == found.label) {
                Some(item) => {
                    item.count += 1;
                    item.weight += weight / 2.0;
                    if found.area.size() > item.largest.area.size() {
                        item.largest = *found;
                    }
                }
                None => {
                    let agree = self.agreement(found.label);
                    items.push(Item { label: found.label, count: 1, weight, largest: *found, agree });
                }
            }
        }
        items.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let most = items.first().map_or(0.0, |item| item.weight);
        items.retain(|item| item.weight > 0.15 * most && item.largest.area.size() > 0.005);
        if let Some(people) = items.iter_mut().find(|item| item.label == PERSON) {
            people.count = count_people(found);
        }
        items
    }

    /// Certain enough, the more so when the classifier speaks of the same thing; kinds that photos are often about
    /// need less.
    fn believable(&self, found: &Detection) -> bool {
        let Some(thing) = LEXICON.thing(found.label) else { return false };
        let unsure = self.masses.iter().all(|&mass| mass < 0.4);
        let least = match (self.agreement(found.label), thing.word) {
            _ if self.wanted.contains(&found.label) => 0.36,
            (agree, _) if agree > 0.15 => 0.42,
            _ if unsure && thing.role != Role::Side => 0.43,
            _ if thing.role == Role::Under => 0.45,
            (_, "person" | "cat" | "dog" | "bird" | "train" | "airplane") => 0.5,
            _ => 0.56,
        };
        found.score >= least
    }

    /// Two labels of one family on the same spot: the classifier decides, then the score.
    fn loses(&self, found: &Detection, rival: &Detection) -> bool {
        if found.label == rival.label || found.area.overlap(&rival.area) < 0.5 {
            return false;
        }
        if found.label == PERSON && family_kind(rival.label) == Some(Kind::Animal) {
            return found.area.overlap(&rival.area) > 0.6 && found.score < rival.score;
        }
        if family(found.label) != family(rival.label) {
            return false;
        }
        let (mine, theirs) = (self.agreement(found.label), self.agreement(rival.label));
        if (mine - theirs).abs() > 0.1 { mine < theirs } else { found.score < rival.score }
    }

    fn weight(&self, found: &Detection) -> f32 {
        let Area { left, top, width, height } = found.area;
        let off_centre = (left + width / 2.0 - 0.5).abs() + (top + height / 2.0 - 0.5).abs();
        let role = match LEXICON.thing(found.label).map(|thing| thing.role) {
            Some(Role::Side) => 0.4,
            Some(Role::Under) => 0.35,
            Some(Role::Held) => 0.8,
            _ => 1.0,
        };
        found.score
            * found.area.size().sqrt()
            * (1.2 - 0.6 * off_centre)
            * role
            * (1.0 + self.agreement(found.label))
    }
}

/// COCO's own families: labels of one family are taken for each other.
fn family(label: usize) -> usize {
    [1, 9, 15, 26, 33, 43, 51, 61, 71, 77, 83, 90].partition_point(|&first| first <= label)
}

/// The kinds of groups that may stand for things of a label's family.
pub(super) fn family_kind(label: usize) -> Option<Kind> {
    match label {
        1..=8 => Some(Kind::Vehicle),
        15..=24 => Some(Kind::Animal),
        51..=60 => Some(Kind::Food),
        _ => None,
    }
}

/// People who matter: not parts of others, not far behind the nearest one, unless all together are a crowd.
fn count_people(found: &[Detection]) -> usize {
    let mut people: Vec<&Detection> =
        found.iter().filter(|found| found.label == PERSON && found.score > 0.42).collect();
    people.sort_by(|a, b| b.area.size().total_cmp(&a.area.size()));
    let mut apart: Vec<&Detection> = Vec::new();
    for person in people {
        let within = |other: &&Detection| person.area.shared(&other.area) > 0.75 * person.area.size();
        if !apart.iter().any(within) {
            apart.push(person);
        }
    }
    let Some(nearest) = apart.first().map(|person| person.area.size()) else { return 1 };
    if apart.len() > 6 && nearest < 0.15 {
        return apart.len();
    }
    apart.iter().filter(|person| person.area.size() > 0.25 * nearest).count()
}
