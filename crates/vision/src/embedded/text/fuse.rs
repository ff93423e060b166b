//! Steps that change every number alone, done while the numbers are still in the cache: the same steps in the same order,
//! so the results are those of one pass for each.

use crate::embedded::simd::{Isa, vectorised};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Then {
    Plus(f32),
    Times(f32),
    Relu,
    HardSwish,
}

/// Steps in the order they usually have: a factor and a term, a bend, a factor and a term again. They are done in one
/// pass, so that a number is loaded and stored once.
#[derive(Clone, Copy, Debug)]
struct Usual {
    first: [f32; 2],
    bend: Option<Then>,
    second: [f32; 2],
}

impl Usual {
    fn of(steps: &[Then]) -> Option<Self> {
        const SAME: [f32; 2] = [1.0, 0.0];
        let mut usual = Self { first: SAME, bend: None, second: SAME };
        for &step in steps {
            let part = if usual.bend.is_none() { &mut usual.first } else { &mut usual.second };
            match step {
                Then::Times(factor) if *part == SAME => part[0] = factor,
                Then::Plus(term) if part[1] == 0.0 => part[1] = term,
                Then::Relu | Then::HardSwish if usual.bend.is_none() => usual.bend = Some(step),
                _ => return None,
            }
        }
        Some(usual)
    }

    #[inline(always)]
    fn run(&self, values: &mut [f32], bias: f32, bend: impl Fn(f32) -> f32) {
        let ([a, b], [c, d]) = (self.first, self.second);
        values.iter_mut().for_each(|value| *value = bend((*value + bias) * a + b) * c + d);
    }
}

/// Adds the bias of a channel to its numbers and does all steps.
pub(super) fn finish(isa: Isa, values: &mut [f32], bias: Option<f32>, steps: &[Then]) {
    let bias = bias.unwrap_or(0.0);
    match Usual::of(steps) {
        Some(usual) => vectorised(isa, || match usual.bend {
            Some(Then::HardSwish) => usual.run(values, bias, swish),
            Some(_) => usual.run(values, bias, positive),
            None => usual.run(values, bias, |value| value),
        }),
        None => vectorised(isa, || {
            values.iter_mut().for_each(|value| *value += bias);
            for step in steps {
                match *step {
                    Then::Plus(term) => values.iter_mut().for_each(|value| *value += term),
                    Then::Times(factor) => values.iter_mut().for_each(|value| *value *= factor),
                    Then::Relu => values.iter_mut().for_each(|value| *value = positive(*value)),
                    Then::HardSwish => values.iter_mut().for_each(|value| *value = swish(*value)),
                }
            }
        }),
    }
}

/// Comparing instead of `max` and `clamp`: those are calls, or several steps, in the browser's module.
#[inline(always)]
pub(super) fn swish(value: f32) -> f32 {
    let raised = positive(value + 3.0);
    value * if raised < 6.0 { raised } else { 6.0 } * (1.0 / 6.0)
}

#[inline(always)]
fn positive(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_each_other_after_the_bias() {
        let unusual = [Then::Times(2.0), Then::HardSwish, Then::Plus(0.5), Then::Relu];
        let usual = [Then::Times(2.0), Then::Plus(-1.0), Then::HardSwish, Then::Times(3.0), Then::Plus(0.5)];
        assert!(Usual::of(&unusual).is_none() && Usual::of(&usual).is_some());
        for (steps, wanted) in
            [(&unusual[..], [0.5, 0.5, 2.0 * 5.0 / 6.0 + 0.5, 12.5]), (&usual, [0.5, -0.5, 2.5, 33.5])]
        {
            let mut values = [-4.0, -1.0, 0.0, 5.0];
            finish(Isa::detect(), &mut values, Some(1.0), steps);
            assert!(values.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-5), "{values:?}");
        }
    }
}
