//! As much of CBOR (RFC 8949) as authenticators write: definite lengths, no tags, no floating point (CTAP2's canonical
//! form). Everything that is read borrows from the message, and nesting ends at a fixed depth.

const DEEPEST: u8 = 6;

/// A value. Keys of maps are integers or text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Int(i64),
    Bytes(&'a [u8]),
    Text(&'a str),
    List(Vec<Value<'a>>),
    Map(Vec<(Value<'a>, Value<'a>)>),
    /// False, true, null and undefined, which nothing here needs apart.
    Simple(u8),
}

impl<'a> Value<'a> {
    /// The entry of a map.
    pub fn get(&self, key: &Value<'_>) -> Option<&Value<'a>> {
        let Self::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub fn int(&self) -> Option<i64> {
        if let Self::Int(value) = self { Some(*value) } else { None }
    }

    pub fn bytes(&self) -> Option<&'a [u8]> {
        if let Self::Bytes(value) = self { Some(value) } else { None }
    }
}

/// The first value of a message and what follows it.
pub fn read(message: &[u8]) -> Option<(Value<'_>, &[u8])> {
    let mut rest = message;
    let value = value(&mut rest, 0)?;
    Some((value, rest))
}

fn value<'a>(rest: &mut &'a [u8], depth: u8) -> Option<Value<'a>> {
    if depth > DEEPEST {
        return None;
    }
    let first = take(rest, 1)?[0];
    let (kind, small) = (first >> 5, first & 0x1f);
    if kind == 7 {
        return (20..=23).contains(&small).then_some(Value::Simple(small));
    }
    let number = argument(rest, small)?;
    match kind {
        0 => i64::try_from(number).ok().map(Value::Int),
        1 => i64::try_from(number).ok().map(|number| Value::Int(-1 - number)),
        2 => take(rest, usize::try_from(number).ok()?).map(Value::Bytes),
        3 => std::str::from_utf8(take(rest, usize::try_from(number).ok()?)?).ok().map(Value::Text),
        4 => (0..number).map(|_| value(rest, depth + 1)).collect::<Option<_>>().map(Value::List),
        5 => {
            let entry = |_| Some((value(rest, depth + 1)?, value(rest, depth + 1)?));
            (0..number).map(entry).collect::<Option<_>>().map(Value::Map)
        }
        _ => None,
    }
}

fn argument(rest: &mut &[u8], small: u8) -> Option<u64> {
    let length = match small {
        0..=23 => return Some(u64::from(small)),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => return None,
    };
    Some(take(rest, length)?.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte)))
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of RFC 8949, appendix A.
    #[test]
    fn values_are_read_as_the_standard_writes_them() {
        let one = |bytes: &'static [u8]| read(bytes).unwrap().0;
        assert_eq!(one(&[0x17]), Value::Int(23));
        assert_eq!(one(&[0x19, 0x03, 0xe8]), Value::Int(1000));
        assert_eq!(one(&[0x39, 0x03, 0xe7]), Value::Int(-1000));
        assert_eq!(one(&[0x44, 1, 2, 3, 4]), Value::Bytes(&[1, 2, 3, 4]));
        assert_eq!(one(&[0x64, b'I', b'E', b'T', b'F']), Value::Text("IETF"));
        assert_eq!(one(&[0x82, 0x01, 0xf6]), Value::List(vec![Value::Int(1), Value::Simple(22)]));
        let map = one(&[0xa1, 0x61, b'a', 0x20]);
        assert_eq!(map.get(&Value::Text("a")).and_then(Value::int), Some(-1));
        assert_eq!(read(&[0x01, 0xff]).unwrap().1, [0xff]);
    }

    #[test]
    fn whatever_is_cut_endless_or_too_deep_is_refused() {
        let deep = vec![0x81; 1000];
        let huge_list = [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        let huge_bytes = [0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        let endless = [0x9f, 0x01, 0xff];
        let not_text = [0x61, 0xff];
        for bad in [
            &[][..],
            &[0x42, 1],
            &[0x18],
            &deep,
            &huge_list,
            &huge_bytes,
            &endless,
            &not_text,
            &[0xfb, 0],
            &[0xc0, 0],
        ] {
            assert!(read(bad).is_none(), "{bad:x?}");
        }
    }
}
