DELETE FROM access_tokens WHERE expires_at <= $1
DELETE FROM ai_suggestions WHERE expires_at <= $1
DELETE FROM audit_log WHERE created_at <= $1
DELETE FROM batch_results WHERE expires_at <= $1 AND zip_file_path IS NULL
DELETE FROM batch_results WHERE id = $1 AND user_id = $2
DELETE FROM batch_results WHERE user_id = $1
DELETE FROM dev_emails WHERE id NOT IN (SELECT id FROM dev_emails ORDER BY created_at DESC, id DESC LIMIT $1)
DELETE FROM dev_emails WHERE recipient = $1
DELETE FROM dev_emails WHERE recipient IN (SELECT email FROM signups WHERE expires_at <= $1) AND recipient NOT IN (SELECT email FROM users)
DELETE FROM doomed_objects WHERE path = $1
DELETE FROM events WHERE created_at <= $1
DELETE FROM file_downloads WHERE created_at <= $1
DELETE FROM idempotent_answers WHERE expires_at <= $1
DELETE FROM idempotent_answers WHERE user_id = $1 AND key = $2 AND answer IS NULL
DELETE FROM mail_pacing WHERE last_sent_at <= $1
DELETE FROM oauth_flows WHERE expires_at <= $1
DELETE FROM oauth_flows WHERE state_hash = $1 AND expires_at > $2 RETURNING provider, redirect, restore
DELETE FROM one_time_tokens WHERE expires_at <= $1
DELETE FROM processed_files WHERE batch_id = $1
DELETE FROM processing_jobs WHERE id = $1 AND user_id = $2
DELETE FROM processing_templates WHERE id = $1 AND user_id = $2
DELETE FROM rate_counters WHERE expires_at <= $1
DELETE FROM runs WHERE job_id = $1
DELETE FROM sessions WHERE idle_expires_at <= $1 OR absolute_expires_at <= $1 OR revoked_at <= $1
DELETE FROM signups WHERE email = $1
DELETE FROM signups WHERE expires_at <= $1
DELETE FROM signups WHERE id = $1
DELETE FROM stripe_events WHERE received_at <= $1
DELETE FROM tasks WHERE dead_at <= $1
DELETE FROM tasks WHERE dedupe_key = $1
DELETE FROM tasks WHERE id = $1 AND locked_by = $2 AND attempts = $3
DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' = $1
DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' IN (SELECT email FROM signups WHERE expires_at <= $1) AND payload ->> 'to' NOT IN (SELECT email FROM users)
DELETE FROM test_checkouts WHERE expires_at <= $1
DELETE FROM usage_days WHERE day < $1
DELETE FROM user_preferences WHERE user_id = $1
DELETE FROM users WHERE email = $1 AND email_confirmed_at IS NULL
DELETE FROM users WHERE id = $1
INSERT INTO access_tokens (token_hash, session_id, expires_at) VALUES ($1, $2, $3)
INSERT INTO ai_suggestions (key, suggestion, expires_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET suggestion = excluded.suggestion, expires_at = excluded.expires_at
INSERT INTO api_keys (id, user_id, name, prefix, key_hash, scopes, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, name, prefix, scopes, expires_at, last_used_at, created_at
INSERT INTO audit_log (id, user_id, action, ip_prefix, created_at) VALUES ($1, $2, $3, $4, $5)
INSERT INTO audit_log (id, user_id, action, ip_prefix, created_at) VALUES ($1, $2, $3, '', $4)
INSERT INTO batch_results (id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, processing_options, watermark_image, idem_key, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) ON CONFLICT (user_id, idem_key) DO UPDATE SET updated_at = $12 RETURNING id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at
INSERT INTO billing_history (id, user_id, amount, currency, description, status, stripe_invoice_id, invoice_url, period_start, period_end, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (stripe_invoice_id) DO UPDATE SET amount = excluded.amount, status = excluded.status, description = excluded.description, invoice_url = excluded.invoice_url WHERE billing_history.user_id = excluded.user_id
INSERT INTO dev_emails (id, recipient, subject, text_body, html_body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
INSERT INTO doomed_objects (path, doomed_at) SELECT path, CAST($2 AS BIGINT) FROM (SELECT zip_key AS path FROM runs WHERE job_id = $1 UNION ALL SELECT input_key FROM run_pictures WHERE job_id = $1 UNION ALL SELECT output_key FROM run_pictures WHERE job_id = $1) AS bytes WHERE path IS NOT NULL ON CONFLICT (path) DO NOTHING
INSERT INTO doomed_objects (path, doomed_at) SELECT zip_file_path, CAST($2 AS BIGINT) FROM batch_results WHERE user_id = $1 AND zip_file_path IS NOT NULL ON CONFLICT (path) DO NOTHING
INSERT INTO doomed_objects (path, doomed_at) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET doomed_at = $2
INSERT INTO events (user_id, kind, payload, created_at) VALUES ($1, $2, $3, $4)
INSERT INTO file_downloads (id, user_id, batch_id, download_type, download_size, created_at) VALUES ($1, $2, $3, 'zip', $4, $5)
INSERT INTO idempotent_answers (user_id, key, fingerprint, claimed_until, expires_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = $3, claimed_until = $4, expires_at = $5, answer = NULL WHERE idempotent_answers.expires_at <= $6 OR (idempotent_answers.answer IS NULL AND idempotent_answers.claimed_until <= $6 AND idempotent_answers.fingerprint = $3)
INSERT INTO identities (provider, subject, user_id, email, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, subject) DO NOTHING
INSERT INTO mail_pacing (address_hash, last_sent_at) VALUES ($1, $2) ON CONFLICT (address_hash) DO UPDATE SET last_sent_at = $2 WHERE mail_pacing.last_sent_at <= $3
INSERT INTO newsletter (email, created_at) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING
INSERT INTO oauth_flows (state_hash, provider, redirect, restore, expires_at) VALUES ($1, $2, $3, $4, $5)
INSERT INTO one_time_tokens (token_hash, user_id, purpose, expires_at) VALUES ($1, $2, $3, $4)
INSERT INTO processed_files (id, batch_id, position, original_filename, processed_filename, original_size, processed_size, mime_type, file_data, processing_metadata, status) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
INSERT INTO processing_jobs (id, user_id, job_name, status, file_count, processing_options, reserved_files, idem_key, started_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id
INSERT INTO processing_templates (id, user_id, name, description, template_data, watermark_image, is_public, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at
INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ($1, $2, 0, $3) ON CONFLICT (key, window_start) DO NOTHING
INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ($1, $2, 1, $3) ON CONFLICT (key, window_start) DO UPDATE SET count = rate_counters.count + 1 RETURNING count
INSERT INTO run_pictures (id, job_id, user_id, position, original_name, source_url, status, input_key) VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7)
INSERT INTO runs (job_id, user_id, watermark_image, webhook_url, stored_bytes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
INSERT INTO schema_migrations (version, name, oldest_program, applied_at) VALUES ($1, $2, $3, $4)
INSERT INTO sessions (id, user_id, refresh_counter, rotated_at, created_at, last_used_at, idle_expires_at, absolute_expires_at, user_agent, ip_prefix) VALUES ($1, $2, 0, $3, $3, $3, $4, $5, $6, $7)
INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING
INSERT INTO signups (id, email, full_name, password_hash, browser_hash, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
INSERT INTO stripe_events (id, type, customer, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING
INSERT INTO tasks (id, kind, payload, dedupe_key, run_at, created_at, priority) VALUES ($1, $2, $3, $4, $5, $5, $7) ON CONFLICT (dedupe_key) DO UPDATE SET payload = CASE WHEN $6 THEN excluded.payload ELSE tasks.payload END, attempts = 0, dead_at = NULL
INSERT INTO test_checkouts (id, user_id, tier, billing_interval, success_url, cancel_url, status, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8)
INSERT INTO usage_days (user_id, day, files) VALUES ($1, $2, CASE WHEN $3 > 0 THEN $3 ELSE 0 END) ON CONFLICT (user_id, day) DO UPDATE SET files = CASE WHEN usage_days.files + $3 > 0 THEN usage_days.files + $3 ELSE 0 END
INSERT INTO user_preferences (user_id, language, timezone, dark_mode, auto_save, email_notifications, processing_notifications, default_output_format, default_quality, default_prefix, default_suffix, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, timezone = excluded.timezone, dark_mode = excluded.dark_mode, auto_save = excluded.auto_save, email_notifications = excluded.email_notifications, processing_notifications = excluded.processing_notifications, default_output_format = excluded.default_output_format, default_quality = excluded.default_quality, default_prefix = excluded.default_prefix, default_suffix = excluded.default_suffix, updated_at = excluded.updated_at
INSERT INTO user_usage (id, user_id, last_daily_reset, last_monthly_reset, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (user_id) DO UPDATE SET updated_at = $5
INSERT INTO users (id, email, full_name, avatar_url, password_hash, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (email) DO NOTHING
INSERT INTO worker_leases (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET owner = $2, expires_at = $3 WHERE worker_leases.expires_at <= $4
SELECT (SELECT COUNT(*) FROM batch_results WHERE zip_file_path = $1) + (SELECT COUNT(*) FROM runs WHERE zip_key = $1) + (SELECT COUNT(*) FROM run_pictures WHERE input_key = $1 OR output_key = $1) + (SELECT COUNT(*) FROM doomed_objects WHERE path = $1)
SELECT (SELECT COUNT(*) FROM events WHERE user_id = $1 AND seq = $2), (SELECT COALESCE(MIN(seq), 0) FROM events), (SELECT COALESCE(MAX(seq), 0) FROM events)
SELECT CAST((SELECT COALESCE(SUM(zip_file_size), 0) FROM batch_results WHERE user_id = $1 AND zip_file_path IS NOT NULL) + (SELECT COALESCE(SUM(stored_bytes), 0) FROM runs WHERE user_id = $1) AS BIGINT)
SELECT COALESCE(MAX(count), 0) FROM rate_counters WHERE key = $1 AND window_start = $2
SELECT COALESCE(MAX(seq), 0) FROM events WHERE user_id = $1
SELECT COALESCE(MAX(version), 0) FROM schema_migrations
SELECT COALESCE(MAX(version), 0), COALESCE(MAX(oldest_program), 0) FROM schema_migrations
SELECT COUNT(*) FROM api_keys WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
SELECT COUNT(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
SELECT COUNT(*) FROM batch_results WHERE id = $1 AND user_id = $2
SELECT COUNT(*) FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\'
SELECT COUNT(*) FROM batch_results WHERE user_id = $1 AND status = $2 AND created_at <= $3
SELECT COUNT(*) FROM file_downloads WHERE user_id = $1 AND batch_id = $2 AND created_at > $3
SELECT COUNT(*) FROM file_downloads WHERE user_id = $1 AND created_at > $2
SELECT COUNT(*) FROM one_time_tokens WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
SELECT COUNT(*) FROM processing_jobs WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR status IN ($2, $3))
SELECT COUNT(*) FROM processing_jobs WHERE user_id = $1 AND status IN ('pending', 'processing')
SELECT COUNT(*) FROM processing_templates WHERE user_id = $1
SELECT COUNT(*) FROM runs WHERE job_id = $1 AND webhook_url IS NOT NULL
SELECT COUNT(*) FROM schema_migrations
SELECT COUNT(*) FROM sessions WHERE id = $1 AND revoked_at IS NULL AND absolute_expires_at > $2
SELECT COUNT(*) FROM sessions WHERE id = $1 AND user_id = $2
SELECT COUNT(*) FROM tasks
SELECT COUNT(*) FROM tasks WHERE dead_at IS NULL AND last_error IS NULL AND locked_until IS NOT NULL
SELECT COUNT(*) FROM test_checkouts WHERE id = $1 AND user_id = $2
SELECT COUNT(*), COUNT(CASE WHEN user_agent = $2 AND ip_prefix = $3 THEN 1 END) FROM sessions WHERE user_id = $1
SELECT DISTINCT user_id FROM batch_results WHERE status = $1 AND created_at <= $2 LIMIT $3
SELECT DISTINCT user_id FROM processing_jobs WHERE status IN ('pending', 'processing') AND updated_at <= $1 AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.job_id = processing_jobs.id) LIMIT $2
SELECT created_at FROM sessions WHERE id = $1
SELECT daily_files_processed, monthly_files_processed, total_files_processed, last_daily_reset, last_monthly_reset FROM user_usage WHERE user_id = $1
SELECT day, files FROM usage_days WHERE user_id = $1 AND day >= $2
SELECT day, files FROM usage_days WHERE user_id = $1 ORDER BY day
SELECT email, created_at FROM newsletter WHERE email = $1
SELECT email, subscription_tier, subscription_status, billing_provider, billing_interval, current_period_start, current_period_end, cancel_at_period_end, trial_ends_at, past_due_since, stripe_subscription_id, stripe_customer_id, stripe_synced_at FROM users WHERE id = $1
SELECT f.batch_id, f.file_data FROM processed_files f WHERE f.batch_id IN (SELECT id FROM (SELECT id FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\' ORDER BY CASE WHEN $3 = 'name' THEN LOWER(batch_name) END, CASE WHEN $3 = 'largest' THEN -COALESCE(zip_file_size, 0) END, CASE WHEN $3 = 'oldest' THEN created_at ELSE -created_at END, id DESC LIMIT $4 OFFSET $5) AS shown) AND f.position < $6 AND f.file_data IS NOT NULL ORDER BY f.batch_id, f.position
SELECT fingerprint, answer, claimed_until FROM idempotent_answers WHERE user_id = $1 AND key = $2
SELECT id FROM processing_jobs WHERE user_id = $1 AND status IN ('pending', 'processing') AND updated_at <= $2 AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.job_id = processing_jobs.id)
SELECT id FROM users WHERE billing_provider = 'test' AND current_period_end <= $1 AND subscription_status IN ('active', 'trialing') LIMIT 500
SELECT id FROM users WHERE stripe_customer_id = $1
SELECT id FROM users WHERE subscription_status = 'past_due' AND past_due_since <= $1 AND subscription_tier <> 'starter'
SELECT id, amount, currency, description, status, stripe_invoice_id, invoice_url, period_start, period_end, created_at FROM billing_history WHERE id = $1 AND user_id = $2
SELECT id, amount, currency, description, status, stripe_invoice_id, invoice_url, period_start, period_end, created_at FROM billing_history WHERE user_id = $1 ORDER BY created_at DESC, id DESC
SELECT id, email FROM users WHERE deactivated_at <= $1 LIMIT $2
SELECT id, email, full_name, password_hash, browser_hash FROM signups WHERE browser_hash = $1 AND email = $2 AND expires_at > $3
SELECT id, email, full_name, password_hash, browser_hash FROM signups WHERE id = $1 AND expires_at > $2
SELECT id, name, prefix, scopes, expires_at, last_used_at, created_at FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC, id DESC
SELECT id, original_filename, processed_filename, original_size, processed_size, mime_type, file_data AS thumbnail, processing_metadata, status FROM processed_files WHERE batch_id = $1 ORDER BY position, id
SELECT id, position, original_name, status, output_key, found FROM run_pictures WHERE job_id = $1 ORDER BY position
SELECT id, recipient, subject, text_body, html_body, created_at FROM dev_emails WHERE CAST($1 AS TEXT) IS NULL OR recipient = $1 ORDER BY created_at DESC, id DESC
SELECT id, recipient, subject, text_body, html_body, created_at FROM dev_emails WHERE id = $1
SELECT id, tier, billing_interval, success_url, cancel_url, status, expires_at FROM test_checkouts WHERE id = $1 AND user_id = $2
SELECT id, user_agent, ip_prefix, created_at, last_used_at, id = $3 AS is_current FROM sessions WHERE user_id = $1 AND revoked_at IS NULL AND idle_expires_at > $2 AND absolute_expires_at > $2 ORDER BY last_used_at DESC, id DESC LIMIT 200
SELECT id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at FROM batch_results WHERE expires_at > $1 AND expires_at <= $2 AND zip_file_path IS NOT NULL AND expiry_noticed_at IS NULL LIMIT $3
SELECT id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at FROM batch_results WHERE id = $1
SELECT id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at FROM batch_results WHERE id = $1 AND user_id = $2
SELECT id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\' ORDER BY CASE WHEN $3 = 'name' THEN LOWER(batch_name) END, CASE WHEN $3 = 'largest' THEN -COALESCE(zip_file_size, 0) END, CASE WHEN $3 = 'oldest' THEN created_at ELSE -created_at END, id DESC LIMIT $4 OFFSET $5
SELECT id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id FROM processing_jobs WHERE id = $1 AND user_id = $2
SELECT id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id FROM processing_jobs WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR status IN ($2, $3)) ORDER BY CASE WHEN status IN ('pending', 'processing') THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT $4 OFFSET $5
SELECT id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id FROM processing_jobs WHERE user_id = $1 AND idem_key = $2
SELECT id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at FROM processing_templates WHERE id = $1 AND (user_id = $2 OR is_public)
SELECT id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at FROM processing_templates WHERE is_public = TRUE AND (LOWER(name) LIKE $1 ESCAPE '\' OR LOWER(COALESCE(description, '')) LIKE $1 ESCAPE '\') ORDER BY usage_count DESC, created_at DESC, id DESC LIMIT $2
SELECT id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at FROM processing_templates WHERE user_id = $1 AND (LOWER(name) LIKE $2 ESCAPE '\' OR LOWER(COALESCE(description, '')) LIKE $2 ESCAPE '\') ORDER BY created_at DESC, id DESC LIMIT $3
SELECT id, user_id, zip_file_path FROM batch_results WHERE expires_at <= $1 AND zip_file_path IS NOT NULL LIMIT $2
SELECT id, zip_file_path FROM batch_results WHERE user_id = $1 AND zip_file_path IS NOT NULL
SELECT j.processing_options, r.watermark_image FROM processing_jobs j JOIN runs r ON r.job_id = j.id WHERE j.id = $1 AND j.status = 'processing'
SELECT job_id, user_id FROM runs WHERE expires_at <= $1 LIMIT $2
SELECT job_id, zip_key FROM runs WHERE user_id = $1 AND zip_key IS NOT NULL
SELECT kind, COUNT(*), SUM(CASE WHEN dead_at IS NOT NULL THEN 1 ELSE 0 END), SUM(CASE WHEN dead_at IS NULL AND locked_until > $1 THEN 1 ELSE 0 END) FROM tasks GROUP BY kind
SELECT language, timezone, dark_mode, auto_save, email_notifications, processing_notifications, default_output_format, default_quality, default_prefix, default_suffix FROM user_preferences WHERE user_id = $1
SELECT last_sent_at FROM mail_pacing WHERE address_hash = $1
SELECT locked_until FROM tasks
SELECT original_name, status, name, output_size, error FROM run_pictures WHERE job_id = $1 ORDER BY position
SELECT path FROM doomed_objects WHERE doomed_at <= $1 ORDER BY doomed_at LIMIT $2
SELECT processing_options FROM processing_jobs WHERE id = $1 AND status = 'processing'
SELECT provider, subject, email, created_at FROM identities WHERE user_id = $1
SELECT seq, kind, payload FROM events WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
SELECT stored_bytes, webhook_url, zip_key, expires_at FROM runs WHERE job_id = $1 AND user_id = $2
SELECT stripe_customer_id FROM users WHERE stripe_customer_id IS NOT NULL AND (stripe_subscription_id IS NOT NULL OR subscription_tier <> 'starter')
SELECT suggestion FROM ai_suggestions WHERE key = $1 AND expires_at > $2
SELECT u.id, u.email, u.full_name, u.avatar_url, u.password_hash, u.email_confirmed_at, u.subscription_tier, u.subscription_status, u.trial_ends_at, u.deactivated_at, u.created_at, u.updated_at FROM users u WHERE u.email = $1
SELECT u.id, u.email, u.full_name, u.avatar_url, u.password_hash, u.email_confirmed_at, u.subscription_tier, u.subscription_status, u.trial_ends_at, u.deactivated_at, u.created_at, u.updated_at FROM users u WHERE u.id = $1
SELECT u.id, u.email, u.full_name, u.avatar_url, u.password_hash, u.email_confirmed_at, u.subscription_tier, u.subscription_status, u.trial_ends_at, u.deactivated_at, u.created_at, u.updated_at, k.id AS key_id, k.scopes FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND u.deactivated_at IS NULL
SELECT u.id, u.email, u.full_name, u.avatar_url, u.password_hash, u.email_confirmed_at, u.subscription_tier, u.subscription_status, u.trial_ends_at, u.deactivated_at, u.created_at, u.updated_at, s.id AS session_id FROM access_tokens a JOIN sessions s ON s.id = a.session_id JOIN users u ON u.id = s.user_id WHERE a.token_hash = $1 AND a.expires_at > $2 AND s.revoked_at IS NULL AND s.absolute_expires_at > $2 AND u.deactivated_at IS NULL
SELECT user_id FROM identities WHERE provider = $1 AND subject = $2
SELECT user_id FROM runs WHERE job_id = $1
SELECT user_id, refresh_counter, rotated_at, idle_expires_at, absolute_expires_at, revoked_at FROM sessions WHERE id = $1
SELECT user_id, refresh_counter, rotated_at, idle_expires_at, absolute_expires_at, revoked_at FROM sessions WHERE id = $1 AND revoked_at IS NULL AND idle_expires_at > $2 AND absolute_expires_at > $2
SELECT value FROM settings WHERE key = $1
SELECT watermark_image FROM batch_results WHERE id = $1
SELECT watermark_image FROM processing_templates WHERE id = $1
UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)
UPDATE api_keys SET revoked_at = $3 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL
UPDATE audit_log SET user_id = NULL WHERE user_id = $1
UPDATE batch_results SET batch_name = COALESCE($3, batch_name), status = COALESCE($4, status), updated_at = $5 WHERE id = $1 AND user_id = $2 RETURNING id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at
UPDATE batch_results SET download_count = download_count + 1 WHERE id = $1
UPDATE batch_results SET expiry_noticed_at = $2 WHERE id = $1 AND expiry_noticed_at IS NULL
UPDATE batch_results SET status = $3, zip_file_path = $4, zip_file_size = $5, zip_sha256 = $6, download_url = $7, file_expires_at = expires_at, updated_at = $8 WHERE id = $1 AND user_id = $2 RETURNING id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at
UPDATE batch_results SET status = 'failed', updated_at = $3 WHERE user_id = $1 AND status = $2 AND created_at <= $4 RETURNING id, user_id, job_id, batch_name, file_count, processed_count, status, expires_at, zip_file_path, zip_file_size, download_url, download_count, processing_options, created_at, updated_at
UPDATE batch_results SET zip_file_path = NULL, download_url = NULL WHERE id = $1 AND zip_file_path = $2
UPDATE idempotent_answers SET answer = $3 WHERE user_id = $1 AND key = $2
UPDATE one_time_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL
UPDATE one_time_tokens SET used_at = $3 WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id
UPDATE processed_files SET file_data = NULL WHERE batch_id = $1
UPDATE processing_jobs SET ai_used = ai_used + $3, updated_at = $4 WHERE id = $1 AND user_id = $2 AND status = 'processing' AND ai_used + $3 <= reserved_files
UPDATE processing_jobs SET ai_used = ai_used - $3 WHERE id = $1 AND user_id = $2 AND ai_used >= $3 RETURNING status, created_at
UPDATE processing_jobs SET job_name = COALESCE($3, job_name), updated_at = $4, processed_count = CASE WHEN processed_count < $5 THEN $5 ELSE processed_count END, status = CASE WHEN $6 THEN 'processing' ELSE status END, started_at = CASE WHEN $6 THEN $4 ELSE started_at END WHERE id = $1 AND user_id = $2 RETURNING id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id
UPDATE processing_jobs SET processed_count = processed_count + 1, ai_used = ai_used + $2, updated_at = $3 WHERE id = $1 AND status = 'processing' AND processed_count < file_count RETURNING id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id
UPDATE processing_jobs SET status = $3, error_message = $4, completed_at = $5, updated_at = $5, results = COALESCE($6, results) WHERE id = $1 AND user_id = $2 AND status IN ('pending', 'processing') RETURNING id, user_id, job_name, status, file_count, processed_count, reserved_files, ai_used, processing_options, results, error_message, started_at, completed_at, created_at, updated_at, (SELECT b.id FROM batch_results b WHERE b.job_id = processing_jobs.id ORDER BY b.created_at DESC LIMIT 1) AS batch_id
UPDATE processing_templates SET name = $3, description = $4, is_public = $5, template_data = $6, watermark_image = $7, updated_at = $8 WHERE id = $1 AND user_id = $2 RETURNING id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at
UPDATE processing_templates SET name = COALESCE($3, name), updated_at = $7, description = CASE WHEN $4 THEN $5 ELSE description END, is_public = COALESCE($6, is_public) WHERE id = $1 AND user_id = $2 RETURNING id, user_id, name, description, template_data, watermark_image IS NOT NULL AS has_watermark_image, is_public, usage_count, created_at, updated_at
UPDATE processing_templates SET usage_count = usage_count + 1 WHERE id = $1
UPDATE rate_counters SET count = count + $3 WHERE key = $1 AND window_start = $2 AND count + $3 <= $4
UPDATE rate_counters SET count = count - $3 WHERE key = $1 AND window_start = $2 AND count >= $3
UPDATE run_pictures SET input_key = NULL, output_key = NULL WHERE job_id = $1
UPDATE run_pictures SET name = $2, output_key = NULL WHERE id = $1
UPDATE run_pictures SET status = 'done', input_key = NULL, output_key = $2, output_size = $3, found = $4 WHERE id = $1 AND status = 'waiting'
UPDATE run_pictures SET status = 'failed', input_key = NULL, error = $2 WHERE id = $1 AND status = 'waiting'
UPDATE run_pictures SET tries = tries + 1 WHERE id = $1 AND status = 'waiting' RETURNING id, job_id, user_id, original_name, source_url, input_key, tries
UPDATE run_pictures SET tries = tries - 1 WHERE id = $1 AND tries > 0
UPDATE runs SET tries = tries + 1 WHERE job_id = $1 RETURNING user_id, tries
UPDATE runs SET zip_key = $2, stored_bytes = $3, expires_at = $4 WHERE job_id = $1
UPDATE runs SET zip_key = NULL, stored_bytes = 0 WHERE job_id = $1
UPDATE sessions SET refresh_counter = refresh_counter + 1, rotated_at = $3, last_used_at = $3, idle_expires_at = $4, ip_prefix = $5 WHERE id = $1 AND refresh_counter = $2 AND revoked_at IS NULL AND idle_expires_at > $3 AND absolute_expires_at > $3
UPDATE sessions SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL
UPDATE sessions SET revoked_at = $3, revoke_reason = $4 WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL
UPDATE settings SET value = $2 WHERE key = $1
UPDATE tasks SET dead_at = $3, last_error = $4, locked_until = NULL, locked_by = NULL WHERE id = $1 AND locked_by = $2
UPDATE tasks SET locked_by = $1, locked_until = $2, attempts = attempts + 1 WHERE id = (SELECT id FROM tasks WHERE kind = $4 AND run_at <= $3 AND dead_at IS NULL AND (locked_until IS NULL OR locked_until <= $3) ORDER BY priority DESC, run_at, id LIMIT 1 ) AND (locked_until IS NULL OR locked_until <= $3) RETURNING id, kind, payload, attempts
UPDATE tasks SET locked_by = NULL, locked_until = NULL, run_at = $3, last_error = COALESCE($4, last_error), attempts = CASE WHEN $5 OR attempts = 0 THEN attempts ELSE attempts - 1 END WHERE id = $1 AND locked_by = $2
UPDATE tasks SET locked_until = $3 WHERE id = $1 AND locked_by = $2
UPDATE test_checkouts SET status = $3 WHERE id = $1 AND user_id = $2 AND status = 'open' AND expires_at > $4 RETURNING id, tier, billing_interval, success_url, cancel_url, status, expires_at
UPDATE user_usage SET daily_files_processed = CASE WHEN last_daily_reset = $2 AND daily_files_processed >= $4 THEN daily_files_processed - $4 ELSE daily_files_processed END, monthly_files_processed = CASE WHEN last_monthly_reset = $3 AND monthly_files_processed >= $4 THEN monthly_files_processed - $4 ELSE monthly_files_processed END, total_files_processed = CASE WHEN total_files_processed >= $4 THEN total_files_processed - $4 ELSE total_files_processed END WHERE user_id = $1
UPDATE user_usage SET daily_files_processed = CASE WHEN last_daily_reset = $2 THEN daily_files_processed ELSE 0 END + $4, monthly_files_processed = CASE WHEN last_monthly_reset = $3 THEN monthly_files_processed ELSE 0 END + $4, total_files_processed = total_files_processed + $4, last_daily_reset = $2, last_monthly_reset = $3, updated_at = $5 WHERE user_id = $1 AND CASE WHEN last_daily_reset = $2 THEN daily_files_processed ELSE 0 END + $4 <= $6 AND CASE WHEN last_monthly_reset = $3 THEN monthly_files_processed ELSE 0 END + $4 <= $7
UPDATE users SET avatar_url = COALESCE(avatar_url, $2) WHERE id = $1
UPDATE users SET deactivated_at = $2, updated_at = $2 WHERE id = $1
UPDATE users SET deactivated_at = NULL, updated_at = $2 WHERE id = $1
UPDATE users SET full_name = $2, updated_at = $3 WHERE id = $1
UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1
UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2
UPDATE users SET stripe_customer_id = COALESCE(stripe_customer_id, $2) WHERE id = $1 RETURNING stripe_customer_id
UPDATE users SET subscription_tier = $2, subscription_status = $3, billing_provider = $4, billing_interval = $5, current_period_start = $6, current_period_end = $7, cancel_at_period_end = $8, trial_ends_at = $9, past_due_since = $10, stripe_subscription_id = $11, stripe_synced_at = $12, updated_at = CASE WHEN $13 THEN $12 ELSE updated_at END WHERE id = $1
UPDATE users SET updated_at = updated_at WHERE id = $1 RETURNING email, subscription_tier, subscription_status, billing_provider, billing_interval, current_period_start, current_period_end, cancel_at_period_end, trial_ends_at, past_due_since, stripe_subscription_id, stripe_customer_id, stripe_synced_at
