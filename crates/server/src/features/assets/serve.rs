//! Answers with files: ETag, long caching for names that carry a hash, compressed forms, and the app's page for its routes.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};

use super::encode::Encoding;
use super::{Asset, Shelf, WebApp, head, is_compressible, media_type, spa};
use crate::base::error::ApiError;
use crate::base::extract::Path;
use crate::base::http::headers;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ONE_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

pub const MODEL_MISSING: &str =
    "The naming model is not installed on this server. Run `make setup` with a network.";

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Nomina</title>\
<h1>The web app is not built yet</h1><p>The server runs, but the folder web/dist is empty. \
Run <code>make</code> (or <code>make run</code>) in the project and reload this page.</p></html>\n";

/// `/fonts/{file}`: the typefaces of watermarks.
pub async fn font(
    State(state): State<WebApp>,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> Result<Response, ApiError> {
    match Form::wanted(Shelf::Fonts, &file, &headers) {
        Some(form) => Ok(send(&state, &headers, &file, form, ONE_DAY, StatusCode::OK).await),
        None => Err(ApiError::not_found("There is no such font.")),
    }
}

/// `/models/{file}`: the weights with which the browser names images by itself.
pub async fn model(
    State(state): State<WebApp>,
    headers: HeaderMap,
    uri: Uri,
    Path(file): Path<String>,
) -> Result<Response, ApiError> {
    // Reading tens of megabytes from disk (debug build) must not hold up other requests.
    let name = file.clone();
    let found =
        tokio::task::spawn_blocking(move || Shelf::Models.get(&name)).await.map_err(ApiError::internal)?;
    let Some(asset) = found else { return Err(ApiError::not_found(MODEL_MISSING)) };
    let named_by_content = uri.query().and_then(|query| query.strip_prefix("v=")) == Some(&asset.hash);
    let caching = if named_by_content { FOR_EVER } else { ONE_DAY };
    Ok(send(&state, &headers, &file, Form::plain(asset), caching, StatusCode::OK).await)
}

/// Everything that no other route takes: a file of the web app, one of its pages, or a 404 that the app draws.
pub async fn page_or_file(
    State(state): State<WebApp>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let path = uri.path();
    if is_api(path) || (method != Method::GET && method != Method::HEAD) {
        return Err(ApiError::not_found("There is nothing at this address."));
    }
    if path.eq_ignore_ascii_case("/index.html") {
        return Ok(Redirect::permanent("/").into_response());
    }
    let file = path.trim_start_matches('/');
    // What the build has drawn is sent at the page's own address, filled in.
    if !file.starts_with("pages/")
        && let Some(form) = Form::wanted(Shelf::Web, file, &headers)
    {
        let caching = if file.starts_with("assets/") { FOR_EVER } else { ASK_EACH_TIME };
        return Ok(send(&state, &headers, file, form, caching, StatusCode::OK).await);
    }
    if path.starts_with("/assets/") {
        return Err(ApiError::not_found("There is no such file."));
    }
    let status = if spa::is_route(path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Ok(page(&state, &headers, &uri, status).await)
}

/// The app's page, which draws whatever the address asks for.
pub async fn page(state: &WebApp, asked: &HeaderMap, uri: &Uri, status: StatusCode) -> Response {
    let Some(page) = Shelf::Web.get(head::file(uri)).or_else(|| Shelf::Web.get("index.html")) else {
        return (status, [(CONTENT_TYPE, media_type("index.html"))], NOT_BUILT).into_response();
    };
    // Read from the build's own file, before anything is filled in.
    let policy = headers::allowing(head::scripts(&String::from_utf8_lossy(&page.bytes)));
    let page = head::fill(&page, &state.config.public_url());
    let mut response = send(state, asked, "index.html", Form::plain(page), ASK_EACH_TIME, status).await;
    response.headers_mut().extend(policy.map(|policy| (CONTENT_SECURITY_POLICY, policy)));
    response
}

fn is_api(path: &str) -> bool {
    ["/api", "/server"]
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|r| r.is_empty() || r.starts_with('/')))
}

/// A file, and how the build has compressed it.
struct Form {
    asset: Asset,
    encoding: Option<Encoding>,
}

impl Form {
    fn plain(asset: Asset) -> Self {
        Self { asset, encoding: None }
    }

    /// What the build has compressed goes out as it is to whoever takes it: it is small, and nothing has to be unpacked.
    fn wanted(shelf: Shelf, path: &str, asked: &HeaderMap) -> Option<Self> {
        let takes = accepted(asked) == Some(Encoding::Brotli);
        match takes.then(|| shelf.get(&format!("{path}.br"))).flatten() {
            Some(asset) => Some(Self { asset, encoding: Some(Encoding::Brotli) }),
            None => shelf.get(path).map(Self::plain),
        }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn accepted(headers: &HeaderMap) -> Option<Encoding> {
    Encoding::choose(text(headers, ACCEPT_ENCODING))
}

async fn send(
    state: &WebApp,
    asked: &HeaderMap,
    path: &str,
    form: Form,
    caching: HeaderValue,
    status: StatusCode,
) -> Response {
    let kind = media_type(path);
    let tag = format!("W/\"{}\"", form.asset.hash);
    let mut response = if status == StatusCode::OK && text(asked, IF_NONE_MATCH).contains(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (bytes, encoding) =
            compressed(state, form, accepted(asked).filter(|_| is_compressible(kind))).await;
        let mut response = (status, bytes).into_response();
        let encoding = encoding.map(|encoding| (CONTENT_ENCODING, HeaderValue::from_static(encoding.name())));
        response.headers_mut().extend(encoding);
        response
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, caching);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// The compressed form: the build's where it has taken its time over one, else made here, once.
async fn compressed(state: &WebApp, form: Form, wanted: Option<Encoding>) -> (Bytes, Option<Encoding>) {
    let Form { asset, encoding } = form;
    if let (None, Some(wanted)) = (encoding, wanted)
        && let Some(bytes) = state.encoded.get(&asset, wanted).await
    {
        return (bytes, Some(wanted));
    }
    (asset.bytes, encoding)
}
