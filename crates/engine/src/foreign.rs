//! Files that are not images we read, known by their content: each is named, with what to do instead.

/// A kind of file that people hand in by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    Empty,
    Svg,
    Pdf,
    Photoshop,
    Icon,
    Postscript,
    Jpeg2000,
    Video,
    Sound,
    Word,
    Excel,
    PowerPoint,
    OpenDocument,
    Office,
    Zip,
    WebPage,
}

/// Only this much of a file is looked at.
const LOOKED_AT: usize = 4096;

impl Foreign {
    /// The kind by the beginning of the file; the file's name plays no part.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let start = &bytes[..bytes.len().min(LOOKED_AT)];
        match start {
            [] => Some(Self::Empty),
            [b'8', b'B', b'P', b'S', 0, 1 | 2, ..] => Some(Self::Photoshop),
            [0, 0, 1 | 2, 0, 1..=255, 0, ..] => Some(Self::Icon),
            [0xc5, 0xd0, 0xd3, 0xc6, ..] | [b'%', b'!', b'P', b'S', ..] => Some(Self::Postscript),
            [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] | [0xff, 0x4f, 0xff, 0x51, ..] => Some(Self::Jpeg2000),
            [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Some(Self::Office),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(zipped(start)),
            // Editors write a few bytes before it, and readers accept that.
            _ if contains(&start[..start.len().min(1024)], b"%PDF-") => Some(Self::Pdf),
            _ => moving(start).or_else(|| marked_up(start)),
        }
    }

    /// What the person reads: what the file is, and how to go on.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Empty => "The file is empty. Copy it again from where it came from.",
            Self::Svg => "This is an SVG file. Nomina works with photos: export it as PNG first.",
            Self::Pdf => {
                "This is a PDF file. Nomina works with photos: export its pages as JPEG or PNG first."
            }
            Self::Photoshop => {
                "This is a Photoshop file. Nomina works with photos: export it as JPEG or PNG first."
            }
            Self::Icon => "This is an icon file (ICO). Nomina works with photos: export it as PNG first.",
            Self::Postscript => {
                "This is a PostScript file (EPS). Nomina works with photos: export it as PNG first."
            }
            Self::Jpeg2000 => {
                "This is a JPEG 2000 file, which Nomina does not read: save it as JPEG or PNG first."
            }
            Self::Video => "This is a video. Nomina works with photos: save a frame as JPEG or PNG first.",
            Self::Sound => "This is a sound file. Nomina works with photos.",
            Self::Word => "This is a Word document. Nomina works with photos: save the images in it first.",
            Self::Excel => {
                "This is an Excel workbook. Nomina works with photos: save the images in it first."
            }
            Self::PowerPoint => {
                "This is a PowerPoint presentation. Nomina works with photos: export its slides as JPEG or PNG first."
            }
            Self::OpenDocument => {
                "This is an OpenDocument file. Nomina works with photos: save the images in it first."
            }
            Self::Office => {
                "This is an Office document. Nomina works with photos: save the images in it first."
            }
            Self::Zip => "This is a ZIP file. Unpack it and add the images inside.",
            Self::WebPage => {
                "This is a web page (HTML), not an image. Download the image itself and add that file."
            }
        }
    }
}

/// Office files are ZIP files whose first entries tell them apart.
fn zipped(start: &[u8]) -> Foreign {
    match () {
        () if contains(start, b"mimetypeapplication/vnd.oasis.opendocument") => Foreign::OpenDocument,
        () if !contains(start, b"[Content_Types].xml") && !contains(start, b"_rels/.rels") => Foreign::Zip,
        () if contains(start, b"word/") => Foreign::Word,
        () if contains(start, b"xl/") => Foreign::Excel,
        () if contains(start, b"ppt/") => Foreign::PowerPoint,
        () => Foreign::Office,
    }
}

/// Videos and sounds.
fn moving(start: &[u8]) -> Option<Foreign> {
    match start {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', b' ', ..] => Some(Foreign::Video),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(Foreign::Sound),
        [b'I', b'D', b'3', 2..=4, ..] | [b'f', b'L', b'a', b'C', ..] | [b'O', b'g', b'g', b'S', ..] => {
            Some(Foreign::Sound)
        }
        [0xff, 0xfb | 0xf3 | 0xf2, _, _, ..] => Some(Foreign::Sound),
        [0x1a, 0x45, 0xdf, 0xa3, ..] | [0, 0, 1, 0xba | 0xb3, ..] | [b'F', b'L', b'V', 1, ..] => {
            Some(Foreign::Video)
        }
        // Windows Media.
        [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, ..] => Some(Foreign::Video),
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => of_brand(brand.get(..4)?),
        // QuickTime files from before brands.
        [_, _, _, _, b'm', b'o', b'o', b'v' | b'w', ..] | [_, _, _, _, b'm', b'd', b'a', b't', ..] => {
            Some(Foreign::Video)
        }
        _ => None,
    }
}

