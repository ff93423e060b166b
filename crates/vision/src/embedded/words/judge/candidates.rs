//! The words that can be what a name is about.

use super::super::grammar::GRAMMAR;
use super::super::named::LEVELS;
use super::super::wider::WIDER;
use super::scene::Scene;
use crate::embedded::photos::PHOTOS;

/// How many words of labelled photos, and how many wider ones, with the shares they need.
const LIKELY: usize = 6;
const LEAST_LIKELY: f32 = 0.01;
const WIDER_ONES: usize = 8;
const LEAST_WIDER: f32 = 0.1;

/// These are never said.
const NOTHING: [&str; 2] = ["thing", "place"];

/// Something that a name can be about, and who says so.
pub(super) struct Candidate {
    pub(super) words: String,
    pub(super) node: Option<usize>,
    pub(super) ruled: bool,
    /// The first sentence is about it; the share of sentences that are.
    pub(super) told: bool,
    pub(super) told_by: f32,
    pub(super) likely: bool,
    pub(super) wider: bool,
    pub(super) classed: bool,
    pub(super) heard: bool,
    pub(super) tasted: f32,
}

pub(super) fn candidates(scene: &Scene<'_>) -> Vec<Candidate> {
    let mut all = Candidates(Vec::new());
    all.get(&scene.ruled.words, scene.ruled_node).ruled = true;
    for (at, told) in scene.sentences.iter().enumerate().filter(|(_, told)| !told.subject.is_empty()) {
        let candidate = all.get(&told.subject, told.node);
        candidate.told |= at == 0;
        candidate.told_by += 1.0 / scene.sentences.len() as f32;
    }
    let seen = scene.seen;
    for &leaf in scene.likely.iter().take(LIKELY).filter(|&&leaf| seen.photos[leaf] > LEAST_LIKELY) {
        all.word(PHOTOS[leaf].word).likely = true;
    }
    if let Some(dish) = &seen.dish {
        all.word(&dish.word).tasted = dish.sure;
        all.word(&dish.general.0).tasted = dish.general.1;
    }
    let best = seen.ranked()[0];
    if seen.mass_of(best) > LEVELS.worth_a_keyword {
        all.word(seen.name(best)).classed = true;
    }
    let heard = GRAMMAR.things.iter().filter_map(|thing| Some((thing.said.word, seen.says(thing.said)?)));
    if let Some((word, _)) = heard.max_by(|a, b| a.1.total_cmp(&b.1)) {
        all.word(word).heard = true;
    }
    let mut wide: Vec<usize> =
        (0..scene.shown.len()).filter(|&node| scene.shown[node] > LEAST_WIDER).collect();
    let worth =
        |node: usize| scene.shown[node] / (1.0 + (WIDER.nodes[node].below.len() as f64).sqrt() as f32 / 10.0);
    wide.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)));
    let of_others: Vec<usize> =
        all.0.iter().filter(|one| one.ruled || one.told_by > 0.0).filter_map(|one| one.node).collect();
    let above = of_others.into_iter().flat_map(|node| WIDER.nodes[node].up.iter().copied());
    let said = |node: &usize| !NOTHING.contains(&WIDER.nodes[*node].word);
    for node in wide.into_iter().filter(said).take(WIDER_ONES).chain(above.filter(said)) {
        all.word(WIDER.nodes[node].word).wider = true;
    }
    all.0
}

struct Candidates(Vec<Candidate>);

impl Candidates {
    fn word(&mut self, word: &str) -> &mut Candidate {
        self.get(word, WIDER.of(word))
    }

    /// The one with these words, or with others for the same.
    fn get(&mut self, words: &str, node: Option<usize>) -> &mut Candidate {
        let known = |one: &Candidate| one.words == words || node.is_some() && one.node == node;
        if let Some(at) = self.0.iter().position(known) {
            return &mut self.0[at];
        }
        self.0.push(Candidate {
            words: words.to_owned(),
            node,
            ruled: false,
            told: false,
            told_by: 0.0,
            likely: false,
            wider: false,
            classed: false,
            heard: false,
            tasted: 0.0,
        });
        self.0.last_mut().expect("one was added")
    }
}
