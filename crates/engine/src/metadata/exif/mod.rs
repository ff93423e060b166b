//! EXIF as a small model: parsed with borrowed values, edited, and laid out anew.
//!
//! Only the fixed places are entered (IFD0, Exif, GPS, Interop, the thumbnail's IFD1), so chains and loops of IFDs end by
//! themselves. Maker notes stay at their own offset with all that they point at, because most of them count from the
//! block's start.

mod fields;
mod maker;
mod parse;
mod tags;
mod write;

pub(super) use parse::without_prefix;

use super::density::Density;
use super::endian::Endian;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// TIFF value types that we write.
mod kind {
    pub(super) const BYTE: u16 = 1;
    pub(super) const ASCII: u16 = 2;
    pub(super) const SHORT: u16 = 3;
    pub(super) const LONG: u16 = 4;
    pub(super) const RATIONAL: u16 = 5;
    pub(super) const UNDEFINED: u16 = 7;
}

/// One entry's value, in the byte order of its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value<'a> {
    kind: u16,
    count: u32,
    bytes: Cow<'a, [u8]>,
    /// Where it stood in the source block; `None` for values of our own or inside the entry.
    offset: Option<usize>,
}

type Ifd<'a> = BTreeMap<u16, Value<'a>>;

/// Pixels a unit, across and down as fractions, and the unit's number.
pub(super) type Resolution = ((u32, u32), (u32, u32), u16);

/// The stored preview: IFD1 without what points at the data, and the data.
#[derive(Clone, Debug)]
struct Thumbnail<'a> {
    ifd: Ifd<'a>,
    data: Cow<'a, [u8]>,
    /// Samples as TIFF stores them; a JPEG otherwise.
    uncompressed: bool,
}

/// A whole EXIF block.
#[derive(Clone, Debug)]
pub(super) struct Exif<'a> {
    endian: Endian,
    main: Ifd<'a>,
    photo: Ifd<'a>,
    gps: Ifd<'a>,
    interop: Ifd<'a>,
    thumbnail: Option<Thumbnail<'a>>,
    /// What the maker note needs beside itself, with its place.
    pinned: Vec<(usize, &'a [u8])>,
}

