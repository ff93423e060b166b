//! Headers and the two partitions. Frame header, partitions and prediction records: RFC 6386, sections 9, 9.5 and 11.

use super::activity::SEGMENTS;
use super::bits::BoolWriter;
use super::chroma;
use super::cost::{self, CHROMA, LUMA, LUMA_AC, LUMA_DC, Probabilities};
use super::luma16;
use super::macroblock::{Choice, Luma, OUTSIDE, Present};
use super::quant::CHROMA_DC_SHIFT;
use super::search::Found;
use super::tables::{COEFFICIENTS, MODES, UPDATES};

/// What the header says of the whole image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) indices: [u8; SEGMENTS],
    pub(super) filters: [u8; SEGMENTS],
    pub(super) sharpness: u8,
}

/// The size of the first partition has 19 bits.
const FIRST_PARTITION_LIMIT: usize = 1 << 19;

/// The whole file; nothing when the modes do not fit into their partition.
pub(super) fn file(frame: &Frame, found: &Found) -> Option<Vec<u8>> {
    let probabilities = found.tokens.probabilities();
    let skip = skip_probability(&found.choices);
    let first = first_partition(frame, found, &probabilities, skip);
    if first.len() >= FIRST_PARTITION_LIMIT {
        return None;
    }
    let second = second_partition(frame, found, &probabilities);
    let length = 10 + first.len() + second.len();
    let padding = length % 2;
    let riff = u32::try_from(12 + length + padding).ok()?;
    let mut file = Vec::with_capacity(20 + length + padding);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&riff.to_le_bytes());
    file.extend_from_slice(b"WEBPVP8 ");
    file.extend_from_slice(&(length as u32).to_le_bytes());
    // A shown key frame of profile 0.
    let tag = 1 << 4 | (first.len() as u32) << 5;
    file.extend_from_slice(&tag.to_le_bytes()[..3]);
    file.extend_from_slice(&[0x9d, 0x01, 0x2a]);
    file.extend_from_slice(&(frame.width as u16).to_le_bytes());
    file.extend_from_slice(&(frame.height as u16).to_le_bytes());
    file.extend_from_slice(&first);
    file.extend_from_slice(&second);
    file.resize(file.len() + padding, 0);
    Some(file)
}

/// The probability that a macroblock is not skipped, if telling that of each is worth it.
fn skip_probability(choices: &[Choice]) -> Option<u8> {
    let skipped = choices.iter().filter(|choice| choice.skipped).count();
    let coded = choices.len() - skipped;
    (skipped > 0).then(|| (coded * 256 / choices.len()).clamp(1, 255) as u8)
}

fn first_partition(frame: &Frame, found: &Found, probabilities: &Probabilities, skip: Option<u8>) -> Vec<u8> {
    let mut out = BoolWriter::new();
    // Colour space and clamping of the standard.
    out.put_bits(0, 2);
    let map = put_segments(&mut out, frame, &found.choices);
    // The normal filter.
    out.put_bits(0, 1);
    out.put_bits(u32::from(frame.filters[0]), 6);
    out.put_bits(u32::from(frame.sharpness), 3);
    // No filter changes by mode, one partition of levels.
    out.put_bits(0, 1 + 2);
    out.put_bits(u32::from(frame.indices[0]), 7);
    for shift in [0, 0, 0, CHROMA_DC_SHIFT, 0] {
        out.put_signed(shift, 4);
    }
    // The probabilities are for this frame only.
    out.put_bits(0, 1);
    put_probabilities(&mut out, probabilities);
    out.put_rarely(skip.is_some(), 128);
    if let Some(probability) = skip {
        out.put_bits(u32::from(probability), 8);
    }
    put_modes(&mut out, frame, &found.choices, map, skip);
    out.finish()
}

