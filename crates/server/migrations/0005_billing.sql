-- Money: what people paid, what Stripe told us, and the built-in test checkout.

ALTER TABLE users ADD COLUMN billing_provider TEXT;   -- 'test', 'stripe' or 'operator'; NULL for who never had a plan
ALTER TABLE users ADD COLUMN past_due_since BIGINT;   -- the first failed payment; the plan stays for some days after it
CREATE INDEX users_period_end ON users (current_period_end);

-- Amounts are whole minor units. A repeated or late message about an invoice finds its row by stripe_invoice_id.
CREATE TABLE billing_history (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    stripe_invoice_id TEXT UNIQUE,
    invoice_url TEXT,
    period_start BIGINT,
    period_end BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX billing_history_user ON billing_history (user_id, created_at);

-- Every event is written in the transaction that queues its work: a second delivery finds it and does nothing.
CREATE TABLE stripe_events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    customer TEXT,
    received_at BIGINT NOT NULL
);
CREATE INDEX stripe_events_time ON stripe_events (received_at);

CREATE TABLE test_checkouts (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tier TEXT NOT NULL,
    billing_interval TEXT NOT NULL,
    success_url TEXT NOT NULL,
    cancel_url TEXT NOT NULL,
    status TEXT NOT NULL,                             -- open, paid or canceled
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX test_checkouts_user ON test_checkouts (user_id);
