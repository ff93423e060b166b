//! The body of a request as handlers read it. While the client's bytes are waited for, the permit of the request is given
//! back; a body that comes too slowly is given up.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep};

use super::in_progress::Permit;

/// In so much time of waiting at least this many bytes must come: slower than the slowest telephone line.
const WINDOW: Duration = Duration::from_secs(20);
const LEAST_BYTES: usize = 4 << 10;

type Piece = Result<Frame<Bytes>, axum::Error>;

#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
struct TooSlow;

/// A body whose waiting is measured.
#[derive(Debug)]
pub(super) struct Received {
    inner: Body,
    permit: Permit,
    pace: Pace,
    /// What came and waits for the permit.
    arrived: Option<Option<Piece>>,
}

/// Whether a body was given up because it came too slowly.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenUp(Arc<AtomicBool>);

impl GivenUp {
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Received {
    pub(super) fn new(inner: Body, permit: Permit) -> (Self, GivenUp) {
        let given_up = GivenUp::default();
        let pace = Pace::new(given_up.clone());
        (Self { inner, permit, pace, arrived: None }, given_up)
    }
}

impl HttpBody for Received {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Piece>> {
        let this = &mut *self;
        if this.arrived.is_none() {
            let piece = match Pin::new(&mut this.inner).poll_frame(context) {
                Poll::Ready(piece) => piece,
                Poll::Pending => {
                    this.permit.give_back();
                    ready!(this.pace.poll_given_up(context));
                    Some(Err(axum::Error::new(TooSlow)))
                }
            };
            this.pace.came(piece.as_ref());
            this.arrived = Some(piece);
        }
        ready!(this.permit.poll_take(context));
        Poll::Ready(this.arrived.take().flatten())
    }

    fn is_end_stream(&self) -> bool {
        self.arrived.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// How long the client was waited for since it last sent enough. Time in which the server did not read is not counted.
#[derive(Debug)]
struct Pace {
    bytes: usize,
    waited: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    given_up: GivenUp,
}

impl Pace {
    fn new(given_up: GivenUp) -> Self {
        Self { bytes: 0, waited: Duration::ZERO, waiting: None, given_up }
    }

    fn poll_given_up(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let left = WINDOW.saturating_sub(self.waited);
        let start = || (Instant::now(), Box::pin(tokio::time::sleep(left)));
        let (_, timer) = self.waiting.get_or_insert_with(start);
        ready!(timer.as_mut().poll(context));
        self.given_up.0.store(true, Ordering::Relaxed);
        Poll::Ready(())
    }

    fn came(&mut self, piece: Option<&Piece>) {
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        let frame = piece.and_then(|piece| piece.as_ref().ok());
        self.bytes += frame.and_then(Frame::data_ref).map_or(0, Bytes::len);
        if self.bytes >= LEAST_BYTES {
            (self.bytes, self.waited) = (0, Duration::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use futures_util::stream;

    use super::*;
    use crate::base::http::in_progress::InProgress;

    /// One piece of `size` bytes every `pause`, for ever.
    fn drip(size: usize, pause: Duration) -> Body {
        Body::from_stream(stream::repeat(()).then(move |()| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; size]))
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_of_a_byte_now_and_then_is_given_up() {
        let requests = InProgress::new(1, 1);
        let (body, given_up) = Received::new(drip(1, Duration::from_secs(15)), requests.permit().unwrap());
        let read = axum::body::to_bytes(Body::new(body), 1 << 20).await;
        assert!(read.unwrap_err().to_string().contains("too slowly"));
        assert!(given_up.is_set());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_is_slow_and_allowed() {
        let requests = InProgress::new(1, 1);
        let (body, given_up) =
            Received::new(drip(2 << 10, Duration::from_secs(9)), requests.permit().unwrap());
        let mut pieces = Body::new(body).into_data_stream();
        for _ in 0..50 {
            assert_eq!(pieces.next().await.unwrap().unwrap().len(), 2 << 10);
        }
        assert!(!given_up.is_set());
    }

    #[tokio::test(start_paused = true)]
    async fn time_in_which_the_server_does_not_read_is_not_the_clients() {
        let requests = InProgress::new(1, 1);
        let (body, _) = Received::new(drip(1, Duration::from_secs(1)), requests.permit().unwrap());
        let mut pieces = Body::new(body).into_data_stream();
        for _ in 0..10 {
            assert!(pieces.next().await.unwrap().is_ok());
            tokio::time::advance(10 * WINDOW).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_bytes_holds_no_permit_and_gets_one_before_going_on() {
        let requests = InProgress::new(1, 1);
        let (body, _) = Received::new(drip(LEAST_BYTES, Duration::from_secs(1)), requests.permit().unwrap());
        assert_eq!(requests.free(), 0);
        let mut pieces = Body::new(body).into_data_stream();
        assert!(futures_util::poll!(pieces.next()).is_pending());
        assert_eq!(requests.free(), 1, "given back");
        let other = requests.permit().unwrap();
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(futures_util::poll!(pieces.next()).is_pending(), "its bytes are there, its turn is not");
        drop(other);
        assert!(pieces.next().await.unwrap().is_ok());
        assert_eq!(requests.free(), 0, "it works again");
    }
}
