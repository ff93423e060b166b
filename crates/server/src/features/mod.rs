//! What people and programs can do here, one folder per feature: types, routes and SQL. Each offers a `Feature` value.

pub mod accounts;
pub mod allowance;
pub mod assets;
pub mod audit;
pub mod batches;
pub mod billing;
pub mod downloads;
pub mod emails;
pub mod jobs;
pub mod keys;
pub mod live;
pub mod naming;
pub mod newsletter;
pub mod oauth;
pub mod plans;
pub mod preferences;
pub mod processing;
pub mod runs;
pub mod second_factor;
pub mod sessions;
pub mod sign_in;
pub mod templates;
pub mod usage;
pub mod users;
