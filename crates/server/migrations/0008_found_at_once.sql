-- What is asked for is found without reading whole tables, however much is kept.

-- The next task of a kind is the first row of this index, however many wait.
DROP INDEX tasks_due;
CREATE INDEX tasks_next ON tasks (kind, priority DESC, run_at, id) WHERE dead_at IS NULL;
CREATE INDEX tasks_dead ON tasks (dead_at) WHERE dead_at IS NOT NULL;

-- What the clean-up looks for.
CREATE INDEX doomed_objects_time ON doomed_objects (doomed_at);
CREATE INDEX file_downloads_time ON file_downloads (created_at);
CREATE INDEX usage_days_day ON usage_days (day);
CREATE INDEX audit_log_time ON audit_log (created_at);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);
CREATE INDEX batch_results_unfinished ON batch_results (status, created_at);
CREATE INDEX users_past_due ON users (past_due_since) WHERE subscription_status = 'past_due';

-- Whose bytes these are, and whose pictures.
CREATE INDEX batch_results_zip ON batch_results (zip_file_path);
CREATE INDEX run_pictures_user ON run_pictures (user_id);
