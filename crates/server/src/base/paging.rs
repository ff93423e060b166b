//! Pages of a list, and deleting several things at once: the same everywhere.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::error::{ApiError, Result};

pub const PAGE: i64 = 50;
const LARGEST_PAGE: i64 = 200;
const MOST_IDS: usize = 200;

/// Limit and offset of a list, within what one answer may hold.
pub fn bounds(limit: Option<i64>, offset: Option<i64>) -> (i64, i64) {
    (limit.unwrap_or(PAGE).clamp(1, LARGEST_PAGE), offset.unwrap_or(0).max(0))
}

/// What to delete.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ids {
    pub ids: Vec<Uuid>,
}

impl Ids {
    pub fn checked(self) -> Result<Vec<Uuid>> {
        if self.ids.is_empty() || self.ids.len() > MOST_IDS {
            return Err(ApiError::invalid("ids", format!("Between 1 and {MOST_IDS} ids can be given.")));
        }
        Ok(self.ids)
    }
}

/// How much was deleted.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deleted {
    pub deleted: u64,
}

/// A text that a LIKE pattern finds anywhere, whatever it holds; `\` is the escape sign.
pub fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.trim().to_lowercase().chars().take(100) {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_never_empty_nor_endless() {
        assert_eq!(bounds(None, None), (50, 0));
        assert_eq!(bounds(Some(0), Some(-3)), (1, 0));
        assert_eq!(bounds(Some(9_999), Some(100)), (200, 100));
    }

    #[test]
    fn signs_of_a_pattern_are_searched_as_they_are() {
        assert_eq!(containing(" 50%_OFF "), "%50\\%\\_off%");
    }
}
