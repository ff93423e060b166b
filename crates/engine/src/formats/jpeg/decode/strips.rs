//! Where reconstructed samples go, a few rows at a time: into whole planes, or on to a resizer that forgets them.
//! Arrays of samples: ITU-T T.81, A.1.1.

use super::layout::{Layout, Part};
use crate::EngineError;
use crate::planes::Plane;
use crate::resize::{RowResizer, divided, spanned};

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
    /// A row of the image's MCUs is complete; `seen` says which components the file has. An error ends the decoding.
    fn row_done(&mut self, _row: usize, _seen: &[bool]) -> Result<(), EngineError> {
        Ok(())
    }
}

/// Whole planes, each resized on the way when its target has another size.
#[derive(Debug)]
pub(super) struct Planes {
    targets: Vec<Target>,
}

#[derive(Debug)]
struct Target {
    side: usize,
    /// The plane itself, or the strip that is being filled.
    plane: Plane,
    resizer: Option<RowResizer>,
}

impl Planes {
    /// Planes as they are stored.
    pub(super) fn new(layout: &Layout) -> Self {
        Self { targets: layout.parts.iter().map(Target::whole).collect() }
    }

    /// Planes of an image of this size, with chroma divided by these factors.
    pub(super) fn resized(layout: &Layout, (width, height): (usize, usize), sub: (usize, usize)) -> Self {
        let mut targets: Vec<Target> = Vec::new();
        for (i, part) in layout.parts.iter().enumerate() {
            let sub = if i == 0 { (1, 1) } else { sub };
            let size = (width.div_ceil(sub.0), height.div_ceil(sub.1));
            if (part.width, part.height) == size {
                targets.push(Target::whole(part));
                continue;
            }
            let same = |other: &Part| (other.width, other.height) == (part.width, part.height);
            // The second chroma plane has the weights of the first.
            let known = (i == 2 && same(&layout.parts[1])).then(|| targets[1].resizer.clone()).flatten();
            let covered = spanned(part.covered, size, divided((width, height), sub));
            let resizer =
                known.unwrap_or_else(|| RowResizer::covering((part.width, part.height), covered, size, 1));
            let (stride, rows) = (part.stride(), part.v * part.side);
            let plane =
                Plane { width: part.width, height: part.height, stride, data: vec![0; stride * rows] };
            targets.push(Target { side: part.side, plane, resizer: Some(resizer) });
        }
        Self { targets }
    }

    /// The planes; a component that no scan brought has the middle value.
    pub(super) fn finish(self, seen: &[bool]) -> Vec<Plane> {
        let finished = |(target, &seen): (Target, &bool)| {
            let mut plane = target.resizer.map_or(target.plane, RowResizer::finish);
            if !seen {
                plane.data.fill(128);
            }
            plane
        };
        self.targets.into_iter().zip(seen).map(finished).collect()
    }
}

impl Target {
    fn whole(part: &Part) -> Self {
        let stride = part.stride();
        let data = vec![0; stride * part.blocks_high * part.side];
        Self {
            side: part.side,
            plane: Plane { width: part.width, height: part.height, stride, data },
            resizer: None,
        }
    }
}

impl Strips for Planes {
    fn strip(&mut self, component: usize, first: usize, count: usize) -> Strip<'_> {
        let Target { side, plane, resizer } = &mut self.targets[component];
        let first = if resizer.is_some() { 0 } else { first };
        let stride = plane.stride;
        Strip { samples: &mut plane.data[first * *side * stride..][..count * *side * stride], stride }
    }

    fn done(&mut self, component: usize, first: usize, count: usize) {
        let Target { side, plane, resizer: Some(resizer) } = &mut self.targets[component] else { return };
        let rows = plane.height.saturating_sub(first * *side).min(count * *side);
        for y in 0..rows {
            resizer.push(plane.row(y));
        }
    }
}
