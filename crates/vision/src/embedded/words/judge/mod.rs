//! What a name is about: the rules, the second eye's sentences, the labelled photos that look alike, and the classifier each have
//! a subject. A small network weighs all of them, and wider words for them; the one is said that is most often right for what it
//! tells. Fitted by `scripts/eye/judge.py`; figures in `scripts/eye/README.md`.

mod candidates;
mod network;
mod scene;
mod weigh;

use super::colour::COLOURS;
use super::evidence::Evidence;
use super::lexicon::{Kind, LEXICON};
use super::named::LISTS;
use super::photos::said_so;
use super::phrase::{Phrase, listed, plural};
use super::told::{SOMEBODY, split};
use super::wider::WIDER;
use super::{expertise, trust};
use crate::bland::is_bland;
use crate::embedded::photos::Family;
use candidates::{Candidate, candidates};
use scene::Scene;

/// What a word that says next to nothing is worth, and somebody: of whom nothing else is said, and with what they do or have.
const BLAND: f32 = 0.55;
const ALONE: f32 = 0.75;
const WITH_MORE: f32 = 0.97;
/// Other words are worth less the more words are below them, and where they are wider than the rules' or the sentence's.
const WIDE: f32 = 0.03;
const WIDER_IS: f32 = 0.85;
/// Nothing that is worth less is said of a thing that stands alone.
const LEAST: f32 = 0.33;
/// What somebody wears beside their clothes.
const WORN: [&str; 8] = ["tie", "hat", "cap", "glasses", "sunglasses", "gloves", "scarf", "helmet"];
const UNKNOWN: &str = "object";
/// How sure the classifier must be of a finer word.
const LEAST_CLASS: f32 = 0.5;
/// How likely another subject is that is an alternative.
const LEAST_OTHER: f32 = 0.15;
const MOST_OTHERS: usize = 3;

/// What an image shows: the phrases, and those with other subjects that are likely, best first.
pub(super) struct Judged {
    pub(super) phrases: Vec<Phrase>,
    pub(super) others: Vec<Vec<Phrase>>,
}

/// The phrases with the subject that is worth most, of those that `speaks` has words for.
pub(super) fn judged(
    seen: &Evidence<'_>,
    ruled: Vec<Phrase>,
    speaks: &dyn Fn(&str, usize) -> bool,
) -> Judged {
    let Some(scene) = Scene::new(seen, &ruled) else { return Judged { phrases: ruled, others: Vec::new() } };
    let can_be = |one: &Candidate| speaks(&one.words, 0) && !is_worn(&scene, one);
    let all = candidates(&scene).into_iter().filter(can_be);
    let mut all: Vec<(f32, f32, Candidate)> = all
        .map(|candidate| {
            let sure = network::share(&weigh::parts(&scene, &candidate));
            (sure * worth(&scene, &candidate), sure, candidate)
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut all = all.into_iter();
    let Some((worth, sure, best)) = all.next() else { return Judged { phrases: ruled, others: Vec::new() } };
    let others = all.filter(|(_, sure, other)| *sure >= LEAST_OTHER && !is_bland(&other.words));
    let others =
        others.take(MOST_OTHERS).map(|(_, sure, other)| said(seen, ruled.clone(), other, sure)).collect();
    if worth < LEAST && seen.look.shows_alone() {
        let phrases = said_so(seen, &ruled, UNKNOWN, (Family::Thing, Kind::Object), worth);
        return Judged { phrases, others };
    }
    let best = known_better(&scene, best);
    Judged { phrases: said(seen, ruled, best, sure), others }
}

/// What each candidate is weighed by.
#[cfg(feature = "bench")]
pub(super) fn table(seen: &Evidence<'_>, ruled: &[Phrase]) -> Vec<(String, Vec<f32>)> {
    let Some(scene) = Scene::new(seen, ruled) else { return Vec::new() };
    let row = |candidate: Candidate| (candidate.words.clone(), weigh::parts(&scene, &candidate).to_vec());
    candidates(&scene).into_iter().map(row).collect()
}

fn worth(scene: &Scene<'_>, candidate: &Candidate) -> f32 {
    let last = split(&candidate.words).last().unwrap_or_default();
    if listed(SOMEBODY, last) {
        let more = candidate.ruled && scene.ruled_says_more || candidate.told && scene.sentences[0].says_more;
        return if more { WITH_MORE } else { ALONE };
    }
    let Some(node) = candidate.node.map(|node| &WIDER.nodes[node]) else { return 1.0 };
    if node.bland {
        return BLAND;
    }
    let own = 1.0 - WIDE * (node.below.len().max(1) as f64).ln() as f32;
    let [of_ruled, of_told] = weigh::is_wider(scene, candidate);
    if of_ruled || of_told { WIDER_IS * own } else { own }
}

/// The rules' word for the same where the classifier is sure of it (people who label photos seldom know breeds), or with their number.
fn known_better(scene: &Scene<'_>, best: Candidate) -> Candidate {
    let words = &scene.ruled.words;
    let of_best = scene.ruled_node.zip(best.node).is_some_and(|(ruled, best)| WIDER.is(ruled, best));
    if best.ruled || !of_best {
        return best;
    }
    if class_of(scene.seen, words) >= LEAST_CLASS {
        let ruled = split(words).next().is_some_and(|first| COLOURS.contains(&first));
        return Candidate { words: words.clone(), node: scene.ruled_node, ruled, ..best };
    }
    let counts = best.node.is_some_and(|node| WIDER.nodes[node].family != Some(Family::Event));
    let number = words.split(' ').next().filter(|first| counts && LISTS.numbers.contains(first));
    let many = |number: &str| format!("{number} {}", plural(&best.words));
    Candidate { words: number.map_or_else(|| best.words.clone(), many), ..best }
}

/// How sure the classifier is of the class that words end in.
fn class_of(seen: &Evidence<'_>, words: &str) -> f32 {
    let is = |name: &str| words.ends_with(name) || words.ends_with(&plural(name));
    let named = LEXICON.classes.iter().zip(seen.classes());
    named.filter(|(class, _)| class.name.as_deref().is_some_and(is)).map(|(_, share)| share).sum()
}

/// Whether it is what somebody wears, where rules and sentence are about that somebody.
fn is_worn(scene: &Scene<'_>, candidate: &Candidate) -> bool {
    let somebody = |words: &str| split(words).any(|word| listed(SOMEBODY, word));
    let worn = split(&candidate.words).last().is_some_and(|last| WORN.contains(&last));
    worn && somebody(&scene.ruled.words) && somebody(&scene.sentences[0].subject)
}

/// The rules' phrases with another subject, or what is said around something of its family.
fn said(seen: &Evidence<'_>, mut ruled: Vec<Phrase>, best: Candidate, sure: f32) -> Vec<Phrase> {
    if best.ruled {
        ruled[0].sure = sure;
        return ruled;
    }
    let family = best.node.and_then(|node| WIDER.nodes[node].family);
    let somebody = split(&best.words).any(|word| listed(SOMEBODY, word));
    let family = family.unwrap_or(if somebody { Family::Person } else { Family::Thing });
    let kind = match family {
        Family::Food => Kind::Food,
        Family::Animal => Kind::Animal,
        Family::Plant => Kind::Plant,
        _ => Kind::Object,
    };
    let phrases = said_so(seen, &ruled, &best.words, (family, kind), sure);
    expertise::served(trust::trusted(seen, phrases))
}
