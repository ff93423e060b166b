-- Two-step sign-in: an authenticator app, passkeys and recovery codes. It is on for a person who has a confirmed app or
-- a passkey.

CREATE TABLE authenticator_apps (
    user_id {UUID} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret {BYTES} NOT NULL,          -- encrypted under a key outside the database
    last_step BIGINT NOT NULL,               -- the time step of the last accepted code: each code works once
    confirmed_at BIGINT,                     -- NULL until the first code
    created_at BIGINT NOT NULL
);

CREATE INDEX authenticator_apps_unconfirmed ON authenticator_apps (created_at) WHERE confirmed_at IS NULL;

CREATE TABLE recovery_codes (
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash {BYTES} NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
    id {UUID} PRIMARY KEY,
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id {BYTES} NOT NULL UNIQUE,
    public_key {BYTES} NOT NULL,             -- COSE_Key
    sign_count BIGINT NOT NULL,
    is_synced BOOLEAN NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- A challenge of WebAuthn, used once. Without a person it is for signing in with a passkey alone.
CREATE TABLE passkey_challenges (
    challenge_hash {BYTES} PRIMARY KEY,
    user_id {UUID} REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);

-- Somebody whose password, Google or GitHub account was right and whose second step is awaited.
CREATE TABLE pending_sign_ins (
    token_hash {BYTES} PRIMARY KEY,          -- of the cookie in the browser that signs in
    user_id {UUID} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    way TEXT NOT NULL,                       -- password, google or github
    restore BOOLEAN NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at);
