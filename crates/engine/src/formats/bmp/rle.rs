//! Run-length coded BMP pixels.

/// Indices in file order, and whether the data was complete. Pixels that are never written stay 0.
pub(super) fn unpack(data: &[u8], width: usize, height: usize, nibbles: bool) -> (Vec<u8>, bool) {
    let mut out = vec![0u8; width * height];
    let (mut x, mut y) = (0usize, 0usize);
    let mut rest = data;
    while let [count, value, after @ ..] = rest {
        rest = after;
        match (*count, *value) {
            (0, 0) => (x, y) = (0, y + 1),
            (0, 1) => return (out, true),
            (0, 2) => {
                let [right, up, after @ ..] = rest else { return (out, false) };
                (x, y) = (x + usize::from(*right), y + usize::from(*up));
                rest = after;
            }
            (0, literal) => {
                let pixels = usize::from(literal);
                let length = if nibbles { pixels.div_ceil(2) } else { pixels };
                let Some(run) = rest.get(..length) else { return (out, false) };
                for i in 0..pixels {
                    let value = if nibbles { nibble(run[i / 2], i) } else { run[i] };
                    put(&mut out, width, height, &mut x, y, value);
                }
                // Literal runs are padded to an even number of bytes.
                rest = rest.get(length + length % 2..).unwrap_or_default();
            }
            (count, value) => {
                for i in 0..usize::from(count) {
                    let value = if nibbles { nibble(value, i) } else { value };
                    put(&mut out, width, height, &mut x, y, value);
                }
            }
        }
        if y >= height {
            return (out, true);
        }
    }
    (out, false)
}

fn nibble(byte: u8, position: usize) -> u8 {
    if position.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
}

fn put(out: &mut [u8], width: usize, height: usize, x: &mut usize, y: usize, value: u8) {
    if *x < width && y < height {
        out[y * width + *x] = value;
    }
    *x += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_literals_jumps_and_line_ends_are_followed() {
        let data = [3, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 1, 1, 1, 9, 0, 1];
        let (pixels, whole) = unpack(&data, 5, 3, false);
        assert!(whole);
        assert_eq!(pixels, [7, 7, 7, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 9]);
    }

    #[test]
    fn nothing_is_written_outside_the_image() {
        let (pixels, whole) = unpack(&[255, 5, 0, 2, 255, 255, 255, 6], 4, 2, false);
        assert_eq!((pixels, whole), (vec![5, 5, 5, 5, 0, 0, 0, 0], true));
    }
}
