//! A text as one shape: lines, runs in reading order, a font for every cluster, shaping and kerning, then outlines
//! flattened to polygons in pixels of the output.

use super::coverage::Shape;
use super::font::{Chosen, choose, is_attached, is_invisible};
use super::order::visual_runs;
use super::place::Align;
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, UnicodeBuffer};
use std::ops::Range;

/// Longest text that is drawn; what follows is left out with a warning.
const LONGEST_TEXT: usize = 1000;

/// Distance between baselines, in font sizes.
const LINE_HEIGHT: f32 = 1.25;

/// How far a polygon may be from the curve it stands for, in pixels.
const TOLERANCE: f32 = 0.1;

/// The shape of a text of the given font size; its place on the plane has no meaning. Warnings are for the user.
pub(crate) fn shape_of(
    text: &str,
    fonts: &[&[u8]],
    size: f32,
    align: Align,
    warnings: &mut Vec<String>,
) -> Shape {
    let text: String = text.chars().take(LONGEST_TEXT).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let chosen = choose(fonts, &text);
    let faces: Vec<Face<'_>> = chosen.files.iter().filter_map(|file| Face::from_slice(file, 0)).collect();
    let mut missing = Vec::new();
    let lines: Vec<Line> =
        text.trim_end().split('\n').map(|line| draw_line(line, &faces, size, &mut missing)).collect();
    warn(&chosen, fonts.len(), &missing, warnings);
    stack(lines, size * LINE_HEIGHT, align)
}

/// Whether the text is longer than what is drawn of it.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.chars().nth(LONGEST_TEXT).is_some()
}

fn warn(chosen: &Chosen<'_>, offered: usize, missing: &[char], warnings: &mut Vec<String>) {
    if chosen.unreadable > 0 {
        warnings.push("A watermark font could not be read; another one was used.".into());
    }
    if offered == 0 {
        warnings.push("The watermark text was left out: no font is there.".into());
    } else if !missing.is_empty() {
        let list: Vec<String> =
            missing.iter().take(20).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
        let more = if missing.len() > 20 { " and others" } else { "" };
        warnings.push(format!(
            "The watermark fonts have no glyph for these characters, they were left out: {}{more}.",
            list.join(", ")
        ));
    }
}

/// One line: contours from x = 0 on the baseline y = 0, and how far the pen went.
struct Line {
    contours: Vec<Vec<[f32; 2]>>,
    advance: f32,
}

fn stack(lines: Vec<Line>, step: f32, align: Align) -> Shape {
    let widest = lines.iter().map(|line| line.advance).fold(0.0, f32::max);
    let mut shape = Shape::default();
    for (row, line) in lines.into_iter().enumerate() {
        let free = widest - line.advance;
        let x = match align {
            Align::Left => 0.0,
            Align::Centre => free * 0.5,
            Align::Right => free,
        };
        let mut part = Shape { contours: line.contours };
        part.transform(1.0, [x, row as f32 * step]);
        shape.contours.append(&mut part.contours);
    }
    shape
}

fn draw_line(line: &str, faces: &[Face<'_>], size: f32, missing: &mut Vec<char>) -> Line {
    let mut pen = Pen::default();
    for run in visual_runs(line) {
        let mut parts = parts_by_font(line, run.bytes, faces, missing);
        if run.rtl {
            parts.reverse();
        }
        for (font, bytes) in parts {
            pen.draw(&faces[font], &line[bytes], run.rtl, size);
        }
    }
    Line { contours: pen.contours, advance: pen.x }
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

/// Collects outlines along a line.
#[derive(Default)]
struct Pen {
    contours: Vec<Vec<[f32; 2]>>,
    x: f32,
}

impl Pen {
    fn draw(&mut self, face: &Face<'_>, text: &str, rtl: bool, size: f32) {
        let mut buffer = UnicodeBuffer::new();
        text.chars().enumerate().filter(|(_, c)| !c.is_control()).for_each(|(i, c)| buffer.add(c, i as u32));
        buffer.set_direction(if rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        let glyphs = rustybuzz::shape(face, &[], buffer);
        let scale = size / (face.units_per_em() as f32).max(1.0);
        for (glyph, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            let at = [self.x + position.x_offset as f32 * scale, -(position.y_offset as f32) * scale];
            let mut flattener = Flattener { contours: &mut self.contours, open: Vec::new(), scale, at };
            face.outline_glyph(GlyphId(glyph.glyph_id as u16), &mut flattener);
            flattener.close();
            self.x += position.x_advance as f32 * scale;
        }
    }
}

/// Turns the curves of one glyph into short straight lines.
struct Flattener<'a> {
    contours: &'a mut Vec<Vec<[f32; 2]>>,
    open: Vec<[f32; 2]>,
    scale: f32,
    at: [f32; 2],
}

impl Flattener<'_> {
    fn point(&self, x: f32, y: f32) -> [f32; 2] {
        [self.at[0] + x * self.scale, self.at[1] - y * self.scale]
    }

    fn start(&self) -> [f32; 2] {
        self.open.last().copied().unwrap_or(self.at)
    }

    /// The number of pieces that keeps a curve of this bend within the tolerance.
    fn pieces(bend: [f32; 2]) -> usize {
        let length = (bend[0] * bend[0] + bend[1] * bend[1]).sqrt();
        ((length / (4.0 * TOLERANCE)).sqrt().ceil() as usize).clamp(1, 64)
    }
}

impl OutlineBuilder for Flattener<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        let point = self.point(x, y);
        self.open.push(point);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let point = self.point(x, y);
        self.open.push(point);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, b, c) = (self.start(), self.point(x1, y1), self.point(x, y));
        let pieces = Self::pieces([a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]]);
        for piece in 1..=pieces {
            let t = piece as f32 / pieces as f32;
            let along = |i: usize| (1.0 - t) * (1.0 - t) * a[i] + 2.0 * (1.0 - t) * t * b[i] + t * t * c[i];
            self.open.push([along(0), along(1)]);
        }
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.start(), self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        let bend = |i: usize| 3.0 * (a[i] - 2.0 * b[i] + c[i]).abs().max((b[i] - 2.0 * c[i] + d[i]).abs());
        let pieces = Self::pieces([bend(0), bend(1)]);
        for piece in 1..=pieces {
            let t = piece as f32 / pieces as f32;
            let u = 1.0 - t;
            let along = |i: usize| {
                u * u * u * a[i] + 3.0 * u * u * t * b[i] + 3.0 * u * t * t * c[i] + t * t * t * d[i]
            };
            self.open.push([along(0), along(1)]);
        }
    }

    fn close(&mut self) {
        if self.open.len() > 2 {
            self.contours.push(std::mem::take(&mut self.open));
        } else {
            self.open.clear();
        }
    }
}
