//! Looking at templates: one's own, newest first, and the public ones: those that are ready-made, then the most used.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::gates;
use nomina_rules::plans::Tier;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{Template, TemplateRow, ready_made, template_columns, visible};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path, Query};
use crate::base::paging::containing;
use crate::features::users::MaybeUser;

const PUBLIC_SHOWN: i64 = 20;
const OWN_SHOWN: i64 = 1000;

/// Whose templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TemplateScope {
    Own,
    #[default]
    Public,
    All,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TemplateQuery {
    #[serde(default)]
    #[param(inline)]
    scope: TemplateScope,
    /// Words of the name or the description.
    q: Option<String>,
}

/// Templates, and how many of one's own there may be.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateList {
    pub items: Vec<Template>,
    pub total: usize,
    /// How many one may have; none means as many as one likes.
    pub limit: Option<u32>,
    /// What is said when that many are there.
    pub limit_sentence: Option<String>,
    /// How many one has.
    pub used: i64,
}

/// Templates: one's own newest first, then the ready-made ones, then the public ones by use. Guests see the last two.
#[utoipa::path(get, path = "/api/v1/templates", tag = "templates", params(TemplateQuery),
    responses((status = 200, body = TemplateList), (status = 401, body = Problem)))]
pub async fn list(
    State(state): State<Context>,
    MaybeUser(current): MaybeUser,
    Query(query): Query<TemplateQuery>,
) -> Result<Json<TemplateList>> {
    let viewer = current.as_ref().map(|current| current.user.id);
    let words = query.q.as_deref().unwrap_or_default();
    let mut items = Vec::new();
    if query.scope != TemplateScope::Public {
        items.extend(views(own(&state, viewer.ok_or_else(log_in)?, words).await?, viewer));
    }
    if query.scope != TemplateScope::Own {
        let known: Vec<Uuid> = items.iter().map(|template| template.id).collect();
        items.extend(ready_made::matching(words));
        let public = views(public(&state, words).await?, viewer);
        items.extend(public.into_iter().filter(|template| !known.contains(&template.id)));
    }
    let tier = current.as_ref().map_or(Tier::Guest, |current| current.user.subscription_tier);
    let limit = tier.plan().limits.templates;
    Ok(Json(TemplateList {
        total: items.len(),
        items,
        limit,
        limit_sentence: limit.map(gates::templates_full),
        used: used(&state, viewer).await?,
    }))
}

/// One template with its watermark image.
#[utoipa::path(get, path = "/api/v1/templates/{id}", tag = "templates", params(("id" = Uuid, Path)),
    responses((status = 200, body = Template), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<Context>,
    MaybeUser(current): MaybeUser,
    Path(id): Path<Uuid>,
) -> Result<Json<Template>> {
    let viewer = current.map(|current| current.user.id);
    Ok(Json(visible(&state.db, viewer, id).await?))
}

fn views(rows: Vec<TemplateRow>, viewer: Option<Uuid>) -> Vec<Template> {
    rows.into_iter().map(|row| row.view(viewer, None)).collect()
}

async fn own(state: &Context, user: Uuid, words: &str) -> Result<Vec<TemplateRow>> {
    let rows = q!(
        concat!(
            "SELECT ",
            template_columns!(),
            " FROM processing_templates WHERE user_id = $1
             AND (LOWER(name) LIKE $2 ESCAPE '\\' OR LOWER(COALESCE(description, '')) LIKE $2 ESCAPE '\\')
             ORDER BY created_at DESC, id DESC LIMIT $3"
        ),
        user,
        containing(words),
        OWN_SHOWN
    );
    Ok(rows.all(&state.db).await?)
}

async fn public(state: &Context, words: &str) -> Result<Vec<TemplateRow>> {
    let rows = q!(
        concat!(
            "SELECT ",
            template_columns!(),
            " FROM processing_templates WHERE is_public = TRUE
             AND (LOWER(name) LIKE $1 ESCAPE '\\' OR LOWER(COALESCE(description, '')) LIKE $1 ESCAPE '\\')
             ORDER BY usage_count DESC, created_at DESC, id DESC LIMIT $2"
        ),
        containing(words),
        PUBLIC_SHOWN
    );
    Ok(rows.all(&state.db).await?)
}

async fn used(state: &Context, viewer: Option<Uuid>) -> Result<i64> {
    let Some(user) = viewer else { return Ok(0) };
    let count = q!("SELECT COUNT(*) FROM processing_templates WHERE user_id = $1", user);
    Ok(count.number(&state.db).await?)
}

fn log_in() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", "Please log in to access templates.")
}
