//! EXIF orientation applied to pixels.
