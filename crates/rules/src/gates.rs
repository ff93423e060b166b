//! What a tier may use of the options. The same function decides on the screen and where the work is done.

use crate::options::{Category, ContextMode, Position, ProcessingOptions, UsageRights};
use crate::plans::Tier;
use serde::Serialize;

/// Options after the tier's rules, and a sentence for everything that was taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct Coerced {
    pub options: ProcessingOptions,
    pub notes: Vec<&'static str>,
}

/// What a gate says to somebody who may not pass it, for the screen to say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GateWords {
    /// Under a field that asks for an account.
    pub login_required: &'static str,
    /// Over what comes with Essential.
    pub essential_feature: &'static str,
    /// Over what comes with any paid plan.
    pub premium_feature: &'static str,
    pub naming_login: &'static str,
    pub position_login: &'static str,
    pub position_upgrade: &'static str,
    pub context_login: &'static str,
    pub context_upgrade: &'static str,
    pub metadata_login: &'static str,
    pub metadata_upgrade: &'static str,
}

pub const WORDS: GateWords = GateWords {
    login_required: LOGIN_REQUIRED,
    essential_feature: ESSENTIAL_FEATURE,
    premium_feature: PREMIUM_FEATURE,
    naming_login: NAMING_LOGIN,
    position_login: POSITION_LOGIN,
    position_upgrade: POSITION_UPGRADE,
    context_login: CONTEXT_LOGIN,
    context_upgrade: CONTEXT_UPGRADE,
    metadata_login: METADATA_LOGIN,
    metadata_upgrade: METADATA_UPGRADE,
};

pub const LOGIN_REQUIRED: &str = "Login required";
pub const ESSENTIAL_FEATURE: &str = "Essential feature";
pub const PREMIUM_FEATURE: &str = "Premium Feature";
pub const NAMING_LOGIN: &str = "Prefix, suffix and name patterns require login";
pub const POSITION_LOGIN: &str = "Custom positioning requires login";
pub const POSITION_UPGRADE: &str = "Custom positioning is an Essential feature. Upgrade to unlock.";
pub const CONTEXT_LOGIN: &str = "Custom context requires login";
pub const CONTEXT_UPGRADE: &str = "Custom context is an Essential feature. Upgrade to unlock.";
pub const METADATA_LOGIN: &str =
    "Custom metadata editing requires login. Please sign in to access these features.";
pub const METADATA_UPGRADE: &str =
    "Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.";

/// What is said when no more templates fit.
pub fn templates_full(limit: u32) -> String {
    format!("Starter tier users can only have {limit} templates. Please upgrade to create more templates.")
}

/// Takes back every option that the tier does not include.
pub fn coerce(options: &ProcessingOptions, tier: Tier) -> Coerced {
    let may = tier.plan().features;
    let mut out = Coerced { options: options.clone(), notes: Vec::new() };
    let o = &mut out.options;
    let say = |login: &'static str, upgrade: &'static str| if may.signed_in { upgrade } else { login };
    let fresh = ProcessingOptions::default();

    if !may.signed_in {
        let before = o.clone();
        (o.prefix, o.suffix, o.name_pattern) = (fresh.prefix, fresh.suffix, fresh.name_pattern);
        (o.letter_case, o.separator) = (fresh.letter_case, fresh.separator);
        (o.preferred_words, o.forbidden_words) = (fresh.preferred_words, fresh.forbidden_words);
        (o.added_keywords, o.max_keywords) = (fresh.added_keywords, fresh.max_keywords);
        o.max_words = fresh.max_words;
        (o.say_place, o.say_people) = (fresh.say_place, fresh.say_people);
        if *o != before {
            out.notes.push(NAMING_LOGIN);
        }
        o.preserve_creation_date = fresh.preserve_creation_date;
    }
    if !may.custom_naming && o.context_mode == ContextMode::Custom {
        o.context_mode = ContextMode::Auto;
        o.custom_context.clear();
        o.context_as_prefix = false;
        out.notes.push(say(CONTEXT_LOGIN, CONTEXT_UPGRADE));
    }
    if !may.custom_watermark_positioning {
        let mut moved = false;
        for position in [&mut o.text_watermark_position, &mut o.image_watermark_position] {
            if *position == Position::Custom {
                *position = Position::BottomRight;
                moved = true;
            }
        }
        if moved {
            out.notes.push(say(POSITION_LOGIN, POSITION_UPGRADE));
        }
    }
    let wants_metadata = o.add_custom_metadata || !may.signed_in && o.remove_metadata;
    if !may.custom_metadata_editing && wants_metadata {
        clear_custom_metadata(o);
        o.remove_metadata &= may.signed_in;
        out.notes.push(say(METADATA_LOGIN, METADATA_UPGRADE));
    }
    out
}

