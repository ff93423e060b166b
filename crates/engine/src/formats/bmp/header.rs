//! File and info headers of a BMP: OS/2 1 and 2, Windows 3, 4 and 5.

use crate::EngineError;

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Rle4,
    Rle8,
    Masks,
}

/// What the headers say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub width: u32,
    pub height: u32,
    pub top_down: bool,
    pub bits: u16,
    pub packing: Packing,
    /// Red, green, blue, alpha; an alpha mask of 0 means opaque.
    pub masks: [u32; 4],
    /// Where the palette stands, how many bytes an entry has, and how many entries.
    pub palette: (usize, usize, usize),
    /// Where the pixels start.
    pub pixels: usize,
    /// Where an embedded ICC profile stands.
    pub icc: Option<(usize, usize)>,
}

impl Header {
    pub fn has_alpha(&self) -> bool {
        self.masks[3] != 0
    }
}

/// Reads the headers; sizes are not judged here.
pub fn header(bytes: &[u8]) -> Result<Header, EngineError> {
    let u16_at =
        |at: usize| bytes.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]])).ok_or_else(short);
    let u32_at = |at: usize| {
        bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).ok_or_else(short)
    };
    let info = u32_at(14)? as usize;
    let pixels = u32_at(10)? as usize;
    if info == 12 {
        let (width, height, bits) = (u16_at(18)?, u16_at(20)?, u16_at(24)?);
        let size = (u32::from(width), u32::from(height));
        return finish(size, false, bits, 0, [0; 4], (26, 3, 0), pixels, None);
    }
    if !matches!(info, 16 | 40 | 52 | 56 | 64 | 108 | 124) {
        return Err(EngineError::damaged("the BMP header has an unknown size"));
    }
    let (width, height) = (u32_at(18)?.cast_signed(), u32_at(22)?.cast_signed());
    if width <= 0 || height == 0 || height == i32::MIN {
        return Err(EngineError::damaged("the BMP has no valid width and height"));
    }
    let bits = u16_at(28)?;
    let (packing, used) = if info >= 40 { (u32_at(30)?, u32_at(46)? as usize) } else { (0, 0) };
    // Windows 3 headers have their masks behind them, later ones inside: the same place. OS/2 headers have none.
    let masked = packing == 3 || packing == 6;
    let mut masks = [0; 4];
    let mut palette_at = 14 + info;
    if masked && info != 64 {
        let count = if info >= 56 || packing == 6 { 4 } else { 3 };
        for (i, mask) in masks.iter_mut().enumerate().take(count) {
            *mask = u32_at(54 + i * 4)?;
        }
        palette_at = palette_at.max(54 + count * 4);
    }
    let icc = if info == 124 && u32_at(70)? == u32::from_be_bytes(*b"MBED") {
        Some((14 + u32_at(126)? as usize, u32_at(130)? as usize))
    } else {
        None
    };
    let size = (width.unsigned_abs(), height.unsigned_abs());
    finish(size, height < 0, bits, packing, masks, (palette_at, 4, used), pixels, icc)
}

/// Where a file's image and profile end, if the file is longer than that. Where pixels are said to begin inside the
/// headers, nobody knows.
pub fn end(bytes: &[u8]) -> Option<usize> {
    let header = header(bytes).ok().filter(|header| header.pixels >= header.palette.0)?;
    let stride = (header.width as usize).checked_mul(usize::from(header.bits))?.div_ceil(32) * 4;
    let length = match header.packing {
        Packing::Plain | Packing::Masks => stride.checked_mul(header.height as usize)?,
        // Packed pixels state their length, or it is not known.
        Packing::Rle4 | Packing::Rle8 => {
            let stated = u32::from_le_bytes(*bytes.get(34..)?.first_chunk()?) as usize;
            Some(stated).filter(|&stated| stated > 0)?
        }
    };
    let pixels = header.pixels.checked_add(length)?;
    let profile = header.icc.and_then(|(at, length)| at.checked_add(length)).unwrap_or(0);
    Some(pixels.max(profile)).filter(|&end| end < bytes.len())
}

#[expect(clippy::too_many_arguments, reason = "the fields of a header, once")]
fn finish(
    (width, height): (u32, u32),
    top_down: bool,
    bits: u16,
    packing: u32,
    mut masks: [u32; 4],
    (palette_at, entry, used): (usize, usize, usize),
    pixels: usize,
    icc: Option<(usize, usize)>,
) -> Result<Header, EngineError> {
    let packing = match (packing, bits) {
        (0, _) => Packing::Plain,
        (1, 8) => Packing::Rle8,
        (2, 4) => Packing::Rle4,
        (3 | 6, 16 | 32) => Packing::Masks,
        _ => return Err(unsupported(format!("compression {packing} with {bits} bits a pixel"))),
    };
    if !matches!(bits, 1 | 2 | 4 | 8 | 16 | 24 | 32) {
        return Err(unsupported(format!("{bits} bits a pixel")));
    }
    if packing == Packing::Plain {
        masks = match bits {
            16 => [0x7c00, 0x3e0, 0x1f, 0],
            _ => [0xff_0000, 0xff00, 0xff, 0],
        };
    }
    let most = if bits <= 8 { 1usize << bits } else { 0 };
    let colours = if used == 0 || used > most { most } else { used };
    let palette = (palette_at, entry, colours);
    Ok(Header { width, height, top_down, bits, packing, masks, palette, pixels, icc })
}

fn short() -> EngineError {
    EngineError::damaged("the BMP header is cut off")
}

fn unsupported(what: String) -> EngineError {
    EngineError::UnsupportedFeature { format: crate::Format::Bmp, what }
}
