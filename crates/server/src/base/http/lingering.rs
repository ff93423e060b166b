//! A connection that ends in the way that lets the other side read the last answer. Whoever is refused while still sending
//! would otherwise meet a reset connection instead of the reason.

use std::io::Result;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

/// What is still sent is read and thrown away so long, and given up after so much silence.
const LONGEST: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Lingering(Option<TcpStream>);

impl Lingering {
    pub fn new(stream: TcpStream) -> Self {
        Self(Some(stream))
    }

    /// The stream; it is there until the value is dropped.
    fn inner(&mut self) -> Result<Pin<&mut TcpStream>> {
        self.0.as_mut().map(Pin::new).ok_or_else(|| std::io::ErrorKind::NotConnected.into())
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        if let (Some(stream), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(linger(stream));
        }
    }
}

async fn linger(mut stream: TcpStream) {
    let _ = stream.shutdown().await;
    let mut thrown_away = vec![0; 16 << 10];
    let read_on = async { while let Ok(Ok(1..)) = timeout(SILENCE, stream.read(&mut thrown_away)).await {} };
    let _ = timeout(LONGEST, read_on).await;
}

impl AsyncRead for Lingering {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        self.inner()?.poll_read(cx, into)
    }
}

impl AsyncWrite for Lingering {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.inner()?.poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.inner()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.inner()?.poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        self.inner()?.poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }
}
