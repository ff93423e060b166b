//! In which order the coefficients of a file stand.

/// How a file is ordered, and how hard its encoder tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Baseline, block by block; quick, for previews and for models.
    #[default]
    Sequential,
    /// Progressive where that is smaller, with bits weighed against errors.
    Smallest,
}
