//! The addresses of the web app. The browser draws all of them from index.html; any other path is a true 404.
//! `/dev/mailbox` is not among them: it is there for some visitors only, see `mail::mailbox`.

/// Every address, one a line, `*` standing for one part. A test of the web app compares its router with the same file.
const ADDRESSES: &str = include_str!("addresses.txt");

pub fn routes() -> impl Iterator<Item = &'static str> {
    ADDRESSES.lines()
}

/// As the router reads a path: without regard to letter case, with or without a slash at the end.
pub fn is_route(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(&path) } else { &path };
    routes().any(|route| match route.strip_suffix('*') {
        Some(start) => path.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => path == route,
    })
}

#[cfg(test)]
mod tests {
    use super::is_route;

    #[test]
    fn known_addresses_are_pages_in_every_spelling_and_others_are_not() {
        for path in
            ["/", "/auth", "/AUTH", "/Auth/", "/dashboard", "/dashboard/", "/dashboard/jobs", "/usage"]
        {
            assert!(is_route(path), "{path}");
        }
        for path in ["/nope", "/dashboard/jobs/7", "/authx", "//auth", "/api", "/checkout/x", "/auth//"] {
            assert!(!is_route(path), "{path}");
        }
    }
}
