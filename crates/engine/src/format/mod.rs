//! The formats: how each is known, what it is called, and what it can hold. Every question is answered by a `match`, so that a new
//! format does not compile before all of them are.

mod signature;

use serde::Serialize;

/// A format that the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PictureFormat))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Jpeg,
    Png,
    Webp,
    Gif,
    Bmp,
    Heic,
    Avif,
    Tiff,
    Jxl,
    // A camera's own format: only its preview is read, and the file is only ever renamed.
    Raw,
}

/// Endings of RAW files, each known by its content too.
const RAW_ENDINGS: [&str; 8] = ["dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2"];

impl Format {
    /// All of them, each leading to the next.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::successors(Some(Self::Jpeg), |format| match format {
            Self::Jpeg => Some(Self::Png),
            Self::Png => Some(Self::Webp),
            Self::Webp => Some(Self::Gif),
            Self::Gif => Some(Self::Bmp),
            Self::Bmp => Some(Self::Heic),
            Self::Heic => Some(Self::Avif),
            Self::Avif => Some(Self::Tiff),
            Self::Tiff => Some(Self::Jxl),
            Self::Jxl => Some(Self::Raw),
            Self::Raw => None,
        })
    }

    /// The format that an ending of a file name stands for, in any letter case.
    pub fn of_extension(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        match ending.as_str() {
            "jpeg" => Some(Self::Jpeg),
            "heif" => Some(Self::Heic),
            "tif" => Some(Self::Tiff),
            raw if RAW_ENDINGS.contains(&raw) => Some(Self::Raw),
            _ => Self::all().find(|format| format.extension() == ending),
        }
    }

    /// Whether we write it. What is only read becomes another format as soon as anything is changed.
    pub fn can_be_written(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Gif | Self::Bmp | Self::Avif => true,
            Self::Heic | Self::Tiff | Self::Jxl | Self::Raw => false,
        }
    }

    /// Whether every build reads and writes it.
    pub fn is_always_built_in(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Gif | Self::Bmp => true,
            Self::Heic | Self::Avif | Self::Tiff | Self::Jxl | Self::Raw => false,
        }
    }

    /// Whether what we write can hold several frames.
    pub fn can_animate(self) -> bool {
        match self {
            Self::Png | Self::Webp | Self::Gif => true,
            Self::Jpeg | Self::Bmp => false,
            Self::Heic | Self::Avif | Self::Tiff | Self::Jxl | Self::Raw => false,
        }
    }

    /// Whether pixels can be transparent.
    pub fn holds_alpha(self) -> bool {
        match self {
            Self::Png
            | Self::Webp
            | Self::Gif
            | Self::Bmp
            | Self::Heic
            | Self::Avif
            | Self::Tiff
            | Self::Jxl => true,
            Self::Jpeg | Self::Raw => false,
        }
    }

    /// Whether what we write can carry a colour profile.
    pub fn holds_profile(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Avif => true,
            Self::Gif | Self::Bmp => false,
            Self::Heic | Self::Tiff | Self::Jxl | Self::Raw => false,
        }
    }

    /// Bits a sample that what we write can have.
    pub fn deepest(self) -> u8 {
        match self {
            Self::Png => 16,
            Self::Jpeg | Self::Webp | Self::Gif | Self::Bmp => 8,
            Self::Heic | Self::Avif | Self::Tiff | Self::Jxl | Self::Raw => 8,
        }
    }

    /// Whether titles, authors and the like can be written.
    pub fn holds_fields(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Gif | Self::Avif => true,
            Self::Bmp => false,
            Self::Heic | Self::Tiff | Self::Jxl | Self::Raw => false,
        }
    }

    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
            Self::Heic => "image/heic",
            Self::Avif => "image/avif",
            Self::Tiff => "image/tiff",
            Self::Jxl => "image/jxl",
            Self::Raw => "image/x-adobe-dng",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Bmp => "bmp",
            Self::Heic => "heic",
            Self::Avif => "avif",
            Self::Tiff => "tiff",
            Self::Jxl => "jxl",
            Self::Raw => RAW_ENDINGS[0],
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
            Self::Heic => "HEIC",
            Self::Avif => "AVIF",
            Self::Tiff => "TIFF",
            Self::Jxl => "JPEG XL",
            Self::Raw => "RAW",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use nomina_rules::names::IMAGE_EXTENSIONS;

    #[test]
    fn every_format_is_found_by_its_ending_and_the_rules_know_the_same_endings() {
        assert!(Format::all().all(|format| Format::of_extension(format.extension()) == Some(format)));
        assert!(Format::all().all(|format| IMAGE_EXTENSIONS.contains(&format.extension())));
        assert!(IMAGE_EXTENSIONS.into_iter().all(|ending| Format::of_extension(ending).is_some()));
    }
}
