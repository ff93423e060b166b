//! Files with more images behind the first one.

use crate::images::{self, jpeg_with, segment};
use nomina_engine::metadata::{Existing, Plan, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;

const REMOVE: Plan = Plan { existing: Existing::Remove, fields: None, keep_icc: true };

/// A JPEG with an MPF index and a second image behind the first.
fn two_images() -> Vec<u8> {
    let index = |first: u32, second: u32| {
        let mut mpf = b"MPF\0II*\0\x08\0\0\0\x01\0\x02\xb0\x07\0\x20\0\0\0\x1a\0\0\0\0\0\0\0".to_vec();
        mpf.extend([&[0, 0, 3, 0][..], &first.to_le_bytes(), &0u32.to_le_bytes(), &[0; 4]].concat());
        mpf.extend([&[0; 4][..], &4u32.to_le_bytes(), &second.to_le_bytes(), &[0; 4]].concat());
        segment(0xe2, &mpf)
    };
    let length = jpeg_with(&[index(0, 0)]).len() as u32;
    // The index' own header stands 8 bytes into its segment, which stands 20 bytes into the file.
    [jpeg_with(&[index(length, length - 28)]), vec![0xff, 0xd8, 0xff, 0xd9]].concat()
}

#[test]
fn the_second_image_is_still_found_after_an_edit_and_gone_after_removal() {
    let before = two_images();
    let recipe =
        ProcessingOptions { add_custom_metadata: true, custom_title: "New".into(), ..Default::default() };
    let written =
        rewrite(&before, Format::Jpeg, &Plan::from_recipe(&recipe).unwrap(), &Limits::default()).unwrap();
    assert_eq!(written.warnings, [""; 0]);
    let after = written.bytes;
    let at = after.windows(4).position(|w| w == b"MPF\0").expect("the index") + 4;
    let number = |at: usize| u32::from_le_bytes(after[at..at + 4].try_into().unwrap()) as usize;
    let (first_size, second_at) = (number(at + 26 + 4), at + number(at + 26 + 16 + 8));
    assert_eq!(second_at, after.len() - 4);
    assert_eq!(first_size, after.len() - 4);

    let removed = rewrite(&before, Format::Jpeg, &REMOVE, &Limits::default()).unwrap();
    assert_eq!(removed.bytes, images::jpeg());
    assert!(removed.warnings[0].contains("more images"), "{:?}", removed.warnings);
}
