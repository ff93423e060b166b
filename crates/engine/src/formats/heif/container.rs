//! The boxes of HEIC and AVIF: which items make the image, how they lie, how it is turned, and what else the file holds.
//! Everything is bounded before `heifer-isobmff` reads the boxes, whose lists are searched in a straight line.

use crate::format::Format;
use crate::formats::row_sink::Crop;
use crate::{EngineError, Limits};
use heifer_isobmff::boxes::{ColorInfo, Property};
use heifer_isobmff::{BoxIter, HeifFile, ItemId};

/// All boxes of the description together, and the items they describe; photos have some kilobytes and some hundred.
const MOST_META_BYTES: usize = 2 << 20;
const MOST_ITEMS: usize = 5_000;
const ALPHA: [&str; 2] = ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"];

/// How an item's tiles lie: one, or a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub width: usize,
    pub height: usize,
    pub tile_width: usize,
    pub tile_height: usize,
    pub columns: usize,
    pub tiles: Vec<ItemId>,
}

impl Layout {
    pub fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }
}

/// How a tile is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Hevc,
    Av1,
}

/// Colour by the numbers of ITU-T H.273.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nclx {
    pub primaries: u16,
    pub transfer: u16,
    pub matrix: u16,
    pub full_range: bool,
}

/// A file whose primary image can be found.
#[derive(Debug)]
pub struct Container<'a> {
    file: HeifFile<'a>,
    bytes: &'a [u8],
    pub format: Format,
    pub main: Layout,
    pub alpha: Option<Layout>,
    /// What is shown of the image, before it is turned.
    pub crop: Crop,
    /// As EXIF says it, 1..=8, from the file's own boxes: EXIF's number is only a copy here.
    pub orientation: u8,
    pub icc: Option<Vec<u8>>,
    /// Primaries and transfer function, where they are stated.
    pub code_points: Option<(u16, u16)>,
    pub bit_depth: u8,
}

impl<'a> Container<'a> {
    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, EngineError> {
        check_bounds(bytes)?;
        let file = HeifFile::parse(bytes).map_err(|e| damaged(&e))?;
        let format = Format::of(bytes).unwrap_or(Format::Heic);
        let primary = source_of(&file, file.primary_id)?;
        let main = layout(&file, primary, limits)?;
        let mut opened = Self {
            bytes,
            format,
            crop: Crop { x: 0, y: 0, width: main.width, height: main.height },
            main,
            alpha: None,
            orientation: 1,
            icc: None,
            code_points: None,
            bit_depth: 8,
            file,
        };
        opened.turn_and_crop(primary)?;
        let alpha =
            opened.file.referencing_items(primary, b"auxl").into_iter().find(|id| opened.is_alpha(*id));
        opened.alpha = alpha.map(|id| layout(&opened.file, id, limits)).transpose()?;
        opened.find_colour(primary);
        Ok(opened)
    }

    /// Crops and turns in the order of the boxes, those of a copied item before the copy's own.
    fn turn_and_crop(&mut self, primary: ItemId) -> Result<(), EngineError> {
        let mut steps = self.properties(primary);
        if primary != self.file.primary_id {
            steps.extend(self.properties(self.file.primary_id));
        }
        let (mut quarters, mut mirrored) = (0u8, false);
        for step in steps {
            match step {
                Property::CleanAperture { width, height, horiz_offset, vert_offset }
                    if quarters == 0 && !mirrored =>
                {
                    self.crop = aperture(self.crop, (width, horiz_offset), (height, vert_offset))?;
                }
                Property::CleanAperture { .. } => {
                    return Err(EngineError::UnsupportedFeature {
                        format: self.format,
                        what: "it is cropped after it was turned".into(),
                    });
                }
                Property::Rotation(left) => quarters = (quarters + 4 - left % 4) % 4,
                Property::Mirror(top_bottom) => {
                    quarters = (if top_bottom { 6 } else { 4 } - quarters) % 4;
                    mirrored = !mirrored;
                }
                _ => {}
            }
        }
        self.orientation = orientation(quarters, mirrored);
        Ok(())
    }

    fn properties(&self, id: ItemId) -> Vec<Property> {
        let wanted = |p: &&Property| {
            matches!(p, Property::CleanAperture { .. } | Property::Rotation(_) | Property::Mirror(_))
        };
        self.file.item_properties(id).map(|all| all.filter(wanted).cloned().collect()).unwrap_or_default()
    }

    /// Profile, code points and depth, from the image or else from its first tile.
    fn find_colour(&mut self, primary: ItemId) {
        for id in [self.file.primary_id, primary, self.main.tiles[0]] {
            let Ok(properties) = self.file.item_properties(id) else { continue };
            for property in properties {
                match property {
                    Property::Color(ColorInfo::Icc(icc)) if self.icc.is_none() && icc.len() > 128 => {
                        self.icc = Some(icc.clone());
                    }
                    Property::Color(ColorInfo::Nclx { primaries, transfer, .. }) => {
                        self.code_points.get_or_insert((*primaries, *transfer));
                    }
                    Property::HevcConfig(config) => {
                        self.bit_depth = config.bit_depth_luma.max(config.bit_depth_chroma);
                    }
                    Property::PixelInfo(bits) => {
                        self.bit_depth = bits.iter().copied().max().unwrap_or(8).clamp(8, 16);
                    }
                    _ => {}
                }
            }
        }
    }

