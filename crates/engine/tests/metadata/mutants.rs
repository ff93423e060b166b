//! Thousands of damaged files, the same on every machine; `NOMINA_MUTANTS` asks for another number.

use crate::hostile::exercise;
use crate::images;
use nomina_engine::metadata::{Plan, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;

/// xorshift64*: the same files on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }
}

fn mutate(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    // Mostly in the headers, where the metadata is.
    let reach = |dice: &mut Dice, length: usize| {
        if dice.below(4) == 0 { dice.below(length) } else { dice.below(length.min(4096)) }
    };
    for _ in 0..=dice.below(8) {
        let at = reach(dice, out.len());
        match dice.below(6) {
            0 => out[at] ^= 1 << dice.below(8),
            1 => out[at] = [0, 1, 0x7f, 0x80, 0xff][dice.below(5)],
            2 => out.truncate(at.max(32)),
            3 => {
                let end = (at + dice.below(64)).min(out.len());
                out.drain(at..end);
            }
            4 => {
                let piece = out[at..(at + dice.below(64)).min(out.len())].to_vec();
                let to = reach(dice, out.len());
                out.splice(to..to, piece);
            }
            _ => {
                let value = [0u32, 1, 0xff, 0xffff, 0x7fff_ffff, u32::MAX][dice.below(6)].to_be_bytes();
                let end = (at + 4).min(out.len());
                out[at..end].copy_from_slice(&value[..end - at]);
            }
        }
        if out.len() < 32 {
            out.resize(32, 0);
        }
    }
    out
}

/// Images with all kinds of metadata, small enough to mutate by the thousand.
fn seeds() -> Vec<(Vec<u8>, Format)> {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Title".into(),
        custom_author: "Author".into(),
        custom_latitude: "1".into(),
        custom_longitude: "2".into(),
        custom_comments: "Comment".into(),
        ..Default::default()
    };
    let plan = Plan::from_recipe(&recipe).expect("a usable recipe");
    let plain = [
        (images::jpeg(), Format::Jpeg),
        (images::png(), Format::Png),
        (images::webp(), Format::Webp),
        (images::webp_with_alpha(), Format::Webp),
        (images::gif(), Format::Gif),
    ];
    let written = plain.map(|(bytes, format)| {
        (rewrite(&bytes, format, &plan, &Limits::default()).expect("a rewritten file").bytes, format)
    });
    let mut seeds = written.to_vec();
    if let Some(folder) = images::corpus() {
        for path in images::files(&folder) {
            let bytes = std::fs::read(&path).unwrap_or_default();
            if let Some(format) = Format::of(&bytes).filter(|f| *f != Format::Bmp && bytes.len() < 60_000) {
                seeds.push((bytes, format));
            }
        }
    }
    seeds
}

#[test]
fn twenty_thousand_mutants_neither_panic_nor_grow() {
    let seeds = seeds();
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let rounds = std::env::var("NOMINA_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    for round in 0..rounds {
        let (bytes, format) = &seeds[round % seeds.len()];
        let mutant = mutate(bytes, &mut dice);
        let largest = exercise(&mutant, *format);
        assert!(largest <= 3 * mutant.len() + (64 << 10), "round {round}: {} became {largest}", mutant.len());
    }
}
