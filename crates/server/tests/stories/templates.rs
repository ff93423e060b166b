//! Templates (TPL-01 .. TPL-08): saving, sharing, limits, and what a lower plan gets of them.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;

stories![
    a_template_is_saved_with_its_watermark_image_and_can_be_changed,
    a_starter_has_two_templates_however_many_tabs_save_at_once,
    a_public_template_can_be_used_by_everybody_and_copied_by_members,
    what_a_plan_does_not_include_is_taken_back_and_said,
    lists_are_in_their_order_and_can_be_searched,
    ready_made_templates_are_there_for_everybody_and_copied_to_be_changed,
    a_ready_made_template_says_what_a_plan_leaves_out,
    names_that_are_shown_to_others_and_in_emails_lose_their_hidden_characters,
];

async fn save(visitor: &mut Visitor, name: &str, public: bool) -> Value {
    let data = json!({ "prefix": "trip-", "imageWatermarkFile": "data:image/png;base64,AAAA" });
    let form = json!({ "name": name, "description": "  ", "templateData": data, "isPublic": public });
    visitor.post("/api/v1/templates", form).await.expect(StatusCode::CREATED).json()
}

fn path(template: &Value, rest: &str) -> String {
    format!("/api/v1/templates/{}{rest}", template["id"].as_str().unwrap())
}

async fn a_template_is_saved_with_its_watermark_image_and_can_be_changed(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let template = save(&mut ada, "  Trip ", false).await;
    assert_eq!((&template["name"], &template["description"]), (&"Trip".into(), &Value::Null));
    assert_eq!(template["templateData"]["imageWatermarkFile"], "data:image/png;base64,AAAA");
    let own = ada.get("/api/v1/templates?scope=own").await.json();
    assert_eq!((&own["used"], &own["limit"]), (&1.into(), &2.into()));
    assert_eq!(own["items"][0]["hasWatermarkImage"], true);
    assert!(own["items"][0]["templateData"]["imageWatermarkFile"].is_null());
    let changed =
        ada.send(Method::PATCH, &path(&template, ""), Some(json!({ "isPublic": true }))).await.json();
    assert_eq!((&changed["isPublic"], &changed["name"]), (&true.into(), &"Trip".into()));
    let form = json!({ "name": "Sea", "description": "blue", "templateData": {} });
    let replaced = ada.send(Method::PUT, &path(&template, ""), Some(form)).await.json();
    assert_eq!((&replaced["isPublic"], &replaced["hasWatermarkImage"]), (&false.into(), &false.into()));
    for (name, sentence) in [
        (" ", "Template name is required"),
        (&*"x".repeat(101), "A template name has at most 100 characters"),
    ] {
        let form = json!({ "name": name, "templateData": {} });
        ada.post("/api/v1/templates", form).await.refused(422, sentence);
    }
    let form = json!({ "name": "n", "description": "x".repeat(501), "templateData": {} });
    ada.post("/api/v1/templates", form).await.refused(422, "A description has at most 500 characters");
    let form = json!({ "name": "n", "templateData": { "compressionQuality": 7 } });
    assert_eq!(ada.post("/api/v1/templates", form).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    ada.send(Method::DELETE, &path(&template, ""), None).await.expect(StatusCode::NO_CONTENT);
}

async fn a_starter_has_two_templates_however_many_tabs_save_at_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let saving = futures_util::future::join_all((0..10).map(|turn| {
        let mut tab = ada.clone();
        let form = json!({ "name": format!("T{turn}"), "templateData": {} });
        async move { tab.post("/api/v1/templates", form).await }
    }));
    let (kept, refused): (Vec<_>, Vec<_>) =
        saving.await.into_iter().partition(|answer| answer.status == StatusCode::CREATED);
    assert_eq!(kept.len(), 2);
    let sentence = "Starter tier users can only have 2 templates. Please upgrade to create more templates.";
    for answer in refused {
        answer.refused(403, sentence);
    }
    assert_eq!(ada.get("/api/v1/templates").await.json()["limitSentence"], sentence);
    let again = json!({ "name": "Renamed", "templateData": {} });
    let first = kept[0].json();
    ada.send(Method::PUT, &path(&first, ""), Some(again)).await.expect(StatusCode::OK);
    ada.post(&path(&first, "/duplicate"), json!({})).await.refused(403, sentence);
    promote(&app, "ada@x.org", "essential").await;
    assert!(ada.get("/api/v1/templates").await.json()["limitSentence"].is_null());
    ada.post(&path(&first, "/duplicate"), json!({})).await.expect(StatusCode::CREATED);
}

