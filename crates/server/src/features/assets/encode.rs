//! Compressed forms of the embedded files, made on first demand and kept: the set of files is small and fixed.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::Asset;

/// Files above this are sent as they are: compressing them would hold up the first visitor.
const LARGEST_BYTES: usize = 16 << 20;
const BROTLI_QUALITY: u32 = 6;
const BROTLI_WINDOW: u32 = 22;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The best that the browser accepts.
    pub fn choose(accepted: &str) -> Option<Self> {
        let accepts = |name: &str| {
            accepted.split(',').any(|item| {
                let (token, weight) = item.split_once(';').unwrap_or((item, ""));
                token.trim().eq_ignore_ascii_case(name) && !matches!(weight.trim(), "q=0" | "q=0.0")
            })
        };
        [Self::Brotli, Self::Gzip].into_iter().find(|encoding| accepts(encoding.name()))
    }
}

/// The compressed forms by content hash.
#[derive(Debug, Default)]
pub struct Encoded {
    kept: Mutex<HashMap<(String, Encoding), Bytes>>,
}

impl Encoded {
    /// The compressed form, or `None` when it would not be smaller.
    pub async fn get(&self, asset: &Asset, encoding: Encoding) -> Option<Bytes> {
        if asset.bytes.len() > LARGEST_BYTES {
            return None;
        }
        let key = (asset.hash.clone(), encoding);
        if let Some(kept) = self.lock().get(&key).cloned() {
            return Some(kept).filter(|bytes| !bytes.is_empty());
        }
        let bytes = asset.bytes.clone();
        let compressed = tokio::task::spawn_blocking(move || compress(&bytes, encoding)).await.ok()?.ok()?;
        // An empty form stands for "not smaller", so that it is not tried again.
        let worth = compressed.len() < asset.bytes.len();
        let form = if worth { Bytes::from(compressed) } else { Bytes::new() };
        self.lock().insert(key, form.clone());
        worth.then_some(form)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, Encoding), Bytes>> {
        self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn compress(bytes: &[u8], encoding: Encoding) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len() / 3);
    match encoding {
        Encoding::Brotli => {
            let mut writer = brotli::CompressorWriter::new(&mut out, 4096, BROTLI_QUALITY, BROTLI_WINDOW);
            writer.write_all(bytes)?;
            writer.flush()?;
        }
        Encoding::Gzip => {
            let mut writer = GzEncoder::new(&mut out, Compression::default());
            writer.write_all(bytes)?;
            writer.finish()?;
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn the_best_accepted_encoding_is_chosen() {
        assert_eq!(Encoding::choose("gzip, deflate, br"), Some(Encoding::Brotli));
        assert_eq!(Encoding::choose("gzip;q=1.0, br;q=0"), Some(Encoding::Gzip));
        assert_eq!(Encoding::choose("identity"), None);
    }
}
