//! The heap of a server: large blocks go back to the system when they are freed, and threads share what is left. The static
//! binary has an allocator of its own, because in musl's all threads wait for one lock.
#![cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "settings of the C library")
)]

/// glibc raises its limit by itself as soon as a large block is freed, and from then on the heap of every thread keeps such blocks: a password
/// hash takes 19 MB, and after some sign-ins a server at rest held 340 MB. A limit that is set stays. Eight heaps a core, as it would have them, each
/// keep the room of their busiest moment: two are enough for work that mostly waits for the database.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn keep_little() {
    use std::ffi::c_int;

    const MMAP_THRESHOLD: c_int = -3;
    const ARENA_MAX: c_int = -8;
    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
    for (setting, value) in [(MMAP_THRESHOLD, 4 << 20), (ARENA_MAX, 2)] {
        // SAFETY: settings of the C library that take any number, made before there are other threads.
        unsafe { mallopt(setting, value) };
    }
}

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_little() {}
