//! The few facts that people look for, from whichever block has them.

use super::exif::Exif;
use super::source::Source;
use super::xmp::Packet;
use super::{icc, iptc, xmp};

/// What [`super::read`] found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// EXIF orientation 1..=8.
    pub orientation: u8,
    /// `YYYY-MM-DDTHH:MM:SS` as the camera wrote it.
    pub taken_at: Option<String>,
    pub camera_make: Option<String>,
    pub camera_model: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub title: Option<String>,
    /// The names of the people in the image.
    pub people: Vec<String>,
    pub has_exif: bool,
    pub has_xmp: bool,
    pub has_iptc: bool,
    /// The colour profile's name; `Some` whenever there is a profile.
    pub icc: Option<String>,
}

pub(super) fn summarise(source: &Source<'_>) -> Summary {
    let exif = source.exif.as_deref().and_then(Exif::parse);
    let iptc_block = source.iptc();
    let mut dates = exif.as_ref().map(Exif::dates).unwrap_or_default();
    let (mut title, mut people) = (None, Vec::new());
    let (mut make, mut model) = (exif.as_ref().and_then(Exif::make), exif.as_ref().and_then(Exif::model));
    let mut position = exif.as_ref().and_then(Exif::position);
    // The XML parser is the slow part: it is asked only for what is missing and could be there.
    let missing = |text: &str| {
        let has = |word: &str| contains(text.as_bytes(), word.as_bytes());
        has(":title")
            || (!dates.has_creation() && has("Date"))
            || xmp::mentions_people(text)
            || (model.is_none() && has(":Model"))
            || (position.is_none() && has(":GPSLatitude"))
    };
    if let Some(packet) = source.xmp_text().filter(|text| missing(text)).and_then(Packet::parse) {
        title = packet.title();
        people = packet.people();
        dates = dates.or(packet.dates());
        make = make.or_else(|| packet.make());
        model = model.or_else(|| packet.model());
        position = position.or_else(|| packet.position());
    }
    if let Some(block) = iptc_block {
        dates = dates.or(iptc::dates(block));
        title = title.or_else(|| iptc::title(block));
    }
    let title = title
        .or_else(|| exif.as_ref().and_then(Exif::title))
        .or_else(|| source.text("Title").map(super::text::clean))
        .filter(|title| !title.is_empty());
    Summary {
        orientation: source.orientation.or_else(|| exif.as_ref().and_then(Exif::orientation)).unwrap_or(1),
        taken_at: dates.or(source.file_dates.clone()).taken_at(),
        camera_make: make,
        camera_model: model,
        latitude: position.map(|p| p.0),
        longitude: position.map(|p| p.1),
        title,
        people,
        has_exif: source.exif.is_some(),
        has_xmp: source.xmp.is_some(),
        has_iptc: iptc_block.is_some(),
        icc: profile_name(source),
    }
}

fn profile_name(source: &Source<'_>) -> Option<String> {
    let profile = source.icc.as_deref()?;
    let label = || source.icc_label.clone().filter(|label| !label.is_empty());
    Some(icc::name(profile).or_else(label).unwrap_or_else(|| "unnamed profile".to_owned()))
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}
