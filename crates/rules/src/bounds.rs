//! Bounds that hold for everybody, whatever the plan: how long a text may be, how many search words an image has, below
//! which confidence a name counts as unsure. The server checks them, and the screens ask for no more.

use serde::Serialize;

/// Lengths are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Bounds {
    pub template_name: usize,
    pub template_description: usize,
    pub batch_name: usize,
    /// What people put before or after every name, in their preferences.
    pub affix: usize,
    pub key_name: usize,
    pub person_name: usize,
    /// The most search words of one image.
    pub keywords: usize,
    /// The most words that a limit for names can be set to.
    pub words: usize,
    /// Names less sure than this, of 1, are marked; `make names` says how often such names are right.
    pub unsure: f32,
}

pub const BOUNDS: Bounds = Bounds {
    template_name: 100,
    template_description: 500,
    batch_name: 255,
    affix: 100,
    key_name: 100,
    person_name: 200,
    keywords: 10,
    words: 12,
    unsure: 0.6,
};
