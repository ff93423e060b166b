//! Addresses of single stored objects that are valid for minutes and need no further proof: Amazon's Signature Version 4 in the
//! query. What is signed with an address, such as the length of an upload, cannot be changed by whoever uses it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::base::clock::Timestamp;
use crate::base::config::{BlobsConfig, Storage, Switch};
use crate::base::secret::Secret;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
const CHECKSUM: &str = "x-amz-checksum-sha256";

/// Who signs, and where the objects are.
#[derive(Clone, Debug)]
pub(super) struct Signer {
    /// Scheme, host and port.
    pub(super) origin: String,
    host: String,
    bucket: String,
    region: String,
    key_id: String,
    secret: Secret,
}

/// Where and how to send an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutAddress {
    pub url: String,
    /// To be sent with it, besides the length that every client sends.
    pub headers: Vec<(&'static str, String)>,
}

/// A request that may be made.
struct Asked<'a> {
    method: &'a str,
    path: &'a str,
    query: Vec<(&'a str, String)>,
    /// Lower case, in order of the alphabet.
    headers: Vec<(&'a str, String)>,
    now: Timestamp,
    seconds: i64,
}

impl Signer {
    /// None when bytes are to pass through the server.
    pub(super) fn of(config: &BlobsConfig) -> Option<Self> {
        if config.s3_direct != Switch::On || config.s3_bucket.is_empty() || config.storage == Storage::Memory
        {
            return None;
        }
        let amazon = format!("https://s3.{}.amazonaws.com", config.s3_region);
        let addresses = [&config.s3_public_endpoint, &config.s3_endpoint, &amazon];
        let origin =
            addresses.into_iter().find(|address| !address.is_empty())?.trim_end_matches('/').to_owned();
        let host = origin.split_once("://")?.1.to_owned();
        Some(Self {
            origin,
            host,
            bucket: config.s3_bucket.clone(),
            region: config.s3_region.clone(),
            key_id: config.s3_access_key_id.clone(),
            secret: config.s3_secret_access_key.clone(),
        })
    }

    /// For exactly so many bytes with this SHA-256.
    pub(super) fn put(
        &self,
        key: &str,
        size: u64,
        sha256: &[u8],
        now: Timestamp,
        seconds: i64,
    ) -> PutAddress {
        let checksum = STANDARD.encode(sha256);
        let path = format!("/{}/{key}", self.bucket);
        let headers = vec![
            ("content-length", size.to_string()),
            ("host", self.host.clone()),
            (CHECKSUM, checksum.clone()),
        ];
        let asked = Asked { method: "PUT", path: &path, query: Vec::new(), headers, now, seconds };
        PutAddress { url: self.signed(asked), headers: vec![(CHECKSUM, checksum)] }
    }

    /// For reading an object; the store then says how it is to be saved.
    pub(super) fn get(&self, key: &str, disposition: &str, now: Timestamp, seconds: i64) -> String {
        let query = vec![
            ("response-content-disposition", disposition.to_owned()),
            ("response-content-type", "application/zip".to_owned()),
        ];
        let path = format!("/{}/{key}", self.bucket);
        let headers = vec![("host", self.host.clone())];
        self.signed(Asked { method: "GET", path: &path, query, headers, now, seconds })
    }

    fn signed(&self, asked: Asked<'_>) -> String {
        let moment = DateTime::from_timestamp_millis(asked.now.0).unwrap_or_default();
        let moment = moment.format("%Y%m%dT%H%M%SZ").to_string();
        let scope = format!("{}/{}/s3/aws4_request", &moment[..8], self.region);
        let names = asked.headers.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
        let mut query = asked.query;
        query.extend([
            ("X-Amz-Algorithm", ALGORITHM.to_owned()),
            ("X-Amz-Credential", format!("{}/{scope}", self.key_id)),
            ("X-Amz-Date", moment.clone()),
            ("X-Amz-Expires", asked.seconds.to_string()),
            ("X-Amz-SignedHeaders", names.clone()),
        ]);
        query.sort_unstable();
        let pairs =
            query.iter().map(|(name, value)| format!("{}={}", encoded(name, false), encoded(value, false)));
        let (path, query) = (encoded(asked.path, true), pairs.collect::<Vec<_>>().join("&"));
        let headers: String = asked.headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let request = format!("{}\n{path}\n{query}\n{headers}\n{names}\nUNSIGNED-PAYLOAD", asked.method);
        let text = format!("{ALGORITHM}\n{moment}\n{scope}\n{}", hex(&Sha256::digest(request)));
        let signature = hex(&mac(&self.key(&moment[..8]), &text));
        format!("{}{path}?{query}&X-Amz-Signature={signature}", self.origin)
    }

    /// The key of a day, made from the secret.
    fn key(&self, day: &str) -> Vec<u8> {
        let secret = format!("AWS4{}", self.secret.expose());
        let day = mac(secret.as_bytes(), day);
        mac(&mac(&mac(&day, &self.region), "s3"), "aws4_request")
    }
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Percent encoding as the signature wants it: everything but letters, digits and `-._~`.
fn encoded(text: &str, is_path: bool) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        b'/' if is_path => "/".to_owned(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    /// 24 May 2013, as in Amazon's documentation.
    const DAY: Timestamp = Timestamp(1_369_353_600_000);

    fn signer(endpoint: &str) -> Signer {
        let mut config = Config::defaults().blobs;
        config.s3_direct = Switch::On;
        config.s3_bucket = "examplebucket".into();
        config.s3_endpoint = endpoint.into();
        config.s3_access_key_id = "AKIAIOSFODNN7EXAMPLE".into();
        config.s3_secret_access_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".parse().unwrap();
        Signer::of(&config).unwrap()
    }

    #[test]
    fn the_signature_is_that_of_amazons_own_example() {
        let signer = signer("https://examplebucket.s3.amazonaws.com");
        let headers = vec![("host", signer.host.clone())];
        let asked =
            Asked { method: "GET", path: "/test.txt", query: Vec::new(), headers, now: DAY, seconds: 86_400 };
        assert_eq!(
            signer.signed(asked),
            "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256\
             &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request\
             &X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host\
             &X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        );
    }

    #[test]
    fn length_and_checksum_of_an_upload_are_part_of_the_signature() {
        let signer = signer("http://127.0.0.1:9000/");
        let one = signer.put("zips/ab/x.zip", 10, &[7; 32], DAY, 900);
        assert!(one.url.starts_with("http://127.0.0.1:9000/examplebucket/zips/ab/x.zip?"), "{}", one.url);
        assert!(
            one.url.contains("SignedHeaders=content-length%3Bhost%3Bx-amz-checksum-sha256"),
            "{}",
            one.url
        );
        assert_ne!(one, signer.put("zips/ab/x.zip", 11, &[7; 32], DAY, 900));
        assert_ne!(one.url, signer.put("zips/ab/x.zip", 10, &[8; 32], DAY, 900).url);
    }

    #[test]
    fn without_the_switch_or_a_bucket_nothing_is_signed() {
        let mut config = Config::defaults().blobs;
        config.s3_bucket = "bucket".into();
        assert!(Signer::of(&config).is_none());
        config.s3_direct = Switch::On;
        assert!(Signer::of(&config).is_some_and(|signer| signer.host == "s3.us-east-1.amazonaws.com"));
        config.s3_bucket.clear();
        assert!(Signer::of(&config).is_none());
    }
}
