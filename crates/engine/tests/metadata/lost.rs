//! Parts that a result cannot carry are named, and colours that only EXIF explains stay right.

use nomina_engine::formats::jpeg;
use nomina_engine::metadata::extract;
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, Format, Limits, Output, colour, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

fn photo() -> Vec<u8> {
    let data = (0..32 * 24).flat_map(|_| [60, 200, 60, 255]).collect();
    let image = Rgba { width: 32, height: 24, data, opaque: true };
    let options =
        jpeg::EncodeOptions { quality: 95, subsampling: jpeg::Subsampling::Keep, ..Default::default() };
    jpeg::encode(&colour::from_rgba(&image, 1), &options).expect("JPEG")
}

/// The photo with one more segment behind its start.
fn with_segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let photo = photo();
    let length = (body.len() as u16 + 2).to_be_bytes();
    [&photo[..2], &[0xff, marker], &length, body, &photo[2..]].concat()
}

fn run(bytes: &[u8], recipe: &ProcessingOptions) -> Output {
    process(bytes, recipe, &Assets::default(), &Limits::default(), &|_| false).expect("a result")
}

fn webp() -> ProcessingOptions {
    ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Webp,
        ..ProcessingOptions::default()
    }
}

fn png() -> ProcessingOptions {
    ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Png,
        ..ProcessingOptions::default()
    }
}

fn xmp(inner: &str) -> Vec<u8> {
    let packet = format!(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
         <rdf:Description {inner}</rdf:Description></rdf:RDF></x:xmpmeta>"
    );
    [b"http://ns.adobe.com/xap/1.0/\0", packet.as_bytes()].concat()
}

#[test]
fn parts_that_are_left_out_are_named() {
    let motion = xmp("xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' GCamera:MotionPhoto=\"1\">");
    let depth = xmp("xmlns:GDepth='http://ns.google.com/photos/1.0/depthmap/' GDepth:Format='RangeInverse'>");
    let files = [
        (with_segment(0xe1, &motion), "motion video"),
        (with_segment(0xe1, &depth), "depth map"),
        (with_segment(0xe1, b"http://ns.adobe.com/xmp/extension/\0more"), "extended XMP"),
        (with_segment(0xeb, b"JP\0\x01\0\0\0\x01jumb c2pa"), "C2PA"),
    ];
    for (file, word) in files {
        let said = run(&file, &webp()).facts.warnings;
        assert!(said.iter().any(|sentence| sentence.contains(word)), "{word}: {said:?}");
        assert!(run(&file, &ProcessingOptions::default()).facts.warnings.is_empty(), "nothing is lost here");
    }
}

/// A motion photo of a phone: the list of its parts, the image, a gain map and the video.
fn motion_photo(gain_map: &[u8], video: &[u8]) -> Vec<u8> {
    let item = |meaning: &str, length: usize| {
        format!(
            "<rdf:li rdf:parseType='Resource'><Container:Item Item:Mime=\"x\" Item:Semantic=\"{meaning}\" \
             Item:Length=\"{length}\"/></rdf:li>"
        )
    };
    let parts =
        [item("Primary", 0), item("GainMap", gain_map.len()), item("MotionPhoto", video.len())].concat();
    let packet = xmp(&format!(
        "xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' GCamera:MotionPhoto=\"1\" \
         xmlns:Container='http://ns.google.com/photos/1.0/container/' \
         xmlns:Item='http://ns.google.com/photos/1.0/container/item/'><Container:Directory><rdf:Seq>{parts}</rdf:Seq>\
         </Container:Directory>"
    ));
    [&with_segment(0xe1, &packet), gain_map, video].concat()
}

#[test]
fn a_motion_video_follows_the_new_jpeg_unless_it_contradicts_the_recipe() {
    let video = [&b"\0\0\0\x18ftypmp42"[..], &[7; 900]].concat();
    let file = motion_photo(b"\xff\xd8 a smaller image \xff\xd9", &video);
    let smaller = ProcessingOptions { max_width: 16, resize_images: true, ..ProcessingOptions::default() };
    let output = run(&file, &smaller);
    assert!(output.facts.reencoded && output.bytes.ends_with(&video));
    assert_eq!(output.facts.warnings, ["The HDR gain map was left out: the result is a standard image."]);
    let text = String::from_utf8_lossy(&output.bytes);
    assert!(text.contains("GCamera:MotionPhoto") && text.contains("Item:Length=\"912\""), "{text}");
    assert!(!text.contains("GainMap") && !text.contains("a smaller image"));
    let again = run(&output.bytes, &ProcessingOptions { max_width: 8, ..smaller.clone() });
    assert!(again.bytes.ends_with(&video) && again.facts.warnings.is_empty(), "{:?}", again.facts.warnings);
    let mark = ProcessingOptions {
        enable_text_watermark: true,
        text_watermark: "mine".into(),
        ..ProcessingOptions::default()
    };
    let exact = ProcessingOptions { target_size_kb: Some(1), ..smaller.clone() };
    let bare = ProcessingOptions { remove_metadata: true, ..smaller.clone() };
    let broken = motion_photo(b"", b"no video at all");
    let cut = [(&file, &mark), (&file, &exact), (&file, &bare), (&file, &webp()), (&broken, &smaller)];
    for (file, recipe) in cut {
        let output = run(file, recipe);
        let names_it = String::from_utf8_lossy(&output.bytes).contains("GCamera:MotionPhoto");
        assert!(!output.bytes.ends_with(&video) && !names_it, "{recipe:?}");
        assert!(output.facts.warnings.iter().any(|said| said.contains("motion video")), "{:?}", output.facts);
    }
}

