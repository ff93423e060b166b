//! The steps on pixels that every way shares.

use super::job::Job;
use crate::planes::{Raster, Rgba};
use crate::watermark::Marks;
use crate::{EngineError, colour, decode, resize};

pub(crate) fn scale(raster: Raster, width: usize, height: usize, halve_chroma: bool) -> Raster {
    match raster {
        Raster::Ycc(planes) => {
            let same_size = (planes.width, planes.height) == (width, height);
            let halved = planes.chroma.is_none() || (planes.sub_x, planes.sub_y) == (2, 2);
            if same_size && (halved || !halve_chroma) {
                return Raster::Ycc(planes);
            }
            Raster::Ycc(resize::ycc(&planes, width, height, halve_chroma))
        }
        Raster::Rgba(image) if (image.width, image.height) == (width, height) => Raster::Rgba(image),
        Raster::Rgba(image) => Raster::Rgba(resize::rgba(&image, width, height)),
    }
}

pub(crate) fn into_rgba(raster: Raster) -> Rgba {
    match raster {
        Raster::Ycc(planes) => colour::to_rgba(&planes),
        Raster::Rgba(image) => image,
    }
}

/// The recipe's watermarks for the result's size.
pub(crate) fn marks(job: &Job<'_>) -> Result<Marks, EngineError> {
    let decode = |bytes: &[u8]| decode::decode_whole(bytes, job.limits);
    Marks::prepare(job.recipe, job.assets, job.plan.width, job.plan.height, 1.0, &decode)
}

pub(crate) fn stamp(mut raster: Raster, marks: &Marks) -> Raster {
    if !marks.is_empty() {
        marks.stamp(&mut raster);
        if let Raster::Rgba(image) = &mut raster
            && !image.opaque
        {
            image.find_opaque();
        }
    }
    raster
}
