//! The addresses of the web app. The browser draws all of them from index.html; any other path is a true 404.
//! `/dev/mailbox` is not among them: it is there for some visitors only, see `emails::mailbox`.

/// Every address, one a line, `*` standing for one part. A test of the web app compares its router with the same file.
const ADDRESSES: &str = include_str!("addresses.txt");

pub fn routes() -> impl Iterator<Item = &'static str> {
    ADDRESSES.lines()
}

/// As the router reads a path: without regard to letter case, with or without a slash at the end.
pub fn is_route(path: &str) -> bool {
    let Some(path) = plain_spelling(path) else { return false };
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(&path) } else { &path };
    routes().any(|route| match route.strip_suffix('*') {
        Some(start) => path.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => path == route,
    })
}

/// Small letters, and none of them written as `%61`: the router in the browser reads both alike. Nothing when a code is
/// broken; what is no letter, digit or sign, or would be a slash, stays as it is written.
fn plain_spelling(path: &str) -> Option<String> {
    let mut parts = path.split('%');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        match char::from(u8::from_str_radix(code, 16).ok()?) {
            letter if letter.is_ascii_graphic() && letter != '/' => out.push(letter),
            _ => out.extend(['%', code.chars().next()?, code.chars().nth(1)?]),
        }
        out.push_str(rest);
    }
    Some(out.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::is_route;

    #[test]
    fn known_addresses_are_pages_in_every_spelling_and_others_are_not() {
        for path in [
            "/",
            "/auth",
            "/AUTH",
            "/Auth/",
            "/dashboard",
            "/dashboard/",
            "/dashboard/jobs",
            "/usage",
            "/%61uth",
            "/%41UTH",
        ] {
            assert!(is_route(path), "{path}");
        }
        for path in [
            "/nope",
            "/dashboard/jobs/7",
            "/authx",
            "//auth",
            "/api",
            "/checkout/x",
            "/auth//",
            "/%6",
            "/%zzth",
            "/dashboard%2Fjobs",
        ] {
            assert!(!is_route(path), "{path}");
        }
    }
}
