//! What the letters say: one text part, one HTML part made from the same sentences.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::plain_text::is_plain;
use crate::preferences::Preferences;

const BATCH_READY: &str = "batch_ready";
const BATCH_EXPIRES: &str = "batch_expires";
/// The kinds of letters about a batch.
pub(super) const ABOUT_A_BATCH: [&str; 2] = [BATCH_READY, BATCH_EXPIRES];

/// Longer names are left out of the greeting.
const LONGEST_GREETING: usize = 60;

/// Why somebody gets mail. This is what waits in the queue: neither a token nor a password's hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Letter {
    /// A sign-up: the link for a new address, a hint for one that has an account.
    SignUp {
        signup: Uuid,
    },
    Recover,
    PasswordChanged,
    Deactivated,
    /// A sign-in from somewhere new; `network` is the shortened address.
    NewDevice {
        network: String,
    },
    /// A payment failed; the plan stays until the given day.
    PaymentFailed {
        until: String,
    },
    /// A stored batch can be downloaded.
    BatchReady(BatchNews),
    /// A stored batch will soon be deleted.
    BatchExpires(BatchNews),
}

/// What a letter says about a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchNews {
    pub id: Uuid,
    pub name: String,
    pub files: i64,
    pub expires_at: Timestamp,
}

impl Letter {
    /// One pending letter per address and kind: a newer one takes the place of an older one.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SignUp { .. } => "confirm",
            Self::Recover => "recover",
            Self::PasswordChanged => "password_changed",
            Self::Deactivated => "deactivated",
            Self::NewDevice { .. } => "new_device",
            Self::PaymentFailed { .. } => "payment_failed",
            Self::BatchReady(_) => BATCH_READY,
            Self::BatchExpires(_) => BATCH_EXPIRES,
        }
    }

    /// What the letter is about, when there may be several of its kind at a time.
    pub fn subject(&self) -> Option<Uuid> {
        match self {
            Self::BatchReady(news) | Self::BatchExpires(news) => Some(news.id),
            _ => None,
        }
    }

    /// Whether somebody with these settings wants it. Mails about the account itself always go out.
    pub fn wanted_by(&self, preferences: &Preferences) -> bool {
        match self {
            Self::NewDevice { .. } => preferences.email_notifications,
            Self::BatchReady(_) | Self::BatchExpires(_) => preferences.processing_notifications,
            Self::SignUp { .. }
            | Self::Recover
            | Self::PasswordChanged
            | Self::Deactivated
            | Self::PaymentFailed { .. } => true,
        }
    }

    /// Somebody waits for a link; news of what happened can wait for the next minute.
    pub fn priority(&self) -> i64 {
        match self {
            Self::SignUp { .. } | Self::Recover => 10,
            Self::PasswordChanged
            | Self::Deactivated
            | Self::NewDevice { .. }
            | Self::PaymentFailed { .. } => 0,
            Self::BatchReady(_) | Self::BatchExpires(_) => -10,
        }
    }
}

/// A mail ready to go.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Paragraphs, and a button in the middle where there is a link.
struct Parts<'a> {
    greeting: String,
    before: &'a str,
    button: Option<(&'a str, &'a str)>,
    after: &'a str,
}

pub(super) fn confirm(to: &str, name: Option<&str>, link: &str) -> Mail {
    mail(
        to,
        "Confirm your e-mail address",
        &Parts {
            greeting: hello(name),
            before: "Please confirm your e-mail address to finish your Nomina account.",
            button: Some(("Confirm e-mail address", link)),
            after: "The link works once and for 24 hours. If you did not ask for an account, ignore this mail: nothing happens.",
        },
    )
}

pub(super) fn already_registered(to: &str, name: Option<&str>, link: &str) -> Mail {
    mail(
        to,
        "You already have an account",
        &Parts {
            greeting: hello(name),
            before: "Somebody, probably you, tried to sign up with this e-mail address. You already have a Nomina account: just sign in.",
            button: Some(("Sign in", link)),
            after: "If you do not remember your password, choose \"Forgot password\" there. If it was not you, nothing was changed.",
        },
    )
}

