//! Each kind of step against arithmetic written the long way, and both whole networks against recorded numbers.

use super::graph::{Activation, Tensor};
use super::*;
use crate::embedded::weights::{SEEING, Weights, installed};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as u8
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next()).collect()
    }
}

fn activation(shape: [usize; 3], scale: f32, zero: i32) -> Tensor<'static> {
    Tensor { shape: vec![1, shape[0], shape[1], shape[2]], scales: vec![scale], zero, data: &[] }
}

/// Real numbers, no tricks: the value at one place of a convolution's output before it becomes a byte.
struct Plain<'a> {
    input: &'a [u8],
    area: [usize; 3],
    zero: i32,
    size: usize,
    stride: usize,
    output: [usize; 3],
}

impl Plain<'_> {
    fn at(&self, y: usize, x: usize, weight: impl Fn(usize, usize) -> i32, only: Option<usize>) -> i32 {
        let [height, width, depth] = self.area;
        let before = |out: usize, side: usize| ((out - 1) * self.stride + self.size).saturating_sub(side) / 2;
        let (top, left) = (before(self.output[0], height), before(self.output[1], width));
        let mut sum = 0;
        for tap in 0..self.size * self.size {
            let (row, column) = (y * self.stride + tap / self.size, x * self.stride + tap % self.size);
            let (Some(row), Some(column)) = (row.checked_sub(top), column.checked_sub(left)) else {
                continue;
            };
            if row < height && column < width {
                let pixel = &self.input[(row * width + column) * depth..][..depth];
                let channels = only.map_or(0..depth, |channel| channel..channel + 1);
                sum += channels.map(|c| (i32::from(pixel[c]) - self.zero) * weight(tap, c)).sum::<i32>();
            }
        }
        sum
    }
}

fn byte(sum: i32, bias: i32, scale: f32, zero: i32, low: i32, high: i32) -> u8 {
    let scaled = ((sum + bias) as f32 * scale).clamp((low - zero) as f32, (high - zero) as f32);
    (scaled.round_ties_even() as i32 + zero) as u8
}

#[test]
fn convolutions_equal_the_definition_on_every_processor() {
    let mut numbers = Numbers(7);
    for (area, size, stride, channels) in
        [([7usize, 5, 8], 1, 1, 24), ([9, 9, 3], 3, 2, 32), ([13, 13, 16], 1, 1, 36)]
    {
        let output_area = [area[0].div_ceil(stride), area[1].div_ceil(stride), channels];
        let depth = size * size * area[2];
        let (input, weights) = (numbers.bytes(area.iter().product()), numbers.bytes(channels * depth));
        let bias: Vec<u8> = (0..channels as i32).flat_map(|c| (c * 31 - 400).to_le_bytes()).collect();
        let scales: Vec<f32> = (0..channels).map(|c| 0.01 + 0.001 * c as f32).collect();
        let [x, y] = [activation(area, 0.05, 131), activation(output_area, 0.4, 100)];
        let w = Tensor {
            shape: vec![channels, size, size, area[2]],
            scales: scales.clone(),
            zero: 128,
            data: &weights,
        };
        let b = Tensor { shape: vec![channels], scales: vec![1.0], zero: 0, data: &bias };
        let plain = Plain { input: &input, area, zero: 131, size, stride, output: output_area };
        for isa in Isa::all() {
            let dense = Dense::new(isa, [&x, &w, &b, &y], stride, Activation::Relu6).unwrap();
            let mut out = vec![0; output_area.iter().product()];
            dense.run(&input, &mut out, &mut Vec::new());
            for (i, &got) in out.iter().enumerate() {
                let (pixel, channel) = (i / channels, i % channels);
                let weight =
                    |tap: usize, c: usize| i32::from(weights[channel * depth + tap * area[2] + c] as i8);
                let sum = plain.at(pixel / output_area[1], pixel % output_area[1], weight, None);
                let expected =
                    byte(sum, channel as i32 * 31 - 400, 0.05 * scales[channel] / 0.4, 100, 100, 115);
                assert_eq!(got, expected, "{isa:?} size {size} pixel {pixel} channel {channel}");
            }
        }
    }
}

