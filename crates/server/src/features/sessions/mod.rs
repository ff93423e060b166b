//! Sessions: a bearer token of an hour in the browser's memory, and a refresh cookie that turns at every use.

pub(crate) mod emails;
pub mod list;
pub mod logout;
pub mod new_device;
pub mod refresh;
pub mod store;

pub(crate) use emails::EMAILS;

use axum::extract::FromRef;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::config::Config;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::extract::Json;
use crate::base::feature::{Feature, Host};
use crate::base::http::cookie::{self, SetCookie};
use crate::base::personal::{Holding, sql};
use crate::features::users::UserView;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(refresh::refresh))
                .routes(routes!(refresh::session))
                .routes(routes!(logout::logout))
                .routes(routes!(list::list))
                .routes(routes!(list::end))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("sessions")
    }
}

/// Personal data of this feature.
pub(crate) const PERSONAL: &[Holding] = &[Holding {
    tables: &["sessions"],
    export: Some((
        "sessions.json",
        sql!(
            ById,
            "SELECT user_agent, ip_prefix, created_at, last_used_at, revoked_at FROM sessions WHERE user_id = $1
             ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long ended sessions are kept, to tell a known device from a new one.
const ENDED_SESSION_DAYS: i64 = 30;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "access tokens",
        tables: &["access_tokens"],
        run: |state| rows(state, q!("DELETE FROM access_tokens WHERE expires_at <= $1", state.clock.now())),
    }),
    Expiry::Rule(Rule {
        name: "sessions",
        tables: &["sessions"],
        run: |state| {
            let ended = state.clock.now().plus_ms(-ENDED_SESSION_DAYS * DAY_MS);
            rows(
                state,
                q!(
                    "DELETE FROM sessions WHERE idle_expires_at <= $1 OR absolute_expires_at <= $1 OR revoked_at <= $1",
                    ended
                ),
            )
        },
    }),
];

/// What a browser gets when somebody signs in or refreshes. The refresh token travels in a cookie beside it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub user: UserView,
    pub session_id: Uuid,
    /// Send it as `Authorization: Bearer ...`.
    pub access_token: String,
    pub expires_at: Timestamp,
}

/// A session just made or turned: the body and the cookie.
#[derive(Debug)]
pub struct Issued {
    pub view: SessionView,
    pub refresh_token: String,
    pub max_age_s: i64,
    /// The mark for a browser in which this person had not signed in before.
    pub device: Option<String>,
}

impl Issued {
    pub fn into_response(self, config: &Config) -> Response {
        (self.cookies(config), Json(self.view)).into_response()
    }

    pub fn cookies(&self, config: &Config) -> (SetCookie, Option<SetCookie>) {
        let refresh = cookie::refresh(config, &self.refresh_token, self.max_age_s);
        (refresh, self.device.as_deref().map(|token| cookie::device(config, token)))
    }
}
