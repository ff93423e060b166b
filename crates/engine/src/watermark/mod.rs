//! Text and image watermarks.
use crate::planes::{Raster, Rgba};
use crate::{Assets, EngineError};
use nomina_rules::options::ProcessingOptions;
pub struct Marks;
impl Marks {
    pub fn prepare(_: &ProcessingOptions, _: &Assets<'_>, _: u32, _: u32, _: f64, _: &dyn Fn(&[u8]) -> Result<Rgba, EngineError>) -> Result<Self, EngineError> { Ok(Self) }
    pub fn is_empty(&self) -> bool { true }
    pub fn stamp(&self, _: &mut Raster) {}
    pub fn warnings(&self) -> &[String] { &[] }
}
