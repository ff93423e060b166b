//! The HDR gain map of a JPEG on the way to a new one: it covers the whole image at a size of its own, so that it is reduced by
//! the same factor and turned the same way, and otherwise stays as it is.

use super::job::Job;
use super::pixels::scale;
use crate::format::Format;
use crate::formats::Want;
use crate::formats::jpeg::{self, EncodeOptions, Order, Subsampling};
use crate::planes::Raster;
use crate::{decode, metadata, orient};
use std::borrow::Cow;

/// Steps in a gain map show as bands in bright areas, so that it is stored better than the image.
const QUALITY: u8 = 95;

/// The gain map as the new image needs it; none where it cannot be read or nothing can carry it.
/// Cold, so that it is compiled for size: the browser's module has to stay small.
#[cold]
pub(crate) fn follow<'a>(job: &Job<'_>, image: Cow<'a, [u8]>) -> Option<Cow<'a, [u8]>> {
    let plan = &job.plan;
    if plan.target != Format::Jpeg || job.metadata.existing != metadata::Existing::Keep {
        return None;
    }
    let (from, to) = ((plan.source.width, plan.source.height), plan.stored_size());
    if from == to && !plan.turns() {
        return Some(image);
    }
    let own = jpeg::read_header(&image, job.limits).ok()?;
    let (own_width, own_height) = (own.width as u32, own.height as u32);
    if own_width > from.0 || own_height > from.1 {
        return None;
    }
    let reduced = |own: u32, from: u32, to: u32| {
        let exact = u64::from(own) * u64::from(to) + u64::from(from / 2);
        ((exact / u64::from(from.max(1))) as u32).max(1)
    };
    let (width, height) = (reduced(own_width, from.0, to.0), reduced(own_height, from.1, to.1));
    let want = Want { width, height, planar: true, ..Want::full() };
    let still = decode::decode(&image, plan.source.format, false, &want, job.limits).ok()?;
    let fitted = scale(still.raster, width as usize, height as usize, false);
    let Raster::Ycc(planes) = orient::apply(fitted, plan.orientation()) else { return None };
    let options =
        EncodeOptions { quality: QUALITY, subsampling: Subsampling::Keep, order: Order::Sequential };
    let encoded = jpeg::encode(&planes, &options).ok()?;
    Some(Cow::Owned(metadata::described_gain_map(&encoded, &image, job.limits)))
}
