// The SSE2 intrinsics that libwebp uses, on wasm SIMD: the same bits for the same input.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

typedef v128_t __m128i;
#define NOMINA_SIMD static inline __attribute__((always_inline, unused)) __m128i
#define NOMINA_SIMD_INT static inline __attribute__((always_inline, unused)) int
#define NOMINA_SIMD_VOID static inline __attribute__((always_inline, unused)) void
#define _MM_SHUFFLE(z, y, x, w) (((z) << 6) | ((y) << 4) | ((x) << 2) | (w))

// Loads and stores.
NOMINA_SIMD _mm_setzero_si128(void) { return wasm_i64x2_const(0, 0); }
NOMINA_SIMD _mm_loadu_si128(const __m128i* p) { return wasm_v128_load(p); }
NOMINA_SIMD _mm_load_si128(const __m128i* p) { return wasm_v128_load(p); }
NOMINA_SIMD _mm_loadl_epi64(const __m128i* p) { return wasm_v128_load64_zero(p); }
NOMINA_SIMD_VOID _mm_storeu_si128(__m128i* p, __m128i a) { wasm_v128_store(p, a); }
NOMINA_SIMD_VOID _mm_store_si128(__m128i* p, __m128i a) { wasm_v128_store(p, a); }
NOMINA_SIMD_VOID _mm_storel_epi64(__m128i* p, __m128i a) { wasm_v128_store64_lane(p, a, 0); }
NOMINA_SIMD_VOID _mm_maskmoveu_si128(__m128i a, __m128i mask, char* p) {
  char bytes[16];
  const int wanted = wasm_i8x16_bitmask(mask);
  wasm_v128_store(bytes, a);
  for (int i = 0; i < 16; ++i) {
    if (wanted & (1 << i)) p[i] = bytes[i];
  }
}