pub(super) fn recover(to: &str, name: Option<&str>, link: &str) -> Mail {
    mail(
        to,
        "Reset your password",
        &Parts {
            greeting: hello(name),
            before: "You can set a new password with this link.",
            button: Some(("Set a new password", link)),
            after: "The link works once and for one hour. If you did not ask for it, ignore this mail: your password stays as it is.",
        },
    )
}

pub(super) fn password_changed(to: &str, name: Option<&str>, link: &str) -> Mail {
    mail(
        to,
        "Your password was changed",
        &Parts {
            greeting: hello(name),
            before: "The password of your Nomina account was just changed, and all other devices were signed out.",
            button: Some(("It was not me: reset the password", link)),
            after: "If it was you, there is nothing to do.",
        },
    )
}

pub(super) fn batch_ready(to: &str, name: Option<&str>, news: &BatchNews, link: &str) -> Mail {
    let files = if news.files == 1 { "1 picture is".into() } else { format!("{} pictures are", news.files) };
    mail(
        to,
        "Your batch is ready",
        &Parts {
            greeting: hello(name),
            before: &format!("\"{}\" is stored: {files} ready to download.", news.name),
            button: Some(("Open your history", link)),
            after: &format!(
                "The ZIP is kept until {}. You can switch these mails off in Settings.",
                day(news)
            ),
        },
    )
}

pub(super) fn batch_expires(to: &str, name: Option<&str>, news: &BatchNews, link: &str) -> Mail {
    mail(
        to,
        "Your batch expires soon",
        &Parts {
            greeting: hello(name),
            before: &format!("\"{}\" will be deleted on {}.", news.name, day(news)),
            button: Some(("Download it", link)),
            after: "Nothing needs to be done if you have your pictures already. You can switch these mails off in Settings.",
        },
    )
}

/// The day in UTC, as `2026-11-15`.
fn day(news: &BatchNews) -> String {
    news.expires_at.to_string().chars().take(10).collect()
}

pub(super) fn deactivated(to: &str, name: Option<&str>, link: &str) -> Mail {
    mail(
        to,
        "Your account is deactivated",
        &Parts {
            greeting: hello(name),
            before: "Your Nomina account is deactivated. For 30 days you can bring it back by signing in; after that, everything in it is deleted.",
            button: Some(("Sign in and restore", link)),
            after: "If this was not you, sign in now, restore the account and change your password.",
        },
    )
}

/// The program's name for itself is left out: it is the one thing here that a stranger writes.
pub(super) fn new_device(to: &str, name: Option<&str>, network: &str, link: &str) -> Mail {
    let before = format!(
        "Your Nomina account was just used on a device that it was not used on lately, from the network {network}."
    );
    mail(
        to,
        "New sign-in to your account",
        &Parts {
            greeting: hello(name),
            before: &before,
            button: Some(("Look at your devices", link)),
            after: "If it was you, there is nothing to do. If not, end that session there and change your password. You can switch these mails off in the settings.",
        },
    )
}

pub(super) fn payment_failed(to: &str, name: Option<&str>, until: &str, link: &str) -> Mail {
    let before = format!(
        "The last payment for your Nomina plan did not go through. Your plan stays as it is until {until}; after that the limits of the Starter plan apply until it is paid. Nothing you have made is deleted."
    );
    mail(
        to,
        "Your payment did not go through",
        &Parts {
            greeting: hello(name),
            before: &before,
            button: Some(("Look at your billing", link)),
            after: "Often a card has expired. You can put in another one under Manage Billing; the payment is then tried again.",
        },
    )
}

fn hello(name: Option<&str>) -> String {
    match name.filter(|name| is_mere_name(name)) {
        Some(name) => format!("Hello {name},"),
        None => "Hello,".into(),
    }
}

