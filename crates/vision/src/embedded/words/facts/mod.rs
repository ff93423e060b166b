//! What the second eye's sentence says of a subject: said as often as it is right. Fitted to judged words by `scripts/eye/clauses.py`;
//! figures in `scripts/eye/README.md`.

mod about;
mod backed;
mod looks;
mod weigh;

use super::clauses::{Clause, is_between, looks, sure_of};
use super::evidence::Evidence;
use super::expertise;
use super::phrase::{Phrase, listed};
use super::sentence::with_article;
use super::told::{SOMEBODY, same, split};
use super::wider::WIDER;
use crate::bland::is_bland;
use crate::embedded::photos::Family;
use crate::embedded::speaker::Sentence;
use about::{
    can_wear, does_as_said, ends_alike, is_around, is_around_all, is_doubtful, is_kin, is_worn, made_finer,
    tells, with_own_words, worn_too,
};
pub(super) use backed::backed;
use looks::looking;
pub(super) use weigh::Weighed;

/// How sure something must be that a sentence says: of a subject that says next to nothing alone, of another alone, and of one of which
/// something is said, less so of somebody.
const LEAST_BLAND: f32 = 0.68;
const LEAST: f32 = 0.84;
const LEAST_MORE: f32 = 0.95;
const LEAST_OF_SOMEBODY: f32 = 0.9;
/// The same where it is only how somebody has a thing that is said anyway.
const LEAST_DOING: f32 = 0.7;
/// With fewer phrases a name has room for what the sentence says.
const FULL: usize = 3;
/// The same of what alt text says, and the least log-probability of a colour in it.
const LEAST_TOLD: f32 = 0.8;
const LEAST_LOOK: f32 = -0.6;
/// What begins a fact about something that a subject has.
const HAS: [&str; 2] = ["with ", "and "];
/// What nobody says of somebody without what follows.
const NEEDS_MORE: &str = "playing holding wearing carrying using riding having making taking looking getting doing showing featuring \
    pulling putting covering filling swinging";
const GROUND: &str = " background";
/// The phrases with what the sentence says of their subject, where that is right often enough. `speaks` says whether the language of
/// the name has words for a phrase, by its place.
pub(super) fn told(
    seen: &Evidence<'_>,
    ruled: &[Phrase],
    mut said: Vec<Phrase>,
    speaks: &dyn Fn(&str, usize) -> bool,
) -> Vec<Phrase> {
    let Some(weighed) = Weighed::new(seen, ruled) else { return said };
    backed(seen, &mut said);
    said = expertise::served(made_finer(said));
    said[0] = weighed.counted(said[0].clone(), speaks);
    let place = weighed.place_of(&said[0].words);
    let can_wear = can_wear(&said[0].words);
    let somebody = split(&said[0].words).any(|word| listed(SOMEBODY, word));
    for clause in &weighed.parsed.clauses {
        let (phrase, sure) = (clause.phrase(&weighed.words), weighed.sure_of(clause));
        // What somebody else does or has is not said of the subject.
        let leads =
            place.is_some_and(|place| place < weighed.parsed.lead) || weighed.is_about(&said[0].words);
        let of_subject =
            leads || clause.doing.is_none() && place.is_some_and(|place| clause.all.start > place);
        if clause.joins == "in" && is_worn(clause, &weighed.words) && !can_wear {
            continue;
        }
        let is_around = is_around(clause, &weighed.words);
        if is_doubtful(&phrase) && !weighed.all_have(clause) {
            continue;
        }
        let fits = of_subject || is_around && weighed.is_also_of(clause, &said[0].words);
        if !speaks(&phrase, 1) || !fits || is_kin(&said[0].words, &phrase) {
            continue;
        }
        let twice_in = said.iter().any(|other| other.words.starts_with("in "));
        // "holding cat" instead of "with cat", "on water" instead of "by water"
        let same_thing = said.iter_mut().skip(1).find(|other| ends_alike(&other.words, &phrase));
        if let Some(other) = same_thing {
            let has = HAS.iter().any(|has| other.words.starts_with(has));
            // A blue sky stays blue.
            let longer = split(&phrase).count() >= split(&other.words).count();
            let around = is_around && sure >= LEAST && longer;
            let worn_too = phrase.starts_with("in ") && twice_in;
            if !worn_too && (clause.doing.is_some() && sure >= LEAST_DOING && has || around) {
                *other = Phrase::new(phrase, sure);
            }
            continue;
        }
        let facts = said.iter().filter(|phrase| phrase.words != "portrait" && !is_around_all(phrase)).count();
        let least = match facts {
            1 if is_bland(&said[0].words) => LEAST_BLAND,
            1 => LEAST,
            _ if somebody => LEAST_OF_SOMEBODY,
            _ => LEAST_MORE,
        };
        if sure >= least && facts < FULL && is_news(&said, &phrase) {
            // What all stands on or under comes last.
            let last = said.iter().rposition(|other| !is_around_all(other)).unwrap_or_default();
            said.insert(last + 1, Phrase::new(phrase, sure));
        } else if let Some(doing) = weighed.agreed(clause).filter(|doing| facts == 1 && speaks(doing, 1))
            && !does_as_said(&said[0].words, doing)
        {
            said.push(Phrase::new(doing, sure));
        }
    }
    expertise::served(joined(looking(&weighed, said, speaks)))
}

