//! Personal API keys: a program's way in. A request carries a session or a key; each route says which it takes, and of a
//! key which scope.

mod caller;
mod form;
pub mod routes;
mod store;

pub use caller::{Caller, Naming, Needs, Processing, Reading};
pub use form::{is_whole, make};

use axum::extract::FromRef;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::context::Context;
use crate::base::expiry::Expiry;
use crate::base::feature::{Feature, Host};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new().routes(routes!(routes::list, routes::create)).routes(routes!(routes::revoke))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("keys")
    }
}

/// What is held about a person here: keys without their secrets.
pub(crate) const PERSONAL: &[Holding] = &[Holding {
    tables: &["api_keys"],
    export: Some((
        "api-keys.json",
        sql!(
            ById,
            "SELECT name, prefix, scopes, created_at, last_used_at, expires_at, revoked_at FROM api_keys
             WHERE user_id = $1 ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] =
    &[Expiry::Stays("api_keys", "an ended key is still known by its beginning, until the account ends")];

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
