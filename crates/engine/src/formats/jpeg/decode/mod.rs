//! Decoding: from the file's bytes to planes. Control procedures of a decoder: ITU-T T.81, Annexes E to G.

mod bands;
mod bits;
mod block;
mod huffman;
mod layout;
mod passes;
mod progressive;
mod rebuild;
mod refine;
mod scans;
mod sequential;
pub(super) mod standard;
mod strips;

pub(super) use bands::BandReader;
pub(super) use bits::find_marker;
pub(super) use huffman::Table;

use super::header::{Scan, Walker};
use super::{Chroma, Header, JpegPicture, Model, Pixels, Process, Scale, picture};
use crate::{EngineError, Limits, resize};
use layout::Layout;
use progressive::ProgressiveRows;
use scans::Scans;
use sequential::SequentialRows;
use strips::{Planes, Strips};

/// Decodes a file, as far as it goes.
pub fn decode(bytes: &[u8], scale: Scale, limits: &Limits) -> Result<JpegPicture, EngineError> {
    let mut walker = Walker::new(bytes, limits)?;
    let (first, header) = start(&mut walker)?;
    let model = header.model()?;
    let layout = Layout::new(&header, scale);
    let mut planes = Planes::new(&layout);
    let outcome = run(&mut walker, first, &layout, &mut planes, limits)?;
    let planes = planes.finish(&outcome.seen);
    let pixels = picture::assemble(&header, model, &layout.sides(), planes);
    Ok(finished(&header, model, pixels, outcome))
}

/// Decodes straight to the given size (in the file's own orientation, not larger than the picture), with chroma at
/// half of it where the target can hold no more. Rows are resized as they are decoded, so that only the result is held.
/// Other kinds of pixels than YCbCr are resized as well.
pub fn decode_to(
    bytes: &[u8],
    width: usize,
    height: usize,
    chroma: Chroma,
    limits: &Limits,
) -> Result<JpegPicture, EngineError> {
    if width == 0 || height == 0 {
        return Err(EngineError::BadRecipe { what: "a picture needs at least one pixel".into() });
    }
    let scale = Scale::Cover { width, height, chroma };
    let mut walker = Walker::new(bytes, limits)?;
    let (first, header) = start(&mut walker)?;
    let model = header.model()?;
    let layout = Layout::new(&header, scale);
    let Some((sub_x, sub_y)) = picture::chroma_factors(&header, model, &layout.sides()) else {
        return resized(decode(bytes, scale, limits)?, width, height, chroma);
    };
    let (sub_x, sub_y) = if chroma == Chroma::Half && model == Model::Ycc { (2, 2) } else { (sub_x, sub_y) };
    let mut planes = Planes::resized(&layout, (width, height), (sub_x, sub_y));
    let outcome = run(&mut walker, first, &layout, &mut planes, limits)?;
    let pixels = picture::ycc_of(planes.finish(&outcome.seen), width, height, sub_x, sub_y);
    Ok(finished(&header, model, Pixels::Ycc(pixels), outcome))
}

/// The way of rare kinds: whole planes first.
fn resized(
    mut picture: JpegPicture,
    width: usize,
    height: usize,
    chroma: Chroma,
) -> Result<JpegPicture, EngineError> {
    picture.pixels = match picture.pixels {
        Pixels::Ycc(ycc) => Pixels::Ycc(resize::ycc(&ycc, width, height, chroma == Chroma::Half)),
        Pixels::Rgba(rgba) => Pixels::Rgba(resize::rgba(&rgba, width, height)),
        Pixels::Cmyk(cmyk) => Pixels::Cmyk(picture::resize_cmyk(&cmyk, width, height)),
    };
    Ok(picture)
}

fn finished(header: &Header, model: Model, pixels: Pixels, outcome: Outcome) -> JpegPicture {
    JpegPicture {
        pixels,
        full_width: header.width,
        full_height: header.height,
        model,
        adobe_transform: header.adobe_transform,
        warnings: outcome.warnings,
    }
}

/// What the scans gave.
struct Outcome {
    warnings: Vec<String>,
    /// Components that had a scan.
    seen: Vec<bool>,
}

/// The first scan and the header in front of it.
fn start(walker: &mut Walker<'_>) -> Result<(Scan, Header), EngineError> {
    let scan = walker.next_scan()?.ok_or_else(|| EngineError::damaged("it holds no picture data"))?;
    let header = walker.frame.clone().ok_or_else(|| EngineError::damaged("it has no frame header"))?;
    Ok((scan, header))
}

/// All rows, into the strips.
fn run(
    walker: &mut Walker<'_>,
    first: Scan,
    layout: &Layout,
    strips: &mut dyn Strips,
    limits: &Limits,
) -> Result<Outcome, EngineError> {
    let scans = Scans::find(walker, first, layout, limits)?;
    let seen: Vec<bool> = scans.quants.iter().map(Option::is_some).collect();
    let mut rows = Rows::new(walker, &scans, layout);
    for row in 0..layout.mcus_high {
        rows.read(row, strips);
        strips.row_done(row, &seen)?;
    }
    let lost = rows.lost() || seen.iter().any(|&seen| !seen);
    let mut warnings = Vec::new();
    if lost && scans.reach_the_end(walker) {
        warnings.push("The end of the file is missing; the picture was read as far as it goes.".to_owned());
    } else if lost || scans.broken {
        warnings.push("Part of the picture is damaged; the rest was read.".to_owned());
    }
    Ok(Outcome { warnings, seen })
}

/// Where the rows of MCUs come from.
enum Rows<'a> {
    Sequential(SequentialRows<'a>),
    Progressive(ProgressiveRows<'a>),
}

impl<'a> Rows<'a> {
    fn new(walker: &Walker<'a>, scans: &'a Scans, layout: &'a Layout) -> Self {
        match walker.frame.as_ref().map(|frame| frame.process) {
            Some(Process::Progressive) => {
                Self::Progressive(ProgressiveRows::new(walker.input, scans, layout))
            }
            _ => Self::Sequential(SequentialRows::new(walker.input, scans, layout)),
        }
    }

    fn read(&mut self, row: usize, strips: &mut dyn Strips) {
        match self {
            Self::Sequential(rows) => rows.read(row, strips),
            Self::Progressive(rows) => rows.read(row, strips),
        }
    }

    /// Whether anything was missing.
    fn lost(&self) -> bool {
        match self {
            Self::Sequential(rows) => rows.lost(),
            Self::Progressive(rows) => rows.lost(),
        }
    }
}
