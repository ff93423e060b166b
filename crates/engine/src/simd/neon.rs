//! NEON, which every 64-bit ARM has.

use super::pair::Pair;
use super::{Lanes, Narrow, Simd};
use core::arch::aarch64::*;

#[derive(Debug)]
pub(super) struct Neon;

impl Simd for Neon {
    type Narrow = V128;
    type Wide = Pair<V128>;
    const WIDE_IS_NATIVE: bool = false;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct V128(int16x8_t);

impl V128 {
    #[inline(always)]
    fn wide(self) -> int32x4_t {
        // SAFETY: NEON is part of every 64-bit ARM.
        unsafe { vreinterpretq_s32_s16(self.0) }
    }

    #[inline(always)]
    fn of_wide(lanes: int32x4_t) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vreinterpretq_s16_s32(lanes) })
    }

    #[inline(always)]
    fn unsigned(self) -> uint16x8_t {
        // SAFETY: NEON is part of every 64-bit ARM.
        unsafe { vreinterpretq_u16_s16(self.0) }
    }
}

macro_rules! operations {
    ($($name:ident = $intrinsic:ident),* $(,)?) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: NEON is part of every 64-bit ARM.
            Self(unsafe { $intrinsic(self.0, other.0) })
        }
    )*};
}

macro_rules! wide_operations {
    ($($name:ident = $intrinsic:ident),* $(,)?) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: NEON is part of every 64-bit ARM.
            Self::of_wide(unsafe { $intrinsic(self.wide(), other.wide()) })
        }
    )*};
}

impl Lanes for V128 {
    operations!(
        add16 = vaddq_s16,
        sub16 = vsubq_s16,
        mullo16 = vmulq_s16,
        max16 = vmaxq_s16,
        xor = veorq_s16,
        low16 = vzip1q_s16,
        high16 = vzip2q_s16,
    );
    wide_operations!(add32 = vaddq_s32, sub32 = vsubq_s32, low32 = vzip1q_s32, high32 = vzip2q_s32);

    #[inline(always)]
    fn splat16(value: i16) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vdupq_n_s16(value) })
    }
    #[inline(always)]
    fn splat32(value: i32) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self::of_wide(unsafe { vdupq_n_s32(value) })
    }
    #[inline(always)]
    fn madd(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self::of_wide(unsafe {
            let low = vmull_s16(vget_low_s16(self.0), vget_low_s16(other.0));
            vpaddq_s32(low, vmull_high_s16(self.0, other.0))
        })
    }
    #[inline(always)]
    fn mulhi_u16(self, other: Self) -> Self {
        let (a, b) = (self.unsigned(), other.unsigned());
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe {
            let low = vreinterpretq_s16_u32(vmull_u16(vget_low_u16(a), vget_low_u16(b)));
            vuzp2q_s16(low, vreinterpretq_s16_u32(vmull_high_u16(a, b)))
        })
    }
    #[inline(always)]
    fn mulhi16(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe {
            let low = vreinterpretq_s16_s32(vmull_s16(vget_low_s16(self.0), vget_low_s16(other.0)));
            vuzp2q_s16(low, vreinterpretq_s16_s32(vmull_high_s16(self.0, other.0)))
        })
    }
    #[inline(always)]
    fn abs16(self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vabsq_s16(self.0) })
    }
    #[inline(always)]
    fn shr16<const N: i32>(self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vshrq_n_s16::<N>(self.0) })
    }
    #[inline(always)]
    fn shl16<const N: i32>(self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vshlq_n_s16::<N>(self.0) })
    }
    #[inline(always)]
    fn shr32<const N: i32>(self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self::of_wide(unsafe { vshrq_n_s32::<N>(self.wide()) })
    }
    #[inline(always)]
    fn pack32(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vqmovn_high_s32(vqmovn_s32(self.wide()), other.wide()) })
    }
    #[inline(always)]
    fn pack16(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vreinterpretq_s16_u8(vqmovun_high_s16(vqmovun_s16(self.0), other.0)) })
    }
    #[inline(always)]
    fn low64(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vcombine_s16(vget_low_s16(self.0), vget_low_s16(other.0)) })
    }
    #[inline(always)]
    fn high64(self, other: Self) -> Self {
        // SAFETY: NEON is part of every 64-bit ARM.
        Self(unsafe { vcombine_s16(vget_high_s16(self.0), vget_high_s16(other.0)) })
    }
}

impl Narrow for V128 {
    #[inline(always)]
    fn load(from: &[i16; 8]) -> Self {
        // SAFETY: a load of the 16 bytes that the reference covers.
        Self(unsafe { vld1q_s16(from.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [i16; 8]) {
        // SAFETY: a store to the 16 bytes that the reference covers.
        unsafe { vst1q_s16(to.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn load_u8(from: &[u8; 8]) -> Self {
        // SAFETY: a load of the 8 bytes that the reference covers.
        Self(unsafe { vreinterpretq_s16_u16(vmovl_u8(vld1_u8(from.as_ptr()))) })
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: a store to 16 bytes of our own.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_s16(self.0)) }
        bytes
    }
    #[inline(always)]
    fn zero_mask(self, other: Self) -> u32 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: NEON is part of every 64-bit ARM; the load is that of a constant of 16 bytes.
        unsafe {
            let zeros = vmovn_high_u16(vmovn_u16(vceqzq_s16(self.0)), vceqzq_s16(other.0));
            let bits = vandq_u8(zeros, vld1q_u8(BITS.as_ptr()));
            u32::from(vaddv_u8(vget_low_u8(bits))) | u32::from(vaddv_u8(vget_high_u8(bits))) << 8
        }
    }
}
