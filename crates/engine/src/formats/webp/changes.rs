//! Animated WebP written frame by frame: of each frame the rectangle that changed, lossy by our own encoder or without loss,
//! and what did not change inside it left open, so that the frame before shows through.
//! `ANMF` frames: RFC 9649, section 2.7.

use super::container::{HAS_ALPHA, HAS_FRAMES, canvas, chunks, file, put, put_u24};
use super::encode::{encode_frame, encode_lossless, encode_lossy_alpha, encode_planes};
use super::writer::check_size;
use crate::formats::animation::{AnimationSettings, Frame};
use crate::formats::palette;
use crate::planes::{Range, Rgba};
use crate::{EngineError, Pulse, colour};

/// The longest time of one frame.
const LONGEST_MS: u32 = 0xff_ffff;
/// Where a frame's time stands behind the start of its chunk.
const TIME: usize = 8 + 12;
/// The frame replaces what is under it, its transparency included.
const REPLACES: u8 = 0x02;
/// Parts with fewer colours are drawings, which are smaller without loss; with more it is never worth a try.
const DRAWING: usize = 32;
const PERHAPS_DRAWING: usize = 193;
/// Lossy frames leave open whole blocks only.
const BLOCK: usize = 16;

/// Writes frames as one animated WebP.
#[derive(Debug)]
pub struct Writer {
    settings: AnimationSettings,
    /// The frames' chunks.
    body: Vec<u8>,
    /// What the last frame showed.
    shown: Option<Rgba>,
    /// Where its chunk stands and how long it is shown.
    last: (usize, u32),
    frames: u32,
    has_alpha: bool,
}

/// A part of the canvas.
#[derive(Clone, Copy)]
struct Place {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Writer {
    pub fn new(settings: &AnimationSettings) -> Result<Self, EngineError> {
        check_size(settings.width as usize, settings.height as usize)?;
        let (settings, body) = (*settings, Vec::new());
        Ok(Self { settings, body, shown: None, last: (0, 0), frames: 0, has_alpha: false })
    }

    pub fn push(&mut self, frame: Frame) -> Result<(), EngineError> {
        let Frame { image, delay_ms } = frame;
        let delay_ms = delay_ms.min(LONGEST_MS);
        let whole = Place { x: 0, y: 0, width: image.width, height: image.height };
        match &self.shown {
            None => self.write(whole, &image, false, delay_ms)?,
            Some(before) => match image.difference(before) {
                None if self.last.1 + delay_ms <= LONGEST_MS => self.lengthen(delay_ms),
                changed => {
                    let place = changed.map_or(Place { width: 1, height: 1, ..whole }, even);
                    let (part, blends) = part(&image, before, place, self.settings.quality.is_some());
                    self.write(place, &part, blends, delay_ms)?;
                }
            },
        }
        self.shown = Some(image);
        Ok(())
    }

    /// A frame like the one before is no frame: that one is shown longer.
    fn lengthen(&mut self, delay_ms: u32) {
        let (at, before) = self.last;
        self.last.1 = before + delay_ms;
        self.body[at + TIME..][..3].copy_from_slice(&self.last.1.to_le_bytes()[..3]);
    }

    fn write(&mut self, place: Place, part: &Rgba, blends: bool, delay_ms: u32) -> Result<(), EngineError> {
        let mut data = Vec::new();
        [place.x / 2, place.y / 2, place.width - 1, place.height - 1, delay_ms as usize]
            .into_iter()
            .for_each(|value| put_u24(&mut data, value));
        data.push(if blends { 0 } else { REPLACES });
        let encoded = encode(part, self.settings.quality)?;
        for (kind, payload) in chunks(&encoded).filter(|(kind, _)| kind != b"VP8X") {
            put(&mut data, &kind, payload);
        }
        self.last = (self.body.len(), delay_ms);
        put(&mut self.body, b"ANMF", &data);
        self.has_alpha |= !part.opaque;
        self.frames += 1;
        Ok(())
    }

    /// How many frames the file has: fewer than were pushed where frames were alike.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    pub fn finish(self) -> Result<Vec<u8>, EngineError> {
        let refused = || EngineError::damaged("the animation could not be written as WebP");
        if self.frames == 0 {
            return Err(refused());
        }
        let mut all = Vec::with_capacity(self.body.len() + 64);
        let flags = HAS_FRAMES | if self.has_alpha { HAS_ALPHA } else { 0 };
        put(&mut all, b"VP8X", &canvas(flags, self.settings.width as usize, self.settings.height as usize));
        let plays = self.settings.plays.min(65_535).to_le_bytes();
        // A transparent background, and how often it plays.
        put(&mut all, b"ANIM", &[0, 0, 0, 0, plays[0], plays[1]]);
        all.extend_from_slice(&self.body);
        file(&all).ok_or_else(refused)
    }
}

/// Places begin at even numbers.
fn even((x, y, width, height): (usize, usize, usize, usize)) -> Place {
    Place { x: x & !1, y: y & !1, width: width + (x & 1), height: height + (y & 1) }
}

/// What a frame needs of a rectangle, and whether it lies on the frame before. Where something becomes transparent
/// nothing can shine through: then the rectangle is replaced.
fn part(image: &Rgba, before: &Rgba, place: Place, lossy: bool) -> (Rgba, bool) {
    let Place { x, y, width, height } = place;
    let mut part = image.cut(x, y, width, height);
    let under = before.cut(x, y, width, height);
    let pairs = || part.data.as_chunks::<4>().0.iter().zip(under.data.as_chunks::<4>().0);
    let covers = pairs().all(|(new, old)| new == old || new[3] == 255);
    if covers {
        let side = if lossy { BLOCK } else { 1 };
        open_blocks(&mut part, &under, side);
    }
    part.find_opaque();
    (part, covers)
}

/// Makes blocks transparent that are as they were.
fn open_blocks(part: &mut Rgba, under: &Rgba, side: usize) {
    let row =
        |x: usize, y: usize| (y * under.width + x) * 4..(y * under.width + (x + side).min(under.width)) * 4;
    for top in (0..part.height).step_by(side) {
        for left in (0..part.width).step_by(side) {
            let rows = top..(top + side).min(part.height);
            if rows.clone().all(|y| part.data[row(left, y)] == under.data[row(left, y)]) {
                rows.for_each(|y| part.data[row(left, y)].fill(0));
            }
        }
    }
}

fn encode(part: &Rgba, quality: Option<u8>) -> Result<Vec<u8>, EngineError> {
    let Some(quality) = quality else { return encode_lossless(part, &Pulse::none()) };
    let colours = palette::exact(part, PERHAPS_DRAWING).map(|indexed| indexed.colours.len());
    if colours.is_some_and(|count| count < DRAWING) {
        return encode_frame(part);
    }
    let planes = colour::from_rgba_in(part, 2, Range::Limited);
    let lossy = if part.opaque {
        encode_planes(&planes, quality, &Pulse::none())?
    } else {
        encode_lossy_alpha(&planes, &colour::alpha_plane(part), quality, &Pulse::none())?
    };
    let exact = colours.map(|_| encode_frame(part)).transpose()?;
    Ok(exact.filter(|exact| exact.len() < lossy.len()).unwrap_or(lossy))
}
