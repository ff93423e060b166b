//! XMP packets: read with a bounded XML parser, merged by cutting and adding text, so that what we do not know stays as
//! it was.

mod fields;
mod merge;
mod people;
mod property;

pub(super) use fields::{Carried, about_core, about_dates, about_fields, about_new_pixels, replaced_by};
pub(super) use merge::merge;
pub(super) use people::mentions_people;
pub(super) use property::{Name, Property, packet};

use super::dates::{Dates, Stamp};
use nomina_rules::coordinates;
use property::ns;
use roxmltree::{Document, Node, ParsingOptions};
use std::borrow::Cow;

/// Larger packets are carried or removed, never parsed: the parser compares attributes in quadratic time.
const MAX_PARSED_BYTES: usize = 1 << 20;
const MAX_ATTRIBUTES: usize = 512;
const MAX_NAMESPACES: usize = 500;
const MAX_NODES: u32 = 50_000;
/// Real packets nest about a dozen elements. Deeper ones are not carried: they end programs that read them by recursion.
const MAX_DEPTH: usize = 100;
const LIST_ITEM: &str = "<rdf:li";
const LIST_ITEM_END: &str = "</rdf:li>";
const GAIN_MAP_ITEM: &str = "Item:Semantic=\"GainMap\"";
const LENGTH: &str = "Item:Length=\"";

/// A packet that could be parsed.
pub(super) struct Packet<'a>(Document<'a>);

impl<'a> Packet<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        if !is_reasonable(text) {
            return None;
        }
        let options =
            ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).ok()?;
        is_shallow(&document).then_some(Self(document))
    }

    pub(super) fn rdf(&self) -> Option<Node<'_, 'a>> {
        self.0.descendants().find(|node| node.has_tag_name((ns::RDF.uri, "RDF")))
    }

    fn descriptions(&self) -> impl Iterator<Item = Node<'_, 'a>> {
        let described = |node: &Node<'_, '_>| node.has_tag_name((ns::RDF.uri, "Description"));
        self.rdf().into_iter().flat_map(|rdf| rdf.children()).filter(described)
    }

    /// A property's text: of lists the first item, of alternatives the default language.
    pub(super) fn text(&self, name: Name) -> Option<String> {
        let found = self.descriptions().find_map(|node| {
            let attribute = node.attribute((name.space.uri, name.local)).map(str::to_owned);
            attribute.or_else(|| {
                let child = node.children().find(|c| c.has_tag_name((name.space.uri, name.local)))?;
                item_text(child)
            })
        })?;
        let text = super::text::clean(&found);
        (!text.is_empty()).then_some(text)
    }

    pub(super) fn dates(&self) -> Dates {
        let stamp = |space, local| Stamp::parse(&self.text(Name { space, local })?);
        Dates {
            original: stamp(ns::EXIF, "DateTimeOriginal").or_else(|| stamp(ns::PHOTOSHOP, "DateCreated")),
            created: stamp(ns::XMP, "CreateDate").or_else(|| stamp(ns::EXIF, "DateTimeDigitized")),
            modified: stamp(ns::XMP, "ModifyDate"),
        }
    }

    pub(super) fn title(&self) -> Option<String> {
        self.text(Name { space: ns::DC, local: "title" })
    }

    pub(super) fn description(&self) -> Option<String> {
        self.text(Name { space: ns::DC, local: "description" })
    }

    pub(super) fn alt_text(&self) -> Option<String> {
        self.text(Name { space: ns::IPTC, local: "AltTextAccessibility" })
    }

    pub(super) fn keywords(&self) -> Vec<String> {
        self.items(Name { space: ns::DC, local: "subject" })
    }

    /// Every item of a list.
    fn items(&self, name: Name) -> Vec<String> {
        let is_list = move |node: &Node<'_, '_>| node.has_tag_name((name.space.uri, name.local));
        let lists = self.descriptions().flat_map(|node| node.children()).filter(is_list);
        let items = lists.flat_map(|list| list.descendants());
        let items = items.filter(|node| node.has_tag_name((ns::RDF.uri, "li")));
        items.filter_map(|item| item.text().map(super::text::clean)).filter(|text| !text.is_empty()).collect()
    }

    /// Latitude and longitude in degrees.
    pub(super) fn position(&self) -> Option<(f64, f64)> {
        let latitude = self.text(Name { space: ns::EXIF, local: "GPSLatitude" })?;
        let longitude = self.text(Name { space: ns::EXIF, local: "GPSLongitude" })?;
        Some((coordinates::latitude(&latitude).ok()?, coordinates::longitude(&longitude).ok()?))
    }

    pub(super) fn make(&self) -> Option<String> {
        self.text(Name { space: ns::TIFF, local: "Make" })
    }

    pub(super) fn model(&self) -> Option<String> {
        self.text(Name { space: ns::TIFF, local: "Model" })
    }
}

/// The packet in UTF-8: the standard allows UTF-16 too, known by its mark or by the zeros of its first letters.
pub(super) fn in_utf8(packet: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let read: fn([u8; 2]) -> u16 = match *packet {
        [0xfe, 0xff, ..] | [0, b'<', 0, _, ..] => u16::from_be_bytes,
        [0xff, 0xfe, ..] | [b'<', 0, _, 0, ..] => u16::from_le_bytes,
        _ => return packet,
    };
    let units = packet.as_chunks::<2>().0.iter().map(|pair| read(*pair));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Cow::Owned(text.into_bytes())
}

