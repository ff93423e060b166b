//! Version and commit for `nomina --version`. `scripts/dist` sets the commit; every other build is a development build.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=NOMINA_COMMIT");
    let commit = std::env::var("NOMINA_COMMIT").ok().filter(|commit| !commit.is_empty());
    let build = commit.unwrap_or_else(|| "development build".into());
    println!("cargo:rustc-env=NOMINA_VERSION={} ({build})", env!("CARGO_PKG_VERSION"));
}
