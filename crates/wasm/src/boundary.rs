//! The memory boundary. JavaScript asks for a buffer, fills it, calls, reads the reply and gives it back.
#![expect(unsafe_code, reason = "a module without a binding generator exports plain pointers")]

use crate::{calls, parts};

/// Room for `len` bytes. The caller fills it and hands it to [`nomina_call`].
#[unsafe(no_mangle)]
pub extern "C" fn nomina_alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; len].into_boxed_slice()).cast()
}

/// Gives a buffer back.
///
/// # Safety
/// `ptr` and `len` are those of one buffer from [`nomina_alloc`] or [`nomina_call`], not yet given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nomina_free(ptr: *mut u8, len: usize) {
    // SAFETY: by the contract above this is exactly the boxed slice that was leaked.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr, len)) });
}

/// Answers the request in the buffer, which it takes. The reply's first four bytes are its whole length.
///
/// # Safety
/// `ptr` and `len` are those of one buffer from [`nomina_alloc`], not yet given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nomina_call(ptr: *mut u8, len: usize) -> *mut u8 {
    // SAFETY: by the contract above this is exactly the boxed slice that was leaked.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr, len)) };
    let reply = match parts::split(&request) {
        Some(parts) => calls::answer(&parts),
        None => calls::Reply::refused("bad-call", "The call could not be read."),
    };
    drop(request);
    let joined = parts::join(&[&reply.json, &reply.bytes]);
    let mut out = Vec::with_capacity(joined.len() + 4);
    out.extend_from_slice(&(joined.len() as u32 + 4).to_le_bytes());
    out.extend_from_slice(&joined);
    Box::into_raw(out.into_boxed_slice()).cast()
}
