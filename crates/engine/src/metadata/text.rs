//! Text as metadata can hold it: decoding of what files contain, cleaning of what people type.

/// Windows-1252 between 0x80 and 0x9f, where Latin-1 has only control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// UTF-8 when it is valid, Windows-1252 otherwise: old tools wrote one or the other without saying which.
pub(super) fn decode(bytes: &[u8]) -> String {
    let windows = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(windows).collect(),
    }
}

/// Trimmed, line ends as `\n`, without the control characters that XML, EXIF and IPTC cannot hold.
pub(super) fn clean(text: &str) -> String {
    let kept: String =
        text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(|c| allowed(*c)).collect();
    kept.trim().to_owned()
}

/// The longest beginning of at most `max_bytes` that does not cut a character.
pub(super) fn shorten(text: &str, max_bytes: usize) -> &str {
    let mut end = text.len().min(max_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn allowed(c: char) -> bool {
    match c {
        '\t' | '\n' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => !c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_go_and_line_ends_become_one() {
        assert_eq!(clean(" a\u{0}b\u{1b}\r\nc\rd\u{85}\u{ffff} \u{1f980} "), "ab\nc\nd \u{1f980}");
    }

    #[test]
    fn shortening_never_cuts_a_character() {
        assert_eq!(shorten("caf\u{e9}", 4), "caf");
        assert_eq!(shorten("\u{1f980}", 3), "");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_read_as_windows_1252() {
        assert_eq!(decode(b"it\x92s a caf\xe9"), "it\u{2019}s a caf\u{e9}");
    }
}
