//! The entropy-coded data of scans, bit by bit as the standard says.

use super::writer::Scan;

/// A progressive scan that is being written.
pub(crate) struct Pass<'a> {
    scan: &'a Scan,
    bits: Bits,
    means: [i32; 4],
    /// Blocks that bring nothing new, and the corrections of what they hold.
    empty: u32,
    pending: Vec<bool>,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(scan: &'a Scan) -> Self {
        Self { scan, bits: Bits::default(), means: [0; 4], empty: 0, pending: Vec::new() }
    }

    pub(crate) fn restart(&mut self, number: usize) {
        self.flush();
        self.bits.restart(number);
        self.means = [0; 4];
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.bits.finish()
    }

    /// The next block; `index` is its component's place in the scan.
    pub(crate) fn block(&mut self, index: usize, block: &[i16; 64]) {
        let Scan { first, last, high, low, .. } = *self.scan;
        if first == 0 {
            let mean = i32::from(block[0]) >> low;
            if high == 0 {
                self.bits.mean(mean - self.means[index]);
                self.means[index] = mean;
            } else {
                self.bits.put(mean as u32 & 1, 1);
            }
            return;
        }
        let values = block.map(|value| (i32::from(value).abs() >> low) * i32::from(value.signum()));
        if high == 0 {
            if values[first..=last].iter().any(|&value| value != 0) {
                self.flush();
                self.bits.band(&values, first, last);
            }
            self.empty += u32::from(values[last] == 0);
        } else {
            self.refine(&values, first, last);
        }
        if self.empty == 0x7fff {
            self.flush();
        }
    }

    fn refine(&mut self, values: &[i32; 64], first: usize, last: usize) {
        let newest = (first..=last).rfind(|&k| values[k].abs() == 1).unwrap_or(0);
        let (mut run, mut corrections) = (0, Vec::new());
        for (k, &value) in values.iter().enumerate().take(last + 1).skip(first) {
            match value.abs() {
                0 => run += 1,
                known if known > 1 => {
                    self.zeros(&mut run, &mut corrections, k <= newest);
                    corrections.push(known & 1 == 1);
                }
                _ => {
                    self.zeros(&mut run, &mut corrections, true);
                    self.flush();
                    self.bits.symbol(run << 4 | 1);
                    self.bits.put(u32::from(value > 0), 1);
                    self.bits.all(&mut corrections);
                    run = 0;
                }
            }
        }
        if run > 0 || !corrections.is_empty() {
            self.empty += 1;
            self.pending.extend(corrections);
        }
    }

    /// Whole runs of sixteen zeros, when a new coefficient follows.
    fn zeros(&mut self, run: &mut u32, corrections: &mut Vec<bool>, more: bool) {
        while more && *run > 15 {
            self.flush();
            self.bits.symbol(0xf0);
            self.bits.all(corrections);
            *run -= 16;
        }
    }

    fn flush(&mut self) {
        if self.empty > 0 {
            let size = self.empty.ilog2();
            self.bits.symbol(size << 4);
            self.bits.put(self.empty & ((1 << size) - 1), size);
            self.empty = 0;
        }
        self.bits.all(&mut self.pending);
    }
}

/// Entropy-coded bytes.
#[derive(Default)]
pub(crate) struct Bits {
    out: Vec<u8>,
    acc: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, bits: u32, count: u32) {
        self.acc = self.acc << count | u64::from(bits);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.acc >> self.count) as u8;
            self.out.push(byte);
            if byte == 0xff {
                self.out.push(0);
            }
        }
    }

    fn all(&mut self, bits: &mut Vec<bool>) {
        bits.drain(..).for_each(|bit| self.put(u32::from(bit), 1));
    }

    /// Eight bits for each symbol; the last two have nine, as the code of all ones is not allowed.
    pub(crate) fn symbol(&mut self, symbol: u32) {
        if symbol < 254 { self.put(symbol, 8) } else { self.put(508 + symbol - 254, 9) }
    }

    /// A difference of means: five bits for its size, and its bits.
    pub(crate) fn mean(&mut self, difference: i32) {
        let size = size(difference);
        self.put(size, 5);
        self.extra(difference, size);
    }

    fn value(&mut self, run: u32, value: i32) {
        let size = size(value);
        self.symbol(run << 4 | size);
        self.extra(value, size);
    }

    fn extra(&mut self, value: i32, size: u32) {
        self.put((value + (value >> 31)) as u32 & ((1 << size) - 1), size);
    }

    /// The values of a band that are not zero.
    pub(crate) fn band(&mut self, values: &[i32; 64], first: usize, last: usize) {
        let mut run = 0;
        for &value in &values[first..=last] {
            if value == 0 {
                run += 1;
                continue;
            }
            for _ in 0..run / 16 {
                self.symbol(0xf0);
            }
            self.value(run % 16, value);
            run = 0;
        }
    }

    pub(crate) fn restart(&mut self, number: usize) {
        self.align();
        self.out.extend([0xff, 0xd0 + (number % 8) as u8]);
    }

    fn align(&mut self) {
        let missing = (8 - self.count % 8) % 8;
        self.put((1 << missing) - 1, missing);
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.align();
        self.out
    }
}

fn size(value: i32) -> u32 {
    32 - value.unsigned_abs().leading_zeros()
}
