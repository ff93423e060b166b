//! Other metadata for an AVIF whose pixels stay as they are: its boxes are written anew, the coded images are copied.

use super::boxes::{Contents, Item, Reference, boxed};
use super::container::{Container, damaged};
use crate::format::Format;
use crate::{EngineError, Limits};
use heifer_isobmff::boxes::{ColorInfo, Property};
use heifer_isobmff::{BoxIter, HeifFile, ItemId};
use std::borrow::Cow;

const XMP: &str = "application/rdf+xml";

/// What the new file says beside its pixels.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'b> {
    pub exif: Option<&'b [u8]>,
    pub xmp: Option<&'b [u8]>,
    /// The profile to set or to remove; outer none leaves what there is.
    pub icc: Option<Option<&'b [u8]>>,
    /// Leave out all that the image itself does not need: thumbnails, maps, blocks of other programs.
    pub strip: bool,
}

/// Whether [`with_metadata`] can edit the file: a sequence of frames says by its own boxes where their data lies.
pub fn can_edit(bytes: &[u8]) -> bool {
    !BoxIter::new(bytes).flatten().any(|found| found.header.box_type.0 == *b"moov")
}

pub fn with_metadata(bytes: &[u8], blocks: &Blocks<'_>, limits: &Limits) -> Result<Vec<u8>, EngineError> {
    if !can_edit(bytes) {
        let what = "a sequence of frames, whose metadata cannot be changed".into();
        return Err(EngineError::UnsupportedFeature { format: Format::Avif, what });
    }
    let opened = Container::open(bytes, limits)?;
    let file = opened.file();
    let kept = if blocks.strip { needed(&opened) } else { all_but_metadata(file) };
    let mut items = kept.iter().map(|id| copied(file, *id)).collect::<Result<Vec<_>, _>>()?;
    // Each item has its own place in the new file; in a hostile one thousands share the same bytes.
    if items.iter().map(|item| item.data.len()).sum::<usize>() > bytes.len() {
        return Err(EngineError::damaged("its items overlap"));
    }
    let mut properties = property_boxes(bytes)?;
    if let Some(icc) = blocks.icc {
        set_profile(file, icc, &mut items, &mut properties);
    }
    let mut references = references(file, &kept);
    let free = || EngineError::damaged("it has no number left for another item");
    let mut next = kept.iter().max().copied().unwrap_or(0);
    for (kind, data) in [(*b"Exif", blocks.exif.map(exif_item)), (*b"mime", blocks.xmp.map(<[u8]>::to_vec))] {
        let Some(data) = data else { continue };
        next = next.checked_add(1).ok_or_else(free)?;
        items.push(metadata_item(next, kind, data));
        references.push(Reference { kind: *b"cdsc", from: next, to: vec![file.primary_id] });
    }
    let contents = Contents {
        before: whole_boxes(bytes, |kind| kind == b"ftyp"),
        primary: file.primary_id,
        items,
        references,
        properties: properties.concat(),
        more: if blocks.strip { Vec::new() } else { whole_boxes(meta(bytes)?, |kind| kind == b"grpl") },
        after: if blocks.strip { Vec::new() } else { whole_boxes(bytes, stays_behind) },
    };
    contents.to_bytes()
}

fn stays_behind(kind: &[u8; 4]) -> bool {
    !matches!(kind, b"ftyp" | b"meta" | b"mdat" | b"free" | b"skip")
}

fn meta(bytes: &[u8]) -> Result<&[u8], EngineError> {
    let found = BoxIter::new(bytes).flatten().find(|found| found.header.box_type.0 == *b"meta");
    let missing = || EngineError::damaged("the description of the image is missing");
    found.and_then(|found| found.content.get(4..)).ok_or_else(missing)
}

/// Copies of the boxes of some kinds, one after another.
fn whole_boxes(bytes: &[u8], wanted: impl Fn(&[u8; 4]) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    for found in BoxIter::new(bytes).flatten().filter(|found| wanted(&found.header.box_type.0)) {
        let end = found.offset + found.header.header_size as usize + found.content.len();
        let Some(whole) = bytes.get(found.offset..end) else { continue };
        // A last box may say that it goes on to the end of the file, which is another end now.
        if found.header.size.is_some() {
            out.extend_from_slice(whole);
        }
    }
    out
}

