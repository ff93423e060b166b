//! The program put together: state, routes, the lists of all features, the worker's loop, and what operators call.

pub mod admin;
pub mod backup;
pub mod doctor;
pub mod features;
pub mod health;
pub mod metrics;
pub mod namer;
pub mod open;
pub mod openapi;
pub mod orphans;
pub mod router;
pub mod serve;
mod shared_folder;
mod shared_key;
pub mod state;
pub mod worker;
