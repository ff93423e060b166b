//! Password hashing: argon2id, as many at once as there are cores, and the same work whether or not an account exists.

use std::sync::atomic::{AtomicU64, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::error::{ApiError, Result};
use crate::random::Random;

/// Longer texts are refused, not cut.
pub(super) const LONGEST_BYTES: usize = 1024;

/// The hashing bench of the server.
#[derive(Debug)]
pub struct Passwords {
    permits: Semaphore,
    /// What an unknown address is compared with, so that it costs the same as a known one.
    decoy: String,
    computed: AtomicU64,
}

impl Passwords {
    pub fn new(random: &dyn Random) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let decoy = argon(random_salt(random), b"nobody has this password").unwrap_or_default();
        Self { permits: Semaphore::new(cores), decoy, computed: AtomicU64::new(0) }
    }

    /// The PHC text to store.
    pub async fn hash(&self, random: &dyn Random, password: &str) -> Result<String> {
        let salt = random_salt(random);
        let password = password.to_owned();
        self.bench(move || argon(salt, password.as_bytes())).await?.map_err(ApiError::internal)
    }

    /// Whether the password belongs to the hash. Without a hash the work is done all the same, and fails.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.decoy).to_owned();
        let password = password.to_owned();
        let matches = self.bench(move || fits(&password, &hash)).await?;
        Ok(known && matches)
    }

    /// How many hashes were computed; tests compare known and unknown addresses by it.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    async fn bench<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _permit = self.permits.acquire().await.map_err(ApiError::internal)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}

fn random_salt(random: &dyn Random) -> [u8; 16] {
    let mut salt = [0u8; 16];
    random.fill(&mut salt);
    salt
}

/// The crate's defaults are OWASP's: argon2id, 19 MiB, two passes.
fn argon(salt: [u8; 16], password: &[u8]) -> std::result::Result<String, argon2::password_hash::Error> {
    let hash: PasswordHash = Argon2::default().hash_password_with_salt(password, &salt)?;
    Ok(hash.to_string())
}

fn fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A password that the rules allow; `too_short` is the sentence of the screen that asks.
pub(super) fn check(field: &str, password: &str, min: usize, too_short: &str) -> Result<()> {
    if password.chars().count() < min {
        return Err(ApiError::invalid(field, too_short));
    }
    if password.len() > LONGEST_BYTES {
        return Err(ApiError::invalid(field, format!("Password must be at most {LONGEST_BYTES} bytes")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SystemRandom;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_to_the_last_byte() {
        let bench = Passwords::new(&SystemRandom);
        let long = "x".repeat(1000);
        let hash = bench.hash(&SystemRandom, &long).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(bench.verify(&long, Some(&hash)).await.unwrap());
        assert!(!bench.verify(&long[..999], Some(&hash)).await.unwrap());
    }

    #[tokio::test]
    async fn an_unknown_address_costs_a_hash_and_never_fits() {
        let bench = Passwords::new(&SystemRandom);
        assert!(!bench.verify("nobody has this password", None).await.unwrap());
        assert_eq!(bench.computed(), 1);
    }
}
