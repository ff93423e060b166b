//! At most 256 colours for all of an image's: its colour space is split where colours spread most, then every colour
//! moves to the middle of those that are nearest to it.

use super::histogram::Bin;
use super::nearest::Nearest;
use super::space::Point;

/// Times that colours move; more of them hardly change anything.
const MOVES: usize = 4;

/// One box of the colour space: a range of the bins, with its spread.
struct Cell {
    from: usize,
    to: usize,
    axis: usize,
    mean: Point,
    /// Squared distance from the mean, summed along the worst axis.
    spread: f64,
}

pub(super) fn colours(mut bins: Vec<Bin>, wanted: usize) -> Vec<Point> {
    let mut colours = split(&mut bins, wanted);
    for _ in 0..MOVES {
        move_to_middle(&bins, &mut colours);
    }
    colours
}

/// Splits the cell with the largest spread at its mean, again and again.
fn split(bins: &mut [Bin], wanted: usize) -> Vec<Point> {
    let mut cells = vec![measure(bins, 0, bins.len())];
    while cells.len() < wanted {
        let widest = (0..cells.len())
            .filter(|&i| cells[i].to - cells[i].from > 1)
            .max_by(|&a, &b| cells[a].spread.total_cmp(&cells[b].spread));
        let Some(widest) = widest else { break };
        let Cell { from, to, axis, mean, .. } = cells.swap_remove(widest);
        let range = &mut bins[from..to];
        range.sort_by(|a, b| a.point[axis].total_cmp(&b.point[axis]));
        let below = range.partition_point(|bin| bin.point[axis] <= mean[axis]);
        let middle = from + below.clamp(1, range.len() - 1);
        cells.push(measure(bins, from, middle));
        cells.push(measure(bins, middle, to));
    }
    cells.into_iter().map(|cell| cell.mean).collect()
}

fn measure(bins: &[Bin], from: usize, to: usize) -> Cell {
    let (mut count, mut sum, mut squares) = (0.0f64, [0.0f64; 4], [0.0f64; 4]);
    for bin in &bins[from..to] {
        let weight = f64::from(bin.weight);
        count += weight;
        for ((sum, squares), value) in sum.iter_mut().zip(&mut squares).zip(bin.point) {
            *sum += weight * f64::from(value);
            *squares += weight * f64::from(value) * f64::from(value);
        }
    }
    let mean = sum.map(|total| total / count.max(1.0));
    let spreads: [f64; 4] = std::array::from_fn(|at| squares[at] - sum[at] * mean[at]);
    let axis = (0..4).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or(0);
    Cell { from, to, axis, mean: mean.map(|value| value as f32), spread: spreads[axis] }
}

/// Sums of the bins that are nearest to one colour.
#[derive(Clone, Copy, Default)]
struct Share {
    weight: f32,
    sum: Point,
    heaviest: f32,
    point: Point,
}

/// A colour that most of its pixels have stays exactly that: backgrounds must not drift.
fn move_to_middle(bins: &[Bin], colours: &mut [Point]) {
    let nearest = Nearest::new(colours);
    let mut shares = vec![Share::default(); colours.len()];
    for bin in bins {
        let share = &mut shares[nearest.find(bin.point)];
        share.weight += bin.weight;
        (0..4).for_each(|at| share.sum[at] += bin.weight * bin.point[at]);
        if bin.weight > share.heaviest {
            (share.heaviest, share.point) = (bin.weight, bin.point);
        }
    }
    for (colour, share) in colours.iter_mut().zip(&shares).filter(|(_, share)| share.weight > 0.0) {
        *colour = if share.heaviest * 2.0 > share.weight {
            share.point
        } else {
            share.sum.map(|sum| sum / share.weight)
        };
    }
}
