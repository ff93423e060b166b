//! The fonts of a text: read only as far as its characters need them, the wanted family first.

use rustybuzz::ttf_parser::Face;

/// The font files that a text needs, and what is wrong with the others.
#[derive(Debug, Default)]
pub(crate) struct Chosen<'a> {
    /// TTF or OTF bytes, in the order of preference.
    pub(crate) files: Vec<&'a [u8]>,
    /// How many files could not be read.
    pub(crate) unreadable: usize,
}

/// Goes through the files until every character of the text has a glyph; files that add nothing are left out.
pub(crate) fn choose<'a>(fonts: &[&'a [u8]], text: &str) -> Chosen<'a> {
    let mut chosen = Chosen::default();
    let mut left: Vec<char> = text.chars().filter(|c| !is_invisible(*c)).collect();
    left.sort_unstable();
    left.dedup();
    for bytes in fonts {
        if left.is_empty() {
            break;
        }
        let Ok(face) = Face::parse(bytes, 0) else {
            chosen.unreadable += 1;
            continue;
        };
        let before = left.len();
        left.retain(|c| face.glyph_index(*c).is_none());
        if left.len() < before {
            chosen.files.push(bytes);
        }
    }
    chosen
}

/// Characters that steer the text and draw nothing: no font has to have them.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Characters that belong to the one before them: combining marks, joiners, selectors, skin tones.
pub(crate) fn is_attached(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}'
        | '\u{5c4}'..='\u{5c5}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{93c}' | '\u{93e}'..='\u{94f}' | '\u{951}'..='\u{957}' | '\u{962}'..='\u{963}' | '\u{e31}'
        | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{200c}'..='\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_font_is_counted_and_passed_over() {
        let chosen = choose(&[b"not a font", b"wOF2 nor is this", b""], "text");
        assert_eq!((chosen.files.len(), chosen.unreadable), (0, 3));
    }
}
