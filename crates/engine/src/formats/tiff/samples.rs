//! The samples of strips and tiles become RGBA of 8 bits.

use super::open::{Opened, failed};
use crate::EngineError;
use crate::colour::cmyk_to_srgb;
use crate::format::Format;
use tiff::decoder::DecodingResult;
use tiff::tags::Tag;
use tiff::{ColorType, TiffError, TiffResult};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Model {
    Grey,
    Rgb,
    Cmyk,
    Ycc,
}

/// How a pixel is stored.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    model: Model,
    bits: u8,
    /// Samples a pixel, alpha and others included.
    samples: usize,
    alpha: Option<Alpha>,
    planar: bool,
    icc: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alpha {
    Straight,
    /// Colours were multiplied by it.
    Associated,
}

impl Kind {
    pub(super) fn of(file: &mut Opened<'_>, icc: Option<&[u8]>) -> Result<Self, EngineError> {
        let colour = file.colortype().map_err(failed)?;
        let (model, samples) = match colour {
            ColorType::Gray(_) => (Model::Grey, 1),
            ColorType::GrayA(_) | ColorType::Multiband { num_samples: 2, .. } => (Model::Grey, 2),
            ColorType::RGB(_) => (Model::Rgb, 3),
            ColorType::RGBA(_) => (Model::Rgb, 4),
            ColorType::CMYK(_) => (Model::Cmyk, 4),
            ColorType::YCbCr(_) => (Model::Ycc, 3),
            other => {
                let what = format!("its colours ({other:?})");
                return Err(EngineError::UnsupportedFeature { format: Format::Tiff, what });
            }
        };
        let extra: Vec<u16> = file.get_tag_u16_vec(Tag::ExtraSamples).unwrap_or_default();
        let has_room = samples == 2 || colour.bit_depth() >= 8 && matches!(colour, ColorType::RGBA(_));
        let alpha = match extra.first() {
            Some(1) if has_room => Some(Alpha::Associated),
            Some(2) if has_room => Some(Alpha::Straight),
            _ => None,
        };
        let planar = file.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).ok().flatten() == Some(2);
        let icc = (model == Model::Cmyk).then(|| icc.map(<[u8]>::to_vec)).flatten();
        Ok(Self { model, bits: colour.bit_depth(), samples, alpha, planar, icc })
    }

    pub(super) fn has_alpha(&self) -> bool {
        self.alpha.is_some()
    }

    pub(super) fn keeps_profile(&self) -> bool {
        self.model == Model::Rgb
    }

    /// One row of samples becomes one row of pixels.
    fn put(&self, samples: &[u8], pixels: &mut [u8]) {
        if self.model == Model::Cmyk {
            let width = pixels.len() / 4;
            let light = cmyk_to_srgb(width, 1, samples, self.icc.as_deref());
            return pixels.copy_from_slice(&light.data);
        }
        for (from, to) in samples.chunks_exact(self.samples).zip(pixels.as_chunks_mut::<4>().0) {
            let [r, g, b] = match self.model {
                Model::Grey => [from[0]; 3],
                Model::Ycc => light(from[0], from[1], from[2]),
                _ => [from[0], from[1], from[2]],
            };
            *to = match self.alpha {
                None => [r, g, b, 255],
                Some(Alpha::Straight) => [r, g, b, from[self.samples - 1]],
                Some(Alpha::Associated) => divided([r, g, b], from[self.samples - 1]),
            };
        }
    }
}

/// Reads pieces, one after another, into the same buffers.
pub(super) struct Reader<'k> {
    kind: &'k Kind,
    /// Pieces of one plane.
    pieces: u32,
    samples: Vec<u8>,
}

impl<'k> Reader<'k> {
    pub(super) fn new(kind: &'k Kind, pieces: u32) -> Self {
        Self { kind, pieces, samples: Vec::new() }
    }

