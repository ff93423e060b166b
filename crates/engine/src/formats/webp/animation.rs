//! Animated WebP read through libwebp's own composer, one frame at a time. `ANIM` and `ANMF` chunks: RFC 9649, section 2.7.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use super::container::{header, mended};
use crate::formats::animation::Frame;
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use libwebp_sys::{
    WEBP_CSP_MODE, WebPAnimDecoder, WebPAnimDecoderDelete, WebPAnimDecoderGetInfo, WebPAnimDecoderGetNext,
    WebPAnimDecoderNew, WebPAnimDecoderOptions, WebPAnimDecoderOptionsInit, WebPAnimInfo, WebPData,
};
use std::borrow::Cow;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// Reads the frames of an animated WebP one after the other.
#[derive(Debug)]
pub struct Frames<'a> {
    decoder: NonNull<WebPAnimDecoder>,
    width: usize,
    height: usize,
    plays: u32,
    time_ms: i32,
    /// libwebp keeps pointing into it.
    _file: Cow<'a, [u8]>,
}

impl<'a> Frames<'a> {
    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        let header = header(bytes, limits)?;
        limits.check_size(header.width, header.height)?;
        limits.check_frames(header.width, header.height, header.frames)?;
        let unreadable = || EngineError::damaged("the frames of the WebP cannot be read");
        let bytes: Cow<'a, [u8]> = mended(bytes, true).map_or(Cow::Borrowed(bytes), Cow::Owned);
        let data = WebPData { bytes: bytes.as_ptr(), size: bytes.len() };
        let mut options = MaybeUninit::<WebPAnimDecoderOptions>::uninit();
        // SAFETY: the options are initialised by libwebp before use; the data points to `bytes`, whose buffer
        // lives as long as the decoder: it is kept beside it and dropped after it.
        let decoder = unsafe {
            if WebPAnimDecoderOptionsInit(options.as_mut_ptr()) == 0 {
                return Err(unreadable());
            }
            let mut options = options.assume_init();
            options.color_mode = WEBP_CSP_MODE::MODE_RGBA;
            options.use_threads = 0;
            WebPAnimDecoderNew(&raw const data, &raw const options)
        };
        let decoder = NonNull::new(decoder).ok_or_else(unreadable)?;
        let mut info = WebPAnimInfo::default();
        // SAFETY: the decoder was just made and `info` is a plain struct that libwebp fills.
        unsafe { WebPAnimDecoderGetInfo(decoder.as_ptr(), &raw mut info) };
        Ok(Self {
            decoder,
            width: info.canvas_width as usize,
            height: info.canvas_height as usize,
            plays: info.loop_count,
            time_ms: 0,
            _file: bytes,
        })
    }

    pub fn plays(&self) -> u32 {
        self.plays
    }

    pub fn next_frame(&mut self) -> Result<Option<Frame>, EngineError> {
        let mut pixels: *mut u8 = std::ptr::null_mut();
        let mut until_ms = 0;
        // SAFETY: the decoder lives; on success `pixels` points to its canvas of width * height RGBA pixels, valid until
        // the next call, and is copied here.
        let data = unsafe {
            if WebPAnimDecoderGetNext(self.decoder.as_ptr(), &raw mut pixels, &raw mut until_ms) == 0
                || pixels.is_null()
            {
                return Ok(None);
            }
            std::slice::from_raw_parts(pixels, self.width * self.height * 4).to_vec()
        };
        let delay_ms = until_ms.saturating_sub(self.time_ms).max(0) as u32;
        self.time_ms = until_ms;
        let mut image = Rgba { width: self.width, height: self.height, data, opaque: false };
        image.find_opaque();
        Ok(Some(Frame { image, delay_ms }))
    }
}

impl Drop for Frames<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `open`, deleted once.
        unsafe { WebPAnimDecoderDelete(self.decoder.as_ptr()) };
    }
}
