//! APNG: frames composed as the format says (blend and dispose), and written as what changed.

use super::depth::narrow_all;
use super::reader::{Checksums, damage, reader};
use super::samples::to_rgba;
use super::sink::Sink;
use crate::colour::png_profile;
use crate::formats::animation::{AnimationSettings, Frame};
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use png::{BitDepth, BlendOp, DisposeOp, FrameControl};
use std::io::Cursor;

/// Reads the frames of an APNG one after the other.
pub struct Frames<'a> {
    reader: png::Reader<Cursor<&'a [u8]>>,
    canvas: Rgba,
    samples: Vec<u8>,
    /// The area to clear or put back before the next frame.
    pending: Option<(FrameControl, Option<Vec<u8>>)>,
    left: u32,
    plays: u32,
}

impl std::fmt::Debug for Frames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frames").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a> Frames<'a> {
    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        let mut reader = reader(bytes, Checksums::Ignored, limits)?;
        let (width, height) = reader.info().size();
        limits.check_size(width, height)?;
        let control = reader.info().animation_control;
        let (frames, plays) = control.map_or((1, 1), |control| (control.num_frames, control.num_plays));
        limits.check_frames(width, height, frames)?;
        let size = reader.output_buffer_size().ok_or_else(|| EngineError::too_large("its size overflows"))?;
        let mut samples = vec![0u8; size];
        // An image before the first frame control is for viewers that know no animation.
        if control.is_some() && reader.info().frame_control.is_none() {
            reader.next_frame(&mut samples).map_err(damage)?;
        }
        let canvas = Rgba::transparent(width as usize, height as usize);
        Ok(Self { reader, canvas, samples, pending: None, left: frames, plays })
    }

    pub fn plays(&self) -> u32 {
        self.plays
    }

    /// The profile of all frames, and whether it was made from the file's gamma.
    pub fn profile(&self, limits: &Limits) -> (Option<Vec<u8>>, bool) {
        let profile = png_profile(self.reader.info(), limits);
        (profile.icc, profile.must_convert)
    }

    pub fn next_frame(&mut self) -> Result<Option<Frame>, EngineError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let Ok(shape) = self.reader.next_frame(&mut self.samples) else {
            self.left = 0;
            return Ok(None);
        };
        self.dispose();
        let control = self.reader.info().frame_control.unwrap_or(FrameControl {
            width: shape.width,
            height: shape.height,
            ..FrameControl::default()
        });
        let (width, height) = (shape.width as usize, shape.height as usize);
        let count = shape.color_type.samples();
        let bytes = if shape.bit_depth == BitDepth::Sixteen { 2 } else { 1 };
        let mut part = self.samples[..width * height * count * bytes].to_vec();
        if bytes == 2 {
            narrow_all(&mut part, count, width);
        }
        let part = to_rgba(part, shape.color_type, width, height)?;
        let before = (control.dispose_op == DisposeOp::Previous).then(|| self.canvas.data.clone());
        self.blend(&part, &control);
        self.pending = Some((control, before));
        let mut image = self.canvas.clone();
        image.find_opaque();
        Ok(Some(Frame { image, delay_ms: delay_ms(&control) }))
    }

    fn dispose(&mut self) {
        match self.pending.take() {
            Some((_, Some(before))) => self.canvas.data = before,
            Some((control, None)) if control.dispose_op == DisposeOp::Background => {
                self.canvas.clear(
                    control.x_offset as usize,
                    control.y_offset as usize,
                    control.width as usize,
                    control.height as usize,
                );
            }
            _ => {}
        }
    }

    fn blend(&mut self, part: &Rgba, control: &FrameControl) {
        let (x, y) = (control.x_offset as usize, control.y_offset as usize);
        match control.blend_op {
            BlendOp::Source => self.canvas.replace(part, x, y),
            BlendOp::Over => self.canvas.draw_over(part, x, y),
        }
    }
}

