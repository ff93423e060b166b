//! A sheet (CSV) beside a batch: one row for each image, found by its old file name or by a number. Its columns become tokens of
//! the name pattern, and its texts are told to the model.

use crate::names::Cell;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The largest sheet that is read, and the most rows and columns of one.
pub const MAX_BYTES: usize = 4 << 20;
const MAX_ROWS: usize = 20_000;
const MAX_COLUMNS: usize = 100;
/// The longest text of a row that a model is told, in characters.
const MAX_CONTEXT: usize = 300;
/// Headings of a column that counts the images.
const NUMBERS: [&str; 8] = ["n", "no", "nr", "#", "number", "index", "position", "order"];

pub const NOT_A_SHEET: &str = "This file is not a sheet. Choose a CSV file: a first row with the names of the columns, then a row for each image.";
pub const IS_A_WORKBOOK: &str = "This is an Excel or OpenDocument file. Save it as CSV and choose that file.";
pub const TOO_LARGE: &str = "This sheet is too large: at most 4 MB, 20,000 rows and 100 columns can be read.";
pub const NO_ROWS: &str = "This sheet has no rows below the names of its columns.";
pub const NO_MATCH: &str = "No row of the sheet belongs to one of these images. One column has to hold the old file names, or \
     be called n and count the images.";

/// The cells of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    columns: Vec<String>,
    /// Every row with the number of its line, as other programs count them.
    rows: Vec<(usize, Vec<String>)>,
}

/// A sheet and a batch beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    pub columns: Vec<String>,
    /// The column by which rows were found.
    pub key: String,
    /// For every image the cells of its row; empty without one.
    pub cells: Vec<Vec<Cell>>,
    /// For every image what its row tells a model.
    pub contexts: Vec<String>,
    /// Rows that belong to no image.
    pub unused: Vec<UnusedRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusedRow {
    pub line: usize,
    /// What the row says in the column by which rows are found.
    pub key: String,
}

/// What a sheet says about one image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    pub columns: Vec<Cell>,
    pub context: String,
}

impl SheetRow {
    /// What a model is told about an image: the person's words, and those of the sheet.
    pub fn context_after(&self, own: &str) -> Option<String> {
        let texts = [own.trim(), self.context.as_str()].into_iter().filter(|text| !text.is_empty());
        let all = texts.collect::<Vec<_>>().join(", ");
        (!all.is_empty()).then_some(all)
    }
}

impl Joined {
    /// The row of every image; an empty one without a row.
    pub fn into_rows(self) -> impl Iterator<Item = SheetRow> {
        self.cells.into_iter().zip(self.contexts).map(|(columns, context)| SheetRow { columns, context })
    }

    /// The images that have no row, counted from 0.
    pub fn without_row(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(|(_, cells)| cells.is_empty()).map(|(at, _)| at)
    }

    /// A sentence for every row without an image and every image without a row; of many only the first.
    pub fn sentences(&self, images: &[String]) -> Vec<String> {
        let rows = self
            .unused
            .iter()
            .map(|row| format!("Row {} of the sheet ({}) belongs to no image.", row.line, row.key));
        let without = self.without_row().filter_map(|at| images.get(at));
        let mut said = first(rows.collect(), "rows of the sheet belong to no image");
        let without = without.map(|name| format!("{name} has no row in the sheet."));
        said.extend(first(without.collect(), "images have no row in the sheet"));
        said
    }
}

/// The first sentences, and how many more there are.
fn first(mut sentences: Vec<String>, what: &str) -> Vec<String> {
    const SHOWN: usize = 20;
    let more = sentences.len().saturating_sub(SHOWN);
    sentences.truncate(SHOWN);
    if more > 0 {
        sentences.push(format!("{more} more {what}."));
    }
    sentences
}

