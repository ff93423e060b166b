-- What people come back to: jobs, templates, downloads, live events, files per day.

CREATE TABLE processing_jobs (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    job_name TEXT NOT NULL,
    status TEXT NOT NULL,                    -- pending, processing, completed, failed
    file_count BIGINT NOT NULL,
    processed_count BIGINT NOT NULL DEFAULT 0,
    processing_options {JSON},               -- without the watermark picture
    results {JSON},
    error_message TEXT,
    reserved_files BIGINT NOT NULL,          -- counted when the job was made; what no model named is given back
    ai_used BIGINT NOT NULL DEFAULT 0,
    idem_key TEXT,                           -- the same request again finds the same job
    started_at BIGINT,
    completed_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (user_id, idem_key)
);
CREATE INDEX processing_jobs_user ON processing_jobs (user_id, created_at);
CREATE INDEX processing_jobs_active ON processing_jobs (status, updated_at);

-- Pictures counted per calendar day, for the chart.
CREATE TABLE usage_days (
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day TEXT NOT NULL,                       -- YYYY-MM-DD
    files BIGINT NOT NULL,
    PRIMARY KEY (user_id, day)
);

ALTER TABLE batch_results ADD COLUMN idem_key TEXT;
ALTER TABLE batch_results ADD COLUMN watermark_image TEXT;    -- data URL; apart from the options, so that lists stay small
ALTER TABLE batch_results ADD COLUMN expiry_noticed_at BIGINT;
CREATE UNIQUE INDEX batch_results_idem ON batch_results (user_id, idem_key);
CREATE INDEX batch_results_job ON batch_results (job_id);
CREATE INDEX batch_results_expiry ON batch_results (expires_at);

ALTER TABLE processed_files ADD COLUMN position BIGINT NOT NULL DEFAULT 0;

CREATE TABLE file_downloads (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    batch_id {UUID} NOT NULL,                -- outlives the batch: deleting one must not free a download
    download_type TEXT NOT NULL,
    download_size BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX file_downloads_user ON file_downloads (user_id, created_at);

CREATE TABLE processing_templates (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT,
    template_data {JSON} NOT NULL,           -- without the watermark picture
    watermark_image TEXT,
    is_public BOOLEAN NOT NULL DEFAULT FALSE,
    usage_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX processing_templates_user ON processing_templates (user_id, created_at);
CREATE INDEX processing_templates_public ON processing_templates (is_public, usage_count);

-- What open tabs are told: written with the change itself, read by every stream of that person.
CREATE TABLE events (
    seq {SERIAL},
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    payload {JSON} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX events_user ON events (user_id, seq);
CREATE INDEX events_time ON events (created_at);
