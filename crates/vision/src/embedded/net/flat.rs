//! Checked access to FlatBuffers tables: every offset is looked up, none is trusted.

use crate::VisionError;

/// One table inside a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Read<T> = Result<T, VisionError>;

impl<'a> Table<'a> {
    pub(super) fn root(bytes: &'a [u8]) -> Read<Self> {
        Ok(Self { bytes, at: offset(bytes, 0)? })
    }

    /// A number field of one byte.
    pub(super) fn byte(&self, field: usize) -> Read<u8> {
        match self.field(field)? {
            Some(at) => Ok(u8::from_le_bytes(array(self.bytes, at)?)),
            None => Ok(0),
        }
    }

    /// A number field of four bytes.
    pub(super) fn int(&self, field: usize) -> Read<i32> {
        match self.field(field)? {
            Some(at) => Ok(i32::from_le_bytes(array(self.bytes, at)?)),
            None => Ok(0),
        }
    }

    pub(super) fn table(&self, field: usize) -> Read<Option<Self>> {
        let Some(at) = self.field(field)? else { return Ok(None) };
        Ok(Some(Self { bytes: self.bytes, at: offset(self.bytes, at)? }))
    }

    pub(super) fn tables(&self, field: usize) -> Read<Vec<Self>> {
        let Some((start, count)) = self.vector(field, 4)? else { return Ok(Vec::new()) };
        (0..count).map(|i| Ok(Self { bytes: self.bytes, at: offset(self.bytes, start + 4 * i)? })).collect()
    }

    /// A vector of bytes, borrowed.
    pub(super) fn bytes(&self, field: usize) -> Read<&'a [u8]> {
        let Some((start, count)) = self.vector(field, 1)? else { return Ok(&[]) };
        self.bytes.get(start..start + count).ok_or_else(outside)
    }

    pub(super) fn ints(&self, field: usize) -> Read<Vec<i32>> {
        self.numbers(field, i32::from_le_bytes)
    }

    pub(super) fn longs(&self, field: usize) -> Read<Vec<i64>> {
        self.numbers(field, i64::from_le_bytes)
    }

    pub(super) fn floats(&self, field: usize) -> Read<Vec<f32>> {
        self.numbers(field, f32::from_le_bytes)
    }

    fn numbers<T, const N: usize>(&self, field: usize, decode: fn([u8; N]) -> T) -> Read<Vec<T>> {
        let Some((start, count)) = self.vector(field, N)? else { return Ok(Vec::new()) };
        (0..count).map(|i| Ok(decode(array(self.bytes, start + N * i)?))).collect()
    }

    /// Where a vector's first element is and how many there are; the whole vector lies inside the buffer.
    fn vector(&self, field: usize, size: usize) -> Read<Option<(usize, usize)>> {
        let Some(at) = self.field(field)? else { return Ok(None) };
        let head = offset(self.bytes, at)?;
        let count = u32::from_le_bytes(array(self.bytes, head)?) as usize;
        let end =
            count.checked_mul(size).and_then(|length| length.checked_add(head + 4)).ok_or_else(outside)?;
        if end > self.bytes.len() {
            return Err(outside());
        }
        Ok(Some((head + 4, count)))
    }

    /// Where a field's value is, through the table's vtable; `None` when the field has its default.
    fn field(&self, field: usize) -> Read<Option<usize>> {
        let back = i64::from(i32::from_le_bytes(array(self.bytes, self.at)?));
        let vtable = usize::try_from(self.at as i64 - back).map_err(|_| outside())?;
        let size = usize::from(u16::from_le_bytes(array(self.bytes, vtable)?));
        let entry = 4 + 2 * field;
        if entry + 2 > size {
            return Ok(None);
        }
        let inside = usize::from(u16::from_le_bytes(array(self.bytes, vtable + entry)?));
        Ok((inside != 0).then_some(self.at + inside))
    }
}

fn offset(bytes: &[u8], at: usize) -> Read<usize> {
    let step = u32::from_le_bytes(array(bytes, at)?) as usize;
    at.checked_add(step).filter(|&to| to < bytes.len()).ok_or_else(outside)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Read<[u8; N]> {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().ok_or_else(outside)
}

fn outside() -> VisionError {
    VisionError::model("the network's file points outside itself")
}
