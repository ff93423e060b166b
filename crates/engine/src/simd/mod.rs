//! One vector layer with equal results everywhere: SSE2, AVX2, NEON, wasm simd128 and plain Rust.
//!
//! Algorithms are written once against [`Lanes`] as a [`Task`]; [`dispatch`] runs them with the best instructions this
//! CPU has. All operations are integer and defined to the bit, so every level gives the same bytes. The vector types
//! themselves cannot be named outside: values of them exist only inside a task that `dispatch` started.
#![expect(unsafe_code, reason = "CPU intrinsics; every block says why it is sound")]

mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pair;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use lanes::{Lanes, Narrow, Simd, Task, Wide, array};

/// Eight bytes as a number, the first one at the top. WebAssembly has no instruction that swaps the bytes of a number.
#[inline(always)]
pub fn big_endian(bytes: &[u8; 8]) -> u64 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        wasm::big_endian(bytes)
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        u64::from_be_bytes(*bytes)
    }
}

/// A set of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Scalar,
    Sse2,
    Avx2,
    Neon,
    Wasm,
}

impl Level {
    /// All levels that run here, the slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Scalar, Self::Sse2, Self::Avx2, Self::Neon, Self::Wasm]
            .into_iter()
            .filter(|level| level.is_available())
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        match self {
            // Every CPU of this kind has SSE2.
            Self::Scalar | Self::Sse2 => true,
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            Self::Neon | Self::Wasm => false,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Sse2 | Self::Avx2 => false,
            Self::Neon => cfg!(target_arch = "aarch64"),
            Self::Wasm => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
        }
    }
}

#[cfg(test)]
thread_local! {
    /// The level that tests of whole codecs ask for.
    static FORCED: std::cell::Cell<Option<Level>> = const { std::cell::Cell::new(None) };
}

/// Runs `work` with everything in it dispatched to one level.
#[cfg(test)]
pub(crate) fn with_level<R>(level: Level, work: impl FnOnce() -> R) -> R {
    FORCED.set(Some(level));
    let result = work();
    FORCED.set(None);
    result
}

/// Runs the task with the best level of this CPU.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(test)]
    if let Some(level) = FORCED.get() {
        return dispatch_at(level, task);
    }
    #[cfg(target_arch = "x86_64")]
    {
        if Level::Avx2.is_available() {
            // SAFETY: the features were detected just now.
            return unsafe { x86::run_avx2(task) };
        }
        task.run::<x86::Sse2>()
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        task.run::<wasm::Simd128>()
    }
    #[cfg(target_arch = "aarch64")]
    {
        task.run::<neon::Neon>()
    }
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    {
        task.run::<scalar::Plain>()
    }
}

/// Runs the task at one level, for tests that compare them; a level this CPU lacks runs as scalar.
pub fn dispatch_at<T: Task>(level: Level, task: T) -> T::Output {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the features were detected just now.
        Level::Avx2 if level.is_available() => unsafe { x86::run_avx2(task) },
        #[cfg(target_arch = "x86_64")]
        Level::Sse2 => task.run::<x86::Sse2>(),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => task.run::<neon::Neon>(),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Level::Wasm => task.run::<wasm::Simd128>(),
        _ => task.run::<scalar::Plain>(),
    }
}
