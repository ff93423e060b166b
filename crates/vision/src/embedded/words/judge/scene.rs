//! What all networks say of an image, by the words of [`super::super::wider`].

use super::super::clauses::{Parsed, sure_of};
use super::super::evidence::Evidence;
use super::super::lexicon::LEXICON;
use super::super::phrase::Phrase;
use super::super::told::{LEAST_WORDS, plain, same};
use super::super::trust::signs;
use super::super::wider::WIDER;
use crate::embedded::photos::{Family, PHOTOS};
use crate::embedded::speaker::Sentence;

pub(super) struct Scene<'a> {
    pub(super) seen: &'a Evidence<'a>,
    pub(super) ruled: &'a Phrase,
    pub(super) ruled_node: Option<usize>,
    /// Whether the rules say anything else.
    pub(super) ruled_says_more: bool,
    /// What the networks think of the rules' subject.
    pub(super) ruled_signs: [f32; 4],
    pub(super) sentences: Vec<Told>,
    /// Of each word the share of labelled photos that are this and look alike, and of classes that are this.
    pub(super) shown: Vec<f32>,
    pub(super) classed: Vec<f32>,
    /// The likeliest words of labelled photos, best first, by their places in [`PHOTOS`].
    pub(super) likely: Vec<usize>,
    /// The share of all graphics.
    pub(super) graphic: f32,
}

/// A sentence.
pub(super) struct Told {
    pub(super) words: Vec<String>,
    /// What it is about: its words, the last one's log-probability, and the least of all.
    pub(super) subject: String,
    pub(super) node: Option<usize>,
    pub(super) logs: [f32; 2],
    pub(super) sure: f32,
    /// Whether it says anything of that.
    pub(super) says_more: bool,
    /// All that anything in it is.
    pub(super) nodes: Vec<usize>,
}

impl<'a> Scene<'a> {
    /// Nothing without the second eye.
    pub(super) fn new(seen: &'a Evidence<'_>, ruled: &'a [Phrase]) -> Option<Self> {
        let (ruled, more) = ruled.split_first()?;
        let long = seen.sentences.iter().filter(|sentence| sentence.words.len() >= LEAST_WORDS);
        let sentences: Vec<Told> = long.map(|sentence| Told::new(sentence, &seen.sentences)).collect();
        if sentences.is_empty() || seen.photos.len() != PHOTOS.len() {
            return None;
        }
        let mut shown = vec![0.0; WIDER.nodes.len()];
        for (share, node) in shown.iter_mut().zip(&WIDER.nodes) {
            *share = node.below.iter().map(|&leaf| seen.photos[leaf]).sum();
        }
        let said = |leaf: &usize| !matches!(PHOTOS[*leaf].family, Family::Graphic | Family::Unsaid);
        let mut likely: Vec<usize> = (0..PHOTOS.len()).filter(said).collect();
        likely.sort_by(|&a, &b| seen.photos[b].total_cmp(&seen.photos[a]));
        let graphics = PHOTOS.iter().zip(&seen.photos).filter(|(shown, _)| shown.family == Family::Graphic);
        Some(Self {
            seen,
            ruled,
            ruled_node: WIDER.of(&ruled.words),
            ruled_says_more: more.iter().any(|phrase| phrase.words != "portrait"),
            ruled_signs: signs(seen, &ruled.words),
            sentences,
            shown,
            classed: classed(seen),
            likely,
            graphic: graphics.map(|(_, share)| share).sum(),
        })
    }
}

/// The classifier's shares, each given to all that its class is.
fn classed(seen: &Evidence<'_>) -> Vec<f32> {
    let mut all = vec![0.0; WIDER.nodes.len()];
    for (class, share) in LEXICON.classes.iter().zip(seen.classes()) {
        let word = class.name.as_deref().unwrap_or(LEXICON.groups[class.group].word);
        for &wide in WIDER.of(word).map_or(&[][..], |node| &WIDER.nodes[node].up) {
            all[wide] += share;
        }
    }
    all
}

impl Told {
    fn new(sentence: &Sentence, others: &[Sentence]) -> Self {
        let words = plain(sentence);
        let parsed = Parsed::new(&words);
        let places = sure_of(&words, &sentence.logs, &parsed.subject);
        let subject = subject(&words, places, others);
        let log = |at: &usize| sentence.logs.get(*at).copied().unwrap_or_default();
        let least = places.iter().map(log).fold(0.0, f32::min);
        let pairs = words.windows(2).map(|pair| pair.join(" "));
        let mut nodes: Vec<usize> =
            words.iter().cloned().chain(pairs).filter_map(|said| WIDER.of(&said)).collect();
        nodes = nodes.into_iter().flat_map(|node| WIDER.nodes[node].up.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let logs = [places.last().map_or(0.0, log), least];
        let says_more = !parsed.clauses.is_empty();
        Self { node: WIDER.of(&subject), words, subject, logs, sure: sentence.sure, says_more, nodes }
    }
}

/// The words of a subject: what stands before a noun that is known is said where all sentences have it.
fn subject(words: &[String], places: &[usize], others: &[Sentence]) -> String {
    let all: Vec<&str> = places.iter().map(|&at| words[at].as_str()).collect();
    let known = (0..all.len()).find(|&from| WIDER.knows(&all[from..].join(" ")));
    let agreed = |word: &&&str| others.iter().all(|other| other.words.iter().any(|said| same(said, word)));
    let kept = known.map_or(0, |known| known - all[..known].iter().rev().take_while(agreed).count());
    let kept = kept + all[kept..].iter().take_while(|&&word| word == "of").count();
    all[kept..].join(" ")
}
