//! From what a file had and what the plan wants to the blocks that its container shall carry.

use super::density::Density;
use super::exif::Exif;
use super::plan::{Existing, Fields, Plan};
use super::source::Source;
use super::{iptc, rescue, text, xmp};
use crate::EngineError;
use crate::format::Format;

/// JPEG holds a block in one segment; these are the rooms beside the segment's own header.
const JPEG_EXIF_BYTES: usize = 65_533 - 6;
const JPEG_XMP_BYTES: usize = 65_533 - 29;
const JPEG_IPTC_BYTES: usize = 65_000;

/// The file that the blocks are for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The pixels were encoded anew.
    pub(super) fresh: bool,
    /// The orientation was applied to them.
    pub(super) oriented: bool,
    /// No profile goes with the samples.
    pub(super) srgb: bool,
}

/// The blocks to write.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) exif: Option<Vec<u8>>,
    pub(super) xmp: Option<String>,
    /// Segments that the packet goes on in (JPEG), as they were.
    pub(super) extended_xmp: Vec<Vec<u8>>,
    /// The gain map, which goes behind the image (JPEG), and the segment about its version.
    pub(super) gain_map: Vec<u8>,
    pub(super) gain_map_version: Option<Vec<u8>>,
    /// The motion video, which goes behind both (JPEG).
    pub(super) motion: Vec<u8>,
    /// The IPTC block for JPEG.
    pub(super) iptc: Option<Vec<u8>>,
    /// PNG's keywords and texts.
    pub(super) texts: Vec<(String, String)>,
    /// Comments that move to a newly encoded file.
    pub(super) comments: Vec<String>,
    /// What newly encoded pixels shall say about print.
    pub(super) density: Option<Density>,
    pub(super) warnings: Vec<String>,
}

/// What happens to the colour profile in the container.
#[derive(Clone, Copy, Debug)]
pub(super) enum Profile<'p> {
    Leave,
    Set(Option<&'p [u8]>),
}

/// What a container's writer is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'c> {
    pub(super) parts: &'c Parts,
    /// Drop everything that is not on the list of things the image needs.
    pub(super) strip: bool,
    pub(super) profile: Profile<'c>,
    /// The bytes come from our own encoder: nothing hides behind the header.
    pub(super) fresh: bool,
}

impl Parts {
    pub(super) fn is_empty(&self) -> bool {
        let blocks =
            self.exif.is_none() && self.xmp.is_none() && self.iptc.is_none() && self.gain_map.is_empty();
        blocks && self.texts.is_empty() && self.comments.is_empty() && self.density.is_none()
    }
}

pub(super) fn compose(source: &Source<'_>, plan: &Plan, target: &Target) -> Result<Parts, EngineError> {
    let density = source.density.filter(|_| target.fresh && plan.existing == Existing::Keep);
    let mut parts = Parts { density, ..Parts::default() };
    if !target.format.holds_fields() {
        carry(source, plan, target, &mut parts);
        return Ok(parts);
    }
    if target.format != Format::Gif {
        parts.exif = exif(source, plan, target, &mut parts.warnings);
    }
    parts.xmp = xmp(source, plan, target, &mut parts.warnings)?;
    carry(source, plan, target, &mut parts);
    if target.format == Format::Jpeg {
        parts.iptc = iptc(source, plan, target, &mut parts.warnings);
    }
    if plan.existing == Existing::Keep && target.fresh {
        parts.comments = source.comments.iter().map(|comment| text::decode(comment)).collect();
        parts.texts.extend(source.texts.iter().filter(|(keyword, _)| keyword.is_ascii()).cloned());
    }
    if let Some(fields) = &plan.fields {
        for (keyword, text) in texts(fields) {
            parts.texts.retain(|(key, _)| !key.eq_ignore_ascii_case(keyword));
            parts.texts.push((keyword.to_owned(), text));
        }
        if target.format == Format::Gif && !fields.comments.is_empty() {
            parts.comments = vec![fields.comments.clone()];
        }
    }
    Ok(parts)
}

/// What stood beside or behind the old image follows the new one, or is named.
fn carry(source: &Source<'_>, plan: &Plan, target: &Target, parts: &mut Parts) {
    if source.gain_map_image.is_some() {
        carry_gain_map(source, plan, target, parts);
    }
    let mut warnings = losses(source, plan, target, !parts.gain_map.is_empty());
    warnings.append(&mut parts.warnings);
    parts.warnings = warnings;
    extend_xmp(source, plan, target, parts);
    carry_video(source, plan, target, parts);
    if !parts.gain_map.is_empty() || !parts.motion.is_empty() {
        let gain_map = Some(parts.gain_map.len()).filter(|length| *length > 0);
        let listing = |packet: String| xmp::listing(&packet, gain_map, !parts.motion.is_empty());
        parts.xmp = parts.xmp.take().map(listing);
    }
}

