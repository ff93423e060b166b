//! HEIC and AVIF: the same container, two codecs. An image is decoded tile by tile into rows, so that the memory of a
//! grid does not grow with its tiles.

#[cfg(feature = "avif")]
mod av1;
#[cfg(feature = "avif")]
mod boxes;
mod container;
#[cfg(feature = "avif")]
mod edit;
#[cfg(feature = "avif-out")]
mod encode;
#[cfg(feature = "heic")]
mod hevc;
#[cfg(feature = "avif")]
mod sequence;
mod tile;

pub use container::Container;
#[cfg(feature = "avif")]
pub use edit::{Blocks, can_edit, with_metadata};
#[cfg(feature = "avif-out")]
pub use encode::encode;

use super::row_sink::RowSink;
use super::{Still, Want};
use crate::colour;
use crate::planes::Plane;
use crate::{EngineError, Limits};
use container::{Coding, Layout};
use tile::{Codec, Tile};

/// The primary image, as stored: cropped, but not turned.
pub fn decode(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    let file = Container::open(bytes, limits)?;
    let alpha = file.alpha.as_ref().map(|layout| alpha_plane(&file, layout, limits)).transpose()?;
    let mut sink = RowSink::new(file.crop, alpha.is_none(), want);
    let layout = &file.main;
    for row in 0..layout.rows() {
        let band = band(&file, layout, row, want, limits)?;
        push_band(&mut sink, &band, row * layout.tile_height, layout.height, alpha.as_ref());
    }
    let mut still = Still::new(sink.finish(), file.icc.clone().filter(|icc| icc.len() <= limits.icc_bytes));
    if still.icc.is_none()
        && let Some((icc, is_hdr)) = file.code_points.and_then(colour::code_point_profile)
    {
        (still.icc, still.must_convert) = (Some(icc), is_hdr);
        if is_hdr {
            still.warnings.push(colour::HDR_REDUCED.into());
        }
    }
    Ok(still)
}

/// One row of tiles, side by side.
fn band(
    file: &Container<'_>,
    layout: &Layout,
    row: usize,
    want: &Want<'_>,
    limits: &Limits,
) -> Result<Tile, EngineError> {
    let ids = &layout.tiles[row * layout.columns..][..layout.columns];
    if let [id] = ids {
        want.pulse.beat(row, layout.rows())?;
        return pixels(file, layout, *id, limits);
    }
    let mut band = Tile { width: layout.width, height: layout.tile_height, data: Vec::new() };
    band.data = vec![0; band.width * band.height * 4];
    for (column, id) in ids.iter().enumerate() {
        want.pulse.beat(row * layout.columns + column, layout.tiles.len())?;
        let tile = pixels(file, layout, *id, limits)?;
        let x = column * layout.tile_width;
        let columns = tile.width.min(band.width.saturating_sub(x));
        for (from, to) in
            tile.data.chunks_exact(tile.width * 4).zip(band.data.chunks_exact_mut(band.width * 4))
        {
            to[x * 4..][..columns * 4].copy_from_slice(&from[..columns * 4]);
        }
    }
    Ok(band)
}

fn push_band(sink: &mut RowSink, band: &Tile, top: usize, height: usize, alpha: Option<&Plane>) {
    let mut with_alpha = Vec::new();
    for (y, row) in band.data.chunks_exact(band.width * 4).enumerate() {
        let y = top + y;
        if y >= height {
            break;
        }
        match alpha {
            None => sink.push(y, row),
            Some(alpha) => {
                with_alpha.clear();
                with_alpha.extend_from_slice(row);
                let values = alpha.row(y).iter();
                with_alpha.as_chunks_mut::<4>().0.iter_mut().zip(values).for_each(|(p, a)| p[3] = *a);
                sink.push(y, &with_alpha);
            }
        }
    }
}

/// The transparency of the whole image.
fn alpha_plane(file: &Container<'_>, layout: &Layout, limits: &Limits) -> Result<Plane, EngineError> {
    let mut plane = Plane::filled(file.main.width, file.main.height, 255);
    for (index, id) in layout.tiles.iter().enumerate() {
        let (left, top) =
            (index % layout.columns * layout.tile_width, index / layout.columns * layout.tile_height);
        let tile = luma(file, layout, *id, limits)?;
        let columns = tile.width.min(plane.width.saturating_sub(left));
        for (y, row) in tile.data.chunks_exact(tile.width.max(1)).enumerate() {
            if top + y < plane.height && columns > 0 {
                plane.row_mut(top + y)[left..][..columns].copy_from_slice(&row[..columns]);
            }
        }
    }
    Ok(plane)
}

/// A tile of exactly the layout's size, which is checked.
fn pixels(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    (codec(file, id)?.pixels)(file, layout, id, limits)
}

fn luma(file: &Container<'_>, layout: &Layout, id: u32, limits: &Limits) -> Result<Tile, EngineError> {
    (codec(file, id)?.luma)(file, layout, id, limits)
}

fn codec(file: &Container<'_>, id: u32) -> Result<&'static Codec, EngineError> {
    let found = match file.coding(id)? {
        Coding::Hevc => hevc(),
        Coding::Av1 => av1(),
    };
    found.ok_or(EngineError::NotBuiltIn { format: file.format })
}

fn hevc() -> Option<&'static Codec> {
    #[cfg(feature = "heic")]
    return hevc::PART.get();
    #[cfg(not(feature = "heic"))]
    None
}

fn av1() -> Option<&'static Codec> {
    #[cfg(feature = "avif")]
    return av1::PART.get();
    #[cfg(not(feature = "avif"))]
    None
}

/// Whether this program reads HEIC.
pub fn reads_heic() -> bool {
    hevc().is_some()
}

/// Whether this program reads AVIF.
pub fn reads_avif() -> bool {
    av1().is_some()
}

/// Whether this program writes AVIF.
#[cfg(feature = "avif-out")]
pub fn writes_avif() -> bool {
    encode::PART.is_there()
}

#[cfg(all(target_arch = "wasm32", feature = "heic"))]
pub fn add_heic() {
    hevc::add();
}

#[cfg(all(target_arch = "wasm32", feature = "avif"))]
pub fn add_avif() {
    av1::add();
}

#[cfg(all(target_arch = "wasm32", feature = "avif-out"))]
pub fn add_encoder() {
    encode::add();
}
