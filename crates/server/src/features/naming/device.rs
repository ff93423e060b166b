//! Naming on the visitor's own device: the weights that a browser takes once, and the count of what it has named. No
//! image, hash or name comes here.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::namer::{BEST_WEIGHTS, TEXT_WEIGHTS, WEIGHTS};
use crate::base::config::ProviderChoice;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::features::assets::{MODEL_MISSING, Shelf};
use crate::features::jobs;
use crate::features::usage::{Asker, Usage};

/// What sees and what reads, in the order they are loaded.
const FILES: [&str; 2] = [WEIGHTS, TEXT_WEIGHTS];
/// No plan has larger batches.
const MOST_FILES: u32 = 1_000;

/// The model for the browser, or why there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceModel {
    /// What the browser loads, in this order.
    pub files: Vec<ModelFile>,
    /// What the browser loads after them for better names, where this server has it.
    pub best: Option<ModelFile>,
    /// Why naming on the device is not offered, when it is not.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelFile {
    /// Changes with the content, so that a browser may keep the file for ever: `v` is the start of its SHA-256.
    pub url: String,
    pub bytes: usize,
}

/// Images that were named without this server.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Named {
    pub files: u32,
    /// The job that has reserved them.
    pub job_id: Option<Uuid>,
}

/// The files that this server has.
#[derive(Clone, Debug)]
struct Installed {
    files: Option<Vec<ModelFile>>,
    best: Option<ModelFile>,
}

/// Found once: hashing tens of megabytes is work.
static INSTALLED: LazyLock<Installed> = LazyLock::new(|| {
    let file = |name: &str| {
        let asset = Shelf::Models.get(name)?;
        Some(ModelFile { url: format!("/models/{name}?v={}", asset.hash), bytes: asset.bytes.len() })
    };
    Installed { files: FILES.into_iter().map(file).collect(), best: file(BEST_WEIGHTS) }
});

/// The model that a browser can name images with by itself.
#[utoipa::path(get, path = "/api/v1/naming/device", tag = "naming", responses((status = 200, body = DeviceModel)))]
pub async fn model(State(state): State<Context>) -> Result<Json<DeviceModel>> {
    if state.config.naming.ai_provider == ProviderChoice::None {
        return Ok(Json(without("No naming model is switched on.")));
    }
    let installed = tokio::task::spawn_blocking(|| INSTALLED.clone()).await.map_err(ApiError::internal)?;
    Ok(Json(match installed.files {
        Some(files) => DeviceModel { files, best: installed.best, problem: None },
        None => without(MODEL_MISSING),
    }))
}

fn without(problem: &str) -> DeviceModel {
    DeviceModel { files: Vec::new(), best: None, problem: Some(problem.into()) }
}

/// Counts images that the visitor's device has named, with the limits of every other name. It is asked once a name
/// is there, so that a failure costs nothing; a refused name is not used.
#[utoipa::path(post, path = "/api/v1/ai/count", tag = "naming", request_body = Named,
    responses((status = 200, body = Usage), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn count(State(state): State<Context>, asker: Asker, Json(named): Json<Named>) -> Result<Response> {
    if !(1..=MOST_FILES).contains(&named.files) {
        return Err(ApiError::invalid("files", format!("Between 1 and {MOST_FILES} images can be counted.")));
    }
    let reservation = jobs::reserve(&state, &asker.account, named.job_id, named.files).await?;
    // Spent last: whoever gets no answer asks again, and must not pay twice.
    let usage = asker.account.usage(&state).await?;
    reservation.spend();
    Ok(asker.with_cookie(&state, Json(usage)))
}
