//! Requests to addresses that somebody else chose. The client connects only to public addresses, looked at after the name
//! was resolved, so that no name leads into our own network; redirects are not followed and proxies are not used.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

const TIME_LIMIT: Duration = Duration::from_secs(30);
const CONNECT: Duration = Duration::from_secs(10);

/// Names of hosts, resolved and then looked at.
#[derive(Clone, Copy, Debug)]
struct Public {
    allow_private: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("the host has no public address")]
pub struct NotPublic;

impl Resolve for Public {
    fn resolve(&self, name: Name) -> Resolving {
        let allow = self.allow_private;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One private address among public ones is a trap as well.
            if found.is_empty() || !(allow || found.iter().all(|address| is_public(address.ip()))) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

pub fn client(allow_private: bool) -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder()
        .user_agent(concat!("nomina/", env!("CARGO_PKG_VERSION")))
        .timeout(TIME_LIMIT)
        .connect_timeout(CONNECT)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .dns_resolver(Public { allow_private })
        .build()
}

/// An address that may be asked: the web, no password in it, and no private host. Addresses in figures never reach the
/// resolver, so they are looked at here.
pub fn check(text: &str, allow_private: bool) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "This is not a web address.")?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return Err("The address must begin with https:// or http:// and hold no password.");
    }
    let public = match url.host() {
        Some(Host::Ipv4(ip)) => is_public(ip.into()),
        Some(Host::Ipv6(ip)) => is_public(ip.into()),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name != "localhost" && !name.ends_with(".localhost")
        }
        None => return Err("This is not a web address."),
    };
    if public || allow_private { Ok(url) } else { Err("Private and local addresses are not allowed.") }
}

/// Whether an address belongs to the public internet.
pub fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (18..20).contains(&b))
        || (a, b, c) == (192, 0, 0)
        // The relays of 6to4, which carry packets into other networks.
        || (a, b, c) == (192, 88, 99);
    !special
}

/// Only what is given out (2000::/3, which leaves out NAT64 and every local range), without what is reserved in it and
/// without addresses that carry an IPv4 address inside, which may be a private one.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    // 2001::/23 is reserved for protocols: Teredo, benchmarks, ORCHID.
    let protocols = s[0] == 0x2001 && s[1] < 0x200;
    let documentation = (s[0] == 0x2001 && s[1] == 0xdb8) || (s[0] == 0x3fff && s[1] < 0x1000);
    let six_to_four = s[0] == 0x2002;
    // Under any prefix; the bit 0x200 says that the address inside is unique.
    let isatap = s[4] & !0x200 == 0 && s[5] == 0x5efe;
    (s[0] & 0xe000) == 0x2000 && !(protocols || documentation || six_to_four || isatap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::7f00:1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:2::1",
            "2001:20::1",
            "64:ff9b:1::a00:1",
            "2606:4700::5efe:10.0.0.1",
            "2606:4700::200:5efe:192.168.0.1",
            "3fff::1",
            "3fff:fff:ffff::1",
            "192.88.99.1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "2001:4860:4860::8888"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn addresses_in_other_spellings_are_the_same_addresses() {
        for text in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::1]/",
            "http://localhost:8080/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "ftp://example.org/",
            "http://a:b@example.org/",
            "x",
            "file:///etc/passwd",
            "http://[::ffff:10.0.0.1]/",
        ] {
            assert!(check(text, false).is_err(), "{text}");
        }
        assert!(check("https://example.org/a.jpg", false).is_ok());
        assert!(check("http://127.0.0.1:9/", true).is_ok());
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_followed() {
        let resolve = |allow_private| Public { allow_private }.resolve("localhost".parse().unwrap());
        assert!(resolve(false).await.is_err());
        assert!(resolve(true).await.is_ok());
    }
}
