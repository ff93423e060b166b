//! What a name is about and what else it says, where the rules, the second eye's sentence and the labelled photos that look alike have
//! different words: each is said as often as it is right. Fitted to judged words by `scripts/eye/ranker.py`; figures in
//! `scripts/eye/README.md`.

use super::super::photos::{Family, PHOTOS, Shown};
use super::clauses::{Clause, Parsed, looks};
use super::colour::COLOURS;
use super::evidence::Evidence;
use super::lexicon::LEXICON;
use super::named::LISTS;
use super::photos::{logarithm, said_so};
use super::phrase::Phrase;
use super::told::{LEAST_WORDS, SOMEBODY, found_at, heard_at, listed, plain, same, split};
use super::trust::signs;
use crate::bland::is_bland;

/// How sure something must be that a sentence says beside a subject alone, and beside one of which something is said.
const LEAST: f32 = 0.8;
const LEAST_MORE: f32 = 0.95;
/// The same where it is only how somebody has a thing that is said anyway.
const LEAST_DOING: f32 = 0.7;
/// With fewer phrases a name has room for what the sentence says.
const FULL: usize = 3;
/// From this share on the rules' subject stays.
const SURE: f32 = 0.85;
/// How much surer another subject must be than the rules'.
const CLEARLY: f32 = 0.03;
/// The same of one that says next to nothing.
const MUCH: f32 = 0.25;
/// The same of what alt text says, and the least log-probability of a colour in it.
const LEAST_TOLD: f32 = 0.8;
const LEAST_LOOK: f32 = -0.6;
/// How many words of labelled photos are asked about.
const ASKED: usize = 3;
/// No word is less likely.
const UNLIKELY: f32 = -4.0;
/// Beliefs count more above this.
const HIGH: f32 = 0.75;
/// Small words of clauses that are weighed apart; what holds something is one, too.
const JOINS: [&str; 7] = ["and", "in", "on", "at", "by", "under", "holding"];

const WORD: usize = 11;
const CLAUSE: usize = WORD + 7 + JOINS.len();
const TOLD: usize = WORD + 4;
const RULED: usize = 18;
const SHOWN: usize = 12;
/// Weights of what is weighed, in the order of [`Weighed::ruled`], [`Weighed::shown`], [`Weighed::subject_parts`] and
/// [`Weighed::clause`].
const RULES: [f32; RULED] = [
    1.77, 0.37, 0.87, -0.11, 0.61, 1.21, 1.05, 0.22, 0.14, 0.75, -0.21, 0.01, 0.05, 0.13, -0.04, -0.31,
    -0.66, 0.16,
];
const GUESSES: [f32; SHOWN] = [-0.13, 0.25, 0.06, 0.04, 1.19, -0.89, 1.82, 1.08, 0.04, -0.27, -0.44, 0.73];
const SUBJECTS: [f32; TOLD] =
    [4.38, 0.45, 0.87, 0.07, 0.01, -0.19, 0.55, 0.64, -0.72, 0.18, 0.13, 0.26, 0.47, 0.95, -0.92];
const CLAUSES: [f32; CLAUSE] = [
    2.38, 0.21, 1.03, 0.67, 0.59, -0.36, 0.38, 0.87, -1.07, 0.05, 0.26, -0.01, 0.74, -0.03, -0.34, 0.09,
    -0.04, -0.45, 0.60, 0.12, -0.01, 0.41, -0.27, -0.09, 0.37,
];

/// A sentence with what it says, and the rules' phrases beside it.
pub(super) struct Weighed<'a> {
    seen: &'a Evidence<'a>,
    rules: &'a [Phrase],
    pub(super) words: Vec<String>,
    logs: &'a [f32],
    sure: f32,
    pub(super) parsed: Parsed,
}