fn delay_ms(control: &FrameControl) -> u32 {
    let unit = if control.delay_den == 0 { 100 } else { u32::from(control.delay_den) };
    (u32::from(control.delay_num) * 1000).div_ceil(unit)
}

/// Writes frames as one APNG: each as the rectangle that changed.
pub struct Writer {
    writer: png::Writer<Sink>,
    sink: Sink,
    canvas: Option<Rgba>,
    written: u32,
    promised: u32,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("written", &self.written).finish_non_exhaustive()
    }
}

impl Writer {
    pub fn new(settings: &AnimationSettings) -> Result<Self, EngineError> {
        let sink = Sink::default();
        let mut encoder = png::Encoder::new(sink.clone(), settings.width, settings.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_animated(settings.frames.max(1), settings.plays).map_err(refusal)?;
        let writer = encoder.write_header().map_err(refusal)?;
        Ok(Self { writer, sink, canvas: None, written: 0, promised: settings.frames.max(1) })
    }

    pub fn push(&mut self, frame: Frame) -> Result<(), EngineError> {
        if self.written < self.promised {
            self.write(&frame).map_err(refusal)?;
            self.written += 1;
            self.canvas = Some(frame.image);
        }
        Ok(())
    }

    fn write(&mut self, frame: &Frame) -> Result<(), png::EncodingError> {
        self.writer.set_frame_delay(frame.delay_ms.min(65_535) as u16, 1000)?;
        self.writer.set_blend_op(BlendOp::Source)?;
        let Some(before) = &self.canvas else {
            return self.writer.write_image_data(&frame.image.data);
        };
        let (x, y, width, height) = frame.image.difference(before).unwrap_or((0, 0, 1, 1));
        self.writer.reset_frame_position()?;
        self.writer.set_frame_dimension(width as u32, height as u32)?;
        self.writer.set_frame_position(x as u32, y as u32)?;
        self.writer.write_image_data(&frame.image.cut(x, y, width, height).data)
    }

    pub fn finish(self) -> Result<Vec<u8>, EngineError> {
        let Self { writer, sink, written, promised, .. } = self;
        drop(writer);
        let mut bytes = sink.take();
        if written != promised {
            correct_frame_count(&mut bytes, written);
        }
        Ok(bytes)
    }
}

fn refusal(_: png::EncodingError) -> EngineError {
    EngineError::damaged("the frames could not be written as PNG")
}

/// A source that broke off had fewer frames than it promised: the `acTL` chunk, always right after `IHDR`, says so.
fn correct_frame_count(bytes: &mut [u8], frames: u32) {
    const KIND: usize = 8 + 25 + 4;
    if bytes.get(KIND..KIND + 4) == Some(b"acTL") && bytes.len() >= KIND + 16 {
        bytes[KIND + 4..KIND + 8].copy_from_slice(&frames.to_be_bytes());
        let sum = crc32fast::hash(&bytes[KIND..KIND + 12]);
        bytes[KIND + 12..KIND + 16].copy_from_slice(&sum.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(value: u8) -> Frame {
        let mut image = Rgba::transparent(4, 3);
        image.data[20..24].copy_from_slice(&[value, 0, 9, 255]);
        Frame { image, delay_ms: 40 }
    }

    #[test]
    fn frames_come_back_as_they_went_in_even_when_fewer_than_promised() {
        let settings =
            AnimationSettings { width: 4, height: 3, plays: 2, quality: None, colours: 256, frames: 5 };
        let mut writer = Writer::new(&settings).unwrap();
        for value in [10, 20, 20] {
            writer.push(frame(value)).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let mut frames = Frames::open(&bytes, &Limits::default()).unwrap();
        assert_eq!(frames.plays(), 2);
        let mut seen = Vec::new();
        while let Some(frame) = frames.next_frame().unwrap() {
            seen.push(frame);
        }
        assert_eq!(seen, [frame(10), frame(20), frame(20)]);
    }
}