/// What gets lost without anyone having asked for it by name.
fn losses(source: &Source<'_>, plan: &Plan, target: &Target, gain_map_follows: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    let lost = target.fresh || plan.existing != Existing::Keep;
    if lost && source.gain_map && !gain_map_follows {
        warnings.push("The HDR gain map was left out: the result is a standard image.".to_owned());
    } else if lost && source.multi_picture {
        warnings.push("The file held more images after the first one; they were left out.".to_owned());
    }
    if lost && source.depth_map {
        warnings.push("The depth map was left out.".to_owned());
    }
    if lost && source.credentials {
        warnings.push(
            "The content credentials (C2PA) were left out: they do not hold for a changed image.".to_owned(),
        );
    }
    if source.credentials && !lost {
        warnings.push("The content credentials no longer match the edited file.".to_owned());
    }
    warnings
}

/// Whether XMP's extended part goes into the new file: not where it holds images, which show what was there before the edit.
fn carries_extended(source: &Source<'_>, plan: &Plan, target: &Target) -> bool {
    let images = source.extended_xmp.iter().any(|part| xmp::holds_images(part));
    target.fresh && target.format == Format::Jpeg && plan.existing == Existing::Keep && !images
}

/// The extended part only means something beside a packet that names it. Without new pixels the writer leaves it in place.
fn extend_xmp(source: &Source<'_>, plan: &Plan, target: &Target, parts: &mut Parts) {
    if source.extended_xmp.is_empty() || !target.fresh && plan.existing == Existing::Keep {
        return;
    }
    if carries_extended(source, plan, target) && parts.xmp.as_deref().is_some_and(xmp::goes_on) {
        parts.extended_xmp = source.extended_xmp.iter().map(|part| part.to_vec()).collect();
    } else {
        parts.warnings.push("The extended XMP was left out.".to_owned());
    }
}

/// Whether what stands behind the image can follow a new one.
fn carries_tail(plan: &Plan, target: &Target) -> bool {
    target.fresh && target.format == Format::Jpeg && plan.existing == Existing::Keep
}

/// The gain map, if it can follow the new image.
fn gain_map<'s>(source: &'s Source<'_>, plan: &Plan, target: &Target) -> Option<&'s [u8]> {
    source.gain_map_image.as_deref().filter(|_| carries_tail(plan, target))
}

/// Readers look for the gain map where XMP speaks of it: without those words it would be dead weight.
#[cold]
fn carry_gain_map(source: &Source<'_>, plan: &Plan, target: &Target, parts: &mut Parts) {
    let named = |packet: Option<&[u8]>| packet.is_some_and(xmp::mentions_gain_map);
    let unnamed = named(source.xmp.as_deref()) && !named(parts.xmp.as_deref().map(str::as_bytes));
    if let Some(image) = gain_map(source, plan, target).filter(|_| !unnamed) {
        parts.gain_map = image.to_vec();
        parts.gain_map_version = source.gain_map_version.map(<[u8]>::to_vec);
    }
}

/// The video of a motion photo, if it can follow the new image.
fn motion<'s>(source: &Source<'s>, plan: &Plan, target: &Target) -> Option<&'s [u8]> {
    source.motion.filter(|_| carries_tail(plan, target))
}

/// XMP says how far from the file's end it begins, so that its place behind a new image needs no new numbers.
fn carry_video(source: &Source<'_>, plan: &Plan, target: &Target, parts: &mut Parts) {
    let named = parts.xmp.as_ref().is_some_and(|packet| xmp::mentions_video(packet.as_bytes()));
    match motion(source, plan, target) {
        Some(video) if named => parts.motion = video.to_vec(),
        _ if source.video && (target.fresh || plan.existing != Existing::Keep) => {
            parts.warnings.push("The motion video was left out: the result is a still image.".to_owned());
        }
        _ => {}
    }
}

fn exif(source: &Source<'_>, plan: &Plan, target: &Target, warnings: &mut Vec<String>) -> Option<Vec<u8>> {
    let old = source.exif.as_deref().and_then(Exif::parse);
    let mut exif = match (plan.existing, old.clone()) {
        (Existing::Keep, Some(old)) => old,
        _ => Exif::new(),
    };
    if plan.existing == Existing::Keep && target.fresh {
        exif.describe_new_pixels(target.width, target.height, target.oriented, target.srgb);
        exif.fill_dates(&source.dates());
    }
    finish_exif(&mut exif, old.as_ref(), source, plan, target);
    // What stays in the container must not be contradicted; where the container has no place for it, EXIF is one.
    let density = source.density.filter(|_| !target.fresh || plan.existing == Existing::Keep);
    let homeless = target.fresh && matches!(target.format, Format::Webp | Format::Avif);
    if let Some(density) = density.filter(|density| !exif.is_empty() || homeless && density.is_chosen()) {
        exif.fill_density(density);
    }
    if exif.is_empty() {
        return None;
    }
    exif.complete(target.format == Format::Jpeg, target.width, target.height, target.srgb);
    let mut bytes = exif.to_bytes();
    if target.format != Format::Jpeg || bytes.len() <= JPEG_EXIF_BYTES {
        return Some(bytes);
    }
    exif.drop_thumbnail();
    bytes = exif.to_bytes();
    if bytes.len() > JPEG_EXIF_BYTES && exif.drop_maker_note() {
        warnings.push("The camera's own notes did not fit into the file and were left out.".to_owned());
        bytes = exif.to_bytes();
    }
    if bytes.len() > JPEG_EXIF_BYTES {
        warnings.push("The old EXIF data did not fit into the file and was left out.".to_owned());
        let mut small = Exif::new();
        finish_exif(
            &mut small,
            old.as_ref(),
            source,
            &Plan { existing: Existing::RemoveKeepDate, ..plan.clone() },
            target,
        );
        small.complete(true, target.width, target.height, target.srgb);
        bytes = small.to_bytes();
    }
    Some(bytes)
}

