//! What the letters say: one text part, one HTML part made from the same sentences.

use serde::{Deserialize, Serialize};

/// Why somebody gets mail. This is what waits in the queue; hashes may, tokens may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Letter {
    /// A sign-up: the link for a new address, a hint for one that has an account.
    SignUp {
        password_hash: String,
        full_name: String,
    },
    /// The confirmation once more.
    Resend,
    Recover,
    PasswordChanged,
    Deactivated,
}

impl Letter {
    /// One pending letter per address and kind: a newer one takes the place of an older one.
    pub fn kind(&self) -> &'static str {
        match self {
            // A repeated sign-up and a resend are the same mail to the same person.
            Self::SignUp { .. } | Self::Resend => "confirm",
            Self::Recover => "recover",
            Self::PasswordChanged => "password_changed",
            Self::Deactivated => "deactivated",
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

fn hello(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Hello {name},"),
        None => "Hello,".into(),
    }
}

fn mail(to: &str, subject: &str, parts: &Parts<'_>) -> Mail {
    Mail { to: to.to_owned(), subject: subject.to_owned(), text: text(parts), html: html(subject, parts) }
}

fn text(parts: &Parts<'_>) -> String {
    let link = parts.button.map(|(label, link)| format!("{label}:\n{link}\n\n")).unwrap_or_default();
    format!("{}\n\n{}\n\n{link}{}\n\nNomina\n", parts.greeting, parts.before, parts.after)
}

fn html(subject: &str, parts: &Parts<'_>) -> String {
    let link = parts.button.map(|(label, link)| button(label, link)).unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{subject}</title></head>\
<body style=\"margin:0;background:#f4f2ee;font-family:Georgia,serif;color:#1d1b18\">\
<div style=\"max-width:32rem;margin:0 auto;padding:2rem 1.5rem\">\
<p style=\"font-size:1.25rem;font-weight:bold\">Nomina</p>\
<div style=\"background:#fff;border-radius:8px;padding:1.5rem;font-size:1rem;line-height:1.5\">\
<p>{}</p><p>{}</p>{link}<p style=\"color:#5c574f\">{}</p></div></div></body></html>\n",
        escape(&parts.greeting),
        escape(parts.before),
        escape(parts.after),
        subject = escape(subject),
    )
}

fn button(label: &str, link: &str) -> String {
    let (label, link) = (escape(label), escape(link));
    format!(
        "<p><a href=\"{link}\" style=\"display:inline-block;background:#1d1b18;color:#fff;padding:.75rem 1.25rem;\
border-radius:6px;text-decoration:none\">{label}</a></p><p style=\"font-size:.85rem;word-break:break-all\">{link}</p>"
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
    fn a_hostile_name_stays_text_in_the_html_part() {
        let mail = recover("a@x.org", Some("<img src=x onerror=alert(1)>"), "http://x/reset?token=a&b");
        assert!(!mail.html.contains("<img"), "{}", mail.html);
        assert!(mail.html.contains("token=a&amp;b"));
        assert!(mail.text.contains("http://x/reset?token=a&b"));
    }
}
