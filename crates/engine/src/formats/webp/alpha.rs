//! A lossy image with alpha: colours by our own encoder, transparency without loss by libwebp's lossless one.
//! `ALPH` chunk: RFC 9649, section 2.7.

use super::container::{HAS_ALPHA, canvas, chunks, file, put};
use super::writer::{Effort, Pixels, encode};
use crate::planes::Plane;
use crate::{EngineError, Pulse};

/// The chunk's own head: packed without loss, not filtered.
const PACKED: u8 = 1;
/// What a lossless image has before its data: signature, size, version. Alpha goes without it.
const LOSSLESS_HEAD: usize = 5;
const BLOCK: usize = 16;

/// The file of both. `colours` is a file of its own.
pub(super) fn join(colours: &[u8], alpha: &Plane) -> Result<Vec<u8>, EngineError> {
    let refused = || EngineError::damaged("the image could not be written as WebP");
    let payload = |file: &[u8], kind: &[u8; 4]| {
        chunks(file).find(|(name, _)| name == kind).map(|(_, data)| data.to_vec()).ok_or_else(refused)
    };
    let packed = encode_alpha(alpha)?;
    let mut transparency = payload(&packed, b"VP8L")?;
    transparency.drain(1..LOSSLESS_HEAD.min(transparency.len()));
    *transparency.first_mut().ok_or_else(refused)? = PACKED;
    let extended = canvas(HAS_ALPHA, alpha.width, alpha.height);
    let mut body = Vec::new();
    put(&mut body, b"VP8X", &extended);
    put(&mut body, b"ALPH", &transparency);
    put(&mut body, b"VP8 ", &payload(colours, b"VP8 ")?);
    file(&body).ok_or_else(refused)
}

/// The alpha plane as the green of a lossless image, which is how WebP holds it.
fn encode_alpha(alpha: &Plane) -> Result<Vec<u8>, EngineError> {
    let samples = (0..alpha.height).flat_map(|y| alpha.row(y));
    let data = samples.map(|&sample| 0xff00_0000 | u32::from(sample) << 8).collect();
    encode(&Pixels { width: alpha.width, height: alpha.height, data }, Effort::Quick, &Pulse::none())
}

/// Nobody sees the colours of a block that is wholly transparent: the block before it goes on, which costs least.
pub(super) fn hide([y, u, v]: &mut [Plane; 3], alpha: &Plane) {
    for top in (0..alpha.height).step_by(BLOCK) {
        let mut before = [128; 3];
        for left in (0..alpha.width).step_by(BLOCK) {
            let hidden =
                rows(alpha, left, top, BLOCK).all(|row| alpha.data[row].iter().all(|&sample| sample == 0));
            let parts = [(&mut *y, BLOCK), (&mut *u, BLOCK / 2), (&mut *v, BLOCK / 2)];
            for ((plane, size), before) in parts.into_iter().zip(&mut before) {
                let (left, top) = (left * size / BLOCK, top * size / BLOCK);
                for row in rows(plane, left, top, size) {
                    if hidden {
                        plane.data[row].fill(*before);
                    } else if let Some(&last) = plane.data[row].last() {
                        *before = last;
                    }
                }
            }
        }
    }
}

/// Where a block's rows lie in the plane's data.
fn rows(
    plane: &Plane,
    left: usize,
    top: usize,
    size: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
    let (stride, right) = (plane.stride, plane.width.min(left + size));
    (top..plane.height.min(top + size)).map(move |y| y * stride + left.min(right)..y * stride + right)
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::colour;
    use crate::formats::{Want, webp};
    use crate::planes::{Range, Raster, Rgba};
    use proptest::prelude::*;

    fn encoded(image: &Rgba, quality: u8) -> Vec<u8> {
        let planes = colour::from_rgba_in(image, 2, Range::Limited);
        webp::encode_lossy_alpha(&planes, &colour::alpha_plane(image), quality, &crate::Pulse::none())
            .expect("it fits")
    }

    fn decoded(bytes: &[u8]) -> Rgba {
        match webp::decode(bytes, &Want::full(), &Limits::default()).expect("a WebP").raster {
            Raster::Rgba(image) => image,
            Raster::Ycc(_) => panic!("alpha needs RGBA"),
        }
    }

    /// A disc of one colour that fades out, on nothing.
    fn disc(width: usize, height: usize) -> Rgba {
        let data = (0..width * height)
            .flat_map(|at| {
                let (x, y) =
                    ((at % width) as f64 / width as f64 - 0.5, (at / width) as f64 / height as f64 - 0.5);
                let alpha = ((0.4 - x.hypot(y)) * 1000.0).clamp(0.0, 255.0) as u8;
                if alpha == 0 { [at as u8, (at / 7) as u8, 99, 0] } else { [200, 60, 40, alpha] }
            })
            .collect();
        Rgba { width, height, data, opaque: false }
    }

    #[test]
    fn transparency_is_exact_and_what_shows_keeps_its_colour() {
        let image = disc(150, 131);
        let bytes = encoded(&image, 80);
        let back = decoded(&bytes);
        let pairs = || image.data.as_chunks::<4>().0.iter().zip(back.data.as_chunks::<4>().0);
        assert!(pairs().all(|(before, after)| before[3] == after[3]));
        let solid = pairs().filter(|(before, _)| before[3] == 255);
        assert!(solid.clone().count() > 500);
        for (before, after) in solid {
            assert!((0..3).all(|i| before[i].abs_diff(after[i]) < 16), "{before:?} became {after:?}");
        }
    }

    #[test]
    fn what_nobody_sees_costs_next_to_nothing() {
        let mut noise = disc(256, 256);
        noise.data.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel[3] = 0);
        assert!(encoded(&noise, 80).len() < 700);
    }

    proptest! {
        #[test]
        fn any_size_comes_back_with_its_alpha(
            width in 1usize..70, height in 1usize..70, seed in any::<u32>(), quality in 1u8..=100,
        ) {
            let mut state = seed;
            let data = (0..width * height)
                .flat_map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let [r, g, b, a] = state.to_be_bytes();
                    [r, g, b, if a < 90 { 0 } else { a }]
                })
                .collect();
            let image = Rgba { width, height, data, opaque: false };
            let back = decoded(&encoded(&image, quality));
            prop_assert_eq!(colour::alpha_plane(&back), colour::alpha_plane(&image));
        }
    }
}
