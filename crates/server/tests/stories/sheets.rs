//! Sheets, own words and words of a model in the recipes of programs.

use http::StatusCode;
use nomina_server::base::config::ProviderChoice::Openai;
use serde_json::json;

use crate::app::TestApp;
use crate::engines::stories;
use crate::model::{Act, Model, png, says};
use crate::runs::{KEEP, begun, everything, send, used, zip};

stories![
    words_of_an_image_are_filled_into_the_metadata_texts_of_the_recipe,
    a_sheet_and_own_words_make_names_in_folders,
    what_is_no_sheet_is_refused_with_its_sentence_and_nothing_is_counted,
];

async fn words_of_an_image_are_filled_into_the_metadata_texts_of_the_recipe(app: TestApp) {
    let fox = r#"{"fileName":"red-fox","altText":"A red fox.","keywords":["fox","snow"],"alternatives":[]}"#;
    let model = Model::start(Openai, vec![Act::Answer(200, "", says(Openai, fox))]).await;
    let other = app.again(|config| model.configure(config, 1)).await;
    let mut program = everything(&other).await;
    let recipe = r#"{"addCustomMetadata":true,"customTitle":"{name}","customDescription":"Shop: {alt}",
        "customKeywords":"{keywords}, shop"}"#;
    let id = begun(&mut program, &[("IMG_1.png", &png(8, 8))], &[("recipe", recipe)]).await;
    other.work().await;
    let (entries, _) = zip(&mut program, &id).await;
    assert_eq!(entries[0].0, "red-fox.png");
    let text = String::from_utf8_lossy(&entries[0].1).into_owned();
    for words in [">Red fox<", ">Shop: A red fox.<", "<rdf:li>snow</rdf:li>", "<rdf:li>shop</rdf:li>"] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

const COUCH: &str = r#"{"fileName":"dog-on-couch","altText":"A dog on a couch.","keywords":["dog","couch"],"alternatives":[]}"#;

async fn a_sheet_and_own_words_make_names_in_folders(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Answer(200, "", says(Openai, COUCH))]).await;
    let other = app.again(|config| model.configure(config, 1)).await;
    let mut program = everything(&other).await;
    let recipe = r#"{"preferredWords":"couch = sofa","addedKeywords":"Acme","namePattern":"{column:Room}/{subject}/{sku}-{name}",
        "addCustomMetadata":true,"customKeywords":"{keywords}"}"#;
    let sheet = "File;SKU;Room\nIMG_1.png;A-1;Living room\nIMG_9.png;A-9;Hall";
    let images: [(&str, &[u8]); 2] = [("IMG_1.png", &png(8, 8)), ("IMG_2.png", &png(9, 9))];
    let sent = send(&mut program, &images, &[("recipe", recipe), ("sheet", sheet)]).await;
    let sent = sent.expect(StatusCode::ACCEPTED);
    let warnings: Vec<String> =
        serde_json::from_str(sent.headers["nomina-warnings"].to_str().unwrap()).unwrap();
    let said = ["Row 3 of the sheet (IMG_9.png) belongs to no image.", "IMG_2.png has no row in the sheet."];
    assert_eq!(warnings, said);
    other.work().await;
    let (entries, _) = zip(&mut program, sent.json()["id"].as_str().unwrap()).await;
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["living-room/dog/a-1-dog-on-sofa.png", "other/dog/dog-on-sofa.png"]);
    let text = String::from_utf8_lossy(&entries[0].1).into_owned();
    assert!(text.contains("<rdf:li>sofa</rdf:li>") && text.contains("<rdf:li>Acme</rdf:li>"), "{text}");
    assert!(
        model.requests().iter().any(|asked| asked.contains("Living room")),
        "the row is told to the model"
    );
}

async fn what_is_no_sheet_is_refused_with_its_sentence_and_nothing_is_counted(app: TestApp) {
    let mut program = everything(&app).await;
    for (sheet, sentence) in [
        ("PK\u{3}\u{4}", "This is an Excel or OpenDocument file. Save it as CSV and choose that file."),
        ("file,sku\nother.png,1", "No row of the sheet belongs to one of these images."),
    ] {
        let sent = send(&mut program, &[("a.png", &png(8, 8))], &[("recipe", KEEP), ("sheet", sheet)]).await;
        assert_eq!(sent.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(sent.json()["title"].as_str().unwrap().starts_with(sentence), "{}", sent.json());
    }
    for (pattern, word) in [("../{name}", "lead out"), ("con/{name}", "Windows"), ("{bogus}", "known token")]
    {
        let recipe = json!({ "namePattern": pattern }).to_string();
        let sent = send(&mut program, &[("a.png", &png(8, 8))], &[("recipe", &recipe)]).await;
        assert_eq!(sent.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(sent.json()["title"].as_str().unwrap().contains(word), "{}", sent.json());
    }
    assert_eq!(used(&mut program).await, 0);
}
