//! SSIMULACRA2 of raw RGB images: one `WIDTH HEIGHT REFERENCE TEST` a line in, one score a line out. 100 is equal,
//! 90 cannot be told apart, 70 is high quality, 50 medium.

use ssimulacra2::{ColorPrimaries, Rgb, TransferCharacteristic, compute_frame_ssimulacra2};
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let parts: Vec<&str> = line.split('\t').collect();
        let [width, height, reference, test] = parts[..] else {
            return Err("four fields a line, by tabs".into());
        };
        let (width, height) = (width.parse()?, height.parse()?);
        let score = compute_frame_ssimulacra2(read(reference, width, height)?, read(test, width, height)?)?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{score:.3}")?;
        out.flush()?;
    }
    Ok(())
}

fn read(path: &str, width: usize, height: usize) -> Result<Rgb, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let pixels = bytes.chunks_exact(3).map(|p| [p[0], p[1], p[2]].map(|v| f32::from(v) / 255.0)).collect();
    Ok(Rgb::new(pixels, width, height, TransferCharacteristic::SRGB, ColorPrimaries::BT709)?)
}
