//! What libwebp's lossless encoder needs around it: settings, pixels, and a place for the bytes. It is called by itself:
//! `WebPEncode` would bring libwebp's lossy encoder into the browser's module, which nobody uses.
//! The bitstream is that of RFC 9649, section 3.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use crate::{EngineError, Pulse};
use libwebp_sys::{WebPConfig, WebPEncodingError, WebPPicture};
use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn VP8LEncodeImage(config: *const WebPConfig, picture: *const WebPPicture) -> c_int;
}

/// How long the search may be, 0..=100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    Thorough,
    /// Transparency is plain, and thorough search gains little.
    Quick,
}

/// `0xAARRGGBB`, rows without gaps.
#[derive(Debug)]
pub(super) struct Pixels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) data: Vec<u32>,
}

/// Encodes into a file of its own; `pulse` beats with libwebp's own.
pub(super) fn encode(pixels: &Pixels, effort: Effort, pulse: &Pulse<'_>) -> Result<Vec<u8>, EngineError> {
    check_size(pixels.width, pixels.height)?;
    let started = |()| EngineError::damaged("the WebP encoder did not start");
    let mut config = WebPConfig::new().map_err(started)?;
    config.lossless = 1;
    config.quality = if effort == Effort::Thorough { 60.0 } else { 32.0 };
    let mut picture = WebPPicture::new().map_err(started)?;
    let mut call = Call { out: Vec::new(), pulse };
    picture.use_argb = 1;
    picture.width = pixels.width as i32;
    picture.height = pixels.height as i32;
    // libwebp makes a copy of them before it changes any.
    picture.argb = pixels.data.as_ptr().cast_mut();
    picture.argb_stride = picture.width;
    picture.writer = Some(append);
    picture.custom_ptr = (&raw mut call).cast::<c_void>();
    picture.user_data = picture.custom_ptr;
    picture.progress_hook = Some(goes_on);
    assert_eq!(pixels.data.len(), pixels.width * pixels.height);
    // SAFETY: settings and picture were initialised by libwebp; the pixels have the size that the picture says and, like
    // `call`, outlive it. libwebp allocates nothing that the picture would have to free.
    let done = unsafe { VP8LEncodeImage(&raw const config, &raw const picture) };
    if done == 0 { Err(refusal(picture.error_code)) } else { Ok(call.out) }
}

/// What libwebp hands back to us.
struct Call<'a> {
    out: Vec<u8>,
    pulse: &'a Pulse<'a>,
}

unsafe extern "C" fn goes_on(percent: c_int, picture: *const WebPPicture) -> c_int {
    // SAFETY: `user_data` is the call of `encode`, which lives until libwebp returns.
    let call = unsafe { &*(*picture).user_data.cast::<Call<'_>>() };
    c_int::from(call.pulse.beat(usize::try_from(percent).unwrap_or(0), 100).is_ok())
}

/// The format's longest side.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), EngineError> {
    let longest = super::LONGEST_SIDE;
    if width > longest || height > longest {
        return Err(EngineError::too_large(format!(
            "WebP holds at most {longest} pixels a side, this result has {width} x {height}. Resize it or choose \
             another format"
        )));
    }
    Ok(())
}

fn refusal(code: WebPEncodingError) -> EngineError {
    match code {
        WebPEncodingError::VP8_ENC_ERROR_OUT_OF_MEMORY
        | WebPEncodingError::VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY => {
            EngineError::too_large("there is not enough memory to write it as WebP")
        }
        WebPEncodingError::VP8_ENC_ERROR_PARTITION0_OVERFLOW
        | WebPEncodingError::VP8_ENC_ERROR_PARTITION_OVERFLOW
        | WebPEncodingError::VP8_ENC_ERROR_FILE_TOO_BIG => too_detailed(),
        WebPEncodingError::VP8_ENC_ERROR_USER_ABORT => EngineError::Cancelled,
        _ => EngineError::damaged("the picture could not be written as WebP"),
    }
}

pub(super) fn too_detailed() -> EngineError {
    EngineError::too_large("it is too detailed for one WebP file; use a lower quality or a smaller size")
}

unsafe extern "C" fn append(data: *const u8, length: usize, picture: *const WebPPicture) -> c_int {
    // SAFETY: libwebp hands a valid run of bytes and the picture it was given, whose `custom_ptr` is the call of `encode`.
    let (bytes, call) =
        unsafe { (std::slice::from_raw_parts(data, length), &mut *(*picture).custom_ptr.cast::<Call<'_>>()) };
    c_int::from(call.out.try_reserve(length).map(|()| call.out.extend_from_slice(bytes)).is_ok())
}

/// libwebp's own lossy encoder, to compare ours with.
#[cfg(test)]
pub(super) fn libwebp(
    [mut y, mut u, mut v]: [crate::planes::Plane; 3],
    quality: u8,
) -> Result<Vec<u8>, EngineError> {
    let mut config = WebPConfig::new().expect("settings");
    // One effort below its default, a weak and sharp filter, and the bytes of its default at the same number.
    config.quality = (f32::from(quality.clamp(1, 100)) + 0.3).min(100.0);
    (config.method, config.filter_strength, config.filter_sharpness) = (3, 30, 3);
    let mut call = Call { out: Vec::new(), pulse: &Pulse::none() };
    let mut picture = WebPPicture::new().expect("a picture");
    (picture.width, picture.height) = (y.width as i32, y.height as i32);
    picture.y = y.data.as_mut_ptr();
    picture.u = u.data.as_mut_ptr();
    picture.v = v.data.as_mut_ptr();
    picture.y_stride = y.stride as i32;
    picture.uv_stride = u.stride as i32;
    picture.writer = Some(append);
    picture.custom_ptr = (&raw mut call).cast::<c_void>();
    // SAFETY: planes and call have the sizes that the picture says and outlive it.
    let done = unsafe { libwebp_sys::WebPEncode(&raw const config, &raw mut picture) };
    if done == 0 { Err(refusal(picture.error_code)) } else { Ok(call.out) }
}