/// MP4 and its relatives. Brands of images are not among them.
fn of_brand(brand: &[u8]) -> Option<Foreign> {
    match brand {
        b"M4A " | b"M4B " | b"M4P " => Some(Foreign::Sound),
        b"jp2 " | b"jpx " | b"jph " => Some(Foreign::Jpeg2000),
        b"qt  " | b"M4V " | b"M4VH" | b"MSNV" | b"avc1" | b"dash" | b"f4v " | b"XAVC" => Some(Foreign::Video),
        [b'i', b's', b'o', _] | [b'm', b'p', b'4', _] | [b'm', b'm', b'p', _] | [b'3', b'g', _, _] => {
            Some(Foreign::Video)
        }
        _ => None,
    }
}

fn marked_up(start: &[u8]) -> Option<Foreign> {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    if !text.starts_with(b"<") {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    match () {
        () if lower.starts_with(b"<!doctype html") || lower.starts_with(b"<html") => Some(Foreign::WebPage),
        () if contains(&lower, b"<svg") || contains(&lower, b":svg") => Some(Foreign::Svg),
        () if contains(&lower, b"<html") => Some(Foreign::WebPage),
        () => None,
    }
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip(first: &str, second: &str) -> Vec<u8> {
        [b"PK\x03\x04................", first.as_bytes(), b"PK\x03\x04....", second.as_bytes()].concat()
    }

    #[test]
    fn files_are_named_by_their_content() {
        let office = zip("[Content_Types].xml", "word/document.xml");
        let table = zip("_rels/.rels", "xl/workbook.xml");
        let slides = zip("[Content_Types].xml", "ppt/presentation.xml");
        let writer = zip("mimetypeapplication/vnd.oasis.opendocument.text", "content.xml");
        let plain = zip("a.jpg", "b.jpg");
        let known: [(&[u8], Foreign); 24] = [
            (b"", Foreign::Empty),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Foreign::Svg),
            (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- made by hand --><SVG/>", Foreign::Svg),
            (b"%PDF-1.7", Foreign::Pdf),
            (b"\r\n\0%PDF-1.4", Foreign::Pdf),
            (b"8BPS\0\x01", Foreign::Photoshop),
            (b"\0\0\x01\0\x02\0\x10\x10", Foreign::Icon),
            (b"%!PS-Adobe-3.0 EPSF-3.0", Foreign::Postscript),
            (b"\0\0\0\x0cjP  \r\n\x87\n", Foreign::Jpeg2000),
            (b"\0\0\0\x20ftypisom....", Foreign::Video),
            (b"\0\0\0\x14ftypqt  ....", Foreign::Video),
            (b"\x1aE\xdf\xa3", Foreign::Video),
            (b"RIFF....AVI LIST", Foreign::Video),
            (b"RIFF....WAVEfmt ", Foreign::Sound),
            (b"ID3\x04", Foreign::Sound),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign::Office),
            (&office, Foreign::Word),
            (&table, Foreign::Excel),
            (&slides, Foreign::PowerPoint),
            (&writer, Foreign::OpenDocument),
            (&plain, Foreign::Zip),
            (b"PK\x05\x06", Foreign::Zip),
            (b"  <!DOCTYPE html><svg>", Foreign::WebPage),
            (b"<html><body>404</body></html>", Foreign::WebPage),
        ];
        for (bytes, kind) in known {
            assert_eq!(Foreign::of(bytes), Some(kind), "{:?}", String::from_utf8_lossy(bytes));
            let sentence = kind.sentence();
            assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
        }
    }

    #[test]
    fn images_and_unknown_files_are_not_named() {
        let unknown: [&[u8]; 6] = [
            b"\xff\xd8\xff\xe0",
            b"hello",
            b"\0\0\0\x18ftypheic....",
            b"\0\0\0\x18ftypavif....",
            b"<note>no image</note>",
            b"\0\0",
        ];
        for bytes in unknown {
            assert_eq!(Foreign::of(bytes), None, "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
