//! Numbers with a shape, and the operations on them that need no knowledge of images.

use crate::VisionError;
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tensor {
    pub(super) shape: Vec<usize>,
    pub(super) data: Vec<f32>,
}

type Made = Result<Tensor, VisionError>;

impl Tensor {
    pub(super) fn new(shape: Vec<usize>, data: Vec<f32>) -> Made {
        let length = shape.iter().try_fold(1usize, |all, &side| all.checked_mul(side));
        if length == Some(data.len()) { Ok(Self { shape, data }) } else { Err(unknown("size of a tensor")) }
    }

    /// Channels, height, width of an image (batch 1).
    pub(super) fn planes(&self) -> Result<[usize; 3], VisionError> {
        match self.shape[..] {
            [1, c, h, w] => Ok([c, h, w]),
            _ => Err(unknown("shape of an image")),
        }
    }

    pub(super) fn map(mut self, change: impl Fn(f32) -> f32) -> Self {
        self.data.iter_mut().for_each(|value| *value = change(*value));
        self
    }

    /// `a` and `b` element by element; sides of one repeat.
    pub(super) fn combine(a: Cow<'_, Self>, b: &Self, with: impl Fn(f32, f32) -> f32) -> Made {
        let shape = common_shape(&a.shape, &b.shape)?;
        let (steps_a, steps_b) = (steps(&a.shape, shape.len()), steps(&b.shape, shape.len()));
        let row = shape.last().copied().unwrap_or(1);
        let step_b = steps_b.last().copied().unwrap_or(0);
        let mut out = if a.shape == shape { a.into_owned() } else { a.repeat(&shape, &steps_a)? };
        for (index, out) in out.data.chunks_exact_mut(row.max(1)).enumerate() {
            let at = place(index, &shape, &steps_b);
            if step_b == 1 {
                out.iter_mut().zip(&b.data[at..at + row]).for_each(|(out, &b)| *out = with(*out, b));
            } else {
                let b = b.data[at];
                out.iter_mut().for_each(|out| *out = with(*out, b));
            }
        }
        Ok(out)
    }

    fn repeat(&self, shape: &[usize], steps: &[usize]) -> Made {
        let row = shape.last().copied().unwrap_or(1);
        let step = steps.last().copied().unwrap_or(0);
        let rows = shape.iter().rev().skip(1).product::<usize>();
        let mut data = Vec::with_capacity(rows * row);
        for index in 0..rows {
            let at = place(index, shape, steps);
            data.extend((0..row).map(|i| self.data[at + i * step]));
        }
        Self::new(shape.to_vec(), data)
    }

    /// A zero in the wanted shape keeps that side, a minus one takes what is left.
    pub(super) fn reshape(self, wanted: &[f32]) -> Made {
        let mut shape: Vec<usize> = Vec::new();
        let mut open = None;
        for (axis, &side) in wanted.iter().enumerate() {
            shape.push(match side as i64 {
                0 => *self.shape.get(axis).ok_or_else(|| unknown("shape"))?,
                -1 => {
                    open = Some(axis);
                    1
                }
                side => usize::try_from(side).map_err(|_| unknown("shape"))?,
            });
        }
        if let Some(axis) = open {
            shape[axis] = self.data.len() / shape.iter().product::<usize>().max(1);
        }
        Self::new(shape, self.data)
    }

    pub(super) fn transpose(&self, order: &[i64]) -> Made {
        let rank = self.shape.len();
        let mut seen = vec![false; rank];
        for &axis in order {
            *seen.get_mut(axis as usize).ok_or_else(|| unknown("order of axes"))? = true;
        }
        if order.len() != rank || seen.contains(&false) {
            return Err(unknown("order of axes"));
        }
        let mut steps = vec![1; rank];
        for axis in (0..rank.saturating_sub(1)).rev() {
            steps[axis] = steps[axis + 1] * self.shape[axis + 1];
        }
        let shape: Vec<usize> = order.iter().map(|&axis| self.shape[axis as usize]).collect();
        let steps: Vec<usize> = order.iter().map(|&axis| steps[axis as usize]).collect();
        let mut data = Vec::with_capacity(self.data.len());
        let mut place = vec![0; rank];
        for _ in 0..self.data.len() {
            data.push(self.data[place.iter().zip(&steps).map(|(place, step)| place * step).sum::<usize>()]);
            for axis in (0..rank).rev() {
                place[axis] += 1;
                if place[axis] < shape[axis] {
                    break;
                }
                place[axis] = 0;
            }
        }
        Self::new(shape, data)
    }

    /// A part along one axis.
    pub(super) fn slice(&self, axis: usize, from: usize, to: usize) -> Made {
        let side = *self.shape.get(axis).ok_or_else(|| unknown("axis"))?;
        let (from, to) = (from.min(side), to.min(side).max(from.min(side)));
        let inner: usize = self.shape[axis + 1..].iter().product();
        let mut shape = self.shape.clone();
        shape[axis] = to - from;
        let whole = (side * inner).max(1);
        let data = self.data.chunks_exact(whole).flat_map(|block| &block[from * inner..to * inner]).copied();
        Self::new(shape, data.collect())
    }

