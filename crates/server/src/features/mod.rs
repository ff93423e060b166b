//! What people and programs can do here, one folder per feature: types, routes and SQL.

pub mod accounts;
pub mod assets;
pub mod audit;
pub mod batches;
pub mod billing;
pub mod downloads;
pub mod jobs;
pub mod keys;
pub mod naming;
pub mod newsletter;
pub mod oauth;
pub mod plans;
pub mod preferences;
pub mod processing;
pub mod runs;
pub mod second_factor;
pub mod sessions;
pub mod templates;
pub mod usage;
