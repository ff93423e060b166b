//! The form of a key: `nmn_live_`, 32 random letters and digits, and a checksum of six. A scanner for leaked secrets finds it
//! by `nmn_live_[0-9A-Za-z]{38}`, and a mistyped one is refused without asking the database.

use crate::base::random::Random;

pub(super) const START: &str = "nmn_live_";
const RANDOM: usize = 32;
const CHECK: usize = 6;
/// How many characters of a key are listed.
const SHOWN: usize = START.len() + 6;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A new key.
pub fn make(random: &dyn Random) -> String {
    let mut key = START.to_owned();
    while key.len() < START.len() + RANDOM {
        let mut bytes = [0u8; 64];
        random.fill(&mut bytes);
        // 248 is the largest multiple of 62 in a byte: every letter stays equally likely.
        let fair =
            bytes.iter().filter(|byte| **byte < 248).map(|byte| char::from(ALPHABET[usize::from(byte % 62)]));
        key.extend(fair.take(START.len() + RANDOM - key.len()));
    }
    let check = checksum(&key);
    key + &check
}

/// Whether a text can be a key that we made.
pub fn is_whole(text: &str) -> bool {
    text.is_ascii()
        && text.len() == START.len() + RANDOM + CHECK
        && text.starts_with(START)
        && text[START.len() + RANDOM..] == checksum(&text[..START.len() + RANDOM])
}

/// What a list shows of a key.
pub(super) fn prefix(key: &str) -> &str {
    key.get(..SHOWN).unwrap_or(key)
}

fn checksum(text: &str) -> String {
    let mut left = crc32fast::hash(text.as_bytes());
    let mut letters = [b'0'; CHECK];
    for letter in letters.iter_mut().rev() {
        *letter = ALPHABET[(left % 62) as usize];
        left /= 62;
    }
    letters.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SystemRandom;

    #[test]
    fn a_key_is_known_by_its_form_and_a_slip_of_the_finger_is_seen() {
        let key = make(&SystemRandom);
        assert!(is_whole(&key), "{key}");
        assert_eq!((key.len(), prefix(&key).len()), (47, 15));
        for at in START.len()..key.len() {
            let mut wrong: Vec<u8> = key.clone().into_bytes();
            wrong[at] = if wrong[at] == b'x' { b'y' } else { b'x' };
            assert!(!is_whole(std::str::from_utf8(&wrong).unwrap()), "{at}");
        }
        for text in
            ["", "nmn_live_", &key[..46], &format!("{key}0"), &key.replace("live", "test"), "nmn_live_é"]
        {
            assert!(!is_whole(text), "{text}");
        }
        assert_ne!(make(&SystemRandom), key);
    }
}
