//! Dates and the user's own fields as EXIF entries, where Windows Explorer, macOS and exiftool look for them.

use super::super::dates::{Dates, Stamp};
use super::super::plan::{Fields, WINDOWS_PERCENT};
use super::{Exif, Value, ascii, kind, own, tags, undefined};

impl Exif<'_> {
    /// The moments that this block knows.
    pub(in super::super) fn dates(&self) -> Dates {
        let photo = |tag| self.photo_text(tag);
        let stamp = |date, subsec, offset| Stamp::with_parts(&photo(date)?, photo(subsec), photo(offset));
        Dates {
            original: stamp(tags::DATE_TIME_ORIGINAL, tags::SUBSEC_ORIGINAL, tags::OFFSET_TIME_ORIGINAL),
            created: stamp(tags::DATE_TIME_DIGITIZED, tags::SUBSEC_DIGITIZED, tags::OFFSET_TIME_DIGITIZED),
            modified: self.modified_text().and_then(|text| Stamp::parse(&text)),
        }
    }

    /// Writes the creation dates that are not there yet. The date of the last change is written only when there is no
    /// other: it is then the best that is known.
    pub(in super::super) fn fill_dates(&mut self, dates: &Dates) {
        let known = self.dates();
        if known.original.is_none()
            && let Some(stamp) = &dates.original
        {
            let places = (tags::DATE_TIME_ORIGINAL, tags::SUBSEC_ORIGINAL, tags::OFFSET_TIME_ORIGINAL);
            self.put_stamp(stamp, places);
        }
        if known.created.is_none()
            && let Some(stamp) = &dates.created
        {
            let places = (tags::DATE_TIME_DIGITIZED, tags::SUBSEC_DIGITIZED, tags::OFFSET_TIME_DIGITIZED);
            self.put_stamp(stamp, places);
        }
        let none = dates.original.is_none() && dates.created.is_none();
        if none && let Some(text) = dates.modified.as_ref().and_then(Stamp::to_exif) {
            self.main.entry(tags::DATE_TIME).or_insert_with(|| ascii(&text));
        }
    }

    fn put_stamp(&mut self, stamp: &Stamp, (date, subsec, offset): (u16, u16, u16)) {
        let Some(text) = stamp.to_exif() else { return };
        self.photo.insert(date, ascii(&text));
        if !stamp.subsec.is_empty() {
            self.photo.insert(subsec, ascii(&stamp.subsec));
        }
        if let Some(zone) = stamp.exif_offset() {
            self.photo.insert(offset, ascii(&zone));
        }
    }

    /// Replaces what the user has given a value for; the rest stays.
    pub(in super::super) fn put_fields(&mut self, fields: &Fields) {
        let people = fields.authors.join("; ");
        for (tag, text) in [
            (tags::IMAGE_DESCRIPTION, &fields.description),
            (tags::ARTIST, &people),
            (tags::COPYRIGHT, &fields.copyright),
        ] {
            if !text.is_empty() {
                self.main.insert(tag, ascii(text));
            }
        }
        for (tag, text) in [
            (tags::XP_TITLE, &fields.title),
            (tags::XP_COMMENT, &fields.comments),
            (tags::XP_AUTHOR, &fields.authors.join(";")),
            (tags::XP_KEYWORDS, &fields.keywords.join(";")),
            (tags::XP_SUBJECT, &fields.subject),
        ] {
            if !text.is_empty() {
                self.main.insert(tag, windows_text(text));
            }
        }
        if let Some(rating) = fields.rating {
            let (stars, percent) =
                (self.short(u16::from(rating)), self.short(WINDOWS_PERCENT[usize::from(rating.min(5))]));
            self.main.insert(tags::RATING, stars);
            self.main.insert(tags::RATING_PERCENT, percent);
        }
        if !fields.comments.is_empty() {
            let value = self.user_comment(&fields.comments);
            self.photo.insert(tags::USER_COMMENT, value);
        }
        if let Some((latitude, longitude)) = fields.position {
            self.put_position(latitude, longitude);
        }
    }

    /// The whole GPS IFD is replaced: altitude, time and bearing belong to the old place.
    fn put_position(&mut self, latitude: f64, longitude: f64) {
        self.gps.clear();
        let (north, east) = (self.rational(&sexagesimal(latitude)), self.rational(&sexagesimal(longitude)));
        self.gps.insert(tags::GPS_VERSION, own(kind::BYTE, 4, vec![2, 3, 0, 0]));
        self.gps.insert(tags::GPS_LATITUDE_REF, ascii(if latitude < 0.0 { "S" } else { "N" }));
        self.gps.insert(tags::GPS_LATITUDE, north);
        self.gps.insert(tags::GPS_LONGITUDE_REF, ascii(if longitude < 0.0 { "W" } else { "E" }));
        self.gps.insert(tags::GPS_LONGITUDE, east);
        self.gps.insert(tags::GPS_MAP_DATUM, ascii("WGS-84"));
    }

    /// ASCII where it suffices, else UTF-16 in the block's byte order, as the standard has it.
    fn user_comment<'v>(&self, text: &str) -> Value<'v> {
        if text.is_ascii() {
            return undefined([b"ASCII\0\0\0", text.as_bytes()].concat());
        }
        let mut bytes = b"UNICODE\0".to_vec();
        bytes.extend(text.encode_utf16().flat_map(|unit| self.endian.bytes16(unit)));
        undefined(bytes)
    }
}

/// UTF-16, always little endian, ended by NUL: the form of Windows' XP tags.
fn windows_text<'v>(text: &str) -> Value<'v> {
    let bytes: Vec<u8> = text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    own(kind::BYTE, bytes.len() as u32, bytes)
}

/// Degrees, minutes and ten-thousandths of seconds (3 mm on the ground).
fn sexagesimal(degrees: f64) -> [(u32, u32); 3] {
    let parts = (degrees.abs() * 36_000_000.0).round() as u64;
    [((parts / 36_000_000) as u32, 1), ((parts / 600_000 % 60) as u32, 1), ((parts % 600_000) as u32, 10_000)]
}
