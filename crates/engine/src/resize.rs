//! Lanczos, only down.
