//! The cryptography behind every TLS connection of the program. It is a global of rustls.

/// Chooses it, before any client is made; a client without it panics. A second call changes nothing.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
