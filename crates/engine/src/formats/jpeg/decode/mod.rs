//! Decoding: from the file's bytes to planes.

mod bits;
mod block;
mod huffman;
mod layout;
mod passes;
mod progressive;
mod rebuild;
mod refine;
mod sequential;
pub(super) mod standard;
mod strips;

pub(super) use bits::find_marker;
pub(super) use huffman::Table;

use super::header::{Scan, Walker};
use super::{Chroma, Header, JpegPicture, Model, Pixels, Process, Scale, picture};
use crate::{EngineError, Limits, resize};
use layout::Layout;
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
    let mut sizes = vec![(width.div_ceil(sub_x), height.div_ceil(sub_y)); layout.parts.len()];
    sizes[0] = (width, height);
    let mut planes = Planes::resized(&layout, &sizes);
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

/// All scans, into the strips.
fn run(
    walker: &mut Walker<'_>,
    first: Scan,
    layout: &Layout,
    strips: &mut dyn Strips,
    limits: &Limits,
) -> Result<Outcome, EngineError> {
    let progressive = walker.frame.as_ref().is_some_and(|frame| frame.process == Process::Progressive);
    let mut stores = match progressive {
        true => layout.parts.iter().map(progressive::Store::new).collect(),
        false => Vec::new(),
    };
    let mut seen = vec![false; layout.parts.len()];
    let (mut lost, mut broken) = (false, None);
    let mut next = Some(first);
    let mut scans = 0;
    while let Some(scan) = next {
        scans += 1;
        if scans > limits.scans {
            broken = Some("It has too many scans; the rest was left out.".to_owned());
            break;
        }
        walker.prepare_tables(&scan);
        let result = if progressive {
            progressive::decode_scan(walker, &scan, layout, &mut stores)
        } else if scan.components.iter().any(|&(i, ..)| seen[i]) {
            Err(EngineError::damaged("a component comes twice"))
        } else {
            sequential::decode_scan(walker, &scan, layout, strips)
        };
        let (part_lost, end) = match result {
            Ok(result) => result,
            Err(error) if scans > 1 => {
                broken = Some(error.to_string());
                break;
            }
            Err(error) => return Err(error),
        };
        lost |= part_lost;
        scan.components.iter().for_each(|&(i, ..)| seen[i] = true);
        if !progressive && seen.iter().all(|&seen| seen) {
            walker.at = end;
            break;
        }
        walker.at = end;
        next = walker.next_scan().unwrap_or_else(|error| {
            broken = Some(error.to_string());
            None
        });
    }
    if progressive {
        progressive::rebuild(layout, stores, strips);
    }
    lost |= seen.iter().any(|&seen| !seen);
    let mut warnings = Vec::new();
    if lost && walker.at >= walker.input.len() {
        warnings.push("The end of the file is missing; the picture was read as far as it goes.".to_owned());
    } else if lost || broken.is_some() {
        warnings.push("Part of the picture is damaged; the rest was read.".to_owned());
    }
    Ok(Outcome { warnings, seen })
}
