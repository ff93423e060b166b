//! Where stored bytes go: a folder, S3, or nowhere for long.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::Switch;
use crate::base::secret::Secret;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Storage {
    /// S3 when S3_BUCKET is set, otherwise a folder
    Auto,
    /// Gone when the server stops; for tests and trials
    Memory,
}

/// Stored files of people.
#[derive(Args, Clone, Debug)]
pub struct BlobsConfig {
    /// auto: S3 when S3_BUCKET is set, otherwise the folder `objects` in the data folder
    #[arg(long, env = "STORAGE", value_enum, default_value = "auto")]
    pub storage: Storage,
    /// Bucket for stored ZIPs; empty means a folder
    #[arg(long, env = "S3_BUCKET", default_value = "")]
    pub s3_bucket: String,
    /// Address of an S3 service other than Amazon's, such as http://127.0.0.1:9000
    #[arg(long, env = "S3_ENDPOINT", default_value = "")]
    pub s3_endpoint: String,
    #[arg(long, env = "S3_REGION", default_value = "us-east-1")]
    pub s3_region: String,
    #[arg(long, env = "S3_ACCESS_KEY_ID", default_value = "")]
    pub s3_access_key_id: String,
    #[arg(long, env = "S3_SECRET_ACCESS_KEY", default_value = "", hide_env_values = true)]
    pub s3_secret_access_key: Secret,
    /// Whether browsers send and fetch stored ZIPs at the S3 service itself, by addresses that are valid for minutes; the bucket
    /// must allow PUT from PUBLIC_URL (CORS)
    #[arg(long, env = "S3_DIRECT", value_enum, default_value = "off")]
    pub s3_direct: Switch,
    /// Address of the S3 service for browsers, when it is not S3_ENDPOINT
    #[arg(long, env = "S3_PUBLIC_ENDPOINT", default_value = "")]
    pub s3_public_endpoint: String,
    /// The largest ZIP that is stored, in megabytes
    #[arg(long, env = "MAX_ZIP_MB", default_value_t = 512)]
    pub max_zip_mb: u64,
}

impl BlobsConfig {
    /// Where stored files go, in words.
    pub fn place(&self, data_dir: &Path) -> String {
        match (self.storage, self.s3_bucket.as_str(), self.s3_endpoint.as_str()) {
            (Storage::Memory, ..) => "in memory: gone when the server stops".into(),
            (_, "", _) => data_dir.join("objects").display().to_string(),
            (_, bucket, "") => format!("S3 bucket {bucket} in {}", self.s3_region),
            (_, bucket, endpoint) => format!("S3 bucket {bucket} at {endpoint}"),
        }
    }
}
