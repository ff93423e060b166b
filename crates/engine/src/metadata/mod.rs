//! EXIF, XMP and IPTC in JPEG, PNG and WebP containers.
