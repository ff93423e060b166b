//! What search engines and link previews read: the page's own address in its head, robots.txt and the site map. Built with
//! PUBLIC_URL, which the web app's files cannot know.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::Uri;
use http::header::CONTENT_TYPE;

use super::{Asset, media_type};
use crate::state::AppState;

/// Stand in index.html for the site's address and for the path of the page.
const ORIGIN: &str = "%ORIGIN%";
const PATH: &str = "%PATH%";

/// How the build writes a script of the page itself; data and files have attributes.
const INLINE_SCRIPT: &str = "<script>";
const SCRIPT_END: &str = "</script>";

/// Pages that anybody may find.
const PUBLIC: [&str; 5] = ["/", "/auth", "/terms", "/privacy", "/docs/api"];

/// The page of an address: the build has drawn some of them (web/build/prerender.config.ts); all others start empty.
/// The sign-in form is drawn as the bare address shows it, and a query may ask for another.
pub(super) fn file(uri: &Uri) -> &'static str {
    match canonical(uri.path()) {
        Some("/") => "pages/home.html",
        Some("/auth") if uri.query().is_none() => "pages/auth.html",
        Some("/terms") => "pages/terms.html",
        Some("/privacy") => "pages/privacy.html",
        _ => "index.html",
    }
}

/// The page with its own address in it.
pub(super) fn fill(page: Asset, origin: &str, path: &str) -> Asset {
    let text = addressed(&String::from_utf8_lossy(&page.bytes), origin, path);
    let hash = format!("{}-{}", page.hash, canonical(path).unwrap_or("/").trim_start_matches('/'));
    Asset { bytes: text.into(), hash }
}

/// The scripts that stand in a page as the build wrote it, for its content policy.
pub(super) fn scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split(INLINE_SCRIPT).skip(1).filter_map(|rest| Some(rest.split_once(SCRIPT_END)?.0))
}

fn addressed(page: &str, origin: &str, path: &str) -> String {
    page.replace(ORIGIN, origin).replace(PATH, canonical(path).unwrap_or("/"))
}

/// Spellings of one page have one address; what nobody should find has none, and points home.
fn canonical(path: &str) -> Option<&'static str> {
    let path = path.to_ascii_lowercase();
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(&path) } else { &path };
    PUBLIC.iter().find(|known| **known == path).copied()
}

pub async fn robots(State(state): State<AppState>) -> Response {
    let origin = state.config.public_url();
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /dev/\nSitemap: {origin}/sitemap.xml\n"
    );
    ([(CONTENT_TYPE, media_type("robots.txt"))], text).into_response()
}

pub async fn site_map(State(state): State<AppState>) -> Response {
    let origin = state.config.public_url();
    let pages: String = PUBLIC.iter().map(|path| format!("<url><loc>{origin}{path}</loc></url>")).collect();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>\n"
    );
    ([(CONTENT_TYPE, "application/xml; charset=utf-8")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::{Uri, addressed, file, scripts};

    #[test]
    fn every_spelling_of_a_page_names_one_address() {
        let page = "<link href=\"%ORIGIN%%PATH%\"><meta content=\"%ORIGIN%/social.png\">";
        let filled = addressed(page, "https://n.example", "/Terms/");
        assert_eq!(
            filled,
            "<link href=\"https://n.example/terms\"><meta content=\"https://n.example/social.png\">"
        );
        assert!(addressed(page, "https://n.example", "/dashboard/jobs").contains("https://n.example/\""));
    }

    #[test]
    fn only_scripts_of_the_page_itself_are_inline_scripts() {
        let page = "<script>a()</script><script src=\"/b.js\"></script><script type=\"application/ld+json\">{}</script>\
            <p>text</p><script>c()</script>";
        assert_eq!(scripts(page).collect::<Vec<_>>(), ["a()", "c()"]);
    }

    #[test]
    fn a_page_that_the_build_has_drawn_is_sent_at_its_own_address_only() {
        let file = |path| file(&Uri::from_static(path));
        assert_eq!([file("/?template=x"), file("/TERMS/")], ["pages/home.html", "pages/terms.html"]);
        assert_eq!(file("/auth"), "pages/auth.html");
        for path in ["/dashboard", "/auth?mode=signup", "/no/such/page"] {
            assert_eq!(file(path), "index.html", "{path}");
        }
    }
}
