//! The tokens of a name pattern.

/// Everything that a pattern can hold.
pub const TOKENS: [&str; 7] = ["{name}", "{original}", "{date}", "{time}", "{camera}", "{place}", "{n}"];

/// The tokens of a pattern that mean nothing.
pub fn unknown_tokens(pattern: &str) -> impl Iterator<Item = &str> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        let (_, token, after) = next_token(rest)?;
        rest = after;
        Some(token)
    })
    .filter(|token| {
        let name = token.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
        !TOKENS.iter().any(|known| known[1..known.len() - 1] == name)
    })
}

/// What comes before the next token, the token without its brackets, and what follows it.
pub(super) fn next_token(pattern: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = pattern.split_once('{')?;
    let (token, after) = rest.split_once('}')?;
    Some((before, token, after))
}
