//! The people in an image: names of face regions (Metadata Working Group, Microsoft) and IPTC's list of persons.

use super::property::{Name, Space, ns};
use super::{Node, Packet};

/// More names than a photo of a crowd has.
const MOST_PEOPLE: usize = 50;

/// Whether a packet may name people, without parsing it.
pub(in super::super) fn mentions_people(packet: &str) -> bool {
    [ns::REGIONS.uri, ns::MP_REGION.uri, "PersonInImage"].iter().any(|word| packet.contains(word))
}

impl Packet<'_> {
    /// Each name once, in the order of the packet.
    pub(in super::super) fn people(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let listed = self.items(Name { space: ns::IPTC_EXT, local: "PersonInImage" });
        let regions = self.0.descendants().filter(Node::is_element).filter_map(|node| {
            let face = part(node, ns::REGIONS, "Type").is_none_or(|kind| kind.eq_ignore_ascii_case("Face"));
            let named = part(node, ns::REGIONS, "Name").filter(|_| face);
            named.or_else(|| part(node, ns::MP_REGION, "PersonDisplayName"))
        });
        for name in listed.into_iter().chain(regions.map(|name| super::super::text::clean(&name))) {
            if found.len() < MOST_PEOPLE && !name.is_empty() && !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }
}

/// A part of a structure: an attribute, or an element of its own.
fn part(node: Node<'_, '_>, space: Space, local: &str) -> Option<String> {
    let attribute = node.attribute((space.uri, local));
    let child = || node.children().find(|child| child.has_tag_name((space.uri, local)))?.text();
    attribute.or_else(child).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(inside: &str) -> String {
        format!(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='{}'><rdf:Description xmlns:mwg-rs='{}' \
             xmlns:MPReg='{}' xmlns:Iptc4xmpExt='{}'>{inside}</rdf:Description></rdf:RDF></x:xmpmeta>",
            ns::RDF.uri,
            ns::REGIONS.uri,
            ns::MP_REGION.uri,
            ns::IPTC_EXT.uri
        )
    }

    fn people(inside: &str) -> Vec<String> {
        let text = packet(inside);
        assert!(mentions_people(&text));
        Packet::parse(&text).unwrap().people()
    }

    #[test]
    fn names_come_from_lists_and_faces_each_once_and_not_from_other_regions() {
        let regions = "<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna</rdf:li><rdf:li> </rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>\
            <mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>\
            <rdf:li><rdf:Description mwg-rs:Name='Ben' mwg-rs:Type='Face'/></rdf:li>\
            <rdf:li rdf:parseType='Resource'><mwg-rs:Name>Cleo</mwg-rs:Name></rdf:li>\
            <rdf:li><rdf:Description mwg-rs:Name='Rex' mwg-rs:Type='Pet'/></rdf:li>\
            <rdf:li><rdf:Description mwg-rs:Name='Anna' mwg-rs:Type='Face'/></rdf:li>\
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>\
            <MPReg:Regions><rdf:li MPReg:PersonDisplayName='Dan'/></MPReg:Regions>";
        assert_eq!(people(regions), ["Anna", "Ben", "Cleo", "Dan"]);
        assert!(people("").is_empty());
    }

    #[test]
    fn a_crowd_is_cut_off() {
        let many: String = (0..200).map(|n| format!("<rdf:li MPReg:PersonDisplayName='p{n}'/>")).collect();
        assert_eq!(people(&many).len(), MOST_PEOPLE);
    }
}
