//! One still WebP: lossy without alpha straight to planes, the rest to RGBA, reduced on the way when that pays.
//! `VP8 ` and `VP8L` chunks: RFC 9649, sections 2.5 and 2.6.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use super::container::{header, icc_profile, mended};
use crate::formats::{Still, Want};
use crate::planes::{Plane, Range, Raster, Rgba, Ycc};
use crate::{EngineError, Limits, colour};
use libwebp_sys::{
    VP8StatusCode, WEBP_CSP_MODE, WebPDecBuffer__bindgen_ty_1, WebPDecode, WebPDecoderConfig, WebPRGBABuffer,
    WebPYUVABuffer,
};

/// libwebp reduces with a box filter. That is good enough down to twice the wanted size, our own filter does the rest;
/// below this ratio the detour is not worth it.
const REDUCE_FROM: u32 = 4;

/// Decodes an image that is not animated.
pub fn decode(bytes: &[u8], want: &Want<'_>, limits: &Limits) -> Result<Still, EngineError> {
    let header = header(bytes, limits)?;
    limits.check_size(header.width, header.height)?;
    let mended = mended(bytes, false);
    let (bytes, cut) = (mended.as_deref().unwrap_or(bytes), mended.is_some());
    let (width, height) = decoded_size(header.width, header.height, want);
    let scaled = (width, height) != (header.width, header.height);
    let mut config =
        WebPDecoderConfig::new().map_err(|()| EngineError::damaged("the WebP decoder did not start"))?;
    config.options.use_scaling = i32::from(scaled);
    config.options.scaled_width = width as i32;
    config.options.scaled_height = height as i32;
    let (raster, whole) = if want.planar && !header.has_alpha && !header.lossless {
        let (planes, whole) = decode_planes(bytes, config, width as usize, height as usize, want.range)?;
        (Raster::Ycc(planes), whole)
    } else {
        let (image, whole) = decode_rgba(bytes, config, width as usize, height as usize, header.has_alpha)?;
        (Raster::Rgba(image), whole)
    };
    let still = Still::new(raster, icc_profile(bytes, limits));
    Ok(if whole && !cut { still } else { still.cut_short() })
}

fn decoded_size(width: u32, height: u32, want: &Want<'_>) -> (u32, u32) {
    let (to_width, to_height) = (want.width.max(1), want.height.max(1));
    if width / to_width >= REDUCE_FROM && height / to_height >= REDUCE_FROM {
        (to_width * 2, to_height * 2)
    } else {
        (width, height)
    }
}

fn decode_rgba(
    bytes: &[u8],
    mut config: WebPDecoderConfig,
    width: usize,
    height: usize,
    has_alpha: bool,
) -> Result<(Rgba, bool), EngineError> {
    let mut image = Rgba { width, height, data: vec![0; width * height * 4], opaque: !has_alpha };
    config.output.colorspace = WEBP_CSP_MODE::MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u = WebPDecBuffer__bindgen_ty_1 {
        RGBA: WebPRGBABuffer {
            rgba: image.data.as_mut_ptr(),
            stride: (width * 4) as i32,
            size: image.data.len(),
        },
    };
    let whole = run(bytes, &mut config, || image.data.iter().any(|&value| value != 0))?;
    if has_alpha {
        image.find_opaque();
    }
    Ok((image, whole))
}

fn decode_planes(
    bytes: &[u8],
    mut config: WebPDecoderConfig,
    width: usize,
    height: usize,
    range: Range,
) -> Result<(Ycc, bool), EngineError> {
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let mut y = Plane::filled(width, height, 0);
    let mut u = Plane::filled(half_width, half_height, 128);
    let mut v = u.clone();
    config.output.colorspace = WEBP_CSP_MODE::MODE_YUV;
    config.output.is_external_memory = 1;
    config.output.u = WebPDecBuffer__bindgen_ty_1 {
        YUVA: WebPYUVABuffer {
            y: y.data.as_mut_ptr(),
            u: u.data.as_mut_ptr(),
            v: v.data.as_mut_ptr(),
            a: std::ptr::null_mut(),
            y_stride: width as i32,
            u_stride: half_width as i32,
            v_stride: half_width as i32,
            a_stride: 0,
            y_size: y.data.len(),
            u_size: u.data.len(),
            v_size: v.data.len(),
            a_size: 0,
        },
    };
    let whole = run(bytes, &mut config, || y.data.iter().any(|&value| value != 0))?;
    let mut planes =
        Ycc { width, height, y, chroma: Some([u, v]), sub_x: 2, sub_y: 2, range: Range::Limited };
    if range == Range::Full {
        colour::to_full_range(&mut planes);
    }
    Ok((planes, whole))
}

/// `false`: the file broke off, but some rows came out.
fn run(
    bytes: &[u8],
    config: &mut WebPDecoderConfig,
    some_rows: impl Fn() -> bool,
) -> Result<bool, EngineError> {
    // SAFETY: the input slice outlives the call; the output buffers were given with their true sizes and strides, they
    // outlive the call too, and libwebp checks the image against those sizes before it writes.
    let status = unsafe { WebPDecode(bytes.as_ptr(), bytes.len(), config) };
    match status {
        VP8StatusCode::VP8_STATUS_OK => Ok(true),
        VP8StatusCode::VP8_STATUS_OUT_OF_MEMORY => {
            Err(EngineError::too_large("there is not enough memory for it"))
        }
        VP8StatusCode::VP8_STATUS_UNSUPPORTED_FEATURE => Err(EngineError::UnsupportedFeature {
            format: crate::Format::Webp,
            what: "a kind of compression that is not known".into(),
        }),
        _ if some_rows() => Ok(false),
        VP8StatusCode::VP8_STATUS_NOT_ENOUGH_DATA | VP8StatusCode::VP8_STATUS_SUSPENDED => {
            Err(EngineError::damaged("the WebP ends too early"))
        }
        _ => Err(EngineError::damaged("the WebP data cannot be read")),
    }
}
