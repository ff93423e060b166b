//! Names pictures with the embedded model, one line each: file, tab, name. Used by `scripts/names`.
//!
//! `cargo run --release -p nomina-vision --example names -- [--details] WEIGHTS TEXT-WEIGHTS FILE...`
#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use nomina_vision::Embedded;
use nomina_vision::embedded::Rgb;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let details = flags.iter().any(|flag| flag == "--details");
    let [weights, text, files @ ..] = &files[..] else { return Err("no weights files given".into()) };
    let model = Embedded::load(&std::fs::read(weights)?)?.with_text(&std::fs::read(text)?)?;
    for file in files {
        let picture = pixels(Path::new(file))?;
        let start = Instant::now();
        let description = model.describe_pixels(&picture, None);
        let took_ms = start.elapsed().as_secs_f64() * 1000.0;
        if details {
            let tags = description.tags.join(", ");
            println!(
                "{file}\t{}\t{}\t{tags}\t{took_ms:.0} ms",
                description.name,
                description.alternatives.join(" ")
            );
        } else {
            println!("{file}\t{}", description.name);
        }
    }
    Ok(())
}

/// A binary PPM file.
fn pixels(file: &Path) -> Result<Rgb, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
    let (_, size, _, data) = (lines.next(), lines.next(), lines.next(), lines.next());
    let size = std::str::from_utf8(size.ok_or("no size")?)?;
    let (width, height) = size.split_once(' ').ok_or("no size")?;
    let picture = Rgb::new(width.parse()?, height.parse()?, data.ok_or("no pixels")?.to_vec());
    Ok(picture.ok_or("size and pixels do not fit")?)
}
