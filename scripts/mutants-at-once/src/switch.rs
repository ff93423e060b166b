pub(crate) fn __mutant(number: u32) -> bool {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static CHOSEN: LazyLock<u32> =
        LazyLock::new(|| std::env::var("NOMINA_MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
    static REACHED: LazyLock<Option<std::fs::File>> = LazyLock::new(|| {
        let path = std::env::var_os("NOMINA_REACHED")?;
        Some(std::fs::OpenOptions::new().create(true).append(true).open(path).expect("the file NOMINA_REACHED"))
    });
    static NOTED: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];
    if let Some(mut file) = REACHED.as_ref()
        && !NOTED[number as usize].swap(true, Relaxed)
    {
        use std::io::Write;
        file.write_all(format!("{number}\n").as_bytes()).expect("writing NOMINA_REACHED");
    }
    number == *CHOSEN
}
