//! How far the work is: a bar with the time left for a person at a terminal, a line a file for everything else.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const WIDTH: usize = 24;
/// A terminal is not asked to draw more often.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) struct Progress {
    total: usize,
    done: usize,
    /// What is done of those under way, from 0 to 1 each.
    shares: HashMap<PathBuf, f32>,
    started: Instant,
    drawn: Option<Instant>,
    terminal: bool,
    /// Only what must be read is said.
    quiet: bool,
}

impl Progress {
    pub(crate) fn new(total: usize, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        Self { total, done: 0, shares: HashMap::new(), started: Instant::now(), drawn: None, terminal, quiet }
    }

    /// How many there are, when that is known later.
    pub(crate) fn expect(&mut self, total: usize) {
        self.total = total;
    }

    /// So much of one is done.
    pub(crate) fn share(&mut self, file: &Path, share: f32) {
        if self.terminal {
            self.shares.insert(file.to_owned(), share);
            self.draw();
        }
    }

    /// One is no longer under way.
    pub(crate) fn finished(&mut self, file: &Path) {
        self.shares.remove(file);
    }

    /// One more is done. Its line is for those who read no bar; what must be read is said aloud.
    pub(crate) fn step(&mut self, line: Option<&str>, aloud: bool) {
        self.done += 1;
        match line {
            Some(line) if aloud || !(self.terminal || self.quiet) => self.say(line),
            _ => {}
        }
        self.draw();
    }

    /// `3/12 photo.jpg`: the number that the next step will have.
    pub(crate) fn counted(&self, text: &str) -> String {
        format!("{}/{} {text}", self.done + 1, self.total)
    }

    /// A line above the bar.
    fn say(&mut self, line: &str) {
        self.clear();
        crate::lines::say(line);
        self.drawn = None;
    }

    fn draw(&mut self) {
        let due = self.drawn.is_none_or(|at| at.elapsed() >= PAUSE) || self.done == self.total;
        if self.terminal && due {
            let bar = bar(self.done, self.under_way(), self.total, self.started.elapsed());
            crate::lines::draw(&format!("\r\x1b[K{bar}"));
            self.drawn = Some(Instant::now());
        }
    }

    fn under_way(&self) -> f32 {
        self.shares.values().sum()
    }

    fn clear(&self) {
        if self.terminal {
            crate::lines::draw("\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// `[######------------------]  25% 3/12, 9 s left`
fn bar(done: usize, under_way: f32, total: usize, spent: Duration) -> String {
    let whole = total.max(1);
    let share = ((done as f64 + f64::from(under_way)) / whole as f64).min(1.0);
    let (filled, percent) = ((WIDTH as f64 * share) as usize, (100.0 * share) as usize);
    let (full, empty) = ("#".repeat(filled), "-".repeat(WIDTH.saturating_sub(filled)));
    format!("[{full}{empty}] {percent:3}% {done}/{total}{}", left(done, total, spent))
}

fn left(done: usize, total: usize, spent: Duration) -> String {
    if done == 0 || done >= total {
        return String::new();
    }
    let seconds = (spent.as_secs_f64() / done as f64 * (total - done) as f64).ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!(", {s} s left"),
        (0, m, s) => format!(", {m} min {s} s left"),
        (h, m, _) => format!(", {h} h {m} min left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_much_is_done_and_how_long_it_will_take() {
        let after = Duration::from_secs;
        assert_eq!(bar(3, 0.0, 12, after(3)), "[######------------------]  25% 3/12, 9 s left");
        assert_eq!(bar(1, 0.0, 100, after(3)), format!("[{}]   1% 1/100, 4 min 57 s left", "-".repeat(24)));
        assert_eq!(bar(0, 0.5, 1, after(3)), "[############------------]  50% 0/1", "one large image");
        assert!(bar(1, 0.0, 10_000, after(2)).ends_with("5 h 33 min left"));
        assert_eq!(bar(2, 0.0, 2, after(9)), format!("[{}] 100% 2/2", "#".repeat(24)));
        assert_eq!(bar(0, 0.0, 0, after(0)), format!("[{}]   0% 0/0", "-".repeat(24)));
    }
}