impl Sheet {
    /// Reads commas, semicolons or tabs between cells, quotes around them, and texts in UTF-8, UTF-16 or Windows' own letters.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > MAX_BYTES {
            return Err(TOO_LARGE.into());
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
            return Err(IS_A_WORKBOOK.into());
        }
        let text = decoded(bytes).ok_or(NOT_A_SHEET)?;
        let mut rows = cells(&text, separator(&text).ok_or(NOT_A_SHEET)?);
        rows.retain(|(_, row)| row.iter().any(|cell| !cell.is_empty()));
        if rows.is_empty() {
            return Err(NOT_A_SHEET.into());
        }
        let (_, columns) = rows.remove(0);
        if columns.len() > MAX_COLUMNS || rows.len() > MAX_ROWS {
            return Err(TOO_LARGE.into());
        }
        match rows.is_empty() {
            true => Err(NO_ROWS.into()),
            false => Ok(Self { columns, rows }),
        }
    }

    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Gives every image its row: by the column that knows most of the file names, else by one that counts.
    pub fn join(&self, images: &[String]) -> Result<Joined, String> {
        let names = Names::of(images);
        let by_name = (0..self.columns.len()).map(|at| (self.matches(at, |cell| names.find(cell)), at));
        let best = by_name.rev().max_by_key(|(found, _)| found.iter().flatten().count());
        let (found, key) = match best {
            Some((found, key)) if found.iter().any(Option::is_some) => (found, key),
            _ => self.by_number(images.len()).ok_or(NO_MATCH)?,
        };
        let mut joined = Joined {
            columns: self.columns.iter().filter(|name| !name.is_empty()).cloned().collect(),
            key: self.columns[key].clone(),
            cells: vec![Vec::new(); images.len()],
            contexts: vec![String::new(); images.len()],
            unused: Vec::new(),
        };
        for ((line, row), image) in self.rows.iter().zip(found) {
            match image.filter(|at| joined.cells[*at].is_empty()) {
                Some(at) => {
                    joined.cells[at] = self.named(row);
                    joined.contexts[at] = self.context(row, key);
                }
                None => {
                    let key = row.get(key).cloned().unwrap_or_default();
                    joined.unused.push(UnusedRow { line: *line, key });
                }
            }
        }
        Ok(joined)
    }

    fn matches(&self, column: usize, find: impl Fn(&str) -> Option<usize>) -> Vec<Option<usize>> {
        self.rows.iter().map(|(_, row)| row.get(column).and_then(|cell| find(cell))).collect()
    }

    fn by_number(&self, images: usize) -> Option<(Vec<Option<usize>>, usize)> {
        let counts = |name: &String| NUMBERS.contains(&name.to_lowercase().trim_end_matches('.'));
        let column = self.columns.iter().position(counts)?;
        let number = |cell: &str| cell.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < images);
        let found = self.matches(column, number);
        found.iter().any(Option::is_some).then_some((found, column))
    }

    fn named(&self, row: &[String]) -> Vec<Cell> {
        let cells = self.columns.iter().zip(row).filter(|(column, _)| !column.is_empty());
        cells.map(|(column, value)| Cell { column: column.clone(), value: value.clone() }).collect()
    }

    /// The texts of a row. Numbers and codes tell a model nothing.
    fn context(&self, row: &[String], key: usize) -> String {
        let tells =
            |text: &str| text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2);
        let texts = row.iter().enumerate().filter(|(at, text)| *at != key && tells(text));
        let all = texts.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ");
        all.chars().take(MAX_CONTEXT).collect()
    }
}

/// The images by file name and, where that says which one is meant, by its stem.
struct Names(HashMap<String, Option<usize>>);

impl Names {
    fn of(images: &[String]) -> Self {
        let mut names: HashMap<String, Option<usize>> = HashMap::new();
        for (at, image) in images.iter().enumerate() {
            let name = key(image);
            let stem = name.rsplit_once('.').map(|(stem, _)| stem.to_owned()).filter(|stem| !stem.is_empty());
            for name in std::iter::once(name).chain(stem) {
                names
                    .entry(name)
                    .and_modify(|known| *known = known.filter(|other| *other == at))
                    .or_insert(Some(at));
            }
        }
        Self(names)
    }

