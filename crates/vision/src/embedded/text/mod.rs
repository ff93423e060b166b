//! Reads text in images: PP-OCR's two small networks, one finds lines, one reads them. Used only where an image
//! looks like it holds text.

mod conv;
mod find;
mod fuse;
mod onnx;
mod prepare;
mod proto;
mod read;
mod run;
mod short;
mod tensor;
mod window;

use super::image::Rgb;
use crate::VisionError;
use find::Line;
use run::TextNet;

/// No more lines than this are read: a name needs few words, and time is short.
const MOST_LINES: usize = 6;

/// The reader with its weights.
#[derive(Debug)]
pub(super) struct Reader {
    finder: TextNet,
    reader: TextNet,
    alphabet: Vec<String>,
}

/// One line that was read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "bench", derive(serde::Deserialize, serde::Serialize))]
pub(super) struct TextLine {
    pub(super) text: String,
    /// 0 to 1.
    pub(super) sure: f32,
    /// Height and area as parts of the image's.
    pub(super) height: f32,
    pub(super) area: f32,
}

impl Reader {
    pub(super) fn load(finder: &[u8], reader: &[u8]) -> Result<Self, VisionError> {
        let (finder, reader) = (TextNet::load(finder)?, TextNet::load(reader)?);
        let letters =
            reader.note("character").ok_or_else(|| VisionError::model("the reader has no alphabet"))?;
        let mut alphabet: Vec<String> = letters.split('\n').map(str::to_owned).collect();
        alphabet.push(" ".to_owned());
        Ok(Self { finder, reader, alphabet })
    }

    /// The largest lines of an image, in reading order. What cannot be read is left out.
    pub(super) fn look(&self, image: &Rgb) -> Vec<TextLine> {
        let Ok(mut lines) = find::lines(&self.finder, image) else { return Vec::new() };
        lines.sort_by_key(|line| std::cmp::Reverse(line.height * line.height * line.width));
        lines.truncate(MOST_LINES);
        in_reading_order(&mut lines);
        lines.iter().filter_map(|line| self.read(image, line)).collect()
    }

    /// How many lines the first network finds.
    #[cfg(feature = "bench")]
    pub(super) fn count_lines(&self, image: &Rgb) -> usize {
        find::lines(&self.finder, image).map_or(0, |lines| lines.len())
    }

    /// What the second network reads when the whole image is one line.
    #[cfg(feature = "bench")]
    pub(super) fn read_line(&self, image: &Rgb) -> Option<TextLine> {
        self.read(image, &Line { left: 0, top: 0, width: image.width(), height: image.height() })
    }

    fn read(&self, image: &Rgb, line: &Line) -> Option<TextLine> {
        let (text, sure) = read::read(&self.reader, &self.alphabet, image, line).ok()?;
        let (width, height) = (image.width() as f32, image.height() as f32);
        let area = (line.width * line.height) as f32 / (width * height);
        Some(TextLine { text, sure, height: line.height as f32 / height, area })
    }
}

/// Rows from top to bottom; what stands side by side goes from left to right.
fn in_reading_order(lines: &mut Vec<Line>) {
    lines.sort_by_key(|line| line.top + line.height / 2);
    let mut ordered: Vec<Line> = Vec::with_capacity(lines.len());
    let mut row: Vec<Line> = Vec::new();
    for line in lines.drain(..) {
        let apart = |first: &Line| line.top + line.height / 2 > first.top + first.height * 9 / 10;
        if row.first().is_some_and(apart) {
            row.sort_by_key(|line| line.left);
            ordered.append(&mut row);
        }
        row.push(line);
    }
    row.sort_by_key(|line| line.left);
    ordered.append(&mut row);
    *lines = ordered;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_row_by_row() {
        let line = |left, top| Line { left, top, width: 40, height: 20 };
        let mut lines = vec![line(10, 100), line(200, 12), line(10, 10)];
        in_reading_order(&mut lines);
        assert_eq!(lines, [line(10, 10), line(200, 12), line(10, 100)]);
    }

    #[test]
    fn damaged_networks_are_errors() {
        assert!(Reader::load(&[], &[]).is_err());
        assert!(Reader::load(&[0xff; 100], &[1, 2, 3]).is_err());
    }
}
