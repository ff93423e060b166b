//! What kind of file this is, by its content, and what its headers say.

use crate::format::Format;
#[cfg(any(feature = "heic", feature = "avif"))]
use crate::formats::heif;
#[cfg(feature = "jxl")]
use crate::formats::jxl;
#[cfg(feature = "tiff")]
use crate::formats::tiff;
use crate::formats::{bmp, gif, jpeg, png, raw, webp};
use crate::{EngineError, Limits};

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
    let format = Format::of(bytes).ok_or_else(|| EngineError::unsupported(bytes))?;
    if !is_built_in(format) {
        return Err(EngineError::NotBuiltIn { format });
    }
    let probe = match format {
        Format::Jpeg => probe_jpeg(bytes, limits)?,
        Format::Png => probe_png(bytes, limits)?,
        Format::Webp => probe_webp(bytes, limits)?,
        Format::Gif => probe_gif(bytes, limits)?,
        Format::Bmp => probe_bmp(bytes)?,
        Format::Raw => Probe { format, ..probe_jpeg(raw::preview(bytes, limits)?, limits)? },
        #[cfg(any(feature = "heic", feature = "avif"))]
        Format::Heic | Format::Avif => probe_heif(bytes, limits)?,
        #[cfg(feature = "tiff")]
        Format::Tiff => probe_tiff(bytes, limits)?,
        #[cfg(not(any(feature = "heic", feature = "avif")))]
        Format::Heic | Format::Avif => return Err(EngineError::NotBuiltIn { format }),
        #[cfg(feature = "jxl")]
        Format::Jxl => probe_jxl(bytes, limits)?,
        #[cfg(not(feature = "jxl"))]
        Format::Jxl => return Err(EngineError::NotBuiltIn { format }),
        #[cfg(not(feature = "tiff"))]
        Format::Tiff => return Err(EngineError::NotBuiltIn { format }),
    };
    limits.check_size(probe.width, probe.height)?;
    limits.check_frames(probe.width, probe.height, probe.frames)?;
    Ok(probe)
}

/// Whether this program reads the format. Of two formats with the same container one may be missing.
fn is_built_in(format: Format) -> bool {
    match format {
        #[cfg(any(feature = "heic", feature = "avif"))]
        Format::Heic => heif::reads_heic(),
        #[cfg(any(feature = "heic", feature = "avif"))]
        Format::Avif => heif::reads_avif(),
        #[cfg(feature = "tiff")]
        Format::Tiff => tiff::is_there(),
        #[cfg(feature = "jxl")]
        Format::Jxl => jxl::is_there(),
        _ => format.is_always_built_in() || format == Format::Raw,
    }
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

#[cfg(any(feature = "heic", feature = "avif"))]
fn probe_heif(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let file = heif::Container::open(bytes, limits)?;
    Ok(Probe {
        format: file.format,
        width: file.crop.width as u32,
        height: file.crop.height as u32,
        frames: 1,
        has_alpha: file.alpha.is_some(),
        bit_depth: file.bit_depth,
        lossless: false,
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

/// Nothing is inflated: the chunks before the pixels say all.
fn probe_png(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let head = bytes.get(8..33).ok_or_else(|| EngineError::damaged("the PNG header is cut off"))?;
    if &head[4..8] != b"IHDR" {
        return Err(EngineError::damaged("the PNG has no header chunk"));
    }
    let (depth, kind) = (head[16], head[17]);
    if !matches!((kind, depth), (0, 1 | 2 | 4 | 8 | 16) | (2 | 4 | 6, 8 | 16) | (3, 1 | 2 | 4 | 8)) {
        return Err(EngineError::damaged(format!("a PNG of colour type {kind} cannot have {depth} bits")));
    }
    let mut probe = Probe {
        format: Format::Png,
        width: number(&head[8..]),
        height: number(&head[12..]),
        frames: 1,
        has_alpha: kind == 4 || kind == 6,
        bit_depth: depth,
        lossless: true,
    };
    for (name, data) in png::chunks(bytes).take(limits.segments as usize) {
        match &name {
            b"tRNS" => probe.has_alpha = true,
            b"acTL" if data.len() >= 4 => probe.frames = number(data).max(1),
            b"IDAT" | b"IEND" => break,
            _ => {}
        }
    }
    Ok(probe)
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

#[cfg(feature = "tiff")]
fn probe_tiff(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = tiff::header(bytes, limits)?;
    Ok(Probe {
        format: Format::Tiff,
        width: header.width,
        height: header.height,
        frames: 1,
        has_alpha: header.has_alpha,
        bit_depth: header.bit_depth,
        lossless: true,
    })
}

#[cfg(feature = "jxl")]
fn probe_jxl(bytes: &[u8], limits: &Limits) -> Result<Probe, EngineError> {
    let header = jxl::header(bytes, limits)?;
    Ok(Probe {
        format: Format::Jxl,
        width: header.width,
        height: header.height,
        frames: 1,
        has_alpha: header.has_alpha,
        bit_depth: header.bit_depth,
        lossless: false,
    })
}