impl<'a> Weighed<'a> {
    /// The first sentence beside the rules' phrases; nothing without the second eye.
    pub(super) fn new(seen: &'a Evidence<'_>, rules: &'a [Phrase]) -> Option<Self> {
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

    fn subject(&self) -> &str {
        &self.rules[0].words
    }

    /// The words that the sentence is about.
    pub(super) fn told(&self) -> String {
        let words: Vec<&str> = self.parsed.subject.iter().map(|&at| self.words[at].as_str()).collect();
        words.join(" ")
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

    /// What is weighed of something that the sentence says of its subject.
    pub(super) fn clause(&self, clause: &Clause) -> [f32; CLAUSE] {
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

    /// What is weighed of the subject of the sentence; nothing where it has none.
    pub(super) fn subject_parts(&self) -> Option<[f32; TOLD]> {
        let (&noun, subject) = (self.parsed.subject.last()?, &self.parsed.subject);
        let mut parts = [0.0; TOLD];
        parts[..WORD].copy_from_slice(&self.word(noun, subject));
        parts[WORD..].copy_from_slice(&[
            self.classed(&self.words[noun]),
            self.sure,
            flag(listed(SOMEBODY, &self.words[noun])),
            flag(subject.len() > 1),
        ]);
        Some(parts)
    }

    /// What is weighed of the rules' subject.
    pub(super) fn ruled(&self) -> [f32; RULED] {
        let (seen, subject) = (self.seen, self.subject());
        let [belief, known, score, told] = signs(seen, subject);
        let last = split(subject).last().unwrap_or_default();
        let coloured = split(subject).next().is_some_and(|first| COLOURS.contains(&first));
        let core = if coloured { subject.split_once(' ').map_or(subject, |(_, core)| core) } else { subject };
        let (top, most) = surest(seen).next().map_or(("", 0.0), |(shown, share)| (shown.word, share));
        let kin =
            shares(seen).filter(|(shown, _)| split(shown.word).last().is_some_and(|word| same(word, last)));
        let own = shares(seen)
            .filter(|(shown, _)| split(shown.word).all(|part| split(subject).any(|word| same(word, part))));
        let has = |words: &[String]| words.iter().any(|said| same(said, last));
        let all = seen.sentences.iter().filter(|sentence| has(&sentence.words)).count() as f32;
        let first =
            (0..self.words.len()).find(|&at| tells(&self.words[at])).map_or(UNLIKELY, |at| self.logs[at]);
        let sure = f64::from(self.rules[0].sure.clamp(0.02, 0.98));
        [
            1.0,
            (sure / (1.0 - sure)).ln() as f32,
            belief,
            known,
            score,
            told,
            flag(is_somebody(subject)),
            logarithm(own.map(|(_, share)| share).sum()),
            logarithm(most),
            self.sure,
            flag(has(&self.words)),
            all / seen.sentences.len() as f32,
            logarithm(kin.map(|(_, share)| share).sum()),
            flag(top == core),
            most,
            flag(coloured),
            flag(coloured && subject.starts_with("gray ")),
            first.max(UNLIKELY),
        ]
    }

    /// What is weighed of a word of labelled photos that look alike.
    pub(super) fn shown(&self, shown: &Shown, share: f32, rank: usize, ruled: f32) -> [f32; SHOWN] {
        let seen = self.seen;
        let last = split(shown.word).last().unwrap_or_default();
        let kin = shares(seen).filter(|(other, _)| split(other.word).last() == Some(last));
        let count = seen.sentences.len() as f32;
        let has = |words: &[String], part: &str| words.iter().any(|said| same(said, part));
        let with_last = seen.sentences.iter().filter(|sentence| has(&sentence.words, last)).count() as f32;
        let whole =
            seen.sentences.iter().filter(|sentence| split(shown.word).all(|part| has(&sentence.words, part)));
        let most = surest(seen).next().map_or(0.0, |(_, share)| share);
        [
            1.0,
            logarithm(share),
            logarithm(kin.map(|(_, share)| share).sum()),
            flag(rank == 0),
            with_last / count,
            flag(self.parsed.subject.iter().any(|&at| same(&self.words[at], last))),
            whole.count() as f32 / count,
            flag(split(self.subject()).any(|word| same(word, last))),
            ruled,
            self.sure,
            flag(shown.word.contains(' ')),
            most,
        ]
    }
}

/// The words that are asked about, with their places.
pub(super) fn asked<'a>(seen: &'a Evidence<'_>) -> impl Iterator<Item = (usize, &'static Shown, f32)> + 'a {
    surest(seen).take(ASKED).enumerate().map(|(rank, (shown, share))| (rank, shown, share))
}

fn shares<'a>(seen: &'a Evidence<'_>) -> impl Iterator<Item = (&'static Shown, f32)> + 'a {
    PHOTOS.iter().zip(seen.photos.iter().copied())
}

