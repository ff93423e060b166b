//! The form of a naming request: read field by field with a limit on each, the image recognised by its bytes.

use bytes::Bytes;
use nomina_rules::language::{Language, Spelling};
use nomina_rules::names::Scene;
use nomina_rules::names::own::OwnWords;
use nomina_rules::options::ContextMode;
use utoipa::ToSchema;
use uuid::Uuid;

use super::MAX_IMAGE_BYTES;
use crate::base::error::{ApiError, Result};
use crate::base::extract::Multipart;
use crate::base::multipart::{broken, bytes, text, yes_or_no};

/// The fields as the document shows them.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct SuggestForm {
    /// The reduced image: JPEG, PNG or WebP, at most 2.5 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    image: Vec<u8>,
    original_name: String,
    /// The person's own words about the images.
    context: Option<String>,
    context_mode: Option<ContextMode>,
    /// Whether the name begins with the words of the context.
    context_as_prefix: Option<bool>,
    /// The language of name, alt text and keywords; English without it.
    language: Option<Language>,
    /// Whether the name keeps letters with accents.
    keep_accents: Option<bool>,
    /// The job whose reservation pays for this name.
    job_id: Option<Uuid>,
    /// SHA-256 of the original file, so that asking again costs nothing.
    file_hash: Option<String>,
    /// A program on this computer that `GET /api/v1/naming` offers: `ollama`, `lmstudio`, `llamacpp`.
    service: Option<String>,
}

/// A request that passed every check.
#[derive(Debug)]
pub struct Request {
    pub image: Bytes,
    pub kind: ImageKind,
    pub original_name: String,
    pub context: Option<String>,
    pub context_mode: ContextMode,
    pub context_as_prefix: bool,
    pub spelling: Spelling,
    pub job_id: Option<Uuid>,
    pub file_hash: Option<String>,
    /// Whether somebody else has counted it and keeps the count.
    pub is_paid: bool,
    /// The person's rules for words.
    pub own: OwnWords,
    /// Where the image was taken and who is in it.
    pub scene: Scene,
    /// A program on this computer.
    pub service: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    Jpeg,
    Png,
    Webp,
}

impl ImageKind {
    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => None,
        }
    }
}

impl Request {
    /// An image that was reduced here.
    pub fn of_image(
        image: Bytes,
        kind: ImageKind,
        original_name: String,
        context: Option<String>,
        context_as_prefix: bool,
    ) -> Self {
        let context_mode = if context.is_some() { ContextMode::Custom } else { ContextMode::Auto };
        Self {
            image,
            kind,
            original_name,
            context,
            context_mode,
            context_as_prefix,
            spelling: Spelling::default(),
            job_id: None,
            file_hash: None,
            is_paid: false,
            own: OwnWords::default(),
            scene: Scene::default(),
            service: None,
        }
    }

    pub async fn read(Multipart(mut form): Multipart) -> Result<Self> {
        let (mut image, mut name, mut context, mut mode) = (None, None, None, ContextMode::Auto);
        let (mut job_id, mut file_hash, mut context_as_prefix, mut service) = (None, None, false, None);
        let mut spelling = Spelling::default();
        while let Some(field) = form.next_field().await.map_err(broken)? {
            match field.name().unwrap_or_default() {
                "image" => image = Some(bytes(field, MAX_IMAGE_BYTES).await?),
                "originalName" => name = Some(text(field).await?),
                "context" => context = Some(text(field).await?),
                "contextMode" => mode = context_mode(&text(field).await?)?,
                "contextAsPrefix" => context_as_prefix = yes_or_no(&text(field).await?)?,
                "language" => spelling.language = language(&text(field).await?)?,
                "keepAccents" => spelling.keep_accents = yes_or_no(&text(field).await?)?,
                "jobId" => job_id = Some(parse_id(&text(field).await?)?),
                "service" => service = Some(text(field).await?),
                "fileHash" => file_hash = Some(parse_hash(text(field).await?)?),
                other => return Err(ApiError::invalid(other, format!("Unknown field \"{other}\"."))),
            }
        }
        let image = image.ok_or_else(|| ApiError::invalid("image", "The field \"image\" is missing."))?;
        let kind = ImageKind::of(&image)
            .ok_or_else(|| ApiError::invalid("image", "The image must be JPEG, PNG or WebP."))?;
        let original_name =
            name.ok_or_else(|| ApiError::invalid("originalName", "The field \"originalName\" is missing."))?;
        let context = context.filter(|words| !words.trim().is_empty());
        Ok(Self {
            image,
            kind,
            original_name,
            context,
            context_mode: mode,
            context_as_prefix,
            spelling,
            job_id,
            file_hash,
            is_paid: false,
            own: OwnWords::default(),
            scene: Scene::default(),
            service,
        })
    }
}

fn context_mode(text: &str) -> Result<ContextMode> {
    match text {
        "auto" => Ok(ContextMode::Auto),
        "custom" => Ok(ContextMode::Custom),
        _ => Err(ApiError::invalid("contextMode", "The context mode is auto or custom.")),
    }
}

fn language(code: &str) -> Result<Language> {
    let known = || Language::ALL.map(Language::code).join(", ");
    Language::of_code(code)
        .ok_or_else(|| ApiError::invalid("language", format!("The language must be one of {}.", known())))
}

fn parse_id(text: &str) -> Result<Uuid> {
    text.parse().map_err(|_| ApiError::invalid("jobId", "The job id is not a UUID."))
}

fn parse_hash(text: String) -> Result<String> {
    if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(ApiError::invalid("fileHash", "The file hash is not a SHA-256 in hexadecimal."))
    }
}
