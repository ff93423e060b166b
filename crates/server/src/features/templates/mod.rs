//! Templates: options with a name, for oneself or for everybody, and the ready-made ones of the program. The watermark image
//! travels with them.

mod feature;
pub mod list;
mod ready_made;
pub mod save;
pub mod share;
mod template;

use serde_json::{Value, json};
use sqlx::types::Json as JsonColumn;
use uuid::Uuid;

pub use feature::feature;
pub use template::Template;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Db, Target, Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::events::{self, Kind};
use crate::base::recipe;

#[derive(Debug)]
struct TemplateRow {
    id: Uuid,
    user_id: Uuid,
    name: String,
    description: Option<String>,
    template_data: JsonColumn<Value>,
    has_watermark_image: bool,
    is_public: bool,
    usage_count: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}
row!(TemplateRow {
    id,
    user_id,
    name,
    description,
    template_data,
    has_watermark_image,
    is_public,
    usage_count,
    created_at,
    updated_at,
});

macro_rules! template_columns {
    () => {
        "id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, \
         is_public, usage_count, created_at, updated_at"
    };
}
use template_columns;

impl TemplateRow {
    fn view(self, viewer: Option<Uuid>, watermark: Option<String>) -> Template {
        Template {
            is_own: viewer == Some(self.user_id),
            is_ready_made: false,
            id: self.id,
            name: self.name,
            description: self.description,
            template_data: recipe::kept(Some(self.template_data.0), watermark).unwrap_or_default(),
            has_watermark_image: self.has_watermark_image,
            is_public: self.is_public,
            usage_count: self.usage_count,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }

    /// The template with its watermark image.
    async fn whole(self, target: impl Target, viewer: Option<Uuid>) -> Result<Template> {
        let (watermark,): (Option<String>,) =
            q!("SELECT watermark_image FROM processing_templates WHERE id = $1", self.id).one(target).await?;
        Ok(self.view(viewer, watermark))
    }
}

/// A template that this person may see, with its watermark image: a ready-made one, their own, or a public one.
async fn visible(db: &Db, viewer: Option<Uuid>, id: Uuid) -> Result<Template> {
    if let Some(ready) = ready_made::by_id(id) {
        return Ok(ready);
    }
    // The nil id is nobody's.
    let found = q!(
        concat!(
            "SELECT ",
            template_columns!(),
            " FROM processing_templates WHERE id = $1 AND (user_id = $2 OR is_public)"
        ),
        id,
        viewer.unwrap_or_default()
    );
    let row: TemplateRow = found.optional(db).await?.ok_or_else(not_found)?;
    row.whole(db, viewer).await
}

fn not_found() -> ApiError {
    ApiError::not_found("There is no such template.")
}

async fn tell(state: &Context, tx: &mut Tx, user: Uuid, id: Uuid, deleted: bool) -> Result<()> {
    events::emit(state, tx, user, Kind::Template, json!({ "id": id, "deleted": deleted })).await
}
