//! Encodes one raw image of 10-bit planes, for trying settings: `still IN OUT WIDTH HEIGHT QUANTIZER SPEED CHANNELS`. IN holds
//! little-endian samples: luma, then chroma of half the size where CHANNELS is 3. Prints seconds.

use nomina_av1::{Chroma, Planes, Settings, encode};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, numbers @ ..] = &arguments[..] else { return Err("IN OUT and five numbers".into()) };
    let numbers = numbers.iter().map(|text| text.parse()).collect::<Result<Vec<usize>, _>>()?;
    let [width, height, quantizer, speed, channels] = numbers[..] else { return Err("five numbers".into()) };
    let bytes = std::fs::read(from)?;
    let samples: Vec<u16> =
        bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let (luma, chroma) = samples.split_at_checked(width * height).ok_or("too few samples")?;
    let chroma = (channels == 3).then(|| {
        let (u, v) = chroma.split_at(chroma.len() / 2);
        Chroma { planes: [u.to_vec(), v.to_vec()], halved: true }
    });
    let planes = Planes { width, height, luma: luma.to_vec(), chroma };
    let start = std::time::Instant::now();
    let stream = encode(&planes, Settings { quantizer: quantizer as u8, speed: speed as u8 }, &|| false)?;
    writeln!(std::io::stdout(), "{:.3}", start.elapsed().as_secs_f64())?;
    std::fs::write(to, stream)?;
    Ok(())
}
