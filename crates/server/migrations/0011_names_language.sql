-- The language that the names of a new batch start with: a code of ISO 639-1.
ALTER TABLE user_preferences ADD COLUMN default_language TEXT NOT NULL DEFAULT 'en';
