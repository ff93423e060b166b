//! A progressive file: the scans of libjpeg's script, filled side by side a row of MCUs at a time. Runs of blocks without
//! further coefficients become one symbol, and every scan has codes of its own, which makes files of photos smaller.
//! Progressive encoding: ITU-T T.81, Annex G.

use super::entry::{Entry, PLAIN, SIXTEEN_ZEROS};
use super::huffman::Code;
use super::list::{Bits, List, PIECE};
use super::shape::{Part, Shape};
use super::tokens::value_at;
use super::writer::{BitWriter, segment};
use crate::simd::{Simd, Task, dispatch};

const LONGEST_RUN: u32 = 0x7fff;
/// So many corrections wait at most for the end of a run.
const MOST_CORRECTIONS: usize = 900;

/// Which coefficients a scan brings, and which of their bits: all above `low`, or after `high` one more.
#[derive(Clone, Copy, Debug)]
struct Band {
    first: u8,
    last: u8,
    high: u8,
    low: u8,
}

const fn band(first: u8, last: u8, high: u8, low: u8) -> Band {
    Band { first, last, high, low }
}

/// The scans of a colour image: components and band, means first.
const COLOUR: [(&[usize], Band); 10] = [
    (&[0, 1, 2], band(0, 0, 0, 1)),
    (&[0], band(1, 5, 0, 2)),
    (&[2], band(1, 63, 0, 1)),
    (&[1], band(1, 63, 0, 1)),
    (&[0], band(6, 63, 0, 2)),
    (&[0], band(1, 63, 2, 1)),
    (&[0, 1, 2], band(0, 0, 1, 0)),
    (&[2], band(1, 63, 1, 0)),
    (&[1], band(1, 63, 1, 0)),
    (&[0], band(1, 63, 1, 0)),
];
const GREY: [(&[usize], Band); 6] = [
    (&[0], band(0, 0, 0, 1)),
    (&[0], band(1, 5, 0, 2)),
    (&[0], band(6, 63, 0, 2)),
    (&[0], band(1, 63, 2, 1)),
    (&[0], band(0, 0, 1, 0)),
    (&[0], band(1, 63, 1, 0)),
];

/// The zigzag positions of a block whose values are at least 1, 2 and 4: what is not zero after so many low bits are cut.
pub(super) type Sets = [u64; 3];

/// Quantised blocks of one component in a row of MCUs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'r> {
    /// Column by column.
    pub(super) values: &'r [i16],
    pub(super) sets: &'r [Sets],
    /// Blocks from one row of blocks to the next.
    pub(super) stride: usize,
}

impl Row<'_> {
    #[inline(always)]
    fn block(&self, x: usize, y: usize) -> (&[i16; 64], &Sets) {
        let index = y * self.stride + x;
        (self.values[index * 64..].first_chunk().expect("a block"), &self.sets[index])
    }

    /// A row of blocks.
    #[inline(always)]
    fn blocks(&self, y: usize, wide: usize) -> impl Iterator<Item = (&[i16; 64], &Sets)> {
        let first = y * self.stride;
        self.values.as_chunks().0[first..first + wide].iter().zip(&self.sets[first..first + wide])
    }
}

/// All scans.
#[derive(Debug)]
pub(super) struct Scans(Vec<Scan>);

impl Scans {
    pub(super) fn new(components: usize) -> Self {
        let script: &[(&'static [usize], Band)] = if components > 1 { &COLOUR } else { &GREY };
        Self(script.iter().map(|&(components, band)| Scan::new(components, band)).collect())
    }

    /// The next row of MCUs, which is row `next` of the image.
    pub(super) fn put(&mut self, shape: &Shape, rows: &[Row<'_>], next: usize) {
        self.0.iter_mut().for_each(|scan| dispatch(PutRow { scan, shape, rows, next }));
    }

    /// All scans behind the headers of the file.
    pub(super) fn write(mut self, shape: &Shape, mut out: Vec<u8>) -> Vec<u8> {
        for scan in &mut self.0 {
            scan.end_run();
            scan.put_corrections();
        }
        // Room for all of it at once: growing would hold it twice.
        let bytes: usize = self.0.iter().map(|scan| scan.bytes(&scan.codes()) + MOST_HEADERS).sum();
        out.reserve_exact(BitWriter::room(bytes, PIECE));
        for scan in self.0 {
            out = dispatch(Write { scan, shape, out });
        }
        out
    }
}

/// What a scan brings of a row of MCUs. No vectors, but their level has the quicker instructions for single bits.
struct PutRow<'t, 'r> {
    scan: &'t mut Scan,
    shape: &'t Shape,
    rows: &'t [Row<'r>],
    next: usize,
}

impl Task for PutRow<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let Self { scan, shape, rows, next } = self;
        match scan.band.last {
            0 => scan.put_means(shape, rows, next),
            _ => {
                let component = scan.components[0];
                scan.put_band(&shape.parts[component], &rows[component], next);
            }
        }
    }
}

