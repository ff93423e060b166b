//! The program put together: state, routes, the worker's loop, and what operators call.

pub mod admin;
pub mod backup;
pub mod doctor;
pub mod health;
pub mod openapi;
pub mod router;
pub mod serve;
pub mod state;
