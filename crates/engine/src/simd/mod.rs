//! One 128-bit vector layer with equal results everywhere.
