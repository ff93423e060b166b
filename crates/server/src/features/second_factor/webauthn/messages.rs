//! The two parts of every message of an authenticator: what the browser says about the call (client data) and what the
//! authenticator says about itself (authenticator data). WebAuthn Level 2, 5.8.1 and 6.1.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::cbor;

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKED_UP: u8 = 0x10;
const HAS_CREDENTIAL: u8 = 0x40;
/// The hash, the flags and the counter.
const HEAD_BYTES: usize = 37;
const AAGUID_BYTES: usize = 16;
/// WebAuthn Level 2, 7.1 step 17.
const LONGEST_CREDENTIAL_ID: usize = 1023;

/// What the browser says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientData {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) challenge: String,
    pub(super) origin: String,
    #[serde(default)]
    pub(super) cross_origin: bool,
}

/// What the authenticator says.
#[derive(Debug)]
pub(super) struct AuthenticatorData<'a> {
    rp_id_hash: &'a [u8],
    flags: u8,
    pub(super) sign_count: u32,
    /// The id and COSE_Key of a passkey that was just made.
    pub(super) credential: Option<(&'a [u8], &'a [u8])>,
}

impl<'a> AuthenticatorData<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD_BYTES)?;
        let flags = head[32];
        let credential = if flags & HAS_CREDENTIAL == 0 { None } else { Some(credential(rest)?) };
        let sign_count = u32::from_be_bytes(head[33..].try_into().ok()?);
        Some(Self { rp_id_hash: &head[..32], flags, sign_count, credential })
    }

    /// Whether it was made for this site, with somebody at the device.
    pub(super) fn is_for(&self, rp_id: &str) -> bool {
        Sha256::digest(rp_id.as_bytes()).as_slice() == self.rp_id_hash && self.flags & USER_PRESENT != 0
    }

    /// Whether the device has checked who that was, by a PIN or a fingerprint.
    pub(super) fn is_verified(&self) -> bool {
        self.flags & USER_VERIFIED != 0
    }

    /// Whether the passkey is kept by more than this device.
    pub(super) fn is_synced(&self) -> bool {
        self.flags & BACKED_UP != 0
    }
}

/// The id and the key; extensions may follow and are not ours to read.
fn credential(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, rest) = rest.split_at_checked(AAGUID_BYTES)?;
    let (length, rest) = rest.split_at_checked(2)?;
    let length = usize::from(u16::from_be_bytes(length.try_into().ok()?));
    if length == 0 || length > LONGEST_CREDENTIAL_ID {
        return None;
    }
    let (id, rest) = rest.split_at_checked(length)?;
    let (_, after) = cbor::read(rest)?;
    Some((id, &rest[..rest.len() - after.len()]))
}