/// The sentence without what is too seldom right, where it is about the same as the phrases.
pub(super) fn sentence(seen: &Evidence<'_>, phrases: &[Phrase]) -> Option<Vec<String>> {
    let weighed = Weighed::new(seen, phrases)?;
    let subject = &phrases.first()?.words;
    let about = weighed.place_of(subject).is_some_and(|place| place < weighed.parsed.lead);
    let named = |word: &str| {
        let worn = phrases.iter().filter_map(|phrase| phrase.words.strip_prefix("in "));
        worn.flat_map(split).any(|said| said == word)
    };
    let is_sure = |at: usize| {
        let word = &weighed.words[at];
        // "a glass of wine"
        let thing = weighed.words.get(at + 1).is_some_and(|next| next == "of");
        !looks(word) || thing || weighed.logs[at] >= LEAST_LOOK || named(word)
    };
    // Black and white, or neither.
    let joined = |and: usize| is_between(&weighed.words, and) && !(is_sure(and - 1) && is_sure(and + 1));
    let sure = |&at: &usize| is_sure(at) && !(at.saturating_sub(1)..at + 2).any(joined);
    let word = |at: usize| weighed.words[at].clone();
    let places = &weighed.parsed.subject;
    let kept = sure_of(&weighed.words, weighed.logs, places);
    let left_out = |at: &usize| kept.len() < places.len() && kept.last().is_some_and(|last| at > last);
    let lead = (0..weighed.parsed.lead).filter(|at| sure(at) && !left_out(at));
    let mut said: Vec<String> = lead.map(word).collect();
    with_own_words(&mut said, subject);
    let (lead, mut ends) = (said.len(), weighed.parsed.lead);
    for clause in &weighed.parsed.clauses {
        let from = said.len();
        if weighed.sure_of(clause) >= LEAST_TOLD {
            said.extend(clause.all.clone().filter(sure).map(word));
        }
        // "with a bed and a lamp" without the bed
        let left_out = clause.all.start != ends;
        if said.get(from).is_some_and(|first| left_out && first == "and") {
            let thing = said.split_off(from)[1..].join(" ");
            said.push(if clause.joins == "and" { "with".to_owned() } else { clause.joins.clone() });
            said.extend(with_article(&thing).split(' ').map(str::to_owned));
        } else if let Some(down) = said.get_mut(from).filter(|first| left_out && *first == "down") {
            down.clone_from(&clause.joins);
        }
        ends = if said.len() > from { clause.all.end } else { ends };
    }
    (about && said.len() > lead).then_some(said)
}