    #[cfg(feature = "avif")]
    pub(super) fn file(&self) -> &HeifFile<'a> {
        &self.file
    }

    pub(super) fn is_alpha(&self, id: ItemId) -> bool {
        self.auxiliary(id).is_some_and(|kind| ALPHA.contains(&kind))
    }

    fn auxiliary(&self, id: ItemId) -> Option<&str> {
        self.file.item_properties(id).ok()?.find_map(|property| match property {
            Property::AuxiliaryType(kind) => Some(kind.as_str()),
            _ => None,
        })
    }

    /// How the samples of an item are to be read, where the container says it.
    pub fn nclx(&self, id: ItemId) -> Option<Nclx> {
        self.file.item_properties(id).ok()?.find_map(|property| match *property {
            Property::Color(ColorInfo::Nclx { primaries, transfer, matrix, full_range }) => {
                Some(Nclx { primaries, transfer, matrix, full_range })
            }
            _ => None,
        })
    }

    pub fn coding(&self, id: ItemId) -> Result<Coding, EngineError> {
        let item = self.file.item(id).map_err(|e| damaged(&e))?;
        match &item.item_type.0 {
            b"hvc1" => Ok(Coding::Hevc),
            b"av01" => Ok(Coding::Av1),
            other => Err(EngineError::UnsupportedFeature {
                format: self.format,
                what: format!("an image of the kind \"{}\"", String::from_utf8_lossy(other).escape_default()),
            }),
        }
    }

    /// The coded bytes of an item.
    pub fn data(&self, id: ItemId) -> Result<std::borrow::Cow<'a, [u8]>, EngineError> {
        self.file.item_data(id).map_err(|e| damaged(&e))
    }

    pub fn hevc_stream(&self, id: ItemId) -> Result<Vec<u8>, EngineError> {
        self.file.hevc_bitstream(id).map_err(|e| damaged(&e))
    }

    pub fn exif(&self) -> Option<Vec<u8>> {
        self.file.exif(self.file.primary_id).ok()?
    }

    pub fn xmp(&self) -> Option<Vec<u8>> {
        self.file.xmp(self.file.primary_id).ok()?
    }

    /// Whether the file holds an HDR gain map (Apple's or ISO 21496-1).
    pub fn has_gain_map(&self) -> bool {
        let apple = |id: ItemId| self.auxiliary(id).is_some_and(|kind| kind.ends_with("aux:hdrgainmap"));
        self.file.items.iter().any(|item| item.item_type.0 == *b"tmap" || apple(item.id))
    }

    /// Whether it holds a depth map or a cut-out mask.
    pub fn has_depth(&self) -> bool {
        let depth = |kind: &str| {
            ["depth", "disparity", "matte"].iter().any(|word| kind.contains(word))
                || kind.ends_with("auxid:2")
        };
        self.file.items.iter().any(|item| self.auxiliary(item.id).is_some_and(depth))
    }

    /// Whether more images of their own follow, as in a burst.
    pub fn has_more_images(&self) -> bool {
        let is_map = |id: ItemId| self.file.item(id).is_ok_and(|item| item.item_type.0 == *b"tmap");
        self.file.top_level_image_ids().into_iter().filter(|id| !is_map(*id)).count() > 1
    }

    /// Whether a video is part of the file: Samsung's motion photos, or a sequence.
    pub fn has_video(&self) -> bool {
        let video = |name: &[u8; 4]| name == b"mpvd" || name == b"moov";
        BoxIter::new(self.bytes).flatten().any(|found| video(&found.header.box_type.0))
    }
}

/// Where limited luma begins, and how far it reaches.
pub(super) fn limited_luma(bits: u32) -> (u32, u32) {
    (16 << (bits - 8), 219 << (bits - 8))
}

/// A copy of another item (`iden`) stands for that item.
fn source_of(file: &HeifFile<'_>, id: ItemId) -> Result<ItemId, EngineError> {
    let item = file.item(id).map_err(|e| damaged(&e))?;
    match (&item.item_type.0, file.referenced_items(id, b"dimg")) {
        (b"iden", [source]) if *source != id => Ok(*source),
        _ => Ok(id),
    }
}

