//! The server as people meet it: an app, a visitor, a request. Every story runs on SQLite by itself, and all of
//! them run on PostgreSQL in one test that starts a throwaway server.

mod app;
mod engines;
mod model;
mod postgres;
mod stripe_stub;

mod asking;
mod attempts;
mod backup;
mod billing;
mod cleaning;
mod context;
mod danger;
mod database;
mod device;
mod downloads;
mod expiry;
mod hands;
mod history;
mod jobs;
mod limits;
mod line;
mod live;
mod locks;
mod login;
mod matrix;
mod metrics;
mod naming;
mod personal;
mod preferences;
mod programs;
mod protection;
mod queue;
mod recovery;
mod rotation;
mod runs;
mod sent_zips;
mod sessions;
mod signup;
mod social;
mod spine;
mod stripe;
mod templates;
mod unknown;
mod zips;
