//! Prints `sha256 recipe file` for every recipe of `tests/parity/recipes.json` and every file given, so that the same
//! table can be made by the browser's module (`scripts/parity`) and compared.
//!
//! `cargo run --release -p nomina-engine --example parity -- [--font FILE] FILES...`

use nomina_engine::{Assets, Limits, process};
use nomina_rules::options::ProcessingOptions;
use sha2::{Digest, Sha256};
use std::io::Write;

#[derive(serde::Deserialize)]
struct Recipe {
    name: String,
    options: ProcessingOptions,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recipes: Vec<Recipe> = serde_json::from_str(include_str!("../tests/parity/recipes.json"))?;
    let mut arguments = std::env::args().skip(1).peekable();
    let mut fonts = Vec::new();
    while arguments.next_if(|argument| argument == "--font").is_some() {
        fonts.push(std::fs::read(arguments.next().ok_or("--font needs a file")?)?);
    }
    let fonts: Vec<&[u8]> = fonts.iter().map(Vec::as_slice).collect();
    let mut out = std::io::stdout().lock();
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        for Recipe { name, options } in &recipes {
            let text = nomina_text::outline(&options.text_watermark, &fonts);
            let assets = Assets { text: Some(&text).filter(|_| !fonts.is_empty()), watermark: None };
            let line = match process(&bytes, options, &assets, &Limits::default(), &|_| false) {
                Ok(output) => {
                    let sum = Sha256::digest(&output.bytes);
                    sum.iter().map(|byte| format!("{byte:02x}")).collect()
                }
                Err(error) => format!("error: {error}"),
            };
            writeln!(out, "{line} {name} {file}")?;
        }
    }
    Ok(())
}
