//! The heap of a server: large blocks go back to the system when they are freed.
#![cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "one call of the C library")
)]

/// glibc raises its limit by itself as soon as a large block is freed, and from then on the heap of every thread keeps such blocks: a password
/// hash takes 19 MB, and after some sign-ins a server at rest held 340 MB. A limit that is set stays.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back_large_blocks() {
    use std::ffi::c_int;

    const MMAP_THRESHOLD: c_int = -3;
    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
    // SAFETY: a setting of the C library that takes any number, made before there are other threads.
    unsafe { mallopt(MMAP_THRESHOLD, 4 << 20) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back_large_blocks() {}
