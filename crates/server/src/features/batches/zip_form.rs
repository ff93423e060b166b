//! The form of a batch's ZIP, read as a stream: the file goes to the data folder, and no further than there is room.

use axum::extract::multipart::Field;
use http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{find, not_found};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::extract::{Multipart, body_problem};
use crate::base::spool::Spool;
use crate::features::users::User;

const LONGEST_TEXT: usize = 1024;

/// The form; the fields may come in any order.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only the document uses it")]
pub(super) struct StoreZipForm {
    #[schema(value_type = String, format = Binary)]
    zip_file: Vec<u8>,
    batch_id: Uuid,
    original_filename: Option<String>,
}

/// The file comes before `batchId` in the form: whoever names the batch here as well is refused before it is sent.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct StoreZipQuery {
    /// The same as in the form; checked before the ZIP is taken.
    pub(super) batch_id: Option<Uuid>,
}

/// The most bytes that a ZIP may have: anybody's, and this person's with what they have stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) largest: u64,
    pub(super) left: u64,
}

impl Room {
    pub(super) fn check(self, state: &Context, size: u64) -> Result<()> {
        match size {
            size if size > self.largest => Err(too_large(state)),
            size if size > self.left => Err(no_room()),
            _ => Ok(()),
        }
    }
}

pub(super) async fn read_form(
    state: &Context,
    user: &User,
    form: Multipart,
    named: Option<Uuid>,
    room: Room,
) -> Result<(Spool, Uuid)> {
    let (mut form, mut spool, mut batch) = (form.0, None, None);
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match field.name().unwrap_or_default() {
            "zipFile" => spool = Some(spooled(state, field, room).await?),
            "batchId" => {
                let id = text(field).await?.parse::<Uuid>().map_err(|_| not_found())?;
                // As soon as it is known: the ZIP may still be to come.
                find(&state.db, user.id, id).await?;
                batch = Some(id);
            }
            _ => drop(text(field).await?),
        }
    }
    let missing = |name: &str| ApiError::invalid(name, format!("The field \"{name}\" is missing."));
    let spool = spool.ok_or_else(|| missing("zipFile"))?;
    let batch = batch.ok_or_else(|| missing("batchId"))?;
    if named.is_some_and(|named| named != batch) {
        return Err(ApiError::invalid("batchId", "The form and the address name different batches."));
    }
    Ok((spool, batch))
}

async fn spooled(state: &Context, mut field: Field<'_>, room: Room) -> Result<Spool> {
    let mut spool = Spool::open(state).await?;
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        room.check(state, spool.size() + piece.len() as u64)?;
        spool.write(&piece).await?;
    }
    Ok(spool)
}

async fn text(mut field: Field<'_>) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > LONGEST_TEXT {
            return Err(ApiError::bad_request("invalid_form", "A field of the form is too long."));
        }
    }
    String::from_utf8(bytes).map_err(|_| ApiError::bad_request("invalid_form", "A field is not UTF-8."))
}

fn broken(error: axum::extract::multipart::MultipartError) -> ApiError {
    body_problem(error.status(), error.body_text())
}

fn too_large(state: &Context) -> ApiError {
    let sentence = format!("The ZIP is larger than {} MB.", state.config.blobs.max_zip_mb);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", sentence)
}

pub(crate) fn no_room() -> ApiError {
    let sentence = "Your stored batches take all the room of your plan. Delete some of them and try again.";
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "quota", sentence)
}
