//! The eye's parts against arithmetic written the long way, on every version of the loops.

use super::maths::{exp, gelu};
use super::*;

fn wave(count: usize, pace: f32) -> Vec<f32> {
    (0..count).map(|i| (i as f32 * pace).sin() * (1.0 + (i % 7) as f32)).collect()
}

fn layer(rows: usize, inputs: usize, isa: Isa) -> (Linear, Vec<i8>) {
    let weights: Vec<i8> =
        (0..rows * inputs).map(|i| ((i * 37 + i / 11) % 255) as i32 - 127).map(|w| w as i8).collect();
    let mut file: Vec<u8> = (0..rows).flat_map(|row| (0.001 * (row + 1) as f32).to_le_bytes()).collect();
    file.extend(weights.iter().map(|&weight| weight as u8));
    file.extend((0..rows).flat_map(|row| (row as f32 - 1.0).to_le_bytes()));
    (Bytes::new(&file, isa).linear(rows, inputs).unwrap(), weights)
}

#[test]
fn a_layer_is_nearly_the_plain_product_and_the_same_on_every_processor() {
    let (rows, inputs, count) = (37, 21, 14);
    let values = wave(count * inputs, 0.37);
    let mut first: Option<Vec<f32>> = None;
    for isa in Isa::all() {
        let (linear, weights) = layer(rows, inputs, isa);
        let out = linear.of(isa, &values);
        for (at, &got) in out.iter().enumerate() {
            let (row, column) = (at / rows, at % rows);
            let pairs = values[row * inputs..].iter().zip(&weights[column * inputs..]).take(inputs);
            let sum: f32 = pairs.map(|(&a, &b)| a * f32::from(b)).sum();
            let want = sum * 0.001 * (column + 1) as f32 + column as f32 - 1.0;
            assert!((got - want).abs() < 0.03 * (column + 1) as f32, "{isa:?} at {at}: {got} for {want}");
        }
        assert_eq!(*first.get_or_insert_with(|| out.clone()), out, "{isa:?}");
    }
}

#[test]
fn attention_is_nearly_the_plain_one_and_the_same_on_every_processor() {
    let (count, width, heads) = (71, 128, 2);
    let [q, k, v] = [0.31, 0.17, 0.77].map(|pace| wave(count * width, pace));
    let mut first: Option<Vec<f32>> = None;
    for isa in Isa::all() {
        let asked: Vec<f32> = q.iter().map(|value| value * 0.05).collect();
        // Keys and values side by side in one row, as a layer gives them.
        let both: Vec<f32> =
            k.chunks(width).zip(v.chunks(width)).flat_map(|(k, v)| k.iter().chain(v)).copied().collect();
        let [keys, values] = [0, width].map(|left| Columns::new(&both, 2 * width, left..left + width));
        let out = attend(isa, Columns::all(&asked, width), &Keys::new(isa, keys, values, heads));
        for (row, head) in [(0, 0), (5, 1), (70, 0)] {
            let left = head * 64;
            let score = |key: usize| {
                (0..64).map(|d| asked[row * width + left + d] * k[key * width + left + d]).sum::<f32>()
            };
            let powers: Vec<f32> = (0..count).map(|key| score(key).exp()).collect();
            let all: f32 = powers.iter().sum();
            for d in [0, 13, 63] {
                let want: f32 = (0..count).map(|key| powers[key] / all * v[key * width + left + d]).sum();
                let got = out[row * width + left + d];
                assert!((got - want).abs() < 0.05, "{isa:?} row {row}, {d}: {got} for {want}");
            }
        }
        assert_eq!(*first.get_or_insert_with(|| out.clone()), out, "{isa:?}");
    }
}

#[test]
fn powers_and_gelu_are_close_to_the_library_s() {
    for i in -800..200 {
        let x = i as f32 * 0.1;
        assert!((exp(x) - x.exp()).abs() <= 1e-5 * x.exp(), "{x}");
    }
    let mut values = [0.0; 16];
    values[..7].copy_from_slice(&[-9.0, -1.0, -0.1, 0.0, 0.5, 2.0, 12.0]);
    gelu(&mut values);
    let wanted = [0.0, -0.158_655, -0.046_017, 0.0, 0.345_731, 1.954_5, 12.0];
    values
        .iter()
        .zip(wanted)
        .for_each(|(got, want): (&f32, f32)| assert!((got - want).abs() < 1e-3, "{got} for {want}"));
}

#[test]
fn patches_are_cut_row_by_row() {
    let side = SIDE * PATCH;
    let data = (0..side * side)
        .flat_map(|i| [(i % side / PATCH) as u8, (i / side / PATCH) as u8, (i % PATCH) as u8]);
    let cut = patches(&Rgb::new(side, side, data.collect()).unwrap());
    assert!(cut.chunks_exact(PATCH * PATCH * 3).enumerate().all(|(at, patch)| {
        patch.chunks_exact(3).all(|pixel| pixel[0] as usize == at % SIDE && pixel[1] as usize == at / SIDE)
    }));
}

#[test]
fn a_file_that_is_too_short_or_too_long_is_refused() {
    for length in [0, 5, 384 * 4, 300_000] {
        let error = Eye::load(&vec![0; length], Isa::detect()).unwrap_err().to_string();
        assert!(error.starts_with("The naming model cannot be loaded: "), "{error}");
    }
}
