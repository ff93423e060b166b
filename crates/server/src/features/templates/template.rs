//! A template as the API shows it.

use nomina_rules::options::ProcessingOptions;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock::Timestamp;

/// A kept set of options.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    pub id: Uuid,
    pub name: String,
    pub description: Option<String>,
    /// In a list without the watermark image.
    pub template_data: ProcessingOptions,
    pub has_watermark_image: bool,
    pub is_public: bool,
    /// Whether the one who asks made it.
    pub is_own: bool,
    /// Whether it is part of the program. It cannot be changed or deleted, and its use is not counted.
    pub is_ready_made: bool,
    pub usage_count: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
