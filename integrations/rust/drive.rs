//! The client that openapi-generator makes of our document, driving the real server: drive IMAGE

use std::error::Error;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use nomina_generated::apis::configuration::Configuration;
use nomina_generated::apis::{api_api, usage_api};
use nomina_generated::models::{JobStatus, OutputFormat, ProcessingOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let image = PathBuf::from(std::env::args().nth(1).expect("an image"));
    let base_path = std::env::var("NOMINA_URL")?;
    let bearer_access_token = Some(std::env::var("NOMINA_KEY")?);
    let server = Configuration { base_path, bearer_access_token, ..Configuration::new() };
    let webp = ProcessingOptions {
        keep_names: Some(true),
        convert_format: Some(true),
        output_format: Some(OutputFormat::Webp),
        ..ProcessingOptions::new()
    };
    let named = api_api::post_api_v1_names(&server, image.clone(), None, None, None, Some("IMG_2041.png"))?;
    println!("name {}", named.suggested_name);
    let processed = api_api::post_api_v1_process(&server, image.clone(), Some("rust"), Some(webp.clone()))?;
    println!("process {:?}", String::from_utf8_lossy(&processed.bytes()?[8..12]));
    let images = Some(vec![image]);
    let mut batch = api_api::post_api_v1_batches_process(&server, None, images, None, Some(webp), None, None, None)?;
    while batch.status == JobStatus::Processing {
        sleep(Duration::from_millis(200));
        batch = api_api::get_api_v1_batches_process_id(&server, &batch.id.to_string())?;
    }
    println!("batch {:?} {:?}", batch.status, batch.pictures[0].name);
    let result = api_api::get_api_v1_batches_process_id_result(&server, &batch.id.to_string())?;
    println!("zip {:?}", String::from_utf8_lossy(&result.bytes()?[..2]));
    println!("usage {:?}", usage_api::get_api_v1_usage(&server)?.tier);
    let stranger = Configuration { bearer_access_token: Some("nmn_live_wrong".into()), ..server };
    println!("refused {}", usage_api::get_api_v1_usage(&stranger).expect_err("a wrong key"));
    Ok(())
}
