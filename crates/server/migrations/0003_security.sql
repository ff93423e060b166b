-- A sign-up that waits for its link. No account exists before the address is confirmed, so that nothing a stranger
-- typed for it can become a part of one.

CREATE TABLE signups (
    id {UUID} PRIMARY KEY,
    email TEXT NOT NULL,                     -- lower case
    full_name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    browser_hash {BYTES} NOT NULL,           -- of the cookie in the browser that signed up
    expires_at BIGINT NOT NULL
);
CREATE INDEX signups_browser ON signups (browser_hash);
CREATE INDEX signups_expiry ON signups (expires_at);

-- Earlier releases made accounts that nobody had confirmed; those people sign up again.
DELETE FROM users WHERE email_confirmed_at IS NULL;
