//! Where reconstructed samples go, a few rows at a time: into whole planes, or on to a resizer that forgets them.

use super::layout::{Layout, Part};
use crate::planes::Plane;

/// Rows of one component, at least one row of blocks high.
#[derive(Debug)]
pub(super) struct Strip<'a> {
    pub(super) samples: &'a mut [u8],
    pub(super) stride: usize,
}

/// A target of decoding. Rows of blocks arrive from top to bottom for each component.
pub(super) trait Strips {
    /// Room for `count` rows of blocks from `first` on.
    fn strip(&mut self, component: usize, first: usize, count: usize) -> Strip<'_>;
    /// The rows are complete.
    fn done(&mut self, component: usize, first: usize, count: usize);
}

/// Whole planes.
#[derive(Debug)]
pub(super) struct WholePlanes {
    planes: Vec<(Plane, usize)>,
}

impl WholePlanes {
    pub(super) fn new(layout: &Layout) -> Self {
        let plane = |part: &Part| {
            let stride = part.stride();
            let data = vec![0; stride * part.blocks_high * part.side];
            (Plane { width: part.width, height: part.height, stride, data }, part.side)
        };
        Self { planes: layout.parts.iter().map(plane).collect() }
    }

    /// A component that no scan brought: the middle value.
    pub(super) fn fill(&mut self, component: usize) {
        self.planes[component].0.data.fill(128);
    }

    pub(super) fn into_planes(self) -> Vec<Plane> {
        self.planes.into_iter().map(|(plane, _)| plane).collect()
    }
}

impl Strips for WholePlanes {
    fn strip(&mut self, component: usize, first: usize, count: usize) -> Strip<'_> {
        let (plane, side) = &mut self.planes[component];
        let stride = plane.stride;
        Strip { samples: &mut plane.data[first * *side * stride..][..count * *side * stride], stride }
    }

    fn done(&mut self, _component: usize, _first: usize, _count: usize) {}
}
