//! Where images were taken, in the names of programs' batches and of single images.

use nomina_engine::metadata::{Plan, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;
use nomina_server::base::config::ProviderChoice::Openai;

use crate::app::TestApp;
use crate::engines::stories;
use crate::model::{Act, Model, png, says};
use crate::runs::{begun, everything, zip};

stories![a_batch_says_where_images_were_taken_only_when_it_is_asked_to];

const BEACH: &str =
    r#"{"fileName":"sandy-beach","altText":"A sandy beach.","keywords":["beach"],"alternatives":[]}"#;

/// An image with coordinates.
fn taken_at(latitude: &str, longitude: &str) -> Vec<u8> {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_latitude: latitude.into(),
        custom_longitude: longitude.into(),
        ..Default::default()
    };
    let plan = Plan::from_recipe(&recipe).unwrap();
    rewrite(&png(8, 8), Format::Png, &plan, &Limits::default()).unwrap().bytes
}

async fn a_batch_says_where_images_were_taken_only_when_it_is_asked_to(app: TestApp) {
    let answers = (0..4).map(|_| Act::Answer(200, "", says(Openai, BEACH))).collect();
    let model = Model::start(Openai, answers).await;
    let other = app.again(|config| model.configure(config, 1)).await;
    let mut program = everything(&other).await;
    let (ribadeo, sea) = (taken_at("43.538", "-7.04"), taken_at("35", "-40"));
    let images: [(&str, &[u8]); 2] = [("IMG_1.png", &ribadeo), ("IMG_2.png", &sea)];
    for (recipe, names) in [
        (r#"{}"#, ["sandy-beach.png", "sandy-beach-2.png"]),
        (r#"{"sayPlace":true}"#, ["sandy-beach-in-ribadeo.png", "sandy-beach.png"]),
        (r#"{"namePattern":"{country}/{city}/{n}"}"#, ["spain/ribadeo/1.png", "no-place/no-place/2.png"]),
    ] {
        let id = begun(&mut program, &images, &[("recipe", recipe)]).await;
        other.work().await;
        let (entries, _) = zip(&mut program, &id).await;
        let found: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, names, "{recipe}");
    }
    assert!(model.requests().iter().all(|asked| !asked.contains("Ribadeo")), "the service is not told");
}
