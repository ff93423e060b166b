//! The expert for dishes: a network that knows dishes well and nothing else. It is asked only about images in which
//! another network sees food.
//!
//! A file of `scripts/eye/expert.py`: the steps of [`Net::of_steps`], number of labels, the last layer, the labels, one
//! on each line. What labels are called stands in `data/dishes.txt`.

use super::eye::Bytes;
use super::image::Rgb;
use super::net::Net;
use super::simd::Isa;
use super::tags::Layer;
use crate::VisionError;
use nomina_rules::names::latin_words;

/// The table of words.
pub(super) const DISHES: &str = include_str!("../../data/dishes.txt");

/// The belief from which on a word is among the others of an opinion.
const LITTLE: f32 = 0.02;

#[derive(Debug)]
pub(super) struct Expert {
    net: Net,
    last: Layer,
    words: Vec<Word>,
    /// For each label its word; `None` for labels that are not said.
    labels: Vec<Option<usize>>,
}

/// What some labels are called.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    word: String,
    /// Said where no word of it is sure; empty for none.
    family: String,
    /// Not in the table: a label's own name.
    rare: bool,
}

/// What an expert thinks of an image.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Opinion {
    pub(super) word: String,
    pub(super) sure: f32,
    /// Its name is not one that everybody knows.
    pub(super) rare: bool,
    /// The family of the word.
    pub(super) family: String,
    /// The surest family, and how sure all its words are together.
    pub(super) general: (String, f32),
    /// All words that it believes in a little.
    pub(super) others: Vec<(String, f32)>,
}

