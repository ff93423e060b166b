//! Text as metadata can hold it: decoding of what files contain, cleaning of what people type.

/// Windows-1252 between 0x80 and 0x9f, where Latin-1 has only control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// MacRoman from 0x80 on: what programs of old Macintoshes wrote.
const MAC: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// Letters of Windows-1252 in capitals, and codes that it does not use, which are small letters in MacRoman.
const CAPITAL_OR_UNUSED: [u8; 9] = [0x81, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x9d, 0x9f];

/// Whether texts that say nothing about their characters, and are no UTF-8, are more likely MacRoman than Windows-1252: there
/// the codes from 0x80 to 0x9f are letters, here nearly all of them are marks and capitals, which do not stand inside of words.
pub(super) fn looks_like_mac<'t>(texts: impl Iterator<Item = &'t [u8]>) -> bool {
    let (mut mac, mut windows) = (0, 0);
    for text in texts.filter(|text| std::str::from_utf8(text).is_err()) {
        let at = |index: usize| text.get(index).copied().unwrap_or(b' ');
        for (index, &byte) in text.iter().enumerate() {
            let before = index.checked_sub(1).map_or(b' ', at);
            let inside = before.is_ascii_alphabetic() && at(index + 1).is_ascii_alphabetic();
            let after_small = before.is_ascii_lowercase();
            match byte {
                0x92 | 0x96 | 0x97 => {}
                0x80..=0x9f if inside || after_small && CAPITAL_OR_UNUSED.contains(&byte) => mac += 1,
                0xd5 if inside && after_small => mac += 1,
                0xe0..=0xff if before.is_ascii_alphabetic() || at(index + 1).is_ascii_alphabetic() => {
                    windows += 1
                }
                0xc0..=0xdf if !after_small && at(index + 1).is_ascii_alphabetic() => windows += 1,
                _ => {}
            }
        }
    }
    mac > windows
}

/// The same as [`decode`] for bytes that are MacRoman when they are no UTF-8.
pub(super) fn decode_mac(bytes: &[u8]) -> String {
    let mac = |byte: &u8| match byte.checked_sub(0x80) {
        Some(index) => MAC.chars().nth(usize::from(index)).unwrap_or(char::REPLACEMENT_CHARACTER),
        None => char::from(*byte),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(mac).collect(),
    }
}

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

    #[test]
    fn letters_inside_of_words_tell_macroman_from_windows_1252() {
        let is_mac = |text: &[u8]| looks_like_mac(std::iter::once(text));
        for (text, read) in [
            (&b"Z\x9frich"[..], "Zürich"),
            (b"caf\x8e", "café"),
            (
                b"Espa\x96a, ni\x96os y sue\x96os del se\x96or Mu\x96oz; canci\x97n, Jos\x8e",
                "España, niños y sueños del señor Muñoz; canción, José",
            ),
            (b"l\xd5\x8et\x8e \x88 la plage", "l’été à la plage"),
        ] {
            assert!(is_mac(text), "{read}");
            assert_eq!(decode_mac(text), read);
        }
        for text in [
            &b"it\x92s a caf\xe9"[..],
            b"Z\xfcrich",
            b"\xc4pfel",
            b"\x93quoted\x94",
            b"5 \x80 each",
            b"1990\x9695",
        ] {
            assert!(!is_mac(text), "{}", decode(text));
        }
        assert_eq!(MAC.chars().count(), 128);
    }
}