    fn find(&self, cell: &str) -> Option<usize> {
        self.0.get(&key(cell)).copied().flatten()
    }
}

/// The last part of a path in lower case.
fn key(name: &str) -> String {
    name.trim().rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase()
}

fn decoded(bytes: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| number([pair[0], pair[1]]));
        String::from_utf16(&units.collect::<Vec<_>>()).ok()
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok()?,
        _ => String::from_utf8(bytes.to_vec())
            .unwrap_or_else(|_| bytes.iter().map(|byte| windows_letter(*byte)).collect()),
    };
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    (!text.contains(control)).then_some(text)
}

/// A letter of Windows-1252, in which older programs of Western Europe write.
fn windows_letter(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
        '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => FROM_80[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}

/// What stands between the cells of the first line; none where nothing does.
fn separator(text: &str) -> Option<char> {
    let first = text.trim_start().lines().next()?;
    let count = |sign: char| first.matches(sign).count();
    let found =
        [',', ';', '\t'].into_iter().map(|sign| (count(sign), sign)).max_by_key(|(count, _)| *count)?;
    (found.0 > 0).then_some(found.1)
}

/// Rows of trimmed cells. A quote that is never closed ends with the text.
fn cells(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let mut rows = Vec::new();
    let (mut row, mut cell): (Vec<String>, String) = (Vec::new(), String::new());
    let (mut quoted, mut line, mut start) = (false, 1, 1);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell).trim().to_owned());
                rows.push((start, std::mem::take(&mut row)));
                start = line;
            }
            c if c == separator && !quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    row.push(cell.trim().to_owned());
    rows.push((start, row));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn joined(sheet: &str, names: &[&str]) -> Joined {
        Sheet::read(sheet.as_bytes()).unwrap().join(&images(names)).unwrap()
    }

    #[test]
    fn rows_are_found_by_old_names_and_what_has_no_partner_is_said() {
        let sheet = "SKU;File;Product name\nA-1;IMG_1.JPG;\"Oak; \"\"big\"\" table\"\n\nA-2;photos/img_2;Chair\nA-3;gone.jpg;Lamp\nA-4;IMG_1.jpg;Twice";
        let made = joined(sheet, &["img_1.jpg", "IMG_2.png", "IMG_3.jpg"]);
        assert_eq!((made.key.as_str(), made.columns.len()), ("File", 3));
        assert_eq!(made.cells[0][2].value, "Oak; \"big\" table");
        assert_eq!(made.cells[1][0], Cell { column: "SKU".into(), value: "A-2".into() });
        assert_eq!(made.contexts, ["Oak; \"big\" table", "Chair", ""]);
        assert_eq!(made.without_row().collect::<Vec<_>>(), [2]);
        let unused: Vec<(usize, &str)> = made.unused.iter().map(|row| (row.line, row.key.as_str())).collect();
        assert_eq!(unused, [(5, "gone.jpg"), (6, "IMG_1.jpg")]);
        let said = made.sentences(&images(&["img_1.jpg", "IMG_2.png", "IMG_3.jpg"]));
        assert_eq!(said[0], "Row 5 of the sheet (gone.jpg) belongs to no image.");
        assert_eq!(said[2], "IMG_3.jpg has no row in the sheet.");
    }

    #[test]
    fn a_column_that_counts_gives_rows_by_place_in_the_batch() {
        let made = joined("No.,Product\n2,Chair\n1,Table\n3,Lamp", &["x.jpg", "y.jpg"]);
        assert_eq!((made.cells[0][1].value.as_str(), made.cells[1][1].value.as_str()), ("Table", "Chair"));
        assert_eq!(made.unused.len(), 1);
    }

    #[test]
    fn a_stem_that_two_images_have_says_neither() {
        let made = joined("file,sku\na,1\na.png,2", &["a.jpg", "a.png"]);
        assert_eq!((made.cells[0].len(), made.cells[1][1].value.as_str()), (0, "2"));
    }

    #[test]
    fn sheets_of_other_programs_are_read() {
        let wide: Vec<u8> =
            "\u{feff}file\tname\r\na.jpg\tTür".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide_from_large: Vec<u8> = wide.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        let western = b"file,name,price\na.jpg,T\xfcr,\x80 5";
        let marked = "\u{feff}file,name\r\na.jpg,Tür\r\n".as_bytes();
        for bytes in [&wide[..], &wide_from_large, western, marked] {
            let made = Sheet::read(bytes).unwrap().join(&images(&["a.jpg"])).unwrap();
            assert_eq!((made.cells[0][0].column.as_str(), made.cells[0][1].value.as_str()), ("file", "Tür"));
        }
        assert_eq!(Sheet::read(western).unwrap().rows[0].1[2], "€ 5");
    }

    #[test]
    fn what_is_no_sheet_gets_its_sentence() {
        for (bytes, sentence) in [
            (&b"PK\x03\x04xl/workbook.xml"[..], IS_A_WORKBOOK),
            (b"\xff\xd8\xff\xe0\x00\x10JFIF", NOT_A_SHEET),
            (b"", NOT_A_SHEET),
            (b"just a letter to somebody", NOT_A_SHEET),
            (b"file,sku\n\n", NO_ROWS),
        ] {
            assert_eq!(Sheet::read(bytes).unwrap_err(), sentence);
        }
        assert_eq!(Sheet::read(&vec![b','; MAX_BYTES + 1]).unwrap_err(), TOO_LARGE);
        let sheet = Sheet::read(b"file,sku\nb.jpg,1").unwrap();
        assert_eq!(sheet.join(&images(&["a.jpg"])).unwrap_err(), NO_MATCH);
    }

    #[test]
    fn an_image_is_told_the_persons_words_and_those_of_its_row() {
        let made = joined("file,size,product\na.jpg,5 cm,Oak table", &["a.jpg", "b.jpg"]);
        let rows: Vec<SheetRow> = made.into_rows().collect();
        assert_eq!(rows[0].context_after(" our shop "), Some("our shop, Oak table".into()));
        assert_eq!(rows[0].context_after(""), Some("Oak table".into()));
        assert_eq!((rows[1].context_after(" "), rows.len()), (None, 2));
    }

    #[test]
    fn quotes_hold_lines_and_separators_and_a_sign_of_inches_is_no_quote() {
        let sheet = Sheet::read(b"file,size,note\na.jpg,5\" nail,\"one, \ntwo\"").unwrap();
        assert_eq!(sheet.columns(), ["file", "size", "note"]);
        assert_eq!(sheet.rows, [(2, vec!["a.jpg".into(), "5\" nail".into(), "one, \ntwo".into()])]);
    }

    #[test]
    fn of_many_rows_without_an_image_twenty_are_named() {
        for (rows, last) in
            [(20, "Row 22 of the sheet"), (25, "5 more rows of the sheet belong to no image.")]
        {
            let lines: String = (0..rows).map(|n| format!("gone-{n}.jpg,x\n")).collect();
            let said = joined(&format!("file,sku\na.jpg,1\n{lines}"), &["a.jpg"]).sentences(&[]);
            assert!(said.last().is_some_and(|said| said.starts_with(last)), "{said:?}");
        }
    }

    #[test]
    fn a_sheet_has_at_most_a_hundred_columns_and_twenty_thousand_rows() {
        for (columns, rows, fits) in [(100, 1, true), (101, 1, false), (2, 20_000, true), (2, 20_001, false)]
        {
            let row = |cell: &str| vec![cell; columns].join(",") + "\n";
            let sheet = row("a") + &row("b").repeat(rows);
            assert_eq!(Sheet::read(sheet.as_bytes()).err().as_deref(), (!fits).then_some(TOO_LARGE));
        }
    }
}
