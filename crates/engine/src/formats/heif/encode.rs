//! AVIF written: planes and transparency as two AV1 stills of 10 bits, in the boxes around them.

use super::boxes::{Contents, Item, Reference, boxed, full_box};
use crate::format::Format;
use crate::formats::part::Part;
use crate::planes::{Plane, Ycc};
use crate::{EngineError, Pulse};
use nomina_av1::{BITS, Chroma, Planes, Settings};
use std::borrow::Cow;

const IMAGE: u32 = 1;
const ALPHA: u32 = 2;

type Encode = fn(&Ycc, Option<&Plane>, u8, &Pulse<'_>) -> Result<Vec<u8>, EngineError>;
const ENCODE: Encode = write;
pub(super) static PART: Part<Encode> = Part::new(&ENCODE);

#[cfg(target_arch = "wasm32")]
pub(super) fn add() {
    PART.add(&ENCODE);
}

/// Lossy, from planes of full range. `quality` is 1..=100, on about the scale of WebP.
pub fn encode(
    planes: &Ycc,
    alpha: Option<&Plane>,
    quality: u8,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let encode = PART.get().ok_or(EngineError::NoEncoder { format: Format::Avif })?;
    encode(planes, alpha, quality, pulse)
}

fn write(
    planes: &Ycc,
    alpha: Option<&Plane>,
    quality: u8,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    let settings = Settings { quantizer: quantizer(quality), speed: speed(planes.width * planes.height) };
    pulse.beat(0, 2)?;
    let coded = coded(&wide(planes), settings, &|| pulse.beat(0, 2).is_err())?;
    pulse.beat(1, 2)?;
    let transparency = alpha
        .map(|alpha| {
            // What shines through wrongly is seen at every edge.
            let settings = Settings { quantizer: settings.quantizer / 2, ..settings };
            self::coded(&wide_alpha(alpha), settings, &|| pulse.beat(1, 2).is_err())
        })
        .transpose()?;
    pulse.beat(2, 2)?;
    file(planes, &coded, transparency.as_deref())
}

fn coded(planes: &Planes, settings: Settings, stop: &dyn Fn() -> bool) -> Result<Vec<u8>, EngineError> {
    nomina_av1::encode(planes, settings, stop).map_err(|error| match error {
        nomina_av1::Error::Stopped => EngineError::Cancelled,
        error => EngineError::too_large(format!("it cannot be written as AVIF ({error})")),
    })
}

/// Up to so many pixels the preset that finds smaller blocks is taken: files are 3 to 8 % smaller, in about twice the time.
const THOROUGH_PIXELS: usize = 2_500_000;

fn speed(pixels: usize) -> u8 {
    if pixels <= THOROUGH_PIXELS { 8 } else { 9 }
}

/// AV1's quantizers for some qualities. From 30 to 95 one to three photos score about as high by SSIMULACRA2 as libwebp's of that
/// quality do (docs/decisions/0002-codecs.md); the ends are chosen.
const QUANTIZERS: [(u8, u8); 9] =
    [(1, 230), (10, 190), (30, 163), (50, 140), (70, 125), (80, 106), (90, 61), (95, 42), (100, 8)];

/// The quantizer of a quality, in a straight line between those above.
fn quantizer(quality: u8) -> u8 {
    let quality = quality.clamp(1, 100);
    let after = QUANTIZERS.iter().position(|(at, _)| *at >= quality).unwrap_or(QUANTIZERS.len() - 1);
    let ((high, fine), (low, coarse)) = (QUANTIZERS[after], QUANTIZERS[after.saturating_sub(1)]);
    if high == low {
        return fine;
    }
    let (across, down) = (u16::from(high - low), u16::from(coarse - fine));
    coarse - (u16::from(quality - low) * down / across) as u8
}

/// From 8 bits to 10: black and white stay black and white.
fn wide_luma(plane: &Plane) -> Vec<u16> {
    let widen = |&sample: &u8| (u16::from(sample) << 2) | (u16::from(sample) >> 6);
    (0..plane.height).flat_map(|y| plane.row(y)).map(widen).collect()
}

/// Grey lies in the middle: 128 becomes 512.
fn wide_chroma(plane: &Plane) -> Vec<u16> {
    let most = (1 << BITS) - 1;
    let widen = |sample: i32| {
        let scaled = (sample - 128) * most;
        ((scaled + 127 * scaled.signum()) / 255 + 512).clamp(0, most) as u16
    };
    (0..plane.height).flat_map(|y| plane.row(y)).map(|&sample| widen(i32::from(sample))).collect()
}

fn wide(planes: &Ycc) -> Planes {
    let chroma = planes.chroma.as_ref().map(|chroma| Chroma {
        planes: chroma.each_ref().map(wide_chroma),
        halved: (planes.sub_x, planes.sub_y) == (2, 2),
    });
    Planes { width: planes.width, height: planes.height, luma: wide_luma(&planes.y), chroma }
}

fn wide_alpha(alpha: &Plane) -> Planes {
    Planes { width: alpha.width, height: alpha.height, luma: wide_luma(alpha), chroma: None }
}

fn file(planes: &Ycc, coded: &[u8], transparency: Option<&[u8]>) -> Result<Vec<u8>, EngineError> {
    let halved = (planes.sub_x, planes.sub_y) == (2, 2);
    let side = |length: usize| (length as u32).to_be_bytes();
    let size = full_box(b"ispe", 0, 0, &[&side(planes.width), &side(planes.height)]);
    let channels = if planes.chroma.is_some() { 3 } else { 1 };
    let bits =
        |channels: u8| full_box(b"pixi", 0, 0, &[&[channels], &vec![BITS as u8; usize::from(channels)]]);
    // BT.709 primaries, sRGB's curve, BT.601's matrix, full range.
    let colours = boxed(b"colr", &[b"nclx", &[0, 1, 0, 13, 0, 6, 0x80]]);
    let mut properties = vec![size, bits(channels), configuration(coded, channels == 1, halved), colours];
    let mut items = vec![item(IMAGE, &[(1, false), (2, false), (3, true), (4, false)], coded)];
    let mut references = Vec::new();
    if let Some(transparency) = transparency {
        let kind = full_box(b"auxC", 0, 0, &[b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"]);
        properties.extend([bits(1), configuration(transparency, true, false), kind]);
        items.push(item(ALPHA, &[(1, false), (5, false), (6, true), (7, true)], transparency));
        references.push(Reference { kind: *b"auxl", from: ALPHA, to: vec![IMAGE] });
    }
    // MA1B is the profile of 8 and 10 bits at 4:2:0, MA1A the one of full chroma.
    let profile = if halved || channels == 1 { b"MA1B" } else { b"MA1A" };
    let contents = Contents {
        before: boxed(b"ftyp", &[b"avif", &[0; 4], b"avif", b"mif1", b"miaf", profile]),
        primary: IMAGE,
        items,
        references,
        properties: properties.concat(),
        more: Vec::new(),
        after: Vec::new(),
    };
    contents.to_bytes()
}

fn item<'a>(id: u32, properties: &[(u16, bool)], data: &'a [u8]) -> Item<'a> {
    Item {
        id,
        kind: *b"av01",
        name: Cow::Borrowed(""),
        content_type: None,
        hidden: id == ALPHA,
        properties: properties.to_vec(),
        data: Cow::Borrowed(data),
    }
}

/// `av1C`: profile and level as the stream's own header has them (AV1 in ISOBMFF, section 2.3).
fn configuration(stream: &[u8], grey: bool, halved: bool) -> Vec<u8> {
    // The header is the stream's first unit: a byte of kind, a byte of length, then 3 bits of profile, 2 of stillness, 5 of level.
    let (first, second) = (stream.get(2).copied().unwrap_or(0), stream.get(3).copied().unwrap_or(0));
    let (profile, level) = (first >> 5, (first & 7) << 2 | second >> 6);
    let coarse = if grey || halved { 0b1100 } else { 0 };
    let bits = 0b0100_0000 | if grey { 0b1_0000 } else { 0 } | coarse;
    boxed(b"av1C", &[&[0x81, profile << 5 | level, bits, 0]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_quality_has_a_finer_quantizer() {
        let all: Vec<u8> = (1..=100).map(quantizer).collect();
        assert!(all.windows(2).all(|pair| pair[0] >= pair[1]), "{all:?}");
        assert_eq!((quantizer(0), quantizer(50), quantizer(100)), (230, 140, 8));
    }

    #[test]
    fn black_white_and_grey_stay_what_they_are_with_more_bits() {
        let plane = Plane { width: 3, height: 1, stride: 3, data: vec![0, 128, 255] };
        assert_eq!(wide_luma(&plane), [0, 514, 1023]);
        assert_eq!(wide_chroma(&plane), [0, 512, 1021]);
    }
}
