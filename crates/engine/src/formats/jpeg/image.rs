//! From the components' planes to pixels that the rest of the engine understands: odd samplings are evened out, RGB and
//! CMYK files are interleaved. Sampling factors: ITU-T T.81, A.1.1.

use super::header::{Component, Header};
use super::pixels::{Cmyk, Model, Pixels};
use super::scale::{factor, siblings};
use crate::planes::{Plane, Range, Rgba, Ycc};
use crate::resize;

/// `sides` are the samples per block side that each plane was decoded with.
pub(super) fn assemble(header: &Header, model: Model, sides: &[usize], planes: Vec<Plane>) -> Pixels {
    let width = (header.width * sides[0]).div_ceil(8);
    let height = (header.height * sides[0]).div_ceil(8);
    match model {
        Model::Grey | Model::Ycc => Pixels::Ycc(ycc(header, model, sides, planes, width, height)),
        Model::Rgb => {
            let planes = full_size(header, planes, width, height);
            let mut data = vec![255; width * height * 4];
            interleave(&planes, &mut data, width);
            Pixels::Rgba(Rgba { width, height, data, opaque: true })
        }
        Model::Cmyk | Model::Ycck => {
            let planes = full_size(header, planes, width, height);
            let mut data = vec![0; width * height * 4];
            interleave(&planes, &mut data, width);
            data.chunks_exact_mut(4).for_each(|pixel| ink(pixel, model == Model::Ycck));
            Pixels::Cmyk(Cmyk { width, height, data })
        }
    }
}

fn ycc(
    header: &Header,
    model: Model,
    sides: &[usize],
    planes: Vec<Plane>,
    width: usize,
    height: usize,
) -> Ycc {
    match chroma_factors(header, model, sides) {
        Some((sub_x, sub_y)) => ycc_of(planes, width, height, sub_x, sub_y),
        None => ycc_of(full_size(header, planes, width, height), width, height, 1, 1),
    }
}

/// The chroma factors of planes that can be used as they are; `None` for odd samplings and other colours.
pub(super) fn chroma_factors(header: &Header, model: Model, sides: &[usize]) -> Option<(usize, usize)> {
    let luma = &header.components[0];
    match model {
        Model::Grey => Some((1, 1)),
        Model::Ycc if siblings(header) && luma.h == header.h_max() && luma.v == header.v_max() => {
            let (x, y) = (luma.h / header.components[1].h, luma.v / header.components[1].v);
            Some((factor(x, sides[0], sides[1])?, factor(y, sides[0], sides[1])?))
        }
        _ => None,
    }
}

/// One or three planes as an image.
pub(super) fn ycc_of(planes: Vec<Plane>, width: usize, height: usize, sub_x: usize, sub_y: usize) -> Ycc {
    let mut planes = planes.into_iter();
    let y = planes.next().unwrap_or_default();
    let chroma = planes.next().zip(planes.next()).map(|(cb, cr)| [cb, cr]);
    let (sub_x, sub_y) = if chroma.is_some() { (sub_x, sub_y) } else { (1, 1) };
    Ycc { width, height, y, chroma, sub_x, sub_y, range: Range::Full }
}

/// Every plane at the image's size, samples repeated as their factors say.
fn full_size(header: &Header, planes: Vec<Plane>, width: usize, height: usize) -> Vec<Plane> {
    let (h_max, v_max) = (header.h_max(), header.v_max());
    let grown = |(plane, component): (Plane, &Component)| {
        if component.h == h_max && component.v == v_max {
            return plane;
        }
        let mut out = Plane::filled(width, height, 0);
        for y in 0..height {
            let source = plane.row((y * component.v / v_max).min(plane.height - 1));
            for (x, sample) in out.row_mut(y).iter_mut().enumerate() {
                *sample = source[(x * component.h / h_max).min(source.len() - 1)];
            }
        }
        out
    };
    planes.into_iter().zip(&header.components).map(grown).collect()
}

fn interleave(planes: &[Plane], data: &mut [u8], width: usize) {
    for (channel, plane) in planes.iter().enumerate() {
        for (y, row) in data.chunks_exact_mut(width * 4).enumerate() {
            for (pixel, &sample) in row.chunks_exact_mut(4).zip(plane.row(y)) {
                pixel[channel] = sample;
            }
        }
    }
}

/// Stored values to amounts of ink. Every known program stores inks inverted; as YCCK their colours were inverted once
/// more on the way to RGB, so that only black is left to turn.
fn ink(pixel: &mut [u8], ycck: bool) {
    if ycck {
        let (y, cb, cr) = (i32::from(pixel[0]), i32::from(pixel[1]) - 128, i32::from(pixel[2]) - 128);
        let channel = |sum: i32| (((y << 16) + sum + (1 << 15)) >> 16).clamp(0, 255) as u8;
        pixel[0] = channel(91_881 * cr);
        pixel[1] = channel(-22_554 * cb - 46_802 * cr);
        pixel[2] = channel(116_130 * cb);
        pixel[3] = 255 - pixel[3];
    } else {
        pixel.iter_mut().for_each(|value| *value = 255 - *value);
    }
}

/// Resizes inks channel by channel.
pub(super) fn resize_cmyk(cmyk: &Cmyk, width: usize, height: usize) -> Cmyk {
    if (cmyk.width, cmyk.height) == (width, height) {
        return cmyk.clone();
    }
    let mut data = vec![0; width * height * 4];
    let planes: Vec<Plane> = (0..4)
        .map(|channel| {
            let samples = cmyk.data.iter().skip(channel).step_by(4).copied().collect();
            let source = Plane { width: cmyk.width, height: cmyk.height, stride: cmyk.width, data: samples };
            resize::plane(&source, width, height)
        })
        .collect();
    interleave(&planes, &mut data, width);
    Cmyk { width, height, data }
}

#[cfg(test)]
mod tests {
    use super::ink;

    #[test]
    fn white_luma_is_full_colour_ink_and_full_black_is_none() {
        let inks = |mut pixel: [u8; 4], ycck: bool| {
            ink(&mut pixel, ycck);
            pixel
        };
        assert_eq!(inks([255, 128, 128, 255], true), [255, 255, 255, 0]);
        assert_eq!(inks([0, 128, 128, 0], true), [0, 0, 0, 255]);
        assert_eq!(inks([255, 0, 55, 255], false), [0, 255, 200, 0]);
    }
}
