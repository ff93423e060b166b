//! The two byte orders of TIFF structures (EXIF and MPF), read without ever leaving the buffer.

/// Byte order of one TIFF block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endian {
    Little,
    Big,
}

impl Endian {
    /// By the four bytes that open every TIFF block; `None` when it is not one.
    pub(super) fn of_tiff(bytes: &[u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"II*\0" => Some(Self::Little),
            b"MM\0*" => Some(Self::Big),
            _ => None,
        }
    }

    pub(super) fn tiff_mark(self) -> &'static [u8; 4] {
        match self {
            Self::Little => b"II*\0",
            Self::Big => b"MM\0*",
        }
    }

    pub(super) fn u16(self, bytes: &[u8], at: usize) -> Option<u16> {
        let raw = bytes.get(at..)?.first_chunk().copied()?;
        Some(match self {
            Self::Little => u16::from_le_bytes(raw),
            Self::Big => u16::from_be_bytes(raw),
        })
    }

    pub(super) fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let raw = bytes.get(at..)?.first_chunk().copied()?;
        Some(match self {
            Self::Little => u32::from_le_bytes(raw),
            Self::Big => u32::from_be_bytes(raw),
        })
    }

    pub(super) fn bytes16(self, value: u16) -> [u8; 2] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }

    pub(super) fn bytes32(self, value: u32) -> [u8; 4] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }
}
