//! Why an image got no description.

use nomina_engine::EngineError;

/// One sentence each, fit to be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VisionError {
    /// The image itself cannot be read.
    #[error(transparent)]
    Image(#[from] EngineError),
    /// The weights are missing, damaged or of another version.
    #[error("The naming model cannot be loaded: {0}.")]
    Model(String),
}

impl VisionError {
    pub(crate) fn model(reason: impl Into<String>) -> Self {
        Self::Model(reason.into())
    }
}
