//! The skin that the browser calls.
