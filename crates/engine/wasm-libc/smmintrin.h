// The SSSE3 and SSE4.1 intrinsics that libwebp uses, on wasm SIMD: the same bits for the same input.
#pragma once
#include <emmintrin.h>

NOMINA_SIMD _mm_abs_epi16(__m128i a) { return wasm_i16x8_abs(a); }
NOMINA_SIMD _mm_mullo_epi32(__m128i a, __m128i b) { return wasm_i32x4_mul(a, b); }
NOMINA_SIMD _mm_cvtepu8_epi16(__m128i a) { return wasm_u16x8_extend_low_u8x16(a); }
NOMINA_SIMD _mm_shuffle_epi8(__m128i a, __m128i picks) {
  // x86 looks at bit 7 and the low four bits, wasm at the whole number.
  return wasm_i8x16_swizzle(a, wasm_v128_and(picks, wasm_i8x16_splat((char)0x8f)));
}
NOMINA_SIMD _mm_sign_epi16(__m128i a, __m128i sign) {
  const __m128i negative = wasm_i16x8_shr(sign, 15);
  const __m128i turned = wasm_i16x8_sub(wasm_v128_xor(a, negative), negative);
  return wasm_v128_andnot(turned, wasm_i16x8_eq(sign, wasm_i64x2_const(0, 0)));
}
NOMINA_SIMD _mm_hadd_epi32(__m128i a, __m128i b) {
  return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}
NOMINA_SIMD _mm_blendv_epi8(__m128i a, __m128i b, __m128i mask) {
  return wasm_v128_bitselect(b, a, wasm_i8x16_shr(mask, 7));
}
#define NOMINA_PICK(i, n) (((i) >> (n)) & 1 ? 8 + (n) : (n))
#define _mm_blend_epi16(a, b, i)                                                                              \
  wasm_i16x8_shuffle(a, b, NOMINA_PICK(i, 0), NOMINA_PICK(i, 1), NOMINA_PICK(i, 2), NOMINA_PICK(i, 3),        \
                     NOMINA_PICK(i, 4), NOMINA_PICK(i, 5), NOMINA_PICK(i, 6), NOMINA_PICK(i, 7))
#define _mm_extract_epi8(a, i) ((int)wasm_u8x16_extract_lane(a, i))
