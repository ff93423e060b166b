//! Where a sign-in may lead: paths of our own site, nothing else.

use url::Url;

pub const HOME: &str = "/dashboard";

/// The wanted path if it is ours, otherwise the dashboard.
pub fn safe(wanted: Option<&str>) -> String {
    wanted.filter(|path| is_own_path(path)).unwrap_or(HOME).to_owned()
}

/// Browsers read `/\evil`, `//evil` and paths with tabs in them as other hosts; so the path must survive a parse.
fn is_own_path(path: &str) -> bool {
    let Ok(base) = Url::parse("http://own.invalid") else { return false };
    path.starts_with('/')
        && path.len() <= 2000
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.chars().any(|c| c.is_control() || c.is_whitespace())
        && base.join(path).is_ok_and(|url| url.origin() == base.origin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_our_own_are_followed() {
        assert_eq!(safe(Some("/dashboard/jobs?x=1#y")), "/dashboard/jobs?x=1#y");
        assert_eq!(safe(None), HOME);
        for evil in [
            "//evil.org",
            "/\\evil.org",
            "https://evil.org",
            "evil",
            "",
            "/\t/evil.org",
            "/\n/evil",
            "javascript:1",
            "\\\\evil",
        ] {
            assert_eq!(safe(Some(evil)), HOME, "{evil:?}");
        }
    }
}
