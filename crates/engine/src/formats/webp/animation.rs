//! Animated WebP through libwebp's own composer and writer, one frame at a time.
#![expect(unsafe_code, reason = "the binding to libwebp")]

use super::container::header;
use super::encode::import;
use super::writer::{Coding, Picture, config};
use crate::formats::animation::{AnimationSettings, Frame};
use crate::planes::Rgba;
use crate::{EngineError, Limits};
use libwebp_sys::{
    WEBP_CSP_MODE, WebPAnimDecoder, WebPAnimDecoderDelete, WebPAnimDecoderGetInfo, WebPAnimDecoderGetNext,
    WebPAnimDecoderNew, WebPAnimDecoderOptions, WebPAnimDecoderOptionsInit, WebPAnimEncoder,
    WebPAnimEncoderAdd, WebPAnimEncoderAssemble, WebPAnimEncoderDelete, WebPAnimEncoderNewInternal,
    WebPAnimEncoderOptions, WebPAnimEncoderOptionsInitInternal, WebPAnimInfo, WebPData, WebPDataClear,
    WebPGetMuxABIVersion,
};
use std::marker::PhantomData;
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
    /// libwebp keeps pointing into the file.
    file: PhantomData<&'a [u8]>,
}

impl<'a> Frames<'a> {
    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        let header = header(bytes, limits)?;
        limits.check_size(header.width, header.height)?;
        limits.check_frames(header.width, header.height, header.frames)?;
        let unreadable = || EngineError::damaged("the frames of the WebP cannot be read");
        let data = WebPData { bytes: bytes.as_ptr(), size: bytes.len() };
        let mut options = MaybeUninit::<WebPAnimDecoderOptions>::uninit();
        // SAFETY: the options are initialised by libwebp before use; the data points to `bytes`, which `'a` keeps alive
        // as long as the decoder.
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
            file: PhantomData,
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
        let mut picture = Rgba { width: self.width, height: self.height, data, opaque: false };
        picture.find_opaque();
        Ok(Some(Frame { picture, delay_ms }))
    }
}

impl Drop for Frames<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `open`, deleted once.
        unsafe { WebPAnimDecoderDelete(self.decoder.as_ptr()) };
    }
}

/// Writes frames as one animated WebP; libwebp stores what changed.
#[derive(Debug)]
pub struct Writer {
    encoder: NonNull<WebPAnimEncoder>,
    settings: AnimationSettings,
    time_ms: i32,
}

impl Writer {
    pub fn new(settings: &AnimationSettings) -> Result<Self, EngineError> {
        // The same bounds as for a still picture.
        drop(Picture::new(settings.width as usize, settings.height as usize)?);
        let refused = || EngineError::damaged("the animation could not be written as WebP");
        let mut options = MaybeUninit::<WebPAnimEncoderOptions>::uninit();
        // SAFETY: the options are initialised by libwebp before use, sizes are within its bounds.
        let encoder = unsafe {
            if WebPAnimEncoderOptionsInitInternal(options.as_mut_ptr(), WebPGetMuxABIVersion()) == 0 {
                return Err(refused());
            }
            let mut options = options.assume_init();
            options.anim_params.loop_count = settings.plays.min(65_535) as i32;
            // Flat frames are often smaller lossless; the writer may choose frame by frame.
            options.allow_mixed = i32::from(settings.quality.is_some());
            WebPAnimEncoderNewInternal(
                settings.width as i32,
                settings.height as i32,
                &raw const options,
                WebPGetMuxABIVersion(),
            )
        };
        let encoder = NonNull::new(encoder).ok_or_else(refused)?;
        Ok(Self { encoder, settings: *settings, time_ms: 0 })
    }

    pub fn push(&mut self, frame: Frame) -> Result<(), EngineError> {
        let config = config(self.settings.quality.map_or(Coding::Lossless, Coding::Lossy))?;
        let mut picture = Picture::new(frame.picture.width, frame.picture.height)?;
        import(&mut picture, &frame.picture)?;
        // SAFETY: encoder, picture and settings are alive and initialised; libwebp copies what it keeps.
        let done = unsafe {
            WebPAnimEncoderAdd(self.encoder.as_ptr(), &raw mut picture.0, self.time_ms, &raw const config)
        };
        if done == 0 {
            return Err(EngineError::damaged("a frame could not be written as WebP"));
        }
        let delay_ms = frame.delay_ms.min(0xff_ffff) as i32;
        self.time_ms = self
            .time_ms
            .checked_add(delay_ms)
            .ok_or_else(|| EngineError::too_large("the animation lasts too long"))?;
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>, EngineError> {
        let mut data = WebPData { bytes: std::ptr::null(), size: 0 };
        // SAFETY: a null picture closes the animation; `data` is filled with memory of libwebp's own, which is copied
        // and then given back.
        unsafe {
            let closed = WebPAnimEncoderAdd(
                self.encoder.as_ptr(),
                std::ptr::null_mut(),
                self.time_ms,
                std::ptr::null(),
            );
            if closed == 0 || WebPAnimEncoderAssemble(self.encoder.as_ptr(), &raw mut data) == 0 {
                return Err(EngineError::damaged("the animation could not be written as WebP"));
            }
            let bytes = std::slice::from_raw_parts(data.bytes, data.size).to_vec();
            WebPDataClear(&mut data);
            Ok(bytes)
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // SAFETY: made in `new`, deleted once.
        unsafe { WebPAnimEncoderDelete(self.encoder.as_ptr()) };
    }
}