/// Whether a packet speaks of a gain map (Ultra HDR, Apple, Adobe), without parsing it.
pub(super) fn mentions_gain_map(packet: &[u8]) -> bool {
    mentions(packet, &["ns.adobe.com/hdr-gain-map", "ns.apple.com/HDRGainMap", GAIN_MAP_ITEM])
}

/// Whether it speaks of a video behind the image (motion photos of Google and Samsung).
pub(super) fn mentions_video(packet: &[u8]) -> bool {
    mentions(packet, &["MotionPhoto=\"1\"", "MicroVideo=\"1\"", "Item:Semantic=\"MotionPhoto\""])
}

/// How many bytes before the file's end the video begins.
pub(super) fn video_length(packet: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(packet).ok()?;
    let number = |text: &str, name: &str| text.split_once(name)?.1.split('"').next()?.parse().ok();
    match text.split_once("Item:Semantic=\"MotionPhoto\"") {
        Some((before, after)) => {
            let end = text.len() - after.len() + after.find('>')?;
            number(&text[before.rfind('<')?..end], LENGTH)
        }
        None => number(text, "MicroVideoOffset=\""),
    }
}

/// The list of what stands behind the image, with the new length of the gain map and without what was left out.
#[cold]
pub(super) fn listing(packet: &str, gain_map: Option<usize>, video: bool) -> String {
    let mut out = String::with_capacity(packet.len());
    let mut rest = packet;
    while let Some(end) = rest.find(LIST_ITEM_END) {
        let (piece, after) = rest.split_at(end + LIST_ITEM_END.len());
        let (before, item) = piece.split_at(piece.rfind(LIST_ITEM).unwrap_or(0));
        out.push_str(before);
        let is = |word: &str| mentions(item.as_bytes(), &[word]);
        match gain_map {
            Some(length) if is(GAIN_MAP_ITEM) => put_with_length(&mut out, item, length),
            None if is(GAIN_MAP_ITEM) => {}
            _ if is("Item:Semantic=\"MotionPhoto\"") && !video || is("Item:Semantic=\"Depth\"") => {}
            _ => out.push_str(item),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cold]
fn put_with_length(out: &mut String, item: &str, length: usize) {
    let number = item.find(LENGTH).map(|at| at + LENGTH.len());
    let end = number.and_then(|from| Some(from + item[from..].find('"')?));
    let (Some(from), Some(end)) = (number, end) else { return out.push_str(item) };
    out.push_str(&item[..from]);
    out.push_str(&length.to_string());
    out.push_str(&item[end..]);
}

/// Whether it speaks of a depth map (Google's GDepth and what came after it).
pub(super) fn mentions_depth(packet: &[u8]) -> bool {
    mentions(
        packet,
        &["ns.google.com/photos/1.0/depthmap", "Item:Semantic=\"Depth\"", "ns.google.com/photos/dd/1.0"],
    )
}

/// Whether it may hold images: a preview, or what a phone's camera saw before it was edited.
pub(super) fn holds_images(packet: &[u8]) -> bool {
    mentions(packet, &["ns.google.com/photos", "ns.adobe.com/xap/1.0/g/img", "xmpGImg", "Data=\"/9j/"])
}

/// Whether it says that more of it follows elsewhere.
pub(super) fn goes_on(packet: &str) -> bool {
    packet.contains("HasExtendedXMP")
}

fn mentions(packet: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| packet.windows(word.len()).any(|window| window == word.as_bytes()))
}

/// The packet without the spaces that editors leave before its end for edits in place.
pub(super) fn without_padding(packet: &str) -> String {
    match packet.rfind("<?xpacket end") {
        Some(end) => format!("{}\n{}", packet[..end].trim_end(), &packet[end..]),
        None => packet.trim_end().to_owned(),
    }
}

fn item_text(node: Node<'_, '_>) -> Option<String> {
    let mut items = node.descendants().filter(|n| n.has_tag_name((ns::RDF.uri, "li")));
    let default = |n: &Node<'_, '_>| n.attribute((ns::XML, "lang")) == Some("x-default");
    let item = items.clone().find(default).or_else(|| items.next()).unwrap_or(node);
    item.text().map(str::to_owned)
}

/// Nodes come in the order of the document, so that a parent's depth is known before its children's.
fn is_shallow(document: &Document<'_>) -> bool {
    let mut depths: Vec<usize> = Vec::new();
    document.descendants().all(|node| {
        let around = node.parent().and_then(|parent| depths.get(parent.id().get_usize()));
        let depth = around.map_or(0, |depth| depth + 1);
        depths.push(depth);
        depth <= MAX_DEPTH
    })
}

/// Counts what the parser handles in quadratic time: attributes of one tag and namespace declarations.
fn is_reasonable(text: &str) -> bool {
    if text.len() > MAX_PARSED_BYTES || text.matches("xmlns").count() > MAX_NAMESPACES {
        return false;
    }
    let mut attributes = 0;
    for pair in text.as_bytes().windows(2) {
        match pair {
            [b'<', _] => attributes = 0,
            [b'=', b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n'] => attributes += 1,
            _ => continue,
        }
        if attributes > MAX_ATTRIBUTES {
            return false;
        }
    }
    true
}
