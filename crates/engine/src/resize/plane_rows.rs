//! A plane that comes row by row, from the top: kept as it is, or resized on the way.

use super::RowResizer;
use crate::planes::Plane;

/// Takes a plane's rows, holds the plane that is wanted.
#[derive(Clone, Debug)]
pub(crate) enum PlaneRows {
    Same { plane: Plane, filled: usize },
    Resized(Box<RowResizer>),
}

impl PlaneRows {
    /// Both are (width, height).
    pub(crate) fn new(source: (usize, usize), size: (usize, usize)) -> Self {
        Self::covering(source, (source.0 as f64, source.1 as f64), size)
    }

    /// The target's samples span the first `covered` of the source's.
    pub(crate) fn covering(source: (usize, usize), covered: (f64, f64), size: (usize, usize)) -> Self {
        if source == size {
            return Self::Same { plane: Plane::filled(size.0, size.1, 0), filled: 0 };
        }
        Self::Resized(Box::new(RowResizer::covering(source, covered, size, 1)))
    }

    /// The next row; rows beyond the source's height are passed over.
    pub(crate) fn push(&mut self, row: &[u8]) {
        match self {
            Self::Same { plane, filled } if *filled < plane.height => {
                let width = plane.width;
                plane.row_mut(*filled).copy_from_slice(&row[..width]);
                *filled += 1;
            }
            Self::Same { .. } => {}
            Self::Resized(resizer) => resizer.push(row),
        }
    }

    /// The plane; complete when all rows were pushed.
    pub(crate) fn finish(self) -> Plane {
        match self {
            Self::Same { plane, .. } => plane,
            Self::Resized(resizer) => resizer.finish(),
        }
    }
}
