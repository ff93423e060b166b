//! Writes a target's seeds into a folder, for `scripts/fuzz`: `cargo run -p nomina-fuzz --example seeds -- TARGET FOLDER`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(target), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("which target, and which folder?".into());
    };
    for (number, seed) in nomina_fuzz::seeds(&target).iter().enumerate() {
        std::fs::write(format!("{folder}/seed-{number:03}"), seed)?;
    }
    Ok(())
}
