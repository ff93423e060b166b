//! The EXIF tags that we read or write, by number.

pub(super) const IMAGE_DESCRIPTION: u16 = 0x010e;
pub(super) const MAKE: u16 = 0x010f;
pub(super) const MODEL: u16 = 0x0110;
pub(super) const ORIENTATION: u16 = 0x0112;
pub(super) const X_RESOLUTION: u16 = 0x011a;
pub(super) const Y_RESOLUTION: u16 = 0x011b;
pub(super) const RESOLUTION_UNIT: u16 = 0x0128;
pub(super) const DATE_TIME: u16 = 0x0132;
pub(super) const ARTIST: u16 = 0x013b;
pub(super) const COMPRESSION: u16 = 0x0103;
pub(super) const IMAGE_LENGTH: u16 = 0x0101;
pub(super) const STRIP_OFFSETS: u16 = 0x0111;
pub(super) const ROWS_PER_STRIP: u16 = 0x0116;
pub(super) const STRIP_BYTE_COUNTS: u16 = 0x0117;
pub(super) const THUMBNAIL_OFFSET: u16 = 0x0201;
pub(super) const THUMBNAIL_LENGTH: u16 = 0x0202;
pub(super) const YCBCR_POSITIONING: u16 = 0x0213;
pub(super) const RATING: u16 = 0x4746;
pub(super) const RATING_PERCENT: u16 = 0x4749;
pub(super) const COPYRIGHT: u16 = 0x8298;
pub(super) const EXIF_IFD: u16 = 0x8769;
pub(super) const GPS_IFD: u16 = 0x8825;
pub(super) const XP_TITLE: u16 = 0x9c9b;
pub(super) const XP_COMMENT: u16 = 0x9c9c;
pub(super) const XP_AUTHOR: u16 = 0x9c9d;
pub(super) const XP_KEYWORDS: u16 = 0x9c9e;
pub(super) const XP_SUBJECT: u16 = 0x9c9f;

pub(super) const EXIF_VERSION: u16 = 0x9000;
pub(super) const DATE_TIME_ORIGINAL: u16 = 0x9003;
pub(super) const DATE_TIME_DIGITIZED: u16 = 0x9004;
pub(super) const OFFSET_TIME_ORIGINAL: u16 = 0x9011;
pub(super) const OFFSET_TIME_DIGITIZED: u16 = 0x9012;
pub(super) const COMPONENTS: u16 = 0x9101;
pub(super) const MAKER_NOTE: u16 = 0x927c;
pub(super) const USER_COMMENT: u16 = 0x9286;
pub(super) const SUBSEC_ORIGINAL: u16 = 0x9291;
pub(super) const SUBSEC_DIGITIZED: u16 = 0x9292;
pub(super) const FLASHPIX_VERSION: u16 = 0xa000;
pub(super) const COLOR_SPACE: u16 = 0xa001;
pub(super) const PIXEL_WIDTH: u16 = 0xa002;
pub(super) const PIXEL_HEIGHT: u16 = 0xa003;
pub(super) const INTEROP_IFD: u16 = 0xa005;

pub(super) const INTEROP_INDEX: u16 = 1;

pub(super) const GPS_VERSION: u16 = 0;
pub(super) const GPS_LATITUDE_REF: u16 = 1;
pub(super) const GPS_LATITUDE: u16 = 2;
pub(super) const GPS_LONGITUDE_REF: u16 = 3;
pub(super) const GPS_LONGITUDE: u16 = 4;
pub(super) const GPS_MAP_DATUM: u16 = 0x12;

/// Pointers into the block that we do not follow; they would point nowhere after the block is laid out anew.
pub(super) const DANGLING: [u16; 9] =
    [0x0111, 0x0117, 0x0120, 0x0121, 0x0144, 0x0145, 0x014a, 0x0201, 0x0202];

/// IFD0 entries that tell how a TIFF stored its samples: untrue for newly encoded pixels. XMP (0x02bc), IPTC (0x83bb),
/// Photoshop's resources (0x8649) and the colour profile (0x8773) go with them; the container has its own places for those.
pub(super) const LAYOUT: [u16; 26] = [
    0x00fe, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010a, 0x0115, 0x0116, 0x0118, 0x0119, 0x011c, 0x013d,
    0x0140, 0x0142, 0x0143, 0x0152, 0x0153, 0x015b, 0x0211, 0x0212, 0x0214, 0x02bc, 0x83bb, 0x8649, 0x8773,
];

/// Bytes of one value of a kind.
pub(super) fn unit_bytes(kind: u16) -> Option<u64> {
    match kind {
        1 | 2 | 6 | 7 | 129 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 | 13 => Some(4),
        5 | 10 | 12 => Some(8),
        _ => None,
    }
}
