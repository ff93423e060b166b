//! What libwebp's encoder needs around it: settings, and a place for the bytes.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use crate::EngineError;
use libwebp_sys::{WebPConfig, WebPEncode, WebPEncodingError, WebPPicture, WebPPictureFree};
use std::ffi::{c_int, c_void};

/// How a picture is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// 1..=100.
    Lossy(u8),
    Lossless,
    /// Without loss and sooner: transparency is plain, and thorough search gains little.
    Alpha,
}

/// libwebp's effort for lossy animations: one below its default, which leaves out the spectral distortion.
const METHOD: i32 = 3;
/// A weaker and sharper deblocking filter than libwebp's default, so that photos score no lower (SSIMULACRA2) for that.
const FILTER_STRENGTH: i32 = 30;
const FILTER_SHARPNESS: i32 = 3;
/// Brings PNG sources to the score and bytes of libwebp's default at the same number.
const QUALITY_ADDED: f32 = 0.3;
/// Effort of the lossless coder, 0..=100.
const LOSSLESS_EFFORT: f32 = 60.0;
const ALPHA_EFFORT: f32 = 32.0;

pub(super) fn config(coding: Coding) -> Result<WebPConfig, EngineError> {
    let mut config =
        WebPConfig::new().map_err(|()| EngineError::damaged("the WebP encoder did not start"))?;
    match coding {
        Coding::Lossy(quality) => {
            config.quality = (f32::from(quality.clamp(1, 100)) + QUALITY_ADDED).min(100.0);
            config.method = METHOD;
            config.filter_strength = FILTER_STRENGTH;
            config.filter_sharpness = FILTER_SHARPNESS;
        }
        Coding::Lossless => {
            config.lossless = 1;
            config.quality = LOSSLESS_EFFORT;
        }
        Coding::Alpha => {
            config.lossless = 1;
            config.quality = ALPHA_EFFORT;
        }
    }
    Ok(config)
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

/// A picture without pixels yet. It owns what libwebp may allocate for it.
pub(super) struct Picture(pub(super) WebPPicture);

impl Picture {
    pub(super) fn new(width: usize, height: usize) -> Result<Self, EngineError> {
        check_size(width, height)?;
        let mut picture =
            WebPPicture::new().map_err(|()| EngineError::damaged("the WebP encoder did not start"))?;
        picture.width = width as i32;
        picture.height = height as i32;
        Ok(Self(picture))
    }

    /// Encodes into a vector.
    pub(super) fn encode(&mut self, coding: Coding) -> Result<Vec<u8>, EngineError> {
        let config = config(coding)?;
        let mut out: Vec<u8> = Vec::new();
        self.0.writer = Some(append);
        self.0.custom_ptr = (&raw mut out).cast::<c_void>();
        // SAFETY: the picture was initialised by libwebp and its planes, set by the caller of this method, live as long
        // as the picture; `append` gets the vector above, which outlives the call.
        let done = unsafe { WebPEncode(&raw const config, &raw mut self.0) };
        self.0.custom_ptr = std::ptr::null_mut();
        if done == 0 { Err(refusal(self.0.error_code)) } else { Ok(out) }
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        // SAFETY: frees only what libwebp allocated itself; planes that we lent are not its own.
        unsafe { WebPPictureFree(&raw mut self.0) };
    }
}

pub(super) fn refusal(code: WebPEncodingError) -> EngineError {
    match code {
        WebPEncodingError::VP8_ENC_ERROR_OUT_OF_MEMORY
        | WebPEncodingError::VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY => {
            EngineError::too_large("there is not enough memory to write it as WebP")
        }
        WebPEncodingError::VP8_ENC_ERROR_PARTITION0_OVERFLOW
        | WebPEncodingError::VP8_ENC_ERROR_PARTITION_OVERFLOW
        | WebPEncodingError::VP8_ENC_ERROR_FILE_TOO_BIG => too_detailed(),
        _ => EngineError::damaged("the picture could not be written as WebP"),
    }
}

pub(super) fn too_detailed() -> EngineError {
    EngineError::too_large("it is too detailed for one WebP file; use a lower quality or a smaller size")
}

unsafe extern "C" fn append(data: *const u8, length: usize, picture: *const WebPPicture) -> c_int {
    // SAFETY: libwebp hands a valid run of bytes and the picture it was given, whose `custom_ptr` is the vector of
    // `Picture::encode`.
    let (bytes, out) =
        unsafe { (std::slice::from_raw_parts(data, length), &mut *(*picture).custom_ptr.cast::<Vec<u8>>()) };
    c_int::from(out.try_reserve(length).map(|()| out.extend_from_slice(bytes)).is_ok())
}

/// libwebp's own lossy encoder, to compare ours with.
#[cfg(test)]
pub(super) fn libwebp(
    [mut y, mut u, mut v]: [crate::planes::Plane; 3],
    quality: u8,
) -> Result<Vec<u8>, EngineError> {
    let mut picture = Picture::new(y.width, y.height)?;
    picture.0.use_argb = 0;
    picture.0.y = y.data.as_mut_ptr();
    picture.0.u = u.data.as_mut_ptr();
    picture.0.v = v.data.as_mut_ptr();
    picture.0.y_stride = y.stride as i32;
    picture.0.uv_stride = u.stride as i32;
    picture.encode(Coding::Lossy(quality))
}
