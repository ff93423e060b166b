//! One still PNG to planes or RGBA, reduced on the way; of an APNG the first frame, as browsers show it.

use super::animation::Frames;
use super::chunk::put_chunk;
use super::depth::{narrow_all, narrow_row};
use super::incoming::Incoming;
use super::passes;
use super::reader::{Checksums, Reader, reader};
use super::samples::to_rgba;
use crate::colour::{self, png_profile};
use crate::formats::{Still, Want};
use crate::planes::Raster;
use crate::pulse::Pulse;
use crate::{EngineError, Limits};
use png::{BitDepth, ColorType, DecodingError};

const WRONG_SUM: &str = "A checksum of the file is wrong: parts of the image may be damaged.";

/// Decodes the first image. A wrong checksum is no reason to refuse pixels that can be read, nor is an animation that
/// makes no sense; a file that breaks off gives what is there. Each with a warning.
pub fn decode(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    if let Ok((still, true)) = attempt(bytes, Checksums::Verified, want, limits) {
        return Ok(still);
    }
    let second = attempt(bytes, Checksums::Ignored, want, limits).or_else(|error| {
        let plain = without_animation(bytes, limits).ok_or(error)?;
        attempt(&plain, Checksums::Ignored, want, limits)
    });
    let (mut still, whole) = second?;
    if whole {
        still.warnings.push(WRONG_SUM.into());
        return Ok(still);
    }
    Ok(still.cut_short())
}

/// Whether there is anything to decode: the chunks before the pixels, and the first row.
pub fn check(bytes: &[u8], limits: &Limits) -> Result<(), EngineError> {
    let mut reader = reader(bytes, Checksums::Ignored, limits)?;
    match reader.next_row() {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(EngineError::damaged("the PNG ends before its first row")),
        Err(error) => Err(nothing(&error)),
    }
}

/// The same file without its animation; none when it has no such chunks.
fn without_animation(bytes: &[u8], limits: &Limits) -> Option<Vec<u8>> {
    let (mut out, mut rest, mut moving) = (bytes.get(..8)?.to_vec(), &bytes[8..], false);
    for _ in 0..limits.segments {
        let Some((head, after)) = rest.split_at_checked(8) else { break };
        let (length, kind) = head.split_first_chunk::<4>()?;
        let length = (u32::from_be_bytes(*length) as usize).min(after.len());
        match kind {
            b"acTL" | b"fcTL" | b"fdAT" => moving = true,
            _ => put_chunk(&mut out, kind.first_chunk()?, &after[..length]),
        }
        rest = after.get(length + 4..).unwrap_or_default();
    }
    moving.then_some(out)
}

/// `false`: the file broke off.
fn attempt(
    bytes: &[u8],
    checksums: Checksums,
    want: &Want<'_>,
    limits: &Limits,
) -> Result<(Still, bool), EngineError> {
    let mut reader = reader(bytes, checksums, limits)?;
    let (width, height) = reader.info().size();
    limits.check_size(width, height)?;
    // An image before the first frame control is for viewers that know no animation.
    if reader.info().animation_control.is_some() && reader.info().frame_control.is_none() {
        let mut frames = Frames::open(bytes, limits)?;
        let (icc, must_convert) = frames.profile(limits);
        let unreadable = || EngineError::damaged("the animation has no readable frame");
        let frame = frames.next_frame()?.ok_or_else(unreadable)?;
        return Ok((Still { must_convert, ..Still::rgba(frame.image, icc) }, true));
    }
    let (kind, depth) = reader.output_color_type();
    let wide = depth == BitDepth::Sixteen;
    let size = (width as usize, height as usize);
    let profile = png_profile(reader.info(), limits);
    let (raster, whole) = if reader.info().frame_control.is_some() {
        // An animation's first frame may have a size of its own.
        frame(&mut reader, (kind, wide), size)?
    } else {
        let incoming = Incoming::new(kind, size, want, profile.icc.is_none());
        let read = if reader.info().interlaced { interlaced } else { rows };
        read(&mut reader, incoming, (kind, wide), &want.pulse)?
    };
    // The last checksums stand behind the last row; a file without an end has none.
    let whole = whole
        && (checksums == Checksums::Ignored || !matches!(reader.finish(), Err(DecodingError::Format(_))));
    let mut still = Still::new(raster, profile.icc);
    still.must_convert = profile.must_convert;
    if profile.is_hdr {
        still.warnings.push(colour::HDR_REDUCED.into());
    }
    Ok((still, whole))
}

