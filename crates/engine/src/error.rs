//! What can go wrong with an image, each with a sentence for the person whose image it is.

use crate::foreign::Foreign;
use crate::format::Format;

/// An image that could not be processed. The text is shown as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    #[error("This is not an image we can read. Use JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP.")]
    Unsupported,
    #[error(
        "This is a {format} file, which this build of Nomina does not read. Save it as JPEG or PNG first."
    )]
    NotBuiltIn { format: Format },
    #[error("This build of Nomina does not write {format} files. Choose WebP instead.")]
    NoEncoder { format: Format },
    #[error("{}", .0.sentence())]
    Foreign(Foreign),
    #[error(
        "This {format} uses a feature we cannot read: {what}. Save it again in another program and try once more."
    )]
    UnsupportedFeature { format: Format, what: String },
    #[error("The image is damaged: {what}.")]
    Damaged { what: String },
    #[error("The image is too large: {what}.")]
    TooLarge { what: String },
    #[error("A setting cannot be used: {what}.")]
    BadRecipe { what: String },
    #[error("Stopped.")]
    Cancelled,
}

impl EngineError {
    pub fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }

    /// The reason for a file that is none of our formats: its own name where it is known.
    pub fn unsupported(bytes: &[u8]) -> Self {
        Foreign::of(bytes).map_or(Self::Unsupported, Self::Foreign)
    }

    pub fn too_large(what: impl Into<String>) -> Self {
        Self::TooLarge { what: what.into() }
    }

    /// A short stable word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unsupported | Self::Foreign(_) => "unsupported",
            // The browser fetches the module that this word names, and asks it instead.
            Self::NotBuiltIn { format } => match format {
                Format::Heic => "needs-heic",
                Format::Avif => "needs-avif",
                Format::Tiff => "needs-tiff",
                Format::Jxl => "needs-jxl",
                _ => "unsupported",
            },
            Self::NoEncoder { format } => match format {
                Format::Avif => "needs-avif-out",
                _ => "unsupported",
            },
            Self::UnsupportedFeature { .. } => "unsupported-feature",
            Self::Damaged { .. } => "damaged",
            Self::TooLarge { .. } => "too-large",
            Self::BadRecipe { .. } => "bad-recipe",
            Self::Cancelled => "cancelled",
        }
    }
}
