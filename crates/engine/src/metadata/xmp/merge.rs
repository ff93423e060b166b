//! Changing a packet by its text: the old properties are cut out, the new ones added at the end. Everything else, known
//! to us or not, keeps its bytes.

use super::Packet;
use super::property::{Name, Property, Space, description, ns};
use roxmltree::Node;
use std::ops::Range;

/// What is cut.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Cut {
    Property(Name),
    /// Every property of a namespace.
    Space(Space),
}

/// The packet with `cuts` taken out and `added` put in; `None` when it cannot be parsed, before or after.
pub(in super::super) fn merge(packet: &str, cuts: &[Cut], added: &[Property]) -> Option<String> {
    let parsed = Packet::parse(packet)?;
    let mut ranges = Vec::new();
    for node in parsed.descriptions() {
        collect(node, cuts, &mut ranges);
    }
    ranges.sort_by_key(|range| range.start);
    let rdf = parsed.rdf()?.range();
    let end = rdf.start + packet.get(rdf.clone())?.rfind("</")?;
    let about = parsed.descriptions().find_map(|node| {
        node.attribute((ns::RDF.uri, "about")).or_else(|| node.attribute("about")).map(str::to_owned)
    });
    let mut out = String::with_capacity(packet.len() + 1024);
    let mut from = 0;
    for range in ranges {
        out.push_str(packet.get(from..range.start)?);
        from = range.end;
    }
    out.push_str(packet.get(from..end)?);
    if !added.is_empty() {
        out.push_str(&description(added, about.as_deref().unwrap_or_default()));
    }
    out.push_str(packet.get(end..)?);
    Packet::parse(&out).is_some().then_some(out)
}

fn collect(node: Node<'_, '_>, cuts: &[Cut], into: &mut Vec<Range<usize>>) {
    let hit = |space: Option<&str>, local: &str| {
        cuts.iter().any(|cut| match cut {
            Cut::Property(name) => space == Some(name.space.uri) && local == name.local,
            Cut::Space(whole) => space == Some(whole.uri),
        })
    };
    for attribute in node.attributes() {
        if hit(attribute.namespace(), attribute.name()) {
            into.push(attribute.range());
        }
    }
    for child in node.children().filter(Node::is_element) {
        if hit(child.tag_name().namespace(), child.tag_name().name()) {
            into.push(child.range());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packet;
    use super::*;

    const FOREIGN: &str = r#"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="uuid:1" xmlns:q="urn:q"
 xmlns:dc="http://purl.org/dc/elements/1.1/" q:kept="yes" dc:source="old"><dc:title><r:Alt>
<r:li xml:lang="x-default">Old</r:li><r:li xml:lang="de">Alt</r:li></r:Alt></dc:title><q:deep r:parseType="Resource">
<q:a>1</q:a></q:deep></r:Description></r:RDF></x:xmpmeta><?xpacket end="w"?>"#;

    #[test]
    fn new_values_replace_old_ones_and_foreign_data_stays() {
        let added =
            [Property::language(ns::DC, "title", "New & <better>"), Property::text(ns::DC, "source", "here")];
        let cuts: Vec<Cut> = added.iter().map(|p| Cut::Property(p.name)).collect();
        let merged = merge(FOREIGN, &cuts, &added).unwrap();
        let parsed = Packet::parse(&merged).unwrap();
        assert_eq!(parsed.title().unwrap(), "New & <better>");
        assert_eq!(merged.matches("dc:title>").count(), 2, "one element, no second title:\n{merged}");
        assert!(!merged.contains("dc:source=\"old\""));
        assert!(merged.contains(r#"q:kept="yes""#) && merged.contains("<q:a>1</q:a>"));
        assert!(merged.contains(r#"<rdf:Description rdf:about="uuid:1""#));
    }

    #[test]
    fn our_own_packet_merges_with_itself() {
        let own = packet(&[Property::text(ns::XMP, "Rating", "3")]);
        let added = [Property::text(ns::XMP, "Rating", "5")];
        let merged = merge(&own, &[Cut::Property(added[0].name)], &added).unwrap();
        assert!(merged.contains("<xmp:Rating>5<") && !merged.contains("<xmp:Rating>3<"));
    }

    #[test]
    fn packets_that_would_hang_the_parser_are_refused_at_once() {
        let attributes: String = (0..20_000).map(|i| format!(" a{i}=\"\"")).collect();
        assert!(merge(&format!("<x{attributes}/>"), &[], &[]).is_none());
        assert!(merge(&"<a>".repeat(300_000), &[], &[]).is_none());
        let spaces: String = (0..20_000).map(|i| format!("<a xmlns:n{i}=\"u{i}\">")).collect();
        assert!(merge(&spaces, &[], &[]).is_none());
        let entities = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>";
        assert!(merge(entities, &[], &[]).is_none());
    }
}
