//! Using a template, one's own or a public one, and taking a copy of it.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::gates;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Tier;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::save::{New, insert};
use super::{Template, tell, visible};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::base::rate;
use crate::base::recipe::Recipe;
use crate::features::users::{CurrentUser, MaybeUser};

/// A template ready for use by the one who asked.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedTemplate {
    pub template: Template,
    /// The options without what the person's plan does not include.
    pub options: ProcessingOptions,
    /// A sentence for everything that was taken back.
    pub notes: Vec<String>,
}

/// Uses a template: counted once more (unless it is ready-made), and with what the plan does not include taken back.
#[utoipa::path(post, path = "/api/v1/templates/{id}/use", tag = "templates", params(("id" = Uuid, Path)),
    responses((status = 200, body = AppliedTemplate), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub async fn apply(
    State(state): State<Context>,
    MaybeUser(current): MaybeUser,
    client: Client,
    Path(id): Path<Uuid>,
) -> Result<Json<AppliedTemplate>> {
    let viewer = current.as_ref().map(|current| current.user.id);
    let mut template = visible(&state.db, viewer, id).await?;
    rate::take(&state, rate::TEMPLATE_USES_PER_IP, &rate::subscriber(client.ip)).await?;
    let counted = q!("UPDATE processing_templates SET usage_count = usage_count + 1 WHERE id = $1", id);
    if counted.execute(&state.db).await? > 0 {
        template.usage_count += 1;
    }
    let tier = current.map_or(Tier::Guest, |current| current.user.subscription_tier);
    let coerced = gates::coerce(&template.template_data, tier);
    Ok(Json(AppliedTemplate {
        template,
        options: coerced.options,
        notes: coerced.notes.into_iter().map(Into::into).collect(),
    }))
}

/// Takes a private copy of a template.
#[utoipa::path(post, path = "/api/v1/templates/{id}/duplicate", tag = "templates", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 201, body = Template), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
pub async fn duplicate(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Template>)> {
    let user = current.user;
    let original = visible(&state.db, Some(user.id), id).await?;
    let new = New {
        name: &copy_name(&original.name),
        description: original.description.as_deref(),
        recipe: Recipe::of(Some(original.template_data), "templateData")?,
        is_public: false,
    };
    let mut tx = state.db.begin().await?;
    let row = insert(&state, &mut tx, &user, new).await?;
    let copy = row.whole(&mut tx, Some(user.id)).await?;
    tell(&state, &mut tx, user.id, copy.id, false).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(copy)))
}

/// Of at most a hundred characters with what is added.
fn copy_name(name: &str) -> String {
    let kept: String = name.chars().take(93).collect();
    format!("{kept} (Copy)")
}
