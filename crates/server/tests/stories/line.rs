//! The line in front of the model: paid plans go first, everybody is served, and who leaves is not waited for.

use futures_util::future::join_all;
use http::{Method, StatusCode};
use nomina_server::app::serve;
use nomina_server::base::config::ProviderChoice::Openai;
use nomina_server::base::db::Db;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::app::{TestApp, Visitor};
use crate::asking::{promote, suggest, used};
use crate::engines::stories;
use crate::model::{Act, Model, form, png};

stories![
    forty_guests_and_five_professionals_and_who_pays_waits_less,
    a_browser_that_goes_away_takes_its_question_and_its_cost_with_it,
    a_program_that_goes_away_may_send_the_same_again_at_once,
];

/// Images that count against anybody: each guest has three counters.
async fn reserved(app: &TestApp) -> i64 {
    let sql = "SELECT CAST(COALESCE((SELECT SUM(count) FROM rate_counters WHERE window_start = 0), 0) / 3
               + COALESCE((SELECT SUM(daily_files_processed) FROM user_usage), 0) AS BIGINT)";
    match &app.state.db {
        Db::Sqlite { writer, .. } => sqlx::query_scalar(sql).fetch_one(writer).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_scalar(sql).fetch_one(pool).await.unwrap(),
    }
}

/// A moment's rest between two looks. Gives up, with what was waited for, after many.
async fn rest(looks: &mut u32, what: &str) {
    *looks += 1;
    assert!(*looks < 30_000, "{what}");
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
}

async fn until_reserved(app: &TestApp, count: i64, what: &str) {
    let mut looks = 0;
    while reserved(app).await != count {
        rest(&mut looks, what).await;
    }
}

async fn until_so(holds: impl Fn() -> bool, what: &str) {
    let mut looks = 0;
    while !holds() {
        rest(&mut looks, what).await;
    }
}

/// How many were served up to this person, who asks now.
async fn place(mut visitor: Visitor) -> usize {
    let answer = suggest(&mut visitor).await.expect(StatusCode::OK).json();
    let name = answer["suggestedName"].as_str().unwrap();
    name.strip_prefix("fox-number-").unwrap_or_else(|| panic!("{answer}")).parse().unwrap()
}

async fn waits(people: Vec<JoinHandle<usize>>) -> Vec<usize> {
    join_all(people).await.into_iter().map(Result::unwrap).collect()
}

fn p95(mut waits: Vec<usize>) -> usize {
    waits.sort_unstable();
    waits[(waits.len() * 95).div_ceil(100) - 1]
}

async fn forty_guests_and_five_professionals_and_who_pays_waits_less(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Held]).await;
    let server = app
        .again(|config| {
            model.configure(config, 2);
            config.naming.ai_time_out_s = 600;
        })
        .await;
    let mut professionals = Vec::new();
    for n in 0..5 {
        let email = format!("pro{n}@x.org");
        professionals.push(server.member(&email).await);
        promote(&server, &email, "professional").await;
    }
    let guests = (0..40).map(|n| {
        let mut guest = server.visitor();
        guest.peer = format!("203.0.113.{n}:1000").parse().unwrap();
        guest
    });
    // Everybody asks before the first is served, the guests first.
    let guests: Vec<_> = guests.map(|guest| tokio::spawn(place(guest))).collect();
    until_reserved(&server, 40, "forty guests stand in line").await;
    let professionals: Vec<_> = professionals.into_iter().map(|pro| tokio::spawn(place(pro))).collect();
    until_reserved(&server, 45, "five professionals stand in line").await;
    until_so(|| model.asked() == 2, "two are at the model, the rest waits").await;
    model.gate.add_permits(45);
    let (free, paid) = (waits(guests).await, waits(professionals).await);
    assert!(p95(paid.clone()) < p95(free.clone()), "paid {paid:?}, free {free:?}");
    assert_eq!(free.len() + paid.len(), 45, "everybody got a name");
}

/// The request as a browser sends it, on a connection of its own.
async fn ask_by_socket(address: std::net::SocketAddr, cookie: &str) -> TcpStream {
    let (kind, body) = form(&[("image", &png(2, 2)), ("originalName", b"a.jpg")]);
    let head = format!(
        "POST /api/v1/ai/suggest-name HTTP/1.1\r\nhost: {address}\r\ncookie: guest={cookie}\r\ncontent-type: {}\r\ncontent-length: {}\r\n\r\n",
        String::from_utf8_lossy(&kind),
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&[head.as_bytes(), &body].concat()).await.unwrap();
    stream
}

async fn a_browser_that_goes_away_takes_its_question_and_its_cost_with_it(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Held]).await;
    let server = app
        .again(|config| {
            model.configure(config, 1);
            config.naming.ai_time_out_s = 600;
        })
        .await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(serve::serve(server.state.clone(), listener));
    let cookies = ["a".repeat(43), "b".repeat(43)];
    let at_the_model = ask_by_socket(address, &cookies[0]).await;
    until_so(|| model.asked() == 1, "the first is at the model").await;
    let in_line = ask_by_socket(address, &cookies[1]).await;
    until_reserved(&server, 2, "the second stands in line").await;
    drop(in_line);
    until_reserved(&server, 1, "the second gets its count back").await;
    drop(at_the_model);
    until_so(|| model.left() == 1, "the question at the model is taken back").await;
    until_reserved(&server, 0, "the first gets its count back").await;
    assert_eq!(model.asked(), 1, "nobody asked for the one who had left");
    // The place is free again for the next.
    model.gate.add_permits(1);
    let mut next = server.visitor();
    assert_eq!(suggest(&mut next).await.expect(StatusCode::OK).json()["success"], true);
    assert_eq!(used(&mut next, 1).await, 1);
    server.state.shutdown.cancel();
    serving.await.unwrap();
}

async fn a_program_that_goes_away_may_send_the_same_again_at_once(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Held]).await;
    let server = app.again(|config| model.configure(config, 1)).await;
    let mut program = crate::runs::everything(&server).await;
    program.headers.insert("idempotency-key", "order-1".parse().unwrap());
    let content = form(&[("image", &png(2, 2))]);
    tokio::select! {
        _ = program.send_raw(Method::POST, "/api/v1/names", Some(content.clone())) => panic!("the model is held"),
        () = until_so(|| model.asked() == 1, "the image is at the model") => (),
    }
    model.gate.add_permits(1);
    let mut looks = 0;
    loop {
        let again = program.send_raw(Method::POST, "/api/v1/names", Some(content.clone())).await;
        if again.status != StatusCode::CONFLICT {
            again.expect(StatusCode::OK);
            return;
        }
        rest(&mut looks, "the key is free again").await;
    }
}
