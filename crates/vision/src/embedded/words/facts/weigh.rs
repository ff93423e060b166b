//! What the networks think of what a sentence says.

use super::super::clauses::{Clause, Parsed};
use super::super::evidence::Evidence;
use super::super::lexicon::LEXICON;
use super::super::photos::logarithm;
use super::super::phrase::{Phrase, listed};
use super::super::told::{LEAST_WORDS, SOMEBODY, found_at, heard_at, plain, same, split};
use super::about::tells;
use crate::embedded::photos::{PHOTOS, Shown};

/// No word is less likely.
const UNLIKELY: f32 = -4.0;
/// Beliefs count more above this.
const HIGH: f32 = 0.75;
/// Small words of clauses that are weighed apart; what holds something is one, too.
const JOINS: [&str; 7] = ["and", "in", "on", "at", "by", "under", "holding"];
const WORD: usize = 11;
const CLAUSE: usize = WORD + 7 + JOINS.len();
/// Weights of what is weighed, in the order of [`Weighed::clause`].
const WEIGHTS: [f32; CLAUSE] = [
    2.76, 0.24, 0.92, 0.48, 0.85, -0.52, 0.46, 0.87, -0.93, 0.03, 0.27, 0.11, 0.79, -0.02, -0.28, 0.06,
    -0.37, -0.55, 0.48, 0.27, 0.06, 0.60, -0.37, -0.06, 0.36,
];

/// A sentence with what it says, and the rules' phrases beside it.
pub(in super::super) struct Weighed<'a> {
    pub(super) seen: &'a Evidence<'a>,
    rules: &'a [Phrase],
    pub(in super::super) words: Vec<String>,
    pub(super) logs: &'a [f32],
    sure: f32,
    pub(in super::super) parsed: Parsed,
}

impl<'a> Weighed<'a> {
    /// The first sentence beside the rules' phrases; nothing without the second eye.
    pub(in super::super) fn new(seen: &'a Evidence<'_>, rules: &'a [Phrase]) -> Option<Self> {
        let sentence = seen.sentences.iter().find(|sentence| sentence.words.len() >= LEAST_WORDS)?;
        let words = plain(sentence);
        let parsed = Parsed::new(&words);
        (!rules.is_empty() && sentence.logs.len() == words.len()).then(|| Self {
            seen,
            rules,
            words,
            logs: &sentence.logs,
            sure: sentence.sure,
            parsed,
        })
    }

    pub(super) fn subject(&self) -> &str {
        &self.rules[0].words
    }

    /// What the networks think of a word of the sentence: for nothing; how likely it came, and the least likely of its phrase; the
    /// share of sentences that have it; the head's belief, whether it knows the word, and how far it is sure; the detector's score
    /// and whether it would have found it; labelled photos that look alike, and whether any have the word.
    fn word(&self, at: usize, phrase: &[usize]) -> [f32; WORD] {
        let (seen, word) = (self.seen, self.words[at].as_str());
        let has = |words: &[String]| words.iter().any(|said| same(said, word));
        let told = seen.sentences.iter().filter(|sentence| has(&sentence.words)).count();
        let heard = heard_at(seen, &self.words, at);
        let found = found_at(seen, &self.words, at);
        let shown = || shares(seen).filter(|(shown, _)| split(shown.word).any(|part| same(part, word)));
        let is_shown = shown().next().is_some();
        let share: f32 = shown().map(|(_, share)| share).sum();
        let least = phrase.iter().map(|&at| self.logs[at]).fold(0.0, f32::min);
        [
            1.0,
            self.logs[at].max(UNLIKELY),
            least.max(UNLIKELY),
            told as f32 / seen.sentences.len() as f32,
            heard.unwrap_or_default(),
            flag(heard.is_some()),
            heard.map_or(0.0, |belief| (belief - HIGH).max(0.0) / (1.0 - HIGH)),
            found.unwrap_or_default(),
            flag(found.is_some()),
            if is_shown { logarithm(share) } else { 0.0 },
            flag(is_shown),
        ]
    }

    /// The classifier's share of classes and groups with a word.
    fn classed(&self, word: &str) -> f32 {
        let classes = LEXICON.classes.iter().zip(self.seen.classes()).filter(|(class, _)| {
            let group = LEXICON.groups[class.group].word;
            split(class.name.as_deref().unwrap_or(group)).chain(split(group)).any(|part| same(part, word))
        });
        classes.map(|(_, share)| share).sum::<f32>().min(1.0)
    }

    /// How often something that the sentence says of its subject is right.
    pub(super) fn sure_of(&self, clause: &Clause) -> f32 {
        let odds: f32 = self.clause(clause).iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum();
        (1.0 / (1.0 + (-f64::from(odds)).exp())) as f32
    }

    /// What is weighed for that, in the order of [`WEIGHTS`].
    pub(in super::super) fn clause(&self, clause: &Clause) -> [f32; CLAUSE] {
        let phrase: Vec<usize> = clause.doing.iter().chain(&clause.thing).copied().collect();
        let noun = phrase[phrase.len() - 1];
        let before =
            (0..noun).filter(|&at| tells(&self.words[at])).map(|at| self.logs[at]).fold(0.0, f32::min);
        let ruled = |phrase: &Phrase| split(&phrase.words).any(|part| same(part, &self.words[noun]));
        let rules: Vec<&str> =
            self.rules.iter().flat_map(|phrase| split(&phrase.words)).filter(|word| tells(word)).collect();
        let shared = rules.iter().filter(|&&word| self.words.iter().any(|said| same(said, word))).count();
        let first = split(&clause.joins).next().unwrap_or_default();
        let mut parts = [0.0; CLAUSE];
        parts[..WORD].copy_from_slice(&self.word(noun, &phrase));
        parts[WORD..WORD + 7].copy_from_slice(&[
            before.max(UNLIKELY),
            self.classed(&self.words[noun]),
            flag(self.rules.iter().any(ruled)),
            flag(clause.doing.is_some()),
            self.sure,
            shared as f32 / rules.len().max(1) as f32,
            flag(is_somebody(self.subject())),
        ]);
        for (part, joins) in parts[WORD + 7..].iter_mut().zip(JOINS) {
            *part = flag(first == joins);
        }
        parts
    }
}

fn shares<'a>(seen: &'a Evidence<'_>) -> impl Iterator<Item = (&'static Shown, f32)> + 'a {
    PHOTOS.iter().zip(seen.photos.iter().copied())
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn is_somebody(subject: &str) -> bool {
    split(subject).any(|word| listed(SOMEBODY, word))
}
