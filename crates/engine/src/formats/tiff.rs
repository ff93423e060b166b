//! TIFF, its first page: strips and tiles of 1 to 32 bits a sample, grey, RGB, CMYK and YCbCr, read piece by piece.

mod inner_jpeg;
mod open;
mod samples;

use super::part::Part;
use super::row_sink::{Crop, RowSink};
use super::{Still, Want};
use crate::format::Format;
use crate::{EngineError, Limits};
use open::{Opened, failed, open};
use samples::{Kind, Reader};
use tiff::ColorType;
use tiff::decoder::ChunkType;
use tiff::tags::Tag;

/// The profile's entry.
const ICC: Tag = Tag::IccProfile;

/// What the first directory says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub width: u32,
    pub height: u32,
    pub bit_depth: u8,
    pub has_alpha: bool,
    /// More pages follow.
    pub more_pages: bool,
}

struct Codec {
    header: fn(&[u8], &Limits) -> Result<Header, EngineError>,
    decode: fn(&[u8], &Want<'_>, &Limits) -> Result<Still, EngineError>,
}

const CODEC: Codec = Codec { header: read_header, decode: read };
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
    (PART.reading(Format::Tiff)?.header)(bytes, limits)
}

pub fn decode(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    (PART.reading(Format::Tiff)?.decode)(bytes, want, limits)
}

fn read_header(bytes: &[u8], limits: &Limits) -> Result<Header, EngineError> {
    let mut file = open(bytes, limits)?;
    let (width, height) = file.dimensions().map_err(failed)?;
    limits.check_size(width, height)?;
    let colour = file.colortype().map_err(failed)?;
    let has_alpha = matches!(colour, ColorType::RGBA(_) | ColorType::GrayA(_));
    Ok(Header {
        width,
        height,
        bit_depth: colour.bit_depth().clamp(8, 16),
        has_alpha,
        more_pages: file.more_images(),
    })
}

fn read(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    let mut file = open(bytes, limits)?;
    let (width, height) = file.dimensions().map_err(failed)?;
    limits.check_size(width, height)?;
    inner_jpeg::check(bytes, &mut file)?;
    let icc = profile(&mut file, limits);
    let kind = Kind::of(&mut file, icc.as_deref())?;
    let (width, height) = (width as usize, height as usize);
    let mut sink = RowSink::new(Crop { x: 0, y: 0, width, height }, !kind.has_alpha(), want);
    let whole = pages(&mut file, &kind, (width, height), &mut sink, want)?;
    // Inks became light on the way: their profile means nothing for the result.
    let icc = icc.filter(|_| kind.keeps_profile());
    let still = Still::new(sink.finish(), icc);
    Ok(if whole { still } else { still.cut_short() })
}

/// `false`: the file broke off, and the rest is white.
fn pages(
    file: &mut Opened<'_>,
    kind: &Kind,
    (width, height): (usize, usize),
    sink: &mut RowSink,
    want: &Want<'_>,
) -> Result<bool, EngineError> {
    let (chunk_width, chunk_height) = file.chunk_dimensions();
    let (chunk_width, chunk_height) = (chunk_width as usize, (chunk_height as usize).min(height));
    if chunk_width == 0 || chunk_height == 0 {
        return Err(EngineError::damaged("its strips have no size"));
    }
    let across = match file.get_chunk_type() {
        ChunkType::Strip => 1,
        ChunkType::Tile => width.div_ceil(chunk_width),
    };
    let rows = height.div_ceil(chunk_height);
    let mut reader = Reader::new(kind, (across * rows) as u32);
    let mut band = vec![255u8; width * chunk_height * 4];
    for row in 0..rows {
        want.pulse.beat(row, rows)?;
        let top = row * chunk_height;
        for column in 0..across {
            let at = (row * across + column) as u32;
            let left = column * chunk_width;
            match reader.read(file, at, &mut band, (left, width)) {
                Ok(()) => {}
                Err(error) if at == 0 => return Err(failed(error)),
                Err(_) => {
                    (top..height).for_each(|y| sink.push(y, &vec![255; width * 4]));
                    return Ok(false);
                }
            }
        }
        for (y, pixels) in band.chunks_exact(width * 4).enumerate().take(height - top) {
            sink.push(top + y, pixels);
        }
    }
    Ok(true)
}

fn profile(file: &mut Opened<'_>, limits: &Limits) -> Option<Vec<u8>> {
    file.get_tag_u8_vec(ICC).ok().filter(|icc| icc.len() <= limits.icc_bytes && icc.len() > 128)
}