fn surest(seen: &Evidence<'_>) -> impl Iterator<Item = (&'static Shown, f32)> + use<> {
    let mut all: Vec<(&'static Shown, f32)> = shares(seen).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter()
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn is_somebody(subject: &str) -> bool {
    split(subject).any(|word| listed(SOMEBODY, word))
}

/// Whether a word of a sentence says something that can be false.
fn tells(word: &str) -> bool {
    const SMALL: &str = "a an the is are was be being has have having that which who there some it its their they them very this these \
        those as while for to other with on in at of by and near next from front top up over into before behind under down out off \
        inside around through along each across against between onto above below beside close view photo picture image side edge \
        middle row background";
    !listed(SMALL, word)
}

fn share<const PARTS: usize>(parts: &[f32; PARTS], weights: &[f32; PARTS]) -> f32 {
    let odds: f32 = parts.iter().zip(weights).map(|(part, weight)| part * weight).sum();
    (1.0 / (1.0 + (-f64::from(odds)).exp())) as f32
}

/// The phrases with the subject that is most likely right, and with what the sentence says of it. `speaks` says whether the language
/// of the name has words for a phrase, by its place.
pub(super) fn ranked(
    seen: &Evidence<'_>,
    phrases: Vec<Phrase>,
    speaks: &dyn Fn(&str, usize) -> bool,
) -> Vec<Phrase> {
    let Some(weighed) = Weighed::new(seen, &phrases) else { return phrases };
    let mut said = weighed.better(speaks).unwrap_or_else(|| phrases.clone());
    let place = weighed.place_of(&said[0].words);
    for clause in &weighed.parsed.clauses {
        let (phrase, sure) = (clause.phrase(&weighed.words), weighed.sure_of(clause));
        let of_subject = place.is_some_and(|place| clause.all.start > place);
        if !speaks(&phrase, 1) || !of_subject && !is_around(clause, &weighed.words) {
            continue;
        }
        // "holding cat" instead of "with cat"
        let same_thing = said.iter_mut().skip(1).find(|other| ends_alike(&other.words, &phrase));
        if let Some(other) = same_thing.filter(|_| clause.doing.is_some() && sure >= LEAST_DOING) {
            *other = Phrase::new(phrase, sure);
            continue;
        }
        let least = if said.len() == 1 { LEAST } else { LEAST_MORE };
        if sure >= least && said.len() < FULL && is_news(&said, &phrase) {
            said.push(Phrase::new(phrase, sure));
        }
    }
    joined(said)
}

/// The sentence without what is too seldom right, where it is about the same as the phrases.
pub(super) fn sentence(seen: &Evidence<'_>, phrases: &[Phrase]) -> Option<Vec<String>> {
    let weighed = Weighed::new(seen, phrases)?;
    let last = |words: &str| split(words).last().map(str::to_owned);
    let about =
        last(&weighed.told()).zip(last(weighed.subject())).is_some_and(|(told, own)| same(&told, &own));
    let about = weighed.place_of(weighed.subject()).is_some_and(|place| place < weighed.parsed.lead);
    let sure = |at: &usize| !looks(&weighed.words[*at]) || weighed.logs[*at] >= LEAST_LOOK;
    let word = |at: usize| weighed.words[at].clone();
    let mut said: Vec<String> = (0..weighed.parsed.lead).filter(sure).map(word).collect();
    let (lead, mut left_out) = (said.len(), false);
    for clause in &weighed.parsed.clauses {
        let from = said.len();
        if weighed.sure_of(clause) >= LEAST_TOLD {
            said.extend(clause.all.clone().filter(sure).map(word));
        }
        // "with a bed and a lamp" without the bed
        if let Some(first) = said.get_mut(from).filter(|first| left_out && *first == "and") {
            *first = if clause.joins == "and" { "with".to_owned() } else { clause.joins.clone() };
        }
        left_out = said.len() == from;
    }
    (about && said.len() > lead).then_some(said)
}

impl Weighed<'_> {
    /// Where the sentence has the noun of a subject.
    fn place_of(&self, subject: &str) -> Option<usize> {
        let noun = split(subject).last()?;
        self.words.iter().position(|word| same(word, noun))
    }

    fn sure_of(&self, clause: &Clause) -> f32 {
        share(&self.clause(clause), &CLAUSES)
    }

    /// The phrases of another subject than the rules', where that is clearly more often right.
    fn better(&self, speaks: &dyn Fn(&str, usize) -> bool) -> Option<Vec<Phrase>> {
        let ruled = share(&self.ruled(), &RULES);
        if ruled >= SURE {
            return None;
        }
        let other = |words: &str| {
            let alike = split(words).any(|word| split(self.subject()).any(|own| same(own, word)));
            !alike && !words.is_empty() && speaks(words, 0)
        };
        let clearly = |words: &str, sure: f32| {
            let bland = is_bland(words) && !is_bland(self.subject());
            sure > ruled + if bland { MUCH } else { CLEARLY }
        };
        let told = self.told();
        let told = self.subject_parts().map(|parts| (share(&parts, &SUBJECTS), told));
        let told = told.filter(|(sure, words)| other(words) && clearly(words, *sure));
        let shown = asked(self.seen).filter(|(_, shown, _)| {
            other(shown.word) && !matches!(shown.family, Family::Graphic | Family::Unsaid)
        });
        let shown =
            shown.map(|(rank, shown, part)| (share(&self.shown(shown, part, rank, ruled), &GUESSES), shown));
        let shown =
            shown.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(sure, shown)| clearly(shown.word, *sure));
        match (told, shown) {
            (Some((sure, _)), Some((most, shown))) if most > sure => {
                Some(said_so(self.seen, self.rules, shown, most))
            }
            (Some((sure, words)), _) => Some(vec![Phrase::new(words, sure)]),
            (None, Some((sure, shown))) => Some(said_so(self.seen, self.rules, shown, sure)),
            (None, None) => None,
        }
    }
}