fn clear_custom_metadata(o: &mut ProcessingOptions) {
    o.add_custom_metadata = false;
    for text in [
        &mut o.custom_title,
        &mut o.custom_author,
        &mut o.custom_description,
        &mut o.custom_alt_text,
        &mut o.custom_keywords,
        &mut o.custom_subject,
        &mut o.custom_location,
        &mut o.custom_longitude,
        &mut o.custom_latitude,
        &mut o.custom_copyright,
        &mut o.custom_source,
        &mut o.custom_comments,
    ] {
        text.clear();
    }
    (o.custom_category, o.custom_usage_rights, o.custom_rating) = (Category::None, UsageRights::None, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn everything() -> ProcessingOptions {
        ProcessingOptions {
            prefix: "a".into(),
            preferred_words: "couch = sofa".into(),
            forbidden_words: "cheap".into(),
            added_keywords: "Acme".into(),
            max_keywords: 3,
            max_words: 4,
            say_place: true,
            say_people: true,
            context_mode: ContextMode::Custom,
            custom_context: "our dog".into(),
            context_as_prefix: true,
            text_watermark_position: Position::Custom,
            remove_metadata: true,
            add_custom_metadata: true,
            custom_title: "T".into(),
            ..Default::default()
        }
    }

    #[test]
    fn a_guest_keeps_watermarks_and_formats_only() {
        let Coerced { options, notes } = coerce(&everything(), Tier::Guest);
        assert_eq!(options, ProcessingOptions::default());
        assert_eq!(notes, [NAMING_LOGIN, CONTEXT_LOGIN, POSITION_LOGIN, METADATA_LOGIN]);
    }

    #[test]
    fn starter_keeps_prefix_and_removal_of_metadata() {
        let Coerced { options, notes } = coerce(&everything(), Tier::Starter);
        assert_eq!((options.prefix.as_str(), options.remove_metadata), ("a", true));
        assert_eq!((options.context_mode, options.custom_title.as_str()), (ContextMode::Auto, ""));
        assert_eq!(notes, [CONTEXT_UPGRADE, POSITION_UPGRADE, METADATA_UPGRADE]);
    }

    /// Every option whose name begins with "custom" belongs to a paid plan: one that is added and forgotten here would be
    /// free.
    #[test]
    fn every_custom_option_is_taken_back_where_the_plan_has_none() {
        let fresh = serde_json::to_value(ProcessingOptions::default()).unwrap();
        let fields: Vec<&String> =
            fresh.as_object().unwrap().keys().filter(|name| name.starts_with("custom")).collect();
        assert!(!fields.is_empty());
        for (field, tier) in fields.into_iter().flat_map(|name| [(name, Tier::Guest), (name, Tier::Starter)])
        {
            let left = serde_json::to_value(coerce(&with_set(field), tier).options).unwrap();
            assert_eq!(left[field], fresh[field], "{field} {tier:?}");
        }
    }

    /// Everything, and one field that is not what it is by default.
    fn with_set(field: &str) -> ProcessingOptions {
        let mut recipe = serde_json::to_value(everything()).unwrap();
        let fresh = serde_json::to_value(ProcessingOptions::default()).unwrap()[field].clone();
        let values = [json!("1"), json!(1), json!(true), json!("other"), json!("public-domain")];
        let set = values.into_iter().filter(|value| *value != fresh).find_map(|value| {
            recipe[field] = value;
            serde_json::from_value(recipe.clone()).ok()
        });
        set.expect("a value of the field's type; add one to the list")
    }

    #[test]
    fn essential_and_above_keep_everything() {
        for tier in [Tier::Essential, Tier::Professional, Tier::Enterprise] {
            assert_eq!(coerce(&everything(), tier), Coerced { options: everything(), notes: vec![] });
        }
    }

    #[test]
    fn removal_of_metadata_alone_needs_an_account_and_no_plan() {
        let asked = ProcessingOptions { remove_metadata: true, ..Default::default() };
        let Coerced { options, notes } = coerce(&asked, Tier::Guest);
        assert_eq!((options.remove_metadata, &notes[..]), (false, &[METADATA_LOGIN][..]));
        assert_eq!(coerce(&asked, Tier::Starter), Coerced { options: asked.clone(), notes: vec![] });
        assert!(templates_full(3).contains("can only have 3 templates"));
    }
}