/// A scan behind what is already written.
struct Write<'t> {
    scan: Scan,
    shape: &'t Shape,
    out: Vec<u8>,
}

impl Task for Write<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<S: Simd>(self) -> Vec<u8> {
        self.scan.write(self.shape, self.out)
    }
}

/// One scan: symbols in order until their codes are known, each followed by its extra bits in whole bytes.
#[derive(Debug)]
struct Scan {
    components: &'static [usize],
    band: Band,
    list: List,
    /// How often each symbol occurs, for luma's and chroma's tables; scans of one component use the first.
    counts: [[u32; 256]; 2],
    /// The last mean of each component.
    means: [i32; 3],
    /// Blocks without further coefficients that wait for their symbol, and the corrections that follow it.
    run: u32,
    corrections: Bits,
    /// Bits that stand in the file as they are, behind symbols or alone.
    plain_bits: u64,
}

/// Bytes of a scan's tables and header at most.
const MOST_HEADERS: usize = 600;

impl Scan {
    fn new(components: &'static [usize], band: Band) -> Self {
        Self {
            components,
            band,
            list: List::default(),
            counts: [[0; 256]; 2],
            means: [0; 3],
            run: 0,
            corrections: Bits::default(),
            plain_bits: 0,
        }
    }

    #[inline(always)]
    fn symbol(&mut self, table: usize, symbol: u8, extra: u32, bits: u32) {
        self.counts[table][usize::from(symbol)] += 1;
        // Only means have a second table, and their symbols only four bits: the fifth tells the table.
        self.push(symbol | (table as u8) << 4, extra, bits);
    }

    #[inline(always)]
    fn push(&mut self, symbol: u8, extra: u32, bits: u32) {
        self.plain_bits += u64::from(bits);
        self.list.push(symbol, extra, bits);
    }

    /// The lowest `count` of `bits` as they are, the highest of them first.
    #[inline(always)]
    fn put_plain(&mut self, bits: u64, mut count: u32) {
        while count > 0 {
            let some = count.min(16);
            count -= some;
            self.push(PLAIN | ((some - 1) << 4) as u8, (bits >> count) as u32 & ((1 << some) - 1), some);
        }
    }

    /// All corrections that wait.
    fn put_corrections(&mut self) {
        let mut words = std::mem::take(&mut self.corrections.words);
        words.drain(..).for_each(|word| self.put_plain(u64::from(word), 16));
        let Bits { rest, count, .. } = std::mem::take(&mut self.corrections);
        self.put_plain(u64::from(rest), count);
        self.corrections.words = words;
    }

