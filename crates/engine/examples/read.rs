//! `cargo run --release -p nomina-engine --example read -- FILE...`: each file as PNG beside it (`FILE.png`), for
//! comparison with other programs, and how long that took.

use nomina_engine::{Assets, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recipe = ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Png,
        ..ProcessingOptions::default()
    };
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = std::time::Instant::now();
        match process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false) {
            Ok(output) => {
                writeln!(out, "{path}: {:?}, {:?}", start.elapsed(), output.facts.warnings)?;
                std::fs::write(format!("{path}.png"), output.bytes)?;
            }
            Err(error) => writeln!(out, "{path}: {error}")?,
        }
    }
    Ok(())
}
