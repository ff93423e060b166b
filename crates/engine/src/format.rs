//! The formats: how each is known, what it is called, and what it can hold. Every question is answered by a `match`, so that a new
//! format does not compile before all of them are.

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
}

impl Format {
    /// The format by the first bytes; the file's name plays no part.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'B', b'M', ..] if bytes.len() >= 26 => Some(Self::Bmp),
            _ => None,
        }
    }

    /// The format that an ending of a file name stands for, in any letter case.
    pub fn of_extension(ending: &str) -> Option<Self> {
        let known = [Self::Jpeg, Self::Png, Self::Webp, Self::Gif, Self::Bmp];
        let ending = if ending.eq_ignore_ascii_case("jpeg") { "jpg" } else { ending };
        known.into_iter().find(|format| format.extension().eq_ignore_ascii_case(ending))
    }

    /// Whether a file can hold several frames.
    pub fn can_animate(self) -> bool {
        match self {
            Self::Png | Self::Webp | Self::Gif => true,
            Self::Jpeg | Self::Bmp => false,
        }
    }

    /// Whether pixels can be transparent.
    pub fn holds_alpha(self) -> bool {
        match self {
            Self::Png | Self::Webp | Self::Gif | Self::Bmp => true,
            Self::Jpeg => false,
        }
    }

    /// Whether what we write can carry a colour profile.
    pub fn holds_profile(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp => true,
            Self::Gif | Self::Bmp => false,
        }
    }

    /// Bits a sample that what we write can have.
    pub fn deepest(self) -> u8 {
        match self {
            Self::Png => 16,
            Self::Jpeg | Self::Webp | Self::Gif | Self::Bmp => 8,
        }
    }

    /// Whether titles, authors and the like can be written.
    pub fn holds_fields(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Gif => true,
            Self::Bmp => false,
        }
    }

    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Bmp => "bmp",
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
        })
    }
}
