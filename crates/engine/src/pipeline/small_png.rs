//! A PNG that was asked to be small: with a palette where that looks the same, else without loss.

use crate::formats::png::{self, Effort, Reduced};
use crate::planes::Rgba;
use crate::{EngineError, Pulse};

/// A larger image is compressed in one way only.
const TRIED_WAYS: usize = 40_000_000;
/// Rows that decide which.
const JUDGED_ROWS: usize = 128;

/// The difference from the source that a quality below 100 allows, for each of its steps. Over a corpus of screenshots, drawings
/// and photos, five results at quality 80 have a SSIMULACRA2 of 79 to 97 (docs/decisions/0002-codecs.md).
const ALLOWED: f32 = 0.004;

/// `quality` 1..=100 decides how far a palette's colours may be from the image's; 100 allows no loss.
pub(crate) fn encode(image: &Rgba, quality: u8, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
    if let Some(exact) = png::encode_exact(image, pulse)? {
        return Ok(exact);
    }
    // Each try holds a file.
    if image.width * image.height > TRIED_WAYS {
        return png::encode_watched(image, better_effort(image)?, pulse);
    }
    let reduced = reduced(image, quality, &pulse.part(0.0, 0.5))?;
    // Smooth drawings can be smaller with all their colours.
    let quick = png::encode_watched(image, Effort::Fast, &pulse.part(0.5, 0.6))?;
    match reduced {
        // The thorough search takes long and hardly ever wins back so much.
        Some(reduced) if reduced.len() < quick.len() / 4 * 3 => Ok(reduced),
        reduced => {
            let thorough = png::encode_watched(image, Effort::Small, &pulse.part(0.6, 1.0))?;
            let all = [Some(quick), Some(thorough), reduced];
            Ok(all.into_iter().flatten().min_by_key(Vec::len).unwrap_or_default())
        }
    }
}

/// Which effort makes the smaller file, judged by some rows in the middle.
fn better_effort(image: &Rgba) -> Result<Effort, EngineError> {
    let rows = image.height.min(JUDGED_ROWS);
    let sample = image.cut(0, (image.height - rows) / 2, image.width, rows);
    let length = |effort| png::encode(&sample, effort).map(|file| file.len());
    let thorough_wins = length(Effort::Small)? < length(Effort::Fast)?;
    Ok(if thorough_wins { Effort::Small } else { Effort::Fast })
}

/// With the fewest colours that the quality asks for and that look close enough.
fn reduced(image: &Rgba, quality: u8, pulse: &Pulse<'_>) -> Result<Option<Vec<u8>>, EngineError> {
    let allowed = f32::from(100 - quality.min(100)) * ALLOWED;
    if allowed == 0.0 {
        return Ok(None);
    }
    let counts: &[usize] = match quality {
        70.. => &[256],
        50.. => &[128, 256],
        30.. => &[64, 256],
        _ => &[32, 256],
    };
    for (done, &colours) in counts.iter().enumerate() {
        let own = pulse.part(0.0, 0.8).one_of(done, counts.len());
        let reduced = Reduced::new(image, colours, &own.part(0.0, 0.6))?;
        if reduced.difference(image, &own.part(0.6, 1.0))? <= allowed {
            return reduced.encode(&pulse.part(0.8, 1.0)).map(Some);
        }
    }
    Ok(None)
}