/// A photo whose XMP goes on in another segment, which holds `more`.
fn with_extended(more: &str) -> Vec<u8> {
    let guid = "0123456789ABCDEF0123456789ABCDEF";
    let note = format!("xmlns:xmpNote='http://ns.adobe.com/xmp/note/' xmpNote:HasExtendedXMP='{guid}'>");
    let (packet, photo) = (xmp(&note), photo());
    let length = (more.len() as u32).to_be_bytes();
    let extension =
        [b"http://ns.adobe.com/xmp/extension/\0", guid.as_bytes(), &length, &[0; 4], more.as_bytes()]
            .concat();
    let segment = |body: &[u8]| [&[0xff, 0xe1][..], &(body.len() as u16 + 2).to_be_bytes(), body].concat();
    [&photo[..2], &segment(&packet), &segment(&extension), &photo[2..]].concat()
}

#[test]
fn extended_xmp_moves_to_a_new_jpeg_unless_it_shows_what_was_there_before() {
    let smaller = ProcessingOptions { max_width: 16, resize_images: true, ..ProcessingOptions::default() };
    let history = with_extended("<x:xmpmeta xmlns:x='adobe:ns:meta/'>a long history</x:xmpmeta>");
    let output = run(&history, &smaller);
    assert!(output.facts.reencoded && output.facts.warnings.is_empty(), "{:?}", output.facts.warnings);
    let text = String::from_utf8_lossy(&output.bytes);
    assert!(text.contains("a long history") && text.contains("HasExtendedXMP"));
    let unedited = with_extended("<a xmlns:GImage='http://ns.google.com/photos/1.0/image/'/>");
    for (file, recipe) in [(&unedited, &smaller), (&history, &webp())] {
        let output = run(file, recipe);
        let text = String::from_utf8_lossy(&output.bytes);
        assert!(!text.contains("HasExtendedXMP") && !text.contains("xmp/extension"));
        assert_eq!(output.facts.warnings, ["The extended XMP was left out."]);
    }
}

#[test]
fn an_iptc_block_that_is_too_large_is_named() {
    let mut photo = photo();
    // Three times the longest caption: each piece of the block fits a segment, all together do not.
    let record = [&[0x1c, 2, 120, 0x75, 0x30][..], &[b'a'; 30_000]].concat().repeat(3);
    let mut resources = b"8BIM\x04\x04\0\0".to_vec();
    resources.extend((record.len() as u32).to_be_bytes());
    resources.extend(&record);
    let mut segments = Vec::new();
    for piece in resources.chunks(60_000) {
        segments.extend([0xff, 0xed]);
        segments.extend((piece.len() as u16 + 16).to_be_bytes());
        segments.extend([b"Photoshop 3.0\0", piece].concat());
    }
    photo.splice(2..2, segments);
    let smaller = ProcessingOptions { max_width: 16, resize_images: true, ..ProcessingOptions::default() };
    let said = run(&photo, &smaller).facts.warnings;
    assert_eq!(said, ["The old IPTC data did not fit into the file and was left out."]);
}

/// A block whose Exif IFD says "uncalibrated", with an interoperability IFD of `index`.
fn exif(index: &[u8; 4]) -> Vec<u8> {
    let mut block = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value].concat()
    };
    block.extend([&[1, 0][..], &entry(0x8769, 4, 1, 26u32.to_le_bytes()), &[0; 4]].concat());
    let photo = [entry(0xa001, 3, 1, [0xff, 0xff, 0, 0]), entry(0xa005, 4, 1, 56u32.to_le_bytes())].concat();
    block.extend([&[2, 0][..], &photo, &[0; 4]].concat());
    block.extend([&[1, 0][..], &entry(1, 2, 4, *index), &[0; 4]].concat());
    block
}

fn first_pixel(bytes: &[u8]) -> [u8; 3] {
    let image = nomina_engine::decode::decode_whole(bytes, &Limits::default()).expect("pixels");
    [image.data[0], image.data[1], image.data[2]]
}