// Building and reading single lanes.
NOMINA_SIMD _mm_set1_epi8(char a) { return wasm_i8x16_splat(a); }
NOMINA_SIMD _mm_set1_epi16(short a) { return wasm_i16x8_splat(a); }
NOMINA_SIMD _mm_set1_epi32(int a) { return wasm_i32x4_splat(a); }
NOMINA_SIMD _mm_set_epi32(int d, int c, int b, int a) { return wasm_i32x4_make(a, b, c, d); }
NOMINA_SIMD _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b, short a) {
  return wasm_i16x8_make(a, b, c, d, e, f, g, h);
}
#define _mm_setr_epi8 wasm_i8x16_make
#define _mm_set_epi8(p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a) \
  wasm_i8x16_make(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
NOMINA_SIMD _mm_cvtsi32_si128(int a) { return wasm_i32x4_make(a, 0, 0, 0); }
NOMINA_SIMD_INT _mm_cvtsi128_si32(__m128i a) { return wasm_i32x4_extract_lane(a, 0); }
NOMINA_SIMD_INT _mm_movemask_epi8(__m128i a) { return (int)wasm_i8x16_bitmask(a); }
#define _mm_extract_epi16(a, i) ((int)wasm_u16x8_extract_lane(a, i))
#define _mm_insert_epi16(a, v, i) wasm_i16x8_replace_lane(a, i, (short)(v))

// Bits.
NOMINA_SIMD _mm_and_si128(__m128i a, __m128i b) { return wasm_v128_and(a, b); }
NOMINA_SIMD _mm_andnot_si128(__m128i a, __m128i b) { return wasm_v128_andnot(b, a); }
NOMINA_SIMD _mm_or_si128(__m128i a, __m128i b) { return wasm_v128_or(a, b); }
NOMINA_SIMD _mm_xor_si128(__m128i a, __m128i b) { return wasm_v128_xor(a, b); }
NOMINA_SIMD _mm_slli_epi16(__m128i a, int n) { return wasm_i16x8_shl(a, n); }
NOMINA_SIMD _mm_slli_epi32(__m128i a, int n) { return wasm_i32x4_shl(a, n); }
NOMINA_SIMD _mm_slli_epi64(__m128i a, int n) { return wasm_i64x2_shl(a, n); }
NOMINA_SIMD _mm_srli_epi16(__m128i a, int n) { return wasm_u16x8_shr(a, n); }
NOMINA_SIMD _mm_srli_epi32(__m128i a, int n) { return wasm_u32x4_shr(a, n); }
NOMINA_SIMD _mm_srli_epi64(__m128i a, int n) { return wasm_u64x2_shr(a, n); }
NOMINA_SIMD _mm_srai_epi16(__m128i a, int n) { return wasm_i16x8_shr(a, n); }
NOMINA_SIMD _mm_srai_epi32(__m128i a, int n) { return wasm_i32x4_shr(a, n); }
#define _mm_srli_si128(a, n)                                                                             \
  wasm_i8x16_shuffle(a, wasm_i64x2_const(0, 0), (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5,        \
                     (n) + 6, (n) + 7, (n) + 8, (n) + 9, (n) + 10, (n) + 11, (n) + 12, (n) + 13, (n) + 14, \
                     (n) + 15)
#define _mm_slli_si128(a, n)                                                                             \
  wasm_i8x16_shuffle(wasm_i64x2_const(0, 0), a, 16 - (n), 17 - (n), 18 - (n), 19 - (n), 20 - (n),        \
                     21 - (n), 22 - (n), 23 - (n), 24 - (n), 25 - (n), 26 - (n), 27 - (n), 28 - (n),     \
                     29 - (n), 30 - (n), 31 - (n))

// Sums and differences.
NOMINA_SIMD _mm_add_epi8(__m128i a, __m128i b) { return wasm_i8x16_add(a, b); }
NOMINA_SIMD _mm_add_epi16(__m128i a, __m128i b) { return wasm_i16x8_add(a, b); }
NOMINA_SIMD _mm_add_epi32(__m128i a, __m128i b) { return wasm_i32x4_add(a, b); }
NOMINA_SIMD _mm_add_epi64(__m128i a, __m128i b) { return wasm_i64x2_add(a, b); }
NOMINA_SIMD _mm_sub_epi8(__m128i a, __m128i b) { return wasm_i8x16_sub(a, b); }
NOMINA_SIMD _mm_sub_epi16(__m128i a, __m128i b) { return wasm_i16x8_sub(a, b); }
NOMINA_SIMD _mm_sub_epi32(__m128i a, __m128i b) { return wasm_i32x4_sub(a, b); }
NOMINA_SIMD _mm_sub_epi64(__m128i a, __m128i b) { return wasm_i64x2_sub(a, b); }
NOMINA_SIMD _mm_adds_epi8(__m128i a, __m128i b) { return wasm_i8x16_add_sat(a, b); }
NOMINA_SIMD _mm_adds_epi16(__m128i a, __m128i b) { return wasm_i16x8_add_sat(a, b); }
NOMINA_SIMD _mm_adds_epu8(__m128i a, __m128i b) { return wasm_u8x16_add_sat(a, b); }
NOMINA_SIMD _mm_adds_epu16(__m128i a, __m128i b) { return wasm_u16x8_add_sat(a, b); }
NOMINA_SIMD _mm_subs_epi8(__m128i a, __m128i b) { return wasm_i8x16_sub_sat(a, b); }
NOMINA_SIMD _mm_subs_epi16(__m128i a, __m128i b) { return wasm_i16x8_sub_sat(a, b); }
NOMINA_SIMD _mm_subs_epu8(__m128i a, __m128i b) { return wasm_u8x16_sub_sat(a, b); }
NOMINA_SIMD _mm_subs_epu16(__m128i a, __m128i b) { return wasm_u16x8_sub_sat(a, b); }
NOMINA_SIMD _mm_avg_epu8(__m128i a, __m128i b) { return wasm_u8x16_avgr(a, b); }
NOMINA_SIMD _mm_sad_epu8(__m128i a, __m128i b) {
  const __m128i apart = wasm_v128_or(wasm_u8x16_sub_sat(a, b), wasm_u8x16_sub_sat(b, a));
  const __m128i fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(apart));
  const __m128i eights = wasm_i32x4_add(fours, wasm_u64x2_shr(fours, 32));
  return wasm_v128_and(eights, wasm_i64x2_const(0xffffffff, 0xffffffff));
}

// Products.
NOMINA_SIMD _mm_mullo_epi16(__m128i a, __m128i b) { return wasm_i16x8_mul(a, b); }
NOMINA_SIMD _mm_mulhi_epi16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(wasm_i32x4_extmul_low_i16x8(a, b), wasm_i32x4_extmul_high_i16x8(a, b), 1, 3, 5, 7,
                            9, 11, 13, 15);
}
NOMINA_SIMD _mm_mulhi_epu16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8(a, b), wasm_u32x4_extmul_high_u16x8(a, b), 1, 3, 5, 7,
                            9, 11, 13, 15);
}
NOMINA_SIMD _mm_madd_epi16(__m128i a, __m128i b) { return wasm_i32x4_dot_i16x8(a, b); }
NOMINA_SIMD _mm_mul_epu32(__m128i a, __m128i b) {
  return wasm_u64x2_extmul_low_u32x4(wasm_i32x4_shuffle(a, a, 0, 2, 0, 2), wasm_i32x4_shuffle(b, b, 0, 2, 0, 2));
}

