//! Email addresses as the server keeps them: trimmed, lower case, plausible.

use std::str::FromStr;

use crate::base::error::{ApiError, Result};
use crate::base::plain_text::is_plain;

const LONGEST: usize = 254;

/// The address in its kept form, or the sentence for the form.
pub fn normalise(text: &str) -> Result<String> {
    let address = text.trim().to_lowercase();
    if address.is_empty() {
        return Err(ApiError::invalid("email", "Email is required"));
    }
    let plausible = address.len() <= LONGEST
        && is_plain(&address)
        && !address.chars().any(char::is_whitespace)
        && lettre::Address::from_str(&address).is_ok();
    if plausible {
        Ok(address)
    } else {
        Err(ApiError::invalid("email", "Please enter a valid email address"))
    }
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn addresses_are_trimmed_and_lowered_and_nonsense_is_refused() {
        assert_eq!(normalise(" Ada@Example.ORG ").unwrap(), "ada@example.org");
        for bad in [
            "",
            "ada",
            "ada@",
            "@x.org",
            "a b@x.org",
            "a@x.org\r\nBcc: b@x.org",
            "a@b@c",
            "ad\u{200b}a@x.org",
        ] {
            assert!(normalise(bad).is_err(), "{bad:?}");
        }
        assert!(normalise(&format!("{}@x.org", "a".repeat(300))).is_err());
    }
}
