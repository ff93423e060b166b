//! The addresses of the web app. The browser draws all of them from index.html; any other path is a true 404.
//! `/dev/mailbox` is not among them: it is there for some visitors only, see `mail::mailbox`.

/// Every address, `*` standing for one part. The web app's router has the same list.
pub const ROUTES: [&str; 18] = [
    "/",
    "/auth",
    "/dashboard",
    "/dashboard/*",
    "/reset-password",
    "/confirm",
    "/tasks",
    "/jobs",
    "/templates",
    "/profile",
    "/settings",
    "/billing",
    "/tools",
    "/usage",
    "/terms",
    "/docs/api",
    "/privacy",
    "/checkout/test/*",
];

pub fn is_route(path: &str) -> bool {
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path };
    ROUTES.iter().any(|route| match route.strip_suffix('*') {
        Some(start) => path.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => path == *route,
    })
}

#[cfg(test)]
mod tests {
    use super::is_route;

    #[test]
    fn known_addresses_are_pages_and_others_are_not() {
        for path in ["/", "/auth", "/dashboard", "/dashboard/", "/dashboard/jobs", "/usage"] {
            assert!(is_route(path), "{path}");
        }
        for path in ["/nope", "/dashboard/jobs/7", "/authx", "//auth", "/api"] {
            assert!(!is_route(path), "{path}");
        }
    }
}
