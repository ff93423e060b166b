//! Files that are embedded in brotli's form only: unpacked on first demand and kept, because the set of files is small and fixed.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use super::{Asset, Shelf};

/// The file as it was before it was packed, with the hash of its packed form.
pub(super) fn unpack(shelf: Shelf, path: &str, packed: &Asset) -> Option<Asset> {
    static KEPT: OnceLock<Mutex<HashMap<(Shelf, String), Bytes>>> = OnceLock::new();
    let kept = KEPT.get_or_init(Mutex::default);
    let key = (shelf, path.to_owned());
    let found = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let bytes = match found {
        Some(bytes) => bytes,
        None => {
            let bytes = unpacked(&packed.bytes)?;
            kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, bytes.clone());
            bytes
        }
    };
    Some(Asset { bytes, hash: packed.hash.clone() })
}

fn unpacked(packed: &[u8]) -> Option<Bytes> {
    let mut bytes = Vec::new();
    brotli::Decompressor::new(packed, 1 << 16).read_to_end(&mut bytes).ok()?;
    Some(Bytes::from(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut &*bytes, &mut packed, &brotli::enc::BrotliEncoderParams::default())
            .unwrap();
        packed
    }

    #[test]
    fn a_packed_file_is_given_as_it_was() {
        let bytes: Vec<u8> = (0..5_000u32).flat_map(|n| (n / 7).to_le_bytes()).collect();
        let packed = Asset { bytes: pack(&bytes).into(), hash: "of the packed form".into() };
        for _ in 0..2 {
            let asset = unpack(Shelf::Web, "assets/a.wasm", &packed).unwrap();
            assert_eq!(asset.bytes, bytes);
            assert_eq!(asset.hash, packed.hash);
        }
    }

    #[test]
    fn a_broken_one_is_nothing() {
        let whole = pack(&[7; 5_000]);
        let half = Asset { bytes: whole[..whole.len() / 2].to_vec().into(), hash: String::new() };
        assert!(unpack(Shelf::Web, "assets/half.wasm", &half).is_none());
    }
}
