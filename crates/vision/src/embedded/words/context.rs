//! What the user says about the images. Words that an image supports win over other readings of it; words it does
//! not support change nothing. What they decide stands in [`super::decided`].

use super::super::detector::LABELS;
use super::lexicon::LEXICON;
use super::named::LISTS;
use super::phrase::plural;

/// How many times more a class counts when the context speaks of it; of its group, somewhat less.
const NAMED: f32 = 6.0;
const RELATED: f32 = 3.0;
/// Words of a context that are read.
const MOST_WORDS: usize = 100;

/// The words of a context.
#[derive(Clone, Debug, Default)]
pub(in crate::embedded) struct Context {
    words: Vec<String>,
    /// Its parts between commas, full stops and line breaks, as they were written.
    pub(super) clauses: Vec<Vec<String>>,
}

impl Context {
    pub(in crate::embedded) fn new(text: &str) -> Self {
        let synonyms =
            include_str!("../../../data/synonyms.txt").lines().filter_map(|line| line.split_once(' '));
        let mut words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .map(str::to_lowercase)
            .collect();
        let meant: Vec<String> = synonyms
            .filter(|(said, _)| words.iter().any(|word| word == said))
            .map(|(_, meaning)| meaning.to_owned())
            .collect();
        words.extend(meant);
        let clause = |clause: &str| -> Vec<String> {
            let words =
                clause.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
            words.take(MOST_WORDS).map(str::to_owned).collect()
        };
        let clauses = text.split([',', '.', ';', ':', '\n', '(', ')', '!', '?']).map(clause);
        Self { words, clauses: clauses.filter(|words| !words.is_empty()).take(MOST_WORDS).collect() }
    }

    pub(in crate::embedded) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether every word of a phrase is in the context, in either number.
    fn says(&self, phrase: &str) -> bool {
        phrase.split(' ').all(|part| self.words.iter().any(|word| word == part || *word == plural(part)))
    }

    /// Lets the classes that the context speaks of count more.
    pub(in crate::embedded) fn favour(&self, classes: &mut [f32]) {
        self.weigh(classes, |belief, more| *belief *= more);
    }

    /// Takes back what [`Self::favour`] did.
    pub(in crate::embedded) fn forget(&self, classes: &mut [f32]) {
        self.weigh(classes, |belief, more| *belief /= more);
    }

    /// Whether a name has a telling word of the context.
    pub(in crate::embedded) fn is_in(&self, name: &str) -> bool {
        let told = |part: &str| self.words.iter().any(|word| word == part || *word == plural(part));
        name.split('-').filter(|part| !LISTS.untelling.contains(part) && part.len() > 2).any(told)
    }

    fn weigh(&self, classes: &mut [f32], change: impl Fn(&mut f32, f32)) {
        if self.words.is_empty() {
            return;
        }
        let groups: Vec<bool> = LEXICON.groups.iter().map(|group| self.says(group.word)).collect();
        for (belief, class) in classes.iter_mut().zip(&LEXICON.classes) {
            let group = LEXICON.groups[class.group].word;
            let own = class.name.as_deref().map(|name| name.strip_suffix(group).unwrap_or(name).trim());
            let named = own.is_some_and(|own| !own.is_empty() && self.says(own));
            let more = match (named, groups[class.group]) {
                (true, _) => NAMED,
                (false, true) => RELATED,
                (false, false) => 1.0,
            };
            change(belief, more);
        }
        let total: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|belief| *belief /= total);
    }

    /// Labels of the detector that the context speaks of: these need less certainty.
    pub(in crate::embedded) fn wanted(&self) -> Vec<usize> {
        let said = |label: &usize| LEXICON.thing(*label).is_some_and(|thing| self.says(thing.word));
        (0..LABELS).filter(said).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belief_in(context: &str, class: usize, before: f32) -> f32 {
        let mut classes = vec![(1.0 - before) / 999.0; 1000];
        classes[class] = before;
        Context::new(context).favour(&mut classes);
        classes[class]
    }

    #[test]
    fn a_named_breed_gains_and_the_sum_stays_one() {
        let mut classes = vec![0.001; 1000];
        Context::new("our Golden Retriever Bella").favour(&mut classes);
        assert!(classes[207] > 0.005);
        assert!((classes.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_puppy_is_a_dog_and_plurals_count() {
        assert!(belief_in("puppy", 162, 0.2) > 0.2);
        assert!(belief_in("photos of dogs", 162, 0.2) > 0.2);
        assert!(belief_in("photos of boats", 162, 0.2) < 0.2001);
    }

    #[test]
    fn no_context_changes_nothing() {
        assert_eq!(belief_in("", 162, 0.2), 0.2);
        assert!(Context::new("").wanted().is_empty());
        assert!(Context::new(" , ").is_empty() && !Context::new("cat").is_empty());
        assert_eq!(Context::new("a cat and a teddy bear").wanted(), [16, 22, 87]);
    }
}