    pub(super) fn concat(parts: &[&Self], axis: usize) -> Made {
        let first = parts.first().ok_or_else(|| unknown("nothing to join"))?;
        let like = |part: &&Self| {
            part.shape.len() == first.shape.len()
                && part.shape.iter().zip(&first.shape).enumerate().all(|(i, (a, b))| i == axis || a == b)
        };
        if axis >= first.shape.len() || !parts.iter().all(like) {
            return Err(unknown("parts that do not fit"));
        }
        let mut shape = first.shape.clone();
        shape[axis] = parts.iter().map(|part| part.shape[axis]).sum();
        let outer: usize = shape[..axis].iter().product();
        let mut data = Vec::with_capacity(shape.iter().product());
        for block in 0..outer {
            for part in parts {
                let length = part.data.len() / outer.max(1);
                data.extend_from_slice(&part.data[block * length..(block + 1) * length]);
            }
        }
        Self::new(shape, data)
    }

    /// Replaces each last row by what a function makes of it.
    pub(super) fn rows(&self, new_length: usize, make: impl Fn(&[f32], &mut Vec<f32>)) -> Made {
        let length =
            self.shape.last().copied().filter(|&length| length > 0).ok_or_else(|| unknown("empty rows"))?;
        let mut shape = self.shape.clone();
        let last = shape.len() - 1;
        shape[last] = new_length;
        let mut data = Vec::new();
        self.data.chunks_exact(length).for_each(|row| make(row, &mut data));
        Self::new(shape, data)
    }
}

fn common_shape(a: &[usize], b: &[usize]) -> Result<Vec<usize>, VisionError> {
    let rank = a.len().max(b.len());
    let side =
        |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis]);
    let mut shape = Vec::with_capacity(rank);
    for axis in 0..rank {
        shape.push(match (side(a, axis), side(b, axis)) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => return Err(unknown("shapes that do not fit")),
        });
    }
    Ok(shape)
}

/// How far apart neighbours along each axis are; zero where a side of one repeats.
fn steps(shape: &[usize], rank: usize) -> Vec<usize> {
    let mut steps = vec![0; rank];
    let mut step = 1;
    for (axis, &side) in shape.iter().enumerate().rev() {
        steps[axis + rank - shape.len()] = if side == 1 { 0 } else { step };
        step *= side;
    }
    steps
}

/// Where row `index` of `shape` starts in data with other steps.
fn place(index: usize, shape: &[usize], steps: &[usize]) -> usize {
    let (mut left, mut at) = (index, 0);
    for axis in (0..shape.len().saturating_sub(1)).rev() {
        at += left % shape[axis] * steps[axis];
        left /= shape[axis];
    }
    at
}

/// The file is readable, yet holds something these networks do not have.
pub(super) fn unknown(what: &str) -> VisionError {
    VisionError::model(format!("the text network holds something unknown ({what})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(shape: &[usize]) -> Tensor {
        Tensor::new(shape.to_vec(), (0..shape.iter().product()).map(|i: usize| i as f32).collect()).unwrap()
    }

    #[test]
    fn sides_of_one_repeat_when_two_tensors_combine() {
        let sum =
            Tensor::combine(Cow::Owned(tensor(&[2, 1, 3])), &tensor(&[2, 1]), |a, b| a + 10.0 * b).unwrap();
        assert_eq!(sum.shape, [2, 2, 3]);
        assert_eq!(sum.data, [0., 1., 2., 10., 11., 12., 3., 4., 5., 13., 14., 15.]);
        assert!(Tensor::combine(Cow::Owned(tensor(&[2])), &tensor(&[3]), |a, _| a).is_err());
    }

    #[test]
    fn transposing_twice_gives_the_same_back() {
        let cube = tensor(&[2, 3, 4]);
        let turned = cube.transpose(&[2, 0, 1]).unwrap();
        assert_eq!(turned.shape, [4, 2, 3]);
        assert_eq!(turned.data[1], 4.0);
        assert_eq!(turned.transpose(&[1, 2, 0]).unwrap(), cube);
        assert!(cube.transpose(&[0, 0, 1]).is_err());
    }

    #[test]
    fn what_is_cut_apart_can_be_joined_again() {
        let cube = tensor(&[2, 3, 4]);
        let (left, right) = (cube.slice(1, 0, 1).unwrap(), cube.slice(1, 1, 9).unwrap());
        assert_eq!(Tensor::concat(&[&left, &right], 1).unwrap(), cube);
    }

    #[test]
    fn a_shape_may_leave_one_side_open() {
        assert_eq!(tensor(&[2, 3, 4]).reshape(&[0.0, -1.0]).unwrap().shape, [2, 12]);
        assert!(tensor(&[2, 3]).reshape(&[4.0, 2.0]).is_err());
    }
}
