//! Waking whoever looks for tasks. A hint that comes between looking and waiting is not lost.

use tokio::sync::watch;

#[derive(Debug)]
pub struct Wake(watch::Sender<()>);

impl Default for Wake {
    fn default() -> Self {
        Self(watch::channel(()).0)
    }
}

impl Wake {
    /// There may be something to do.
    pub fn notify(&self) {
        self.0.send_replace(());
    }

    /// Sees every hint from now on.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
