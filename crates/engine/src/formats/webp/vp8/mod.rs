//! Our own lossy encoder: VP8 key frames (RFC 6386).
//!
//! One pass predicts, decides, transforms and quantises macroblock by macroblock; then the probabilities are known and
//! the levels are written. libwebp codes every mode in full to compare them; here sums of Hadamard coefficients
//! choose the few that are, and vectors hold several candidates at once.

mod activity;
mod bits;
mod chroma;
mod cost;
mod luma16;
mod luma4;
mod macroblock;
mod predict;
mod quant;
mod search;
mod source;
mod tables;
mod tokens;
mod transform;
mod write;

use super::writer::too_detailed;
use crate::planes::Plane;
use crate::simd::dispatch;
use crate::{EngineError, Pulse};
use activity::CALM;
use quant::Segment;
use search::Search;
use source::Source;

/// How strongly flat parts are favoured over busy ones, in percent of what [`reach`] allows.
const FAVOUR_FLAT: i32 = 180;
/// A weak and sharp deblocking filter: photos score higher (SSIMULACRA2) than with a strong one. Calm parts get twice as much:
/// nothing there can be blurred, and the borders of blocks show.
const FILTER_STRENGTH: i32 = 150;
const FILTER_SHARPNESS: u8 = 3;

/// Encodes planes at 4:2:0 in WebP's range. Every plane has pixels, and chroma is half as large as luma, rounded up.
pub(super) fn encode(
    y: &Plane,
    u: &Plane,
    v: &Plane,
    quality: u8,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let source = Source { y, u, v };
    let (mut outcome, down) = (Ok(()), source.blocks().1);
    let bytes = encode_watched(&source, quality, None, |x, y, _, _| {
        if x == 0 {
            outcome = pulse.beat(y, down);
        }
        outcome.is_ok()
    });
    outcome.and_then(|()| bytes.ok_or_else(too_detailed))
}

/// The same with a filter level of the caller; nothing when the image does not fit into the format. `watch` is told the
/// place and the unfiltered pixels of every macroblock, and ends the work by `false`.
fn encode_watched(
    source: &Source<'_>,
    quality: u8,
    filter: Option<u8>,
    watch: impl FnMut(usize, usize, &luma16::Pixels, &chroma::Pixels) -> bool,
) -> Option<Vec<u8>> {
    let segments = activity::segments(source);
    let base = i32::from(quant::index_of_quality(quality));
    let indices = segments.flatness.map(|flatness| {
        (base - flatness * reach(base) * FAVOUR_FLAT / (128 * 128 * 100)).clamp(0, 127) as u8
    });
    let quantisers = std::array::from_fn(|i| Segment::new(indices[i], segments.calm[i]));
    let found = dispatch(Search { source, segments: &segments, quantisers: &quantisers, watch })?;
    let frame = write::Frame {
        width: source.y.width,
        height: source.y.height,
        indices,
        filters: std::array::from_fn(|i| {
            filter.unwrap_or_else(|| filter_level(indices[i], segments.calm[i]))
        }),
        sharpness: FILTER_SHARPNESS,
    };
    write::file(&frame, &found)
}

/// How far a segment's index may lie from the base, times 128: `-c ln c` of `c = 1 - base / 127`, as a series. Little at
/// both ends, the most in the middle.
fn reach(base: i32) -> i32 {
    let x = base.clamp(0, 127) * 128 / 127;
    let power = |n: i32| (1..n).fold(x, |product, _| product * x / 128);
    (x - power(2) / 2 - power(3) / 6 - power(4) / 12).max(0) * 127
}

fn filter_level(index: u8, calm: i32) -> u8 {
    let step = i32::from(tables::AC_STEPS[usize::from(index)]) / 4;
    match step * (FILTER_STRENGTH + FILTER_STRENGTH * calm / CALM) / 256 {
        ..2 => 0,
        level => level.min(63) as u8,
    }
}

#[cfg(test)]
mod tests;
