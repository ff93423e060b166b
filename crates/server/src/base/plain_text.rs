//! One line of text as people see it. Characters that hide, turn around or break what stands beside them are not text:
//! they make a name look like another one, or a line like two.

/// Whether the text holds nothing but what is seen.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(is_hidden)
}

/// The text without what is not seen, for names that come from elsewhere and cannot be sent back.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

/// The same for text of several lines, whose lines stay.
pub fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// Control characters, line separators, zero-width characters, turns of the reading direction, invisible tags.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
        || matches!(c, '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_are_plain_and_hidden_characters_are_not() {
        for name in ["Ada Lovelace", "José Ñandú", "宮崎 駿", "محمد", "O'Brien-Smith", "Ada 🎨", ""]
        {
            assert!(is_plain(name), "{name}");
        }
        for hidden in
            ["\u{200b}", "\u{200d}", "\u{202e}", "\u{2066}", "\n", "\r", "\u{2028}", "\u{feff}", "\t"]
        {
            assert!(!is_plain(&format!("Ada{hidden}Lovelace")), "{hidden:?}");
            assert_eq!(plain(&format!("Ada{hidden}")), "Ada", "{hidden:?}");
        }
        assert_eq!(plain_lines("one\u{202e}\r\ntwo\u{200b}\n\nthree"), "one\ntwo\n\nthree");
    }
}
