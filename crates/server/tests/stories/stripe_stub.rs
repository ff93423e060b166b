//! A stand-in for Stripe's API inside a test: it holds what a test puts in, changes subscriptions as Stripe does, and
//! remembers every request. Peers that nobody here wrote are asked in e2e/peers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Method, StatusCode, Uri};
use serde_json::{Value, json};

pub(crate) type Form = BTreeMap<String, String>;

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) what: String,
    pub(crate) form: Form,
    pub(crate) headers: HeaderMap,
}

#[derive(Default)]
pub(crate) struct World {
    pub(crate) subscriptions: Vec<Value>,
    pub(crate) invoices: Vec<Value>,
    pub(crate) charges: Vec<Value>,
    pub(crate) prices: Vec<Value>,
    pub(crate) asked: Vec<Asked>,
    /// So many of the next requests fail with this status.
    pub(crate) fail: (usize, u16),
}

#[derive(Clone)]
pub(crate) struct Stub {
    pub(crate) url: String,
    world: Arc<Mutex<World>>,
}

impl Stub {
    pub(crate) async fn start() -> Self {
        let world = Arc::new(Mutex::new(World::default()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(world.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { url, world }
    }

    pub(crate) fn world<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        look(&mut self.world.lock().unwrap())
    }

    /// The latest request to this method and path.
    #[track_caller]
    pub(crate) fn last(&self, what: &str) -> Asked {
        let found = self.world(|world| world.asked.iter().rev().find(|asked| asked.what == what).cloned());
        found.unwrap_or_else(|| panic!("nobody asked {what}"))
    }

    pub(crate) fn count(&self, what: &str) -> usize {
        self.world(|world| world.asked.iter().filter(|asked| asked.what == what).count())
    }
}

fn pairs(text: &[u8]) -> Form {
    url::form_urlencoded::parse(text).into_owned().collect()
}

async fn answer(
    State(world): State<Arc<Mutex<World>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut form = pairs(&body);
    form.extend(pairs(uri.query().unwrap_or_default().as_bytes()));
    let mut world = world.lock().unwrap();
    world.asked.push(Asked { what: format!("{method} {}", uri.path()), form: form.clone(), headers });
    if world.fail.0 > 0 {
        world.fail.0 -= 1;
        let status = StatusCode::from_u16(world.fail.1).unwrap();
        let error = json!({ "error": { "code": "card_declined", "message": "Your card was declined." } });
        return (status, axum::Json(error)).into_response();
    }
    match reply(&mut world, &method, uri.path(), &form) {
        Some(value) => axum::Json(value).into_response(),
        None => {
            let error = json!({ "error": { "code": "resource_missing", "message": "No such thing" } });
            (StatusCode::NOT_FOUND, axum::Json(error)).into_response()
        }
    }
}

fn reply(world: &mut World, method: &Method, path: &str, form: &Form) -> Option<Value> {
    let list = |data: &[Value]| Some(json!({ "object": "list", "data": data, "has_more": false }));
    let last = path.rsplit('/').next().unwrap_or_default();
    match (method.as_str(), path) {
        ("POST", "/v1/customers") => Some(json!({ "id": "cus_1", "object": "customer" })),
        ("POST", "/v1/checkout/sessions") => {
            Some(json!({ "id": "cs_1", "url": "https://checkout.stripe.test/cs_1" }))
        }
        ("GET", "/v1/checkout/sessions") => list(&[json!({ "id": "cs_0" })]),
        ("POST", "/v1/checkout/sessions/cs_0/expire") => Some(json!({ "id": "cs_0" })),
        ("POST", "/v1/billing_portal/sessions") => {
            Some(json!({ "id": "bps_1", "url": "https://billing.stripe.test/p" }))
        }
        ("GET", "/v1/subscriptions") => list(&world.subscriptions),
        ("GET", "/v1/invoices") => list(&world.invoices),
        ("GET", "/v1/charges") => list(&world.charges),
        (_, path) if path.starts_with("/v1/prices/") => {
            world.prices.iter().find(|price| price["id"] == last).cloned()
        }
        (method, path) if path.starts_with("/v1/subscriptions/") => {
            let found = world.subscriptions.iter_mut().find(|one| one["id"] == last)?;
            change(found, method, form);
            Some(found.clone())
        }
        _ => None,
    }
}

fn change(subscription: &mut Value, method: &str, form: &Form) {
    if method == "DELETE" {
        subscription["status"] = json!("canceled");
    }
    if let Some(price) = form.get("items[0][price]") {
        subscription["items"]["data"][0]["price"]["id"] = json!(price);
    }
    if let Some(ends) = form.get("cancel_at_period_end") {
        subscription["cancel_at_period_end"] = json!(ends == "true");
    }
}

/// A subscription in the shape of the API version that we ask for.
pub(crate) fn subscription(id: &str, status: &str, price: &str) -> Value {
    json!({
        "id": id, "object": "subscription", "customer": "cus_1", "status": status, "created": 1_800_000_000,
        "cancel_at_period_end": false, "cancel_at": null, "trial_end": null,
        "items": { "object": "list", "data": [{
            "id": "si_1", "price": { "id": price, "object": "price" },
            "current_period_start": 1_800_000_000, "current_period_end": 1_802_592_000
        }] }
    })
}

pub(crate) fn invoice(id: &str, status: &str, cents: i64) -> Value {
    let paid = if status == "paid" { cents } else { 0 };
    json!({
        "id": id, "object": "invoice", "customer": "cus_1", "status": status, "currency": "usd", "created": 1_800_000_000,
        "total": cents, "amount_paid": paid, "attempted": true, "description": null,
        "hosted_invoice_url": format!("https://invoice.stripe.test/{id}"),
        "lines": { "data": [{ "description": "1 x Essential (at $9.99 / month)", "period": { "start": 1_800_000_000, "end": 1_802_592_000 } }] }
    })
}
