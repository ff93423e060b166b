//! Recorded evidence: what the networks answered about photos, and what the rules make of it, in English and in one more language.
//!
//! `recorded.json` comes from records of the example `replay`; of each photo 12 by 12 colours are kept. The beliefs of some were moved
//! to the nearest level of `data/grammar.txt`, so that it shows which side of a level they belong to. Where a rule changes on
//! purpose, `NOMINA_RECORD=1 cargo test -p nomina-vision recorded` writes what is said anew: read the difference before you commit.

use super::super::super::detector::{Area, Detection};
use super::super::super::drawn::Drawn;
use super::super::super::goods::GOODS;
use super::super::super::image::Rgb;
use super::super::super::photos::{PHOTOS, Shown};
use super::super::super::speaker::Sentence;
use super::super::super::tags::TAGS;
use super::super::super::text::TextLine;
use super::super::{Context, Evidence, Look, describe, spoken};
use crate::Description;
use nomina_rules::language::{Language, Spelling};
use serde_json::{Value, json};
use std::collections::HashMap;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/embedded/words/tests/recorded.json");
const SIDE: usize = 12;

#[derive(serde::Deserialize)]
struct Photo {
    seen: Seen,
    said: Value,
}

#[derive(serde::Deserialize)]
struct Seen {
    /// A hexadecimal digit for each channel.
    colours: String,
    classes: HashMap<usize, f32>,
    /// Label, score, left, top, width, height.
    found: Vec<(usize, f32, f32, f32, f32, f32)>,
    tags: HashMap<String, f32>,
    sentences: Vec<(String, f32)>,
    /// The log-probabilities of the sentences' words.
    #[serde(default)]
    logs: Vec<Vec<f32>>,
    /// Text, certainty, height, area.
    #[serde(default)]
    text: Vec<(String, f32, f32, f32)>,
    #[serde(default)]
    drawn: (f32, f32),
    #[serde(default)]
    goods: HashMap<String, f32>,
    /// Of labelled photos that look alike, above a thousandth.
    #[serde(default)]
    photos: HashMap<String, f32>,
    #[serde(default)]
    context: String,
}

impl Seen {
    fn look(&self) -> Look {
        let digits: Vec<u8> =
            self.colours.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8 * 17).collect();
        let pixel = |i: usize| {
            let at = (i / 64 * SIDE / 64 * SIDE + i % 64 * SIDE / 64) * 3;
            // Some texture: an even image would be taken for a drawing.
            [0, 1, 2].map(|channel| digits[at + channel].saturating_add((i * 7 % 13) as u8))
        };
        Look::new(&Rgb::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap())
    }

    fn classes(&self) -> Vec<f32> {
        (0..1000).map(|class| self.classes.get(&class).copied().unwrap_or(0.0001)).collect()
    }

    /// What is said of it, in English and in another language.
    fn said(&self, language: Language) -> Value {
        let (look, mut classes, context) = (self.look(), self.classes(), Context::new(&self.context));
        context.favour(&mut classes);
        let found: Vec<Detection> = self.found.iter().map(detection).collect();
        let mut evidence = Evidence::new(&classes, &found, &look, context.wanted());
        evidence.context = context;
        evidence.tags =
            TAGS.words.iter().map(|tag| self.tags.get(tag.word).copied().unwrap_or(0.0)).collect();
        evidence.goods =
            GOODS.words.iter().map(|good| self.goods.get(good.word).copied().unwrap_or(0.0)).collect();
        evidence.drawn = Drawn { logo: self.drawn.0, illustration: self.drawn.1 };
        let sentence = |(at, (text, sure)): (usize, &(String, f32))| {
            let mut sentence = Sentence::of(text);
            sentence.sure = *sure;
            if let Some(logs) = self.logs.get(at) {
                sentence.logs.clone_from(logs);
            }
            sentence
        };
        evidence.sentences = self.sentences.iter().enumerate().map(sentence).collect();
        // Both are of the second eye.
        if !self.sentences.is_empty() {
            let share = |shown: &Shown| self.photos.get(shown.word).copied().unwrap_or(0.0);
            evidence.photos = PHOTOS.iter().map(share).collect();
        }
        let line = |(text, sure, height, area): &(String, f32, f32, f32)| TextLine {
            text: text.clone(),
            sure: *sure,
            height: *height,
            area: *area,
        };
        evidence.text = self.text.iter().map(line).collect();
        let english = describe(&evidence);
        let other = spoken(&evidence, english.clone(), Spelling { language, keep_accents: true });
        json!({ "en": written(&english), language.code(): written(&other) })
    }
}

fn detection(&(label, score, left, top, width, height): &(usize, f32, f32, f32, f32, f32)) -> Detection {
    Detection { label, score, area: Area { left, top, width, height } }
}

fn written(said: &Description) -> Value {
    let sure = |sure: f32| (sure * 1000.0).round() / 1000.0;
    json!([
        said.name,
        said.alternatives.join(" "),
        said.alt_text,
        said.keywords.join(", "),
        format!("{}{}", sure(said.confidence.unwrap_or_default()), if said.bland { " bland" } else { "" }),
    ])
}

#[test]
fn recorded_evidence_makes_the_recorded_names() {
    let photos: Vec<Photo> = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    assert!(!photos.is_empty());
    let languages = Language::ALL[1..].iter().cycle();
    let said: Vec<Value> =
        photos.iter().zip(languages).map(|(photo, language)| photo.seen.said(*language)).collect();
    if std::env::var_os("NOMINA_RECORD").is_some() {
        let raw: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
        let lines: Vec<String> = raw
            .iter()
            .zip(said)
            .map(|(photo, said)| json!({ "seen": photo["seen"], "said": said }).to_string())
            .collect();
        std::fs::write(FILE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        return;
    }
    for (photo, said) in photos.iter().zip(said) {
        assert_eq!(said, photo.said, "{:?}", photo.seen.sentences.first());
    }
}