    /// Puts piece `at` into a band of rows that are `width` pixels long, from column `left` on.
    pub(super) fn read(
        &mut self,
        file: &mut Opened<'_>,
        at: u32,
        band: &mut [u8],
        (left, width): (usize, usize),
    ) -> TiffResult<()> {
        let (columns, rows) = file.chunk_data_dimensions(at);
        let (columns, rows) = (columns as usize, rows as usize);
        let planes = if self.kind.planar { self.kind.samples } else { 1 };
        let each = self.kind.samples / planes;
        self.samples.clear();
        self.samples.resize(columns * rows * self.kind.samples, 0);
        for plane in 0..planes {
            let piece = file.read_chunk(at + plane as u32 * self.pieces)?;
            let narrow = narrowed(piece, self.kind.bits, columns * each, rows)?;
            if planes == 1 {
                self.samples = narrow;
                break;
            }
            let places = self.samples.iter_mut().skip(plane).step_by(planes);
            places.zip(narrow).for_each(|(to, from)| *to = from);
        }
        let lines = self.samples.chunks_exact((columns * self.kind.samples).max(1));
        for (line, row) in lines.zip(band.chunks_exact_mut(width * 4)) {
            let columns = columns.min(width - left);
            self.kind.put(&line[..columns * self.kind.samples], &mut row[left * 4..][..columns * 4]);
        }
        Ok(())
    }
}

/// Samples of 8 bits: `count` in each of the rows.
fn narrowed(piece: DecodingResult, bits: u8, count: usize, rows: usize) -> TiffResult<Vec<u8>> {
    let mut narrow = match piece {
        DecodingResult::U8(packed) if bits < 8 => unpacked(&packed, u32::from(bits), count, rows),
        DecodingResult::U8(samples) => samples,
        DecodingResult::U16(samples) => {
            samples.iter().map(|v| ((u32::from(*v) * 255 + 32_767) / 65_535) as u8).collect()
        }
        DecodingResult::U32(samples) => samples.iter().map(|v| (*v >> 24) as u8).collect(),
        DecodingResult::F32(samples) => {
            samples.iter().map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8).collect()
        }
        _ => return Err(TiffError::UnsupportedError(tiff::TiffUnsupportedError::UnknownInterpretation)),
    };
    narrow.resize(count * rows, 0);
    Ok(narrow)
}

/// Samples of fewer than 8 bits, which may lie across two bytes; every row begins with a byte of its own.
fn unpacked(packed: &[u8], bits: u32, count: usize, rows: usize) -> Vec<u8> {
    let row_bytes = (count * bits as usize).div_ceil(8);
    let most = (1u32 << bits) - 1;
    let mut out = Vec::with_capacity(count * rows);
    for row in packed.chunks(row_bytes.max(1)).take(rows) {
        out.extend((0..count).map(|at| {
            let bit = at as u32 * bits;
            let byte = |at: usize| row.get(at).copied().unwrap_or(0);
            let pair = u16::from_be_bytes([byte(bit as usize / 8), byte(bit as usize / 8 + 1)]);
            let value = u32::from(pair) >> (16 - bits - bit % 8) & most;
            (value * 255 / most) as u8
        }));
    }
    out
}

/// BT.601, full range, as JPEG has it.
fn light(y: u8, cb: u8, cr: u8) -> [u8; 3] {
    let (y, cb, cr) = (i32::from(y) << 16, i32::from(cb) - 128, i32::from(cr) - 128);
    let clamp = |value: i32| ((value + (1 << 15)) >> 16).clamp(0, 255) as u8;
    [clamp(y + 91_881 * cr), clamp(y - 22_554 * cb - 46_802 * cr), clamp(y + 116_130 * cb)]
}

fn divided(colour: [u8; 3], alpha: u8) -> [u8; 4] {
    let whole = u32::from(alpha).max(1);
    let [r, g, b] = colour.map(|value| ((u32::from(value) * 255 + whole / 2) / whole).min(255) as u8);
    [r, g, b, alpha]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_samples_fill_the_whole_range() {
        assert_eq!(unpacked(&[0b1010_0000, 0b1000_0000], 1, 3, 2), [255, 0, 255, 255, 0, 0]);
        assert_eq!(unpacked(&[0b0001_1011], 2, 4, 1), [0, 85, 170, 255]);
        assert_eq!(unpacked(&[0x0f], 4, 2, 1), [0, 255]);
        assert_eq!(unpacked(&[0b0001_1101, 0b0111_0000], 3, 4, 1), [0, 255, 72, 255]);
    }

    #[test]
    fn associated_alpha_is_divided_out() {
        assert_eq!(divided([64, 128, 0], 128), [128, 255, 0, 128]);
        assert_eq!(divided([9, 9, 9], 0), [255, 255, 255, 0]);
        assert_eq!(light(128, 128, 128), [128, 128, 128]);
    }
}
