//! What a name is put together from.

use super::scene::Scene;
use serde::{Deserialize, Serialize};

/// What is known about one image when its name is put together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct NameParts {
    /// The model's cleaned words, hyphenated.
    pub words: String,
    /// The old file name.
    pub original: String,
    /// 1 for the first image of the batch.
    pub index: u32,
    pub total: u32,
    /// `YYYY-MM-DDTHH:MM:SS`.
    pub taken_at: Option<String>,
    pub camera: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// Where it was taken and who is in it.
    pub scene: Scene,
    /// What the image shows, in a word or two; without it the name's own subject counts.
    pub subject: Option<String>,
    /// The folder that the image came from.
    pub folder: String,
    /// The image's row of a sheet.
    pub columns: Vec<Cell>,
}

/// One cell of a sheet, with the name of its column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SheetCell))]
pub struct Cell {
    pub column: String,
    pub value: String,
}
