//! The web app and its data files: embedded in a release build, read from disk in a debug build.

mod encode;
mod feature;
mod head;
mod packed;
mod serve;
pub mod spa;
mod watermark;
mod web_app;

use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};

pub use encode::Encoded;
pub use feature::feature;
pub use head::{robots, site_map};
pub use serve::{MODEL_MISSING, font, model, page, page_or_file};
pub use watermark::{data_url, fonts_for};
pub use web_app::WebApp;

// With the feature `packed` these two are the folders of `scripts/pack`, whose large files are there as `NAME.br` only.
#[derive(RustEmbed)]
#[cfg_attr(not(feature = "packed"), folder = "../../web/dist")]
#[cfg_attr(feature = "packed", folder = "../../target/packed/web")]
struct Web;

#[derive(RustEmbed)]
#[cfg_attr(not(feature = "packed"), folder = "../../assets/fonts")]
#[cfg_attr(feature = "packed", folder = "../../target/packed/fonts")]
struct Fonts;

#[derive(RustEmbed)]
#[folder = "../../assets/models"]
struct Models;

/// Which folder a file is asked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelf {
    Web,
    Fonts,
    Models,
}

/// One file with the hash of its content.
#[derive(Clone, Debug)]
pub struct Asset {
    pub bytes: Bytes,
    pub hash: String,
}

impl Shelf {
    /// The file at this path, or nothing. Paths that climb out of the folder are nothing.
    pub fn get(self, path: &str) -> Option<Asset> {
        if path.is_empty() || path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return None;
        }
        self.file(path).or_else(|| {
            let Asset { bytes, hash } = self.file(&format!("{path}.br"))?;
            Some(Asset { bytes: packed::unpack(&hash, &bytes)?, hash })
        })
    }

    /// A file that is there under this very name.
    fn file(self, path: &str) -> Option<Asset> {
        let file = match self {
            Self::Web => Web::get(path),
            Self::Fonts => Fonts::get(path),
            Self::Models => Models::get(path),
        };
        file.map(asset)
    }

    /// How many files there are, for `doctor`.
    pub fn count(self) -> usize {
        match self {
            Self::Web => Web::iter().count(),
            Self::Fonts => Fonts::iter().count(),
            Self::Models => Models::iter().count(),
        }
    }
}

fn asset(file: EmbeddedFile) -> Asset {
    let hash = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let bytes = match file.data {
        std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
        std::borrow::Cow::Owned(data) => Bytes::from(data),
    };
    Asset { bytes, hash }
}

/// The media type by the end of the name. What is not listed is bytes.
pub fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        _ => "application/octet-stream",
    }
}

/// Whether compressing it is worth the time: text and wasm are, images and fonts are compressed already.
fn is_compressible(media_type: &str) -> bool {
    media_type.starts_with("text/")
        || media_type.contains("json")
        || matches!(media_type, "image/svg+xml" | "application/wasm" | "font/ttf" | "font/otf")
}
