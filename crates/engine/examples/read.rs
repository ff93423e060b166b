//! `cargo run --release --example read FILE...`: each file as PNG beside it (`FILE.png`), for comparison with other
//! programs, and how long that took.

use nomina_engine::{Assets, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

fn main() {
    let recipe = ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Png,
        ..ProcessingOptions::default()
    };
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a readable file");
        let start = std::time::Instant::now();
        match process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false) {
            Ok(output) => {
                println!("{path}: {:?}, {:?}", start.elapsed(), output.facts.warnings);
                std::fs::write(format!("{path}.png"), output.bytes).expect("a place to write");
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
}
