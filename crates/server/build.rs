//! The web app, fonts and models are embedded from folders that other steps of `make` fill. A build without
//! them must still work, so the folders are made here; the server then says what is missing.

fn main() -> std::io::Result<()> {
    for folder in ["../../web/dist", "../../assets/fonts", "../../assets/models"] {
        std::fs::create_dir_all(folder)?;
        println!("cargo:rerun-if-changed={folder}");
    }
    Ok(())
}
