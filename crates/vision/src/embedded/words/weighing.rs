//! Which detections are believed, which of them are one thing, and how much of a subject each is.

use super::super::detector::{Area, Detection};
use super::evidence::{Evidence, Item, PERSON};
use super::lexicon::{Kind, LEXICON, Role};
use super::named::{LEVELS, LISTS};
use super::phrase::CROWD;

/// Labels that overlap more than this are of one spot; a person and an animal, from here on.
const SAME_SPOT: f32 = 0.5;
const SAME_BODY: f32 = 0.6;
/// Parts of the image that a thing must fill, and of the main thing's weight that it must have.
const LEAST_SIZE: f32 = 0.005;
const LEAST_WEIGHT: f32 = 0.15;
/// How much a thing weighs in the middle, and how much less towards the edges: by its distance, both ways added up.
const IN_THE_MIDDLE: f32 = 1.2;
const OFF_CENTRE: f32 = 0.6;
/// How much things weigh that are seldom what a photo is about.
const SIDE: f32 = 0.4;
const UNDER: f32 = 0.35;
const HELD: f32 = 0.8;
/// Somebody of whom so much lies within another is a part of that one.
const WITHIN: f32 = 0.75;
/// The nearest of a crowd fills less than this part of the image.
const IN_CROWD: f32 = 0.15;
/// Outside a crowd, those smaller than this part of the nearest are far behind.
const FAR_BEHIND: f32 = 0.25;

impl Evidence<'_> {
    /// Things by label, the weightiest first.
    pub(super) fn weigh(&self, found: &[Detection]) -> Vec<Item> {
        let known: Vec<&Detection> = found.iter().filter(|found| self.believable(found)).collect();
        let kept = known.iter().filter(|found| !known.iter().any(|rival| self.loses(found, rival)));
        let mut items: Vec<Item> = Vec::new();
        for &&found in kept {
            let weight = self.weight(&found);
            match items.iter_mut().find(|item| item.label == found.label) {
                Some(item) => {
                    item.count += 1;
                    // One more of the same adds less than something else would.
                    item.weight += weight / 2.0;
                    if found.area.size() > item.largest.area.size() {
                        item.largest = found;
                    }
                }
                None => {
                    let agree = self.agreement(found.label);
                    let counted = true;
                    items.push(Item { label: found.label, count: 1, weight, largest: found, agree, counted });
                }
            }
        }
        items.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let most = items.first().map_or(0.0, |item| item.weight);
        items.retain(|item| item.weight > LEAST_WEIGHT * most && item.largest.area.size() > LEAST_SIZE);
        for item in &mut items {
            let count = |least: f32| match item.label {
                PERSON => count_people(found, least),
                label => count_things(found, label, least),
            };
            item.count =
                if item.label == PERSON { count(LEVELS.counted) } else { item.count.min(count(0.0)) };
            item.counted = item.count == count(LEVELS.counted_surely);
        }
        items
    }

    /// Certain enough, the more so when the classifier speaks of the same thing; kinds that photos are often about
    /// need less.
    fn believable(&self, found: &Detection) -> bool {
        let Some(thing) = LEXICON.thing(found.label) else { return false };
        let undecided = self.masses.iter().all(|&mass| mass < LEVELS.decided);
        let least = match thing.role {
            _ if self.wanted.contains(&found.label) => LEVELS.found_wanted,
            _ if self.agreement(found.label) > LEVELS.seconded => LEVELS.found_seconded,
            Role::Main | Role::Ride | Role::Held | Role::Under if undecided => LEVELS.found_undecided,
            Role::Under => LEVELS.found_under,
            _ if LISTS.often.contains(&thing.word) => LEVELS.found_often,
            _ => LEVELS.found,
        };
        found.score >= least
    }

    /// Two labels of one family on the same spot: the classifier decides, then the score.
    fn loses(&self, found: &Detection, rival: &Detection) -> bool {
        let (Some(thing), Some(other)) = (LEXICON.thing(found.label), LEXICON.thing(rival.label)) else {
            return false;
        };
        let overlap = found.area.overlap(&rival.area);
        if found.label == rival.label || overlap < SAME_SPOT {
            return false;
        }
        if found.label == PERSON && other.kind == Kind::Animal {
            return overlap > SAME_BODY && found.score < rival.score;
        }
        if thing.family != other.family {
            return false;
        }
        let (mine, theirs) = (self.agreement(found.label), self.agreement(rival.label));
        if (mine - theirs).abs() > LEVELS.told_apart { mine < theirs } else { found.score < rival.score }
    }

    fn weight(&self, found: &Detection) -> f32 {
        let Area { left, top, width, height } = found.area;
        let off_centre = (left + width / 2.0 - 0.5).abs() + (top + height / 2.0 - 0.5).abs();
        let role = match LEXICON.thing(found.label).map(|thing| thing.role) {
            Some(Role::Side) => SIDE,
            Some(Role::Under) => UNDER,
            Some(Role::Held) => HELD,
            _ => 1.0,
        };
        found.score
            * found.area.size().sqrt()
            * (IN_THE_MIDDLE - OFF_CENTRE * off_centre)
            * role
            * (1.0 + self.agreement(found.label))
    }
}

/// People who matter: not parts of others, not far behind the nearest one, unless all together are a crowd.
fn count_people(found: &[Detection], least: f32) -> usize {
    let apart = apart(found, PERSON, least);
    let Some(nearest) = apart.first().map(|person| person.area.size()) else { return 1 };
    if apart.len() >= CROWD && nearest < IN_CROWD {
        return apart.len();
    }
    apart.iter().filter(|person| person.area.size() > FAR_BEHIND * nearest).count()
}

/// Things of one label, those around or within others counted once; at least one.
fn count_things(found: &[Detection], label: usize, least: f32) -> usize {
    apart(found, label, least).len().max(1)
}

/// What lies within none that is larger, the largest first.
fn apart(found: &[Detection], label: usize, least: f32) -> Vec<&Detection> {
    let mut alike: Vec<&Detection> =
        found.iter().filter(|found| found.label == label && found.score > least).collect();
    alike.sort_by(|a, b| b.area.size().total_cmp(&a.area.size()));
    let mut apart: Vec<&Detection> = Vec::new();
    for one in alike {
        let within = |other: &&Detection| one.area.shared(&other.area) > WITHIN * one.area.size();
        if !apart.iter().any(within) {
            apart.push(one);
        }
    }
    apart
}
