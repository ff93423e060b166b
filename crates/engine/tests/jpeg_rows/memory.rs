//! How much a large image asks for at most, counted by the allocator: a share of the RGBA that a canvas holds for it.
#![expect(unsafe_code, reason = "an allocator that counts passes calls on to the system's")]

use super::writer::{Made, scan};
use nomina_engine::{Assets, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread holds, and the most it held.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: isize) {
    // A thread that ends may have let go of its counter already.
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may be held while the bytes move.
        count(size as isize);
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the rules of `realloc`.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the rules of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The most that `work` holds beside what was there before.
fn peak_bytes<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let start = HELD.get().0;
    HELD.set((start, start));
    let result = work();
    ((HELD.get().1 - start) as usize, result)
}

/// 12 megapixels.
const SIZE: (usize, usize) = (4000, 3000);

fn recipe() -> ProcessingOptions {
    ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Jpeg,
        enable_compression: true,
        compression_quality: 0.5,
        ..ProcessingOptions::default()
    }
}

/// The most that was held, in percent of the image's RGBA.
fn percent(file: &[u8], recipe: &ProcessingOptions) -> usize {
    let (peak, output) =
        peak_bytes(|| process(file, recipe, &Assets::default(), &Limits::default(), &|_| false));
    assert!(output.unwrap().facts.reencoded, "the image was made anew");
    peak * 100 / (SIZE.0 * SIZE.1 * 4)
}

/// The same file, lying on its side.
fn turned(file: &[u8]) -> Vec<u8> {
    let exif = b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&file[..2], exif, &file[2..]].concat()
}

/// Planes are 37.5 % of RGBA.
#[test]
fn a_large_jpeg_that_needs_its_planes_has_them_once() {
    let made = Made::new(SIZE.0, SIZE.1, &[(2, 2), (1, 1), (1, 1)]);
    let file = made.sequential(&[&[0, 1, 2]], 0);
    drop(made);
    let wish = ProcessingOptions { target_size_kb: Some(file.len() as u32 / 2048), ..recipe() };
    // A wish begins with the best quality, which has the most symbols.
    for (name, file, recipe, most) in
        [("turned", &turned(&file), recipe(), 52), ("size wish", &file, wish, 60)]
    {
        let percent = percent(file, &recipe);
        assert!((37..most).contains(&percent), "{name}: {percent} % of its RGBA");
    }
}

#[test]
fn a_large_jpeg_is_never_held_whole() {
    let made = Made::new(SIZE.0, SIZE.1, &[(2, 2), (1, 1), (1, 1)]);
    let mut script = vec![scan(&[0, 1, 2], (0, 0), (0, 1))];
    for i in 0..3 {
        script.extend([scan(&[i], (1, 63), (0, 1)), scan(&[i], (1, 63), (1, 0))]);
    }
    script.push(scan(&[0, 1, 2], (0, 0), (1, 0)));
    let files = [
        ("sequential", made.sequential(&[&[0, 1, 2]], 0)),
        ("scans apart", made.sequential(&[&[0], &[1], &[2]], 0)),
        ("progressive", made.progressive(&script, 0)),
    ];
    drop(made);
    let reduced = ProcessingOptions { resize_images: true, max_width: 1920, max_height: 1080, ..recipe() };
    let mut wrong = Vec::new();
    for (name, file) in &files {
        for (size, recipe, most) in [("full", &recipe(), 12), ("reduced", &reduced, 12)] {
            let percent = percent(file, recipe);
            if percent > most {
                wrong.push(format!("{name}, {size}: {percent} % of its RGBA, not {most} %"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