/// The boxes of `ipco`, whole.
fn property_boxes(bytes: &[u8]) -> Result<Vec<Vec<u8>>, EngineError> {
    let inside = |bytes, kind: &[u8; 4]| {
        let found: Vec<_> = BoxIter::new(bytes).flatten().filter(|f| f.header.box_type.0 == *kind).collect();
        found.first().map(|found| found.content)
    };
    let list = inside(meta(bytes)?, b"iprp").and_then(|iprp| inside(iprp, b"ipco")).unwrap_or_default();
    Ok(BoxIter::new(list).flatten().map(|f| boxed(&f.header.box_type.0, &[f.content])).collect())
}

/// The primary image, what it is made of, and their transparency.
fn needed(opened: &Container<'_>) -> Vec<ItemId> {
    let file = opened.file();
    let mut needed = vec![file.primary_id];
    let mut at = 0;
    while let Some(&id) = needed.get(at) {
        let parts = file.referenced_items(id, b"dimg").iter().copied();
        let alpha = file.referencing_items(id, b"auxl").into_iter().filter(|id| opened.is_alpha(*id));
        for other in parts.chain(alpha).collect::<Vec<_>>() {
            if !needed.contains(&other) {
                needed.push(other);
            }
        }
        at += 1;
    }
    needed
}

fn all_but_metadata(file: &HeifFile<'_>) -> Vec<ItemId> {
    let is_metadata =
        |kind: &[u8; 4], content: Option<&str>| kind == b"Exif" || kind == b"mime" && content == Some(XMP);
    let stays =
        file.items.iter().filter(|item| !is_metadata(&item.item_type.0, item.content_type.as_deref()));
    stays.map(|item| item.id).collect()
}

fn copied<'a>(file: &HeifFile<'a>, id: ItemId) -> Result<Item<'a>, EngineError> {
    let item = file.item(id).map_err(|e| damaged(&e))?;
    Ok(Item {
        id,
        kind: item.item_type.0,
        name: Cow::Owned(item.name.clone()),
        content_type: item.content_type.clone().map(Cow::Owned),
        hidden: item.hidden,
        properties: item.properties.iter().take(255).map(|p| (p.index, p.essential)).collect(),
        data: file.item_data(id).map_err(|e| damaged(&e))?,
    })
}

fn metadata_item(id: ItemId, kind: [u8; 4], data: Vec<u8>) -> Item<'static> {
    let content_type = (kind == *b"mime").then_some(Cow::Borrowed(XMP));
    Item {
        id,
        kind,
        name: Cow::Borrowed(""),
        content_type,
        hidden: true,
        properties: Vec::new(),
        data: Cow::Owned(data),
    }
}

/// EXIF begins right after the number that says where it begins.
fn exif_item(tiff: &[u8]) -> Vec<u8> {
    [&[0; 4], tiff].concat()
}

/// Those between items that stay.
fn references(file: &HeifFile<'_>, kept: &[ItemId]) -> Vec<Reference> {
    let stays = |id: &ItemId| kept.contains(id);
    let inner = file.references.iter().filter(|found| stays(&found.from));
    let inner = inner.map(|found| Reference {
        kind: found.ref_type.0,
        from: found.from,
        to: found.to.iter().copied().filter(|id| stays(id)).collect(),
    });
    inner.filter(|found| !found.to.is_empty()).collect()
}

/// The numbers of properties stay: an old profile leaves an empty box behind.
fn set_profile(file: &HeifFile<'_>, icc: Option<&[u8]>, items: &mut [Item<'_>], boxes: &mut Vec<Vec<u8>>) {
    let is_profile = |number: u16| {
        let property = usize::from(number).checked_sub(1).and_then(|at| file.properties.get(at));
        matches!(property, Some(Property::Color(ColorInfo::Icc(_))))
    };
    for (at, old) in boxes.iter_mut().enumerate() {
        if is_profile(at as u16 + 1) {
            *old = boxed(b"free", &[]);
        }
    }
    items.iter_mut().for_each(|item| item.properties.retain(|(number, _)| !is_profile(*number)));
    if let Some(icc) = icc {
        boxes.push(boxed(b"colr", &[b"prof", icc]));
        let primary = items.iter_mut().find(|item| item.id == file.primary_id);
        primary.into_iter().for_each(|item| item.properties.push((boxes.len() as u16, false)));
    }
}