/// Row by row; `false`: the file broke off, and the rest is black.
fn rows(
    reader: &mut Reader<'_>,
    mut incoming: Incoming,
    (kind, wide): (ColorType, bool),
    pulse: &Pulse<'_>,
) -> Result<(Raster, bool), EngineError> {
    let (width, height) = reader.info().size();
    let too_large = || EngineError::too_large("its size overflows");
    let mut row = vec![0u8; reader.output_line_size(width).ok_or_else(too_large)?];
    let narrow = if wide { row.len() / 2 } else { row.len() };
    let mut seen = false;
    for y in 0..height {
        pulse.beat(y as usize, height as usize)?;
        if let Err(error) = reader.read_row(&mut row) {
            if !seen {
                return Err(nothing(&error));
            }
            row.fill(0);
            (y..height).for_each(|_| incoming.push(&row[..narrow]));
            return Ok((incoming.finish(), false));
        }
        seen = seen || row.iter().any(|&sample| sample != 0);
        if wide {
            narrow_row(&mut row, kind.samples(), y as usize);
        }
        incoming.push(&row[..narrow]);
    }
    Ok((incoming.finish(), true))
}

/// In seven passes, then row by row.
fn interlaced(
    reader: &mut Reader<'_>,
    mut incoming: Incoming,
    (kind, wide): (ColorType, bool),
    pulse: &Pulse<'_>,
) -> Result<(Raster, bool), EngineError> {
    let (samples, outcome) = passes::read(reader, (kind, wide), pulse)?;
    if let Some(error) = outcome.as_ref().err().filter(|_| samples.iter().all(|&sample| sample == 0)) {
        return Err(nothing(error));
    }
    let (width, height) = reader.info().size();
    if incoming.is_whole() {
        let image = to_rgba(samples, kind, width as usize, height as usize)?;
        return Ok((Raster::Rgba(image), outcome.is_ok()));
    }
    samples.chunks_exact(width as usize * kind.samples()).for_each(|row| incoming.push(row));
    Ok((incoming.finish(), outcome.is_ok()))
}

/// All of it as it is.
fn frame(
    reader: &mut Reader<'_>,
    (kind, wide): (ColorType, bool),
    (width, height): (usize, usize),
) -> Result<(Raster, bool), EngineError> {
    let size = reader.output_buffer_size().ok_or_else(|| EngineError::too_large("its size overflows"))?;
    // Room for RGBA from the start: it is widened where it is.
    let mut samples = Vec::with_capacity(size.max(width * height * 4));
    samples.resize(size, 0);
    let outcome = reader.next_frame(&mut samples);
    if let Err(error) = &outcome
        && samples.iter().all(|&sample| sample == 0)
    {
        return Err(nothing(error));
    }
    if wide {
        narrow_all(&mut samples, kind.samples(), width);
    }
    Ok((Raster::Rgba(to_rgba(samples, kind, width, height)?), outcome.is_ok()))
}

/// Nothing at all came out: there is no image to show. A black image that breaks off is refused with it.
pub(super) fn nothing(error: &DecodingError) -> EngineError {
    match error {
        DecodingError::IoError(_) => EngineError::damaged("the PNG ends before its first row"),
        _ => EngineError::damaged("the PNG data cannot be read"),
    }
}
