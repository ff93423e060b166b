//! Planes or RGBA to one still WebP: lossy colours by our encoder, what loses nothing by libwebp's.
//! `VP8 ` and `VP8L` chunks: RFC 9649, sections 2.5 and 2.6.

use super::writer::{Effort, Pixels, check_size, encode};
use super::{alpha, vp8};
use crate::planes::{Plane, Rgba, Ycc};
use crate::{EngineError, Pulse, colour};

/// Lossy, from planes at 4:2:0 (or grey). `quality` is 1..=100.
pub fn encode_planes(planes: &Ycc, quality: u8, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
    check_size(planes.width, planes.height)?;
    let [y, u, v] = samples(planes)?;
    vp8::encode(&y, &u, &v, quality, pulse)
}

/// Lossy colour, lossless alpha. The colour planes are 4:2:0 of the same size as the alpha plane.
pub fn encode_lossy_alpha(
    planes: &Ycc,
    alpha: &Plane,
    quality: u8,
    pulse: &Pulse<'_>,
) -> Result<Vec<u8>, EngineError> {
    check_size(planes.width, planes.height)?;
    if (alpha.width, alpha.height) != (planes.width, planes.height) {
        return Err(misfit());
    }
    let mut planes = samples(planes)?;
    alpha::hide(&mut planes, alpha);
    let [y, u, v] = planes;
    alpha::join(&vp8::encode(&y, &u, &v, quality, pulse)?, alpha)
}

/// Pixels in the form that the lossless encoder reads. It takes some 20 bytes a pixel itself, so that the image they come from has to
/// go before it begins.
#[derive(Debug)]
pub struct Lossless(Pixels);

impl Lossless {
    pub fn new(image: Rgba) -> Self {
        Self(packed(&image))
    }

    /// Every pixel as it is; the colour under full transparency becomes black. `pulse` beats on the way.
    pub fn encode(&self, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
        encode(&self.0, Effort::Thorough, pulse)
    }
}

/// The same for an image that is still needed.
pub fn encode_lossless(source: &Rgba, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
    Lossless(packed(source)).encode(pulse)
}

/// The same, sooner: for one frame of many.
pub(super) fn encode_frame(source: &Rgba) -> Result<Vec<u8>, EngineError> {
    encode(&packed(source), Effort::Quick, &Pulse::none())
}

fn packed(source: &Rgba) -> Pixels {
    let pixel = |&[r, g, b, a]: &[u8; 4]| if a == 0 { 0 } else { u32::from_be_bytes([a, r, g, b]) };
    let data = source.data.as_chunks::<4>().0.iter().map(pixel).collect();
    Pixels { width: source.width, height: source.height, data }
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
