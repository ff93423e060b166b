//! One whole image in, its name or the processed image out. For programs: a session or a key of the professional plan.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};
use nomina_engine::{Facts, Limits, Output};
use nomina_rules::gates;
use nomina_rules::names::own::OwnWords;
use serde_json::Value;

use super::form::{NameForm, ProcessForm, ToName, ToProcess};
use super::{Admission, Beside, IMAGE_LIMITS, ProcessingContext};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Multipart};
use crate::base::idempotency::Ticket;
use crate::features::keys::{Caller, Naming, Needs, Processing};
use crate::features::naming::form::{ImageKind, Request};
use crate::features::naming::routes::suggestion;
use crate::features::naming::{Suggestion, scene_of};
use crate::features::usage::Asker;

/// A name, alternatives, an alternative text and search words for one image. A model that fails answers 200 with the
/// cleaned old name and costs nothing.
#[utoipa::path(post, path = "/api/v1/names", tag = "api", security(("bearer" = []), ("key" = ["name"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes sending it again harmless, for a day")),
    request_body(content = NameForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Suggestion), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub async fn name(
    State(state): State<ProcessingContext>,
    caller: Caller<Naming>,
    _admission: Admission,
    headers: HeaderMap,
    form: Multipart,
) -> Result<Response> {
    let wanted = ToName::read(form, most_bytes(&caller)).await?;
    let ticket = Ticket::take(&state, caller.user, &headers, wanted.fingerprint()?).await?;
    let replayed = ticket.headers();
    let answer = match ticket.before.clone() {
        Some(answer) => answer,
        None => {
            let named = named(&state, &caller, wanted).await;
            ticket.settle(named, Value::clone).await?
        }
    };
    Ok((replayed, Json(answer)).into_response())
}

async fn named(state: &ProcessingContext, caller: &Caller<Naming>, wanted: ToName) -> Result<Value> {
    let ToName { image, original_name, context, context_as_prefix, recipe } = wanted;
    let asker = Asker::known(caller.account());
    let (reduced, scene) = state
        .pool
        .run(asker.priority(), move |_| {
            let scene = scene_of(&nomina_engine::inspect(&image, &IMAGE_LIMITS)?);
            Ok((nomina_engine::model_input(&image, &IMAGE_LIMITS)?, scene))
        })
        .await?;
    let request =
        Request::of_image(reduced.bytes.into(), ImageKind::Jpeg, original_name, context, context_as_prefix);
    let (own, spelling) = (OwnWords::of(&gates::coerce(&recipe, caller.tier).options), recipe.spelling());
    let request = Request { own, scene, spelling, ..request };
    Ok(serde_json::to_value(suggestion(state, &asker, &request).await?)?)
}

/// The recipe over one image. What was done is in the headers.
#[utoipa::path(post, path = "/api/v1/process", tag = "api", security(("bearer" = []), ("key" = ["process"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes sending it again harmless, for a day")),
    request_body(content = ProcessForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The processed image", content(
            (String = "image/jpeg"), (String = "image/png"), (String = "image/webp"), (String = "image/gif"),
            (String = "image/bmp"), (String = "image/heic"), (String = "image/avif"), (String = "image/tiff"),
            (String = "image/jxl"), (String = "image/x-adobe-dng")),
            headers(("nomina-width" = u32), ("nomina-height" = u32), ("nomina-frames" = u32),
                ("nomina-reencoded" = bool), ("nomina-kept-original" = bool),
                ("nomina-warnings" = String, description = "Sentences, as a JSON list"))),
        (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
pub async fn process(
    State(state): State<ProcessingContext>,
    caller: Caller<Processing>,
    _admission: Admission,
    headers: HeaderMap,
    form: Multipart,
) -> Result<Response> {
    let wanted = ToProcess::read(form, most_bytes(&caller)).await?;
    // The same image and recipe give the same bytes: what is kept is only what was asked.
    let ticket = Ticket::take(&state, caller.user, &headers, wanted.fingerprint()?).await?;
    let replayed = ticket.headers();
    let output = processed(&state, &caller, wanted).await;
    let output = match ticket.before.is_some() {
        true => output?,
        false => ticket.settle(output, |_| Value::Bool(true)).await?,
    };
    Ok((replayed, fact_headers(&output.facts)?, output.bytes).into_response())
}

async fn processed(
    state: &ProcessingContext,
    caller: &Caller<Processing>,
    wanted: ToProcess,
) -> Result<Output> {
    let ToProcess { image, recipe } = wanted;
    let recipe = gates::coerce(&recipe, caller.tier).options;
    let priority = Asker::known(caller.account()).priority();
    let limits = Limits { input_bytes: most_bytes(caller).min(IMAGE_LIMITS.input_bytes), ..IMAGE_LIMITS };
    state
        .pool
        .run(priority, move |stop| {
            let beside =
                Beside::of(&recipe).map_err(|what| nomina_engine::EngineError::BadRecipe { what })?;
            beside.process(&image, &recipe, &limits, &|_| stop())
        })
        .await
}

/// The plan's limit of one file.
fn most_bytes<N: Needs>(caller: &Caller<N>) -> usize {
    (caller.tier.plan().limits.max_file_mb as usize) << 20
}

fn fact_headers(facts: &Facts) -> Result<HeaderMap> {
    let warnings = serde_json::to_string(&facts.warnings)?;
    // A header is ASCII: other letters travel as JSON escapes.
    let warnings: String = warnings.chars().map(escaped).collect();
    let named = format!("attachment; filename=\"picture.{}\"", facts.extension);
    let values = [
        (CONTENT_TYPE, facts.mime.to_owned()),
        (CONTENT_DISPOSITION, named),
        (HeaderName::from_static("nomina-width"), facts.width.to_string()),
        (HeaderName::from_static("nomina-height"), facts.height.to_string()),
        (HeaderName::from_static("nomina-frames"), facts.frames.to_string()),
        (HeaderName::from_static("nomina-reencoded"), facts.reencoded.to_string()),
        (HeaderName::from_static("nomina-kept-original"), facts.kept_original.to_string()),
        (HeaderName::from_static("nomina-warnings"), warnings),
    ];
    headers(values)
}

pub(crate) fn escaped(c: char) -> String {
    if c.is_ascii() {
        return c.to_string();
    }
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

fn headers<const N: usize>(values: [(HeaderName, String); N]) -> Result<HeaderMap> {
    let value = |(name, text): (HeaderName, String)| {
        HeaderValue::from_str(&text).map(|value| (name, value)).map_err(ApiError::internal)
    };
    values.into_iter().map(value).collect()
}
