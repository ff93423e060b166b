//! Files that are embedded in brotli's form only: unpacked on first demand and kept, because the set of files is small and fixed.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Mutex, OnceLock, PoisonError};

use bytes::Bytes;

/// The file as it was before it was packed; `hash` is that of the packed form.
pub(super) fn unpack(hash: &str, packed: &[u8]) -> Option<Bytes> {
    static KEPT: OnceLock<Mutex<HashMap<String, Bytes>>> = OnceLock::new();
    let kept = || KEPT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept().get(hash).cloned();
    if found.is_some() {
        return found;
    }
    let bytes = unpacked(packed)?;
    kept().insert(hash.to_owned(), bytes.clone());
    Some(bytes)
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
        let packed = pack(&bytes);
        for _ in 0..2 {
            assert_eq!(unpack("a hash", &packed).unwrap(), bytes);
        }
    }

    #[test]
    fn a_broken_one_is_nothing() {
        let packed = pack(&[7; 5_000]);
        assert!(unpack("another hash", &packed[..packed.len() / 2]).is_none());
    }
}
