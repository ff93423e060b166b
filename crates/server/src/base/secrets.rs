//! Keys and hashes. Tokens live in the browser and in emails; the database only ever sees their hashes.

use std::io::ErrorKind;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::config::Config;
use crate::base::random::{self, Random};
use crate::base::secret::{SHORTEST_SECRET, secret_fault};
use crate::base::whole_file;

/// The file in the data folder that holds the key when AUTH_SECRET is not set.
pub const KEY_FILE: &str = "auth-secret";
/// Why the key file cannot be used, when there is one that cannot.
pub fn key_file_fault(path: &Path) -> Option<String> {
    let length = std::fs::read_to_string(path).ok()?.trim().chars().count();
    (length < SHORTEST_SECRET).then(|| {
        format!(
            "{} is empty or cut short. Put the one of a backup in its place, or delete it: a new one is made, and everybody signs \
             in again.",
            path.display()
        )
    })
}

/// The key from which refresh tokens and PKCE verifiers are computed. It is never in the database.
#[derive(Clone)]
pub struct Keys([u8; 32]);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(********)")
    }
}

impl Keys {
    /// From AUTH_SECRET, or from a file in the data folder that is made on the first start.
    pub fn load(config: &Config, random: &dyn Random) -> std::io::Result<Self> {
        let secret = match &config.auth.auth_secret {
            unset if unset.is_empty() => kept_in(&config.data_dir.join(KEY_FILE), random)?,
            given => match secret_fault(given) {
                Some(fault) => return Err(std::io::Error::new(ErrorKind::InvalidInput, fault)),
                None => given.expose().to_owned(),
            },
        };
        Ok(Self(digest(secret.trim())))
    }

    #[cfg(test)]
    pub(crate) fn of_text(text: &str) -> Self {
        Self(digest(text))
    }

    /// The refresh token of a session at one turn of its counter.
    pub fn refresh_token(&self, session: Uuid, counter: i64) -> String {
        let mac = self.mac("refresh", &format!("{session}.{counter}"));
        format!("{}.{counter}.{mac}", session.simple())
    }

    /// The session and turn that a refresh token names, if we made it.
    pub fn read_refresh_token(&self, token: &str) -> Option<(Uuid, i64)> {
        let mut parts = token.splitn(3, '.');
        let session = parts.next()?.parse().ok()?;
        let counter = parts.next()?.parse().ok()?;
        same(token, &self.refresh_token(session, counter)).then_some((session, counter))
    }

    /// The token in the confirmation link of a sign-up, the same in every email about it: the id, then its signature.
    pub fn signup_token(&self, signup: Uuid) -> String {
        format!("{}{}", signup.simple(), self.mac("signup", &signup.to_string()))
    }

    /// The sign-up that a confirmation link names, if we made it.
    pub fn read_signup_token(&self, token: &str) -> Option<Uuid> {
        let signup = token.get(..32)?.parse().ok()?;
        same(token, &self.signup_token(signup)).then_some(signup)
    }

    /// What a browser keeps in which somebody has signed in: a random part, and its signature for this person.
    pub fn device_token(&self, random_part: &str, user: Uuid) -> String {
        format!("{random_part}.{}", self.mac("device", &format!("{random_part}.{user}")))
    }

    /// Whether this person has signed in with this browser before.
    pub fn is_device_of(&self, token: &str, user: Uuid) -> bool {
        token.split_once('.').is_some_and(|(part, _)| same(token, &self.device_token(part, user)))
    }

    /// What opens the development mailbox, the same after a restart and on every replica.
    pub fn mailbox_token(&self) -> String {
        self.mac("mailbox", "")
    }

    pub fn is_mailbox_token(&self, token: &str) -> bool {
        same(token, &self.mailbox_token())
    }

    /// Tells two keys apart without giving either away.
    pub fn fingerprint(&self) -> String {
        self.mac("fingerprint", "")
    }

    /// What only this server can compute from an OAuth state: 43 characters, as PKCE wants.
    pub fn pkce_verifier(&self, state: &str) -> String {
        self.mac("pkce", state)
    }

    /// The key that signs the messages about one batch; only its owner gets it.
    pub fn webhook_secret(&self, job: Uuid) -> String {
        format!("whsec_{}", self.mac("webhook", &job.to_string()))
    }

    pub fn nonce(&self, state: &str) -> String {
        self.mac("nonce", state)
    }

    /// What encrypts the secrets of authenticator apps.
    pub fn authenticator_key(&self) -> [u8; 32] {
        digest(&self.mac("authenticator", ""))
    }