#[test]
fn depthwise_convolutions_equal_the_definition_on_every_processor() {
    let mut numbers = Numbers(8);
    for (area, size, stride) in
        [([6usize, 7, 16], 3, 1), ([8, 8, 32], 3, 2), ([9, 7, 16], 5, 2), ([5, 5, 48], 5, 1)]
    {
        let channels = area[2];
        let output_area = [area[0].div_ceil(stride), area[1].div_ceil(stride), channels];
        let (input, weights) = (numbers.bytes(area.iter().product()), numbers.bytes(channels * size * size));
        let bias: Vec<u8> = (0..channels as i32).flat_map(|c| (c * 17).to_le_bytes()).collect();
        let [x, y] = [activation(area, 0.03, 5), activation(output_area, 0.5, 90)];
        let w =
            Tensor { shape: vec![1, size, size, channels], scales: vec![0.02], zero: 128, data: &weights };
        let b = Tensor { shape: vec![channels], scales: vec![1.0], zero: 0, data: &bias };
        let plain = Plain { input: &input, area, zero: 5, size, stride, output: output_area };
        for isa in Isa::all() {
            let depthwise = Depthwise::new(isa, [&x, &w, &b, &y], stride, Activation::None).unwrap();
            let mut out = vec![0; output_area.iter().product()];
            depthwise.run(&input, &mut out, &mut Vec::new());
            for (i, &got) in out.iter().enumerate() {
                let (pixel, channel) = (i / channels, i % channels);
                let weight = |tap: usize, c: usize| i32::from(weights[tap * channels + c] as i8);
                let sum = plain.at(pixel / output_area[1], pixel % output_area[1], weight, Some(channel));
                let expected = byte(sum, channel as i32 * 17, 0.03 * 0.02 / 0.5, 90, 0, 255);
                assert_eq!(
                    got, expected,
                    "{isa:?} size {size} stride {stride} pixel {pixel} channel {channel}"
                );
            }
        }
    }
}

#[test]
fn sums_take_both_scales_into_account() {
    let [a, b] = [activation([1, 1, 3], 0.5, 100), activation([1, 1, 3], 0.25, 10)];
    let out = activation([1, 1, 3], 1.0, 50);
    let mut bytes = [0; 3];
    Add::new([&a, &b, &out], Activation::None).unwrap().run(&[100, 110, 0], &[10, 14, 0], &mut bytes);
    // 0 + 0, 5 + 1, -50 - 2.5 (below the smallest byte)
    assert_eq!(bytes, [50, 56, 0]);
}

