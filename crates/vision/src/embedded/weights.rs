//! The weights files: two networks in one container each, written by `scripts/fetch-models`.
//!
//! Layout, little endian: `NOMINAV1` (what is seen), `NOMINAT1` (text) or `NOMINAB1` (the best names), CRC-32 of all that follows, then for each
//! network its length and its bytes.

use crate::VisionError;

/// What a container is for.
pub(super) const SEEING: &[u8; 8] = b"NOMINAV1";
pub(super) const READING: &[u8; 8] = b"NOMINAT1";
pub(super) const BEST: &[u8; 8] = b"NOMINAB1";

/// The two networks of a container, as they stand in it: a classifier and a detector (TensorFlow Lite), or a finder and
/// a reader of text (ONNX), or the second eye and the words that are read from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<'a> {
    pub(super) first: &'a [u8],
    pub(super) second: &'a [u8],
}

impl<'a> Weights<'a> {
    /// Takes the container apart; anything but a whole, undamaged one is refused.
    pub(super) fn open(bytes: &'a [u8], purpose: &[u8; 8]) -> Result<Self, VisionError> {
        let rest =
            bytes.strip_prefix(purpose).ok_or_else(|| VisionError::model("this is not a weights file"))?;
        let (sum, body) = rest.split_first_chunk().ok_or_else(cut_short)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(VisionError::model("the weights file is damaged; fetch it again"));
        }
        let (first, rest) = section(body)?;
        let (second, rest) = section(rest)?;
        if !rest.is_empty() {
            return Err(VisionError::model("the weights file is longer than it says"));
        }
        Ok(Self { first, second })
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
pub(super) fn container(first: &[u8], second: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for part in [first, second] {
        body.extend((part.len() as u32).to_le_bytes());
        body.extend(part);
    }
    [SEEING.as_slice(), &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

/// The fetched weights, for tests; `None`, said aloud, on a machine that has none.
#[cfg(test)]
pub(super) fn installed(name: &str) -> Option<Vec<u8>> {
    let path = format!("{}/../../assets/models/{name}", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read(path).ok();
    if file.is_none() {
        nomina_needs::missing("model", format!("{name} is not there; run scripts/fetch-models"));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_networks_come_out_as_they_went_in() {
        let file = container(b"one", b"three");
        let weights = Weights::open(&file, SEEING).unwrap();
        assert_eq!((weights.first, weights.second), (&b"one"[..], &b"three"[..]));
    }

    #[test]
    fn a_changed_byte_anywhere_is_noticed() {
        let file = container(b"one", b"three");
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(Weights::open(&changed, SEEING).is_err(), "byte {at}");
        }
    }

    #[test]
    fn every_shorter_file_is_refused_with_a_sentence() {
        let file = container(b"one", b"three");
        for length in 0..file.len() {
            let error = Weights::open(&file[..length], SEEING).unwrap_err().to_string();
            assert!(error.starts_with("The naming model cannot be loaded: "), "{error}");
        }
    }
}
