//! AV1 tiles, decoded by `rusty_av1d`, a port of dav1d without assembly and here without threads.

use super::container::{Container, Layout, limited_luma};
use super::sequence;
use super::tile::{Codec, Tile, mismatched, most_pixels};
use crate::formats::part::Part;
use crate::{EngineError, Limits};
use rusty_av1d::{
    Decoder, Picture, PixelLayout, PlanarImageComponent as Component, Rav1dError, Settings, pixel,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Images that are waited for until one comes: a still has one, with a few headers before it.
const MOST_TRIES: usize = 64;
/// The matrix where none is stated.
const BT601: u16 = 6;
/// Bits of a fixed-point factor.
const FRACTION: u32 = 14;

const CODEC: Codec = Codec { pixels, luma };
pub(super) static PART: Part<Codec> = Part::new(&CODEC);

#[cfg(target_arch = "wasm32")]
pub(super) fn add() {
    PART.add(&CODEC);
}

fn pixels(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    let image = image(file, layout, id, limits)?;
    let stated = file.nclx(id);
    let full = stated.map_or(image.color_range() == pixel::YUVRange::Full, |stated| stated.full_range);
    let coded = || sequence::matrix(&file.data(id).unwrap_or_default());
    let matrix = stated.map(|stated| stated.matrix).or_else(coded).unwrap_or(BT601);
    let (width, height) = (layout.tile_width, layout.tile_height);
    let planes = Planes::new(&image)?;
    let light = Light::new(matrix, full, planes.bits);
    let mut data = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let [r, g, b] = light.of(planes.at(x, y));
            data.extend_from_slice(&[r, g, b, 255]);
        }
    }
    Ok(Tile { width, height, data })
}

fn luma(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    let image = image(file, layout, id, limits)?;
    let full = file.nclx(id).map_or(image.color_range() == pixel::YUVRange::Full, |s| s.full_range);
    let planes = Planes::new(&image)?;
    let (low, span) = if full { (0, (1 << planes.bits) - 1) } else { limited_luma(planes.bits) };
    let (width, height) = (layout.tile_width, layout.tile_height);
    let narrow = |value: i32| ((value as u32).saturating_sub(low) * 255 + span / 2) / span;
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let data = places.map(|(x, y)| narrow(planes.luma(x, y)).min(255) as u8).collect();
    Ok(Tile { width, height, data })
}

fn image(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Picture, EngineError> {
    let data = file.data(id)?;
    if data.is_empty() {
        return Err(EngineError::damaged("its AV1 data is missing"));
    }
    let most = u32::try_from(most_pixels(layout, limits)).unwrap_or(u32::MAX);
    checked(guarded(data.into_owned().into_boxed_slice(), most)?, layout)
}

/// The decoder panics over some damaged streams (an unwrap on its way out of a failed frame). Nothing of it is used
/// again after that; it is closed apart, because a panic while another one is on its way would end the program. In the
/// browser a panic ends the instance, which the worker replaces.
fn guarded(data: Box<[u8]>, most: u32) -> Result<Picture, EngineError> {
    let mut settings = Settings::new();
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_all_layers(false);
    settings.set_frame_size_limit(most);
    let mut decoder = Some(Decoder::with_settings(&settings).map_err(failed)?);
    let run = || decoder.as_mut().map_or_else(|| Err(too_short()), |decoder| first(decoder, data));
    let outcome = catch_unwind(AssertUnwindSafe(run));
    let closed = catch_unwind(AssertUnwindSafe(|| drop(decoder.take())));
    match (outcome, closed) {
        (Ok(outcome), Ok(())) => outcome,
        _ => Err(EngineError::damaged("its AV1 data cannot be read")),
    }
}

/// The first image of the stream.
fn first(decoder: &mut Decoder, data: Box<[u8]>) -> Result<Picture, EngineError> {
    let mut sent = decoder.send_data(data, None, None, None);
    for _ in 0..MOST_TRIES {
        match decoder.get_picture() {
            Ok(image) => return Ok(image),
            Err(Rav1dError::TryAgain) => {}
            Err(error) => return Err(failed(error)),
        }
        match sent {
            Ok(()) => break,
            Err(Rav1dError::TryAgain) => sent = decoder.send_pending_data(),
            Err(error) => return Err(failed(error)),
        }
    }
    Err(too_short())
}

fn failed(error: Rav1dError) -> EngineError {
    EngineError::damaged(format!("its AV1 data cannot be read ({error})"))
}

fn too_short() -> EngineError {
    EngineError::damaged("its AV1 data ends too early")
}

fn checked(image: Picture, layout: &Layout) -> Result<Picture, EngineError> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    if width < layout.tile_width || height < layout.tile_height {
        return Err(mismatched());
    }
    Ok(image)
}

/// The samples of an image.
struct Planes<'p> {
    planes: [&'p [u8]; 3],
    strides: [usize; 3],
    /// Size of the chroma planes.
    chroma: (usize, usize),
    /// By how many bits chroma is coarser, across and down; none without chroma.
    coarser: Option<(u32, u32)>,
    bits: u32,
}

