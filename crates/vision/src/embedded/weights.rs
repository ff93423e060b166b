//! The weights file: both networks in one container, written by `scripts/fetch-models`.
//!
//! Layout, little endian: `NOMINAV1`, CRC-32 of all that follows, then for each network its length and its bytes.

use crate::VisionError;

const MAGIC: &[u8; 8] = b"NOMINAV1";

/// The two networks as they stand in the container, each a TensorFlow Lite file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<'a> {
    pub(super) classifier: &'a [u8],
    pub(super) detector: &'a [u8],
}

impl<'a> Weights<'a> {
    /// Takes the container apart; anything but a whole, undamaged one is refused.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, VisionError> {
        let rest =
            bytes.strip_prefix(MAGIC).ok_or_else(|| VisionError::model("this is not a weights file"))?;
        let (sum, body) = rest.split_first_chunk().ok_or_else(cut_short)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(VisionError::model("the weights file is damaged; fetch it again"));
        }
        let (classifier, rest) = section(body)?;
        let (detector, rest) = section(rest)?;
        if !rest.is_empty() {
            return Err(VisionError::model("the weights file is longer than it says"));
        }
        Ok(Self { classifier, detector })
    }
}

fn section(bytes: &[u8]) -> Result<(&[u8], &[u8]), VisionError> {
    let (length, rest) = bytes.split_first_chunk().ok_or_else(cut_short)?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut_short)
}

fn cut_short() -> VisionError {
    VisionError::model("the weights file is cut short; fetch it again")
}

/// A container around two byte strings, as the fetch script writes it.
#[cfg(test)]
pub(super) fn container(classifier: &[u8], detector: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for part in [classifier, detector] {
        body.extend((part.len() as u32).to_le_bytes());
        body.extend(part);
    }
    [MAGIC.as_slice(), &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

/// The fetched weights, for tests; `None`, said aloud, on a machine that has none.
#[cfg(test)]
pub(super) fn installed() -> Option<Vec<u8>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/models/nomina-vision.bin");
    let file = std::fs::read(path).ok();
    if file.is_none() {
        eprintln!("skipped: the weights are not there; run scripts/fetch-models");
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_networks_come_out_as_they_went_in() {
        let file = container(b"one", b"three");
        let weights = Weights::open(&file).unwrap();
        assert_eq!((weights.classifier, weights.detector), (&b"one"[..], &b"three"[..]));
    }

    #[test]
    fn a_changed_byte_anywhere_is_noticed() {
        let file = container(b"one", b"three");
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(Weights::open(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn every_shorter_file_is_refused_with_a_sentence() {
        let file = container(b"one", b"three");
        for length in 0..file.len() {
            let error = Weights::open(&file[..length]).unwrap_err().to_string();
            assert!(error.starts_with("The naming model cannot be loaded: "), "{error}");
        }
    }
}