/// Orientation and dates that outlive removal, then the user's fields.
fn finish_exif(
    exif: &mut Exif<'_>,
    old: Option<&Exif<'_>>,
    source: &Source<'_>,
    plan: &Plan,
    target: &Target,
) {
    // AVIF turns the image by its own boxes, which stay.
    if plan.existing != Existing::Keep
        && !target.oriented
        && target.format != Format::Avif
        && let Some(turned) = old.and_then(Exif::orientation).filter(|o| *o != 1)
    {
        exif.set_orientation(turned);
    }
    if plan.existing == Existing::RemoveKeepDate {
        exif.fill_dates(&source.dates());
        // A block that is written says how large to print, and must not say something new.
        if let Some(said) = old.and_then(Exif::resolution).filter(|_| !exif.is_empty()) {
            exif.fill_resolution(said);
        }
    }
    if let Some(fields) = &plan.fields {
        exif.put_fields(fields);
    }
}

fn xmp(
    source: &Source<'_>,
    plan: &Plan,
    target: &Target,
    warnings: &mut Vec<String>,
) -> Result<Option<String>, EngineError> {
    let mut added = plan.fields.as_ref().map(xmp::about_fields).unwrap_or_default();
    if plan.existing == Existing::RemoveKeepDate {
        added.extend(xmp_dates(source, target, !added.is_empty()));
    }
    if plan.existing == Existing::Keep && target.fresh {
        rescue::add(&mut added, source, target.format);
    }
    let own = || (!added.is_empty()).then(|| xmp::packet(&added));
    let mut result = own();
    if plan.existing == Existing::Keep && source.xmp.is_some() {
        let mut cuts = xmp::replaced_by(&added);
        if target.fresh {
            let carried = xmp::Carried {
                extended: carries_extended(source, plan, target),
                gain_map: gain_map(source, plan, target).is_some(),
                video: motion(source, plan, target).is_some(),
            };
            cuts.extend(xmp::about_new_pixels(target.oriented, carried));
        }
        match source.xmp_text().and_then(|old| xmp::merge(old, &cuts, &added)) {
            Some(merged) => result = Some(merged),
            None => warnings.push("The old XMP data could not be read and was left out.".to_owned()),
        }
    }
    let Some(packet) = result else { return Ok(None) };
    if target.format != Format::Jpeg || packet.len() <= JPEG_XMP_BYTES {
        return Ok(Some(packet));
    }
    let squeezed = xmp::without_padding(&packet);
    if squeezed.len() <= JPEG_XMP_BYTES {
        return Ok(Some(squeezed));
    }
    warnings.push("The old XMP data did not fit into the file and was left out.".to_owned());
    match own() {
        Some(packet) if packet.len() > JPEG_XMP_BYTES => {
            Err(EngineError::BadRecipe { what: "the metadata texts are too long for a JPEG".into() })
        }
        other => Ok(other),
    }
}

/// XMP repeats the dates when there is a packet anyway, and holds them alone where EXIF cannot: GIF, or a bare year.
fn xmp_dates(source: &Source<'_>, target: &Target, has_packet: bool) -> Vec<xmp::Property> {
    let dates = source.dates();
    let partial = [&dates.original, &dates.created].into_iter().flatten().any(|stamp| !stamp.has_day());
    let needed = has_packet || partial || (target.format == Format::Gif && dates.has_creation());
    if needed { xmp::about_dates(&dates) } else { Vec::new() }
}

fn iptc(source: &Source<'_>, plan: &Plan, target: &Target, warnings: &mut Vec<String>) -> Option<Vec<u8>> {
    const TOO_LARGE: &str = "The old IPTC data did not fit into the file and was left out.";
    let old = source.iptc().filter(|_| plan.existing == Existing::Keep);
    let Some(fields) = &plan.fields else {
        let old = old.filter(|_| target.fresh)?;
        if old.len() > JPEG_IPTC_BYTES {
            warnings.push(TOO_LARGE.to_owned());
            return None;
        }
        return Some(old.to_vec());
    };
    let merged = iptc::merge(old, fields)?;
    if merged.len() > JPEG_IPTC_BYTES {
        warnings.push(TOO_LARGE.to_owned());
        return iptc::merge(None, fields);
    }
    Some(merged)
}

/// PNG's registered keywords.
fn texts(fields: &Fields) -> impl Iterator<Item = (&'static str, String)> {
    let all = [
        ("Title", fields.title.clone()),
        ("Author", fields.authors.join("; ")),
        ("Description", fields.description.clone()),
        ("Copyright", fields.copyright.clone()),
        ("Comment", fields.comments.clone()),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty())
}
