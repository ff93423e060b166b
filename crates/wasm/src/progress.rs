//! How far a call is, told to the page's worker.
#![cfg_attr(target_arch = "wasm32", expect(unsafe_code, reason = "a function that the page brings along"))]

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "nomina")]
unsafe extern "C" {
    safe fn progress(share: f32);
}

/// Tells the page's worker which share of a call is done, from 0 to 1.
pub(crate) fn tell(share: f32) {
    #[cfg(target_arch = "wasm32")]
    progress(share);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = share;
}
