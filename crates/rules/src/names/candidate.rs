//! What the rules for batches know about an image.

use serde::{Deserialize, Serialize};

/// What is known about one image of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NameCandidate))]
#[serde(rename_all = "camelCase", default)]
pub struct Candidate {
    /// Words joined by hyphens, without extension.
    pub name: String,
    pub alternatives: Vec<String>,
    pub keywords: Vec<String>,
    /// 0 to 1; in a series the surest image gives the stem.
    pub confidence: f32,
    /// 64 bits as hexadecimal digits; empty when nobody looked.
    pub fingerprint: String,
    /// When it was taken, year first, any marks between the numbers.
    pub taken_at: Option<String>,
    /// Where it was taken, in degrees.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
}
