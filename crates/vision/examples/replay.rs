//! Tries rules on many images: `record` keeps what the networks answer, `sentences` asks the network of sentences once more,
//! `names` prints the names that rules make of it,
//! `features` keeps the numbers that the second eye's heads read, 32-bit floats, little endian; `certain` prints what the
//! certainty of each name is made of, for `scripts/eye/certain.py`; `signs` what is known of the rules' facts, for
//! `scripts/eye/facts.py`; and `weighed` what is weighed of what a name can be about and can say, for `scripts/eye/judge.py` and
//! `scripts/eye/clauses.py`.
//!
//! `cargo run -p nomina-vision --features bench --example replay -- record|sentences|names|features|certain|signs|weighed MODELS-FOLDER RECORDS-FOLDER FILE...`
//! `NAMES_LANGUAGE=de` makes names in another language, `QUICK=1` leaves out the second eye.
#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use nomina_engine::Limits;
use nomina_rules::language::{Language, Spelling};
use nomina_vision::Embedded;
use nomina_vision::embedded::Rgb;
use nomina_vision::embedded::record::Recorded;
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, models, records, files @ ..] = &arguments[..] else {
        return Err(
            "usage: replay record|sentences|names|features|certain|signs|weighed MODELS-FOLDER RECORDS-FOLDER FILE...".into(),
        );
    };
    let read = |name: &str| std::fs::read(Path::new(models).join(name));
    let mut model = Embedded::load(&read("nomina-vision.bin")?)?.with_text(&read("nomina-text.bin")?)?;
    if std::env::var_os("QUICK").is_none() {
        model = model.with_best(&read("nomina-best.bin")?)?;
    }
    let context = std::env::var("CONTEXT").unwrap_or_default();
    let code = std::env::var("NAMES_LANGUAGE").unwrap_or_default();
    let spelling = Spelling { language: Language::of_code(&code).unwrap_or_default(), keep_accents: false };
    for file in files {
        let pixels = nomina_engine::rgb(&std::fs::read(file)?, 1024, &Limits::default())?;
        let data = pixels.data.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        let image = Rgb::new(pixels.width, pixels.height, data).ok_or("an empty image")?;
        if mode == "features" {
            let bytes: Vec<u8> =
                model.features(&image).iter().flat_map(|value| value.to_le_bytes()).collect();
            std::fs::write(Path::new(records).join(file.replace('/', "_") + ".f32"), bytes)?;
            continue;
        }
        let record = record_of(records, file);
        if mode == "record" {
            std::fs::write(record, serde_json::to_vec(&model.record(&image))?)?;
            continue;
        }
        let recorded: Recorded = serde_json::from_slice(&std::fs::read(&record)?)?;
        if mode == "sentences" {
            std::fs::write(record, serde_json::to_vec(&model.told_again(&image, recorded))?)?;
            continue;
        }
        if mode == "certain" {
            let (name, [_, own, belief, known, told, alike]) = model.certainty(&image, &recorded);
            let own = 1.0 / (1.0 + (-own).exp());
            println!("{file}\t{name}\t{own:.3}\t{belief:.3}\t{known}\t{told:.3}\t{alike:.3}");
            continue;
        }
        if mode == "signs" {
            for (words, sure, signs) in model.signs(&image, &recorded) {
                let signs: Vec<String> = signs.iter().map(|sign| format!("{sign:.3}")).collect();
                println!("{file}\t{words}\t{sure:.3}\t{}", signs.join("\t"));
            }
            continue;
        }
        if mode == "weighed" {
            for line in model.weighed(&image, &recorded) {
                println!("{file}\t{line}");
            }
            continue;
        }
        let seen = model.replay(&image, &recorded, &context, spelling);
        let (others, tags) = (seen.alternatives.join(" "), seen.keywords.join(", "));
        let sure = seen.confidence.unwrap_or_default();
        println!("{file}\t{}\t{sure:.3}\t{others}\t{tags}\t{}", seen.name, seen.alt_text);
    }
    Ok(())
}

fn record_of(records: &str, file: &str) -> PathBuf {
    Path::new(records).join(file.replace('/', "_") + ".json")
}
