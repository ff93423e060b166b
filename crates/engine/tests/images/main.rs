//! The engine against real files and independent programs. Files come from `NOMINA_IMAGES` (default
//! `../shared/images` beside the workspace), the peer is Pillow in `.tools/venv`; what is not there is passed over and
//! said so.

mod animations;
mod avif_out;
mod colours;
mod corpus;
mod golden;
mod hostile;
mod jxl_in;
mod orientations;
mod pillow;
mod pulse;
mod read_only;
mod rescue;
mod rules;
mod sixteen;
mod small_png;
