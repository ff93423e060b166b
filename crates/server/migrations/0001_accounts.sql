-- Who people are: accounts, sessions, mail, and the records of what they processed.
-- {UUID} {JSON} {BYTES} {SERIAL} are replaced per engine; times are BIGINT milliseconds since 1970.

CREATE TABLE users (
    id {UUID} PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,              -- lower case
    full_name TEXT,
    avatar_url TEXT,
    password_hash TEXT,                      -- argon2id; NULL for accounts that only use Google or GitHub
    email_confirmed_at BIGINT,
    subscription_tier TEXT NOT NULL DEFAULT 'starter',
    subscription_status TEXT NOT NULL DEFAULT 'active',
    trial_ends_at BIGINT,
    stripe_customer_id TEXT UNIQUE,
    stripe_subscription_id TEXT,
    stripe_synced_at BIGINT,
    current_period_start BIGINT,
    current_period_end BIGINT,
    cancel_at_period_end BOOLEAN NOT NULL DEFAULT FALSE,
    billing_interval TEXT,
    deactivated_at BIGINT,                   -- everything personal is deleted 30 days later
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX users_deactivated ON users (deactivated_at);

CREATE TABLE identities (
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_user ON identities (user_id);

-- The refresh token is computed from the id, the counter and a key outside the database: nothing here signs anybody in.
CREATE TABLE sessions (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    refresh_counter BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    idle_expires_at BIGINT NOT NULL,
    absolute_expires_at BIGINT NOT NULL,
    user_agent TEXT NOT NULL,
    ip_prefix TEXT NOT NULL,
    revoked_at BIGINT,
    revoke_reason TEXT
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE access_tokens (
    token_hash {BYTES} PRIMARY KEY,
    session_id {UUID} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX access_tokens_session ON access_tokens (session_id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);

-- A confirmation carries the password and name of its own sign-up: confirming never blesses what somebody else typed.
CREATE TABLE one_time_tokens (
    token_hash {BYTES} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    password_hash TEXT,
    full_name TEXT,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);

CREATE TABLE oauth_flows (
    state_hash {BYTES} PRIMARY KEY,
    provider TEXT NOT NULL,
    redirect TEXT NOT NULL,
    restore BOOLEAN NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE user_preferences (
    user_id {UUID} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    language TEXT NOT NULL,
    timezone TEXT NOT NULL,
    dark_mode BOOLEAN NOT NULL,
    auto_save BOOLEAN NOT NULL,
    email_notifications BOOLEAN NOT NULL,
    processing_notifications BOOLEAN NOT NULL,
    default_output_format TEXT NOT NULL,
    default_quality BIGINT NOT NULL,
    default_prefix TEXT,
    default_suffix TEXT,
    updated_at BIGINT NOT NULL
);

CREATE TABLE user_usage (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    daily_files_processed BIGINT NOT NULL DEFAULT 0,
    monthly_files_processed BIGINT NOT NULL DEFAULT 0,
    total_files_processed BIGINT NOT NULL DEFAULT 0,
    last_daily_reset TEXT NOT NULL,          -- YYYY-MM-DD
    last_monthly_reset TEXT NOT NULL,        -- YYYY-MM
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE batch_results (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    job_id {UUID},
    batch_name TEXT NOT NULL,
    file_count BIGINT NOT NULL,
    processed_count BIGINT NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    file_expires_at BIGINT,
    zip_file_path TEXT,
    zip_file_size BIGINT,
    zip_sha256 TEXT,
    download_url TEXT,
    download_count BIGINT NOT NULL DEFAULT 0,
    processing_options {JSON},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX batch_results_user ON batch_results (user_id, created_at);

CREATE TABLE processed_files (
    id {UUID} PRIMARY KEY,
    batch_id {UUID} NOT NULL REFERENCES batch_results (id) ON DELETE CASCADE,
    original_filename TEXT NOT NULL,
    processed_filename TEXT NOT NULL,
    original_size BIGINT NOT NULL,
    processed_size BIGINT NOT NULL,
    file_path TEXT,
    file_data TEXT,                          -- data URL of a small thumbnail, never the picture
    mime_type TEXT NOT NULL,
    processing_metadata {JSON},
    status TEXT NOT NULL
);
CREATE INDEX processed_files_batch ON processed_files (batch_id);

-- Stored objects whose rows are gone: the cleanup removes the bytes, and tries again when that fails.
CREATE TABLE doomed_objects (
    path TEXT PRIMARY KEY,
    doomed_at BIGINT NOT NULL
);

-- Work that must happen after the answer. A unique key keeps one pending task per purpose.
CREATE TABLE tasks (
    id {UUID} PRIMARY KEY,
    kind TEXT NOT NULL,
    payload {JSON} NOT NULL,
    dedupe_key TEXT UNIQUE,
    priority BIGINT NOT NULL DEFAULT 0,
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    locked_by {UUID},
    locked_until BIGINT,
    dead_at BIGINT,                          -- given up; kept for a person to look at
    last_error TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX tasks_due ON tasks (run_at);

CREATE TABLE worker_leases (
    name TEXT PRIMARY KEY,
    owner {UUID} NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Keys are hashes: the table tells nobody who tried what.
CREATE TABLE rate_counters (
    key {BYTES} NOT NULL,
    window_start BIGINT NOT NULL,
    count BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_counters_expiry ON rate_counters (expires_at);

-- When an address last got a mail (hash of the address), for the limit of one a minute.
CREATE TABLE mail_pacing (
    address_hash {BYTES} PRIMARY KEY,
    last_sent_at BIGINT NOT NULL
);

-- The local mailbox, used only when no SMTP server is configured.
CREATE TABLE dev_emails (
    id {UUID} PRIMARY KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text_body TEXT NOT NULL,
    html_body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX dev_emails_time ON dev_emails (created_at);

CREATE TABLE newsletter (
    email TEXT PRIMARY KEY,
    created_at BIGINT NOT NULL
);

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- What happened to accounts, without personal data: ids and hashes only, so it may outlive the account.
CREATE TABLE audit_log (
    id {UUID} PRIMARY KEY,
    user_id {UUID},
    action TEXT NOT NULL,
    ip_prefix TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_log_user ON audit_log (user_id);
