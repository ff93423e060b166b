//! "What is in this picture?": one answer type, one file per provider, the embedded model.
