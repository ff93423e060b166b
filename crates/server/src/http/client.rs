//! Where a request comes from: the peer's address, or what a trusted proxy says about it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::header::{FORWARDED, HOST, USER_AGENT};
use http::request::Parts;
use ipnet::IpNet;

use crate::error::ApiError;
use crate::plain_text::plain;
use crate::sessions::cookie;
use crate::state::AppState;

/// The other end of the connection, put into every request by the listener.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Who asks, as far as the network tells.
#[derive(Clone, Debug)]
pub struct Client {
    pub ip: IpAddr,
    pub user_agent: String,
    /// The mark of a browser in which somebody has signed in before.
    pub device: Option<String>,
    /// The mark of a browser that has just signed up.
    pub signup: Option<String>,
    /// A person at this very machine, not somebody behind a proxy on it.
    pub is_local: bool,
}

const LONGEST_AGENT: usize = 300;

impl Client {
    /// The network of the address: enough to recognise a place, not a person.
    pub fn ip_prefix(&self) -> String {
        prefix(self.ip)
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let peer =
            parts.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        let agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self {
            ip: address(peer, &parts.headers, &state.config.trusted_proxies),
            user_agent: plain(agent).chars().take(LONGEST_AGENT).collect(),
            device: cookie::read_device(&state.config, &parts.headers),
            signup: cookie::read_signup(&state.config, &parts.headers),
            is_local: is_local(peer, &parts.headers),
        })
    }
}

/// The rightmost address of X-Forwarded-For that is not one of our proxies; without trusted proxies the peer.
fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |ip: &IpAddr| trusted.iter().any(|network| network.contains(ip));
    let peer = peer.to_canonical();
    if !is_trusted(&peer) {
        return peer;
    }
    let chain: Vec<IpAddr> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|item| item.trim().parse::<IpAddr>().ok())
        .map(|ip| ip.to_canonical())
        .collect();
    chain.into_iter().rev().find(|ip| !is_trusted(ip)).unwrap_or(peer)
}

/// The Host header is checked as well: a foreign name that resolves to 127.0.0.1 must not read the mailbox.
fn is_local(peer: IpAddr, headers: &HeaderMap) -> bool {
    let proxied = headers.contains_key("x-forwarded-for") || headers.contains_key(FORWARDED);
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .map_or(host, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host });
    peer.to_canonical().is_loopback() && !proxied && matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn prefix(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(ip) => {
            let s = ip.segments();
            format!("{}/48", Ipv6Addr::new(s[0], s[1], s[2], 0, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forwarded(list: &str) -> HeaderMap {
        HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), list.parse().unwrap())])
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_stranger_cannot_choose_their_address() {
        assert_eq!(address(ip("203.0.113.9"), &forwarded("1.2.3.4"), &[]), ip("203.0.113.9"));
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        assert_eq!(
            address(ip("10.0.0.1"), &forwarded("6.6.6.6, 198.51.100.7, 10.0.0.2"), &proxies),
            ip("198.51.100.7")
        );
        assert_eq!(address(ip("10.0.0.1"), &forwarded("garbage"), &proxies), ip("10.0.0.1"));
    }

    #[test]
    fn only_a_direct_visitor_with_a_local_host_name_is_local() {
        let host = |name: &str| HeaderMap::from_iter([(HOST, name.parse().unwrap())]);
        assert!(is_local(ip("127.0.0.1"), &host("localhost:8080")));
        assert!(is_local(ip("::1"), &host("[::1]:8080")));
        assert!(!is_local(ip("127.0.0.1"), &host("evil.example")));
        assert!(!is_local(ip("192.0.2.1"), &host("localhost")));
        let mut proxied = host("localhost");
        proxied.extend(forwarded("192.0.2.1"));
        assert!(!is_local(ip("127.0.0.1"), &proxied));
    }

    #[test]
    fn the_kept_part_of_an_address_is_a_network() {
        assert_eq!(prefix(ip("192.0.2.77")), "192.0.2.0/24");
        assert_eq!(prefix(ip("2001:db8:1:2::3")), "2001:db8:1::/48");
    }
}
