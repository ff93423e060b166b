//! HEVC tiles, decoded by `heifer`.

use super::container::{Container, Layout, limited_luma};
use super::tile::{Codec, Tile, mismatched, most_pixels};
use crate::formats::part::Part;
use crate::{EngineError, Limits};
use heifer::color::{ColorParams, frame_to_rgba_sized};
use heifer::heifer_hevc_dec::decoder::{DecodeOptions, decode_picture};
use heifer::heifer_hevc_dec::recon::Frame;

const CODEC: Codec = Codec { pixels, luma };
pub(super) static PART: Part<Codec> = Part::new(&CODEC);

#[cfg(target_arch = "wasm32")]
pub(super) fn add() {
    PART.add(&CODEC);
}

fn pixels(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    let frame = frame(file, layout, id, limits)?;
    let stated = file.nclx(id);
    let params = stated.map_or_else(
        || ColorParams::from_frame(&frame),
        |stated| ColorParams { matrix: stated.matrix, full_range: stated.full_range },
    );
    let (width, height) = (layout.tile_width, layout.tile_height);
    let image = frame_to_rgba_sized::<u8>(&frame, params, width as u32, height as u32);
    Ok(Tile { width, height, data: image.data })
}

fn luma(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    let frame = frame(file, layout, id, limits)?;
    let full = file.nclx(id).map_or(frame.full_range, |stated| stated.full_range);
    let bits = u32::from(frame.bit_depth[0].clamp(8, 16));
    let (low, span) = if full { (0, (1 << bits) - 1) } else { limited_luma(bits) };
    let (width, height) = (layout.tile_width, layout.tile_height);
    let rows = frame.planes[0].chunks_exact(frame.widths[0] as usize).take(height);
    let narrow =
        |value: &u16| ((u32::from(*value).saturating_sub(low) * 255 + span / 2) / span).min(255) as u8;
    let data = rows.flat_map(|row| row[..width].iter().map(narrow)).collect();
    Ok(Tile { width, height, data })
}

fn frame(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Frame, EngineError> {
    let stream = file.hevc_stream(id)?;
    let options = DecodeOptions { max_pixels: most_pixels(layout, limits), ..DecodeOptions::default() };
    let frame = decode_picture(&stream, options)
        .map_err(|error| EngineError::damaged(format!("its HEVC data cannot be read ({error})")))?;
    let (width, height) = (frame.widths[0] as usize, frame.heights[0] as usize);
    if width < layout.tile_width || height < layout.tile_height || frame.planes[0].len() < width * height {
        return Err(mismatched());
    }
    Ok(frame)
}
