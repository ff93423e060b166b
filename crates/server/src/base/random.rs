//! Randomness as a parameter, and the two things made of it: ids and secret tokens.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::base::clock::Timestamp;

/// Where the program takes random bytes from.
pub trait Random: Send + Sync + fmt::Debug {
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's generator.
#[derive(Debug)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        // Without randomness no secret is safe: stopping is the only right answer.
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// 32 random bytes, base64url: 43 characters that fit in a link, a header and a cookie.
pub fn token(random: &dyn Random) -> String {
    let mut bytes = [0u8; 32];
    random.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A UUID v7: ordered by time, so that indexes stay compact.
pub fn id(random: &dyn Random, now: Timestamp) -> Uuid {
    let mut bytes = [0u8; 10];
    random.fill(&mut bytes);
    let millis = u64::try_from(now.0).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
}