async fn a_public_template_can_be_used_by_everybody_and_copied_by_members(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let (public, private) = (save(&mut ada, "Open", true).await, save(&mut ada, "Mine", false).await);
    let mut guest = app.visitor();
    assert_eq!(guest.get(&path(&public, "")).await.json()["isOwn"], false);
    assert_eq!(guest.get("/api/v1/templates?q=open").await.json()["total"], 1);
    guest.get("/api/v1/templates?scope=own").await.refused(401, "Please log in to access templates.");
    let form = json!({ "name": "x", "templateData": {} });
    guest.post("/api/v1/templates", form).await.refused(401, "You must be logged in to save templates");
    for rest in ["", "/use", "/duplicate"] {
        let method = if rest.is_empty() { Method::GET } else { Method::POST };
        let answer = eve.send(method, &path(&private, rest), None).await;
        answer.refused(404, "There is no such template.");
    }
    guest.post(&path(&public, "/use"), json!({})).await.expect(StatusCode::OK);
    let used = eve.post(&path(&public, "/use"), json!({})).await.json();
    assert_eq!(used["template"]["usageCount"], 2);
    let copy = eve.post(&path(&public, "/duplicate"), json!({})).await.expect(StatusCode::CREATED).json();
    assert_eq!((&copy["name"], &copy["usageCount"]), (&"Open (Copy)".into(), &0.into()));
    assert_eq!((&copy["isPublic"], &copy["isOwn"]), (&false.into(), &true.into()));
    assert_eq!(copy["templateData"]["imageWatermarkFile"], "data:image/png;base64,AAAA");
    eve.send(Method::DELETE, &path(&public, ""), None).await.refused(404, "There is no such template.");
}

async fn what_a_plan_does_not_include_is_taken_back_and_said(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let data = json!({ "prefix": "p-", "textWatermarkPosition": "custom", "addCustomMetadata": true });
    let form = json!({ "name": "All", "templateData": data, "isPublic": true });
    let template = ada.post("/api/v1/templates", form).await.expect(StatusCode::CREATED).json();
    let starter = ada.post(&path(&template, "/use"), json!({})).await.json();
    assert_eq!(
        (&starter["options"]["prefix"], &starter["options"]["addCustomMetadata"]),
        (&"p-".into(), &false.into())
    );
    assert_eq!(starter["notes"].as_array().unwrap().len(), 2);
    let guest = app.visitor().post(&path(&template, "/use"), json!({})).await.json();
    assert_eq!((&guest["options"]["prefix"], guest["notes"].as_array().unwrap().len()), (&"".into(), 3));
    promote(&app, "ada@x.org", "essential").await;
    let all = ada.post(&path(&template, "/use"), json!({})).await.json();
    assert_eq!((&all["options"]["addCustomMetadata"], &all["notes"]), (&true.into(), &json!([])));
}

async fn lists_are_in_their_order_and_can_be_searched(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "essential").await;
    for number in 0..22 {
        app.clock.advance_ms(1_000);
        save(&mut ada, &format!("Sea {number}"), true).await;
    }
    let popular = save(&mut ada, "50% off", true).await;
    ada.post(&path(&popular, "/use"), json!({})).await.expect(StatusCode::OK);
    app.clock.advance_ms(1_000);
    let newest = save(&mut ada, "Newest", false).await;
    let public = app.visitor().get("/api/v1/templates?scope=public").await.json();
    let (ready, shared): (Vec<&Value>, Vec<_>) =
        public["items"].as_array().unwrap().iter().partition(|template| template["isReadyMade"] == true);
    assert_eq!((ready.len(), shared.len()), (4, 20));
    assert_eq!(shared[0]["id"], popular["id"]);
    let own = ada.get("/api/v1/templates?scope=own").await.json();
    assert_eq!((&own["items"][0]["id"], &own["limit"]), (&newest["id"], &Value::Null));
    let found = ada.get("/api/v1/templates?scope=all&q=0%25").await.json();
    assert_eq!((&found["total"], &found["items"][0]["id"]), (&1.into(), &popular["id"]));
}

