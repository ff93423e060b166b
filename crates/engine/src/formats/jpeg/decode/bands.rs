//! An image in bands: some rows of all components at a time, in full height one after the other, for whoever needs no
//! more than these. Order of data units: ITU-T T.81, A.2.

use super::super::header::{Header, Scan, Walker};
use super::super::image::chroma_factors;
use super::super::pixels::Model;
use super::super::scale::{Chroma, Scale};
use super::layout::Layout;
use super::run::{Outcome, run, start};
use super::strips::{Strip, Strips};
use crate::planes::{Plane, Range, Ycc};
use crate::{EngineError, Limits};

/// Gets each band and the image's row that it begins with; may change the band, or end it all.
pub(in super::super) type EachBand<'a> = &'a mut dyn FnMut(&mut Ycc, usize) -> Result<(), EngineError>;

/// A file that can be read in bands.
#[derive(Debug)]
pub(in super::super) struct BandReader<'a> {
    walker: Walker<'a>,
    first: Scan,
    header: Header,
    layout: Layout,
    limits: &'a Limits,
    /// An empty band.
    band: Ycc,
}

impl<'a> BandReader<'a> {
    /// None for colours and samplings that have to be evened out first. Bands begin at multiples of 8 rows of chroma.
    pub(in super::super) fn open(
        bytes: &'a [u8],
        chroma: Chroma,
        limits: &'a Limits,
    ) -> Result<Option<Self>, EngineError> {
        let mut walker = Walker::new(bytes, limits)?;
        let (first, header) = start(&mut walker)?;
        let model = header.model()?;
        let scale = Scale::Cover { width: header.width, height: header.height, chroma };
        let layout = Layout::new(&header, scale);
        let Some((sub_x, sub_y)) = chroma_factors(&header, model, &layout.sides()) else { return Ok(None) };
        let luma = &layout.parts[0];
        let rows = multiple(luma.v * luma.side, 8 * sub_y);
        let plane = |i: usize, rows: usize| {
            let (width, stride) = (layout.parts[i].width, layout.parts[i].stride());
            Plane { width, height: rows, stride, data: vec![128; stride * rows] }
        };
        let chroma = (model == Model::Ycc).then(|| [plane(1, rows / sub_y), plane(2, rows / sub_y)]);
        let (y, width) = (plane(0, rows), header.width);
        let band = Ycc { width, height: rows, y, chroma, sub_x, sub_y, range: Range::Full };
        Ok(Some(Self { walker, first, header, layout, limits, band }))
    }

    /// A band before it is filled: size and sampling are those of all.
    pub(in super::super) fn band(&self) -> &Ycc {
        &self.band
    }

    /// Rows of the image.
    pub(in super::super) fn height(&self) -> usize {
        self.header.height
    }

    /// All bands from top to bottom; gives the warnings.
    pub(in super::super) fn run(self, each: EachBand<'_>) -> Result<Vec<String>, EngineError> {
        let Self { mut walker, first, layout, limits, band, header } = self;
        let mut bands = Bands { rows: band.height, band, height: header.height, layout: &layout, each };
        let Outcome { warnings, .. } = run(&mut walker, first, &layout, &mut bands, limits)?;
        Ok(warnings)
    }
}

/// The least common multiple.
fn multiple(a: usize, b: usize) -> usize {
    (a..).step_by(a).find(|n| n.is_multiple_of(b)).unwrap_or(a * b)
}

/// The band that is being filled.
struct Bands<'a> {
    band: Ycc,
    rows: usize,
    height: usize,
    layout: &'a Layout,
    each: EachBand<'a>,
}

impl Bands<'_> {
    fn plane(&mut self, component: usize) -> &mut Plane {
        match (component, &mut self.band.chroma) {
            (1, Some([blue, _])) => blue,
            (2, Some([_, red])) => red,
            _ => &mut self.band.y,
        }
    }
}

impl Strips for Bands<'_> {
    fn strip(&mut self, component: usize, first: usize, count: usize) -> Strip<'_> {
        let side = self.layout.parts[component].side;
        let plane = self.plane(component);
        let stride = plane.stride;
        let rows = plane.data.len() / stride;
        let samples = &mut plane.data[first * side % rows * stride..][..count * side * stride];
        Strip { samples, stride }
    }

    fn done(&mut self, _component: usize, _first: usize, _count: usize) {}

    fn row_done(&mut self, row: usize, seen: &[bool]) -> Result<(), EngineError> {
        let luma = &self.layout.parts[0];
        let end = ((row + 1) * luma.v * luma.side).min(self.height);
        if end < self.height && !end.is_multiple_of(self.rows) {
            return Ok(());
        }
        let top = (end - 1) / self.rows * self.rows;
        let band = &mut self.band;
        band.height = end - top;
        band.y.height = band.height;
        let chroma_height = band.height.div_ceil(band.sub_y);
        band.chroma.iter_mut().flatten().for_each(|plane| plane.height = chroma_height);
        for component in (0..seen.len()).filter(|&component| !seen[component]) {
            // A band before may have been painted on.
            self.plane(component).data.fill(128);
        }
        (self.each)(&mut self.band, top)
    }
}
