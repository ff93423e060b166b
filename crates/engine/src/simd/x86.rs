//! SSE2, which every x86-64 has, and AVX2. Private to `simd`: the wide type is reachable only through `run_avx2`, whose
//! callers have detected the features.

use super::pair::Pair;
use super::{Lanes, Narrow, Simd, Task, Wide};
use core::arch::x86_64::*;

#[derive(Debug)]
pub(super) struct Sse2;
#[derive(Debug)]
pub(super) struct Avx2;

impl Simd for Sse2 {
    type Narrow = V128;
    type Wide = Pair<V128>;
    const WIDE_IS_NATIVE: bool = false;
}

impl Simd for Avx2 {
    type Narrow = V128;
    type Wide = V256;
    const WIDE_IS_NATIVE: bool = true;

    #[inline(always)]
    fn nth_one(mask: u64, skipped: u32) -> u64 {
        // SAFETY: this level is entered only through `run_avx2`, where BMI2 is present.
        unsafe { _pdep_u64(1 << (skipped & 63), mask) }
    }

    #[inline(always)]
    fn spread(bits: u64, mask: u64, wanted: u64) -> u64 {
        // SAFETY: this level is entered only through `run_avx2`, where BMI2 is present.
        unsafe { _pdep_u64(bits.reverse_bits(), mask) & wanted }
    }
}

/// # Safety
/// The CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2>()
}

#[derive(Clone, Copy, Debug)]
pub(super) struct V128(__m128i);
#[derive(Clone, Copy, Debug)]
pub(super) struct V256(__m256i);

macro_rules! operations {
    ($($name:ident = $intrinsic:ident),* $(,)?) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: SSE2 is part of every x86-64; AVX2's type is used only below `run_avx2`.
            Self(unsafe { $intrinsic(self.0, other.0) })
        }
    )*};
}

macro_rules! shifts {
    ($($name:ident = $intrinsic:ident),* $(,)?) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            // SAFETY: SSE2 is part of every x86-64; AVX2's type is used only below `run_avx2`.
            Self(unsafe { $intrinsic::<N>(self.0) })
        }
    )*};
}

impl Lanes for V128 {
    operations!(
        add16 = _mm_add_epi16,
        sub16 = _mm_sub_epi16,
        add32 = _mm_add_epi32,
        sub32 = _mm_sub_epi32,
        madd = _mm_madd_epi16,
        mullo16 = _mm_mullo_epi16,
        mulhi_u16 = _mm_mulhi_epu16,
        mulhi16 = _mm_mulhi_epi16,
        max16 = _mm_max_epi16,
        xor = _mm_xor_si128,
        pack32 = _mm_packs_epi32,
        pack16 = _mm_packus_epi16,
        low16 = _mm_unpacklo_epi16,
        high16 = _mm_unpackhi_epi16,
        low32 = _mm_unpacklo_epi32,
        high32 = _mm_unpackhi_epi32,
        low64 = _mm_unpacklo_epi64,
        high64 = _mm_unpackhi_epi64,
    );
    shifts!(shr16 = _mm_srai_epi16, shl16 = _mm_slli_epi16, shr32 = _mm_srai_epi32);

    #[inline(always)]
    fn splat16(value: i16) -> Self {
        // SAFETY: SSE2 is part of every x86-64; AVX2's type is used only below `run_avx2`.
        Self(unsafe { _mm_set1_epi16(value) })
    }
    #[inline(always)]
    fn splat32(value: i32) -> Self {
        // SAFETY: SSE2 is part of every x86-64; AVX2's type is used only below `run_avx2`.
        Self(unsafe { _mm_set1_epi32(value) })
    }
    #[inline(always)]
    fn abs16(self) -> Self {
        // SAFETY: SSE2 is part of every x86-64.
        Self(unsafe { _mm_max_epi16(self.0, _mm_sub_epi16(_mm_setzero_si128(), self.0)) })
    }
}

