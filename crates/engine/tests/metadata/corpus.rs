//! Every image of the test corpus through every plan: the pixels keep their bytes, other readers agree.

use crate::exiftool::Folder;
use crate::images::{corpus, files, image_data};
use nomina_engine::metadata::{Existing, Plan, read, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::{Category, ProcessingOptions};
use serde_json::Value;

const REMOVE: Plan = Plan { existing: Existing::Remove, fields: None, keep_icc: true };

fn fields() -> Plan {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Nomina title".into(),
        custom_author: "Nomina author".into(),
        custom_category: Category::Other,
        custom_location: "Somewhere".into(),
        custom_rating: 3,
        ..Default::default()
    };
    Plan::from_recipe(&recipe).expect("a usable recipe")
}

/// Every corpus file of a format that we write, by its content, with a short unique name. AVIF has tests of its own (`avif.rs`):
/// its container moves all data when metadata changes, and exiftool prints the container as tags.
fn images() -> Option<Vec<(String, Format, Vec<u8>)>> {
    let folder = corpus()?;
    let all = files(&folder).into_iter().enumerate().filter_map(|(number, path)| {
        let bytes = std::fs::read(&path).ok()?;
        let format =
            Format::of(&bytes).filter(|format| format.can_be_written() && *format != Format::Avif)?;
        let shown = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace(['/', ' '], "_");
        Some((format!("{number:03}-{shown}.{}", format.extension()), format, bytes))
    });
    Some(all.collect())
}

/// Damaged files, and a PNG of the suite that has no image data on purpose.
const MAY_FAIL: [&str; 3] = ["corrupt", "polyglot", "xdtn0g01"];

#[test]
fn no_plan_changes_a_pixel_of_any_image() {
    let Some(images) = images() else { return };
    let keep_date = Plan { existing: Existing::RemoveKeepDate, ..REMOVE };
    let both = Plan { existing: Existing::RemoveKeepDate, ..fields() };
    let mut edited = 0;
    for (name, format, bytes) in &images {
        for plan in [&REMOVE, &keep_date, &both, &fields()] {
            let Ok(result) = rewrite(bytes, *format, plan, &Limits::default()) else {
                assert!(MAY_FAIL.iter().any(|part| name.contains(part)), "{name} cannot be rewritten");
                continue;
            };
            assert!(image_data(bytes, *format) == image_data(&result.bytes, *format), "{name}: {plan:?}");
            let (before, after) =
                (read(bytes, *format, &Limits::default()), read(&result.bytes, *format, &Limits::default()));
            assert_eq!(before.orientation, after.orientation, "{name}: {plan:?}");
            if plan.existing == Existing::RemoveKeepDate && *format != Format::Bmp {
                assert_eq!(before.taken_at, after.taken_at, "{name}: {plan:?}");
            }
            edited += 1;
        }
    }
    eprintln!("{edited} edits of {} images", images.len());
    assert!(edited > 1000, "only {edited} edits");
}

/// What may be left after removal: the file's own facts, colour, density, and what EXIF requires beside an orientation.
const TECHNICAL: [&str; 26] = [
    "ExifTool:",
    "System:",
    "File:",
    "Composite:",
    "JFIF:",
    "ICC",
    "Adobe:",
    "APP14:",
    "RIFF:",
    "GIF:",
    "PNG:",
    "PNG-pHYs:",
    "PNG-cICP:",
    "IFD0:Orientation",
    "IFD0:XResolution",
    "IFD0:YResolution",
    "IFD0:ResolutionUnit",
    "IFD0:YCbCrPositioning",
    "ExifIFD:ExifVersion",
    "ExifIFD:ComponentsConfiguration",
    "ExifIFD:FlashpixVersion",
    "ExifIFD:ColorSpace",
    "ExifIFD:ExifImageWidth",
    "ExifIFD:ExifImageHeight",
    "SourceFile",
    "Extra:",
];
/// PNG keeps its texts in the same group as its technical facts.
const PERSONAL_PNG: [&str; 9] =
    ["Author", "Comment", "Copyright", "Creat", "Date", "Description", "ModifyDate", "Software", "Title"];

#[test]
fn exiftool_finds_nothing_personal_after_removal() {
    let (Some(images), Some(folder)) = (images(), Folder::new("corpus-removed")) else { return };
    for (name, format, bytes) in images.iter().filter(|p| p.1 != Format::Bmp) {
        if let Ok(result) = rewrite(bytes, *format, &REMOVE, &Limits::default()) {
            folder.put(name, &result.bytes);
        }
    }
    let tags = folder.tags();
    assert!(tags.len() > 300, "only {} files", tags.len());
    let mut left = Vec::new();
    for (name, tags) in &tags {
        for tag in tags.as_object().expect("tags").keys() {
            let png =
                tag.strip_prefix("PNG:").is_some_and(|t| PERSONAL_PNG.iter().any(|word| t.starts_with(word)));
            let comment = tag == "File:Comment" || tag == "GIF:Comment";
            if png || comment || !TECHNICAL.iter().any(|known| tag.starts_with(known)) {
                left.push(format!("{name}: {tag}"));
            }
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

/// Facts that rightly differ: places in the file, sizes, what the fields replaced, and what EXIF requires beside them.
const EXPECTED_CHANGES: [&str; 28] = [
    "OtherImageLength",
    "MPImageStart",
    "WebP_Flags",
    "GIFVersion",
    "photoshop:Category",
    "StripByteCounts",
    "SourceFile",
    "File:FileType",
    "MPImageLength",
    "System:",
    "File:FileSize",
    "File:CurrentIPTCDigest",
    "File:Comment",
    "Photoshop:IPTCDigest",
    "Offset",
    "IPTC:CodedCharacterSet",
    "IPTC:ApplicationRecordVersion",
    "IPTC:ObjectName",
    "IPTC:By-line",
    "IPTC:Sub-location",
    "IPTC:SupplementalCategories",
    "Title",
    "Creator",
    "Artist",
    "XPAuthor",
    "Rating",
    "Location",
    "ExifTool:",
];

#[test]
fn adding_fields_keeps_every_other_tag_maker_notes_included() {
    let (Some(images), Some(before), Some(after)) =
        (images(), Folder::new("corpus-before"), Folder::new("corpus-after"))
    else {
        return;
    };
    // Only files that have something to lose: exiftool is slow.
    let rich = |bytes: &[u8], format: Format| {
        let found = read(bytes, format, &Limits::default());
        found.has_exif || found.has_xmp || found.has_iptc
    };
    for (name, format, bytes) in images.iter().filter(|p| rich(&p.2, p.1)) {
        if let Ok(result) = rewrite(bytes, *format, &fields(), &Limits::default()) {
            before.put(name, bytes);
            after.put(name, &result.bytes);
        }
    }
    let (before, after) = (before.tags(), after.tags());
    let (mut lost, mut kept) = (Vec::new(), 0);
    for (name, tags) in &before {
        assert_eq!(after[name]["XMP-dc:Title"], Value::from("Nomina title"), "{name}");
        for (tag, value) in tags.as_object().expect("tags") {
            if EXPECTED_CHANGES.iter().any(|known| tag.contains(known)) {
                continue;
            }
            kept += 1;
            if after[name][tag] != *value {
                lost.push(format!("{name}: {tag}: {value} -> {}", after[name][tag]));
            }
        }
    }
    eprintln!("{kept} tags kept in {} files", before.len());
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
