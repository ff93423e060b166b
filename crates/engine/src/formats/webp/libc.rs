//! The few libc functions that libwebp calls, for wasm32-unknown-unknown, on Rust's own allocator.
#![expect(unsafe_code, reason = "C calls these")]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};

/// Space in front of each block for its size; also the alignment that `malloc` promises.
const HEAD: usize = 16;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEAD)?, HEAD).ok()
}

fn reserve(size: usize, allocate: unsafe fn(Layout) -> *mut u8) -> *mut u8 {
    let Some(layout) = layout(size) else { return std::ptr::null_mut() };
    // SAFETY: the layout is never empty; the head lies inside the block.
    unsafe {
        let block = allocate(layout);
        if block.is_null() {
            return block;
        }
        block.cast::<usize>().write(size);
        block.add(HEAD)
    }
}

#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut u8 {
    reserve(size, alloc)
}

#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut u8 {
    count.checked_mul(size).map_or(std::ptr::null_mut(), |size| reserve(size, alloc_zeroed))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn free(pointer: *mut u8) {
    if pointer.is_null() {
        return;
    }
    // SAFETY: C gives back what `reserve` gave out: the size stands in the head.
    unsafe {
        let block = pointer.sub(HEAD);
        let size = block.cast::<usize>().read();
        if let Some(layout) = layout(size) {
            dealloc(block, layout);
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn abort() -> ! {
    core::arch::wasm32::unreachable()
}

/// Comb sort: short, no recursion, no memory. libwebp's orders have no ties, so every correct sort gives its result.
#[unsafe(no_mangle)]
unsafe extern "C" fn qsort(
    base: *mut u8,
    count: usize,
    size: usize,
    compare: extern "C" fn(*const u8, *const u8) -> i32,
) {
    let mut gap = count;
    loop {
        gap = (gap * 10 / 13).max(1);
        let mut swapped = false;
        for i in 0..count.saturating_sub(gap) {
            // SAFETY: both elements lie inside the array that C gave, and they do not overlap.
            unsafe {
                let (a, b) = (base.add(i * size), base.add((i + gap) * size));
                if compare(a, b) > 0 {
                    std::ptr::swap_nonoverlapping(a, b, size);
                    swapped = true;
                }
            }
        }
        if gap == 1 && !swapped {
            return;
        }
    }
}
