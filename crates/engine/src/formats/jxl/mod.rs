//! JPEG XL by `jxl` (jxl-rs), without its vector code: what a processor multiplies and adds in one step rounds differently, and
//! results would not be the same everywhere. Of an animation, the first frame.

mod boxes;
mod profile;

use super::part::Part;
use super::{Still, Want};
use crate::format::Format;
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use jxl::api::{
    AlphaMode, Event, ExtraChannel, JxlBasicInfo, JxlColorProfile, JxlDecoder, JxlDecoderOptions,
    JxlOutputBuffer, JxlPixelFormat, ProfileLevel,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use boxes::Blocks;

/// Samples of a pixel: colours, alpha and one channel more, for masks and the like.
const SAMPLES: u64 = 5;
/// A file is handed to the decoder in pieces, so that it can be cancelled between them.
const PIECE: usize = 64 << 10;

/// What the file says before its pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// As stored, before the image is turned.
    pub width: u32,
    pub height: u32,
    /// As EXIF says it, 1..=8; EXIF's own number is only a copy here.
    pub orientation: u8,
    pub bit_depth: u8,
    pub has_alpha: bool,
    /// The profile that stands in the file, where the samples are in its colours.
    pub icc: Option<Vec<u8>>,
}

struct Codec {
    header: fn(&[u8], &Limits) -> Result<Header, EngineError>,
    decode: fn(&[u8], &Want<'_>, &Limits) -> Result<Still, EngineError>,
    blocks: fn(&[u8], &Limits) -> Blocks,
}

const CODEC: Codec = Codec {
    header: |bytes, limits| guarded(|| Ok(Opened::new(bytes, limits)?.header)),
    decode: |bytes, want, limits| guarded(|| Opened::new(bytes, limits)?.decode(want, limits)),
    blocks: boxes::blocks,
};
static PART: Part<Codec> = Part::new(&CODEC);

#[cfg(target_arch = "wasm32")]
pub fn add() {
    PART.add(&CODEC);
}

/// Whether this program reads it.
pub fn is_there() -> bool {
    PART.is_there()
}

pub fn header(bytes: &[u8], limits: &Limits) -> Result<Header, EngineError> {
    (PART.reading(Format::Jxl)?.header)(bytes, limits)
}

pub fn decode(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    (PART.reading(Format::Jxl)?.decode)(bytes, want, limits)
}

/// What stands beside the image.
pub fn blocks(bytes: &[u8], limits: &Limits) -> Blocks {
    PART.get().map(|codec| (codec.blocks)(bytes, limits)).unwrap_or_default()
}

/// A file whose header was read.
struct Opened<'a> {
    decoder: JxlDecoder,
    bytes: &'a [u8],
    /// What was read, and what may be read by now.
    read: usize,
    open: usize,
    header: Header,
}

/// How the reading of the frame ended.
enum End {
    Whole,
    /// More frames follow.
    First,
    CutShort,
}

impl<'a> Opened<'a> {
    fn new(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        let mut options = JxlDecoderOptions::default();
        options.adjust_orientation = false;
        options.alpha_mode = AlphaMode::Unpremultiplied;
        options.max_profile_level = ProfileLevel::Main10;
        options.sample_limit = usize::try_from(limits.pixels.saturating_mul(SAMPLES)).ok();
        let header =
            Header { width: 0, height: 0, orientation: 1, bit_depth: 8, has_alpha: false, icc: None };
        let mut file = Self { decoder: JxlDecoder::new(options), bytes, read: 0, open: 0, header };
        while file.step(&mut [], false)? != Event::BasicInfo {
            file.more().ok_or_else(too_short)?;
        }
        let info = file.decoder.basic_info().ok_or_else(too_short)?;
        let profile = file.decoder.output_color_profile();
        if profile.is_some_and(JxlColorProfile::is_cmyk) {
            let what = "colours as inks (CMYK)".into();
            return Err(EngineError::UnsupportedFeature { format: Format::Jxl, what });
        }
        file.header = of(info, profile, limits);
        limits.check_size(file.header.width, file.header.height)?;
        Ok(file)
    }

