//! A text as one outline: lines, runs in reading order, a font for every cluster, shaping and kerning.

use crate::font::{Chosen, choose};
use crate::letters::{is_attached, is_invisible};
use crate::order::visual_runs;
use crate::outline::{Line, Outline, Point, Segment};
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, UnicodeBuffer};
use std::ops::Range;

/// Longest text that is drawn; what follows is left out with a warning.
const LONGEST_TEXT: usize = 1000;

/// The outline of a text in the given font files (TTF or OTF), the wanted family first.
pub fn outline(text: &str, fonts: &[&[u8]]) -> Outline {
    let drawn: String = text.chars().take(LONGEST_TEXT).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let chosen = choose(fonts, &drawn);
    let faces: Vec<Face<'_>> = chosen.files.iter().filter_map(|file| Face::from_slice(file, 0)).collect();
    let mut missing = Vec::new();
    let lines = drawn.trim_end().split('\n').map(|line| draw_line(line, &faces, &mut missing)).collect();
    let mut warnings = Vec::new();
    if text.chars().nth(LONGEST_TEXT).is_some() {
        warnings.push("The watermark text is very long; only its beginning is drawn.".into());
    }
    warn(&chosen, fonts.len(), &missing, &mut warnings);
    Outline { lines, warnings }
}

fn warn(chosen: &Chosen<'_>, offered: usize, missing: &[char], warnings: &mut Vec<String>) {
    if chosen.unreadable > 0 {
        warnings.push("A watermark font could not be read; another one was used.".into());
    }
    if offered > 0 && !missing.is_empty() {
        let list: Vec<String> =
            missing.iter().take(20).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
        let more = if missing.len() > 20 { " and others" } else { "" };
        warnings.push(format!(
            "The watermark fonts have no glyph for these characters, they were left out: {}{more}.",
            list.join(", ")
        ));
    }
}

fn draw_line(line: &str, faces: &[Face<'_>], missing: &mut Vec<char>) -> Line {
    let mut pen = Pen::default();
    for run in visual_runs(line) {
        let mut parts = parts_by_font(line, run.bytes, faces, missing);
        if run.rtl {
            parts.reverse();
        }
        for (font, bytes) in parts {
            pen.draw(&faces[font], &line[bytes], run.rtl);
        }
    }
    pen.line
}

/// Cuts a run where the font changes. Each cluster goes to the first font that has all of it, else the first that has
/// its base; what no font has is noted and skipped.
fn parts_by_font(
    line: &str,
    run: Range<usize>,
    faces: &[Face<'_>],
    missing: &mut Vec<char>,
) -> Vec<(usize, Range<usize>)> {
    let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
    for cluster in clusters(line, run) {
        let text = &line[cluster.clone()];
        let visible = || text.chars().filter(|c| !is_invisible(*c));
        let has = |face: &Face<'_>, c: char| face.glyph_index(c).is_some();
        let whole = faces.iter().position(|face| visible().all(|c| has(face, c)));
        let base = || faces.iter().position(|face| visible().next().is_some_and(|c| has(face, c)));
        let font = whole.or_else(base);
        for c in visible().filter(|c| font.is_none_or(|font| !has(&faces[font], *c))) {
            if !missing.contains(&c) && !c.is_whitespace() {
                missing.push(c);
            }
        }
        match (font, parts.last_mut()) {
            (Some(font), Some((last, bytes))) if *last == font && bytes.end == cluster.start => {
                bytes.end = cluster.end
            }
            (Some(font), _) => parts.push((font, cluster)),
            (None, _) => {}
        }
    }
    parts
}

/// A character with everything that is attached to it.
fn clusters(line: &str, run: Range<usize>) -> Vec<Range<usize>> {
    let mut clusters: Vec<Range<usize>> = Vec::new();
    for (at, c) in line[run.clone()].char_indices() {
        let bytes = run.start + at..run.start + at + c.len_utf8();
        match clusters.last_mut() {
            Some(last) if is_attached(c) => last.end = bytes.end,
            _ => clusters.push(bytes),
        }
    }
    clusters
}

/// Collects the glyphs of a line.
#[derive(Default)]
struct Pen {
    line: Line,
}

impl Pen {
    fn draw(&mut self, face: &Face<'_>, text: &str, rtl: bool) {
        let mut buffer = UnicodeBuffer::new();
        text.chars().enumerate().filter(|(_, c)| !c.is_control()).for_each(|(i, c)| buffer.add(c, i as u32));
        buffer.set_direction(if rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        let glyphs = rustybuzz::shape(face, &[], buffer);
        let scale = 1.0 / (face.units_per_em() as f32).max(1.0);
        for (glyph, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            // A mark that the font of its letter lacks would be a box: it is left out, as the warning says.
            if glyph.glyph_id == 0 {
                continue;
            }
            let Line { segments, advance } = &mut self.line;
            let at = [*advance + position.x_offset as f32 * scale, -(position.y_offset as f32) * scale];
            face.outline_glyph(GlyphId(glyph.glyph_id as u16), &mut Glyph { segments, scale, at });
            *advance += position.x_advance as f32 * scale;
        }
    }
}

/// One glyph's curves, brought to their place on the line.
struct Glyph<'a> {
    segments: &'a mut Vec<Segment>,
    scale: f32,
    at: Point,
}

impl Glyph<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        [self.at[0] + x * self.scale, self.at[1] - y * self.scale]
    }
}

impl OutlineBuilder for Glyph<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.segments.push(Segment::Quad([self.point(x1, y1), self.point(x, y)]));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.segments.push(Segment::Cubic([self.point(x1, y1), self.point(x2, y2), self.point(x, y)]));
    }

    /// The next contour's start, or the end of the line, closes this one.
    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_readable_font_has_no_curves_and_says_why() {
        let shaped = outline("text", &[b"not a font"]);
        assert!(shaped.lines.iter().all(|line| line.segments.is_empty()));
        assert!(shaped.warnings[0].contains("could not be read"), "{:?}", shaped.warnings);
        assert!(shaped.warnings[1].contains("U+0074"), "{:?}", shaped.warnings);
    }

    #[test]
    fn a_very_long_text_is_cut_and_says_so() {
        let shaped = outline(&"a\n".repeat(2000), &[]);
        assert_eq!(shaped.lines.len(), LONGEST_TEXT / 2);
        assert_eq!(shaped.warnings, ["The watermark text is very long; only its beginning is drawn."]);
    }
}
