//! Sentences that more than one way says about an image.

use crate::format::Format;

pub(crate) const UNREADABLE_PROFILE: &str =
    "The colour profile could not be read; colours may look different.";

/// Said where soft gradients may show it.
pub(crate) fn narrowed(bits: u8, target: Format) -> String {
    // AVIF is written with 10 bits, of which the last two say nothing new.
    let kept = if target == Format::Avif { "8 of them were used" } else { "the result has 8" };
    format!("The image had {bits} bits a colour; {kept}.")
}

/// Said where a format that is only read became another one.
pub(crate) fn changed_format(source: Format, target: Format) -> String {
    format!("{source} files are read but not written: the result is a {target}.")
}

pub(crate) const FLATTENED: &str = "JPEG knows no transparency: what was transparent is white now.";