/// Names come from strangers, and mail programs make links of what looks like an address: only what is a name and
/// nothing else is written.
fn is_mere_name(name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '\u{2019}');
    // A dot ends an abbreviation; within a word it may be the dot of an address.
    let abbreviated = |word: &str| !word.trim_end_matches('.').contains('.');
    name.chars().count() <= LONGEST_GREETING
        && is_plain(name)
        && name.chars().all(|c| word(c) || c == '.')
        && name.split(' ').all(abbreviated)
}

fn mail(to: &str, subject: &str, parts: &Parts<'_>) -> Mail {
    Mail { to: to.to_owned(), subject: subject.to_owned(), text: text(parts), html: html(subject, parts) }
}

fn text(parts: &Parts<'_>) -> String {
    let link = parts.button.map(|(label, link)| format!("{label}:\n{link}\n\n")).unwrap_or_default();
    format!("{}\n\n{}\n\n{link}{}\n\nNomina\n", parts.greeting, parts.before, parts.after)
}

/// The web app's paper and marker, in inline styles: mail programs keep nothing else.
fn html(subject: &str, parts: &Parts<'_>) -> String {
    let link = parts.button.map(|(label, link)| button(label, link)).unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{subject}</title></head>\
<body style=\"margin:0;background:#f6f5ef;font-family:'Instrument Sans','Segoe UI',Helvetica,Arial,sans-serif;color:#17181a\">\
<div style=\"max-width:32rem;margin:0 auto;padding:2rem 1rem\">\
<p style=\"margin:0 0 1rem;font-size:1.35rem;font-weight:700;letter-spacing:-.04em\">\
<span style=\"background:#d7f24a;color:#171a05;padding:0 .35em;border-radius:3px 7px 4px 8px\">Nomina</span></p>\
<div style=\"background:#fffefb;border:1px solid #e2e0d6;border-radius:18px;padding:1.75rem;font-size:1rem;line-height:1.55\">\
<h1 style=\"margin:0 0 1rem;font-size:1.35rem;line-height:1.2;letter-spacing:-.02em\">{subject}</h1>\
<p>{}</p><p>{}</p>{link}<p style=\"margin-bottom:0;color:#5d6068;font-size:.9rem\">{}</p></div></div></body></html>\n",
        escape(&parts.greeting),
        escape(parts.before),
        escape(parts.after),
        subject = escape(subject),
    )
}

fn button(label: &str, link: &str) -> String {
    let (label, link) = (escape(label), escape(link));
    format!(
        "<p style=\"margin:1.5rem 0\"><a href=\"{link}\" style=\"display:inline-block;background:#d7f24a;color:#171a05;\
padding:.75rem 1.25rem;border-radius:10px;font-weight:600;text-decoration:none\">{label}</a></p>\
<p style=\"color:#5d6068;font-size:.8rem;word-break:break-all\">Or open this address: {link}</p>"
    )
}

/// Names come from strangers: nothing they type becomes markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_become_a_link_is_left_out_of_the_greeting() {
        for name in ["Ada Lovelace", "Martin Luther King Jr.", "Seán O'Casey-Smith", "宮崎 駿", "Ada 2nd"]
        {
            assert_eq!(hello(Some(name)), format!("Hello {name},"));
        }
        let long = "a".repeat(61);
        for name in ["win at evil.example", "http://evil", "a@evil", "+1 555 0100", "www.evil", "<b>x", &long]
        {
            assert_eq!(hello(Some(name)), "Hello,", "{name}");
        }
    }

    #[test]
    fn a_hostile_name_stays_text_in_the_html_part() {
        let mail = recover("a@x.org", Some("<img src=x onerror=alert(1)>"), "http://x/reset?token=a&b");
        assert!(!mail.html.contains("<img"), "{}", mail.html);
        assert!(mail.html.contains("token=a&amp;b"));
        assert!(mail.text.contains("http://x/reset?token=a&b"));
    }
}
