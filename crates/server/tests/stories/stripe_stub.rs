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
    pub(crate) customers: Vec<Value>,
    pub(crate) sessions: Vec<Value>,
    pub(crate) subscriptions: Vec<Value>,
    pub(crate) invoices: Vec<Value>,
    pub(crate) charges: Vec<Value>,
    pub(crate) prices: Vec<Value>,
    pub(crate) asked: Vec<Asked>,
    /// Answers by idempotency key, which are given again.
    answered: BTreeMap<String, Value>,
    /// So many of the next requests fail with this status.
    pub(crate) fail: (usize, u16),
    /// Every request whose path begins like this is refused.
    pub(crate) refuse: Option<&'static str>,
}

#[derive(Clone)]
pub(crate) struct Stub {
    pub(crate) url: String,
    world: Arc<Mutex<World>>,
}

impl Stub {
    pub(crate) async fn start() -> Self {
        let world = Arc::new(Mutex::new(World { prices: our_prices(), ..World::default() }));
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

    /// Pays at a checkout: the subscription and its paid invoice begin. False when the checkout is not open.
    pub(crate) fn pay(&self, session: &str) -> bool {
        self.world(|world| {
            let Some(paid) =
                world.sessions.iter_mut().find(|one| one["id"] == session && one["status"] == "open")
            else {
                return false;
            };
            paid["status"] = json!("complete");
            let (customer, price) = (paid["customer"].clone(), paid["price"].as_str().unwrap().to_owned());
            let mut new = subscription(&session.replace("cs_", "sub_"), "active", &price);
            new["customer"] = customer;
            world.bill(new);
            true
        })
    }

    /// How many subscriptions are billed.
    pub(crate) fn live(&self) -> usize {
        self.world(|world| world.subscriptions.iter().filter(|one| one["status"] != "canceled").count())
    }

    pub(crate) fn count(&self, what: &str) -> usize {
        self.world(|world| world.asked.iter().filter(|asked| asked.what == what).count())
    }
}

impl World {
    /// A subscription whose first invoice is paid.
    pub(crate) fn bill(&mut self, mut new: Value) {
        let id = new["id"].as_str().unwrap().replace("sub_", "in_");
        new["created"] = json!(1_800_000_000 + self.subscriptions.len());
        new["latest_invoice"] = json!(id);
        let mut paid = invoice(&id, "paid", 999);
        paid["customer"] = new["customer"].clone();
        self.invoices.push(paid);
        self.subscriptions.push(new);
    }
}

/// The prices of the settings in the stories, as the plans say.
fn our_prices() -> Vec<Value> {
    let all = [
        ("price_em", 999, "month"),
        ("price_ey", 9990, "year"),
        ("price_pm", 1499, "month"),
        ("price_py", 14990, "year"),
    ];
    all.map(|(id, cents, every)| {
        json!({ "id": id, "currency": "usd", "unit_amount": cents, "active": true, "recurring": { "interval": every } })
    })
    .to_vec()
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
    let key = headers.get("idempotency-key").map(|key| key.to_str().unwrap().to_owned());
    form.extend(pairs(uri.query().unwrap_or_default().as_bytes()));
    let mut world = world.lock().unwrap();
    world.asked.push(Asked { what: format!("{method} {}", uri.path()), form: form.clone(), headers });
    if world.fail.0 > 0 {
        world.fail.0 -= 1;
        let status = StatusCode::from_u16(world.fail.1).unwrap();
        let error = json!({ "error": { "code": "card_declined", "message": "Your card was declined." } });
        return (status, axum::Json(error)).into_response();
    }
    if world.refuse.is_some_and(|start| uri.path().starts_with(start)) {
        return refusal(403, "not_allowed");
    }
    let key = key.filter(|_| method == Method::POST);
    if let Some(before) = key.as_ref().and_then(|key| world.answered.get(key)) {
        return axum::Json(before.clone()).into_response();
    }
    match reply(&mut world, &method, uri.path(), &form) {
        Ok(value) => {
            world.answered.extend(key.map(|key| (key, value.clone())));
            axum::Json(value).into_response()
        }
        Err((status, code)) => refusal(status, code),
    }
}

fn refusal(status: u16, code: &str) -> Response {
    let error = json!({ "error": { "code": code, "message": "No" } });
    (StatusCode::from_u16(status).unwrap(), axum::Json(error)).into_response()
}

type Reply = Result<Value, (u16, &'static str)>;
const MISSING: (u16, &str) = (404, "resource_missing");

fn reply(world: &mut World, method: &Method, path: &str, form: &Form) -> Reply {
    let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    match (method.as_str(), parts.as_slice()) {
        ("POST", ["customers"]) => {
            let made = json!({ "id": format!("cus_{}", world.customers.len() + 1), "object": "customer" });
            world.customers.push(made.clone());
            Ok(made)
        }
        ("GET", ["customers", id]) => one(&world.customers, id),
        ("POST", ["checkout", "sessions"]) => {
            let id = format!("cs_{}", world.sessions.len() + 1);
            let url = format!("https://checkout.stripe.test/{id}");
            let made = json!({ "id": id, "url": url, "status": "open", "customer": form["customer"],
                "price": form["line_items[0][price]"] });
            world.sessions.push(made.clone());
            Ok(made)
        }
        ("GET", ["checkout", "sessions"]) => list(&world.sessions, form),
        ("POST", ["checkout", "sessions", id, "expire"]) => {
            let open = world.sessions.iter_mut().find(|one| one["id"] == *id && one["status"] == "open");
            let open = open.ok_or((400, "session_not_open"))?;
            open["status"] = json!("expired");
            Ok(open.clone())
        }
        ("POST", ["billing_portal", "sessions"]) => {
            Ok(json!({ "id": "bps_1", "url": "https://billing.stripe.test/p" }))
        }
        ("GET", ["subscriptions"]) => list(&world.subscriptions, form),
        ("GET", ["invoices"]) => list(&world.invoices, form),
        ("GET", ["invoices", id]) => one(&world.invoices, id),
        ("GET", ["invoice_payments"]) => {
            let intent = form["invoice"].replace("in_", "pi_");
            Ok(json!({ "data": [{ "payment": { "type": "payment_intent", "payment_intent": intent } }] }))
        }
        ("GET", ["charges"]) => list(&world.charges, form),
        ("POST", ["refunds"]) => refund(world, &form["payment_intent"]),
        ("GET", ["prices", id]) => one(&world.prices, id),
        (method, ["subscriptions", id]) => {
            let found = world.subscriptions.iter_mut().find(|one| one["id"] == *id).ok_or(MISSING)?;
            change(found, method, form);
            Ok(found.clone())
        }
        _ => Err(MISSING),
    }
}

fn one(all: &[Value], id: &str) -> Reply {
    all.iter().find(|one| one["id"] == id).cloned().ok_or(MISSING)
}

/// Those of the customer, in the status that was asked for.
fn list(all: &[Value], form: &Form) -> Reply {
    let fits = |one: &&Value, name: &str| match form.get(name) {
        Some(wanted) if wanted != "all" && !one[name].is_null() => one[name] == *wanted,
        _ => true,
    };
    let found: Vec<_> = all.iter().filter(|one| fits(one, "customer") && fits(one, "status")).collect();
    Ok(json!({ "object": "list", "data": found, "has_more": false }))
}

/// A payment goes back once, and its charge says so.
fn refund(world: &mut World, intent: &str) -> Reply {
    let id = intent.replace("pi_", "ch_");
    if one(&world.charges, &id).is_ok() {
        return Err((400, "charge_already_refunded"));
    }
    let paid = one(&world.invoices, &intent.replace("pi_", "in_"))?;
    world
        .charges
        .push(json!({ "id": id, "currency": "usd", "created": 1_800_000_100, "customer": paid["customer"],
        "amount_refunded": paid["amount_paid"], "receipt_url": null }));
    Ok(json!({ "id": intent.replace("pi_", "re_") }))
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
