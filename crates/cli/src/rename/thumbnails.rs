//! Small images beside the names, where the terminal can show them: the protocols of kitty and iTerm2, and sixel. The
//! environment tells which; without a terminal, or inside a multiplexer that would swallow them, there are none.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use nomina_engine::Limits;

use crate::files::read;

/// Rows and columns of an image in the table.
const ROWS: usize = 3;
const COLUMNS: usize = 6;
/// Pixels of its longest side; terminals scale it to the cells, but for sixel.
const SIDE: u32 = 96;
const SIXEL_SIDE: u32 = 48;
/// The kitty protocol takes its text in pieces of this length.
const PIECE: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Kitty,
    Iterm,
    Sixel,
}

impl Protocol {
    /// What the terminal behind standard output understands.
    pub(crate) fn of_terminal() -> Option<Self> {
        let lines = std::io::stdout().is_terminal();
        lines.then(|| Self::of(|name| std::env::var(name).unwrap_or_default())).flatten()
    }

    fn of(variable: impl Fn(&str) -> String) -> Option<Self> {
        let (term, program) = (variable("TERM"), variable("TERM_PROGRAM"));
        let is_set = |name: &str| !variable(name).is_empty();
        match () {
            () if is_set("TMUX")
                || term.starts_with("screen")
                || term.starts_with("tmux")
                || term == "dumb" =>
            {
                None
            }
            () if is_set("KITTY_WINDOW_ID") || term == "xterm-kitty" || term == "xterm-ghostty" => {
                Some(Self::Kitty)
            }
            () if program == "iTerm.app" || program == "WezTerm" || variable("LC_TERMINAL") == "iTerm2" => {
                Some(Self::Iterm)
            }
            () if term.contains("sixel") || term.starts_with("foot") || term == "mlterm" => Some(Self::Sixel),
            () => None,
        }
    }

    /// A row of the table with the image in front of it. An image that cannot be read leaves its place empty.
    pub(crate) fn row(self, file: &Path, text: &str) -> String {
        let image = read(file).ok().and_then(|bytes| self.image(&bytes)).unwrap_or_default();
        // Room first: an image at the end of the screen would scroll away from under its own text.
        let room = "\n".repeat(ROWS);
        let right = COLUMNS + 1;
        format!("{room}\x1b[{ROWS}A\x1b7{image}\x1b8\x1b[{right}C{}\r\x1b[{ROWS}B", text.trim_end())
    }

    fn image(self, bytes: &[u8]) -> Option<String> {
        match self {
            Self::Kitty => {
                let small = nomina_engine::rgb(bytes, SIDE, &Limits::default()).ok()?;
                Some(kitty(small.width, small.height, &small.data))
            }
            Self::Iterm => {
                Some(iterm(&nomina_engine::thumbnail(bytes, SIDE, &Limits::default()).ok()?.bytes))
            }
            Self::Sixel => {
                let small = nomina_engine::rgb(bytes, SIXEL_SIDE, &Limits::default()).ok()?;
                Some(sixel(small.width, &small.data))
            }
        }
    }
}

fn kitty(width: usize, height: usize, rgba: &[u8]) -> String {
    let text = STANDARD.encode(rgba);
    let pieces: Vec<&str> =
        (0..text.len()).step_by(PIECE).map(|at| &text[at..text.len().min(at + PIECE)]).collect();
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let more = u8::from(at + 1 < pieces.len());
        let head =
            if at == 0 { format!("a=T,q=2,f=32,s={width},v={height},r={ROWS},") } else { String::new() };
        let _ = write!(out, "\x1b_G{head}m={more};{piece}\x1b\\");
    }
    out
}

fn iterm(file: &[u8]) -> String {
    let (size, text) = (file.len(), STANDARD.encode(file));
    format!(
        "\x1b]1337;File=inline=1;size={size};width={COLUMNS};height={ROWS};preserveAspectRatio=1:{text}\x07"
    )
}

/// Six steps of red, green and blue, which is what thumbnails need; six rows of pixels at a time, a colour after the other.
fn sixel(width: usize, rgba: &[u8]) -> String {
    let step = |value: u8| (usize::from(value) * 5 + 127) / 255;
    let colours: Vec<usize> =
        rgba.chunks_exact(4).map(|p| step(p[0]) * 36 + step(p[1]) * 6 + step(p[2])).collect();
    let mut out = String::from("\x1bPq");
    for number in (0..216).filter(|number| colours.contains(number)) {
        let share = |at: usize| at % 6 * 20;
        let _ = write!(out, "#{number};2;{};{};{}", share(number / 36), share(number / 6), share(number));
    }
    for band in colours.chunks(width * 6) {
        let mut present: Vec<usize> = band.to_vec();
        present.sort_unstable();
        present.dedup();
        for colour in present {
            let _ = write!(out, "#{colour}");
            out.extend((0..width).map(|x| {
                let rows = (0..6).filter(|row| band.get(row * width + x) == Some(&colour));
                char::from(63 + rows.map(|row| 1u8 << row).sum::<u8>())
            }));
            out.push('$');
        }
        out.push('-');
    }
    out + "\x1b\\"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Option<Protocol> {
        Protocol::of(|name| {
            let known = variables.iter().find(|(known, _)| *known == name);
            known.map_or(String::new(), |(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_what_a_terminal_can_show() {
        assert_eq!(found(&[("TERM", "xterm-kitty")]), Some(Protocol::Kitty));
        assert_eq!(found(&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")]), Some(Protocol::Kitty));
        assert_eq!(
            found(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")]),
            Some(Protocol::Iterm)
        );
        assert_eq!(found(&[("TERM", "foot-extra")]), Some(Protocol::Sixel));
        assert_eq!(found(&[("TERM", "xterm-256color")]), None);
        assert_eq!(found(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")]), None);
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn each_protocol_carries_the_pixels_it_was_given() {
        assert_eq!(kitty(1, 1, &[1, 2, 3, 255]), "\x1b_Ga=T,q=2,f=32,s=1,v=1,r=3,m=0;AQID/w==\x1b\\");
        let long = kitty(64, 64, &[0; 64 * 64 * 4]);
        assert_eq!(long.matches("\x1b_G").count(), 6);
        assert!(long.ends_with("\x1b\\") && long.contains("m=1;") && long.rfind("m=0;") > long.rfind("m=1;"));
        assert!(iterm(b"abc").ends_with("preserveAspectRatio=1:YWJj\x07"));
        // Two pixels beside each other, red and blue: the lowest bit of each column, once a colour.
        assert_eq!(
            sixel(2, &[255, 0, 0, 255, 0, 0, 255, 255]),
            "\x1bPq#5;2;0;0;100#180;2;100;0;0#5?@$#180@?$-\x1b\\"
        );
    }

    #[test]
    fn a_image_that_cannot_be_read_leaves_its_text() {
        let row = Protocol::Iterm.row(Path::new("/no/such/file"), "a -> b\n");
        assert!(row.contains("a -> b") && !row.contains("1337"), "{row:?}");
    }
}
