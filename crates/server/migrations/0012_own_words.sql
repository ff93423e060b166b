-- The words and the style of names that a new batch starts with. Texts as in a recipe; 0 means no limit.
ALTER TABLE user_preferences ADD COLUMN default_preferred_words TEXT NOT NULL DEFAULT '';
ALTER TABLE user_preferences ADD COLUMN default_forbidden_words TEXT NOT NULL DEFAULT '';
ALTER TABLE user_preferences ADD COLUMN default_added_keywords TEXT NOT NULL DEFAULT '';
ALTER TABLE user_preferences ADD COLUMN default_max_keywords BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_preferences ADD COLUMN default_max_words BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_preferences ADD COLUMN default_name_pattern TEXT NOT NULL DEFAULT '';
ALTER TABLE user_preferences ADD COLUMN default_separator TEXT NOT NULL DEFAULT 'hyphen';
