//! What every feature builds on: database, clock, HTTP, mail, the task queue, stored objects. Knows no feature.

pub mod blobs;
pub mod clock;
pub mod config;
pub mod db;
pub mod error;
pub mod events;
pub mod expiry;
pub mod extract;
pub mod http;
pub mod idempotency;
pub mod logs;
pub mod mail;
pub mod metrics;
pub mod paging;
pub mod personal;
pub mod plain_text;
pub mod random;
pub mod rate;
pub mod recipe;
pub mod secrets;
pub(crate) mod shared_folder;
pub(crate) mod shared_key;
pub mod tls;
pub(crate) mod whole_file;
pub mod worker;