impl Expert {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let unfit = || VisionError::model("an expert's file is not the expected one");
        let mut bytes = Bytes::new(file, isa);
        let net = Net::of_steps(&mut bytes, isa)?;
        let count = bytes.number()?;
        let mut rest = bytes.rest();
        let last = Layer::read(&mut rest, net.features_len(), count).ok_or_else(unfit)?;
        let text = std::str::from_utf8(rest).map_err(|_| unfit())?;
        let names: Vec<&str> = text.split('\n').collect();
        if names.len() != count || net.input_area()[2] != 3 {
            return Err(unfit());
        }
        let (words, labels) = called(&names);
        Ok(Self { net, last, words, labels })
    }

    /// One probability for each label; they sum to one.
    pub(super) fn look(&self, image: &Rgb) -> Vec<f32> {
        // Bytes of pixels go in as they are.
        let levels = std::array::from_fn(|level| level as u8);
        let sums = self.last.run(&self.net.look(image, &levels).features);
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f64> = sums.iter().map(|sum| f64::from(sum - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        powers.iter().map(|power| (power / total) as f32).collect()
    }

    /// The surest word, and the surest family.
    pub(super) fn opinion(&self, beliefs: &[f32]) -> Opinion {
        let mut sure = vec![0.0; self.words.len()];
        for (label, belief) in self.labels.iter().zip(beliefs) {
            if let Some(word) = label {
                sure[*word] += belief;
            }
        }
        opinion(&self.words, &sure)
    }
}

fn opinion(words: &[Word], all: &[f32]) -> Opinion {
    let mut families: Vec<(&str, f32)> = Vec::new();
    for (word, sure) in words.iter().zip(all).filter(|(word, _)| !word.family.is_empty()) {
        match families.iter_mut().find(|(family, _)| *family == word.family) {
            Some((_, sum)) => *sum += sure,
            None => families.push((&word.family, *sure)),
        }
    }
    let general = families.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let best = words.iter().zip(all).max_by(|a, b| a.1.total_cmp(b.1));
    let Some((best, &sure)) = best else { return Opinion::default() };
    let little = words.iter().zip(all).filter(|(_, sure)| **sure >= LITTLE);
    Opinion {
        others: little.map(|(word, sure)| (word.word.clone(), *sure)).collect(),
        word: best.word.clone(),
        sure,
        rare: best.rare,
        family: best.family.clone(),
        general: general.map_or_else(Default::default, |(family, sum)| (family.to_owned(), sum)),
    }
}

/// The words of the table, those of labels that it lacks, and which word each label has.
fn called(labels: &[&str]) -> (Vec<Word>, Vec<Option<usize>>) {
    let mut words: Vec<Word> = Vec::new();
    let mut known: Vec<(&str, usize)> = Vec::new();
    for line in DISHES.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('|').map(str::trim);
        let (Some(word), Some(family), Some(names)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        known.extend(names.split(", ").map(|name| (name, words.len())));
        let family = if family == "-" { "" } else { family };
        words.push(Word { word: word.to_owned(), family: family.to_owned(), rare: false });
    }
    let find = |label: &&str| known.iter().find(|(known, _)| known == label).map(|(_, word)| *word);
    let listed: Vec<Option<usize>> = labels.iter().map(find).collect();
    let families: Vec<String> = words.iter().map(|word| word.family.clone()).collect();
    let own = |(label, listed): (&&str, Option<usize>)| {
        let said = latin_words(label).join(" ");
        if listed.is_some() || said.is_empty() {
            return listed;
        }
        let last = said.rsplit(' ').next().unwrap_or_default();
        let family = families.iter().find(|family| **family == last).cloned().unwrap_or_default();
        words.push(Word { word: said, family, rare: true });
        Some(words.len() - 1)
    };
    let labels = labels.iter().zip(listed).map(own).collect();
    (words, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_words_of_people_and_others_their_own_name() {
        let (words, labels) = called(&["", "Pancake", "Yaki udon", "Palóc soup", "Thiakry"]);
        let said =
            |at: usize| labels[at].map(|word| (words[word].word.as_str(), words[word].family.as_str()));
        assert_eq!(said(0), None);
        assert_eq!(said(1), Some(("pancakes", "dessert")));
        assert_eq!(said(2), Some(("udon noodles", "noodles")));
        assert_eq!(said(3), Some(("paloc soup", "soup")));
        assert_eq!(said(4), Some(("thiakry", "")));
        assert!(words[labels[4].unwrap()].rare && !words[labels[1].unwrap()].rare);
    }

    /// A network of one convolution that looks at the brightness of pixels, and two dishes.
    fn file() -> Vec<u8> {
        let (side, channels) = (8u32, 16u32);
        let mut file = Vec::new();
        let number = |value: u32, file: &mut Vec<u8>| file.extend(value.to_le_bytes());
        number(side, &mut file);
        file.extend((1.0f32 / 128.0).to_le_bytes());
        for value in [128, 1, 3, 2, 1, 0, 0, 4, 4, channels] {
            number(value, &mut file);
        }
        file.extend((6.0f32 / 255.0).to_le_bytes());
        number(0, &mut file);
        number(3, &mut file);
        file.extend((0..channels).flat_map(|_| 0.01f32.to_le_bytes()));
        file.extend([100u8].repeat(16 * 3 * 3 * 3));
        file.extend([0u8].repeat(4 * 16));
        number(2, &mut file);
        file.extend([0.01f32, 0.01].iter().flat_map(|scale| scale.to_le_bytes()));
        file.extend([100u8].repeat(16));
        file.extend([156u8].repeat(16));
        file.extend([0u8; 8]);
        file.extend(b"Sushi\nPancake");
        file
    }

    #[test]
    fn an_expert_runs_its_steps_and_its_beliefs_sum_to_one() {
        let expert = Expert::load(&file(), Isa::detect()).unwrap();
        let says = |level: u8| {
            let beliefs = expert.look(&Rgb::new(8, 8, vec![level; 8 * 8 * 3]).unwrap());
            assert!((beliefs.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            expert.opinion(&beliefs)
        };
        assert_eq!(says(255).word, "sushi");
        assert!(says(255).sure > 0.99 && (says(0).sure - 0.5).abs() < 1e-6, "nothing is below zero");
    }

    #[test]
    fn every_shorter_file_is_refused() {
        let whole = file();
        for length in 0..whole.len() - b"\nPancake".len() {
            assert!(Expert::load(&whole[..length], Isa::detect()).is_err(), "{length}");
        }
    }

    #[test]
    fn words_of_one_family_are_sure_together() {
        let (words, labels) = called(&["Ramen", "Udon", "Samosa"]);
        let mut sure = vec![0.0; words.len()];
        for (label, belief) in labels.iter().zip([0.3, 0.3, 0.4]) {
            sure[label.unwrap()] = belief;
        }
        let opinion = opinion(&words, &sure);
        assert_eq!((opinion.word.as_str(), opinion.family.as_str()), ("samosas", ""));
        assert_eq!(opinion.general.0, "noodles");
        assert!((opinion.general.1 - 0.6).abs() < 1e-6);
    }
}
