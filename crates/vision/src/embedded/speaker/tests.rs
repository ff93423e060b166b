//! What the speaker takes in, and which files it refuses.

use super::Speaker;
use super::network::in_fours;
use crate::embedded::eye::{SIDE, WIDTH};
use crate::embedded::simd::Isa;

#[test]
fn four_patches_lie_side_by_side() {
    let patches: Vec<f32> = (0..SIDE * SIDE).flat_map(|at| std::iter::repeat_n(at as f32, WIDTH)).collect();
    let fours = in_fours(&patches);
    let square = |at: usize| [0, 1, 2, 3].map(|i| fours[(at * 4 + i) * WIDTH]);
    assert_eq!(square(0), [0.0, 1.0, 16.0, 17.0]);
    assert_eq!(square(9), [34.0, 35.0, 50.0, 51.0]);
    assert_eq!(fours.len(), patches.len());
}

#[test]
fn a_file_that_is_too_short_or_asks_for_too_much_is_refused() {
    for numbers in [&[][..], &[256, 8, 2, 3, 4273, 20], &[u32::MAX; 6], &[256, 7, 2, 3, 4273, 20]] {
        let file: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let error = Speaker::load(&file, Isa::detect()).unwrap_err().to_string();
        assert!(error.starts_with("The naming model cannot be loaded: "), "{error}");
    }
}
