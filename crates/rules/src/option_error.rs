//! What is said about an option that cannot be used.

use serde::Serialize;

/// One option that is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OptionProblem))]
#[error("{field}: {message}")]
pub struct OptionError {
    /// The JSON name of the field, or the path of the part that could not be read.
    pub field: String,
    pub message: String,
}
