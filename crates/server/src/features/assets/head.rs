//! What search engines and link previews read: the page with a head of its own, robots.txt and the site map. The words of the
//! heads are the web app's (web/build/page-head.ts); here they get PUBLIC_URL, which its files cannot know.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::Uri;
use http::header::CONTENT_TYPE;

use super::{Asset, WebApp, media_type};

/// Stands in pages for the site's address.
const ORIGIN: &str = "%ORIGIN%";

/// How the build writes a script of the page itself; data and files have attributes.
const INLINE_SCRIPT: &str = "<script>";
const SCRIPT_END: &str = "</script>";

/// Pages that anybody may find.
const PUBLIC: [&str; 5] = ["/", "/auth", "/terms", "/privacy", "/docs/api"];

/// How the address of the sign-in page asks for the form of newcomers.
const SIGN_UP: &str = "mode=signup";

/// The page of an address: what may be found has one with its own head (web/build/prerender.config.ts), drawn or empty; all
/// others share one that asks not to be found. A query asks for another form than the one that is drawn.
pub(super) fn file(uri: &Uri) -> &'static str {
    match (canonical(uri.path()), uri.query()) {
        (Some("/"), _) => "pages/home.html",
        (Some("/auth"), None) => "pages/auth.html",
        (Some("/auth"), Some(query)) if query.split('&').any(|part| part == SIGN_UP) => "pages/signup.html",
        (Some("/terms"), _) => "pages/terms.html",
        (Some("/privacy"), _) => "pages/privacy.html",
        (Some("/docs/api"), _) => "pages/api.html",
        _ => "index.html",
    }
}

/// The page with the site's address in it.
pub(super) fn fill(page: &Asset, origin: &str) -> Asset {
    let text = String::from_utf8_lossy(&page.bytes).replace(ORIGIN, origin);
    Asset { bytes: text.into(), hash: page.hash.clone() }
}

/// The scripts that stand in a page as the build wrote it, for its content policy.
pub(super) fn scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split(INLINE_SCRIPT).skip(1).filter_map(|rest| Some(rest.split_once(SCRIPT_END)?.0))
}

/// The canonical address of a page; none for pages that search engines should not list.
fn canonical(path: &str) -> Option<&'static str> {
    let path = path.to_ascii_lowercase();
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(&path) } else { &path };
    PUBLIC.iter().find(|known| **known == path).copied()
}

pub async fn robots(State(state): State<WebApp>) -> Response {
    let origin = state.config.public_url();
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /dev/\nSitemap: {origin}/sitemap.xml\n"
    );
    ([(CONTENT_TYPE, media_type("robots.txt"))], text).into_response()
}

pub async fn site_map(State(state): State<WebApp>) -> Response {
    let origin = state.config.public_url();
    let pages: String = PUBLIC.iter().map(|path| format!("<url><loc>{origin}{path}</loc></url>")).collect();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>\n"
    );
    ([(CONTENT_TYPE, "application/xml; charset=utf-8")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::{Asset, Uri, file, fill, scripts};

    #[test]
    fn a_page_gets_the_address_of_the_site() {
        let page = Asset { bytes: "<link href=\"%ORIGIN%/terms\">".into(), hash: "x".into() };
        assert_eq!(fill(&page, "https://n.example").bytes, "<link href=\"https://n.example/terms\">");
    }

    #[test]
    fn only_scripts_of_the_page_itself_are_inline_scripts() {
        let page = "<script>a()</script><script src=\"/b.js\"></script><script type=\"application/ld+json\">{}</script>\
            <p>text</p><script>c()</script>";
        assert_eq!(scripts(page).collect::<Vec<_>>(), ["a()", "c()"]);
    }

    #[test]
    fn a_page_with_a_head_of_its_own_is_sent_at_its_own_address_only() {
        let file = |path| file(&Uri::from_static(path));
        assert_eq!([file("/?template=x"), file("/TERMS/")], ["pages/home.html", "pages/terms.html"]);
        assert_eq!([file("/auth"), file("/Docs/API")], ["pages/auth.html", "pages/api.html"]);
        assert_eq!(file("/auth?mode=signup&redirect=%2F"), "pages/signup.html");
        for path in ["/dashboard", "/auth?mode=forgot", "/no/such/page"] {
            assert_eq!(file(path), "index.html", "{path}");
        }
    }
}