/// The quantisers and filters of the segments; the probabilities of their map, if there is more than one.
fn put_segments(out: &mut BoolWriter, frame: &Frame, choices: &[Choice]) -> Option<[u8; 3]> {
    let mut counts = [0usize; SEGMENTS];
    choices.iter().for_each(|choice| counts[usize::from(choice.segment)] += 1);
    let uses_segments = counts.iter().filter(|&&count| count > 0).count() > 1;
    out.put_rarely(uses_segments, 128);
    if !uses_segments {
        return None;
    }
    // A map and absolute values follow.
    out.put_bits(0b111, 3);
    frame.indices.iter().for_each(|&index| out.put_signed(i32::from(index), 7));
    frame.filters.iter().for_each(|&level| out.put_signed(i32::from(level), 6));
    let [a, b, c, d] = counts;
    let map = [(a + b, c + d), (a, b), (c, d)].map(|(zeros, ones)| {
        (zeros * 256 + (zeros + ones) / 2).checked_div(zeros + ones).unwrap_or(255).clamp(1, 255) as u8
    });
    for probability in map {
        out.put_rarely(probability != 255, 128);
        if probability != 255 {
            out.put_bits(u32::from(probability), 8);
        }
    }
    Some(map)
}

fn put_probabilities(out: &mut BoolWriter, probabilities: &Probabilities) {
    let new = probabilities.as_flattened().as_flattened().as_flattened();
    let old = COEFFICIENTS.as_flattened().as_flattened().as_flattened();
    let updates = UPDATES.as_flattened().as_flattened().as_flattened();
    for ((&new, &old), &update) in new.iter().zip(old).zip(updates) {
        out.put_rarely(new != old, update);
        if new != old {
            out.put_bits(u32::from(new), 8);
        }
    }
}

fn put_modes(
    out: &mut BoolWriter,
    frame: &Frame,
    choices: &[Choice],
    map: Option<[u8; 3]>,
    skip: Option<u8>,
) {
    let across = frame.width.div_ceil(16);
    let mut above = vec![OUTSIDE; across];
    for row in choices.chunks(across) {
        let mut left = OUTSIDE;
        for (choice, above) in row.iter().zip(&mut above) {
            if let Some(map) = map {
                let high = choice.segment >> 1;
                out.put_rarely(high == 1, map[0]);
                out.put_rarely(choice.segment & 1 == 1, map[1 + usize::from(high)]);
            }
            if let Some(probability) = skip {
                out.put_rarely(choice.skipped, probability);
            }
            put_luma(out, &choice.luma, *above, left);
            (*above, left) = choice.edges();
            for &(zero, bit) in chroma::MODE_PATHS[usize::from(choice.chroma)] {
                out.put_rarely(bit, zero);
            }
        }
    }
}

fn put_luma(out: &mut BoolWriter, luma: &Luma, mut above: [u8; 4], mut left: [u8; 4]) {
    match luma {
        Luma::Whole(mode) => {
            luma16::MODE_PATHS[usize::from(*mode)].iter().for_each(|&(zero, bit)| out.put_rarely(bit, zero));
        }
        Luma::Blocks(modes) => {
            out.put_rarely(false, 145);
            for (i, &mode) in modes.iter().enumerate() {
                let (above, left) = (&mut above[i % 4], &mut left[i / 4]);
                let nodes = &MODES[usize::from(*above)][usize::from(*left)];
                for &(node, bit) in cost::MODE_PATHS[usize::from(mode)] {
                    out.put_rarely(bit, nodes[node]);
                }
                (*above, *left) = (mode, mode);
            }
        }
    }
}

fn second_partition(frame: &Frame, found: &Found, probabilities: &Probabilities) -> Vec<u8> {
    let mut out = BoolWriter::new();
    let mut tokens = found.tokens.reader();
    let across = frame.width.div_ceil(16);
    let mut above = vec![Present::default(); across];
    for row in found.choices.chunks(across) {
        let mut left = Present::default();
        for (choice, above) in row.iter().zip(&mut above) {
            let has_dc = matches!(choice.luma, Luma::Whole(_));
            if choice.skipped {
                above.clear(has_dc);
                left.clear(has_dc);
                continue;
            }
            let mut put = |kind: usize, above: &mut u8, left: &mut u8| {
                let context = usize::from(*above + *left);
                *above = u8::from(tokens.write(&mut out, &probabilities[kind], kind, context));
                *left = *above;
            };
            if has_dc {
                put(LUMA_DC, &mut above.dc, &mut left.dc);
            }
            let kind = if has_dc { LUMA_AC } else { LUMA };
            for i in 0..16 {
                put(kind, &mut above.luma[i % 4], &mut left.luma[i / 4]);
            }
            for i in 0..8 {
                let plane = i / 4 * 2;
                put(CHROMA, &mut above.chroma[plane + i % 2], &mut left.chroma[plane + i / 2 % 2]);
            }
        }
    }
    out.finish()
}
