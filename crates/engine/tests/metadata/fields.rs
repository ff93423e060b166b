//! Every custom field, in every format that can hold it, read back by exiftool.

use crate::exiftool::Folder;
use crate::images;
use nomina_engine::Format;
use nomina_engine::Limits;
use nomina_engine::metadata::{Plan, read, rewrite};
use nomina_rules::options::{Category, ProcessingOptions, UsageRights};
use serde_json::{Value, json};

/// A recipe with one field, and where each format must show it.
struct Case {
    name: &'static str,
    recipe: ProcessingOptions,
    /// Everywhere (XMP).
    xmp: Vec<(&'static str, Value)>,
    /// JPEG, PNG and WebP.
    exif: Vec<(&'static str, Value)>,
    /// JPEG alone.
    iptc: Vec<(&'static str, Value)>,
    /// PNG alone.
    text: Vec<(&'static str, Value)>,
}

fn case(name: &'static str, set: impl Fn(&mut ProcessingOptions)) -> Case {
    let mut recipe = ProcessingOptions { add_custom_metadata: true, ..Default::default() };
    set(&mut recipe);
    Case { name, recipe, xmp: vec![], exif: vec![], iptc: vec![], text: vec![] }
}

fn cases() -> Vec<Case> {
    vec![
        Case {
            xmp: vec![("XMP-dc:Title", json!("Größe & <Form>"))],
            exif: vec![("IFD0:XPTitle", json!("Größe & <Form>"))],
            iptc: vec![("IPTC:ObjectName", json!("Größe & <Form>"))],
            text: vec![("PNG:Title", json!("Größe & <Form>"))],
            ..case("title", |r| r.custom_title = "Größe & <Form>".into())
        },
        Case {
            xmp: vec![("XMP-dc:Creator", json!(["Zoë Ångström", "李雷"]))],
            exif: vec![
                ("IFD0:Artist", json!("Zoë Ångström; 李雷")),
                ("IFD0:XPAuthor", json!("Zoë Ångström;李雷")),
            ],
            iptc: vec![("IPTC:By-line", json!(["Zoë Ångström", "李雷"]))],
            text: vec![("PNG:Author", json!("Zoë Ångström; 李雷"))],
            ..case("author", |r| r.custom_author = "Zoë Ångström; 李雷".into())
        },
        Case {
            xmp: vec![("XMP-dc:Description", json!("A crab 🦀 at \"home\""))],
            exif: vec![("IFD0:ImageDescription", json!("A crab 🦀 at \"home\""))],
            iptc: vec![("IPTC:Caption-Abstract", json!("A crab 🦀 at \"home\""))],
            text: vec![("PNG:Description", json!("A crab 🦀 at \"home\""))],
            ..case("description", |r| r.custom_description = "A crab 🦀 at \"home\"".into())
        },
        Case {
            xmp: vec![("XMP-iptcCore:AltTextAccessibility", json!("Two crabs on the beach."))],
            ..case("alt-text", |r| r.custom_alt_text = "Two crabs on the beach.".into())
        },
        Case {
            xmp: vec![("XMP-dc:Subject", json!(["sea", "été", "🌊"]))],
            exif: vec![],
            iptc: vec![("IPTC:Keywords", json!(["sea", "été", "🌊"]))],
            ..case("keywords", |r| r.custom_keywords = "sea, été,🌊".into())
        },
        Case {
            xmp: vec![("XMP-dc:Subject", json!(["sea", "sand"]))],
            exif: vec![("IFD0:XPKeywords", json!("sea;sand"))],
            iptc: vec![("IPTC:Keywords", json!(["sea", "sand"]))],
            ..case("plain-keywords", |r| r.custom_keywords = "sea,sand".into())
        },
        Case {
            xmp: vec![
                ("XMP-photoshop:Category", json!("Landscape")),
                ("XMP-photoshop:SupplementalCategories", json!("Landscape")),
            ],
            iptc: vec![("IPTC:SupplementalCategories", json!("Landscape"))],
            ..case("category", |r| r.custom_category = Category::Landscape)
        },
        Case {
            xmp: vec![("XMP-photoshop:Headline", json!("Dunes"))],
            exif: vec![("IFD0:XPSubject", json!("Dunes"))],
            iptc: vec![("IPTC:Headline", json!("Dunes"))],
            ..case("subject", |r| r.custom_subject = "Dunes".into())
        },
        Case {
            xmp: vec![("XMP-iptcCore:Location", json!("Île de Ré"))],
            iptc: vec![("IPTC:Sub-location", json!("Île de Ré"))],
            ..case("location", |r| r.custom_location = "Île de Ré".into())
        },
        Case {
            xmp: vec![
                ("XMP-exif:GPSLatitude", json!("33 deg 51' 24.48\" S")),
                ("XMP-exif:GPSLongitude", json!("151 deg 12' 55.44\" E")),
            ],
            exif: vec![
                ("GPS:GPSLatitude", json!("33 deg 51' 24.48\"")),
                ("GPS:GPSLatitudeRef", json!("South")),
                ("GPS:GPSLongitude", json!("151 deg 12' 55.44\"")),
                ("GPS:GPSLongitudeRef", json!("East")),
            ],
            ..case("position", |r| {
                r.custom_latitude = "-33.8568".into();
                r.custom_longitude = "151°12'55.44\" E".into();
            })
        },
        Case {
            xmp: vec![("XMP-dc:Rights", json!("© 2026 Zoë")), ("XMP-xmpRights:Marked", json!(true))],
            exif: vec![("IFD0:Copyright", json!("© 2026 Zoë"))],
            iptc: vec![("IPTC:CopyrightNotice", json!("© 2026 Zoë"))],
            text: vec![("PNG:Copyright", json!("© 2026 Zoë"))],
            ..case("copyright", |r| r.custom_copyright = "© 2026 Zoë".into())
        },
        Case {
            xmp: vec![("XMP-photoshop:Source", json!("Archive 7")), ("XMP-dc:Source", json!("Archive 7"))],
            iptc: vec![("IPTC:Source", json!("Archive 7"))],
            ..case("source", |r| r.custom_source = "Archive 7".into())
        },
        Case {
            xmp: vec![("XMP-exif:UserComment", json!("two\nlines, naïve"))],
            exif: vec![
                ("ExifIFD:UserComment", json!("two\nlines, naïve")),
                ("IFD0:XPComment", json!("two\nlines, naïve")),
            ],
            text: vec![("PNG:Comment", json!("two\nlines, naïve"))],
            ..case("comments", |r| r.custom_comments = "two\r\nlines, na\u{7}ïve".into())
        },
        Case {
            xmp: vec![
                ("XMP-xmpRights:UsageTerms", json!("Royalty-free")),
                ("XMP-xmpRights:Marked", json!(true)),
            ],
            ..case("usage-rights", |r| r.custom_usage_rights = UsageRights::RoyaltyFree)
        },
        Case {
            xmp: vec![("XMP-xmp:Rating", json!(4))],
            exif: vec![("IFD0:Rating", json!(4)), ("IFD0:RatingPercent", json!(75))],
            ..case("rating", |r| r.custom_rating = 4)
        },
    ]
}

/// All fields of all cases at once.
fn everything() -> ProcessingOptions {
    ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Title \u{1f980}".into(),
        custom_author: "A; B".into(),
        custom_description: "Description".into(),
        custom_keywords: "one,two".into(),
        custom_category: Category::Event,
        custom_subject: "Subject".into(),
        custom_alt_text: "A crab.".into(),
        custom_location: "Place".into(),
        custom_latitude: "48,8566".into(),
        custom_longitude: "-2.3522".into(),
        custom_copyright: "Mine".into(),
        custom_source: "Source".into(),
        custom_comments: "Comment".into(),
        custom_usage_rights: UsageRights::PublicDomain,
        custom_rating: 5,
        ..Default::default()
    }
}

fn images() -> [(&'static str, Format, Vec<u8>); 5] {
    [
        ("jpg", Format::Jpeg, images::jpeg()),
        ("png", Format::Png, images::png()),
        ("webp", Format::Webp, images::webp()),
        ("alpha.webp", Format::Webp, images::webp_with_alpha()),
        ("gif", Format::Gif, images::gif()),
    ]
}

fn write(bytes: &[u8], format: Format, recipe: &ProcessingOptions) -> Vec<u8> {
    let plan = Plan::from_recipe(recipe).expect("a usable recipe");
    let written = rewrite(bytes, format, &plan, &Limits::default()).expect("a rewritten file");
    assert_eq!(written.warnings, [""; 0]);
    written.bytes
}

#[test]
fn every_field_is_read_back_by_exiftool_in_every_format() {
    let Some(folder) = Folder::new("fields") else { return };
    for (extension, format, bytes) in images() {
        for case in cases() {
            folder.put(&format!("{}.{extension}", case.name), &write(&bytes, format, &case.recipe));
        }
    }
    let tags = folder.tags();
    for (extension, format, _) in images() {
        for case in cases() {
            let name = format!("{}.{extension}", case.name);
            let mut expected = case.xmp.clone();
            if format != Format::Gif {
                expected.extend(case.exif.clone());
            }
            match format {
                Format::Jpeg => expected.extend(case.iptc.clone()),
                Format::Png => expected.extend(case.text.clone()),
                Format::Gif if case.name == "comments" => {
                    expected.push(("File:Comment", json!("two\nlines, naïve")));
                }
                _ => {}
            }
            for (tag, value) in expected {
                assert_eq!(tags[&name][tag], value, "{tag} in {name}: {:#}", tags[&name]);
            }
        }
    }
}

#[test]
fn exiftool_validates_every_field_without_a_complaint() {
    let Some(folder) = Folder::new("validate") else { return };
    for (extension, format, bytes) in images() {
        for case in cases() {
            folder.put(&format!("{}.{extension}", case.name), &write(&bytes, format, &case.recipe));
        }
        folder.put(&format!("everything.{extension}"), &write(&bytes, format, &everything()));
    }
    assert_eq!(folder.complaints(), [""; 0]);
}

#[test]
fn our_own_reader_sees_what_was_written() {
    for (extension, format, bytes) in images() {
        let summary = read(&write(&bytes, format, &everything()), format, &Limits::default());
        assert_eq!(summary.title.as_deref(), Some("Title \u{1f980}"), "{extension}");
        assert!(summary.has_xmp);
        if format != Format::Gif {
            assert!((summary.latitude.unwrap() - 48.8566).abs() < 1e-6);
            assert!((summary.longitude.unwrap() + 2.3522).abs() < 1e-6);
        }
        assert_eq!(summary.has_iptc, format == Format::Jpeg);
    }
}

#[test]
fn the_longest_texts_fit_and_control_characters_never_arrive() {
    let Some(folder) = Folder::new("long") else { return };
    let long = "&<é\u{1}\u{b}\u{1f980}".repeat(800);
    for (extension, format, bytes) in images() {
        for field in ["title", "description", "comments"] {
            let mut recipe = ProcessingOptions { add_custom_metadata: true, ..Default::default() };
            match field {
                "title" => recipe.custom_title = long.clone(),
                "description" => recipe.custom_description = long.clone(),
                _ => recipe.custom_comments = long.clone(),
            }
            folder.put(&format!("{field}.{extension}"), &write(&bytes, format, &recipe));
        }
    }
    assert_eq!(folder.complaints(), [""; 0]);
    let clean = "&<é\u{1f980}".repeat(800);
    for (name, tags) in folder.tags() {
        let tag = match name.split('.').next() {
            Some("title") => "XMP-dc:Title",
            Some("description") => "XMP-dc:Description",
            _ => "XMP-exif:UserComment",
        };
        assert_eq!(tags[tag], json!(clean), "{name}");
    }
}

#[test]
fn bmp_says_that_it_cannot_hold_fields() {
    let plan = Plan::from_recipe(&everything()).unwrap();
    let written = rewrite(&[b'B'; 64], Format::Bmp, &plan, &Limits::default()).unwrap();
    assert_eq!(written.bytes, [b'B'; 64]);
    assert!(plan.warning(Format::Bmp).is_some_and(|sentence| sentence.contains("BMP")));
    assert_eq!(plan.warning(Format::Gif), None);
}
