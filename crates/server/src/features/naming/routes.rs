//! The two naming endpoints.

use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use nomina_engine::Limits;
use nomina_rules::names;
use nomina_rules::options::ContextMode;

use super::form::{Request, SuggestForm};
use super::{NamingContext, NamingInfo, Suggestion, memory};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Multipart};
use crate::base::http::client::Client;
use crate::features::jobs;
use crate::features::usage::{Asker, Reservation};

/// What a reduced copy may be: longest side 1024 in our own client, with room for others.
const IMAGE_LIMITS: Limits = Limits {
    input_bytes: super::MAX_IMAGE_BYTES,
    pixels: 5_000_000,
    side: 4_096,
    frames: 200,
    animation_pixels: 50_000_000,
    lossless_webp_pixels: 5_000_000,
    avif_pixels: 5_000_000,
    wide_pixels: 5_000_000,
    icc_bytes: 1 << 20,
    metadata_bytes: 1 << 20,
    segments: 2_000,
    scans: 100,
};

/// Programs beside the server belong to its owner: only somebody at the same computer may use them.
const NOT_OFFERED: &str = "This server does not offer that model.";

/// What names images here, and whether they leave this server for it.
#[utoipa::path(get, path = "/api/v1/naming", tag = "naming", responses((status = 200, body = NamingInfo)))]
pub async fn about(State(state): State<NamingContext>, client: Client) -> Json<NamingInfo> {
    let local = if client.is_local { state.namer.offers().await } else { Vec::new() };
    Json(NamingInfo { local, ..state.namer.about() })
}

/// A name for one reduced image. A model that fails answers 200 with the cleaned old name and costs nothing.
#[utoipa::path(post, path = "/api/v1/ai/suggest-name", tag = "naming",
    request_body(content = SuggestForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Suggestion), (status = 413, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub async fn suggest(
    State(state): State<NamingContext>,
    asker: Asker,
    client: Client,
    form: Multipart,
) -> Result<Response> {
    let request = Request::read(form).await?;
    if request.service.is_some() && !client.is_local {
        return Err(ApiError::invalid("service", NOT_OFFERED));
    }
    nomina_engine::inspect(&request.image, &IMAGE_LIMITS)
        .map_err(|e| ApiError::invalid("image", e.to_string()))?;
    let suggestion = suggestion(&state, &asker, &request).await?;
    Ok(asker.with_cookie(&state, Json(suggestion)))
}

/// The name of a checked image, with the person's words in front when asked for.
pub(crate) async fn suggestion(
    state: &NamingContext,
    asker: &Asker,
    request: &Request,
) -> Result<Suggestion> {
    Ok(looked_at(state, asker, request).await?.0)
}

/// The same, and whether a model was asked: what is known already costs nothing.
pub(crate) async fn looked_at(
    state: &NamingContext,
    asker: &Asker,
    request: &Request,
) -> Result<(Suggestion, bool)> {
    let (mut suggestion, asked) = name(state, asker, request).await?;
    suggestion.in_own_words(&request.own, &request.scene, &request.original_name);
    if let Some(context) = context(asker, request).filter(|_| request.context_as_prefix) {
        suggestion.lead_with(context, request.spelling);
    }
    Ok((suggestion, asked))
}

async fn name(state: &NamingContext, asker: &Asker, request: &Request) -> Result<(Suggestion, bool)> {
    let context = context(asker, request);
    let mut about = state.namer.about();
    if let Some(service) = &request.service {
        about.provider.clone_from(service);
    } else if let Some(reason) = state.namer.missing() {
        return Ok((fallback(&about, &request.original_name, reason), false));
    }
    let mark = request.spelling.mark();
    let beside = [request.service.as_deref().unwrap_or_default(), &mark, context.unwrap_or_default()];
    let key = memory::key(&asker.account, &request.image, &told(beside));
    if let Some(known) = memory::recall(state, key).await? {
        return Ok((known, false));
    }
    let reservation = match request.is_paid {
        true => Reservation::none(),
        false => jobs::reserve(state, &asker.account, request.job_id, 1).await?,
    };
    let (image, mime) = (request.image.clone(), request.kind.mime());
    let started = Instant::now();
    let described = match &request.service {
        Some(service) => {
            let asked = state.namer.describe_locally(service, image, mime, context, request.spelling).await;
            asked.ok_or_else(|| ApiError::invalid("service", NOT_OFFERED))?
        }
        None => {
            let turn = state.namer.turns.take(asker.priority()).await.map_err(|_| ApiError::overloaded())?;
            state.namer.describe(image, mime, context, request.spelling, turn).await
        }
    };
    state.metrics.named(&about.provider, described.is_ok(), started.elapsed());
    match described {
        Ok(description) => {
            let suggestion = Suggestion {
                success: true,
                suggested_name: description.name,
                alternatives: description.alternatives,
                confidence: description.confidence,
                bland: description.bland,
                context_used: description.context_used,
                alt_text: description.alt_text,
                keywords: description.keywords,
                words: description.parts,
                fingerprint: description.fingerprint,
                provider: about.provider,
                error: None,
            };
            memory::keep(state, key, &suggestion).await?;
            reservation.spend();
            Ok((suggestion, true))
        }
        Err(reason) => {
            tracing::warn!(reason, provider = about.provider, "an image got no name");
            Ok((fallback(&about, &request.original_name, &reason), false))
        }
    }
}

/// What a model was told beside the image, for the key of its answer: who, in which language, and the person's words.
fn told(beside: [&str; 3]) -> String {
    let said: Vec<&str> = beside.into_iter().filter(|part| !part.is_empty()).collect();
    said.join("\n")
}

/// The person's own words, when their plan includes them.
fn context<'a>(asker: &Asker, request: &'a Request) -> Option<&'a str> {
    let may = asker.account.tier().plan().features.custom_naming;
    request.context.as_deref().filter(|_| may && request.context_mode == ContextMode::Custom)
}

fn fallback(about: &NamingInfo, original_name: &str, reason: &str) -> Suggestion {
    Suggestion {
        success: false,
        suggested_name: names::clean_original(original_name),
        alternatives: Vec::new(),
        confidence: None,
        bland: false,
        context_used: None,
        alt_text: String::new(),
        keywords: Vec::new(),
        words: Vec::new(),
        fingerprint: String::new(),
        provider: about.provider.clone(),
        error: Some(reason.to_owned()),
    }
}
