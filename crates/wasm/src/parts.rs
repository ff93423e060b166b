//! How several byte strings travel as one: a count, the lengths, the bytes. All numbers are little-endian u32.

/// Joins parts into one buffer.
pub(crate) fn join(parts: &[&[u8]]) -> Vec<u8> {
    let total: usize = parts.iter().map(|p| p.len() + 4).sum();
    let mut out = Vec::with_capacity(total + 4);
    out.extend_from_slice(&(parts.len() as u32).to_le_bytes());
    parts.iter().for_each(|p| out.extend_from_slice(&(p.len() as u32).to_le_bytes()));
    parts.iter().for_each(|p| out.extend_from_slice(p));
    out
}

/// Takes them apart again; `None` when the lengths do not fit the buffer.
pub(crate) fn split(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let count = number(0)?;
    let mut start = count.checked_mul(4)?.checked_add(4)?;
    let mut parts = Vec::new();
    for at in 0..count {
        let end = start.checked_add(number(4 + at * 4)?)?;
        parts.push(bytes.get(start..end)?);
        start = end;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_as_they_were() {
        let parts: [&[u8]; 3] = [b"{}", b"", b"abc"];
        assert_eq!(split(&join(&parts)).unwrap(), parts);
    }

    #[test]
    fn a_buffer_that_lies_about_its_lengths_is_refused() {
        assert_eq!(split(&[]), None);
        assert_eq!(split(&[255, 255, 255, 255]), None);
        assert_eq!(split(&[1, 0, 0, 0, 9, 0, 0, 0, 1]), None);
    }
}