#[test]
fn pooling_takes_the_largest_and_enlarging_repeats() {
    let [small, large] = [activation([2, 2, 1], 1.0, 0), activation([4, 4, 1], 1.0, 0)];
    let source: Vec<u8> = (0..16).collect();
    let mut pooled = [0; 4];
    MaxPool::new([&large, &small], 3, 2).unwrap().run(&source, &mut pooled);
    assert_eq!(pooled, [10, 11, 14, 15]);
    let mut enlarged = [0; 16];
    Enlarge::new([&small, &large]).unwrap().run(&[1, 2, 3, 4], &mut enlarged);
    assert_eq!(enlarged, [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
    let mut mean = [0; 2];
    pixelwise::mean(&[1, 10, 2, 20, 4, 30], &mut mean);
    assert_eq!(mean, [2, 20]);
}

/// A sun over the sea, drawn with whole numbers so that the recording could be made elsewhere.
fn drawn(side: usize) -> Rgb {
    let pixel = |x: usize, y: usize| {
        if x.abs_diff(160).pow(2) + y.abs_diff(120).pow(2) < 3600 {
            [250, 200, 60]
        } else if y < 200 {
            [80 + y / 2, 120 + y / 3, 200 - y / 4]
        } else {
            [20 + x / 8, 60 + (x ^ y) % 32, 100]
        }
    };
    let place = |i: usize| pixel(i % side * 320 / side, i / side * 320 / side);
    Rgb::new(side, side, (0..side * side).flat_map(place).map(|value| value as u8).collect()).unwrap()
}

/// Every `step`-th byte is within two of what LiteRT 2 computed for the same image.
fn assert_close(got: &[u8], step: usize, recorded: &[i32]) {
    let far: Vec<_> = got
        .iter()
        .step_by(step)
        .zip(recorded)
        .filter(|&(&got, &recorded)| (i32::from(got) - recorded).abs() > 2)
        .collect();
    assert!(far.is_empty(), "{far:?}");
}

const LOGITS: [i32; 40] = [
    55, 56, 58, 58, 51, 54, 62, 55, 63, 58, 42, 62, 57, 62, 79, 42, 65, 60, 56, 58, 59, 41, 53, 61, 90, 49,
    78, 58, 96, 62, 58, 73, 80, 56, 63, 63, 68, 83, 93, 74,
];
const BOXES: [i32; 39] = [
    181, 183, 170, 179, 181, 61, 180, 177, 181, 181, 185, 184, 181, 170, 176, 177, 183, 185, 178, 182, 182,
    164, 172, 174, 183, 173, 179, 183, 173, 204, 155, 174, 178, 189, 175, 174, 180, 184, 189,
];
const SCORES: [i32; 40] = [
    147, 129, 123, 124, 119, 121, 121, 103, 121, 118, 112, 124, 115, 121, 129, 121, 124, 125, 116, 122, 124,
    124, 130, 130, 125, 119, 131, 127, 148, 133, 124, 120, 121, 125, 121, 130, 135, 133, 126, 146,
];

#[test]
fn both_networks_give_the_numbers_litert_gave() {
    let Some(file) = installed("nomina-vision.bin") else { return };
    let weights = Weights::open(&file, SEEING).unwrap();
    for isa in Isa::all() {
        let classifier = Net::load(weights.first, isa).unwrap();
        let levels = classifier.levels(|level| (level - 127.0) / 128.0);
        assert_close(&classifier.look(&drawn(280), &levels).outputs[0].bytes, 25, &LOGITS);
        let detector = Net::load(weights.second, isa).unwrap();
        let levels = detector.levels(|level| (level - 127.0) / 128.0);
        let mut outputs = detector.look(&drawn(320), &levels).outputs;
        outputs.sort_by_key(|output| output.bytes.len());
        assert_close(&outputs[0].bytes, 2003, &BOXES);
        assert_close(&outputs[1].bytes, 44_003, &SCORES);
    }
}

#[test]
fn every_processor_gives_the_same_bytes() {
    let Some(file) = installed("nomina-vision.bin") else { return };
    let weights = Weights::open(&file, SEEING).unwrap();
    let levels = std::array::from_fn(|level| level as u8);
    let run = |isa| -> Vec<Vec<u8>> {
        let outputs = Net::load(weights.second, isa).unwrap().look(&drawn(320), &levels).outputs;
        outputs.into_iter().map(|output| output.bytes).collect()
    };
    let expected = run(Isa::Portable);
    Isa::all().into_iter().for_each(|isa| assert!(run(isa) == expected, "{isa:?} differs"));
}

#[test]
fn a_damaged_network_is_an_error_and_never_a_panic() {
    assert!(Net::load(&[], Isa::Portable).is_err());
    assert!(Net::load(&[0xff; 64], Isa::Portable).is_err());
    let Some(file) = installed("nomina-vision.bin") else { return };
    let network = Weights::open(&file, SEEING).unwrap().second;
    for cut in [0, 1, 7, 100, 5_000, network.len() / 2, network.len() - 300_000] {
        assert!(Net::load(&network[..cut], Isa::Portable).is_err(), "cut at {cut}");
    }
    // Damage in the tables (they stand at both ends of the file) may or may not show; it must not panic.
    let ends = (0..2_000).step_by(61).chain((network.len() - 60_000..network.len()).step_by(997));
    for at in ends {
        let mut damaged = network.to_vec();
        damaged[at] ^= 0xff;
        let _ = Net::load(&damaged, Isa::Portable);
    }
}
