//! Where a request comes from: the peer's address, or what a trusted proxy says about it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{FromRef, FromRequestParts};
use http::header::{HOST, HeaderName, ORIGIN, REFERER, USER_AGENT};
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderValue};
use ipnet::IpNet;

use super::cookie;
use super::origin::is_ours;
use crate::base::context::Context;
use crate::base::error::ApiError;
use crate::base::plain_text::plain;

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

impl<S: Send + Sync> FromRequestParts<S> for Client
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, host: &S) -> Result<Self, ApiError> {
        let state = Context::from_ref(host);
        let peer = peer_of(&parts.extensions);
        let agent = text(&parts.headers, USER_AGENT).unwrap_or_default();
        Ok(Self {
            ip: address(peer, &parts.headers, &state.config.trusted_proxies),
            user_agent: plain(agent).chars().take(LONGEST_AGENT).collect(),
            device: cookie::read_device(&state.config, &parts.headers),
            signup: cookie::read_signup(&state.config, &parts.headers),
            is_local: is_local(peer, &parts.headers, &state.config.public_url()),
        })
    }
}

/// The address a request comes from, as far as it can be believed.
pub(super) fn ip_of<B>(request: &http::Request<B>, state: &Context) -> IpAddr {
    address(peer_of(request.extensions()), request.headers(), &state.config.trusted_proxies)
}

fn peer_of(extensions: &Extensions) -> IpAddr {
    extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip())
}

/// The rightmost address of X-Forwarded-For that is not one of our proxies; without trusted proxies the peer. What stands
/// left of a hop that is not understood may have been written by the client: the last proxy before it is the answer.
fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |ip: &IpAddr| trusted.iter().any(|network| network.contains(ip));
    let mut known = peer.to_canonical();
    let chain: Vec<&HeaderValue> = headers.get_all("x-forwarded-for").iter().collect();
    let hops = chain.iter().rev().flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
    for item in hops {
        if !is_trusted(&known) {
            break;
        }
        let Some(ip) = std::str::from_utf8(item).ok().and_then(hop) else { break };
        known = ip;
    }
    known
}

/// One hop as proxies write it: an address, with a port, in brackets or in quotes.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || bare.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse::<IpAddr>().ok().or_else(with_port).map(|ip| ip.to_canonical())
}

/// Headers that proxies add, beside everything that begins with X-Forwarded.
const OF_PROXIES: [&str; 9] = [
    "forwarded",
    "via",
    "x-real-ip",
    "cf-connecting-ip",
    "true-client-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "fly-client-ip",
    "cdn-loop",
];

/// The Host header is checked as well: a foreign name that resolves to 127.0.0.1 must not read the mailbox.
fn is_local(peer: IpAddr, headers: &HeaderMap, public_url: &str) -> bool {
    let host = text(headers, HOST).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .map_or(host, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host });
    peer.to_canonical().is_loopback()
        && matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        && !is_proxied(headers)
        && !is_led_from_elsewhere(headers, public_url, host)
}

fn is_proxied(headers: &HeaderMap) -> bool {
    OF_PROXIES.iter().any(|name| headers.contains_key(*name))
        || headers.keys().any(|name| name.as_str().starts_with("x-forwarded"))
}

/// Whether a page of another site sent the browser here, as far as the browser says.
fn is_led_from_elsewhere(headers: &HeaderMap, public_url: &str, host: &str) -> bool {
    let foreign = |name: HeaderName| {
        headers.get_all(name).iter().any(|url| !url.to_str().is_ok_and(|url| is_ours(url, public_url, host)))
    };
    let another_site = headers
        .get_all("sec-fetch-site")
        .iter()
        .any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
    another_site || foreign(ORIGIN) || foreign(REFERER)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
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
    fn a_hop_with_a_port_is_read_and_one_that_is_not_understood_ends_the_search() {
        let proxies = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        let seen = |list: &str| address(ip("10.0.0.1"), &forwarded(list), &proxies);
        assert_eq!(seen("6.6.6.6, 198.51.100.7:4711, 10.0.0.2:80"), ip("198.51.100.7"));
        assert_eq!(seen("6.6.6.6, [2001:db8::7]:4711"), ip("2001:db8::7"));
        assert_eq!(seen("6.6.6.6, \"[2001:db8::7]\", [fd00::1]"), ip("2001:db8::7"));
        assert_eq!(seen("::ffff:198.51.100.7"), ip("198.51.100.7"));
        for unclear in ["unknown", "_hidden", "", "198.51.100.7:port", "198.51.100", "\u{e9}"] {
            let chosen = format!("6.6.6.6, {unclear}, 10.0.0.2");
            let headers = HeaderMap::from_iter([(
                "x-forwarded-for".parse().unwrap(),
                HeaderValue::from_bytes(chosen.as_bytes()).unwrap(),
            )]);
            assert_eq!(address(ip("10.0.0.1"), &headers, &proxies), ip("10.0.0.2"), "{chosen}");
        }
        let mut lines = forwarded("6.6.6.6");
        lines.append("x-forwarded-for", HeaderValue::from_static("198.51.100.7:1"));
        assert_eq!(address(ip("10.0.0.1"), &lines, &proxies), ip("198.51.100.7"), "later lines are nearer");
    }

    /// A visitor on this machine, with these headers beside the Host.
    fn at_this_machine(more: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::from_iter([(HOST, "localhost:8080".parse().unwrap())]);
        for (name, value) in more {
            headers.insert(*name, value.parse().unwrap());
        }
        is_local(ip("127.0.0.1"), &headers, "http://127.0.0.1:8080")
    }

    #[test]
    fn only_a_direct_visitor_with_a_local_host_name_is_local() {
        let host = |name: &str| HeaderMap::from_iter([(HOST, name.parse().unwrap())]);
        let seen = |peer: &str, name: &str| is_local(ip(peer), &host(name), "http://localhost:8080");
        assert!(seen("127.0.0.1", "localhost:8080"));
        assert!(seen("::1", "[::1]:8080"));
        assert!(!seen("127.0.0.1", "evil.example"));
        assert!(!seen("192.0.2.1", "localhost"));
    }

    #[test]
    fn whoever_comes_through_a_proxy_or_from_another_site_is_not_local() {
        let proxied = [
            ("x-forwarded-for", "192.0.2.1"),
            ("x-forwarded-host", "nomina.example"),
            ("x-forwarded-proto", "https"),
            ("x-real-ip", "192.0.2.1"),
            ("via", "1.1 varnish"),
            ("forwarded", "for=192.0.2.1"),
            ("cf-connecting-ip", "192.0.2.1"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
            ("origin", "http://localhost:3000"),
            ("referer", "https://evil.example/page"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ];
        for one in proxied {
            assert!(!at_this_machine(&[one]), "{one:?}");
        }
        let own = [
            ("origin", "http://localhost:8080"),
            ("referer", "http://127.0.0.1:8080/auth?mode=signup"),
            ("sec-fetch-site", "same-origin"),
        ];
        assert!(at_this_machine(&own));
        assert!(at_this_machine(&[("sec-fetch-site", "none")]), "typed into the address bar");
    }

    #[test]
    fn the_kept_part_of_an_address_is_a_network() {
        assert_eq!(prefix(ip("192.0.2.77")), "192.0.2.0/24");
        assert_eq!(prefix(ip("2001:db8:1:2::3")), "2001:db8:1::/48");
    }
}
