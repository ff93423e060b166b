//! Checked reading of protocol buffers, as far as ONNX files need it.

use crate::VisionError;

/// The fields of one message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a>(pub(super) &'a [u8]);

/// One field's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Float(f32),
    Bytes(&'a [u8]),
}

impl<'a> Message<'a> {
    /// All fields in order, each with its number.
    pub(super) fn fields(self) -> Result<Vec<(u64, Value<'a>)>, VisionError> {
        let mut rest = self.0;
        let mut fields = Vec::new();
        while !rest.is_empty() {
            let key = varint(&mut rest)?;
            let value = match key & 7 {
                0 => Value::Number(varint(&mut rest)?),
                1 => {
                    Value::Number(u64::from_le_bytes(take(&mut rest, 8)?.try_into().map_err(|_| damaged())?))
                }
                2 => {
                    let length = usize::try_from(varint(&mut rest)?).map_err(|_| damaged())?;
                    Value::Bytes(take(&mut rest, length)?)
                }
                5 => Value::Float(f32::from_le_bytes(take(&mut rest, 4)?.try_into().map_err(|_| damaged())?)),
                _ => return Err(damaged()),
            };
            fields.push((key >> 3, value));
        }
        Ok(fields)
    }
}

impl<'a> Value<'a> {
    pub(super) fn bytes(self) -> &'a [u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            _ => &[],
        }
    }

    pub(super) fn text(self) -> &'a str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    pub(super) fn number(self) -> i64 {
        match self {
            Self::Number(number) => number as i64,
            _ => 0,
        }
    }

    /// A repeated number, packed or single.
    pub(super) fn numbers(self) -> Result<Vec<i64>, VisionError> {
        match self {
            Self::Bytes(mut bytes) => {
                let mut numbers = Vec::new();
                while !bytes.is_empty() {
                    numbers.push(varint(&mut bytes)? as i64);
                }
                Ok(numbers)
            }
            other => Ok(vec![other.number()]),
        }
    }
}

fn varint(rest: &mut &[u8]) -> Result<u64, VisionError> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(rest, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(damaged())
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], VisionError> {
    let (taken, after) = rest.split_at_checked(length).ok_or_else(damaged)?;
    *rest = after;
    Ok(taken)
}

fn damaged() -> VisionError {
    VisionError::model("the text network's file is damaged")
}
