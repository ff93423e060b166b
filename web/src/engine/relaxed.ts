// Whether this browser takes modules with relaxed vectors (Chromium since 114, Firefox since 146): the naming model then runs
// with dot products of bytes, in four fifths of the time (bench/README.md). The words are the same.

/** A module of one function: `i32x4.relaxed_dot_i8x16_i7x16_add` of three vectors of zeros. */
export const SMALLEST = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // the magic word and version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: nothing to a vector
  ...[0x03, 0x02, 0x01, 0x00], // one function of that type
  ...[0x0a, 0x13, 0x01, 0x11, 0x00], // its code, without locals
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f], // zero, splat, three times
  ...[0xfd, 0x93, 0x02, 0x0b], // the dot product, and the end
)

export const knowsRelaxed = (): boolean => WebAssembly.validate(SMALLEST)
