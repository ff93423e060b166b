//! Cookies by hand: six of them, HttpOnly, and under https with the `__Host-` prefix that ties them to this host.

use axum::response::AppendHeaders;
use http::HeaderMap;
use http::header::{COOKIE, HeaderName, SET_COOKIE};

use crate::base::config::Config;

pub type SetCookie = AppendHeaders<[(HeaderName, String); 1]>;

const REFRESH: &str = "rt";
const OAUTH: &str = "oauth";
const GUEST: &str = "guest";
const SIGNUP: &str = "signup";
const DEVICE: &str = "device";
const STEP: &str = "step";
/// As long as browsers keep a cookie.
const DEVICE_S: i64 = 400 * 24 * 60 * 60;

/// Only our own pages send it: Strict.
pub fn refresh(config: &Config, token: &str, max_age_s: i64) -> SetCookie {
    set(config, REFRESH, token, max_age_s, "Strict")
}

pub fn clear_refresh(config: &Config) -> SetCookie {
    set(config, REFRESH, "", 0, "Strict")
}

/// It must come back from the provider's redirect: Lax.
pub fn oauth(config: &Config, state: &str, max_age_s: i64) -> SetCookie {
    set(config, OAUTH, state, max_age_s, "Lax")
}

/// Tells one visitor from another, so that the free names of a day are counted. Holds nothing but a random value.
pub fn guest(config: &Config, value: &str, max_age_s: i64) -> SetCookie {
    set(config, GUEST, value, max_age_s, "Strict")
}

/// Ties a sign-up to the browser that made it, until its link is used.
pub fn signup(config: &Config, value: &str, max_age_s: i64) -> SetCookie {
    set(config, SIGNUP, value, max_age_s, "Strict")
}

/// A sign-in that waits for its second step.
pub fn step(config: &Config, value: &str, max_age_s: i64) -> SetCookie {
    set(config, STEP, value, max_age_s, "Strict")
}

pub fn read_step(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, STEP))
}

/// Marks a browser in which somebody has signed in. It opens nothing: see `tries`.
pub fn device(config: &Config, value: &str) -> SetCookie {
    set(config, DEVICE, value, DEVICE_S, "Strict")
}

pub fn read_signup(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, SIGNUP))
}

pub fn read_device(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, DEVICE))
}

pub fn read_guest(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, GUEST))
}

pub fn read_refresh(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, REFRESH))
}

pub fn read_oauth(config: &Config, headers: &HeaderMap) -> Option<String> {
    read(headers, &name(config, OAUTH))
}

fn name(config: &Config, short: &str) -> String {
    if config.is_https() { format!("__Host-{short}") } else { short.to_owned() }
}

fn set(config: &Config, short: &str, value: &str, max_age_s: i64, same_site: &str) -> SetCookie {
    let secure = if config.is_https() { "; Secure" } else { "" };
    let name = name(config, short);
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite={same_site}; Max-Age={max_age_s}{secure}");
    AppendHeaders([(SET_COOKIE, text)])
}

fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
        .filter(|value| !value.is_empty())
}
