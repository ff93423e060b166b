//! An interlaced PNG: seven passes (PNG 3, section 8.2, Adam7), each a smaller image, put at their places row by row as 8-bit
//! samples. Nothing else is held.

use super::depth::narrow_every;
use super::reader::Reader;
use crate::EngineError;
use crate::pulse::Pulse;
use png::{ColorType, DecodingError};

/// First column and row, and the steps to the next.
const PASSES: [(usize, usize, usize, usize); 7] =
    [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

/// All samples, and how the reading of the file ended: what is missing is zero. There is room for RGBA.
pub(super) fn read(
    reader: &mut Reader<'_>,
    (kind, wide): (ColorType, bool),
    pulse: &Pulse<'_>,
) -> Result<(Vec<u8>, Result<(), DecodingError>), EngineError> {
    let (width, height) = reader.info().size();
    let (width, height) = (width as usize, height as usize);
    let channels = kind.samples();
    let mut samples = Vec::with_capacity(width * height * 4);
    samples.resize(width * height * channels, 0);
    let mut line = vec![0; width * channels * if wide { 2 } else { 1 }];
    let mut done = 0;
    for (left, top, across, down) in PASSES {
        let count = width.saturating_sub(left).div_ceil(across);
        for y in (top..height).step_by(down).filter(|_| count > 0) {
            pulse.beat(done, width * height)?;
            if let Err(error) = reader.read_row(&mut line) {
                return Ok((samples, Err(error)));
            }
            if wide {
                narrow_every(&mut line[..count * channels * 2], channels, y, |i| left + i * across);
            }
            let row = &mut samples[y * width * channels..][..width * channels];
            let places = row[left * channels..].chunks_exact_mut(channels).step_by(across);
            places.zip(line.chunks_exact(channels)).for_each(|(to, from)| to.copy_from_slice(from));
            done += count;
        }
    }
    Ok((samples, Ok(())))
}
