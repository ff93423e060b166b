//! Batches that programs send as one ZIP: the same as its images sent one by one, and nothing for those who are up to
//! something.

use std::io::{Cursor, Write};

use http::{Method, StatusCode};
use nomina_server::app::worker;
use nomina_server::base::clock::HOUR_MS;
use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::app::{Answer, TestApp, Visitor};
use crate::engines::stories;
use crate::history::zip_of;
use crate::model::{form, png};
use crate::runs::{KEEP, at, begun, everything, stored, used, zip};
use crate::zips::{bomb, central, changed, link};

stories![
    a_zip_is_the_same_batch_as_its_images_one_by_one,
    a_zip_that_is_up_to_something_is_refused_whole_and_leaves_nothing_behind,
];

async fn send(program: &mut Visitor, fields: &[(&str, &[u8])]) -> Answer {
    program.send_raw(Method::POST, "/api/v1/batches/process", Some(form(fields))).await
}

/// As people pack them: folders, hidden files, what systems leave there, and packed as well as stored.
fn packed(images: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.add_directory("trip/", options).unwrap();
    for extra in ["__MACOSX/trip/._b.png", "trip/.DS_Store", "trip/Thumbs.db", ".git/a.png"] {
        zip.start_file(extra, options).unwrap();
        zip.write_all(b"what a system leaves").unwrap();
    }
    for (name, bytes) in images {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

async fn a_zip_is_the_same_batch_as_its_images_one_by_one(app: TestApp) {
    let mut program = everything(&app).await;
    let (wide, high) = (png(64, 32), png(32, 64));
    let files: [(&str, &[u8]); 4] =
        [("trip/b.png", &wide), ("trip/day 2\\b.png", &high), ("notes.txt", b"hello"), ("A.PNG", &high)];
    let fields = [("zip", &packed(&files)[..]), ("image", &wide), ("recipe", KEEP.as_bytes())];
    program.headers.insert("idempotency-key", "trip".parse().unwrap());
    let sent = send(&mut program, &fields).await.expect(StatusCode::ACCEPTED).json();
    let again = send(&mut program, &fields).await.expect(StatusCode::ACCEPTED).json();
    assert_eq!(sent["id"], again["id"]);
    let other = [("zip", &packed(&files[1..])[..]), ("image", &wide), ("recipe", KEEP.as_bytes())];
    assert_eq!(send(&mut program, &other).await.json()["code"], "idempotency_mismatch");
    program.headers.clear();
    let one_by_one: [(&str, &[u8]); 5] =
        [("b.png", &wide), ("b.png", &high), ("notes.txt", b"hello"), ("A.PNG", &high), ("x", &wide)];
    let parts = begun(&mut program, &one_by_one, &[("recipe", KEEP)]).await;
    app.work().await;
    let id = sent["id"].as_str().unwrap();
    let run = program.get(&at(id)).await.expect(StatusCode::OK).json();
    let names: Vec<&Value> =
        run["pictures"].as_array().unwrap().iter().map(|one| &one["originalName"]).collect();
    assert_eq!(names[..4], ["b.png", "b.png", "notes.txt", "A.PNG"]);
    assert_eq!((&run["status"], &run["pictures"][2]["status"]), (&"completed".into(), &"failed".into()));
    let (entries, bytes) = zip(&mut program, id).await;
    assert_eq!(entries[1].0, "b-2.png");
    assert!(bytes == zip(&mut program, &parts).await.1, "byte for byte");
}

async fn a_zip_that_is_up_to_something_is_refused_whole_and_leaves_nothing_behind(app: TestApp) {
    let mut program = everything(&app).await;
    let image = png(2, 2);
    let good = zip_of(&[("a.png", &image)]);
    let two = zip_of(&[("a.png", &image), ("b.png", &image)]);
    let second = two.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() - central(&two);
    let named = |count: usize| (0..count).map(|n| format!("{n}.png")).collect::<Vec<_>>();
    let of = |names: &[String]| {
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &image[..])).collect();
        zip_of(&files)
    };
    let large = (60u32 << 20).to_le_bytes();
    let cases: [(&str, Vec<u8>, u16, &str); 16] = [
        ("not a ZIP", image.clone(), 422, "The file is not a ZIP."),
        ("cut", good[..good.len() - 1].to_vec(), 422, "The file is not a ZIP."),
        ("cut in front", good[7..].to_vec(), 422, "The ZIP is damaged."),
        ("no images", packed(&[]), 422, "The ZIP holds no images."),
        ("a bomb", bomb(), 422, "The images in the ZIP are too large when unpacked."),
        ("4 GB", changed(&good, 24, &[0xff; 4]), 422, "The images in the ZIP are too large when unpacked."),
        ("60 MB", changed(&good, 24, &large), 413, "An image is larger than 50 MB."),
        ("climbs", zip_of(&[("x/../../a.png", &image)]), 422, "\"x/../../a.png\" is not a name"),
        ("absolute", zip_of(&[("/etc/a.png", &image)]), 422, "\"/etc/a.png\" is not a name"),
        ("a drive", zip_of(&[("C:\\a.png", &image)]), 422, "\"C:\\a.png\" is not a name"),
        ("a link", link(), 422, "\"a.png\" is not a name"),
        ("encrypted", changed(&good, 8, &[1, 0]), 422, "\"a.png\" is packed in a way that is not accepted."),
        ("a wrong sum", changed(&two, second + 16, &[1, 2, 3, 4]), 422, "\"b.png\" is not as large as"),
        ("overlapping", changed(&two, second + 42, &[0; 4]), 422, "is not as large as the ZIP says"),
        ("too many", of(&named(251)), 422, "Cannot exceed 250 images per batch."),
        ("far too many", of(&named(1001)), 422, "The ZIP holds more than 1000 images."),
    ];
    for (what, zip, status, sentence) in cases {
        let answer = send(&mut program, &[("zip", &zip), ("recipe", KEEP.as_bytes())]).await;
        assert_eq!(answer.status.as_u16(), status, "{what}: {}", answer.title());
        assert!(answer.title().contains(sentence), "{what}: {}", answer.title());
    }
    let full = of(&named(250));
    let one_more = send(&mut program, &[("image", &image), ("zip", &full)]).await;
    one_more.refused(422, "Cannot exceed 250 images per batch.");
    assert_eq!(used(&mut program).await, 0);
    app.clock.advance_ms(2 * HOUR_MS);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(stored(&app), 0);
}
