//! The search for the most likely sentences: a few at a time, each made longer by its most likely words.

use super::layer::Past;
use super::network::{EMPTY, END, START, Speaker};
use crate::embedded::eye::{Keys, add, log_shares};

/// Sentences at a time, and words of the longest.
const BEAMS: usize = 3;
const MOST_WORDS: usize = 14;
/// Longer sentences are less likely; how much of that is forgiven.
const FORGIVEN: f32 = 0.7;
/// Words that may come twice.
const SMALL: [&str; 24] = [
    "a", "an", "the", "of", "on", "in", "with", "and", "to", "is", "at", "for", "up", "near", "by", "his",
    "her", "its", "their", "next", "from", "are", "it", "other",
];

/// A sentence with how likely it is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "bench", derive(serde::Deserialize, serde::Serialize))]
pub(in crate::embedded) struct Sentence {
    pub(in crate::embedded) words: Vec<String>,
    /// The mean of the words' log-probabilities, the end's among them.
    pub(in crate::embedded) sure: f32,
    /// The log-probability of each word.
    #[cfg_attr(feature = "bench", serde(default))]
    pub(in crate::embedded) logs: Vec<f32>,
    score: f32,
}

#[cfg(test)]
impl Sentence {
    pub(in crate::embedded) fn of(text: &str) -> Self {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        Self { logs: vec![-0.5; words.len()], words, sure: -0.5, score: -1.0 }
    }
}

struct Beam {
    words: Vec<usize>,
    /// The log-probability of each word, the start's too.
    logs: Vec<f32>,
    score: f32,
    pasts: Vec<Past>,
}

impl Speaker {
    /// The most likely sentences about an image, best first.
    pub(in crate::embedded) fn say(&self, tokens: &[f32]) -> Vec<Sentence> {
        let memory = self.memory(tokens);
        let keys = self.writing.iter().map(|layer| layer.memory(self.isa, &memory, self.width, self.heads));
        self.search(&keys.collect::<Vec<Keys>>())
    }

    fn search(&self, memory: &[Keys]) -> Vec<Sentence> {
        let mut beams = vec![Beam {
            words: vec![START],
            logs: vec![0.0],
            score: 0.0,
            pasts: vec![Past::default(); self.writing.len()],
        }];
        let mut done: Vec<Sentence> = Vec::new();
        let most = MOST_WORDS.min(self.longest);
        for step in 0..most {
            let logs = self.next(&mut beams, memory);
            let mut ways: Vec<(f32, usize, usize)> = Vec::new();
            for (at, (beam, logs)) in beams.iter().zip(logs.chunks_exact(self.words.len())).enumerate() {
                let likely = likeliest(logs, |word| self.may_follow(&beam.words, word));
                ways.extend(likely.into_iter().map(|word| (beam.score + logs[word], at, word)));
            }
            ways.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut longer = Vec::new();
            for (score, at, word) in ways.into_iter().take(2 * BEAMS) {
                if word == END || step + 1 == most {
                    done.push(self.sentence(&beams[at], word, score));
                } else if longer.len() < BEAMS {
                    let beam = &beams[at];
                    let words = beam.words.iter().copied().chain([word]).collect();
                    let logs = beam.logs.iter().copied().chain([score - beam.score]).collect();
                    longer.push(Beam { words, logs, score, pasts: beam.pasts.clone() });
                }
            }
            beams = longer;
            if done.len() >= 2 * BEAMS || beams.is_empty() {
                break;
            }
        }
        done.sort_by(|a, b| b.score.total_cmp(&a.score));
        done.truncate(BEAMS);
        done
    }

    /// The log-probability of each word after each sentence.
    fn next(&self, beams: &mut [Beam], memory: &[Keys]) -> Vec<f32> {
        let mut rows = Vec::with_capacity(beams.len() * self.width);
        for beam in beams.iter() {
            let (last, at) = (beam.words[beam.words.len() - 1], beam.words.len() - 1);
            let mut row = self.rows[last * self.width..][..self.width].to_vec();
            add(&mut row, &self.word_places[at * self.width..][..self.width]);
            rows.extend(row);
        }
        for (layer, (writing, memory)) in self.writing.iter().zip(memory).enumerate() {
            let mut pasts: Vec<Past> =
                beams.iter_mut().map(|beam| std::mem::take(&mut beam.pasts[layer])).collect();
            writing.run(self.isa, &mut rows, &mut pasts, memory, self.heads);
            beams.iter_mut().zip(pasts).for_each(|(beam, past)| beam.pasts[layer] = past);
        }
        let mut logs = self.output.of(self.isa, &self.written.run(self.isa, &rows));
        logs.chunks_exact_mut(self.words.len()).for_each(|row| log_shares(self.isa, row));
        logs
    }

    /// No noun twice, no word right after itself, no sentence without words.
    fn may_follow(&self, words: &[usize], word: usize) -> bool {
        let repeats = words.last() == Some(&word)
            || words.contains(&word) && !SMALL.contains(&self.words[word].as_str());
        !EMPTY.contains(&word) && !repeats && (word != END || words.len() > 1)
    }

    fn sentence(&self, beam: &Beam, last: usize, score: f32) -> Sentence {
        let count = beam.words.len() as f32;
        let open = (last != END).then_some((last, score - beam.score));
        let said = beam.words.iter().copied().zip(beam.logs.iter().copied()).skip(1).chain(open);
        let (words, logs) = said.map(|(word, log)| (self.words[word].clone(), log)).unzip();
        Sentence {
            words,
            logs,
            sure: score / count,
            score: score / f64::from(count).powf(f64::from(FORGIVEN)) as f32,
        }
    }
}

/// The words with the largest numbers, largest first; of equal ones the first.
fn likeliest(logs: &[f32], allowed: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::with_capacity(2 * BEAMS + 1);
    for (word, log) in logs.iter().enumerate() {
        let full = best.len() == 2 * BEAMS;
        if full && best.last().is_some_and(|&last| *log <= logs[last]) || !allowed(word) {
            continue;
        }
        let at = best.partition_point(|&other| logs[other] >= *log);
        best.insert(at, word);
        best.truncate(2 * BEAMS);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_words_come_first_and_equal_ones_in_their_order() {
        let logs = [0.5, 3.0, 1.0, 3.0, -1.0, 2.0, 9.0, 0.25, 1.5, 1.0];
        assert_eq!(likeliest(&logs, |word| word != 6), [1, 3, 5, 8, 2, 9]);
        assert_eq!(likeliest(&logs[..2], |_| true), [1, 0]);
        assert!(likeliest(&logs, |_| false).is_empty());
    }
}
