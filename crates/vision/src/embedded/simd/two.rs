//! Products with two blocks of weights at once: where there are registers enough, a row's cell is read once for both.

#[cfg(target_arch = "x86_64")]
use super::LANES;
use super::{Isa, ROWS, Sums};

/// The sums of two blocks of weights, each as [`super::sums`] gives them; the second block may be missing.
pub(in crate::embedded) fn two_sums(
    isa: Isa,
    cells: &[u8],
    starts: &[usize; ROWS],
    rows: usize,
    weights: [&[u32]; 2],
    out: &mut [Sums; 2],
) {
    #[cfg(target_arch = "x86_64")]
    if matches!(isa, Isa::Vnni | Isa::Vbmi) && weights[0].len() == weights[1].len() {
        let depth_bytes = weights[0].len() / LANES * 4;
        assert!(starts.iter().all(|start| start + depth_bytes <= cells.len()), "every row has all its cells");
        return super::vnni::two_sums(cells, starts, rows, weights, out);
    }
    for (weights, out) in weights.into_iter().zip(out).filter(|(weights, _)| !weights.is_empty()) {
        super::sums(isa, cells, starts, rows, weights, out);
    }
}
