#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| nomina_fuzz::avif(data));
