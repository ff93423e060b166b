//! Planes or RGBA to one still WebP: lossy colours by our encoder, what loses nothing by libwebp's.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use super::writer::{Coding, Picture, check_size, refusal, too_detailed};
use super::{alpha, vp8};
use crate::planes::{Plane, Rgba, Ycc};
use crate::{EngineError, colour};
use libwebp_sys::WebPPictureImportRGBA;

/// Lossy, from planes at 4:2:0 (or grey). `quality` is 1..=100.
pub fn encode_planes(planes: &Ycc, quality: u8) -> Result<Vec<u8>, EngineError> {
    check_size(planes.width, planes.height)?;
    let [y, u, v] = samples(planes)?;
    vp8::encode(&y, &u, &v, quality).ok_or_else(too_detailed)
}

/// Lossy colour, lossless alpha. The colour planes are 4:2:0 of the same size as the alpha plane.
pub fn encode_lossy_alpha(planes: &Ycc, alpha: &Plane, quality: u8) -> Result<Vec<u8>, EngineError> {
    check_size(planes.width, planes.height)?;
    if (alpha.width, alpha.height) != (planes.width, planes.height) {
        return Err(misfit());
    }
    let mut planes = samples(planes)?;
    alpha::hide(&mut planes, alpha);
    let [y, u, v] = planes;
    alpha::join(&vp8::encode(&y, &u, &v, quality).ok_or_else(too_detailed)?, alpha)
}

/// The alpha plane as the green of a lossless picture, which is how WebP holds it.
pub(super) fn encode_alpha(alpha: &Plane) -> Result<Vec<u8>, EngineError> {
    let data = (0..alpha.height).flat_map(|y| alpha.row(y)).flat_map(|&sample| [0, sample, 0, 255]).collect();
    let mut picture = Picture::new(alpha.width, alpha.height)?;
    import(&mut picture, &Rgba { width: alpha.width, height: alpha.height, data, opaque: true })?;
    picture.encode(Coding::Alpha)
}

/// Every pixel as it is; the colour under full transparency may change.
pub fn encode_lossless(source: &Rgba) -> Result<Vec<u8>, EngineError> {
    let mut picture = Picture::new(source.width, source.height)?;
    import(&mut picture, source)?;
    picture.encode(Coding::Lossless)
}

/// Copies RGBA pixels into a libwebp picture.
pub(super) fn import(picture: &mut Picture, source: &Rgba) -> Result<(), EngineError> {
    debug_assert_eq!(source.data.len(), source.width * source.height * 4);
    picture.0.use_argb = 1;
    // SAFETY: the slice holds `height` rows of `width * 4` bytes, as the sizes in the picture say; libwebp copies them.
    let done =
        unsafe { WebPPictureImportRGBA(&raw mut picture.0, source.data.as_ptr(), (source.width * 4) as i32) };
    if done == 0 { Err(refusal(picture.0.error_code)) } else { Ok(()) }
}

/// Y, U and V in WebP's range, without gaps; chroma of half the size, rounded up.
fn samples(planes: &Ycc) -> Result<[Plane; 3], EngineError> {
    let (half_width, half_height) = (planes.width.div_ceil(2), planes.height.div_ceil(2));
    let mut planes = Ycc {
        y: tight(&planes.y),
        chroma: planes.chroma.as_ref().map(|chroma| chroma.each_ref().map(tight)),
        ..*planes
    };
    colour::to_limited_range(&mut planes);
    let (y, chroma) = (planes.y, planes.chroma);
    let [u, v] = chroma.unwrap_or_else(|| [(); 2].map(|()| Plane::filled(half_width, half_height, 128)));
    let fits = |plane: &Plane, width, height| (plane.width, plane.height) == (width, height);
    if !fits(&y, planes.width, planes.height)
        || !fits(&u, half_width, half_height)
        || !fits(&v, half_width, half_height)
        || y.data.is_empty()
    {
        return Err(misfit());
    }
    Ok([y, u, v])
}

fn misfit() -> EngineError {
    EngineError::damaged("the planes do not fit together")
}

/// A copy without gaps between the rows.
fn tight(plane: &Plane) -> Plane {
    let mut data = Vec::with_capacity(plane.width * plane.height);
    for y in 0..plane.height {
        data.extend_from_slice(plane.row(y));
    }
    Plane { width: plane.width, height: plane.height, stride: plane.width, data }
}
