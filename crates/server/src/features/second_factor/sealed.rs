//! The secret of an authenticator app as the database keeps it: encrypted (AES-256-GCM) under a key that is computed from
//! the server's own, and bound to its person. A copy of the database makes no codes.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use uuid::Uuid;

use crate::base::random::Random;
use crate::base::secrets::Keys;

/// The nonce, then the encrypted secret with its tag.
pub(super) fn seal(keys: &Keys, random: &dyn Random, user: Uuid, secret: &[u8]) -> Vec<u8> {
    let mut nonce = [0u8; NONCE_LEN];
    random.fill(&mut nonce);
    let mut sealed = secret.to_vec();
    key(keys)
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(user.as_bytes()),
            &mut sealed,
        )
        .expect("twenty bytes can be encrypted");
    [nonce.as_slice(), &sealed].concat()
}

/// The secret, unless it was sealed under another key (`AUTH_SECRET` was changed) or for somebody else.
pub(super) fn open(keys: &Keys, user: Uuid, kept: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = kept.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut sealed = sealed.to_vec();
    let secret = key(keys).open_in_place(nonce, Aad::from(user.as_bytes()), &mut sealed).ok()?;
    Some(secret.to_vec())
}

fn key(keys: &Keys) -> LessSafeKey {
    let bytes = keys.authenticator_key();
    LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &bytes).expect("a key of 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SystemRandom;

    #[test]
    fn a_secret_opens_for_its_person_and_key_only() {
        let (keys, other) = (Keys::of_text("a"), Keys::of_text("b"));
        let (ada, eve) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let kept = seal(&keys, &SystemRandom, ada, b"a secret");
        assert_eq!(open(&keys, ada, &kept).as_deref(), Some(b"a secret".as_slice()));
        assert_ne!(kept, seal(&keys, &SystemRandom, ada, b"a secret"), "never the same twice");
        assert!(open(&other, ada, &kept).is_none() && open(&keys, eve, &kept).is_none());
        assert!(open(&keys, ada, b"short").is_none() && open(&keys, ada, &kept[..20]).is_none());
    }
}
