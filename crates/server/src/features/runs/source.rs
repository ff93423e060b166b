//! The bytes of one image: from the store, or fetched from an address that the operator allows.

use bytes::BytesMut;
use futures_util::StreamExt;
use http::StatusCode;

use crate::base::context::Context;
use crate::base::error::{ApiError, Result, chain};
use crate::base::http::outbound;
use crate::features::processing::MAX_INPUT_BYTES;

/// Why an image has no bytes: trying again may help, or not.
#[derive(Debug)]
pub(super) enum NoBytes {
    Later(ApiError),
    Never(String),
}

/// A stored image. It was measured when it came.
pub(super) async fn stored(state: &Context, key: &str) -> Result<Vec<u8>, NoBytes> {
    let found =
        state.blobs.read(key, None).await.map_err(|error| NoBytes::Later(ApiError::unavailable(error)))?;
    let Some(mut found) = found else { return Err(NoBytes::Never("The stored image is gone.".into())) };
    let mut bytes = Vec::with_capacity(usize::try_from(found.size).unwrap_or(0).min(MAX_INPUT_BYTES));
    while let Some(piece) = found.bytes.next().await {
        bytes.extend_from_slice(&piece.map_err(|error| NoBytes::Later(ApiError::unavailable(error)))?);
    }
    Ok(bytes)
}

/// An image from the web. The settings are asked again: an operator may have changed them since.
pub(super) async fn fetched(state: &Context, address: &str, most: usize) -> Result<Vec<u8>, NoBytes> {
    let runs = &state.config.runs;
    let url =
        outbound::check(address, runs.allows_private()).map_err(|reason| NoBytes::Never(reason.into()))?;
    if !runs.may_fetch(url.host_str().unwrap_or_default()) {
        return Err(NoBytes::Never("This server does not fetch images from that host.".into()));
    }
    let answer = state.outbound.get(url).send().await.map_err(unreachable)?;
    match answer.status() {
        StatusCode::OK => {}
        busy if busy.is_server_error() || busy == StatusCode::TOO_MANY_REQUESTS => {
            return Err(NoBytes::Later(ApiError::internal(format!("the host answered {busy}"))));
        }
        other => return Err(NoBytes::Never(format!("The host answered {}.", other.as_u16()))),
    }
    read(answer, most).await
}

async fn read(answer: reqwest::Response, most: usize) -> Result<Vec<u8>, NoBytes> {
    let mut answer = answer;
    let mut bytes = BytesMut::new();
    while let Some(piece) = answer.chunk().await.map_err(unreachable)? {
        if bytes.len() + piece.len() > most {
            return Err(NoBytes::Never(format!("The image is larger than {} MB.", most >> 20)));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.into())
}

fn unreachable(error: reqwest::Error) -> NoBytes {
    // A name that leads into a private network will not lead elsewhere the next time we look.
    if chain(&error).contains(&outbound::NotPublic.to_string()) {
        return NoBytes::Never("Private and local addresses are not allowed.".into());
    }
    NoBytes::Later(ApiError::internal(error.without_url()))
}
