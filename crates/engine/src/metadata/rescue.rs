//! Facts that the source has in a place which the target's format lacks move to XMP, which every format has: IPTC when a
//! JPEG becomes PNG or WebP, PNG's texts when it becomes JPEG or WebP.

use super::iptc;
use super::plan::Fields;
use super::source::Source;
use super::text::clean;
use super::xmp::{self, Packet, Property};
use crate::format::Format;

/// Adds what would be lost, unless XMP says it already or the user has given another value.
pub(super) fn add(added: &mut Vec<Property>, source: &Source<'_>, target: Format) {
    let mut lost = Vec::new();
    if target != Format::Jpeg
        && let Some(block) = source.iptc()
    {
        lost.extend(xmp::about_fields(&iptc::fields(block)));
        lost.extend(xmp::about_core(iptc::texts(block)));
    }
    if target != Format::Png && !source.texts.is_empty() {
        lost.extend(xmp::about_fields(&from_texts(source)));
    }
    if lost.is_empty() {
        return;
    }
    let packet = source.xmp_text().and_then(Packet::parse);
    for property in lost {
        let said = packet.as_ref().is_some_and(|packet| packet.text(property.name()).is_some());
        if !said && !added.iter().any(|other| other.name() == property.name()) {
            added.push(property);
        }
    }
}

fn from_texts(source: &Source<'_>) -> Fields {
    let text = |keyword| source.text(keyword).map(clean).unwrap_or_default();
    Fields {
        title: text("Title"),
        authors: Some(text("Author")).filter(|name| !name.is_empty()).into_iter().collect(),
        description: text("Description"),
        copyright: text("Copyright"),
        comments: text("Comment"),
        ..Fields::default()
    }
}