#[test]
fn adobe_rgb_that_only_exif_names_is_converted_and_never_relabelled() {
    let (plain, adobe) = (with_segment(0xe1, &exif(b"R98\0")), with_segment(0xe1, &exif(b"R03\0")));
    assert_eq!(inspect(&plain, &Limits::default()).unwrap().icc, None);
    assert!(inspect(&adobe, &Limits::default()).unwrap().icc.is_some());
    // Adobe RGB's green is stronger than any of sRGB: the same numbers mean less red.
    let bare = ProcessingOptions { remove_metadata: true, preserve_creation_date: false, ..png() };
    let [was, is] = [&plain, &adobe].map(|file| first_pixel(&run(file, &bare).bytes));
    assert!(was[0] > 50 && is[0] < 10, "{was:?} {is:?}");
    let stripped = ProcessingOptions {
        remove_metadata: true,
        preserve_creation_date: false,
        ..ProcessingOptions::default()
    };
    let same_pixels = run(&adobe, &stripped);
    assert!(!same_pixels.facts.reencoded);
    assert!(
        inspect(&same_pixels.bytes, &Limits::default()).unwrap().icc.is_some(),
        "the profile takes its place"
    );
}

#[test]
fn xmp_in_utf_16_is_read_and_carried() {
    let inner = "xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title><rdf:Alt>\
                 <rdf:li xml:lang='x-default'>Meer ☀</rdf:li></rdf:Alt></dc:title>";
    let packet = xmp(inner);
    let (id, text) = packet.split_at(29);
    let text = std::str::from_utf8(text).unwrap();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked: Vec<u8> =
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for wide in [big, marked] {
        let file = with_segment(0xe1, &[id, &wide].concat());
        for made in [file.clone(), run(&file, &webp()).bytes] {
            assert_eq!(inspect(&made, &Limits::default()).unwrap().title.as_deref(), Some("Meer ☀"));
        }
    }
}

#[test]
fn the_density_outlives_removal_where_a_date_is_kept() {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
    };
    let entries =
        [entry(282, 5, 1, 62), entry(283, 5, 1, 62), entry(296, 3, 1, 2 << 16), entry(306, 2, 20, 70)]
            .concat();
    let mut block = b"Exif\0\0MM\0*\0\0\0\x08\0\x04".to_vec();
    block.extend([&entries[..], &[0; 4], &300u32.to_be_bytes(), &1u32.to_be_bytes()].concat());
    block.extend(b"2024:05:06 07:08:09\0");
    let file = with_segment(0xe1, &block);
    let recipe = ProcessingOptions {
        remove_metadata: true,
        preserve_creation_date: true,
        ..ProcessingOptions::default()
    };
    for recipe in [recipe.clone(), ProcessingOptions { max_width: 16, resize_images: true, ..recipe }] {
        let made = run(&file, &recipe).bytes;
        assert!(made.windows(8).any(|w| w == [44, 1, 0, 0, 1, 0, 0, 0]), "300/1 in the new block");
        assert!(!made.windows(8).any(|w| w == [72, 0, 0, 0, 1, 0, 0, 0]), "and nothing else");
    }
}

#[test]
fn every_field_of_iptcs_core_moves_to_xmp_where_the_format_has_no_iptc() {
    let texts: [(u8, &str, &str); 12] = [
        (10, "5", "photoshop:Urgency"),
        (15, "SPO", "photoshop:Category"),
        (20, "Rowing", "photoshop:SupplementalCategories"),
        (40, "No crop", "photoshop:Instructions"),
        (85, "Staff", "photoshop:AuthorsPosition"),
        (90, "Ulm", "photoshop:City"),
        (95, "Baden", "photoshop:State"),
        (100, "DEU", "Iptc4xmpCore:CountryCode"),
        (101, "Germany", "photoshop:Country"),
        (103, "job-7", "photoshop:TransmissionReference"),
        (110, "Acme Press", "photoshop:Credit"),
        (122, "AB", "photoshop:CaptionWriter"),
    ];
    let mut block = Vec::new();
    for (number, text, _) in texts {
        block.extend([0x1c, 2, number, 0, text.len() as u8]);
        block.extend_from_slice(text.as_bytes());
    }
    let mut body = b"Photoshop 3.0\x008BIM\x04\x04\0\0".to_vec();
    body.extend((block.len() as u32).to_be_bytes());
    body.extend_from_slice(&block);
    let file = with_segment(0xed, &body);
    for (recipe, format) in [(webp(), Format::Webp), (png(), Format::Png)] {
        let bytes = run(&file, &recipe).bytes;
        let xmp = extract(&bytes, format, &Limits::default()).xmp.expect("a packet").into_owned();
        let xmp = String::from_utf8(xmp).expect("UTF-8");
        for (_, text, property) in texts {
            let found = xmp.split(&format!("<{property}>")).nth(1).and_then(|rest| rest.split("</").next());
            assert!(found.is_some_and(|found| found.ends_with(text)), "{property} in {format:?}:\n{xmp}");
        }
    }
}
