//! RGBA frames to GIF: at most 256 colours a frame, each frame only where something changed.

use crate::EngineError;
use crate::formats::animation::{AnimationSettings, Frame};
use crate::formats::palette::{self, Indexed};
use crate::planes::Rgba;
use crate::pulse::Pulse;
use gif::{DisposalMethod, Encoder, Repeat};
use std::borrow::Cow;

/// From this alpha on a pixel is shown: GIF knows only there and not there.
const SHOWN: u8 = 128;

/// One still image with at most `colours` colours.
pub fn encode(image: &Rgba, colours: usize) -> Result<Vec<u8>, EngineError> {
    let settings = AnimationSettings {
        width: image.width as u32,
        height: image.height as u32,
        plays: 1,
        quality: None,
        colours,
        frames: 1,
    };
    let mut writer = Writer::new(&settings)?;
    writer.push(Frame { image: image.clone(), delay_ms: 0 })?;
    writer.finish()
}

/// Writes frames as one GIF. A frame waits until the next one is known: it says whether this one must be wiped.
pub struct Writer {
    encoder: Encoder<Vec<u8>>,
    colours: usize,
    /// What is on the canvas before `waiting`; none = nothing.
    canvas: Option<Rgba>,
    waiting: Option<Frame>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("colours", &self.colours).finish_non_exhaustive()
    }
}

impl Writer {
    pub fn new(settings: &AnimationSettings) -> Result<Self, EngineError> {
        let side = |value: u32| {
            u16::try_from(value).map_err(|_| EngineError::too_large("a GIF has at most 65535 pixels a side"))
        };
        let mut encoder =
            Encoder::new(Vec::new(), side(settings.width)?, side(settings.height)?, &[]).map_err(refusal)?;
        let repeat = match settings.plays {
            0 => Some(Repeat::Infinite),
            1 => None,
            plays => Some(Repeat::Finite((plays - 1).min(65_535) as u16)),
        };
        if let Some(repeat) = repeat {
            encoder.set_repeat(repeat).map_err(refusal)?;
        }
        Ok(Self { encoder, colours: settings.colours.clamp(2, 256), canvas: None, waiting: None })
    }

    pub fn push(&mut self, mut frame: Frame) -> Result<(), EngineError> {
        harden_alpha(&mut frame.image);
        if let Some(waiting) = self.waiting.take() {
            let wipe = vanishes(&waiting.image, &frame.image);
            self.write(waiting, wipe)?;
        }
        self.waiting = Some(frame);
        Ok(())
    }

    pub fn finish(mut self) -> Result<Vec<u8>, EngineError> {
        if let Some(waiting) = self.waiting.take() {
            self.write(waiting, false)?;
        }
        self.encoder.into_inner().map_err(refusal)
    }

    /// Writes one frame; `wipe` clears the whole canvas after it, so such a frame covers the canvas.
    fn write(&mut self, frame: Frame, wipe: bool) -> Result<(), EngineError> {
        let image = &frame.image;
        let (x, y, width, height) = match &self.canvas {
            Some(before) if !wipe => image.difference(before).unwrap_or((0, 0, 1, 1)),
            _ => (0, 0, image.width, image.height),
        };
        let mut part = image.cut(x, y, width, height);
        if let Some(before) = &self.canvas {
            hide_unchanged(&mut part, &before.cut(x, y, width, height));
        }
        // One index is kept for "not there".
        let indexed = match palette::exact(&part, self.colours) {
            Some(exact) => exact,
            None => palette::reduce(&part, self.colours, &Pulse::none())?,
        };
        let dispose = if wipe { DisposalMethod::Background } else { DisposalMethod::Keep };
        self.encoder
            .write_frame(&gif_frame(indexed, (x, y, width, height), frame.delay_ms, dispose))
            .map_err(refusal)?;
        self.canvas = (!wipe).then_some(frame.image);
        Ok(())
    }
}

fn gif_frame(
    indexed: Indexed,
    (x, y, width, height): (usize, usize, usize, usize),
    delay_ms: u32,
    dispose: DisposalMethod,
) -> gif::Frame<'static> {
    let transparent = indexed.colours.iter().position(|colour| colour[3] < SHOWN).map(|at| at as u8);
    gif::Frame {
        delay: (delay_ms / 10).min(65_535) as u16,
        dispose,
        transparent,
        left: x as u16,
        top: y as u16,
        width: width as u16,
        height: height as u16,
        palette: Some(indexed.colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect()),
        buffer: Cow::Owned(indexed.pixels),
        ..gif::Frame::default()
    }
}

fn harden_alpha(image: &mut Rgba) {
    if image.opaque {
        return;
    }
    for pixel in image.data.as_chunks_mut::<4>().0 {
        if pixel[3] < SHOWN {
            *pixel = [0; 4];
        } else {
            pixel[3] = 255;
        }
    }
}

/// Something that is shown in `before` is gone in `after`.
fn vanishes(before: &Rgba, after: &Rgba) -> bool {
    !after.opaque
        && before.data.chunks_exact(4).zip(after.data.chunks_exact(4)).any(|(b, a)| b[3] != 0 && a[3] == 0)
}

fn hide_unchanged(part: &mut Rgba, before: &Rgba) {
    for (pixel, old) in part.data.as_chunks_mut::<4>().0.iter_mut().zip(before.data.as_chunks::<4>().0) {
        if pixel == old {
            *pixel = [0; 4];
            part.opaque = false;
        }
    }
}

fn refusal(_: gif::EncodingError) -> EngineError {
    EngineError::damaged("the image could not be written as GIF")
}
