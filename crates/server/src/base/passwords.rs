//! Password hashing: argon2id, as many at once as there are cores, and the same work whether or not an account exists.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::base::error::{ApiError, Result};
use crate::base::random::Random;

/// How a password compares with a kept hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    No,
    Yes,
    /// Right, but the hash was made with older settings and should be replaced.
    Aged,
}

/// What an unknown address is compared with, so that it costs the same as a known one: today's settings and no password's hash.
/// It is written down, because to compute one would make every start wait for it.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$XapVL5SS0OSqgRv1GH9vLA$F5LkQA1WDCoKd8m91puDaSDrkSc4LTmrAy+bmt2qGzA";

/// Hashes passwords, a bounded number at once.
#[derive(Debug)]
pub struct Passwords {
    permits: Arc<Semaphore>,
    computed: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { permits: Arc::new(Semaphore::new(cores)), computed: AtomicU64::new(0) }
    }
}

impl Passwords {
    /// The PHC text to store.
    pub async fn hash(&self, random: &dyn Random, password: &str) -> Result<String> {
        let salt = random_salt(random);
        let password = password.to_owned();
        self.bench(move || argon(salt, password.as_bytes())).await?.map_err(ApiError::internal)
    }

    /// Whether the password belongs to the hash. Without a hash the work is done all the same, and fails.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<Fit> {
        let aged = hash.is_some_and(|hash| !settings(hash).eq(settings(DECOY)));
        let known = hash.is_some();
        let hash = hash.unwrap_or(DECOY).to_owned();
        let password = password.to_owned();
        let matches = self.bench(move || fits(&password, &hash)).await?;
        Ok(match (known && matches, aged) {
            (false, _) => Fit::No,
            (true, false) => Fit::Yes,
            (true, true) => Fit::Aged,
        })
    }

    /// How many hashes were computed; tests compare known and unknown addresses by it.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    async fn bench<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let permit = self.permits.clone().acquire_owned().await.map_err(ApiError::internal)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        let working = tokio::task::spawn_blocking(move || {
            // A hash cannot be cancelled: its permit is free when it has ended, not when the request was cut off.
            let _permit = permit;
            work()
        });
        working.await.map_err(ApiError::internal)
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

/// The comparison uses the settings inside the hash, whatever today's are.
fn fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// The part of a PHC text before the salt: algorithm, version, costs.
fn settings(hash: &str) -> impl Iterator<Item = &str> {
    hash.split('$').take(4)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::base::random::SystemRandom;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_to_the_last_byte() {
        let bench = Passwords::default();
        let long = "x".repeat(1000);
        let hash = bench.hash(&SystemRandom, &long).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(bench.verify(&long, Some(&hash)).await.unwrap(), Fit::Yes);
        assert_eq!(bench.verify(&long[..999], Some(&hash)).await.unwrap(), Fit::No);
    }

    #[test]
    fn the_decoy_is_a_hash_of_todays_settings() {
        let todays = argon([7; 16], b"secret").unwrap();
        assert!(settings(DECOY).eq(settings(&todays)), "{todays}");
        // What cannot be read would cost nothing, and a shorter hash less.
        let output = |hash: &str| PasswordHash::new(hash).unwrap().hash.unwrap().as_ref().len();
        assert_eq!(output(DECOY), output(&todays));
    }

    #[tokio::test]
    async fn an_unknown_address_costs_a_hash_and_never_fits() {
        let bench = Passwords::default();
        assert_eq!(bench.verify("nobody has this password", None).await.unwrap(), Fit::No);
        assert_eq!(bench.computed(), 1);
    }

    #[tokio::test]
    async fn a_hash_whose_request_was_cut_off_keeps_its_permit_until_it_has_ended() {
        let bench = Arc::new(Passwords { permits: Arc::new(Semaphore::new(1)), computed: AtomicU64::new(0) });
        let ((began, begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        let request = tokio::spawn({
            let bench = bench.clone();
            async move {
                let work = move || {
                    began.send(()).unwrap();
                    let _ = ended.recv();
                };
                bench.bench(work).await
            }
        });
        tokio::task::spawn_blocking(move || begun.recv()).await.unwrap().unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(bench.permits.available_permits(), 0, "the work goes on");
        drop(end);
        bench.bench(|| ()).await.expect("the permit is given back at the end of the work");
    }

    #[tokio::test]
    async fn a_hash_of_other_settings_fits_and_is_called_aged() {
        let bench = Passwords::default();
        let weaker = Argon2::from(argon2::Params::new(8192, 1, 1, None).unwrap());
        let hash: PasswordHash = weaker.hash_password_with_salt(b"secret", &[7; 16]).unwrap();
        let hash = hash.to_string();
        assert_eq!(bench.verify("secret", Some(&hash)).await.unwrap(), Fit::Aged);
        assert_eq!(bench.verify("Secret", Some(&hash)).await.unwrap(), Fit::No);
        assert_eq!(bench.verify("secret", Some("$argon2id$nonsense")).await.unwrap(), Fit::No);
    }
}
