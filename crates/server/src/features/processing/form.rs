//! The forms of the two routes that take a whole image.

use bytes::Bytes;
use nomina_rules::options::ProcessingOptions;
use utoipa::ToSchema;

use super::MAX_INPUT_BYTES;
use crate::base::error::{ApiError, Result};
use crate::base::extract::Multipart;
use crate::base::idempotency::Fingerprint;
use crate::base::multipart::{broken, bytes, text};

/// A recipe may hold an image of its own, as a data URL.
pub(crate) const LONGEST_RECIPE: usize = 8 << 20;

/// The fields as the document shows them.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub(super) struct ProcessForm {
    /// JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    image: Vec<u8>,
    /// The processing options as JSON; without it the image passes unchanged.
    recipe: Option<ProcessingOptions>,
}

#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub(super) struct NameForm {
    /// JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP. It is reduced here; the model sees at most 1024 pixels a side.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    image: Vec<u8>,
    /// The old file name, used when no model can look.
    #[schema(max_length = 4096, example = "IMG_2041.jpg")]
    original_name: Option<String>,
    /// Your own words about the image.
    #[schema(max_length = 4096, example = "Smith wedding")]
    context: Option<String>,
    /// Whether the name begins with the words of the context.
    context_as_prefix: Option<bool>,
    /// A recipe whose own words are used: `preferredWords`, `forbiddenWords`, `addedKeywords`, `maxKeywords`, `maxWords`, `sayPlace`, `sayPeople`.
    recipe: Option<ProcessingOptions>,
}

#[derive(Debug)]
pub(super) struct ToProcess {
    pub(super) image: Bytes,
    pub(super) recipe: ProcessingOptions,
}

impl ToProcess {
    pub(super) async fn read(Multipart(mut form): Multipart, most: usize) -> Result<Self> {
        let (mut image, mut recipe) = (None, ProcessingOptions::default());
        while let Some(field) = form.next_field().await.map_err(broken)? {
            match field.name().unwrap_or_default() {
                "image" => image = Some(bytes(field, most.min(MAX_INPUT_BYTES)).await?),
                "recipe" => recipe = parse_recipe(&bytes(field, LONGEST_RECIPE).await?)?,
                other => return Err(unknown(other)),
            }
        }
        Ok(Self { image: image.ok_or_else(missing)?, recipe })
    }

    /// Tells this request from others.
    pub(super) fn fingerprint(&self) -> Result<Fingerprint> {
        Ok(Fingerprint::of("process").with(&self.image).with(&serde_json::to_vec(&self.recipe)?))
    }
}

#[derive(Debug)]
pub(super) struct ToName {
    pub(super) image: Bytes,
    pub(super) original_name: String,
    pub(super) context: Option<String>,
    pub(super) context_as_prefix: bool,
    pub(super) recipe: ProcessingOptions,
}

impl ToName {
    pub(super) async fn read(Multipart(mut form): Multipart, most: usize) -> Result<Self> {
        let (mut image, mut original_name, mut context) = (None, String::new(), None);
        let (mut context_as_prefix, mut recipe) = (false, ProcessingOptions::default());
        while let Some(field) = form.next_field().await.map_err(broken)? {
            match field.name().unwrap_or_default() {
                "image" => image = Some(bytes(field, most.min(MAX_INPUT_BYTES)).await?),
                "originalName" => original_name = text(field).await?,
                "context" => context = Some(text(field).await?),
                "contextAsPrefix" => {
                    context_as_prefix = crate::base::multipart::yes_or_no(&text(field).await?)?
                }
                "recipe" => recipe = parse_recipe(&bytes(field, LONGEST_RECIPE).await?)?,
                other => return Err(unknown(other)),
            }
        }
        let context = context.filter(|words| !words.trim().is_empty());
        Ok(Self { image: image.ok_or_else(missing)?, original_name, context, context_as_prefix, recipe })
    }

    /// Tells this request from others.
    pub(super) fn fingerprint(&self) -> Result<Fingerprint> {
        let words = self.context.as_deref().unwrap_or_default();
        let fingerprint = Fingerprint::of("names").with(&self.image).with(self.original_name.as_bytes());
        let fingerprint = fingerprint.with(words.as_bytes()).with(&[u8::from(self.context_as_prefix)]);
        // A request without a recipe is the one that earlier versions knew.
        match self.recipe == ProcessingOptions::default() {
            true => Ok(fingerprint),
            false => Ok(fingerprint.with(&serde_json::to_vec(&self.recipe)?)),
        }
    }
}

/// A recipe of a form. `null` is none, as the document allows and as programs write an option that is not set.
pub(crate) fn parse_recipe(bytes: &[u8]) -> Result<ProcessingOptions> {
    let text =
        std::str::from_utf8(bytes).map_err(|_| ApiError::invalid("recipe", "The text is not UTF-8."))?;
    if text.trim() == "null" {
        return Ok(ProcessingOptions::default());
    }
    let recipe = ProcessingOptions::from_json(text)
        .map_err(|error| ApiError::invalid(&format!("recipe.{}", error.field), error.to_string()))?;
    match recipe.problems().first() {
        Some(problem) => Err(ApiError::invalid(&format!("recipe.{}", problem.field), problem.to_string())),
        None => Ok(recipe),
    }
}

pub(crate) fn unknown(field: &str) -> ApiError {
    ApiError::invalid(field, format!("Unknown field \"{field}\"."))
}

pub(crate) fn missing() -> ApiError {
    ApiError::invalid("image", "The field \"image\" is missing.")
}
