-- Keys for programs. Only hashes: a key is shown once and cannot be read back.

CREATE TABLE api_keys (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,                    -- the first characters, by which a leaked key is found
    key_hash {BYTES} NOT NULL UNIQUE,
    scopes TEXT NOT NULL,                    -- words with spaces between them
    expires_at BIGINT,
    last_used_at BIGINT,
    revoked_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX api_keys_user ON api_keys (user_id);
