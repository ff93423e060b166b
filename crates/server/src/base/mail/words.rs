//! How words become an email: one text part, one HTML part made from the same sentences.

use super::catalogue::said;
use crate::base::plain_text::is_plain;

/// Longer names are left out of the greeting.
const LONGEST_GREETING: usize = 60;

/// What an email says: paragraphs, and a button with a link in the middle. The greeting is put before them.
#[derive(Clone, Debug)]
pub struct Words {
    pub subject: String,
    pub before: String,
    /// What it says and where it leads.
    pub button: (String, String),
    pub after: String,
}

/// An email ready to go.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Words {
    pub(crate) fn to(&self, address: &str, name: Option<&str>) -> Mail {
        let greeting = hello(name);
        Mail {
            to: address.to_owned(),
            subject: self.subject.clone(),
            text: text(&greeting, self),
            html: html(&greeting, self),
        }
    }
}

fn hello(name: Option<&str>) -> String {
    match name.filter(|name| is_mere_name(name)) {
        Some(name) => said!("Hello {0},", name),
        None => said!("Hello,"),
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

fn text(greeting: &str, words: &Words) -> String {
    let (label, link) = &words.button;
    format!("{greeting}\n\n{}\n\n{label}:\n{link}\n\n{}\n\nNomina\n", words.before, words.after)
}

/// The web app's paper and marker, in inline styles: mail programs keep nothing else.
fn html(greeting: &str, words: &Words) -> String {
    let (label, link) = &words.button;
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{subject}</title></head>\
<body style=\"margin:0;background:#f6f5ef;font-family:'Instrument Sans','Segoe UI',Helvetica,Arial,sans-serif;color:#17181a\">\
<div style=\"max-width:32rem;margin:0 auto;padding:2rem 1rem\">\
<p style=\"margin:0 0 1rem;font-size:1.35rem;font-weight:700;letter-spacing:-.04em\">\
<span style=\"background:#d7f24a;color:#171a05;padding:0 .35em;border-radius:3px 7px 4px 8px\">Nomina</span></p>\
<div style=\"background:#fffefb;border:1px solid #e2e0d6;border-radius:18px;padding:1.75rem;font-size:1rem;line-height:1.55\">\
<h1 style=\"margin:0 0 1rem;font-size:1.35rem;line-height:1.2;letter-spacing:-.02em\">{subject}</h1>\
<p>{}</p><p>{}</p>{button}<p style=\"margin-bottom:0;color:#5d6068;font-size:.9rem\">{}</p></div></div></body></html>\n",
        escape(greeting),
        escape(&words.before),
        escape(&words.after),
        subject = escape(&words.subject),
        button = button(label, link),
    )
}

fn button(label: &str, link: &str) -> String {
    let (label, link) = (escape(label), escape(link));
    format!(
        "<p style=\"margin:1.5rem 0\"><a href=\"{link}\" style=\"display:inline-block;background:#d7f24a;color:#171a05;\
padding:.75rem 1.25rem;border-radius:10px;font-weight:600;text-decoration:none\">{label}</a></p>\
<p style=\"color:#5d6068;font-size:.8rem;word-break:break-all\">{}</p>",
        said!("Or open this address: {0}", link)
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
        let words = Words {
            subject: "Reset your password".into(),
            before: "\"<img src=x>\" is stored.".into(),
            button: ("Set a new password".into(), "http://x/reset?token=a&b".into()),
            after: "".into(),
        };
        let mail = words.to("a@x.org", Some("<img src=x onerror=alert(1)>"));
        assert!(!mail.html.contains("<img"), "{}", mail.html);
        assert!(mail.html.contains("token=a&amp;b"));
        assert!(mail.text.contains("http://x/reset?token=a&b"));
    }
}
