//! Animations frame by frame, whatever file they come from or go to: GIF, WebP or APNG.

use super::{gif, png, webp};
use crate::planes::Rgba;
use crate::{EngineError, Format, Limits};

/// One image of an animation, composed to the full canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub image: Rgba,
    pub delay_ms: u32,
}

/// A file with several frames, read one at a time.
#[derive(Debug)]
pub enum Animation<'a> {
    Gif(Box<gif::Frames<'a>>),
    Png(Box<png::Frames<'a>>),
    Webp(webp::Frames<'a>),
}

impl<'a> Animation<'a> {
    pub fn open(bytes: &'a [u8], format: Format, limits: &Limits) -> Result<Self, EngineError> {
        match format {
            Format::Gif => Ok(Self::Gif(Box::new(gif::Frames::open(bytes, limits)?))),
            Format::Png => Ok(Self::Png(Box::new(png::Frames::open(bytes, limits)?))),
            Format::Webp => Ok(Self::Webp(webp::Frames::open(bytes, limits)?)),
            _ => Err(EngineError::Unsupported),
        }
    }

    /// The next frame; `None` after the last one. A file that breaks off ends where it breaks off.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, EngineError> {
        match self {
            Self::Gif(frames) => frames.next_frame(),
            Self::Png(frames) => frames.next_frame(),
            Self::Webp(frames) => frames.next_frame(),
        }
    }

    /// The profile that says what the frames' samples mean, and whether it is not one that a file could keep. Known
    /// after the first frame; `bytes` is the file.
    pub fn profile(&self, bytes: &[u8], limits: &Limits) -> (Option<Vec<u8>>, bool) {
        match self {
            Self::Gif(frames) => (frames.icc_profile(limits), false),
            Self::Png(frames) => frames.profile(limits),
            Self::Webp(_) => (webp::icc_profile(bytes, limits), false),
        }
    }

    /// How often the animation plays; 0 = for ever.
    pub fn plays(&self) -> u32 {
        match self {
            Self::Gif(frames) => frames.plays(),
            Self::Png(frames) => frames.plays(),
            Self::Webp(frames) => frames.plays(),
        }
    }
}

/// How a new animation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationSettings {
    pub width: u32,
    pub height: u32,
    /// How often it plays; 0 = for ever.
    pub plays: u32,
    /// 1..=100 for lossy WebP; `None` = lossless.
    pub quality: Option<u8>,
    /// At most this many colours a frame, for GIF.
    pub colours: usize,
    /// How many frames are expected; fewer may come.
    pub frames: u32,
}

/// A file with several frames, written one at a time.
#[derive(Debug)]
pub enum AnimationWriter {
    Gif(gif::Writer),
    Png(png::Writer),
    Webp(webp::Writer),
}

impl AnimationWriter {
    pub fn new(format: Format, settings: &AnimationSettings) -> Result<Self, EngineError> {
        match format {
            Format::Gif => Ok(Self::Gif(gif::Writer::new(settings)?)),
            Format::Png => Ok(Self::Png(png::Writer::new(settings)?)),
            Format::Webp => Ok(Self::Webp(webp::Writer::new(settings)?)),
            _ => Err(EngineError::Unsupported),
        }
    }

    pub fn push(&mut self, frame: Frame) -> Result<(), EngineError> {
        match self {
            Self::Gif(writer) => writer.push(frame),
            Self::Png(writer) => writer.push(frame),
            Self::Webp(writer) => writer.push(frame),
        }
    }

    /// How many frames the file has, of so many that were pushed: WebP shows a frame longer instead of writing it again.
    pub fn frames(&self, pushed: u32) -> u32 {
        match self {
            Self::Gif(_) | Self::Png(_) => pushed,
            Self::Webp(writer) => writer.frames(),
        }
    }

    pub fn finish(self) -> Result<Vec<u8>, EngineError> {
        match self {
            Self::Gif(writer) => writer.finish(),
            Self::Png(writer) => writer.finish(),
            Self::Webp(writer) => writer.finish(),
        }
    }
}
