//! Names images with the embedded model, one line each: file, name, confidence, `sure` or `unsure`, tabs
//! between. Used by `scripts/names`.
//!
//! `cargo run --release -p nomina-vision --example names -- [--details] [--quick] MODELS-FOLDER FILE...`
//! A file that cannot be read gets a line on standard error, and the program ends with code 1.
#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use nomina_engine::Limits;
use nomina_rules::bounds::BOUNDS;
use nomina_vision::Embedded;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (flags, rest): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let details = flags.iter().any(|flag| flag == "--details");
    let [models, files @ ..] = &rest[..] else {
        return Err("usage: names [--details] [--quick] MODELS-FOLDER FILE...".into());
    };
    let models = Path::new(models);
    let mut model = Embedded::load(&std::fs::read(models.join("nomina-vision.bin"))?)?
        .with_text(&std::fs::read(models.join("nomina-text.bin"))?)?;
    if !flags.iter().any(|flag| flag == "--quick") {
        model = model.with_best(&std::fs::read(models.join("nomina-best.bin"))?)?;
    }
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let start = Instant::now();
        match std::fs::read(file)
            .map_err(Into::into)
            .and_then(|bytes| Ok::<_, Box<dyn Error>>(model.describe(&bytes, None, &Limits::default())?))
        {
            Ok(seen) if details => {
                let (others, tags) = (seen.alternatives.join(" "), seen.keywords.join(", "));
                let sure = seen.confidence.unwrap_or_default();
                let (name, alt, ms) = (&seen.name, &seen.alt_text, start.elapsed().as_millis());
                println!("{file}\t{name}\t{sure:.2}\t{others}\t{tags}\t{alt}\t{ms} ms");
            }
            Ok(seen) => {
                let confidence = seen.confidence.unwrap_or_default();
                let mark = if confidence < BOUNDS.unsure { "unsure" } else { "sure" };
                println!("{file}\t{}\t{confidence:.3}\t{mark}", seen.name);
            }
            Err(error) => {
                eprintln!("{file}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
