//! Ready-made templates: part of the program, so that everybody has them, with ids that never change. Nobody can edit or delete
//! them; a copy is one's own. The tool's row of buttons has the same list (web/src/features/tool/options/recipes.ts), and a test
//! there compares the two.

use std::sync::LazyLock;

use nomina_rules::options::ProcessingOptions;
use serde::Deserialize;
use uuid::Uuid;

use super::template::Template;
use crate::base::clock::Timestamp;
use crate::base::error::{ApiError, Result};

/// The day of release 0.1.0.
const MADE: Timestamp = Timestamp(1_794_873_600_000);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReadyMade {
    id: Uuid,
    name: String,
    description: String,
    template_data: ProcessingOptions,
}

static ALL: LazyLock<Vec<ReadyMade>> =
    LazyLock::new(|| serde_json::from_str(include_str!("ready_made.json")).unwrap_or_default());

impl ReadyMade {
    fn view(&self) -> Template {
        Template {
            id: self.id,
            name: self.name.clone(),
            description: Some(self.description.clone()),
            template_data: self.template_data.clone(),
            has_watermark_image: false,
            is_public: true,
            is_own: false,
            is_ready_made: true,
            usage_count: 0,
            created_at: MADE,
            updated_at: MADE,
        }
    }

    fn contains(&self, words: &str) -> bool {
        [&self.name, &self.description].iter().any(|text| text.to_lowercase().contains(words))
    }
}

/// Those with the words in their name or description.
pub(super) fn matching(words: &str) -> Vec<Template> {
    let words = words.trim().to_lowercase();
    ALL.iter().filter(|ready| ready.contains(&words)).map(ReadyMade::view).collect()
}

pub(super) fn by_id(id: Uuid) -> Option<Template> {
    ALL.iter().find(|ready| ready.id == id).map(ReadyMade::view)
}

/// Refuses to change a ready-made template.
pub(super) fn keep(id: Uuid) -> Result<()> {
    if by_id(id).is_none() {
        return Ok(());
    }
    let sentence = "Ready-made templates cannot be changed. Duplicate it and edit the copy.";
    Err(ApiError::forbidden("ready_made", sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_can_be_read_and_its_options_are_valid() {
        let read: Vec<ReadyMade> = serde_json::from_str(include_str!("ready_made.json")).unwrap();
        assert_eq!(read.len(), 4);
        for ready in &read {
            assert_eq!(ready.template_data.problems(), [], "{}", ready.name);
            assert_eq!(by_id(ready.id).map(|found| found.name).as_ref(), Some(&ready.name));
        }
    }
}
