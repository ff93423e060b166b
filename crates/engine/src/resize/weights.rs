//! Lanczos weights in 14 bits.

/// Weights of every output sample: `taps` of them from input sample `starts[i]` on.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) starts: Vec<usize>,
    pub(super) taps: usize,
    pub(super) values: Vec<i16>,
    /// Each output sample is the input sample of the same place.
    pub(super) is_identity: bool,
}

/// One in the weights.
pub(super) const ONE: i32 = 1 << 14;
/// Weights that cannot be seen are left out: they cost a tap each.
const NEGLIGIBLE: i32 = 6;

impl Weights {
    /// For `source` samples to `target` samples; the number of taps is a multiple of `multiple`. The target
    /// spans the first `covered` of the source's samples: a shrunken JPEG of 3266 rows has 408.25 of them in 409, and taking
    /// all 409 would stretch it. A window lies inside the source unless the source is smaller than the taps; then it
    /// starts at 0 and its tail has weights of zero.
    pub(super) fn new(source: usize, covered: f64, target: usize, multiple: usize) -> Self {
        let ratio = covered / target as f64;
        let windows: Vec<(usize, Vec<i32>)> = (0..target).map(|i| window(source, i, ratio)).collect();
        let longest = windows.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
        let taps = longest.next_multiple_of(multiple);
        let mut weights = Self {
            starts: Vec::with_capacity(target),
            taps,
            values: vec![0; taps * target],
            is_identity: source == target && covered == source as f64,
        };
        for (i, (first, values)) in windows.into_iter().enumerate() {
            let start = first.min(source.saturating_sub(taps));
            weights.starts.push(start);
            for (k, value) in values.into_iter().enumerate() {
                weights.values[i * taps + first - start + k] = value as i16;
            }
        }
        weights
    }

    pub(super) fn of(&self, i: usize) -> &[i16] {
        &self.values[i * self.taps..(i + 1) * self.taps]
    }
}

/// First input sample and weights of one output sample.
fn window(source: usize, i: usize, ratio: f64) -> (usize, Vec<i32>) {
    let stretch = ratio.max(1.0);
    let centre = (i as f64 + 0.5) * ratio;
    let first = (centre - 3.0 * stretch).floor().max(0.0) as usize;
    let end = ((centre + 3.0 * stretch).ceil() as usize).clamp(first + 1, source.max(first + 1));
    let raw: Vec<f64> = (first..end).map(|x| lanczos((x as f64 + 0.5 - centre) / stretch)).collect();
    let sum: f64 = raw.iter().sum();
    let scaled: Vec<i32> = raw.iter().map(|w| rounded(w / sum * f64::from(ONE))).collect();
    let seen = |w: &i32| w.abs() > NEGLIGIBLE;
    let from = scaled.iter().position(seen).unwrap_or(0);
    let to = scaled.iter().rposition(seen).map_or(scaled.len(), |last| last + 1);
    let mut values = scaled[from..to].to_vec();
    // What rounding took goes to the largest weight, so that an even area keeps its value.
    let error = ONE - values.iter().sum::<i32>();
    if let Some(largest) = values.iter_mut().max_by_key(|w| **w) {
        *largest += error;
    }
    (first + from, values)
}

fn lanczos(x: f64) -> f64 {
    if x.abs() < 1e-9 {
        return 1.0;
    }
    if x.abs() >= 3.0 {
        return 0.0;
    }
    // sin(3a) = 3 sin(a) - 4 sin(a)^3: one sine is enough for both factors.
    let third = std::f64::consts::PI / 3.0 * x;
    let sine = sine(third);
    let square = sine * sine;
    square * (3.0 - 4.0 * square) / (3.0 * third * third)
}

/// `1 / ((2k + 2)(2k + 3))`: from one term of the sine's series to the next. Made once, because divisions are slow.
const STEPS: [f64; 10] = {
    let (mut steps, mut n) = ([0.0; 10], 2.0);
    let mut k = 0;
    while k < steps.len() {
        steps[k] = 1.0 / (n * (n + 1.0));
        n += 2.0;
        k += 1;
    }
    steps
};

/// The nearest number, halves away from zero: a small value without a call of the mathematics library.
fn rounded(value: f64) -> i32 {
    let whole = value as i32;
    let rest = value - f64::from(whole);
    whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)
}

/// A sine that does not depend on the platform's mathematics library: every machine gets the same weights.
fn sine(angle: f64) -> f64 {
    let half_turns = rounded(angle / std::f64::consts::PI);
    let x = angle - f64::from(half_turns) * std::f64::consts::PI;
    let x = if half_turns % 2 == 0 { x } else { -x };
    let square = x * x;
    let (mut term, mut sum) = (x, x);
    for step in STEPS {
        term *= -square * step;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_the_sine() {
        for i in -1000..1000 {
            let x = f64::from(i) / 100.0;
            assert!((sine(x) - x.sin()).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn a_source_that_is_not_wholly_covered_is_not_stretched() {
        let weights = Weights::new(409, 408.25, 209, 2);
        let centre = |i: usize| {
            let values = weights.of(i).iter().enumerate();
            let moment: f64 = values.map(|(k, &w)| (weights.starts[i] + k) as f64 * f64::from(w)).sum();
            moment / f64::from(ONE) + 0.5
        };
        for i in [20, 100, 190] {
            assert!((centre(i) - (i as f64 + 0.5) * 408.25 / 209.0).abs() < 0.02, "{i}: {}", centre(i));
        }
    }

    #[test]
    fn weights_add_up_to_one_for_every_ratio() {
        for (source, target) in
            [(1, 1), (1, 7), (7, 1), (100, 99), (100, 33), (4000, 3), (5, 500), (3000, 1620)]
        {
            let weights = Weights::new(source, source as f64, target, 8);
            for i in 0..target {
                let sum: i32 = weights.of(i).iter().map(|&w| i32::from(w)).sum();
                assert_eq!(sum, ONE, "{source} -> {target}, {i}");
                let last = weights.of(i).iter().rposition(|&w| w != 0).unwrap();
                assert!(weights.starts[i] + last < source, "{source} -> {target}, {i}");
            }
        }
    }
}
