//! The public key of a passkey (COSE_Key, RFC 9053) and what it signed. ES256, EdDSA and RS256 are what authenticators of
//! today offer; `ring` verifies all three.

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::cbor::{self, Value};

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// In the order in which an authenticator should choose.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

/// A key that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum PublicKey<'a> {
    /// The uncompressed point.
    P256(Vec<u8>),
    Ed25519(&'a [u8]),
    Rsa {
        modulus: &'a [u8],
        exponent: &'a [u8],
    },
}

impl<'a> PublicKey<'a> {
    /// Reads a COSE_Key; one of another kind is nothing.
    pub fn read(cose: &'a [u8]) -> Option<Self> {
        let (map, rest) = cbor::read(cose)?;
        if rest.is_empty() { Self::of(&map) } else { None }
    }

    /// Labels of RFC 9053: 1 kind, 3 algorithm; the others depend on the kind.
    pub fn of(map: &Value<'a>) -> Option<Self> {
        let int = |label| map.get(&Value::Int(label)).and_then(Value::int);
        let bytes = |label| map.get(&Value::Int(label)).and_then(Value::bytes);
        match (int(1)?, int(3)?) {
            (2, ES256) if int(-1) == Some(1) => {
                let (x, y) = (bytes(-2)?, bytes(-3)?);
                (x.len() == 32 && y.len() == 32).then(|| Self::P256([&[4], x, y].concat()))
            }
            (1, EDDSA) if int(-1) == Some(6) => bytes(-2).filter(|x| x.len() == 32).map(Self::Ed25519),
            (3, RS256) => Some(Self::Rsa { modulus: bytes(-1)?, exponent: bytes(-2)? }),
            _ => None,
        }
    }

    /// Whether the owner of this key signed the message.
    pub fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature).is_ok()
            }
            Self::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok(),
            Self::Rsa { modulus, exponent } => RsaPublicKeyComponents { n: modulus, e: exponent }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::rand::SystemRandom;
    use ring::signature::{Ed25519KeyPair, KeyPair};

    use super::*;

    const MESSAGE: &[u8] = b"a message";
    /// Made by OpenSSL: a key of 2048 bits, and what it signed.
    const MODULUS: &str = "ntWogJqK8i5gmEK0wgu5f98_oV12UaHZHhT64qx3b7WMUHS9YCpVsC8H571h8GpMvI5FDta3VLBCaikZB9-wMgNpWBpgLJ_Y\
        ZQ2NVCh77Xye8ldJ9xSHS5m93WeRqNV9ds-2nncxxfTWFSHBeun8_dFHFE_u1PtpUJ9qbPM6q3SIu9imHUx82RJqmyZgfeQg\
        OFDsdABkn2ujlgDKFcpaXMAjm5nUW5FMX0JkSCdxN9nfyg4zYMiGD-GNZ78EpubkoUtXBsH0bQIMy5uCoWNgcI48Dxk-ySz_\
        Mv-3VY6V7PonUXKIxIxEFvFBf7mOpLlssua-nCkhVz06Uly8YJBm_w";
    const SIGNATURE: &str = "j6IC7mTollxogJouUIg1x3qZhYPeRhp_h5tp7FbVx_mbesF0d86hvRHD90HynaLEgNtUt5NLL8A9OKtqA4AWS2okpRplO65A\
        NESK-OknLyHwmWo0ty1_wplxXZ91Y4b6hEMZDiLzYCTL_SFje-h9WZjWkhk8YVPqHYsKZMeSJQCtwcWuyiVw2lhXmL0maRa5\
        jZJpxnp8Tgn67cU32rvbimIMyYbdDu39I4zl5GmuQ7_ES7RO6Ig0H75xQPlw0OZHbADxnQOmCs3LXaDc3h_ZLTnVziLVWJBy\
        zpGgUlEjaVqGpeG9Aj2Ys9F9HiD9hxlJwtPS3k1OzkKK73y2n7vmkg";

    fn map<'a>(entries: &[(i64, Value<'a>)]) -> Value<'a> {
        Value::Map(entries.iter().map(|(label, value)| (Value::Int(*label), value.clone())).collect())
    }

    #[test]
    fn rsa_signatures_of_another_library_hold() {
        let [modulus, signature] = [MODULUS, SIGNATURE].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
        let cose = [
            (1, Value::Int(3)),
            (3, Value::Int(RS256)),
            (-1, Value::Bytes(&modulus)),
            (-2, Value::Bytes(&[1, 0, 1])),
        ];
        let key = PublicKey::of(&map(&cose)).unwrap();
        assert!(key.signed(MESSAGE, &signature));
        assert!(!key.signed(b"another", &signature) && !key.signed(MESSAGE, &signature[1..]));
    }

    #[test]
    fn ed25519_signatures_hold() {
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
        let cose = [
            (1, Value::Int(1)),
            (3, Value::Int(EDDSA)),
            (-1, Value::Int(6)),
            (-2, Value::Bytes(pair.public_key().as_ref())),
        ];
        let key = PublicKey::of(&map(&cose)).unwrap();
        assert!(key.signed(MESSAGE, pair.sign(MESSAGE).as_ref()));
        assert!(!key.signed(b"another", pair.sign(MESSAGE).as_ref()));
    }

    #[test]
    fn keys_of_other_kinds_and_sizes_are_refused() {
        let point = |x: &'static [u8], y: &'static [u8], algorithm: i64, curve: i64| {
            let entries = [
                (1, Value::Int(2)),
                (3, Value::Int(algorithm)),
                (-1, Value::Int(curve)),
                (-2, Value::Bytes(x)),
                (-3, Value::Bytes(y)),
            ];
            PublicKey::of(&map(&entries)).is_some()
        };
        assert!(point(&[1; 32], &[2; 32], ES256, 1));
        assert!(!point(&[1; 31], &[2; 32], ES256, 1) && !point(&[1; 32], &[], ES256, 1));
        assert!(!point(&[1; 32], &[2; 32], -35, 1) && !point(&[1; 32], &[2; 32], ES256, 2));
        assert!(PublicKey::read(&[0xa0]).is_none() && PublicKey::read(&[0xa0, 0x00]).is_none());
    }
}
