//! The fonts of a text: read only as far as its characters need them, the wanted family first.

use crate::letters::is_invisible;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_font_is_counted_and_passed_over() {
        let chosen = choose(&[b"not a font", b"wOF2 nor is this", b""], "text");
        assert_eq!((chosen.files.len(), chosen.unreadable), (0, 3));
    }
}