impl Weighed<'_> {
    /// Where the sentence has the noun of a subject.
    fn place_of(&self, subject: &str) -> Option<usize> {
        let noun = split(subject).last()?;
        self.words.iter().position(|word| same(word, noun))
    }

    /// Whether it is about the subject: in the same words, or in finer or wider ones.
    fn is_about(&self, subject: &str) -> bool {
        let words: Vec<&str> = self.parsed.subject.iter().map(|&at| self.words[at].as_str()).collect();
        let nodes = WIDER.of(&words.join(" ")).zip(WIDER.of(subject));
        nodes.is_some_and(|(told, own)| WIDER.is(told, own) || WIDER.is(own, told))
    }

    /// Whether where something is says where the subject is, too: what somebody else rides does not.
    fn is_also_of(&self, clause: &Clause, subject: &str) -> bool {
        let family = |node: usize| WIDER.nodes[node].family;
        let somebody =
            WIDER.of(subject).is_none_or(|node| family(node).is_none_or(|own| own == Family::Person));
        let told = self.parsed.subject.last().is_some_and(|&at| listed(SOMEBODY, &self.words[at]));
        let place = clause.thing.last().and_then(|&at| WIDER.of(&self.words[at]));
        somebody || !told || place.is_some_and(|node| family(node) == Some(Family::Place))
    }

    /// Whether all sentences have the noun of a clause.
    fn all_have(&self, clause: &Clause) -> bool {
        let noun = clause.thing.last().map(|&at| &self.words[at]);
        let has = |sentence: &Sentence| noun.is_some_and(|noun| sentence.words.contains(noun));
        self.seen.sentences.iter().all(has)
    }

    /// What somebody does, where all sentences have it.
    fn agreed(&self, clause: &Clause) -> Option<&str> {
        let doing = self.words[clause.doing?].as_str();
        let somebody = split(self.subject()).any(|word| listed(SOMEBODY, word));
        if listed(NEEDS_MORE, doing) || somebody && doing == "flying" {
            return None;
        }
        let has = |sentence: &Sentence| sentence.words.iter().any(|word| word == doing);
        self.seen.sentences.iter().all(has).then_some(doing)
    }

    /// The subject as one or many, as all sentences have it that have it at all.
    fn counted(&self, subject: Phrase, speaks: &dyn Fn(&str, usize) -> bool) -> Phrase {
        let (before, noun) = subject.words.rsplit_once(' ').unwrap_or(("", &subject.words));
        let said = self.seen.sentences.iter().flat_map(|sentence| &sentence.words);
        let mut forms: Vec<&String> = said.filter(|said| same(said, noun)).collect();
        forms.dedup();
        let words = match forms[..] {
            [form] if before.is_empty() && form != noun && !listed(SOMEBODY, noun) => form.clone(),
            _ => return subject,
        };
        if speaks(&words, 0) { Phrase::new(words, subject.sure) } else { subject }
    }
}

/// Whether a phrase says nothing that the others say, too: neither their words, nor another ground than theirs.
fn is_news(said: &[Phrase], phrase: &str) -> bool {
    let telling =
        |words: &str| split(words).filter(|word| tells(word)).map(str::to_owned).collect::<Vec<_>>();
    let own = telling(phrase);
    let grounded = said.iter().any(|other| other.words.ends_with(GROUND)) && phrase.starts_with("on ");
    let repeats =
        |other: &Phrase| telling(&other.words).iter().any(|word| own.iter().any(|own| same(own, word)));
    let kin = |other: &Phrase| is_kin(&other.words, phrase) || worn_too(&other.words, phrase);
    !grounded && !said.iter().any(repeats) && !said.iter().skip(1).any(kin)
}

/// Two things beside a subject are "with one and the other".
fn joined(mut said: Vec<Phrase>) -> Vec<Phrase> {
    let mut after_with = said.first().is_some_and(|subject| subject.words.contains(" with "));
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
