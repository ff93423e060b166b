//! GIF frames composed onto the canvas, as browsers do it: the background is transparent, frames are cut to the canvas.

use super::scan::header;
use crate::formats::Still;
use crate::formats::animation::Frame;
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use gif::{ColorOutput, DecodeOptions, DecodingError, DisposalMethod, MemoryLimit, Repeat};
use std::num::NonZeroU64;

/// Reads the frames of a GIF one after the other.
pub struct Frames<'a> {
    decoder: gif::Decoder<&'a [u8]>,
    canvas: Rgba,
    pending: Option<Dispose>,
    left: u32,
    /// Repetitions may stand after the first frame, so the last word counts.
    repeat: Repeat,
    most_pixels: u64,
    broken: bool,
}

/// What happens to a frame's area before the next one is drawn.
enum Dispose {
    Clear { x: usize, y: usize, width: usize, height: usize },
    Restore(Vec<u8>),
}

impl std::fmt::Debug for Frames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frames").field("left", &self.left).finish_non_exhaustive()
    }
}

/// The first frame.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Still, EngineError> {
    let mut frames = Frames::open(bytes, limits)?;
    let frame = frames.next_frame()?.ok_or_else(|| EngineError::damaged("the GIF has no image in it"))?;
    let still = Still::rgba(frame.image, frames.icc_profile(limits));
    Ok(if frames.broken { still.cut_short() } else { still })
}

impl<'a> Frames<'a> {
    /// The embedded profile, as far as the file was read.
    pub fn icc_profile(&self, limits: &Limits) -> Option<Vec<u8>> {
        let icc = self.decoder.icc_profile().filter(|icc| icc.len() <= limits.icc_bytes);
        icc.map(<[u8]>::to_vec)
    }

    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        let header = header(bytes, limits)?;
        limits.check_size(header.width, header.height)?;
        limits.check_frames(header.width, header.height, header.frames)?;
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        options.allow_unknown_blocks(true);
        options
            .set_memory_limit(MemoryLimit::Bytes(NonZeroU64::new(limits.pixels).unwrap_or(NonZeroU64::MIN)));
        let decoder = options.read_info(bytes).map_err(damage)?;
        let canvas = Rgba::transparent(header.width as usize, header.height as usize);
        let repeat = decoder.repeat();
        Ok(Self {
            decoder,
            canvas,
            pending: None,
            left: header.frames,
            repeat,
            most_pixels: limits.pixels,
            broken: false,
        })
    }

    /// How often the animation plays; 0 = for ever.
    pub fn plays(&self) -> u32 {
        match self.repeat {
            Repeat::Infinite => 0,
            Repeat::Finite(again) => u32::from(again) + 1,
        }
    }

    pub fn next_frame(&mut self) -> Result<Option<Frame>, EngineError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let global = self.decoder.global_palette().map(<[u8]>::to_vec).unwrap_or_default();
        let mut frame = match self.decoder.next_frame_info() {
            Ok(Some(frame)) => frame.clone(),
            Err(DecodingError::MemoryLimit) => return Err(damage(DecodingError::MemoryLimit)),
            Ok(None) | Err(_) => return self.end(),
        };
        let area = u64::from(frame.width) * u64::from(frame.height);
        if area > self.most_pixels {
            return Err(damage(DecodingError::MemoryLimit));
        }
        let mut indices = vec![frame.transparent.unwrap_or(0); area as usize];
        // Data that breaks off is drawn as far as it goes, and the animation ends there.
        if self.decoder.read_into_buffer(&mut indices).is_err() {
            self.left = 0;
            self.broken = true;
        }
        frame.buffer = indices.into();
        self.repeat = self.decoder.repeat();
        match self.pending.take() {
            Some(Dispose::Clear { x, y, width, height }) => self.canvas.clear(x, y, width, height),
            Some(Dispose::Restore(before)) => self.canvas.data = before,
            None => {}
        }
        self.pending = match frame.dispose {
            DisposalMethod::Background => Some(Dispose::Clear {
                x: frame.left.into(),
                y: frame.top.into(),
                width: frame.width.into(),
                height: frame.height.into(),
            }),
            DisposalMethod::Previous => Some(Dispose::Restore(self.canvas.data.clone())),
            DisposalMethod::Any | DisposalMethod::Keep => None,
        };
        draw(&mut self.canvas, &frame, frame.palette.as_deref().unwrap_or(&global));
        let mut image = self.canvas.clone();
        image.find_opaque();
        Ok(Some(Frame { image, delay_ms: u32::from(frame.delay) * 10 }))
    }

    fn end(&mut self) -> Result<Option<Frame>, EngineError> {
        self.left = 0;
        Ok(None)
    }
}

fn draw(canvas: &mut Rgba, frame: &gif::Frame<'_>, palette: &[u8]) {
    let colours = palette.as_chunks::<3>().0;
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let width = usize::from(frame.width);
    if width == 0 || left >= canvas.width {
        return;
    }
    let columns = width.min(canvas.width - left);
    for (row, indices) in frame.buffer.chunks_exact(width).enumerate() {
        if top + row >= canvas.height {
            break;
        }
        let line = &mut canvas.data[((top + row) * canvas.width + left) * 4..][..columns * 4];
        for (pixel, &index) in line.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
            if frame.transparent != Some(index)
                && let Some([r, g, b]) = colours.get(usize::from(index))
            {
                *pixel = [*r, *g, *b, 255];
            }
        }
    }
}

fn damage(error: DecodingError) -> EngineError {
    match error {
        DecodingError::MemoryLimit | DecodingError::OutOfMemory => {
            EngineError::too_large("a frame of the GIF asks for more memory than is allowed")
        }
        _ => EngineError::damaged("the GIF data cannot be read"),
    }
}
