//! Dates, the user's own fields and facts about new pixels as XMP properties.

use super::super::dates::{Dates, Stamp};
use super::super::plan::Fields;
use super::merge::Cut;
use super::property::{Name, Property, Shape, Space, ns};

/// The user's fields, in the places where Lightroom, Bridge, macOS and Windows look for them.
pub(in super::super) fn about_fields(fields: &Fields) -> Vec<Property> {
    let mut out = Vec::new();
    let mut language = |space, local, text: &str| {
        if !text.is_empty() {
            out.push(Property::language(space, local, text));
        }
    };
    language(ns::DC, "title", &fields.title);
    language(ns::DC, "description", &fields.description);
    language(ns::IPTC, "AltTextAccessibility", &fields.alt_text);
    language(ns::DC, "rights", &fields.copyright);
    language(ns::RIGHTS, "UsageTerms", fields.usage_rights.unwrap_or_default());
    language(ns::EXIF, "UserComment", &fields.comments);
    let mut text = |space, local, value: &str| {
        if !value.is_empty() {
            out.push(Property::text(space, local, value));
        }
    };
    text(ns::PHOTOSHOP, "Headline", &fields.subject);
    text(ns::PHOTOSHOP, "Source", &fields.source);
    text(ns::DC, "source", &fields.source);
    text(ns::IPTC, "Location", &fields.location);
    text(ns::PHOTOSHOP, "Category", fields.category.unwrap_or_default());
    if fields.public_domain {
        text(ns::RIGHTS, "Marked", "False");
    } else if fields.usage_rights.is_some() || !fields.copyright.is_empty() {
        text(ns::RIGHTS, "Marked", "True");
    }
    if let Some(rating) = fields.rating {
        text(ns::XMP, "Rating", &rating.to_string());
    }
    if let Some((latitude, longitude)) = fields.position {
        text(ns::EXIF, "GPSLatitude", &degrees_minutes(latitude, ['N', 'S']));
        text(ns::EXIF, "GPSLongitude", &degrees_minutes(longitude, ['E', 'W']));
    }
    out.extend(lists(fields));
    out
}

fn lists(fields: &Fields) -> Vec<Property> {
    let categories: Vec<String> = fields.category.iter().map(|c| (*c).to_owned()).collect();
    [
        (ns::DC, "creator", Shape::Sequence(fields.authors.clone())),
        (ns::DC, "subject", Shape::Bag(fields.keywords.clone())),
        (ns::LIGHTROOM, "hierarchicalSubject", Shape::Bag(fields.keyword_paths.clone())),
        (ns::PHOTOSHOP, "SupplementalCategories", Shape::Bag(categories)),
    ]
    .into_iter()
    .filter(|(_, _, shape)| !matches!(shape, Shape::Bag(items) | Shape::Sequence(items) if items.is_empty()))
    .map(|(space, local, shape)| Property { name: Name { space, local }, shape })
    .collect()
}

/// Where XMP holds the datasets of IPTC's core that no field of a recipe stands for, by their numbers.
const CORE: [(u8, Space, &str); 11] = [
    (10, ns::PHOTOSHOP, "Urgency"),
    (15, ns::PHOTOSHOP, "Category"),
    (40, ns::PHOTOSHOP, "Instructions"),
    (85, ns::PHOTOSHOP, "AuthorsPosition"),
    (90, ns::PHOTOSHOP, "City"),
    (95, ns::PHOTOSHOP, "State"),
    (100, ns::IPTC, "CountryCode"),
    (101, ns::PHOTOSHOP, "Country"),
    (103, ns::PHOTOSHOP, "TransmissionReference"),
    (110, ns::PHOTOSHOP, "Credit"),
    (122, ns::PHOTOSHOP, "CaptionWriter"),
];
const SUPPLEMENTAL_CATEGORIES: u8 = 20;

/// The rest of IPTC's core; `texts` gives the texts of a dataset.
pub(in super::super) fn about_core(texts: impl Fn(u8) -> Vec<String>) -> Vec<Property> {
    let first = |&(number, space, local): &(u8, Space, &'static str)| {
        texts(number).into_iter().next().map(|text| Property::text(space, local, text))
    };
    let mut out: Vec<Property> = CORE.iter().filter_map(first).collect();
    let categories = texts(SUPPLEMENTAL_CATEGORIES);
    if !categories.is_empty() {
        let name = Name { space: ns::PHOTOSHOP, local: "SupplementalCategories" };
        out.push(Property { name, shape: Shape::Bag(categories) });
    }
    out
}

/// The moments of creation.
pub(in super::super) fn about_dates(dates: &Dates) -> Vec<Property> {
    let iso = |stamp: &Option<Stamp>| stamp.as_ref().map(Stamp::to_xmp);
    let mut out = Vec::new();
    if let Some(original) = iso(&dates.original) {
        out.push(Property::text(ns::EXIF, "DateTimeOriginal", original.as_str()));
        out.push(Property::text(ns::PHOTOSHOP, "DateCreated", original));
    }
    if let Some(created) = iso(&dates.created) {
        out.push(Property::text(ns::XMP, "CreateDate", created));
    }
    out
}

/// What these properties replace. A new position makes the old place's altitude and time untrue.
pub(in super::super) fn replaced_by(properties: &[Property]) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = properties.iter().map(|p| Cut::Property(p.name)).collect();
    if properties.iter().any(|p| p.name.local == "GPSLatitude") {
        let gps = ["GPSAltitude", "GPSAltitudeRef", "GPSTimeStamp", "GPSDateStamp", "GPSImgDirection"];
        cuts.extend(gps.map(|local| Cut::Property(Name { space: ns::EXIF, local })));
    }
    cuts
}

/// What follows the new pixels, so that what the packet says of it stays true.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Carried {
    pub(in super::super) extended: bool,
    pub(in super::super) gain_map: bool,
    pub(in super::super) video: bool,
}

/// What is untrue once the pixels are new: sizes, previews, and what is said of parts that are not carried.
pub(in super::super) fn about_new_pixels(oriented: bool, carried: Carried) -> Vec<Cut> {
    let property = |space, local| Cut::Property(Name { space, local });
    let mut cuts = vec![
        property(ns::TIFF, "ImageWidth"),
        property(ns::TIFF, "ImageLength"),
        property(ns::EXIF, "PixelXDimension"),
        property(ns::EXIF, "PixelYDimension"),
        property(ns::XMP, "Thumbnails"),
    ];
    if !carried.gain_map {
        cuts.extend([Cut::Space(ns::GAIN_MAP), Cut::Space(ns::APPLE_GAIN_MAP)]);
    }
    if !carried.video {
        cuts.push(Cut::Space(ns::CAMERA));
    }
    if !carried.video && !carried.gain_map {
        cuts.push(Cut::Space(ns::CONTAINER));
    }
    if !carried.extended {
        cuts.push(property(ns::NOTE, "HasExtendedXMP"));
    }
    if oriented {
        cuts.push(property(ns::TIFF, "Orientation"));
    }
    cuts
}

/// XMP's way to write a coordinate: `48,51.396000N`.
fn degrees_minutes(degrees: f64, [positive, negative]: [char; 2]) -> String {
    let side = if degrees < 0.0 { negative } else { positive };
    let parts = (degrees.abs() * 60_000_000.0).round() as u64;
    format!("{},{}.{:06}{side}", parts / 60_000_000, parts / 1_000_000 % 60, parts % 1_000_000)
}