/// Whether a clause says where all is, not what another subject has or does.
fn is_around(clause: &Clause, words: &[String]) -> bool {
    let noun = clause.thing.last().map_or("", |&at| words[at].as_str());
    let worn = LISTS.worn.iter().chain(LISTS.tops).any(|worn| same(worn, noun));
    clause.doing.is_none() && listed("on in by at under", &clause.joins) && !worn
}

/// Whether both are about one thing that is there.
fn ends_alike(one: &str, other: &str) -> bool {
    let with = one.starts_with("with ") || one.starts_with("and ");
    with && split(one).last().zip(split(other).last()).is_some_and(|(one, other)| same(one, other))
}

/// Whether a phrase says nothing that the others say, too: neither their words, nor another ground than theirs.
fn is_news(said: &[Phrase], phrase: &str) -> bool {
    let telling =
        |words: &str| split(words).filter(|word| tells(word)).map(str::to_owned).collect::<Vec<_>>();
    let own = telling(phrase);
    let grounded = said.iter().any(|other| other.words.ends_with(" background")) && phrase.starts_with("on ");
    let repeats =
        |other: &Phrase| telling(&other.words).iter().any(|word| own.iter().any(|own| same(own, word)));
    !grounded && !said.iter().any(repeats)
}

/// Two things beside a subject are "with one and the other".
fn joined(mut said: Vec<Phrase>) -> Vec<Phrase> {
    let mut after_with = false;
    for phrase in said.iter_mut().skip(1) {
        let (with, and) = (phrase.words.strip_prefix("with "), phrase.words.strip_prefix("and "));
        match (after_with, with, and) {
            (true, Some(rest), _) => phrase.words = format!("and {rest}"),
            (false, _, Some(rest)) => phrase.words = format!("with {rest}"),
            _ => {}
        }
        after_with = phrase.words.starts_with("with ") || after_with && phrase.words.starts_with("and ");
    }
    said
}
