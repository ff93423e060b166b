//! XMP properties of our own and how they are written.

use std::fmt::Write;

/// A namespace with its usual prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Space {
    pub(super) prefix: &'static str,
    pub(super) uri: &'static str,
}

/// A property's full name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Name {
    pub(super) space: Space,
    pub(super) local: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Text(String),
    /// Text with a language, of which we write only the default.
    Language(String),
    Bag(Vec<String>),
    Sequence(Vec<String>),
}

/// One property to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Property {
    pub(super) name: Name,
    pub(super) shape: Shape,
}

/// The namespaces in use.
pub(super) mod ns {
    use super::Space;

    pub(in super::super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
    pub(in super::super) const RDF: Space =
        Space { prefix: "rdf", uri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#" };
    pub(in super::super) const DC: Space = Space { prefix: "dc", uri: "http://purl.org/dc/elements/1.1/" };
    pub(in super::super) const XMP: Space = Space { prefix: "xmp", uri: "http://ns.adobe.com/xap/1.0/" };
    pub(in super::super) const RIGHTS: Space =
        Space { prefix: "xmpRights", uri: "http://ns.adobe.com/xap/1.0/rights/" };
    pub(in super::super) const NOTE: Space =
        Space { prefix: "xmpNote", uri: "http://ns.adobe.com/xmp/note/" };
    pub(in super::super) const PHOTOSHOP: Space =
        Space { prefix: "photoshop", uri: "http://ns.adobe.com/photoshop/1.0/" };
    pub(in super::super) const IPTC: Space =
        Space { prefix: "Iptc4xmpCore", uri: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" };
    pub(in super::super) const IPTC_EXT: Space =
        Space { prefix: "Iptc4xmpExt", uri: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/" };
    /// Face regions of the Metadata Working Group, and those of Microsoft.
    pub(in super::super) const REGIONS: Space =
        Space { prefix: "mwg-rs", uri: "http://www.metadataworkinggroup.com/schemas/regions/" };
    pub(in super::super) const MP_REGION: Space =
        Space { prefix: "MPReg", uri: "http://ns.microsoft.com/photo/1.2/t/Region#" };
    pub(in super::super) const LIGHTROOM: Space =
        Space { prefix: "lr", uri: "http://ns.adobe.com/lightroom/1.0/" };
    pub(in super::super) const EXIF: Space = Space { prefix: "exif", uri: "http://ns.adobe.com/exif/1.0/" };
    pub(in super::super) const TIFF: Space = Space { prefix: "tiff", uri: "http://ns.adobe.com/tiff/1.0/" };
    pub(in super::super) const GAIN_MAP: Space =
        Space { prefix: "hdrgm", uri: "http://ns.adobe.com/hdr-gain-map/1.0/" };
    pub(in super::super) const APPLE_GAIN_MAP: Space =
        Space { prefix: "HDRGainMap", uri: "http://ns.apple.com/HDRGainMap/1.0/" };
    pub(in super::super) const CONTAINER: Space =
        Space { prefix: "Container", uri: "http://ns.google.com/photos/1.0/container/" };
    pub(in super::super) const CAMERA: Space =
        Space { prefix: "GCamera", uri: "http://ns.google.com/photos/1.0/camera/" };
}

/// A packet of its own with these properties.
pub(in super::super) fn packet(properties: &[Property]) -> String {
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"Nomina\">\n\
         <rdf:RDF xmlns:rdf=\"{}\">\n{}</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>",
        ns::RDF.uri,
        description(properties, "")
    )
}

/// One `rdf:Description` that declares every namespace it uses, so that it can stand in any packet.
pub(super) fn description(properties: &[Property], about: &str) -> String {
    let mut spaces = vec![ns::RDF];
    for property in properties {
        if !spaces.contains(&property.name.space) {
            spaces.push(property.name.space);
        }
    }
    let mut out = format!("<rdf:Description rdf:about=\"{}\"", escape(about));
    for space in spaces {
        let _ = write!(out, "\n xmlns:{}=\"{}\"", space.prefix, space.uri);
    }
    out.push_str(">\n");
    for property in properties {
        property.write(&mut out);
    }
    out.push_str("</rdf:Description>\n");
    out
}

impl Property {
    pub(in super::super) fn name(&self) -> Name {
        self.name
    }

    pub(super) fn text(space: Space, local: &'static str, value: impl Into<String>) -> Self {
        Self { name: Name { space, local }, shape: Shape::Text(value.into()) }
    }

    pub(super) fn language(space: Space, local: &'static str, value: &str) -> Self {
        Self { name: Name { space, local }, shape: Shape::Language(value.to_owned()) }
    }

    fn write(&self, out: &mut String) {
        let tag = format!("{}:{}", self.name.space.prefix, self.name.local);
        let _ = match &self.shape {
            Shape::Text(text) => writeln!(out, " <{tag}>{}</{tag}>", escape(text)),
            Shape::Language(text) => writeln!(
                out,
                " <{tag}><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt></{tag}>",
                escape(text)
            ),
            Shape::Bag(items) => writeln!(out, " <{tag}><rdf:Bag>{}</rdf:Bag></{tag}>", list(items)),
            Shape::Sequence(items) => writeln!(out, " <{tag}><rdf:Seq>{}</rdf:Seq></{tag}>", list(items)),
        };
    }
}

fn list(items: &[String]) -> String {
    items.iter().map(|item| format!("<rdf:li>{}</rdf:li>", escape(item))).collect()
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}
