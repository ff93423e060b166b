//! Passkeys (WebAuthn Level 2) without a library: `webauthn-rs` needs OpenSSL, which `deny.toml` bans, and what is left of
//! the standard without attestation is short. Signatures are `ring`'s to verify. Attestation is not asked for: people may
//! use whatever authenticator they own.

pub mod cbor;
mod key;
mod messages;

pub use key::{ALGORITHMS, PublicKey};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cbor::Value;
use messages::{AuthenticatorData, ClientData};
use sha2::{Digest, Sha256};
use url::{Host, Url};

/// Longer than any real message; attestation of a whole certificate chain included.
const LONGEST_BYTES: usize = 64 << 10;

/// This site as passkeys know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The domain that a passkey belongs to.
    pub rp_id: String,
    origin: Option<String>,
}

impl Site {
    /// From the public address. On this machine passkeys belong to `localhost`: an IP address cannot have any.
    pub fn of(public_url: &str) -> Self {
        let url = Url::parse(public_url).ok();
        match url.as_ref().and_then(Url::host) {
            Some(Host::Domain(name)) if name != "localhost" => {
                let origin = url.as_ref().map(|url| url.origin().ascii_serialization());
                Self { rp_id: name.to_owned(), origin }
            }
            _ => Self { rp_id: "localhost".into(), origin: None },
        }
    }

    /// Whether a page of ours was shown. At `localhost` any port is this machine.
    fn is_origin(&self, given: &str) -> bool {
        match &self.origin {
            Some(origin) => origin == given,
            None => Url::parse(given).is_ok_and(|url| url.host_str() == Some("localhost")),
        }
    }
}

/// A passkey that was just made.
#[derive(Debug)]
pub struct Made {
    pub challenge: String,
    pub credential_id: Vec<u8>,
    pub public_key: Vec<u8>,
    pub sign_count: i64,
    pub is_synced: bool,
}

/// Checks the answer to `navigator.credentials.create()`. The challenge is the caller's to use up.
pub fn made(site: &Site, client_data: &str, attestation: &str) -> Option<Made> {
    let (_, client) = client_data_of(site, client_data, "webauthn.create")?;
    let attestation = bytes(attestation)?;
    let (map, rest) = cbor::read(&attestation)?;
    let data = map.get(&Value::Text("authData")).and_then(Value::bytes).filter(|_| rest.is_empty())?;
    let data = AuthenticatorData::read(data).filter(|data| data.is_for(&site.rp_id))?;
    let (id, key) = data.credential?;
    PublicKey::read(key)?;
    Some(Made {
        challenge: client.challenge,
        credential_id: id.to_vec(),
        public_key: key.to_vec(),
        sign_count: i64::from(data.sign_count),
        is_synced: data.is_synced(),
    })
}

/// The answer to `navigator.credentials.get()`, in base64url as the browser's `toJSON()` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    pub client_data: &'a str,
    pub authenticator_data: &'a str,
    pub signature: &'a str,
}

/// What a right answer says.
#[derive(Debug, PartialEq, Eq)]
pub struct Shown {
    pub challenge: String,
    pub sign_count: i64,
    pub is_verified: bool,
}

/// Checks an answer with the key of its passkey. The challenge is the caller's to use up.
pub fn shown(site: &Site, public_key: &[u8], answer: Signed<'_>) -> Option<Shown> {
    let (raw_client, client) = client_data_of(site, answer.client_data, "webauthn.get")?;
    let raw_data = bytes(answer.authenticator_data)?;
    let data = AuthenticatorData::read(&raw_data).filter(|data| data.is_for(&site.rp_id))?;
    let message = [raw_data.as_slice(), Sha256::digest(&raw_client).as_slice()].concat();
    let signature = bytes(answer.signature)?;
    PublicKey::read(public_key)?.signed(&message, &signature).then(|| Shown {
        challenge: client.challenge,
        sign_count: i64::from(data.sign_count),
        is_verified: data.is_verified(),
    })
}

fn client_data_of(site: &Site, text: &str, kind: &str) -> Option<(Vec<u8>, ClientData)> {
    let raw = bytes(text)?;
    let client: ClientData = serde_json::from_slice(&raw).ok()?;
    let fits = client.kind == kind && !client.cross_origin && site.is_origin(&client.origin);
    fits.then_some((raw, client))
}

/// base64url, with or without padding.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    if text.len() > LONGEST_BYTES {
        return None;
    }
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_the_public_domain_or_to_this_machine() {
        let site = Site::of("https://nomina.example");
        assert_eq!(site.rp_id, "nomina.example");
        assert!(site.is_origin("https://nomina.example"));
        for foreign in [
            "https://evil.example",
            "http://nomina.example",
            "https://nomina.example:8443",
            "https://a.nomina.example",
            "",
        ] {
            assert!(!site.is_origin(foreign), "{foreign}");
        }
        for here in ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"] {
            let site = Site::of(here);
            assert_eq!(site.rp_id, "localhost");
            assert!(
                site.is_origin("http://localhost:5173") && !site.is_origin("http://localhost.evil.example")
            );
        }
    }

    #[test]
    fn junk_is_no_passkey() {
        let site = Site::of("https://nomina.example");
        let client = URL_SAFE_NO_PAD
            .encode(r#"{"type":"webauthn.create","challenge":"c","origin":"https://nomina.example"}"#);
        for junk in ["", "!!", "oA", "oWhhdXRoRGF0YUEA"] {
            assert!(made(&site, &client, junk).is_none(), "{junk}");
            assert!(made(&site, junk, "oA").is_none(), "{junk}");
        }
    }
}