impl<'a> Exif<'a> {
    /// An empty block, little endian.
    pub(super) fn new() -> Self {
        Self {
            endian: Endian::Little,
            main: Ifd::new(),
            photo: Ifd::new(),
            gps: Ifd::new(),
            interop: Ifd::new(),
            thumbnail: None,
            pinned: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.main.is_empty() && self.photo.is_empty() && self.gps.is_empty()
    }

    pub(super) fn orientation(&self) -> Option<u8> {
        let value = self.number(self.main.get(&tags::ORIENTATION)?)?;
        u8::try_from(value).ok().filter(|v| (1..=8).contains(v))
    }

    pub(super) fn set_orientation(&mut self, value: u8) {
        let value = self.short(u16::from(value));
        self.main.insert(tags::ORIENTATION, value);
    }

    /// Whether the samples are Adobe RGB: DCF's option file (`R03`), or the number that some cameras write instead.
    pub(super) fn is_adobe_rgb(&self) -> bool {
        let space = self.photo.get(&tags::COLOR_SPACE).and_then(|value| self.number(value));
        let option = self.interop.get(&tags::INTEROP_INDEX).is_some_and(|v| v.bytes.starts_with(b"R03"));
        match space {
            Some(2) => true,
            Some(1) => false,
            _ => option,
        }
    }

    /// What the block says about print: across, down and the unit.
    pub(super) fn resolution(&self) -> Option<Resolution> {
        let ratio = |tag: u16| {
            let value = self.main.get(&tag).filter(|value| value.kind == kind::RATIONAL)?;
            Some((self.endian.u32(&value.bytes, 0)?, self.endian.u32(&value.bytes, 4)?))
        };
        let unit = self.number(self.main.get(&tags::RESOLUTION_UNIT)?)?;
        Some((ratio(tags::X_RESOLUTION)?, ratio(tags::Y_RESOLUTION)?, u16::try_from(unit).ok()?))
    }

    /// Says it, unless something is said already.
    pub(super) fn fill_resolution(&mut self, (across, down, unit): Resolution) {
        if self.main.contains_key(&tags::X_RESOLUTION) {
            return;
        }
        let values = [self.rational(&[across]), self.rational(&[down]), self.short(unit)];
        let places = [tags::X_RESOLUTION, tags::Y_RESOLUTION, tags::RESOLUTION_UNIT];
        self.main.extend(places.into_iter().zip(values));
    }

    pub(super) fn make(&self) -> Option<String> {
        text(self.main.get(&tags::MAKE)?)
    }

    pub(super) fn model(&self) -> Option<String> {
        text(self.main.get(&tags::MODEL)?)
    }

    /// The bytes of an entry of IFD0: TIFF files hold whole blocks there.
    #[cfg(feature = "tiff")]
    pub(super) fn main_bytes(&self, tag: u16) -> Option<&[u8]> {
        self.main.get(&tag).map(|value| &*value.bytes)
    }

    /// Windows' title, else the description.
    pub(super) fn title(&self) -> Option<String> {
        let windows = self.main.get(&tags::XP_TITLE).and_then(utf16_text);
        windows.or_else(|| self.description())
    }

    pub(super) fn description(&self) -> Option<String> {
        text(self.main.get(&tags::IMAGE_DESCRIPTION)?)
    }

    /// Latitude and longitude in degrees, north and east positive.
    pub(super) fn position(&self) -> Option<(f64, f64)> {
        let side = |tag, negative: u8| {
            let first = self.gps.get(&tag).and_then(|v| v.bytes.first().copied());
            if first.is_some_and(|c| c.eq_ignore_ascii_case(&negative)) { -1.0 } else { 1.0 }
        };
        let latitude = self.degrees(self.gps.get(&tags::GPS_LATITUDE)?)?;
        let longitude = self.degrees(self.gps.get(&tags::GPS_LONGITUDE)?)?;
        let inside = latitude <= 90.0 && longitude <= 180.0;
        inside.then(|| {
            (latitude * side(tags::GPS_LATITUDE_REF, b'S'), longitude * side(tags::GPS_LONGITUDE_REF, b'W'))
        })
    }

    /// Text of an entry in the Exif IFD (dates, sub-seconds, offsets).
    pub(super) fn photo_text(&self, tag: u16) -> Option<String> {
        text(self.photo.get(&tag)?)
    }

    /// `DateTime` of IFD0: when the file was last changed.
    pub(super) fn modified_text(&self) -> Option<String> {
        text(self.main.get(&tags::DATE_TIME)?)
    }

    /// The stored preview is of other pixels by now.
    pub(super) fn drop_thumbnail(&mut self) {
        self.thumbnail = None;
    }

    /// Returns whether there was one.
    pub(super) fn drop_maker_note(&mut self) -> bool {
        self.pinned.clear();
        self.photo.remove(&tags::MAKER_NOTE).is_some()
    }

    /// Makes the block true for pixels that were encoded anew.
    pub(super) fn describe_new_pixels(&mut self, width: u32, height: u32, oriented: bool, srgb: bool) {
        self.drop_thumbnail();
        self.main.retain(|tag, _| !tags::LAYOUT.contains(tag));
        if oriented && self.main.contains_key(&tags::ORIENTATION) {
            self.set_orientation(1);
        }
        let sizes = [(tags::PIXEL_WIDTH, width), (tags::PIXEL_HEIGHT, height)];
        for (tag, size) in sizes {
            if !self.photo.is_empty() {
                let value = self.size(size);
                self.photo.insert(tag, value);
            }
        }
        if srgb && self.photo.contains_key(&tags::COLOR_SPACE) {
            let value = self.short(1);
            self.photo.insert(tags::COLOR_SPACE, value);
            self.interop.clear();
        }
    }

    /// Writes the density, unless there is one.
    pub(super) fn fill_density(&mut self, density: Density) {
        if self.main.contains_key(&tags::X_RESOLUTION) {
            return;
        }
        let (x, y) = density.dpi();
        let values = [self.rational(&[(x, 1)]), self.rational(&[(y, 1)]), self.short(2)];
        let places = [tags::X_RESOLUTION, tags::Y_RESOLUTION, tags::RESOLUTION_UNIT];
        self.main.extend(places.into_iter().zip(values));
    }

    /// What EXIF calls mandatory; readers that validate complain without it.
    pub(super) fn complete(&mut self, jpeg: bool, width: u32, height: u32, srgb: bool) {
        let (x, y, unit) = (self.rational(&[(72, 1)]), self.rational(&[(72, 1)]), self.short(2));
        self.main.entry(tags::X_RESOLUTION).or_insert(x);
        self.main.entry(tags::Y_RESOLUTION).or_insert(y);
        self.main.entry(tags::RESOLUTION_UNIT).or_insert(unit);
        self.photo.entry(tags::EXIF_VERSION).or_insert_with(|| undefined(b"0232".to_vec()));
        self.photo.entry(tags::FLASHPIX_VERSION).or_insert_with(|| undefined(b"0100".to_vec()));
        let (space, width, height) =
            (self.short(if srgb { 1 } else { 0xffff }), self.size(width), self.size(height));
        self.photo.entry(tags::COLOR_SPACE).or_insert(space);
        self.photo.entry(tags::PIXEL_WIDTH).or_insert(width);
        self.photo.entry(tags::PIXEL_HEIGHT).or_insert(height);
        if jpeg {
            let centred = self.short(1);
            self.main.entry(tags::YCBCR_POSITIONING).or_insert(centred);
            self.photo.entry(tags::COMPONENTS).or_insert_with(|| undefined(vec![1, 2, 3, 0]));
        }
    }

    fn number(&self, value: &Value<'_>) -> Option<u32> {
        match value.kind {
            kind::BYTE => value.bytes.first().map(|v| u32::from(*v)),
            kind::SHORT => self.endian.u16(&value.bytes, 0).map(u32::from),
            kind::LONG => self.endian.u32(&value.bytes, 0),
            _ => None,
        }
    }

    fn degrees(&self, value: &Value<'_>) -> Option<f64> {
        if value.kind != kind::RATIONAL || value.count != 3 {
            return None;
        }
        let mut sum = 0.0;
        for (part, share) in [1.0, 60.0, 3600.0].into_iter().enumerate() {
            let above = self.endian.u32(&value.bytes, part * 8)?;
            let below = self.endian.u32(&value.bytes, part * 8 + 4)?;
            match (above, below) {
                (0, 0) => {}
                (_, 0) => return None,
                _ => sum += f64::from(above) / f64::from(below) / share,
            }
        }
        Some(sum)
    }

    fn short(&self, value: u16) -> Value<'a> {
        own(kind::SHORT, 1, self.endian.bytes16(value).to_vec())
    }