// Comparisons.
NOMINA_SIMD _mm_cmpeq_epi8(__m128i a, __m128i b) { return wasm_i8x16_eq(a, b); }
NOMINA_SIMD _mm_cmpeq_epi16(__m128i a, __m128i b) { return wasm_i16x8_eq(a, b); }
NOMINA_SIMD _mm_cmpeq_epi32(__m128i a, __m128i b) { return wasm_i32x4_eq(a, b); }
NOMINA_SIMD _mm_cmpgt_epi8(__m128i a, __m128i b) { return wasm_i8x16_gt(a, b); }
NOMINA_SIMD _mm_cmpgt_epi16(__m128i a, __m128i b) { return wasm_i16x8_gt(a, b); }
NOMINA_SIMD _mm_cmpgt_epi32(__m128i a, __m128i b) { return wasm_i32x4_gt(a, b); }
NOMINA_SIMD _mm_min_epi16(__m128i a, __m128i b) { return wasm_i16x8_min(a, b); }
NOMINA_SIMD _mm_max_epi16(__m128i a, __m128i b) { return wasm_i16x8_max(a, b); }
NOMINA_SIMD _mm_min_epu8(__m128i a, __m128i b) { return wasm_u8x16_min(a, b); }
NOMINA_SIMD _mm_max_epu8(__m128i a, __m128i b) { return wasm_u8x16_max(a, b); }

// Moving lanes.
NOMINA_SIMD _mm_packs_epi16(__m128i a, __m128i b) { return wasm_i8x16_narrow_i16x8(a, b); }
NOMINA_SIMD _mm_packus_epi16(__m128i a, __m128i b) { return wasm_u8x16_narrow_i16x8(a, b); }
NOMINA_SIMD _mm_packs_epi32(__m128i a, __m128i b) { return wasm_i16x8_narrow_i32x4(a, b); }
NOMINA_SIMD _mm_unpacklo_epi8(__m128i a, __m128i b) {
  return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
NOMINA_SIMD _mm_unpackhi_epi8(__m128i a, __m128i b) {
  return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
NOMINA_SIMD _mm_unpacklo_epi16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
NOMINA_SIMD _mm_unpackhi_epi16(__m128i a, __m128i b) {
  return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
NOMINA_SIMD _mm_unpacklo_epi32(__m128i a, __m128i b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
NOMINA_SIMD _mm_unpackhi_epi32(__m128i a, __m128i b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
NOMINA_SIMD _mm_unpacklo_epi64(__m128i a, __m128i b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
NOMINA_SIMD _mm_unpackhi_epi64(__m128i a, __m128i b) { return wasm_i64x2_shuffle(a, b, 1, 3); }
#define _mm_shuffle_epi32(a, i) \
  wasm_i32x4_shuffle(a, a, (i) & 3, ((i) >> 2) & 3, ((i) >> 4) & 3, ((i) >> 6) & 3)
#define _mm_shufflelo_epi16(a, i) \
  wasm_i16x8_shuffle(a, a, (i) & 3, ((i) >> 2) & 3, ((i) >> 4) & 3, ((i) >> 6) & 3, 4, 5, 6, 7)
#define _mm_shufflehi_epi16(a, i)                                                                    \
  wasm_i16x8_shuffle(a, a, 0, 1, 2, 3, 4 + ((i) & 3), 4 + (((i) >> 2) & 3), 4 + (((i) >> 4) & 3), \
                     4 + (((i) >> 6) & 3))
