-- Names already given, by a hash of person, words and picture; kept for a day so that asking again is free.

CREATE TABLE ai_suggestions (
    key {BYTES} PRIMARY KEY,
    suggestion {JSON} NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX ai_suggestions_expiry ON ai_suggestions (expires_at);
