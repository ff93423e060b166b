//! Sessions: a bearer token of an hour in the browser's memory, and a refresh cookie that turns at every use.

pub(crate) mod emails;
mod feature;
pub mod list;
pub mod logout;
pub mod new_device;
pub mod refresh;
pub mod store;

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub(crate) use emails::EMAILS;
pub use feature::feature;

use crate::base::clock::Timestamp;
use crate::base::config::Config;
use crate::base::extract::Json;
use crate::base::http::cookie::{self, SetCookie};
use crate::features::users::UserView;

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
