//! What both networks saw, weighed: groups of classes, and things with their number.

use super::super::detector::Detection;
use super::super::drawn::Drawn;
use super::super::expert::Opinion;
use super::super::speaker::Sentence;
use super::super::tags::{TAGS, Tags};
use super::super::text::TextLine;
use super::context::Context;
use super::lexicon::{Kind, LEXICON, Thing};
use super::look::Look;
use super::named::LEVELS;

/// The detector's label that most rules treat apart.
pub(super) const PERSON: usize = 0;
/// The share of its group that a class must stand for before its own word is said.
const MOST_OF_GROUP: f32 = 0.5;

/// All that is known about one image.
#[derive(Debug)]
pub(in crate::embedded) struct Evidence<'a> {
    classes: &'a [f32],
    /// For each group the sum of its classes.
    pub(super) masses: Vec<f32>,
    pub(super) things: Vec<Item>,
    /// All that the detector found, believed or not.
    found: Vec<Detection>,
    pub(super) look: &'a Look,
    /// How sure each word of the tagging head is; empty when it did not look.
    pub(in crate::embedded) tags: Vec<f32>,
    /// The head that said so.
    pub(in crate::embedded) head: &'a Tags,
    /// Whether the image is drawn.
    pub(in crate::embedded) drawn: Drawn,
    /// How likely each of the goods is; empty when the second eye did not look.
    pub(in crate::embedded) goods: Vec<f32>,
    /// How likely each kind of photo is; the same.
    pub(in crate::embedded) photos: Vec<f32>,
    /// What the second eye says, best first; empty when it did not look.
    pub(in crate::embedded) sentences: Vec<Sentence>,
    /// What the expert for dishes thinks, where it was asked.
    pub(in crate::embedded) dish: Option<Opinion>,
    /// What the user says.
    pub(in crate::embedded) context: Context,
    /// Labels the user's context speaks of.
    pub(super) wanted: Vec<usize>,
    /// Text in the image, when it was looked for.
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
    /// The number is the same with a stricter detector.
    pub(super) counted: bool,
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
        let mut evidence = Self {
            classes,
            masses,
            things: Vec::new(),
            found: found.to_vec(),
            look,
            context: Context::default(),
            wanted,
            tags: Vec::new(),
            head: &TAGS,
            drawn: Drawn::default(),
            goods: Vec::new(),
            photos: Vec::new(),
            sentences: Vec::new(),
            dish: None,
            text: Vec::new(),
        };
        evidence.things = evidence.weigh(found);
        evidence
    }

    /// How likely each class is.
    pub(super) fn classes(&self) -> &[f32] {
        self.classes
    }

    pub(in crate::embedded) fn look(&self) -> &'a Look {
        self.look
    }

    /// All that the detector found, believed or not.
    pub(super) fn found(&self) -> &[Detection] {
        &self.found
    }

    /// Whether the detector caught at least a glimpse of a thing, by the last part of its word.
    pub(super) fn glimpsed(&self, word: &str) -> bool {
        let named =
            |found: &Detection| LEXICON.thing(found.label).is_some_and(|thing| thing.word.ends_with(word));
        self.found.iter().any(named)
    }

    /// The share of belief in one group, by its word.
    pub(super) fn mass(&self, word: &str) -> f32 {
        LEXICON.group(word).map_or(0.0, |group| self.masses[group])
    }

    /// The same of several groups together.
    pub(super) fn mass_of_all(&self, words: &[&str]) -> f32 {
        words.iter().map(|word| self.mass(word)).sum()
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
        for &class in &LEXICON.groups[group].classes {
            let named = LEXICON.classes[class].name.as_deref().zip(self.classes.get(class));
            let Some((name, probability)) = named else { continue };
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += probability,
                None => names.push((name, *probability)),
            }
        }
        let Some((name, belief)) = names.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return word };
        // A wrong breed is still a dog; a name without the group's word must be surer.
        let least = if name.ends_with(word) { LEVELS.finer } else { LEVELS.finer_alone };
        if belief > MOST_OF_GROUP * self.masses[group] && belief > least { name } else { word }
    }

    /// The most likely group of one kind.
    pub(super) fn best_of(&self, kinds: &[Kind]) -> Option<usize> {
        self.ranked().into_iter().find(|&group| kinds.contains(&LEXICON.groups[group].kind))
    }

    pub(super) fn agreement(&self, label: usize) -> f32 {
        LEXICON.thing(label).map_or(0.0, |thing| thing.groups.iter().map(|&group| self.masses[group]).sum())
    }
}
