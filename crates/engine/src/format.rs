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
    /// All of them, each leading to the next.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::successors(Some(Self::Jpeg), |format| match format {
            Self::Jpeg => Some(Self::Png),
            Self::Png => Some(Self::Webp),
            Self::Webp => Some(Self::Gif),
            Self::Gif => Some(Self::Bmp),
            Self::Bmp => None,
        })
    }

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
        let ending = if ending.eq_ignore_ascii_case("jpeg") { "jpg" } else { ending };
        Self::all().find(|format| format.extension().eq_ignore_ascii_case(ending))
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
