//! AV1's sequence header, as far as the matrix of its colours. The decoder knows it too, but panics over numbers that are
//! not in its list.

/// `matrix_coefficients` of ITU-T H.273, where the stream states them.
pub(super) fn matrix(stream: &[u8]) -> Option<u16> {
    let mut bits = Bits { bytes: sequence_header(stream)?, at: 0 };
    let profile = bits.take(3)?;
    bits.take(1)?;
    let reduced = bits.flag()?;
    if reduced {
        bits.take(5)?;
    } else {
        operating_points(&mut bits)?;
    }
    let (width, height) = (bits.take(4)? + 1, bits.take(4)? + 1);
    bits.take(width)?;
    bits.take(height)?;
    if !reduced && bits.flag()? {
        bits.take(7)?;
    }
    bits.take(3)?;
    if !reduced {
        tools(&mut bits)?;
    }
    bits.take(3)?;
    colours(&mut bits, profile)
}

/// The payload of the first sequence header among the stream's units.
fn sequence_header(mut stream: &[u8]) -> Option<&[u8]> {
    while let [head, rest @ ..] = stream {
        let (kind, extended, sized) = (head >> 3 & 15, head & 4 != 0, head & 2 != 0);
        let rest = rest.get(usize::from(extended)..)?;
        let (length, rest) = if sized { leb128(rest)? } else { (rest.len(), rest) };
        let (payload, next) = rest.split_at_checked(length)?;
        if kind == 1 {
            return Some(payload);
        }
        stream = next;
    }
    None
}

fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0usize;
    for (at, byte) in bytes.iter().take(4).enumerate() {
        value |= usize::from(byte & 127) << (7 * at);
        if byte & 128 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

/// Stills have no timing; a stream with one is not looked into.
fn operating_points(bits: &mut Bits<'_>) -> Option<()> {
    if bits.flag()? {
        return None;
    }
    let delays = bits.flag()?;
    for _ in 0..=bits.take(5)? {
        bits.take(12)?;
        if bits.take(5)? > 7 {
            bits.take(1)?;
        }
        if delays && bits.flag()? {
            bits.take(4)?;
        }
    }
    Some(())
}

fn tools(bits: &mut Bits<'_>) -> Option<()> {
    bits.take(4)?;
    let ordered = bits.flag()?;
    if ordered {
        bits.take(2)?;
    }
    let screen = if bits.flag()? { 2 } else { bits.take(1)? };
    if screen > 0 && !bits.flag()? {
        bits.take(1)?;
    }
    if ordered {
        bits.take(3)?;
    }
    Some(())
}

fn colours(bits: &mut Bits<'_>, profile: u32) -> Option<u16> {
    let deep = bits.flag()?;
    if profile == 2 && deep {
        bits.take(1)?;
    }
    if profile != 1 {
        bits.take(1)?;
    }
    if !bits.flag()? {
        return None;
    }
    bits.take(16)?;
    Some(bits.take(8)? as u16)
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.take(1)? == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reduced still image header with the given colour description.
    fn stream(described: Option<u8>) -> Vec<u8> {
        let mut bits =
            "000".to_owned() + "1" + "1" + "00000" + "0000" + "0000" + "0" + "0" + "000" + "000" + "0" + "0";
        match described {
            Some(matrix) => bits += &format!("1{:08b}{:08b}{matrix:08b}", 1, 13),
            None => bits.push('0'),
        }
        while !bits.len().is_multiple_of(8) {
            bits.push('0');
        }
        let bytes = bits
            .as_bytes()
            .chunks(8)
            .map(|byte| byte.iter().fold(0u8, |value, bit| value << 1 | (bit - b'0')));
        let payload: Vec<u8> = bytes.collect();
        [&[0x12, 0, 0x0a, payload.len() as u8][..], &payload].concat()
    }

    #[test]
    fn the_matrix_is_read_where_it_is_stated() {
        assert_eq!(matrix(&stream(Some(9))), Some(9));
        assert_eq!(matrix(&stream(Some(200))), Some(200), "a number that no list has");
        assert_eq!(matrix(&stream(None)), None);
    }

    #[test]
    fn streams_that_end_early_have_no_matrix() {
        let whole = stream(Some(9));
        (0..whole.len()).for_each(|end| assert_eq!(matrix(&whole[..end]), None));
        assert_eq!(matrix(&[0xff; 40]), None);
    }
}
