//! Codes of an authenticator app (RFC 6238): six digits, SHA-1, a new one every 30 seconds. Those are the settings that
//! every app understands.

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use crate::base::clock::{SECOND_MS, Timestamp};

/// 160 bits, as RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;
const STEP_MS: i64 = 30 * SECOND_MS;
/// A clock may be off by one step in either direction (RFC 6238 5.2).
const TOLERATED_STEPS: i64 = 1;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The time step of a moment.
pub fn step_at(now: Timestamp) -> i64 {
    now.0.div_euclid(STEP_MS)
}

/// The code of a time step.
pub fn code(secret: &[u8], step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[19] & 0x0f);
    let word = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]) & 0x7fff_ffff;
    format!("{:06}", word % 1_000_000)
}

/// The step whose code this is, among those that count now and are later than the last one that was used.
pub fn matching_step(secret: &[u8], given: &str, now: Timestamp, last_used: i64) -> Option<i64> {
    let current = step_at(now);
    let mut found = None;
    // Every step is compared, so that the time tells nothing.
    for step in current - TOLERATED_STEPS..=current + TOLERATED_STEPS {
        if crate::base::secrets::same(&code(secret, step), given) && step > last_used {
            found = Some(step);
        }
    }
    found
}

/// The address that an app reads from the QR code.
pub fn uri(secret: &[u8], email: &str) -> String {
    let label: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
    let label = label.replace('+', "%20");
    format!(
        "otpauth://totp/Nomina:{label}?secret={}&issuer=Nomina&algorithm=SHA1&digits=6&period=30",
        base32(secret)
    )
}

/// RFC 4648 without padding.
pub fn base32(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| (byte >> (7 - at % 8)) & 1);
    let digit = |at: usize| (0..5).fold(0u8, |value, offset| (value << 1) | bit(at + offset));
    (0..bytes.len() * 8).step_by(5).map(|at| char::from(ALPHABET[usize::from(digit(at))])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// The table of RFC 6238, appendix B, in six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let rows = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, expected) in rows {
            assert_eq!(code(SECRET, step_at(Timestamp(seconds * 1000))), expected, "{seconds}");
        }
    }

    /// The examples of RFC 4648, chapter 10.
    #[test]
    fn base32_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI")]
        {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_code_counts_for_its_neighbours_too_but_never_again() {
        let now = Timestamp(1_800_000_000_000);
        let step = step_at(now);
        for near in [step - 1, step, step + 1] {
            assert_eq!(matching_step(SECRET, &code(SECRET, near), now, 0), Some(near));
            assert_eq!(matching_step(SECRET, &code(SECRET, near), now, near), None, "used already");
        }
        for far in [step - 2, step + 2] {
            assert_eq!(matching_step(SECRET, &code(SECRET, far), now, 0), None);
        }
        assert_eq!(matching_step(SECRET, "", now, 0), None);
    }

    #[test]
    fn the_address_for_the_app_names_the_account_and_the_secret() {
        let uri = uri(SECRET, "ada+l@x.org");
        assert!(
            uri.starts_with("otpauth://totp/Nomina:ada%2Bl%40x.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&"),
            "{uri}"
        );
    }
}
