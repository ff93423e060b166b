//! Personal API keys: a program's way in. A request carries a session or a key; each route says which it takes, and of a
//! key which scope.

mod caller;
mod feature;
mod form;
pub mod routes;
mod store;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use caller::{Caller, Naming, Needs, Processing, Reading};
pub use feature::feature;
pub use form::{is_whole, make};

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Have images named.
    Name,
    /// Have images processed.
    Process,
    /// Read what was used and what became of batches.
    Read,
}

impl Scope {
    const ALL: [Self; 3] = [Self::Name, Self::Process, Self::Read];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Process => "process",
            Self::Read => "read",
        }
    }

    /// The scopes of a row.
    fn list(text: &str) -> Vec<Self> {
        let word = |word: &str| Self::ALL.into_iter().find(|scope| scope.as_str() == word);
        text.split(' ').filter_map(word).collect()
    }

    /// As a row keeps them: each once, in order.
    fn text(scopes: &[Self]) -> String {
        let kept = Self::ALL.into_iter().filter(|scope| scopes.contains(scope));
        kept.map(Self::as_str).collect::<Vec<_>>().join(" ")
    }
}
