//! The form of a batch: images go to the store one after the other, so that memory holds pieces and never the batch.

use axum::extract::multipart::Field;
use http::StatusCode;
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Limits;
use nomina_rules::sheet::{self, Sheet, SheetRow};
use utoipa::ToSchema;

use super::incoming::{Source, keep, name_in, too_large, too_many};
use super::sent_zip::{Room, unpacked};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::extract::Multipart;
use crate::base::http::outbound;
use crate::base::idempotency::Fingerprint;
use crate::base::multipart::{broken, bytes, text};
use crate::base::spool::Spool;
use crate::features::processing::MAX_INPUT_BYTES;
use crate::features::processing::form::{LONGEST_RECIPE, parse_recipe, unknown};

/// The fields as the document shows them.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub(super) struct BatchForm {
    /// JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP with their file names, as many as the plan allows in a batch.
    #[schema(required = false, value_type = Vec<String>, format = Binary, content_media_type = "application/octet-stream")]
    image: Option<Vec<u8>>,
    /// A ZIP with images in place of many parts; each counts as one. Folders in names are dropped; folders themselves, hidden
    /// files and what systems add (`__MACOSX`, `Thumbs.db`, `desktop.ini`) are passed over.
    #[schema(value_type = Option<String>, format = Binary, content_media_type = "application/zip")]
    zip: Option<Vec<u8>>,
    /// Addresses of images, where the operator allows their hosts.
    url: Option<Vec<String>>,
    /// The processing options as JSON. With `keepNames` no model is asked and nothing is counted.
    recipe: Option<ProcessingOptions>,
    /// A CSV with a row for each image, found by its old file name or by a column `n` that counts. Its columns are the tokens
    /// `{sku}` and `{column:NAME}` of the pattern, and its texts are told to the model.
    #[schema(value_type = Option<String>, format = Binary, content_media_type = "text/csv")]
    sheet: Option<Vec<u8>>,
    /// What the batch is called in the list of jobs.
    #[schema(max_length = 4096, example = "Shop")]
    job_name: Option<String>,
    /// Is told when the batch is over, with a signature.
    #[schema(max_length = 4096, example = "https://shop.example/hooks/nomina")]
    webhook_url: Option<String>,
}

#[derive(Debug)]
pub(super) struct Batch {
    pub(super) images: Vec<(String, Source)>,
    pub(super) recipe: ProcessingOptions,
    pub(super) job_name: Option<String>,
    pub(super) webhook_url: Option<String>,
    sheet: Option<Sheet>,
    /// What the sheet says about each image; empty without one.
    pub(super) rows: Vec<SheetRow>,
    /// Rows without an image, and images without a row.
    pub(super) warnings: Vec<String>,
    pub(super) fingerprint: Fingerprint,
}

impl Batch {
    pub(super) fn size(&self) -> u64 {
        let size = |(_, source): &(String, Source)| match source {
            Source::Sent { size, .. } => *size,
            Source::Address(_) => 0,
        };
        self.images.iter().map(size).sum()
    }

    pub(super) async fn read(
        state: &Context,
        Multipart(mut form): Multipart,
        limits: Limits,
    ) -> Result<Self> {
        let mut batch = Self {
            images: Vec::new(),
            recipe: ProcessingOptions::default(),
            job_name: None,
            webhook_url: None,
            sheet: None,
            rows: Vec::new(),
            warnings: Vec::new(),
            fingerprint: Fingerprint::of("batches/process"),
        };
        while let Some(field) = form.next_field().await.map_err(broken)? {
            batch.take(state, field, limits).await?;
        }
        batch.join()?;
        match batch.images.is_empty() {
            true => Err(ApiError::invalid("image", "Please send at least one image in the field \"image\".")),
            false => Ok(batch),
        }
    }

