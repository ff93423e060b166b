//! The server as people meet it: an app, a visitor, a request. Every story runs on SQLite by itself, and all of
//! them run on PostgreSQL in one test that starts a throwaway server.

mod app;
mod engines;
mod model;
mod postgres;

mod asking;
mod context;
mod danger;
mod database;
mod device;
mod line;
mod login;
mod matrix;
mod naming;
mod preferences;
mod programs;
mod protection;
mod queue;
mod recovery;
mod rotation;
mod sessions;
mod signup;
mod social;
mod spine;
mod unknown;
