//! Making, changing and deleting one's own templates.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::bounds::BOUNDS;
use nomina_rules::gates;
use nomina_rules::options::ProcessingOptions;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Template, TemplateRow, not_found, ready_made, tell, template_columns};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::plain_text::{plain, plain_lines};
use crate::base::random;
use crate::base::recipe::Recipe;
use crate::features::usage;
use crate::features::users::{CurrentUser, MaybeUser, User};

const LONGEST_NAME: usize = BOUNDS.template_name;
const LONGEST_DESCRIPTION: usize = BOUNDS.template_description;

/// A template as it is saved.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateForm {
    pub name: String,
    pub description: Option<String>,
    pub template_data: ProcessingOptions,
    #[serde(default)]
    pub is_public: bool,
}

/// What is new about a template. What is missing stays as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct TemplateChange {
    pub name: Option<String>,
    pub description: Option<String>,
    pub is_public: Option<bool>,
}

/// Saves options as a template.
#[utoipa::path(post, path = "/api/v1/templates", tag = "templates", security(("bearer" = [])),
    request_body = TemplateForm,
    responses((status = 201, body = Template), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
pub async fn create(
    State(state): State<Context>,
    MaybeUser(current): MaybeUser,
    Json(form): Json<TemplateForm>,
) -> Result<(StatusCode, Json<Template>)> {
    let sentence = "You must be logged in to save templates";
    let user = current.ok_or_else(|| ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", sentence))?.user;
    let name = checked_name(&form.name)?;
    let description = checked_description(form.description.as_deref())?;
    let recipe = Recipe::of(Some(form.template_data), "templateData")?;
    let mut tx = state.db.begin().await?;
    let new = New { name: &name, description: description.as_deref(), recipe, is_public: form.is_public };
    let row = insert(&state, &mut tx, &user, new).await?;
    let template = row.whole(&mut tx, Some(user.id)).await?;
    tell(&state, &mut tx, user.id, template.id, false).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(template)))
}

pub(super) struct New<'a> {
    pub(super) name: &'a str,
    pub(super) description: Option<&'a str>,
    pub(super) recipe: Recipe,
    pub(super) is_public: bool,
}

/// Adds a template unless the plan's number is reached. The person's row is held, so that two tabs count after each other.
pub(super) async fn insert(state: &Context, tx: &mut Tx, user: &User, new: New<'_>) -> Result<TemplateRow> {
    usage::hold(state, tx, user.id).await?;
    let limit = user.subscription_tier.plan().limits.templates;
    let used = q!("SELECT COUNT(*) FROM processing_templates WHERE user_id = $1", user.id);
    let used = used.number(&mut *tx).await?;
    if let Some(limit) = limit.filter(|limit| used >= i64::from(*limit)) {
        return Err(ApiError::forbidden("template_limit", gates::templates_full(limit)));
    }
    let row = q!(
        concat!(
            "INSERT INTO processing_templates (id, user_id, name, description, template_data, watermark_image,
             is_public, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING ",
            template_columns!()
        ),
        random::id(&*state.random, state.clock.now()),
        user.id,
        new.name,
        new.description,
        new.recipe.options,
        new.recipe.watermark,
        new.is_public,
        state.clock.now()
    );
    Ok(row.one(tx).await?)
}

/// Saves a template again, all of it.
#[utoipa::path(put, path = "/api/v1/templates/{id}", tag = "templates", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = TemplateForm,
    responses((status = 200, body = Template), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn replace(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(form): Json<TemplateForm>,
) -> Result<Json<Template>> {
    ready_made::keep(id)?;
    let recipe = Recipe::of(Some(form.template_data), "templateData")?;
    let statement = q!(
        concat!(
            "UPDATE processing_templates SET name = $3, description = $4, is_public = $5, template_data = $6,
             watermark_image = $7, updated_at = $8 WHERE id = $1 AND user_id = $2 RETURNING ",
            template_columns!()
        ),
        id,
        current.user.id,
        checked_name(&form.name)?,
        checked_description(form.description.as_deref())?,
        form.is_public,
        recipe.options,
        recipe.watermark,
        state.clock.now()
    );
    changed(&state, current.user.id, statement).await
}

/// Renames a template, or makes it public or private.
#[utoipa::path(patch, path = "/api/v1/templates/{id}", tag = "templates", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = TemplateChange,
    responses((status = 200, body = Template), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn change(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(change): Json<TemplateChange>,
) -> Result<Json<Template>> {
    ready_made::keep(id)?;
    let statement = q!(
        concat!(
            "UPDATE processing_templates SET name = COALESCE($3, name), updated_at = $7,
             description = CASE WHEN $4 THEN $5 ELSE description END, is_public = COALESCE($6, is_public)
             WHERE id = $1 AND user_id = $2 RETURNING ",
            template_columns!()
        ),
        id,
        current.user.id,
        change.name.as_deref().map(checked_name).transpose()?,
        change.description.is_some(),
        checked_description(change.description.as_deref())?,
        change.is_public,
        state.clock.now()
    );
    changed(&state, current.user.id, statement).await
}

async fn changed(state: &Context, user: Uuid, statement: crate::base::db::Query) -> Result<Json<Template>> {
    let mut tx = state.db.begin().await?;
    let row: TemplateRow = statement.optional(&mut tx).await?.ok_or_else(not_found)?;
    let template = row.whole(&mut tx, Some(user)).await?;
    tell(state, &mut tx, user, template.id, false).await?;
    tx.commit().await?;
    Ok(Json(template))
}

/// Deletes a template.
#[utoipa::path(delete, path = "/api/v1/templates/{id}", tag = "templates", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
pub async fn delete(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    ready_made::keep(id)?;
    let mut tx = state.db.begin().await?;
    let gone = q!("DELETE FROM processing_templates WHERE id = $1 AND user_id = $2", id, current.user.id);
    if gone.execute(&mut tx).await? == 0 {
        return Err(not_found());
    }
    tell(&state, &mut tx, current.user.id, id, true).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn checked_name(name: &str) -> Result<String> {
    // Public templates are read by others: a name must be what it looks like.
    let name = plain(name);
    let name = name.trim();
    match name.chars().count() {
        0 => Err(ApiError::invalid("name", "Template name is required")),
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => Err(ApiError::invalid("name", format!("A template name has at most {LONGEST_NAME} characters"))),
    }
}

/// Nothing is kept as nothing.
fn checked_description(text: Option<&str>) -> Result<Option<String>> {
    let text = plain_lines(text.unwrap_or_default());
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().count() > LONGEST_DESCRIPTION {
        let sentence = format!("A description has at most {LONGEST_DESCRIPTION} characters");
        return Err(ApiError::invalid("description", sentence));
    }
    Ok(Some(text.to_owned()))
}
