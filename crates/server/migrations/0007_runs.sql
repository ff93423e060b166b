-- Batches that the server works on for programs, and answers kept for requests that are sent again.

-- What a job needs beside its own row while the server works on it, until its result expires.
CREATE TABLE runs (
    job_id {UUID} PRIMARY KEY REFERENCES processing_jobs (id) ON DELETE CASCADE,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    watermark_image TEXT,                    -- data URL; apart from the options, as everywhere
    webhook_url TEXT,
    stored_bytes BIGINT NOT NULL,            -- what it takes of the person's room: pictures, then the ZIP
    zip_key TEXT UNIQUE,
    tries BIGINT NOT NULL DEFAULT 0,         -- at packing
    expires_at BIGINT NOT NULL
);
CREATE INDEX runs_user ON runs (user_id);
CREATE INDEX runs_expiry ON runs (expires_at);

CREATE TABLE run_pictures (
    id {UUID} PRIMARY KEY,
    job_id {UUID} NOT NULL REFERENCES runs (job_id) ON DELETE CASCADE,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,                -- results are in this order, whoever is ready first
    original_name TEXT NOT NULL,
    source_url TEXT,                         -- where it is fetched from when it was not sent
    status TEXT NOT NULL,                    -- waiting, done, failed
    tries BIGINT NOT NULL DEFAULT 0,         -- counted before the work: a picture that kills its worker counts too
    input_key TEXT UNIQUE,
    output_key TEXT UNIQUE,
    output_size BIGINT,
    found {JSON},                            -- what the model and the headers say, for its name
    name TEXT,                               -- in the ZIP
    error TEXT,
    UNIQUE (job_id, position)
);

CREATE TABLE idempotent_answers (
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    fingerprint {BYTES} NOT NULL,            -- of the route and the body
    answer {JSON},                           -- none while the first request is still at work
    claimed_until BIGINT NOT NULL,           -- after a crash somebody may try again
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);
