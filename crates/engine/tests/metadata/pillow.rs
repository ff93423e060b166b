//! A second independent reader: Pillow in `.tools/venv` (`NOMINA_PYTHON` names another interpreter).

use crate::exiftool::Folder;
use crate::images;
use nomina_engine::metadata::{Existing, Plan, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;
use std::path::Path;
use std::process::Command;

/// Runs a program with the folder as its argument; `None`, with a reason on stderr, when there is no Pillow.
fn pillow(program: &str, folder: &Path) -> Option<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/python");
    let own = if own.exists() { own.display().to_string() } else { "python3".to_owned() };
    let python = std::env::var("NOMINA_PYTHON").unwrap_or(own);
    let present = Command::new(&python).args(["-c", "import PIL"]).output().is_ok_and(|o| o.status.success());
    if !present {
        nomina_needs::missing("pillow", format!("{python} does not have it; run scripts/setup"));
        return None;
    }
    let output = Command::new(&python).args(["-c", program]).arg(folder).output().expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn emoji_in_windows_tags_and_texts_are_right_in_pillow() {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Crab \u{1f980}".into(),
        custom_latitude: "-33.5".into(),
        custom_longitude: "151.25".into(),
        ..Default::default()
    };
    let plan = Plan::from_recipe(&recipe).expect("a usable recipe");
    let Some(folder) = Folder::new("pillow") else { return };
    for (format, bytes) in [
        (Format::Jpeg, images::jpeg()),
        (Format::Png, images::png()),
        (Format::Webp, images::webp_with_alpha()),
    ] {
        let written = rewrite(&bytes, format, &plan, &Limits::default()).expect("a rewritten file");
        folder.put(&format!("a.{}", format.extension()), &written.bytes);
    }
    let program = r#"
import sys, pathlib
from PIL import Image
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    with Image.open(path) as im:
        im.load()
        e = im.getexif()
        g = e.get_ifd(0x8825)
        print(im.format, im.mode, e[0x9c9b].decode("utf-16-le").rstrip("\0"), *g[2], g[1], *g[4], g[3], im.info.get("Title"))
"#;
    let Some(answer) = pillow(program, folder.path()) else { return };
    let expected = "JPEG RGB Crab \u{1f980} 33.0 30.0 0.0 S 151.0 15.0 0.0 E None\n\
                    PNG RGB Crab \u{1f980} 33.0 30.0 0.0 S 151.0 15.0 0.0 E Crab \u{1f980}\n\
                    WEBP RGBA Crab \u{1f980} 33.0 30.0 0.0 S 151.0 15.0 0.0 E None\n";
    assert_eq!(answer, expected);
}

#[test]
fn pillow_decodes_the_same_pixels_after_every_edit() {
    let (Some(images), Some(folder)) = (images::corpus(), Folder::new("pillow-corpus")) else { return };
    let recipe =
        ProcessingOptions { add_custom_metadata: true, custom_title: "T".into(), ..Default::default() };
    let fields = Plan::from_recipe(&recipe).expect("a usable recipe");
    let remove = Plan { existing: Existing::Remove, fields: None, keep_icc: true };
    for (number, path) in images::files(&images).into_iter().enumerate() {
        let bytes = std::fs::read(path).unwrap_or_default();
        let Some(format) = Format::of(&bytes).filter(|_| bytes.len() < 400_000) else { continue };
        for (name, plan) in [("fields", &fields), ("removed", &remove)] {
            if let Ok(written) = rewrite(&bytes, format, plan, &Limits::default()) {
                folder.put(&format!("{number}.{name}"), &written.bytes);
                folder.put(&format!("{number}.before"), &bytes);
            }
        }
    }
    let program = r#"
import sys, pathlib, hashlib, warnings
from PIL import Image
warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = 20_000_000
def pixels(path):
    try:
        with Image.open(path) as im:
            digest = hashlib.sha256()
            frames = 1 if im.format in ("JPEG", "MPO") else getattr(im, "n_frames", 1)
            for frame in range(min(frames, 5)):
                im.seek(frame)
                digest.update(im.convert("RGBA").tobytes())
            return digest.digest()
    except Exception:
        return None
same = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.before")):
    before = pixels(path)
    if before is None: continue
    for kind in ("fields", "removed"):
        after = path.with_suffix("." + kind)
        if after.exists() and pixels(after) != before: print("differs:", path.stem, kind)
        same += 1
print(same > 500)
"#;
    let Some(answer) = pillow(program, folder.path()) else { return };
    assert_eq!(answer, "True\n");
}
