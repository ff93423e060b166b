//! One try at an image: its bytes, the recipe over them, a name from the model. Nothing is written here.

use std::borrow::Cow;
use std::sync::Arc;

use nomina_engine::{EngineError, Inspection, Limits, Output};
use nomina_rules::names::Cell;
use nomina_rules::names::own::OwnWords;
use nomina_rules::options::{ContextMode, ProcessingOptions};
use nomina_rules::plans::Tier;
use nomina_rules::sheet::SheetRow;
use nomina_rules::words::ImageWords;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::source::{self, NoBytes};
use crate::base::db::row;
use crate::base::error::{ApiError, Result};
use crate::features::naming::form::{ImageKind, Request};
use crate::features::naming::routes::looked_at;
use crate::features::naming::{Suggestion, scene_of};
use crate::features::processing::{Beside, IMAGE_LIMITS, MAX_INPUT_BYTES, ProcessingContext};
use crate::features::usage::{Account, Asker};
use crate::features::users::by_id;

/// Requests that wait for an answer are served before batches.
const PRIORITY: u8 = 0;
pub(super) const GIVEN_UP: &str = "This image could not be processed.";

/// An image that a task works on.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) id: Uuid,
    pub(super) job_id: Uuid,
    pub(super) user_id: Uuid,
    pub(super) original_name: String,
    pub(super) source_url: Option<String>,
    pub(super) input_key: Option<String>,
    pub(super) tries: i64,
    /// Its row of the sheet, kept until the image is done.
    pub(super) found: Option<Json<SheetRow>>,
}
row!(Work { id, job_id, user_id, original_name, source_url, input_key, tries, found });

/// What is known of an image when its name is made.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) suggestion: Option<Suggestion>,
    /// Whether a model was asked for it.
    pub(super) asked: bool,
    pub(super) extension: Cow<'static, str>,
    pub(super) taken_at: Option<String>,
    pub(super) camera: Option<String>,
    pub(super) latitude: Option<f64>,
    pub(super) longitude: Option<f64>,
    /// The names of the people in it.
    #[serde(default)]
    pub(super) people: Vec<String>,
    /// Its row of the sheet.
    #[serde(default)]
    pub(super) columns: Vec<Cell>,
}

/// Why a try failed.
pub(super) enum Trouble {
    /// The image itself is the reason: another try would not help.
    Image(String),
    /// No worker slot is free, or the store or database is away: the task is tried again and does not count as failed.
    Busy,
    Ours(ApiError),
}

impl From<ApiError> for Trouble {
    fn from(error: ApiError) -> Self {
        match error.code() {
            "validation_failed" => Self::Image(error.title().to_owned()),
            // A store or a database that is away is no fault of the image either.
            "overloaded" | "unavailable" => Self::Busy,
            _ => Self::Ours(error),
        }
    }
}

impl From<NoBytes> for Trouble {
    fn from(reason: NoBytes) -> Self {
        match reason {
            NoBytes::Later(error) => error.into(),
            NoBytes::Never(sentence) => Self::Image(sentence),
        }
    }
}

pub(super) async fn attempt(
    state: &ProcessingContext,
    work: &Work,
    recipe: ProcessingOptions,
) -> Result<(Output, Seen), Trouble> {
    let user = by_id(&state.db, work.user_id).await.map_err(ApiError::from)?;
    let tier = user.map_or(Tier::Guest, |user| user.subscription_tier);
    let limits = Limits { input_bytes: MAX_INPUT_BYTES, ..IMAGE_LIMITS };
    let bytes = match (&work.input_key, &work.source_url) {
        (Some(key), _) => source::stored(state, key).await?,
        (None, Some(address)) => {
            let most = (tier.plan().limits.max_file_mb as usize) << 20;
            source::fetched(state, address, most.min(MAX_INPUT_BYTES)).await?
        }
        (None, None) => return Err(Trouble::Image(GIVEN_UP.into())),
    };
    let row = work.found.as_ref().map(|row| row.0.clone()).unwrap_or_default();
    let (context, names) = (context(&recipe, &row), !recipe.keep_names);
    // Metadata texts that hold words of the image wait for the model's answer.
    let (bytes, waits) = (Arc::new(bytes), names && recipe.asks_for_words());
    let (image, first) = (Arc::clone(&bytes), (!waits).then(|| recipe.clone()));
    let made =
        state.pool.run(PRIORITY, move |stop| made(&image, first.as_ref(), &limits, names, stop)).await?;
    let (suggestion, asked) = match made.reduced {
        Some(reduced) => {
            let asker = Asker::known(Account::User { id: work.user_id, tier });
            let (name, scene) = (work.original_name.clone(), scene_of(&made.seen));
            let request = Request::of_image(reduced.into(), ImageKind::Jpeg, name, context, false);
            let (own, spelling) = (OwnWords::of(&recipe), recipe.spelling());
            let request = Request { is_paid: true, own, scene, spelling, ..request };
            let (suggestion, asked) = looked_at(state, &asker, &request).await?;
            (Some(suggestion), asked)
        }
        None => (None, false),
    };
    let output = match made.output {
        Some(output) => output,
        None => {
            let filled = recipe.with_words(&words(suggestion.as_ref()));
            state.pool.run(PRIORITY, move |stop| processed(&bytes, &filled, &limits, stop)).await?
        }
    };
    let extension = output.facts.extension.into();
    let Inspection { taken_at, latitude, longitude, people, .. } = made.seen;
    let (camera, columns) = (made.camera, row.columns);
    let seen = Seen { suggestion, asked, extension, taken_at, camera, latitude, longitude, people, columns };
    Ok((output, seen))
}

/// What the recipe's metadata texts can hold: nothing when no model could look.
fn words(suggestion: Option<&Suggestion>) -> ImageWords {
    let answer = suggestion.filter(|answer| answer.success);
    answer.map_or_else(ImageWords::default, |answer| ImageWords {
        name: answer.suggested_name.clone(),
        alt: answer.alt_text.clone(),
        keywords: answer.keywords.clone(),
    })
}

/// The person's own words about the images, and what the sheet says about this one.
fn context(recipe: &ProcessingOptions, row: &SheetRow) -> Option<String> {
    row.context_after(if recipe.context_mode == ContextMode::Custom { &recipe.custom_context } else { "" })
}

struct Made {
    /// `None` without a recipe.
    output: Option<Output>,
    seen: Inspection,
    camera: Option<String>,
    reduced: Option<Vec<u8>>,
}

fn made(
    bytes: &[u8],
    recipe: Option<&ProcessingOptions>,
    limits: &Limits,
    names: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Made, EngineError> {
    let seen = nomina_engine::inspect(bytes, limits)?;
    let output = recipe.map(|recipe| processed(bytes, recipe, limits, stop)).transpose()?;
    let reduced = if names { Some(nomina_engine::model_input(bytes, limits)?.bytes) } else { None };
    Ok(Made { output, camera: seen.camera(), seen, reduced })
}

fn processed(
    bytes: &[u8],
    recipe: &ProcessingOptions,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Output, EngineError> {
    let beside = Beside::of(recipe).map_err(|what| EngineError::BadRecipe { what })?;
    beside.process(bytes, recipe, limits, &|_| stop())
}
