//! How mail leaves: by SMTP when configured, otherwise into the local mailbox.

use std::str::FromStr;

use http::StatusCode;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{AsyncTransport, Message, Tokio1Executor};

use super::Mail;
use crate::base::config::Config;
use crate::base::error::ApiError;

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("SMTP_URL is not an address such as smtp://user:password@host:587: {0}")]
    Address(lettre::transport::smtp::Error),
    #[error("MAIL_FROM \"{0}\" is not an address such as Nomina <no-reply@example.org>")]
    From(String),
    #[error("no mail server is set: set SMTP_URL")]
    Missing,
    #[error("the mail could not be written: {0}")]
    Write(String),
    #[error("the mail server did not take it: {0}")]
    Send(#[from] lettre::transport::smtp::Error),
}

/// Where mail goes.
pub enum Mailer {
    Smtp {
        transport: AsyncSmtpTransport<Tokio1Executor>,
        from: Mailbox,
    },
    /// Kept on this machine, in the local mailbox.
    Mailbox,
    /// A public address and no mail server: emails cannot be sent.
    Missing,
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Smtp { .. } => "Smtp",
            Self::Mailbox => "Mailbox",
            Self::Missing => "Missing",
        })
    }
}

impl Mailer {
    pub fn new(config: &Config) -> Result<Self, MailError> {
        if config.has_mailbox() {
            return Ok(Self::Mailbox);
        }
        let config = &config.mail;
        if config.smtp_url.is_empty() {
            return Ok(Self::Missing);
        }
        let from =
            Mailbox::from_str(&config.mail_from).map_err(|_| MailError::From(config.mail_from.clone()))?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(config.smtp_url.expose())
            .map_err(MailError::Address)?
            .timeout(Some(std::time::Duration::from_secs(20)))
            .build();
        Ok(Self::Smtp { transport, from })
    }

    pub async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        match self {
            Self::Smtp { transport, from } => {
                transport.send(compose(from, mail)?).await?;
            }
            Self::Mailbox | Self::Missing => return Err(MailError::Missing),
        }
        Ok(())
    }

    /// Whether the SMTP server answers; the local mailbox always does.
    pub async fn test(&self) -> Result<bool, MailError> {
        match self {
            Self::Smtp { transport, .. } => Ok(transport.test_connection().await?),
            Self::Mailbox => Ok(true),
            Self::Missing => Err(MailError::Missing),
        }
    }

    /// Refuses what cannot be finished without an email, before anything is done.
    pub fn ready(&self) -> Result<(), ApiError> {
        match self {
            Self::Smtp { .. } | Self::Mailbox => Ok(()),
            Self::Missing => Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "mail_not_configured",
                "This server cannot send e-mail yet. Its operator has to set SMTP_URL.",
            )),
        }
    }
}

fn compose(from: &Mailbox, mail: &Mail) -> Result<Message, MailError> {
    let to = Mailbox::from_str(&mail.to).map_err(|error| MailError::Write(error.to_string()))?;
    let part = |kind, body: &str| SinglePart::builder().header(kind).body(body.to_owned());
    Message::builder()
        .from(from.clone())
        .to(to)
        .subject(mail.subject.clone())
        .multipart(
            MultiPart::alternative()
                .singlepart(part(ContentType::TEXT_PLAIN, &mail.text))
                .singlepart(part(ContentType::TEXT_HTML, &mail.html)),
        )
        .map_err(|error| MailError::Write(error.to_string()))
}
