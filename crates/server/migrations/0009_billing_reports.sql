-- One live subscription per person: a hold keeps two changes of one person's plan apart, and a report keeps what an
-- operator has to know about somebody's money until it is settled.

CREATE TABLE billing_holds (
    user_id {UUID} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    held_by {UUID} NOT NULL,
    held_until BIGINT NOT NULL                        -- after a crash the hold is free again at this time
);
CREATE INDEX billing_holds_time ON billing_holds (held_until);

CREATE TABLE billing_reports (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,                               -- second_subscription, unknown_price, unknown_customer, leaver_billed
    stripe_id TEXT NOT NULL,                          -- the subscription or customer it is about
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,                                -- NULL while somebody has to look at it
    UNIQUE (kind, stripe_id)
);
CREATE INDEX billing_reports_user ON billing_reports (user_id);
CREATE INDEX billing_reports_settled ON billing_reports (settled_at, created_at);