    /// What serves the bytes of a batch to whoever holds it, until a moment.
    pub fn download_ticket(&self, batch: Uuid, user: Uuid, expires_at: Timestamp) -> String {
        let mac = self.mac("download", &format!("{batch}.{user}.{}", expires_at.0));
        format!("{}.{}.{mac}", batch.simple(), expires_at.0)
    }

    /// The batch and the moment that a ticket names; whether we made it is `is_download_ticket`'s to say.
    pub fn named_by(&self, ticket: &str) -> Option<(Uuid, Timestamp)> {
        let mut parts = ticket.splitn(3, '.');
        let batch = parts.next()?.parse().ok()?;
        let expires_at = parts.next()?.parse().ok()?;
        Some((batch, Timestamp(expires_at)))
    }

    pub fn is_download_ticket(&self, ticket: &str, batch: Uuid, user: Uuid, expires_at: Timestamp) -> bool {
        same(ticket, &self.download_ticket(batch, user, expires_at))
    }

    fn mac(&self, purpose: &str, text: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

/// SHA-256 of a token or key: what the database keeps.
pub fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// The signature of a message between programs, as Stripe writes it: HMAC-SHA256 over the time and the body, in hexadecimal.
pub fn sign(secret: &str, time: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Equality that takes the same time wherever the difference is.
pub fn same(left: &str, right: &str) -> bool {
    subtle::ConstantTimeEq::ct_eq(left.as_bytes(), right.as_bytes()).into()
}

/// The key of a file, which is made first where there is none. Of two servers that start together one makes it and both read it.
fn kept_in(path: &Path, random: &dyn Random) -> std::io::Result<String> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    if !path.exists() {
        whole_file::create(path, random::token(random).as_bytes())?;
    }
    match key_file_fault(path) {
        Some(fault) => Err(std::io::Error::new(ErrorKind::InvalidData, fault)),
        None => std::fs::read_to_string(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::secret::Secret;

    #[test]
    fn a_key_file_that_a_crash_cut_short_and_a_short_secret_are_refused_with_what_to_do() {
        let folder = std::env::temp_dir().join(format!("nomina-key-{}", std::process::id()));
        let mut config = Config::defaults();
        config.data_dir.clone_from(&folder);
        let load = |config: &Config| Keys::load(config, &random::SystemRandom);
        let made = load(&config).unwrap().fingerprint();
        assert_eq!(load(&config).unwrap().fingerprint(), made, "the key stays");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        for cut in ["", "\n", "abc"] {
            std::fs::write(folder.join(KEY_FILE), cut).unwrap();
            let refusal = load(&config).unwrap_err().to_string();
            assert!(refusal.contains("delete it: a new one is made"), "{refusal}");
        }
        config.auth.auth_secret = Secret::new("x");
        let refusal = load(&config).unwrap_err().to_string();
        assert!(refusal.contains("openssl rand -base64 32"), "{refusal}");
        assert!(config.faults().contains(&refusal), "serve and doctor say it too");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn links_and_devices_are_sealed_for_one_sign_up_and_one_person() {
        let (keys, other) = (Keys(digest("a")), Keys(digest("b")));
        let (ada, eve) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let link = keys.signup_token(ada);
        assert_eq!(keys.read_signup_token(&link), Some(ada));
        assert_eq!(other.read_signup_token(&link), None);
        for junk in ["", "x", "é".repeat(20).as_str(), &ada.simple().to_string(), &link.replacen('7', "8", 1)]
        {
            assert_eq!(keys.read_signup_token(junk), None, "{junk}");
        }
        let device = keys.device_token("desk", ada);
        assert!(keys.is_device_of(&device, ada));
        assert!(!keys.is_device_of(&device, eve) && !other.is_device_of(&device, ada));
        assert!(!keys.is_device_of("desk.", ada) && !keys.is_device_of("", ada));
        assert_ne!(keys.fingerprint(), other.fingerprint());
    }

    #[test]
    fn a_refresh_token_is_accepted_only_as_it_was_made() {
        let (keys, other) = (Keys(digest("a")), Keys(digest("b")));
        let session = Uuid::from_u128(7);
        let token = keys.refresh_token(session, 3);
        assert_eq!(keys.read_refresh_token(&token), Some((session, 3)));
        assert_eq!(other.read_refresh_token(&token), None);
        assert_eq!(keys.read_refresh_token(&token.replace(".3.", ".4.")), None);
        for junk in ["", "..", "x.y.z", "00000000000000000000000000000007.3."] {
            assert_eq!(keys.read_refresh_token(junk), None, "{junk}");
        }
    }
}