impl Narrow for V128 {
    #[inline(always)]
    fn load(from: &[i16; 8]) -> Self {
        // SAFETY: an unaligned load of the 16 bytes that the reference covers.
        Self(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [i16; 8]) {
        // SAFETY: an unaligned store to the 16 bytes that the reference covers.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn load_u8(from: &[u8; 8]) -> Self {
        // SAFETY: a load of the 8 bytes that the reference covers.
        Self(unsafe { _mm_unpacklo_epi8(_mm_loadl_epi64(from.as_ptr().cast()), _mm_setzero_si128()) })
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: an unaligned store to 16 bytes of our own.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
        bytes
    }
    #[inline(always)]
    fn zero_mask(self, other: Self) -> u32 {
        // SAFETY: SSE2 is part of every x86-64; AVX2's type is used only below `run_avx2`.
        unsafe {
            let zero = _mm_setzero_si128();
            let packed = _mm_packs_epi16(_mm_cmpeq_epi16(self.0, zero), _mm_cmpeq_epi16(other.0, zero));
            _mm_movemask_epi8(packed) as u32
        }
    }
}

impl Lanes for V256 {
    operations!(
        add16 = _mm256_add_epi16,
        sub16 = _mm256_sub_epi16,
        add32 = _mm256_add_epi32,
        sub32 = _mm256_sub_epi32,
        madd = _mm256_madd_epi16,
        mullo16 = _mm256_mullo_epi16,
        mulhi_u16 = _mm256_mulhi_epu16,
        mulhi16 = _mm256_mulhi_epi16,
        max16 = _mm256_max_epi16,
        xor = _mm256_xor_si256,
        pack32 = _mm256_packs_epi32,
        pack16 = _mm256_packus_epi16,
        low16 = _mm256_unpacklo_epi16,
        high16 = _mm256_unpackhi_epi16,
        low32 = _mm256_unpacklo_epi32,
        high32 = _mm256_unpackhi_epi32,
        low64 = _mm256_unpacklo_epi64,
        high64 = _mm256_unpackhi_epi64,
    );
    shifts!(shr16 = _mm256_srai_epi16, shl16 = _mm256_slli_epi16, shr32 = _mm256_srai_epi32);

    #[inline(always)]
    fn splat16(value: i16) -> Self {
        // SAFETY: this type is used only below `run_avx2`, where the feature is present.
        Self(unsafe { _mm256_set1_epi16(value) })
    }
    #[inline(always)]
    fn splat32(value: i32) -> Self {
        // SAFETY: this type is used only below `run_avx2`, where the feature is present.
        Self(unsafe { _mm256_set1_epi32(value) })
    }
    #[inline(always)]
    fn abs16(self) -> Self {
        // SAFETY: this type is used only below `run_avx2`, where the feature is present.
        Self(unsafe { _mm256_abs_epi16(self.0) })
    }
}

impl Wide for V256 {
    type Half = V128;

    #[inline(always)]
    fn join(low: V128, high: V128) -> Self {
        // SAFETY: this type is used only below `run_avx2`, where the feature is present.
        Self(unsafe { _mm256_set_m128i(high.0, low.0) })
    }
    #[inline(always)]
    fn halves(self) -> (V128, V128) {
        // SAFETY: this type is used only below `run_avx2`, where the feature is present.
        unsafe { (V128(_mm256_castsi256_si128(self.0)), V128(_mm256_extracti128_si256::<1>(self.0))) }
    }
    #[inline(always)]
    fn load(from: &[i16; 16]) -> Self {
        // SAFETY: an unaligned load of the 32 bytes that the reference covers.
        Self(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [i16; 16]) {
        // SAFETY: an unaligned store to the 32 bytes that the reference covers.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn load_u8(from: &[u8; 16]) -> Self {
        // SAFETY: an unaligned load of the 16 bytes that the reference covers; the feature is present.
        Self(unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(from.as_ptr().cast())) })
    }
}