    fn decode(mut self, want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
        let (width, height) = (self.header.width as usize, self.header.height as usize);
        let extra = self.decoder.basic_info().map_or(0, |info| info.extra_channels.len());
        self.decoder.set_pixel_format(JxlPixelFormat::rgba8(extra)).map_err(failed)?;
        let mut data = vec![0; width * height * 4];
        let end = self.frame(&mut data, (height, width * 4), want)?;
        let opaque = !self.header.has_alpha;
        let mut still = Still::rgba(Rgba { width, height, data, opaque }, None);
        if let Some(profile) = self.decoder.output_color_profile() {
            profile::set(&mut still, profile, limits);
        }
        Ok(match end {
            End::Whole => still,
            End::CutShort => still.cut_short(),
            End::First => {
                still.warnings.push("This is an animation: only its first frame was read.".into());
                still
            }
        })
    }

    /// The pixels of the first frame.
    fn frame(
        &mut self,
        data: &mut [u8],
        (rows, row): (usize, usize),
        want: &Want<'_>,
    ) -> Result<End, EngineError> {
        loop {
            let mut buffers = [JxlOutputBuffer::new(data, rows, row)];
            match self.step(&mut buffers, true)? {
                Event::FrameComplete { has_more_frames: true } => return Ok(End::First),
                Event::FrameComplete { .. } | Event::Complete => return Ok(End::Whole),
                Event::NeedMoreInput { .. } => {
                    want.pulse.beat(self.read, self.bytes.len())?;
                    if self.more().is_none() {
                        let drawn = self.decoder.flush_pixels(&mut buffers, None).map_err(failed)?;
                        return if drawn { Ok(End::CutShort) } else { Err(too_short()) };
                    }
                }
                Event::BasicInfo | Event::FrameHeader => {}
            }
        }
    }

    fn step(&mut self, buffers: &mut [JxlOutputBuffer<'_>], with_pixels: bool) -> Result<Event, EngineError> {
        let mut input = &self.bytes[self.read..self.open];
        let event = self.decoder.process(&mut input, with_pixels.then_some(buffers), None).map_err(failed)?;
        self.read = self.open - input.len();
        Ok(event)
    }

    /// Lets the decoder read one piece more; none at the file's end.
    fn more(&mut self) -> Option<()> {
        let open = self.bytes.len().min(self.open + PIECE);
        (open > self.open).then(|| self.open = open)
    }
}

fn of(info: &JxlBasicInfo, profile: Option<&JxlColorProfile>, limits: &Limits) -> Header {
    let icc = match profile {
        Some(JxlColorProfile::Icc(icc)) if icc.len() <= limits.icc_bytes => Some(icc.clone()),
        _ => None,
    };
    Header {
        width: u32::try_from(info.size.0).unwrap_or(u32::MAX),
        height: u32::try_from(info.size.1).unwrap_or(u32::MAX),
        orientation: info.orientation as u8,
        bit_depth: info.bit_depth.bits_per_sample().clamp(8, 16) as u8,
        has_alpha: info.extra_channels.iter().any(|channel| channel.ec_type == ExtraChannel::Alpha),
        icc,
    }
}

/// A panic of the decoder is a damaged file. In the browser it ends the instance, which the worker replaces.
fn guarded<T>(read: impl FnOnce() -> Result<T, EngineError>) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(EngineError::damaged("its JPEG XL data cannot be read")))
}

fn failed(error: jxl::error::Error) -> EngineError {
    match error {
        jxl::error::Error::ImageSizeTooLarge(..) => {
            EngineError::too_large("its frames are larger than is allowed")
        }
        other => EngineError::damaged(format!("its JPEG XL data cannot be read ({other})")),
    }
}

fn too_short() -> EngineError {
    EngineError::damaged("its JPEG XL data ends too early")
}
