//! How many images may be named: limits that hold under a race, and names that cost nothing when they fail.

use futures_util::future::join_all;
use http::StatusCode;
use nomina_rules::plans::Tier;
use nomina_server::base::error::ApiError;
use nomina_server::features::usage::{Account, GuestId};
use uuid::Uuid;

use crate::app::TestApp;
use crate::engines::stories;

stories![
    sixty_four_racers_for_fifty_names_and_fifty_win,
    a_guest_who_clears_the_browser_still_meets_the_limit_of_the_address,
    a_guests_month_outlasts_the_cleanups_within_it,
    what_was_not_spent_is_given_back,
    the_day_is_looked_at_before_the_month_and_both_begin_anew,
];

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn guest(cookie: &str) -> Account {
    Account::Guest(GuestId { cookie: cookie.into(), ip: "203.0.113.7".parse().unwrap() })
}

async fn starter(app: &TestApp, email: &str) -> Account {
    let me = app.member(email).await.get("/api/v1/me").await.expect(StatusCode::OK).json();
    let id: Uuid = me["id"].as_str().unwrap().parse().unwrap();
    Account::User { id, tier: Tier::Starter }
}

/// Asks so many times at once; gives the refusals.
async fn race(app: &TestApp, account: &Account, racers: usize) -> Vec<ApiError> {
    let asked = join_all((0..racers).map(|_| account.reserve(&app.state, 1))).await;
    let settle = |result: Result<nomina_server::features::usage::Reservation, ApiError>| match result {
        Ok(reservation) => {
            reservation.spend();
            None
        }
        Err(refusal) => Some(refusal),
    };
    asked.into_iter().filter_map(settle).collect()
}

async fn sixty_four_racers_for_fifty_names_and_fifty_win(app: TestApp) {
    for account in [starter(&app, "racer@example.org").await, guest("a")] {
        let refused = race(&app, &account, 64).await;
        assert_eq!(refused.len(), 14, "{account:?}");
        assert_eq!(refused[0].code(), "daily_limit");
        assert_eq!(refused[0].title(), "Daily limit exceeded. You can process 0 more files today.");
        assert_eq!(account.usage(&app.state).await.unwrap().daily_files, 50);
    }
}

async fn a_guest_who_clears_the_browser_still_meets_the_limit_of_the_address(app: TestApp) {
    assert_eq!(race(&app, &guest("first"), 50).await.len(), 0);
    assert_eq!(race(&app, &guest("second"), 50).await.len(), 0);
    let refused = race(&app, &guest("third"), 1).await;
    assert_eq!(refused[0].code(), "guest_limit");
    assert_eq!(guest("third").usage(&app.state).await.unwrap().daily_files, 0, "nothing was counted");
}

async fn a_guests_month_outlasts_the_cleanups_within_it(app: TestApp) {
    for _ in 0..2 {
        assert_eq!(race(&app, &guest("regular"), 50).await.len(), 0);
        app.clock.advance_ms(DAY_MS);
    }
    app.clock.advance_ms(3 * DAY_MS);
    nomina_server::app::worker::clean_up(&app.state).await.unwrap();
    let refused = race(&app, &guest("regular"), 1).await;
    assert_eq!(refused[0].code(), "monthly_limit");
    assert_eq!(refused[0].title(), "Monthly limit exceeded. You can process 0 more files this month.");
}

async fn what_was_not_spent_is_given_back(app: TestApp) {
    for account in [starter(&app, "failing@example.org").await, guest("b")] {
        drop(account.reserve(&app.state, 3).await.unwrap());
        // Giving back runs by itself; it is done when the count is down.
        for _ in 0..200 {
            if account.usage(&app.state).await.unwrap().daily_files == 0 {
                break;
            }
            tokio::task::yield_now().await;
        }
        assert_eq!(account.usage(&app.state).await.unwrap().daily_files, 0, "{account:?}");
        assert_eq!(race(&app, &account, 50).await.len(), 0);
    }
}

async fn the_day_is_looked_at_before_the_month_and_both_begin_anew(app: TestApp) {
    let account = starter(&app, "monthly@example.org").await;
    assert_eq!(race(&app, &account, 50).await.len(), 0);
    assert_eq!(race(&app, &account, 1).await[0].code(), "daily_limit");
    app.clock.advance_ms(DAY_MS);
    assert_eq!(race(&app, &account, 50).await.len(), 0);
    app.clock.advance_ms(DAY_MS);
    let refused = race(&app, &account, 1).await;
    assert_eq!(refused[0].title(), "Monthly limit exceeded. You can process 0 more files this month.");
    app.clock.advance_ms(31 * DAY_MS);
    assert_eq!(race(&app, &account, 1).await.len(), 0);
}
