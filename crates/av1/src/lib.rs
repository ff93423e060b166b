//! One still image as AV1, encoded by `rav1e`. A crate of its own, because rav1e's code is generic: it is compiled with whoever
//! calls it, and takes longer than all of the engine. The bytes depend on the image and the settings alone, like the engine's.

mod error;
#[cfg(not(target_family = "wasm"))]
mod stop;

pub use error::Error;

use rav1e::Context;
use rav1e::config::SpeedSettings;
use rav1e::prelude::{
    ChromaSamplePosition, ChromaSampling, ColorDescription, ColorPrimaries, Config, EncoderConfig,
    EncoderStatus, MatrixCoefficients, PixelRange, TransferCharacteristics, Tune,
};

/// Bits of a sample. AV1 with 10 bits is smaller than with 8 at the same quality, for sources of 8 bits too, and every decoder of
/// AVIF reads it.
pub const BITS: u32 = 10;

/// Samples of 10 bits and full range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    pub width: usize,
    pub height: usize,
    pub luma: Vec<u16>,
    /// None for grey and for transparency.
    pub chroma: Option<Chroma>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chroma {
    pub planes: [Vec<u16>; 2],
    /// Half the size of luma in both directions, rounded up.
    pub halved: bool,
}

/// How the samples are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// AV1's own scale: 0 keeps most, 255 least.
    pub quantizer: u8,
    /// 0 takes longest, 10 is quickest.
    pub speed: u8,
}

/// The stream of one key frame, without temporal delimiters, as AVIF wants it. `stop` is asked some times a second; the work ends
/// soon after it says yes.
#[cfg(not(target_family = "wasm"))]
pub fn encode(image: &Planes, settings: Settings, stop: &dyn Fn() -> bool) -> Result<Vec<u8>, Error> {
    stop::stoppable(|| key_frame(image, settings), stop)
}

/// The same in a browser, whose page ends the whole worker instead.
#[cfg(target_family = "wasm")]
pub fn encode(image: &Planes, settings: Settings, stop: &dyn Fn() -> bool) -> Result<Vec<u8>, Error> {
    if stop() { Err(Error::Stopped) } else { key_frame(image, settings) }
}

fn key_frame(image: &Planes, settings: Settings) -> Result<Vec<u8>, Error> {
    image.check()?;
    let mut context = context(image, settings)?;
    let mut frame = context.new_frame();
    let [luma, chroma @ ..] = &mut frame.planes;
    luma.copy_from_raw_u8(&bytes(&image.luma), image.width * 2, 2);
    if let Some(from) = &image.chroma {
        let (width, _) = image.chroma_size();
        for (to, from) in chroma.iter_mut().zip(&from.planes) {
            to.copy_from_raw_u8(&bytes(from), width * 2, 2);
        }
    }
    context.send_frame(frame).map_err(|_| Error::Refused)?;
    context.flush();
    loop {
        match context.receive_packet() {
            Ok(packet) => return Ok(without_delimiters(&packet.data)),
            Err(EncoderStatus::Encoded) => {}
            Err(_) => return Err(Error::Refused),
        }
    }
}

impl Planes {
    fn chroma_size(&self) -> (usize, usize) {
        match &self.chroma {
            None => (0, 0),
            Some(chroma) if chroma.halved => (self.width.div_ceil(2), self.height.div_ceil(2)),
            Some(_) => (self.width, self.height),
        }
    }

    fn check(&self) -> Result<(), Error> {
        let (width, height) = self.chroma_size();
        let chroma = self.chroma.iter().flat_map(|chroma| &chroma.planes);
        let fits = self.luma.len() == self.width * self.height
            && chroma.into_iter().all(|plane| plane.len() == width * height);
        if fits && !self.luma.is_empty() { Ok(()) } else { Err(Error::Misfit) }
    }
}

fn context(image: &Planes, settings: Settings) -> Result<Context<u16>, Error> {
    let mut speed_settings = SpeedSettings::from_preset(settings.speed);
    // A still looks at no frame after it.
    speed_settings.rdo_lookahead_frames = 1;
    let config = EncoderConfig {
        width: image.width,
        height: image.height,
        bit_depth: BITS as usize,
        chroma_sampling: match &image.chroma {
            None => ChromaSampling::Cs400,
            Some(chroma) if chroma.halved => ChromaSampling::Cs420,
            Some(_) => ChromaSampling::Cs444,
        },
        // Chroma is the mean of four pixels: it lies between them.
        chroma_sample_position: ChromaSamplePosition::Unknown,
        pixel_range: PixelRange::Full,
        color_description: Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT601,
        }),
        still_picture: true,
        quantizer: usize::from(settings.quantizer),
        min_quantizer: settings.quantizer,
        tune: Tune::Psychovisual,
        // One: several would only help threads, and change the bytes.
        tiles: 1,
        speed_settings,
        ..EncoderConfig::default()
    };
    Config::new().with_encoder_config(config).new_context().map_err(|_| Error::Refused)
}

fn bytes(samples: &[u16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_le_bytes()).collect()
}

/// Leaves out the units that separate frames of a video (AV1 specification, section 5.6).
fn without_delimiters(stream: &[u8]) -> Vec<u8> {
    const DELIMITER: [u8; 2] = [0x12, 0];
    stream.strip_prefix(&DELIMITER).unwrap_or(stream).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Noise, which takes longest.
    fn noise(side: usize) -> Planes {
        let mut state = 1u32;
        let sample = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 22) as u16
        };
        Planes { width: side, height: side, luma: (0..side * side).map(sample).collect(), chroma: None }
    }

    #[test]
    fn work_that_is_stopped_ends_inside_the_frame() {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) > 0;
        let settings = Settings { quantizer: 20, speed: 8 };
        // Some seconds of work: it would be done, not stopped, if nobody looked while the frame is made.
        assert_eq!(encode(&noise(1200), settings, &stop), Err(Error::Stopped));
        assert!(asked.get() < 50, "asked {} times", asked.get());
        let small = encode(&noise(64), settings, &|| false).expect("a stream");
        assert_eq!(small, key_frame(&noise(64), settings).expect("a stream"));
    }
}
