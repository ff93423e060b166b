//! Which model names pictures. A key turns a service on; without one the embedded model works.

use clap::{Args, ValueEnum};

use crate::secrets::Secret;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProviderChoice {
    /// The first that is configured: gemini, openai, anthropic, and else the embedded model
    Auto,
    Embedded,
    Gemini,
    Openai,
    Anthropic,
    None,
}

#[derive(Args, Clone, Debug)]
pub struct NamingConfig {
    /// Who looks at the pictures
    #[arg(long, alias = "provider", env = "AI_PROVIDER", value_enum, default_value = "auto")]
    pub ai_provider: ProviderChoice,
    #[arg(long, env = "GEMINI_API_KEY", default_value = "", hide_env_values = true)]
    pub gemini_api_key: Secret,
    #[arg(long, env = "GEMINI_MODEL", default_value = "gemini-1.5-flash")]
    pub gemini_model: String,
    #[arg(long, env = "GEMINI_BASE_URL", default_value = "https://generativelanguage.googleapis.com")]
    pub gemini_base_url: String,
    #[arg(long, env = "OPENAI_API_KEY", default_value = "", hide_env_values = true)]
    pub openai_api_key: Secret,
    #[arg(long, env = "OPENAI_MODEL", default_value = "gpt-4o-mini")]
    pub openai_model: String,
    /// Also Ollama, llama.cpp, LM Studio, vLLM, OpenRouter: up to and including /v1
    #[arg(long, env = "OPENAI_BASE_URL", default_value = "https://api.openai.com/v1")]
    pub openai_base_url: String,
    /// What people read about the service behind the base URL
    #[arg(long, env = "OPENAI_LABEL", default_value = "OpenAI")]
    pub openai_label: String,
    #[arg(long, env = "ANTHROPIC_API_KEY", default_value = "", hide_env_values = true)]
    pub anthropic_api_key: Secret,
    #[arg(long, env = "ANTHROPIC_MODEL", default_value = "claude-3-5-haiku-latest")]
    pub anthropic_model: String,
    #[arg(long, env = "ANTHROPIC_BASE_URL", default_value = "https://api.anthropic.com")]
    pub anthropic_base_url: String,
    /// Pictures at once at a service
    #[arg(long, env = "AI_CONCURRENCY", default_value_t = 3)]
    pub ai_concurrency: u32,
    /// Rest after so many pictures at Gemini, in milliseconds
    #[arg(long, env = "AI_PAUSE_MS", default_value_t = 1000)]
    pub ai_pause_ms: u32,
    /// Seconds that a service gets for one answer
    #[arg(long, env = "AI_TIMEOUT", default_value_t = 30)]
    pub ai_time_out_s: u64,
    /// Names a day for all guests of one network address together
    #[arg(long, env = "AI_GUEST_DAILY_PER_IP", default_value_t = 100)]
    pub ai_guest_daily_per_ip: u32,
}
