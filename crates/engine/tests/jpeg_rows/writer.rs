//! Files from coefficients, by the book and bit by bit: sequential, and progressive by any script.

use super::pass::{Bits, Pass};

/// One scan of a progressive file: its components, band, and bits (`high` as the file has it, `low` = point transform).
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) components: Vec<usize>,
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) high: u32,
    pub(crate) low: u32,
}

pub(crate) fn scan(components: &[usize], band: (usize, usize), bits: (u32, u32)) -> Scan {
    Scan { components: components.to_vec(), first: band.0, last: band.1, high: bits.0, low: bits.1 }
}

/// The quantised coefficients of an image in zigzag order.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Sampling factors of each component.
    factors: Vec<(usize, usize)>,
    /// Blocks of each component row by row, padded to whole MCUs.
    blocks: Vec<Vec<[i16; 64]>>,
}

impl Made {
    /// Something like an image: most coefficients are zero, and the more so the finer they are. Some blocks are empty.
    pub(crate) fn new(width: usize, height: usize, factors: &[(usize, usize)]) -> Self {
        let mut made = Self { width, height, factors: factors.to_vec(), blocks: Vec::new() };
        let mut state = (width * 31 + height * 7 + factors.len()) as u32;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for component in 0..factors.len() {
            let (wide, high) = made.padded(component);
            let block = |_| {
                let busy = random(3) > 0;
                std::array::from_fn(|k| match k {
                    0 => random(200) as i16 - 100,
                    _ if !busy || random(2 + k as u32 / 2) > 0 => 0,
                    _ => random(3 + 120 / k as u32) as i16 * (1 - 2 * random(2) as i16),
                })
            };
            made.blocks.push((0..wide * high).map(block).collect());
        }
        made
    }

    fn largest(&self) -> (usize, usize) {
        let each = || self.factors.iter();
        (each().map(|f| f.0).max().unwrap_or(1), each().map(|f| f.1).max().unwrap_or(1))
    }

    fn mcus(&self) -> (usize, usize) {
        let (h, v) = self.largest();
        (self.width.div_ceil(8 * h), self.height.div_ceil(8 * v))
    }

    fn padded(&self, component: usize) -> (usize, usize) {
        let ((wide, high), (h, v)) = (self.mcus(), self.factors[component]);
        (wide * h, high * v)
    }

    /// The blocks of a scan in its order, MCU by MCU: (index in the scan, block).
    fn order(&self, components: &[usize]) -> Vec<Vec<(usize, &[i16; 64])>> {
        let at =
            |component: usize, x: usize, y: usize| &self.blocks[component][y * self.padded(component).0 + x];
        if let [only] = components {
            let ((h, v), (h_max, v_max)) = (self.factors[*only], self.largest());
            let wide = (self.width * h).div_ceil(h_max).div_ceil(8);
            let high = (self.height * v).div_ceil(v_max).div_ceil(8);
            return (0..wide * high).map(|i| vec![(0, at(*only, i % wide, i / wide))]).collect();
        }
        let (wide, high) = self.mcus();
        let mcu = |i: usize| {
            let blocks = components.iter().enumerate().flat_map(move |(index, &component)| {
                let (h, v) = self.factors[component];
                let place = move |b: usize| (i % wide * h + b % h, i / wide * v + b / h);
                (0..h * v).map(move |b| (index, at(component, place(b).0, place(b).1)))
            });
            blocks.collect()
        };
        (0..wide * high).map(mcu).collect()
    }

    /// A sequential file; each list of components is a scan. `restart`: MCUs of an interval, 0 for none.
    pub(crate) fn sequential(&self, scans: &[&[usize]], restart: usize) -> Vec<u8> {
        let mut out = self.headers(0xc0, restart);
        for &components in scans {
            self.begin_scan(&mut out, &scan(components, (0, 63), (0, 0)));
            let mut bits = Bits::default();
            let mut means = [0; 4];
            for (i, mcu) in self.order(components).into_iter().enumerate() {
                if restart > 0 && i > 0 && i % restart == 0 {
                    bits.restart(i / restart - 1);
                    means = [0; 4];
                }
                for (index, block) in mcu {
                    bits.mean(i32::from(block[0]) - means[index]);
                    means[index] = i32::from(block[0]);
                    bits.band(&block.map(i32::from), 1, 63);
                    if block[63] == 0 {
                        bits.symbol(0);
                    }
                }
            }
            out.extend(bits.finish());
        }
        out.extend([0xff, 0xd9]);
        out
    }

    pub(crate) fn progressive(&self, script: &[Scan], restart: usize) -> Vec<u8> {
        let mut out = self.headers(0xc2, restart);
        for scan in script {
            self.begin_scan(&mut out, scan);
            let mut pass = Pass::new(scan);
            for (i, mcu) in self.order(&scan.components).into_iter().enumerate() {
                if restart > 0 && i > 0 && i % restart == 0 {
                    pass.restart(i / restart - 1);
                }
                mcu.into_iter().for_each(|(index, block)| pass.block(index, block));
            }
            out.extend(pass.finish());
        }
        out.extend([0xff, 0xd9]);
        out
    }

    fn headers(&self, frame: u8, restart: usize) -> Vec<u8> {
        let mut out = vec![0xff, 0xd8];
        segment(&mut out, 0xdb, &(0..65).map(|k| if k == 0 { 0 } else { 2 + k / 4 }).collect::<Vec<u8>>());
        let sizes = [(self.height as u16).to_be_bytes(), (self.width as u16).to_be_bytes()].concat();
        let mut body = [&[8][..], &sizes, &[self.factors.len() as u8]].concat();
        for (id, (h, v)) in (1u8..).zip(&self.factors) {
            body.extend([id, (h << 4 | v) as u8, 0]);
        }
        segment(&mut out, frame, &body);
        // The flat codes of [`Bits::mean`] and [`Bits::symbol`].
        let sizes: Vec<u8> = (0..16).collect();
        segment(&mut out, 0xc4, &[&[0x00, 0, 0, 0, 0, 16][..], &[0; 11], &sizes].concat());
        let symbols: Vec<u8> = (0..=255).collect();
        segment(&mut out, 0xc4, &[&[0x10, 0, 0, 0, 0, 0, 0, 0, 254, 2][..], &[0; 7], &symbols].concat());
        segment(&mut out, 0xdd, &(restart as u16).to_be_bytes());
        out
    }

    fn begin_scan(&self, out: &mut Vec<u8>, scan: &Scan) {
        let mut body = vec![scan.components.len() as u8];
        body.extend(scan.components.iter().flat_map(|&component| [component as u8 + 1, 0]));
        body.extend([scan.first as u8, scan.last as u8, (scan.high << 4 | scan.low) as u8]);
        segment(out, 0xda, &body);
    }
}

fn segment(out: &mut Vec<u8>, marker: u8, body: &[u8]) {
    out.extend([0xff, marker]);
    out.extend((body.len() as u16 + 2).to_be_bytes());
    out.extend(body);
}
