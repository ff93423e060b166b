//! The HTTP server: accounts, naming and the web app. One folder per feature, each with its types, routes and SQL.

pub mod assets;
pub mod clock;
pub mod config;
pub mod db;
pub mod doctor;
pub mod error;
pub mod extract;
pub mod health;
pub mod http;
pub mod logs;
pub mod naming;
pub mod openapi;
pub mod plans;
pub mod random;
pub mod router;
pub mod serve;
pub mod state;
