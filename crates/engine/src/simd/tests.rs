//! Every level gives the same bits as the scalar definition.

use super::{Lanes, Level, Narrow, Simd, Task, Wide, dispatch_at};
use proptest::prelude::*;

/// Every operation once, on a narrow and a wide vector; the results as bytes.
struct Everything {
    a: [i16; 16],
    b: [i16; 16],
}

impl Task for Everything {
    type Output = Vec<[u8; 16]>;

    #[inline(always)]
    fn run<S: Simd>(self) -> Self::Output {
        let (a, b) = (S::Wide::load(&self.a), S::Wide::load(&self.b));
        let mut out = Vec::new();
        for wide in operations(a, b) {
            let (low, high) = wide.halves();
            out.extend([low.bytes(), high.bytes()]);
        }
        let (low, high) = a.halves();
        out.extend(operations(low, high).into_iter().map(Narrow::bytes));
        let mask = low.zero_mask(high);
        out.push(u128::from(mask).to_le_bytes());
        let bytes: [u8; 16] = self.a.map(|v| v as u8);
        let (low, high) = S::Wide::load_u8(&bytes).halves();
        out.extend([low.bytes(), high.bytes()]);
        out
    }
}

#[inline(always)]
fn operations<L: Lanes>(a: L, b: L) -> Vec<L> {
    vec![
        a.add16(b),
        a.sub16(b),
        a.add32(b),
        a.sub32(b),
        a.madd(b),
        a.mullo16(b),
        a.mulhi_u16(b),
        a.mulhi16(b),
        a.max16(b),
        a.abs16(),
        a.xor(b),
        a.shr16::<3>(),
        a.shl16::<2>(),
        a.shr32::<11>(),
        a.pack32(b),
        a.pack16(b),
        a.low16(b),
        a.high16(b),
        a.low32(b),
        a.high32(b),
        a.low64(b),
        a.high64(b),
        L::splat_pair(-4433, 17),
    ]
}

proptest! {
    #[test]
    fn every_level_gives_the_bits_of_the_scalar_one(a in any::<[i16; 16]>(), b in any::<[i16; 16]>()) {
        let expected = dispatch_at(Level::Scalar, Everything { a, b });
        for level in Level::available() {
            prop_assert_eq!(&dispatch_at(level, Everything { a, b }), &expected, "{:?}", level);
        }
    }
}

#[test]
fn extreme_values_agree_too() {
    let extremes = [i16::MIN, i16::MAX, -1, 0, 1, 255, 256, -256];
    for &x in &extremes {
        for &y in &extremes {
            let expected = dispatch_at(Level::Scalar, Everything { a: [x; 16], b: [y; 16] });
            for level in Level::available() {
                assert_eq!(
                    dispatch_at(level, Everything { a: [x; 16], b: [y; 16] }),
                    expected,
                    "{level:?} {x} {y}"
                );
            }
        }
    }
}

struct BitWork(u64, u64, u32);

impl Task for BitWork {
    type Output = [u64; 2];

    #[inline(always)]
    fn run<S: Simd>(self) -> [u64; 2] {
        [S::nth_one(self.0, self.2), S::spread(self.1, self.0, !self.1)]
    }
}

proptest! {
    #[test]
    fn every_level_moves_single_bits_alike(mask in any::<u64>(), bits in any::<u64>(), skipped in 0u32..64) {
        let ones: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
        let nth = ones.get(skipped as usize).map_or(0, |bit| 1 << bit);
        let spread = ones.iter().zip(0..).fold(0, |out, (bit, i)| out | (bits << i >> 63) << bit) & !bits;
        for level in Level::available() {
            prop_assert_eq!(dispatch_at(level, BitWork(mask, bits, skipped)), [nth, spread], "{:?}", level);
        }
    }
}
