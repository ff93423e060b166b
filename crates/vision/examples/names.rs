//! Names pictures with the embedded model: `cargo run -p nomina-vision --example names -- WEIGHTS FILE...`

use nomina_vision::embedded::{Embedded, Rgb};

fn main() {
    let mut args = std::env::args().skip(1);
    let t = std::time::Instant::now();
    let model = Embedded::load(&std::fs::read(args.next().unwrap()).unwrap()).unwrap();
    eprintln!("load {:?}", t.elapsed());
    for file in args {
        let bytes = std::fs::read(&file).unwrap();
        let mut parts = bytes.splitn(4, |&b| b == b'\n');
        parts.next();
        let size: Vec<usize> = std::str::from_utf8(parts.next().unwrap())
            .unwrap()
            .split(' ')
            .map(|v| v.parse().unwrap())
            .collect();
        parts.next();
        let picture = Rgb::new(size[0], size[1], parts.next().unwrap().to_vec()).unwrap();
        let t = std::time::Instant::now();
        let details = model.details(&picture);
        println!("{file}\t{details}\t{:?}", t.elapsed());
    }
}