    #[inline(always)]
    fn put_means(&mut self, shape: &Shape, rows: &[Row<'_>], next: usize) {
        for mcu in 0..shape.mcus_wide {
            for &component in self.components {
                let part = &shape.parts[component];
                for y in 0..part.v {
                    for x in 0..part.h {
                        let place = (mcu * part.h + x, next * part.v + y);
                        let inside = place.0 < part.wide && place.1 < part.high;
                        let mean = inside.then(|| i32::from(rows[component].block(place.0, y).0[0]));
                        self.put_mean(component, part.tables, mean);
                    }
                }
            }
        }
    }

    /// `None`: a block outside of the image, which repeats the mean before it.
    #[inline(always)]
    fn put_mean(&mut self, component: usize, table: usize, mean: Option<i32>) {
        let Band { high, low, .. } = self.band;
        let mean = mean.map_or(self.means[component], |mean| mean >> low);
        if high > 0 {
            self.corrections.push(mean as u64 & 1, 1);
            if self.corrections.count == 0 {
                self.put_corrections();
            }
        } else {
            let (size, extra) = class(mean - self.means[component]);
            self.symbol(table, size as u8, extra, size);
        }
        self.means[component] = mean;
    }

    #[inline(always)]
    fn put_band(&mut self, part: &Part, row: &Row<'_>, next: usize) {
        let Band { first, last, high, low } = self.band;
        let positions = (u64::MAX << first) & (u64::MAX >> (63 - last));
        for y in 0..part.v.min(part.high.saturating_sub(next * part.v)) {
            for (values, sets) in row.blocks(y, part.wide) {
                let set = sets[usize::from(low)] & positions;
                if set == 0 {
                    self.lengthen_run();
                } else if high == 0 {
                    self.first_block(values, set);
                } else {
                    self.refined_block(values, set, sets[usize::from(high)]);
                }
            }
        }
    }

    #[inline(always)]
    fn first_block(&mut self, values: &[i16; 64], mut set: u64) {
        let mut before = u32::from(self.band.first);
        while set != 0 {
            let k = set.trailing_zeros();
            set &= set - 1;
            let value = value_at(values, k as usize);
            let size = value.abs() >> self.band.low;
            self.end_run();
            let mut run = k - before;
            while run > 15 {
                self.symbol(0, SIXTEEN_ZEROS, 0, 0);
                run -= 16;
            }
            let (bits, extra) = class(if value < 0 { -size } else { size });
            self.symbol(0, (run << 4 | bits) as u8, extra, bits);
            before = k + 1;
        }
        if before <= u32::from(self.band.last) {
            self.lengthen_run();
        }
    }

    /// One more bit of what is known, and what is no longer zero.
    #[inline(always)]
    fn refined_block(&mut self, values: &[i16; 64], set: u64, known: u64) {
        let low = self.band.low;
        // One behind the last that is new; 0 for none.
        let end = 64 - (set & !known).leading_zeros();
        let (mut before, mut zeros, mut rest) = (u32::from(self.band.first), 0, set);
        let (mut corrections, mut waiting) = (0u64, 0);
        while rest != 0 {
            let k = rest.trailing_zeros();
            rest &= rest - 1;
            let value = value_at(values, k as usize);
            zeros += k - before;
            before = k + 1;
            while zeros > 15 && k < end {
                self.end_run();
                self.symbol(0, SIXTEEN_ZEROS, 0, 0);
                zeros -= 16;
                self.put_plain(corrections, waiting);
                waiting = 0;
            }
            if known >> k & 1 == 1 {
                corrections = corrections << 1 | u64::from(value.unsigned_abs() >> low & 1);
                waiting += 1;
                continue;
            }
            self.end_run();
            let positive = u32::from(value > 0);
            self.symbol(0, (zeros << 4 | 1) as u8, positive, 1);
            self.put_plain(corrections, waiting);
            (waiting, zeros) = (0, 0);
        }
        if before <= u32::from(self.band.last) || zeros > 0 || waiting > 0 {
            self.corrections.push(corrections, waiting);
            self.lengthen_run();
            if self.corrections.len() > MOST_CORRECTIONS {
                self.end_run();
            }
        }
    }

    #[inline(always)]
    fn lengthen_run(&mut self) {
        self.run += 1;
        if self.run == LONGEST_RUN {
            self.end_run();
        }
    }

    /// The symbol of the blocks that wait, and their corrections.
    #[inline(always)]
    fn end_run(&mut self) {
        if self.run > 0 {
            self.put_run();
        }
    }

    #[inline(never)]
    fn put_run(&mut self) {
        let bits = self.run.ilog2();
        self.symbol(0, (bits << 4) as u8, self.run & ((1 << bits) - 1), bits);
        self.run = 0;
        self.put_corrections();
    }

    fn codes(&self) -> [Code; 2] {
        self.counts.each_ref().map(Code::optimal)
    }

    /// How many bytes all symbols take, but for the stuffing.
    fn bytes(&self, codes: &[Code; 2]) -> usize {
        let symbols = self.counts.iter().zip(codes).flat_map(|(counts, code)| counts.iter().zip(&code.words));
        let bits: u64 = symbols.map(|(&count, word)| u64::from(count) * u64::from(word & 31)).sum();
        (bits + self.plain_bits).div_ceil(8) as usize
    }

    /// Tables, header and data.
    #[inline(always)]
    fn write(self, shape: &Shape, mut out: Vec<u8>) -> Vec<u8> {
        let Band { first, last, high, low } = self.band;
        let means = last == 0;
        let codes = self.codes();
        let bytes = self.bytes(&codes);
        let entries: [Entry; 256] = std::array::from_fn(|symbol| match means {
            true => Entry::new(symbol as u8, codes[symbol >> 4 & 1].words[symbol & 15], means),
            false => Entry::new(symbol as u8, codes[0].words[symbol], means),
        });
        for (table, code) in codes.iter().enumerate().filter(|(_, code)| !code.symbols.is_empty()) {
            let kind = if means { table as u8 } else { 0x10 };
            segment(&mut out, 0xc4, &[&[kind][..], &code.counts, &code.symbols].concat());
        }
        let mut header = vec![self.components.len() as u8];
        for &component in self.components {
            let table = if means { (shape.parts[component].tables as u8) << 4 } else { 0 };
            header.extend_from_slice(&[component as u8 + 1, table]);
        }
        header.extend_from_slice(&[first, last, high << 4 | low]);
        segment(&mut out, 0xda, &header);
        let mut bits = BitWriter::new(out, bytes, PIECE);
        for (piece, used) in self.list.pieces() {
            bits.reserve(used);
            let mut at = 0;
            while at < used {
                let [symbol, low, high] = *piece[at..].first_chunk().expect("two bytes behind a symbol");
                let Entry { word, extra, bits: count, length } = entries[usize::from(symbol)];
                let extra = extra & u16::from_le_bytes([low, high]);
                bits.put(u64::from(word | u32::from(extra)), u32::from(count));
                at += usize::from(length);
            }
        }
        bits.finish()
    }
}

/// A value's size class and its extra bits.
#[inline(always)]
fn class(value: i32) -> (u32, u32) {
    let size = 32 - value.unsigned_abs().leading_zeros();
    (size, (value + (value >> 31)) as u32 & ((1 << size) - 1))
}
