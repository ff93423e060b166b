//! BMP pixels of every common depth to RGBA.

use super::header::{Header, Packing, header};
use super::rle;
use crate::formats::Still;
use crate::planes::Rgba;
use crate::{EngineError, Limits};

pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Still, EngineError> {
    let header = header(bytes)?;
    limits.check_size(header.width, header.height)?;
    let data = bytes.get(header.pixels..).unwrap_or_default();
    if data.is_empty() {
        return Err(EngineError::damaged("the BMP has no pixels"));
    }
    let (width, height) = (header.width as usize, header.height as usize);
    let mut image = Rgba { width, height, data: vec![0; width * height * 4], opaque: true };
    let whole = match header.packing {
        Packing::Rle4 | Packing::Rle8 => {
            let (indices, whole) = rle::unpack(data, width, height, header.packing == Packing::Rle4);
            let colours = palette(bytes, &header);
            for (row, line) in indices.chunks_exact(width).enumerate() {
                paint_indices(image_row(&mut image, &header, row), line.iter().copied(), &colours);
            }
            whole
        }
        Packing::Plain | Packing::Masks => plain(&mut image, bytes, data, &header),
    };
    if header.has_alpha() {
        image.find_opaque();
    }
    let icc = header.icc.and_then(|(at, length)| {
        (length <= limits.icc_bytes).then(|| bytes.get(at..at.checked_add(length)?).map(<[u8]>::to_vec))?
    });
    let still = Still::rgba(image, icc);
    Ok(if whole { still } else { still.cut_short() })
}

/// The line of the result that file row `row` belongs to: files count from the bottom unless they say otherwise.
fn image_row<'a>(image: &'a mut Rgba, header: &Header, row: usize) -> &'a mut [u8] {
    let y = if header.top_down { row } else { image.height - 1 - row };
    &mut image.data[y * image.width * 4..][..image.width * 4]
}

/// `false`: the file has fewer rows than it says.
fn plain(image: &mut Rgba, bytes: &[u8], data: &[u8], header: &Header) -> bool {
    let stride = (image.width * usize::from(header.bits)).div_ceil(32) * 4;
    let needed = (image.width * usize::from(header.bits)).div_ceil(8);
    let colours = palette(bytes, header);
    let channels = header.masks.map(Channel::new);
    for row in 0..image.height {
        let Some(line) = data.get(row * stride..).and_then(|rest| rest.get(..needed)) else {
            blank(image, header, row);
            return false;
        };
        let out = image_row(image, header, row);
        match header.bits {
            1 | 2 | 4 | 8 => paint_indices(out, indices(line, header.bits), &colours),
            24 => {
                for (pixel, [b, g, r]) in out.as_chunks_mut::<4>().0.iter_mut().zip(line.as_chunks::<3>().0) {
                    *pixel = [*r, *g, *b, 255];
                }
            }
            16 => {
                let values = line.as_chunks::<2>().0.iter().map(|b| u32::from(u16::from_le_bytes(*b)));
                paint_masked(out, values, &channels);
            }
            _ => paint_masked(out, line.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)), &channels),
        }
    }
    true
}

/// Rows that are not there become black, as other programs show them.
fn blank(image: &mut Rgba, header: &Header, from: usize) {
    for row in from..image.height {
        for pixel in image_row(image, header, row).as_chunks_mut::<4>().0 {
            *pixel = [0, 0, 0, 255];
        }
    }
}

fn indices(line: &[u8], bits: u16) -> impl Iterator<Item = u8> {
    let per_byte = 8 / bits;
    let mask = ((1u16 << bits) - 1) as u8;
    line.iter().flat_map(move |&byte| (0..per_byte).map(move |i| byte >> (8 - bits * (i + 1)) & mask))
}

fn palette(bytes: &[u8], header: &Header) -> Vec<[u8; 4]> {
    let (at, entry, count) = header.palette;
    let table = bytes.get(at..).unwrap_or_default();
    table.chunks_exact(entry).take(count).map(|c| [c[2], c[1], c[0], 255]).collect()
}

fn paint_indices(out: &mut [u8], indices: impl Iterator<Item = u8>, colours: &[[u8; 4]]) {
    for (pixel, index) in out.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
        *pixel = colours.get(usize::from(index)).copied().unwrap_or([0, 0, 0, 255]);
    }
}

/// One channel of a masked pixel: where its bits are and how many.
struct Channel {
    shift: u32,
    most: u32,
}

impl Channel {
    fn new(mask: u32) -> Self {
        let shift = if mask == 0 { 0 } else { mask.trailing_zeros() };
        Self { shift, most: mask >> shift }
    }

    fn value(&self, pixel: u32, missing: u8) -> u8 {
        if self.most == 0 {
            return missing;
        }
        let value = u64::from(pixel >> self.shift & self.most);
        ((value * 255 + u64::from(self.most) / 2) / u64::from(self.most)).min(255) as u8
    }
}

fn paint_masked(out: &mut [u8], values: impl Iterator<Item = u32>, channels: &[Channel; 4]) {
    let [red, green, blue, alpha] = channels;
    for (pixel, value) in out.as_chunks_mut::<4>().0.iter_mut().zip(values) {
        *pixel = [red.value(value, 0), green.value(value, 0), blue.value(value, 0), alpha.value(value, 255)];
    }
}
