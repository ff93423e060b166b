//! RGBA to BMP: 8 bits with a palette when that is exact, 24 bits, or 32 bits with alpha.

use crate::EngineError;
use crate::formats::palette::{self, Indexed};
use crate::planes::Rgba;

pub fn encode(image: &Rgba) -> Result<Vec<u8>, EngineError> {
    if !image.opaque {
        return assemble(image, 32, &[], |row, out| {
            for [r, g, b, a] in row.as_chunks::<4>().0 {
                out.extend_from_slice(&[*b, *g, *r, *a]);
            }
        });
    }
    if let Some(Indexed { colours, pixels }) = palette::exact(image, 256) {
        let mut rows = pixels.chunks_exact(image.width).rev();
        return assemble(image, 8, &colours, |_, out| {
            out.extend_from_slice(rows.next().unwrap_or_default());
        });
    }
    assemble(image, 24, &[], |row, out| {
        for [r, g, b, _] in row.as_chunks::<4>().0 {
            out.extend_from_slice(&[*b, *g, *r]);
        }
    })
}

fn assemble(
    image: &Rgba,
    bits: u16,
    colours: &[[u8; 4]],
    mut write_row: impl FnMut(&[u8], &mut Vec<u8>),
) -> Result<Vec<u8>, EngineError> {
    let masks: &[u32] = if bits == 32 { &[0xff_0000, 0xff00, 0xff, 0xff00_0000] } else { &[] };
    // A version 4 header says what the alpha mask means; without alpha the oldest common one is enough.
    let info: u32 = if bits == 32 { 108 } else { 40 };
    let stride = (image.width * usize::from(bits)).div_ceil(32) * 4;
    let start = 14 + info as usize + colours.len() * 4;
    let length = u32::try_from(start + stride * image.height)
        .map_err(|_| EngineError::too_large("a BMP file has at most 4 GB"))?;
    let mut out = Vec::with_capacity(length as usize);
    out.extend_from_slice(b"BM");
    for value in [length, 0, start as u32, info, image.width as u32, image.height as u32] {
        out.extend_from_slice(&value.to_le_bytes());
    }
    out.extend_from_slice(&1u16.to_le_bytes());
    out.extend_from_slice(&bits.to_le_bytes());
    let packing = if bits == 32 { 3 } else { 0 };
    // 2835 pixels a metre are 72 dpi.
    let size = (stride * image.height) as u32;
    for value in [packing, size, 2835, 2835, colours.len() as u32, 0] {
        out.extend_from_slice(&value.to_le_bytes());
    }
    for mask in masks {
        out.extend_from_slice(&mask.to_le_bytes());
    }
    if bits == 32 {
        out.extend_from_slice(b"BGRs");
        out.resize(14 + info as usize, 0);
    }
    for [r, g, b, _] in colours {
        out.extend_from_slice(&[*b, *g, *r, 0]);
    }
    for row in image.data.chunks_exact(image.width * 4).rev() {
        write_row(row, &mut out);
        pad(&mut out, start, stride);
    }
    Ok(out)
}

/// Rows start on multiples of four bytes after the start of the pixels.
fn pad(out: &mut Vec<u8>, start: usize, stride: usize) {
    let rows = (out.len() - start).div_ceil(stride);
    out.resize(start + rows * stride, 0);
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;
    use crate::Limits;
    use crate::planes::Raster;

    fn round_trip(image: &Rgba) -> Rgba {
        let bytes = encode(image).unwrap();
        match decode(&bytes, &Limits::default()).unwrap().raster {
            Raster::Rgba(back) => back,
            Raster::Ycc(_) => unreachable!("BMP has no planes"),
        }
    }

    #[test]
    fn every_depth_comes_back_as_it_was() {
        let few = Rgba { width: 3, height: 2, data: [[9, 8, 7, 255]; 6].concat(), opaque: true };
        assert_eq!(round_trip(&few), few);
        let data: Vec<u8> =
            (0..19 * 31u32).flat_map(|i| [i as u8, (i >> 3) as u8, (i * 7) as u8, 255]).collect();
        let many = Rgba { width: 19, height: 31, data, opaque: true };
        assert_eq!(round_trip(&many), many);
        let mut clear = many.clone();
        clear.data[7] = 40;
        clear.opaque = false;
        assert_eq!(round_trip(&clear), clear);
    }
}
