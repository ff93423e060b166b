//! An authenticator made of software, which answers as a browser with a passkey does, honestly or not.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nomina_server::base::random::{Random, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

pub(crate) struct Authenticator {
    pair: EcdsaKeyPair,
    id: [u8; 16],
    pub(crate) sign_count: u32,
    /// Whether it checks who holds it, by a PIN or a fingerprint.
    pub(crate) verifies: bool,
    pub(crate) origin: String,
}

impl Authenticator {
    pub(crate) fn new() -> Self {
        let random = ring::rand::SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random).unwrap();
        let mut id = [0; 16];
        SystemRandom.fill(&mut id);
        Self { pair, id, sign_count: 0, verifies: true, origin: "http://nomina.localhost".into() }
    }

    /// The answer to `navigator.credentials.create()`.
    pub(crate) fn make(&mut self, options: &Value) -> Value {
        let point = self.pair.public_key().as_ref();
        let mut data = self.data(options, HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(self.id);
        // A map of five: kind EC2, algorithm ES256, curve P-256, x, y.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        json!({ "name": "Laptop", "attestationObject": URL_SAFE_NO_PAD.encode(object),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)) })
    }

    /// The answer to `navigator.credentials.get()`.
    pub(crate) fn show(&mut self, options: &Value) -> Value {
        self.sign_count += 1;
        let data = self.data(options, 0);
        let client = self.client_data("webauthn.get", options);
        let message = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature = self.pair.sign(&ring::rand::SystemRandom::new(), &message).unwrap();
        json!({ "id": URL_SAFE_NO_PAD.encode(self.id), "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
            "authenticatorData": URL_SAFE_NO_PAD.encode(data), "signature": URL_SAFE_NO_PAD.encode(signature) })
    }

    fn data(&self, options: &Value, more: u8) -> Vec<u8> {
        let site = Sha256::digest(options["rpId"].as_str().unwrap());
        let verified = if self.verifies { VERIFIED } else { 0 };
        let flags = [PRESENT | verified | more];
        [site.as_slice(), &flags, &self.sign_count.to_be_bytes()].concat()
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        json!({ "type": kind, "challenge": challenge, "origin": self.origin }).to_string().into_bytes()
    }
}
