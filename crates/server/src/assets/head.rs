//! What search engines and link previews read: the page's own address in its head, robots.txt and the site map. Built with
//! PUBLIC_URL, which the web app's files cannot know.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;

use super::{Asset, media_type};
use crate::state::AppState;

/// Stand in index.html for the site's address and for the path of the page.
const ORIGIN: &str = "%ORIGIN%";
const PATH: &str = "%PATH%";

/// Pages that anybody may find.
const PUBLIC: [&str; 4] = ["/", "/auth", "/terms", "/privacy"];

/// The page with its own address in it.
pub(super) fn fill(page: Asset, origin: &str, path: &str) -> Asset {
    let text = addressed(&String::from_utf8_lossy(&page.bytes), origin, path);
    let hash = format!("{}-{}", page.hash, canonical(path).trim_start_matches('/'));
    Asset { bytes: text.into(), hash }
}

fn addressed(page: &str, origin: &str, path: &str) -> String {
    page.replace(ORIGIN, origin).replace(PATH, canonical(path))
}

/// Spellings of one page have one address; what nobody should find points home.
fn canonical(path: &str) -> &'static str {
    let path = path.trim_end_matches('/').to_ascii_lowercase();
    PUBLIC.iter().find(|known| **known == path).copied().unwrap_or("/")
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
    use super::addressed;

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
}