fn layout(file: &HeifFile<'_>, id: ItemId, limits: &Limits) -> Result<Layout, EngineError> {
    let item = file.item(id).map_err(|e| damaged(&e))?;
    let size = |id: ItemId| {
        let missing = || EngineError::damaged("the file does not say how large its image is");
        file.image_size(id).map_err(|e| damaged(&e))?.ok_or_else(missing)
    };
    if item.item_type.0 != *b"grid" {
        let (width, height) = size(id)?;
        limits.check_size(width, height)?;
        let (width, height) = (width as usize, height as usize);
        return Ok(Layout {
            width,
            height,
            tile_width: width,
            tile_height: height,
            columns: 1,
            tiles: vec![id],
        });
    }
    let grid = file.grid(id).map_err(|e| damaged(&e))?;
    limits.check_size(grid.output_width, grid.output_height)?;
    let tiles = file.referenced_items(id, b"dimg").to_vec();
    let first = *tiles.first().ok_or_else(uneven)?;
    let (tile_width, tile_height) = size(first)?;
    limits.check_size(tile_width, tile_height)?;
    let (width, height) = (grid.output_width as usize, grid.output_height as usize);
    let (tile_width, tile_height) = (tile_width as usize, tile_height as usize);
    let (columns, rows) = (usize::from(grid.columns), usize::from(grid.rows));
    // Tiles cover the image, and none lies outside of it: no work is done for pixels that nobody sees.
    let covers = |tiles: usize, tile: usize, whole: usize| tiles == whole.div_ceil(tile);
    if tiles.len() != columns * rows
        || !covers(columns, tile_width, width)
        || !covers(rows, tile_height, height)
    {
        return Err(uneven());
    }
    Ok(Layout { width, height, tile_width, tile_height, columns, tiles })
}

fn uneven() -> EngineError {
    EngineError::damaged("its tiles do not cover the image")
}

/// What is left of `whole` by a clean aperture: each side as a fraction, and the offset of its middle.
fn aperture(
    whole: Crop,
    across: ((u32, u32), (i32, u32)),
    down: ((u32, u32), (i32, u32)),
) -> Result<Crop, EngineError> {
    let side = |length: usize, ((size, of), (shift, shift_of)): ((u32, u32), (i32, u32))| {
        if of == 0 || shift_of == 0 {
            return None;
        }
        let size = f64::from(size) / f64::from(of);
        let middle = f64::from(shift) / f64::from(shift_of) + (length as f64 - 1.0) / 2.0;
        let (start, size) = ((middle - (size - 1.0) / 2.0).round(), size.round());
        let inside = start >= 0.0 && size >= 1.0 && start + size <= length as f64;
        inside.then_some((start as usize, size as usize))
    };
    let bad = || EngineError::damaged("it is cropped to nothing");
    let (x, width) = side(whole.width, across).ok_or_else(bad)?;
    let (y, height) = side(whole.height, down).ok_or_else(bad)?;
    Ok(Crop { x: whole.x + x, y: whole.y + y, width, height })
}

/// EXIF's number for: mirror left and right, then turn right by so many quarters.
fn orientation(quarters: u8, mirrored: bool) -> u8 {
    match (quarters % 4, mirrored) {
        (0, false) => 1,
        (1, false) => 6,
        (2, false) => 3,
        (_, false) => 8,
        (0, true) => 2,
        (1, true) => 7,
        (2, true) => 4,
        (_, true) => 5,
    }
}

fn check_bounds(bytes: &[u8]) -> Result<(), EngineError> {
    for found in BoxIter::new(bytes).take(MOST_ITEMS) {
        let Ok(found) = found else { break };
        if found.header.box_type.0 != *b"meta" {
            continue;
        }
        let items = found.content.get(4..).map_or(0, items);
        if found.content.len() > MOST_META_BYTES || items > MOST_ITEMS {
            return Err(EngineError::too_large("its description has too many parts"));
        }
    }
    Ok(())
}

/// How many items the description lists.
fn items(meta: &[u8]) -> usize {
    let infos = BoxIter::new(meta).flatten().find(|found| found.header.box_type.0 == *b"iinf");
    match infos.map(|found| found.content) {
        Some([0, _, _, _, high, low, ..]) => usize::from(u16::from_be_bytes([*high, *low])),
        Some([_, _, _, _, a, b, c, d, ..]) => u32::from_be_bytes([*a, *b, *c, *d]) as usize,
        _ => 0,
    }
}

pub(super) fn damaged(error: &heifer_isobmff::Error) -> EngineError {
    EngineError::damaged(format!("its boxes cannot be read ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_is_measured_from_the_middle_and_must_lie_inside() {
        let whole = Crop { x: 0, y: 0, width: 10, height: 8 };
        let kept = aperture(whole, ((6, 1), (1, 1)), ((8, 1), (0, 1))).unwrap();
        assert_eq!(kept, Crop { x: 3, y: 0, width: 6, height: 8 });
        assert!(aperture(whole, ((12, 1), (0, 1)), ((8, 1), (0, 1))).is_err());
        assert!(aperture(whole, ((6, 0), (0, 1)), ((8, 1), (0, 1))).is_err());
    }

    #[test]
    fn every_turn_has_the_number_that_exif_gives_it() {
        let numbers = [false, true].map(|mirrored| [0, 1, 2, 3].map(|turns| orientation(turns, mirrored)));
        assert_eq!(numbers, [[1, 6, 3, 8], [2, 7, 4, 5]]);
    }
}