    async fn take(&mut self, state: &Context, field: Field<'_>, limits: Limits) -> Result<()> {
        match field.name().unwrap_or_default() {
            "image" => {
                self.one_more(limits)?;
                let name = name_in(field.file_name().unwrap_or_default());
                let spool = spooled(state, field, self.room(state, limits)).await?;
                let (source, hash) = keep(state, spool).await?;
                self.note("image", &[&name, &hash]);
                self.images.push((name, source));
            }
            "zip" => {
                self.one_more(limits)?;
                let (_, left) = self.room(state, limits);
                let mut spool = spooled(state, field, (left, left)).await?;
                self.note("zip", &[&spool.finish().await?.1]);
                let room = Room { limits, taken: self.images.len(), bytes: self.room(state, limits) };
                self.images.extend(unpacked(state, spool.path().to_owned(), room).await?);
            }
            "url" => {
                self.one_more(limits)?;
                let address = allowed(state, &text(field).await?)?;
                self.note("url", &[&address]);
                self.images.push((name_in(url_path(&address)), Source::Address(address)));
            }
            "recipe" => {
                let bytes = bytes(field, LONGEST_RECIPE).await?;
                self.recipe = parse_recipe(&bytes)?;
                self.fingerprint = self.fingerprint.clone().with(b"recipe").with(&bytes);
            }
            "sheet" => {
                let bytes = bytes(field, sheet::MAX_BYTES).await?;
                self.sheet = Some(Sheet::read(&bytes).map_err(|reason| ApiError::invalid("sheet", reason))?);
                self.fingerprint = self.fingerprint.clone().with(b"sheet").with(&bytes);
            }
            "jobName" => {
                let name = text(field).await?;
                self.note("jobName", &[&name]);
                self.job_name = Some(name);
            }
            "webhookUrl" => {
                let address = webhook(state, &text(field).await?)?;
                self.note("webhookUrl", &[&address]);
                self.webhook_url = Some(address);
            }
            other => return Err(unknown(other)),
        }
        Ok(())
    }

    /// Gives every image its row of the sheet.
    fn join(&mut self) -> Result<()> {
        let Some(sheet) = &self.sheet else { return Ok(()) };
        let names: Vec<String> = self.images.iter().map(|(name, _)| name.clone()).collect();
        let joined = sheet.join(&names).map_err(|reason| ApiError::invalid("sheet", reason))?;
        self.warnings = joined.sentences(&names);
        self.rows = joined.into_rows().collect();
        Ok(())
    }

    fn one_more(&self, limits: Limits) -> Result<()> {
        if self.images.len() < limits.max_batch as usize { Ok(()) } else { Err(too_many(limits)) }
    }

    /// The most bytes of the next image, and of all that are still to come.
    fn room(&self, state: &Context, limits: Limits) -> (u64, u64) {
        let most = (limits.max_file_mb as usize) << 20;
        let left = (state.config.runs.max_batch_mb << 20).saturating_sub(self.size());
        (most.min(MAX_INPUT_BYTES) as u64, left)
    }

    fn note(&mut self, field: &str, parts: &[&str]) {
        let start = self.fingerprint.clone().with(field.as_bytes());
        self.fingerprint = parts.iter().fold(start, |fingerprint, part| fingerprint.with(part.as_bytes()));
    }
}

async fn spooled(state: &Context, mut field: Field<'_>, (most, left): (u64, u64)) -> Result<Spool> {
    let mut spool = Spool::open(state).await?;
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        let size = spool.size() + piece.len() as u64;
        if size > left {
            return Err(batch_too_large(state));
        }
        if size > most {
            return Err(too_large(most));
        }
        spool.write(&piece).await?;
    }
    Ok(spool)
}

fn batch_too_large(state: &Context) -> ApiError {
    let sentence = format!("A batch may have {} MB. Send it in parts.", state.config.runs.max_batch_mb);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", sentence)
}

/// An address of an image, when the operator lets us fetch from its host.
fn allowed(state: &Context, address: &str) -> Result<String> {
    let runs = &state.config.runs;
    let url =
        outbound::check(address, runs.allows_private()).map_err(|reason| ApiError::invalid("url", reason))?;
    if runs.may_fetch(url.host_str().unwrap_or_default()) {
        return Ok(url.into());
    }
    let sentence = match runs.fetch_hosts.is_empty() {
        true => "This server does not fetch images. Send them in the field \"image\".",
        false => "This server does not fetch images from that host. Send them in the field \"image\".",
    };
    Err(ApiError::invalid("url", sentence))
}

fn webhook(state: &Context, address: &str) -> Result<String> {
    let url = outbound::check(address, state.config.runs.allows_private());
    url.map(String::from).map_err(|reason| ApiError::invalid("webhookUrl", reason))
}

fn url_path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}
