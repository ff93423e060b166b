//! What every response of the document needs and no handler repeats: a sentence, files as binary data, headers.

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};
use utoipa::openapi::{Content, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder};

use crate::features::usage::headers::HEADERS;

/// Completes the responses of one operation.
pub(super) fn complete(operation: &mut Operation) {
    add_problems(operation);
    let repeatable = takes_idempotency_key(operation);
    let counts = operation.tags.iter().flatten().any(|tag| tag == "api");
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = meaning(status).into();
        }
        send_files_as_binary(response);
        add_headers(status, response, repeatable);
        if counts {
            response.headers.extend(HEADERS.map(|(name, says)| (name.to_owned(), text_header(says))));
        }
    }
}

/// Refusals are problem+json, and any status may be one.
fn add_problems(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in responses.iter_mut() {
        if let (true, RefOr::T(response)) = (status.starts_with(['4', '5']), response) {
            *response = problem(&response.description);
        }
    }
    if operation.request_body.is_some() {
        responses.entry("415".into()).or_insert_with(|| problem("").into());
    }
    responses.entry("default".into()).or_insert_with(|| problem("").into());
}

fn problem(description: &str) -> Response {
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", Content::new(Some(Ref::from_schema_name("Problem"))))
        .build()
}

fn takes_idempotency_key(operation: &Operation) -> bool {
    let is_key = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => parameter.name == "Idempotency-Key",
        RefOr::Ref(_) => false,
    };
    operation.parameters.iter().flatten().any(is_key)
}

/// What a status means here, for responses whose handler does not say more.
fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "Success",
        "201" => "Created",
        "202" => "Accepted; the work goes on after this response",
        "204" => "Success, without a body",
        "206" => "The requested part of the file",
        "303" => "Redirect",
        "400" => "The request cannot be read",
        "401" => "No session, or the API key is not valid",
        "403" => "The plan or the API key does not allow this",
        "404" => "There is nothing with this id",
        "409" => "Not possible in the present state",
        "410" => "It has expired or been deleted",
        "413" => "The body or one of its files is too large",
        "415" => "The body has the wrong Content-Type",
        "416" => "The requested range is outside the file",
        "422" => "A value is not valid; `errors` names the field",
        "429" => "Too many requests, or the allowance is used up",
        "503" => "The server is busy or cannot reach its data; try again",
        _ => "Any other refusal",
    }
}

/// ZIPs and images are bytes, not lists of numbers.
fn send_files_as_binary(response: &mut Response) {
    for (kind, content) in &mut response.content {
        if kind == "application/zip" || kind.starts_with("image/") {
            let bytes = ObjectBuilder::new()
                .schema_type(Type::String)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
                .content_media_type(kind.as_str());
            *content = Content::new(Some(bytes)).into();
        }
    }
}

fn add_headers(status: &str, response: &mut Response, repeatable: bool) {
    let header = match status {
        "401" => ("WWW-Authenticate", "`Bearer`: send a session's access token or an API key"),
        "429" | "503" => ("Retry-After", "Seconds to wait before the next try"),
        _ if repeatable && status.starts_with('2') => (
            "Idempotent-Replayed",
            "`true` when this is the response to an earlier request with the same key",
        ),
        _ => return,
    };
    response.headers.insert(header.0.to_owned(), text_header(header.1));
}

fn text_header(says: &str) -> RefOr<Header> {
    let text = ObjectBuilder::new().schema_type(Type::String);
    RefOr::T(HeaderBuilder::new().schema(Some(text)).description(Some(says)).build())
}
