//! Why there is no stream.

/// What cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("the planes do not fit together")]
    Misfit,
    #[error("no AV1 of this size can be made")]
    Refused,
    #[error("the system has no thread for it")]
    NoThread,
    #[error("it was stopped")]
    Stopped,
}