    fn size(&self, value: u32) -> Value<'a> {
        match u16::try_from(value) {
            Ok(small) => self.short(small),
            Err(_) => own(kind::LONG, 1, self.endian.bytes32(value).to_vec()),
        }
    }

    fn rational(&self, values: &[(u32, u32)]) -> Value<'a> {
        let bytes = values
            .iter()
            .flat_map(|v| [self.endian.bytes32(v.0), self.endian.bytes32(v.1)])
            .flatten()
            .collect();
        own(kind::RATIONAL, values.len() as u32, bytes)
    }
}

fn own<'a>(kind: u16, count: u32, bytes: Vec<u8>) -> Value<'a> {
    Value { kind, count, bytes: Cow::Owned(bytes), offset: None }
}

fn undefined<'a>(bytes: Vec<u8>) -> Value<'a> {
    own(kind::UNDEFINED, bytes.len() as u32, bytes)
}

fn ascii<'a>(text: &str) -> Value<'a> {
    let mut bytes: Vec<u8> = text.bytes().filter(|b| *b != 0).collect();
    bytes.push(0);
    own(kind::ASCII, bytes.len() as u32, bytes)
}

/// The text up to its NUL, at most 4 KB of it; `None` when blank.
fn text(value: &Value<'_>) -> Option<String> {
    if !matches!(value.kind, kind::ASCII | kind::BYTE | kind::UNDEFINED | 129) {
        return None;
    }
    let end = value.bytes.iter().take(4096).position(|b| *b == 0).unwrap_or(value.bytes.len().min(4096));
    let text = super::text::decode(&value.bytes[..end]);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn utf16_text(value: &Value<'_>) -> Option<String> {
    let units = value.bytes.chunks_exact(2).take(4096).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units.take_while(|u| *u != 0)).map(|c| c.unwrap_or('\u{fffd}')).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
