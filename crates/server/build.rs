//! The web app, fonts and models are embedded from folders that other steps of `make` fill. A build without
//! them must still work, so the folders are made here; the server then says what is missing.
//! Only a release build holds them: a debug build reads them from disk, so a new web app is no reason to compile.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let packed = std::env::var_os("CARGO_FEATURE_PACKED").is_some();
    let (web, fonts) = match packed {
        true => ("../../target/packed/web", "../../target/packed/fonts"),
        false => ("../../web/dist", "../../assets/fonts"),
    };
    for folder in [web, fonts, "../../assets/models"] {
        std::fs::create_dir_all(folder)?;
        if embeds {
            println!("cargo:rerun-if-changed={folder}");
        }
    }
    Ok(())
}
