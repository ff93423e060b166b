//! What shaping gives and drawing takes: lines of curves, in font sizes, so that one outline serves every image and
//! every preview. It travels between the browser's modules as bytes.

/// x to the right, y downwards from the baseline, both in font sizes.
pub type Point = [f32; 2];

/// One piece of a contour, from where the last one ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Closes the contour before it and opens a new one.
    Move(Point),
    Line(Point),
    Quad([Point; 2]),
    Cubic([Point; 3]),
}

/// One line of text, its pen starting at x = 0 on the baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub segments: Vec<Segment>,
    /// How far the pen went.
    pub advance: f32,
}

/// A shaped text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    pub lines: Vec<Line>,
    /// Sentences for the person: characters without a glyph, a font that cannot be read.
    pub warnings: Vec<String>,
}

impl Segment {
    fn points(&self) -> &[Point] {
        match self {
            Self::Move(point) | Self::Line(point) => std::slice::from_ref(point),
            Self::Quad(points) => points,
            Self::Cubic(points) => points,
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Move(_) => 0,
            Self::Line(_) => 1,
            Self::Quad(_) => 2,
            Self::Cubic(_) => 3,
        }
    }
}

impl Outline {
    /// Little-endian; counts and lengths are u32, numbers are f32, a segment is its kind and its points.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let count = |out: &mut Vec<u8>, n: usize| out.extend_from_slice(&(n as u32).to_le_bytes());
        count(&mut out, self.warnings.len());
        for warning in &self.warnings {
            count(&mut out, warning.len());
            out.extend_from_slice(warning.as_bytes());
        }
        count(&mut out, self.lines.len());
        for line in &self.lines {
            out.extend_from_slice(&line.advance.to_le_bytes());
            count(&mut out, line.segments.len());
            for segment in &line.segments {
                out.push(segment.kind());
                segment.points().iter().flatten().for_each(|n| out.extend_from_slice(&n.to_le_bytes()));
            }
        }
        out
    }

    /// `None` when the bytes are not an outline.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut outline = Self::default();
        for _ in 0..reader.count()? {
            let length = reader.count()?;
            outline.warnings.push(String::from_utf8(reader.take(length)?.to_vec()).ok()?);
        }
        for _ in 0..reader.count()? {
            let mut line = Line { advance: reader.number()?, ..Line::default() };
            for _ in 0..reader.count()? {
                line.segments.push(reader.segment()?);
            }
            outline.lines.push(line);
        }
        reader.0.is_empty().then_some(outline)
    }
}

/// The bytes that are left. Nothing is reserved by a count that was only read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.0.split_at_checked(length)?;
        self.0 = left;
        Some(taken)
    }

    fn count(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize)
    }

    fn number(&mut self) -> Option<f32> {
        let number = f32::from_le_bytes(self.take(4)?.try_into().ok()?);
        number.is_finite().then_some(number)
    }

    fn point(&mut self) -> Option<Point> {
        Some([self.number()?, self.number()?])
    }

    fn segment(&mut self) -> Option<Segment> {
        Some(match self.take(1)?[0] {
            0 => Segment::Move(self.point()?),
            1 => Segment::Line(self.point()?),
            2 => Segment::Quad([self.point()?, self.point()?]),
            3 => Segment::Cubic([self.point()?, self.point()?, self.point()?]),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Outline {
        let segments = vec![
            Segment::Move([0.0, -0.5]),
            Segment::Line([1.0, 0.25]),
            Segment::Quad([[0.5, 0.5], [0.1, 0.2]]),
            Segment::Cubic([[0.0, 1.0], [2.0, 3.0], [0.0, -0.5]]),
        ];
        let lines = vec![Line { segments, advance: 1.5 }, Line::default()];
        Outline { lines, warnings: vec!["no glyph for ✓".into()] }
    }

    #[test]
    fn an_outline_comes_back_from_its_bytes() {
        assert_eq!(Outline::from_bytes(&sample().to_bytes()), Some(sample()));
        assert_eq!(Outline::from_bytes(&Outline::default().to_bytes()), Some(Outline::default()));
    }

    #[test]
    fn bytes_that_are_cut_off_or_lie_are_refused() {
        let bytes = sample().to_bytes();
        for length in 0..bytes.len() {
            assert_eq!(Outline::from_bytes(&bytes[..length]), None, "{length}");
        }
        assert_eq!(Outline::from_bytes(&[bytes.clone(), vec![0]].concat()), None);
        assert_eq!(Outline::from_bytes(&[0xff; 64]), None);
        assert_eq!(Outline::from_bytes(&[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0xc0, 0x7f, 0, 0, 0, 0]), None, "NaN");
    }
}
