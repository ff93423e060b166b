//! What kind of file this is, by its content, and what its headers say.

mod png;

use crate::formats::{bmp, gif, jpeg, webp};
use crate::{EngineError, Inspection, Limits, metadata};
use serde::Serialize;

/// A format that the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PictureFormat))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Jpeg,
    Png,
    Webp,
    Gif,
    Bmp,
}

impl Format {
    /// The format by the first bytes; the file's name plays no part.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'B', b'M', ..] if bytes.len() >= 26 => Some(Self::Bmp),
            _ => None,
        }
    }

    /// The format that an ending of a file name stands for, in any letter case.
    pub fn of_extension(ending: &str) -> Option<Self> {
        let known = [Self::Jpeg, Self::Png, Self::Webp, Self::Gif, Self::Bmp];
        let ending = if ending.eq_ignore_ascii_case("jpeg") { "jpg" } else { ending };
        known.into_iter().find(|format| format.extension().eq_ignore_ascii_case(ending))
    }

    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Bmp => "bmp",
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
        })
    }
}

/// What the pipeline must know before it decodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    pub format: Format,
    /// As stored, before orientation.
    pub width: u32,
    pub height: u32,
    pub frames: u32,
    pub has_alpha: bool,
    pub bit_depth: u8,
    /// Every pixel is stored exactly.
    pub lossless: bool,
}

/// Finds format and size from the headers and refuses what is beyond the limits.
pub fn probe(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    limits.check_bytes(bytes.len())?;
    let format = Format::of(bytes).ok_or(EngineError::Unsupported)?;
    let probe = match format {
        Format::Jpeg => probe_jpeg(bytes, limits)?,
        Format::Png => png::probe(bytes, limits)?,
        Format::Webp => probe_webp(bytes, limits)?,
        Format::Gif => probe_gif(bytes, limits)?,
        Format::Bmp => probe_bmp(bytes)?,
    };
    limits.check_size(probe.width, probe.height)?;
    limits.check_frames(probe.width, probe.height, probe.frames)?;
    Ok(probe)
}

/// Reads the headers only.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<Inspection, EngineError> {
    let probe = probe(bytes, limits)?;
    let found = metadata::read(bytes, probe.format, limits);
    Ok(Inspection {
        format: probe.format,
        mime: probe.format.mime(),
        extension: probe.format.extension(),
        width: probe.width,
        height: probe.height,
        orientation: found.orientation.clamp(1, 8),
        frames: probe.frames,
        has_alpha: probe.has_alpha,
        bit_depth: probe.bit_depth,
        icc: found.icc,
        taken_at: found.taken_at,
        camera_make: found.camera_make,
        camera_model: found.camera_model,
        latitude: found.latitude,
        longitude: found.longitude,
        title: found.title,
        has_exif: found.has_exif,
        has_xmp: found.has_xmp,
        has_iptc: found.has_iptc,
    })
}

fn probe_jpeg(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = jpeg::read_header(bytes, limits)?;
    Ok(Probe {
        format: Format::Jpeg,
        width: header.width as u32,
        height: header.height as u32,
        frames: 1,
        has_alpha: false,
        bit_depth: 8,
        lossless: false,
    })
}

fn probe_webp(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = webp::header(bytes, limits)?;
    Ok(Probe {
        format: Format::Webp,
        width: header.width,
        height: header.height,
        frames: header.frames,
        has_alpha: header.has_alpha,
        bit_depth: 8,
        lossless: header.lossless,
    })
}

fn probe_gif(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = gif::header(bytes, limits)?;
    Ok(Probe {
        format: Format::Gif,
        width: header.width,
        height: header.height,
        frames: header.frames.max(1),
        has_alpha: header.has_alpha,
        bit_depth: 8,
        lossless: true,
    })
}

fn probe_bmp(bytes: &[u8]) -> Result<Probe, EngineError> {
    let header = bmp::header(bytes)?;
    Ok(Probe {
        format: Format::Bmp,
        width: header.width,
        height: header.height,
        frames: 1,
        has_alpha: header.has_alpha(),
        bit_depth: 8,
        lossless: true,
    })
}