impl<'p> Planes<'p> {
    fn new(image: &'p Picture) -> Result<Self, EngineError> {
        let coarser = match image.pixel_layout() {
            PixelLayout::I400 => None,
            PixelLayout::I420 => Some((1, 1)),
            PixelLayout::I422 => Some((1, 0)),
            PixelLayout::I444 => Some((0, 0)),
        };
        let all = [Component::Y, Component::U, Component::V];
        let used = if coarser.is_some() { 3 } else { 1 };
        let mut planes: [&[u8]; 3] = [&[]; 3];
        let mut strides = [0; 3];
        for (at, component) in all.into_iter().take(used).enumerate() {
            (planes[at], strides[at]) = (image.plane(component), image.stride(component) as usize);
        }
        let (width, height) = (image.width() as usize, image.height() as usize);
        let (across, down) = coarser.unwrap_or((0, 0));
        let half = |length: usize, bits: u32| (length + (1 << bits) - 1) >> bits;
        let chroma = (half(width, across), half(height, down));
        let bits = image.bit_depth() as u32;
        if !(8..=12).contains(&bits) {
            return Err(EngineError::damaged("it has an unknown number of bits"));
        }
        Ok(Self { planes, strides, chroma, coarser, bits })
    }

    fn sample(&self, plane: usize, x: usize, y: usize) -> i32 {
        let row = y * self.strides[plane];
        let bytes = self.planes[plane];
        if self.bits == 8 {
            return bytes.get(row + x).copied().map_or(0, i32::from);
        }
        let pair = bytes.get(row + 2 * x..row + 2 * x + 2);
        pair.map_or(0, |pair| i32::from(u16::from_ne_bytes([pair[0], pair[1]])))
    }

    fn luma(&self, x: usize, y: usize) -> i32 {
        self.sample(0, x, y)
    }

    /// Luma and chroma of one pixel. Coarse chroma is mixed of its neighbours, whose middles lie between pixels.
    fn at(&self, x: usize, y: usize) -> [i32; 3] {
        let middle = 1 << (self.bits - 1);
        let Some((across, down)) = self.coarser else { return [self.luma(x, y), middle, middle] };
        let (columns, rows) = (near(x, across, self.chroma.0), near(y, down, self.chroma.1));
        let mixed = |plane: usize| {
            let row = |y: usize| self.sample(plane, columns.0, y) * 3 + self.sample(plane, columns.1, y);
            (row(rows.0) * 3 + row(rows.1) + 8) >> 4
        };
        [self.luma(x, y), mixed(1), mixed(2)]
    }
}

/// The nearest chroma sample and the next one on the pixel's other side.
fn near(at: usize, coarser: u32, length: usize) -> (usize, usize) {
    if coarser == 0 {
        return (at, at);
    }
    let nearest = at / 2;
    let next = if at.is_multiple_of(2) { nearest.saturating_sub(1) } else { (nearest + 1).min(length - 1) };
    (nearest, next)
}

/// From luma and chroma to light, in fixed point, so that every machine comes to the same.
struct Light {
    low: i32,
    middle: i32,
    /// Factors of luma and chroma: Y, Cr to red, Cb to green, Cr to green, Cb to blue.
    factors: [i64; 5],
    /// Planes hold green, blue and red themselves.
    identity: bool,
}

impl Light {
    fn new(matrix: u16, full: bool, bits: u32) -> Self {
        let (kr, kb) = match matrix {
            1 => (0.2126, 0.0722),
            4 => (0.30, 0.11),
            7 => (0.212, 0.087),
            9 | 10 => (0.2627, 0.0593),
            _ => (0.299, 0.114),
        };
        let (low, span) = limited_luma(bits);
        let most = f64::from((1u32 << bits) - 1);
        let (low, luma, chroma) = if full {
            (0, 255.0 / most, 255.0 / most)
        } else {
            (low as i32, 255.0 / f64::from(span), 255.0 / f64::from(224u32 << (bits - 8)))
        };
        let kg = 1.0 - kr - kb;
        let parts = [
            luma,
            2.0 * (1.0 - kr) * chroma,
            -2.0 * (1.0 - kb) * kb / kg * chroma,
            -2.0 * (1.0 - kr) * kr / kg * chroma,
            2.0 * (1.0 - kb) * chroma,
        ];
        let factors = parts.map(|part| (part * f64::from(1u32 << FRACTION)).round() as i64);
        Self { low, middle: 1 << (bits - 1), factors, identity: matrix == 0 }
    }

    fn of(&self, [y, cb, cr]: [i32; 3]) -> [u8; 3] {
        let [luma, cr_red, cb_green, cr_green, cb_blue] = self.factors;
        let clamp = |value: i64| ((value + (1 << (FRACTION - 1))) >> FRACTION).clamp(0, 255) as u8;
        if self.identity {
            return [cr, y, cb].map(|value| clamp(i64::from(value - self.low) * luma));
        }
        let (cb, cr) = (i64::from(cb - self.middle), i64::from(cr - self.middle));
        let y = i64::from(y - self.low) * luma;
        [clamp(y + cr * cr_red), clamp(y + cb * cb_green + cr * cr_green), clamp(y + cb * cb_blue)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_red_come_out_in_every_range_and_depth() {
        for (bits, full) in [(8, true), (8, false), (10, true), (10, false), (12, false)] {
            let light = Light::new(6, full, bits);
            let (low, span) = if full { (0, (1 << bits) - 1) } else { limited_luma(bits) };
            let (low, high, middle) = (low as i32, (low + span) as i32, 1 << (bits - 1));
            assert_eq!(light.of([low, middle, middle]), [0, 0, 0], "{bits} {full}");
            assert_eq!(light.of([high, middle, middle]), [255, 255, 255], "{bits} {full}");
        }
        let red = Light::new(6, true, 8).of([76, 85, 255]);
        assert!(red[0] >= 253 && red[1] <= 1 && red[2] <= 1, "{red:?}");
        assert_eq!(Light::new(0, true, 8).of([10, 20, 30]), [30, 10, 20], "green, blue, red");
    }

    #[test]
    fn chroma_lies_between_pixels() {
        assert_eq!([0, 1, 2, 3].map(|x| near(x, 1, 2)), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(near(3, 0, 9), (3, 3));
    }
}