async fn ready_made_templates_are_there_for_everybody_and_copied_to_be_changed(app: TestApp) {
    let list = app.visitor().get("/api/v1/templates").await.json();
    let names: Vec<_> = list["items"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["For my shop", "For my blog", "For a client gallery", "Just rename"]);
    assert_eq!((&list["total"], &list["used"]), (&4.into(), &0.into()));
    let mut ada = app.member("ada@x.org").await;
    let found = ada.get("/api/v1/templates?scope=all&q=BLOG").await.json();
    assert_eq!((&found["total"], &found["items"][0]["isReadyMade"]), (&1.into(), &true.into()));
    assert_eq!(ada.get("/api/v1/templates?scope=own").await.json()["total"], 0);
    let blog = found["items"][0].clone();
    assert_eq!(ada.get(&path(&blog, "")).await.json(), blog);
    let form = json!({ "name": "Mine", "templateData": {} });
    let changes =
        [(Method::PUT, form.clone()), (Method::PATCH, json!({ "name": "Mine" })), (Method::DELETE, form)];
    for (method, body) in changes {
        let answer = ada.send(method, &path(&blog, ""), Some(body)).await;
        answer.refused(403, "Ready-made templates cannot be changed. Duplicate it and edit the copy.");
    }
    let copy = ada.post(&path(&blog, "/duplicate"), json!({})).await.expect(StatusCode::CREATED).json();
    assert_eq!((&copy["name"], &copy["isOwn"]), (&"For my blog (Copy)".into(), &true.into()));
    assert_eq!((&copy["isReadyMade"], &copy["isPublic"]), (&false.into(), &false.into()));
    assert_eq!(copy["templateData"], blog["templateData"]);
    let changed = ada.send(Method::PATCH, &path(&copy, ""), Some(json!({ "name": "Mine" }))).await;
    assert_eq!(changed.expect(StatusCode::OK).json()["name"], "Mine");
}

async fn a_ready_made_template_says_what_a_plan_leaves_out(app: TestApp) {
    let list = app.visitor().get("/api/v1/templates?q=shop").await.json();
    let shop = &list["items"][0];
    let guest = app.visitor().post(&path(shop, "/use"), json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&guest["options"]["removeMetadata"], &guest["options"]["maxWidth"]),
        (&false.into(), &1600.into())
    );
    assert_eq!(guest["notes"].as_array().unwrap().len(), 1);
    assert_eq!(guest["template"]["usageCount"], 0);
    let mut ada = app.member("ada@x.org").await;
    let starter = ada.post(&path(shop, "/use"), json!({})).await.json();
    assert_eq!((&starter["options"]["removeMetadata"], &starter["notes"]), (&true.into(), &json!([])));
}

/// `photo` + this + `gpj.exe` reads as `photoexe.jpg`: a public template, or a batch in an email, would look like another one.
async fn names_that_are_shown_to_others_and_in_emails_lose_their_hidden_characters(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "professional").await;
    let turned = "photo\u{202e}gpj.exe\u{2066}\u{200b}";
    let made = [
        (
            "/api/v1/templates",
            "name",
            json!({ "name": turned, "description": format!("{turned}\nb"), "templateData": {} }),
        ),
        ("/api/v1/jobs", "jobName", json!({ "jobName": turned, "fileCount": 1, "newFiles": 0 })),
        ("/api/v1/batches", "batchName", json!({ "batchName": turned, "fileCount": 1, "processedCount": 1 })),
    ];
    for (place, field, body) in made {
        let thing = ada.post(place, body).await.expect(StatusCode::CREATED).json();
        assert_eq!(thing[field], "photogpj.exe", "{place}");
        if field == "name" {
            assert_eq!(thing["description"], "photogpj.exe\nb");
        }
        let one = format!("{place}/{}", thing["id"].as_str().unwrap());
        let changed = ada.send(Method::PATCH, &one, Some(json!({ field: turned }))).await.json();
        assert_eq!(changed[field], "photogpj.exe", "{one}");
    }
    let key = ada.post("/api/v1/keys", json!({ "name": turned, "scopes": ["read"] })).await;
    assert_eq!(key.expect(StatusCode::CREATED).json()["key"]["name"], "photogpj.exe");
    let form = json!({ "name": "\u{200b}\u{202e}", "templateData": {} });
    ada.post("/api/v1/templates", form).await.refused(422, "Template name is required");
}
