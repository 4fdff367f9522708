//! A reader of archives that follows `docs/file-format.md` word by word and shares no code with the
//! library's: it must find the values of the layer file.

use mancala_endgame::{
    BuildOptions, Database, Layer, PackOptions, Silent, archive_file, build, pack,
};
use mancala_position::kalah::KalahRules;
use std::fs;
use std::ops::Range;
use tempfile::tempdir;

const PIECE: usize = 262_144;

fn four(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

/// All rows of `m` pits with `s` seeds, in lexicographic order, which is that of their numbers.
fn rows(m: usize, s: usize) -> Vec<Vec<usize>> {
    if m == 1 {
        return vec![vec![s]];
    }
    let with_first = |first: usize| {
        let rest = rows(m - 1, s - first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (0..=s).flat_map(with_first).collect()
}

/// A row: what its pits hold, and how much lower the number is of the row with a seed moved on from
/// a pit.
struct Row {
    pits: Vec<usize>,
    distances: Vec<Option<usize>>,
}

/// All rows by number.
fn numbered(m: usize, s: usize) -> Vec<Row> {
    let rows = rows(m, s);
    let row = |(number, pits): (usize, &Vec<usize>)| {
        let distance = |q: usize| {
            let mut moved = pits.clone();
            moved[q] = moved[q].checked_sub(1)?;
            moved[q + 1] += 1;
            Some(number - rows.binary_search(&moved).expect("a row of the same sum"))
        };
        Row {
            pits: pits.clone(),
            distances: (0..m - 1).map(distance).collect(),
        }
    };
    rows.iter().enumerate().map(row).collect()
}

/// Numbers of one stream.
struct Stream {
    bytes: Vec<u8>,
    bit: usize,
}

impl Stream {
    fn next(&mut self, bits: usize) -> usize {
        let number = self.bytes[self.bit / 8] >> (self.bit % 8);
        self.bit += bits;
        usize::from(number) & ((1 << bits) - 1)
    }
}

/// A sub-layer, and what is the same for all its pieces.
struct SubLayer<'a> {
    m: usize,
    codes: i32,
    model: &'a [u8],
    own: Vec<Row>,
    opponent: Vec<Row>,
}

impl SubLayer<'_> {
    /// The votes and the code of each known neighbour of an entry.
    fn neighbours(&self, first: usize, known: &[i32]) -> Vec<(&[u8], i32)> {
        let (m, w) = (self.m, self.opponent.len());
        let (own, opponent) = ((first + known.len()) / w, (first + known.len()) % w);
        let (own, opponent) = (&self.own[own], &self.opponent[opponent]);
        let mut neighbours = Vec::new();
        for (row, other, unit, kind) in [(opponent, own, 1, 0), (own, opponent, w, m - 1)] {
            for q in (0..m - 1).rev() {
                let Some(distance) = row.distances[q] else {
                    continue;
                };
                let Some(place) = known.len().checked_sub(unit * distance) else {
                    continue;
                };
                let (row, others) = (&row.pits, &other.pits);
                let (x, y) = (row[q].min(m), row[q + 1].min(m));
                let z = usize::from(others[m - 2 - q] > 0) + 2 * usize::from(others[m - 1 - q] > 0);
                let context = 4 * (x * (m + 1) + y) + z;
                let from = 64 * ((kind + q) * 4 * (m + 1) * (m + 1) + context);
                neighbours.push((&self.model[from..from + 64], known[place]));
            }
        }
        neighbours
    }

    /// The codes of the candidates, best first, and the lead of the first.
    fn candidates(&self, neighbours: &[(&[u8], i32)]) -> (Vec<i32>, i32) {
        let e = neighbours.first().map_or(self.codes / 2, |(_, code)| *code);
        let mut candidates: Vec<(i32, i32)> = (0..32)
            .filter(|j| (0..self.codes).contains(&(e - 16 + j)))
            .map(|j| {
                let sum = neighbours.iter().fold(0, |sum: i32, (votes, b)| {
                    let place = ((e - b + 16).clamp(0, 32) + j).unsigned_abs() as usize;
                    (sum + i32::from(votes[place].cast_signed())).clamp(-128, 127)
                });
                (-sum.max(-127), e - 16 + j)
            })
            .collect();
        candidates.sort();
        let second = candidates.get(1).map_or(-128, |second| -second.0);
        let lead = -candidates[0].0 - second;
        (candidates.into_iter().map(|(_, code)| code).collect(), lead)
    }

    fn piece(&self, bytes: &[u8], first: usize, length: usize) -> Vec<i32> {
        let mut from = 28;
        let mut streams: Vec<Stream> = (0..7)
            .map(|stream| {
                let to = from + four(bytes, 4 * stream);
                let frame = &bytes[from..to];
                from = to;
                let bytes = match frame {
                    [] => Vec::new(),
                    frame => zstd::stream::decode_all(frame).expect("a frame"),
                };
                Stream { bytes, bit: 0 }
            })
            .collect();
        assert_eq!(from, bytes.len());
        let mut codes = Vec::new();
        while codes.len() < length {
            let (candidates, lead) = self.candidates(&self.neighbours(first, &codes));
            let stream = [4, 10, 18, 28, 42]
                .iter()
                .filter(|&&least| lead >= least)
                .count();
            let bits = if stream < 4 { 4 } else { 2 };
            let mut number = streams[stream].next(bits);
            if number == (1 << bits) - 1 {
                number = streams[6].next(8);
            }
            codes.push(match number {
                32 => i32::try_from(streams[6].next(8)).expect("a byte"),
                number => candidates[number],
            });
        }
        let at_end = |stream: &Stream| stream.bit.div_ceil(8) == stream.bytes.len();
        assert!(streams.iter().all(at_end));
        codes
    }
}

/// The values of some sub-layers of an archive.
fn read(bytes: &[u8], m: usize, n: usize, step: usize, wanted: &Range<usize>) -> Vec<i32> {
    assert_eq!(&bytes[..8], b"MANCARC\x1a");
    assert_eq!(four(bytes, 8), 1);
    let header_end = 20 + four(bytes, 12);
    let mut from = header_end + four(bytes, header_end - 8);
    let model = &bytes[header_end..from];
    assert_eq!(crc32fast::hash(model) as usize, four(bytes, header_end - 4));
    let model = zstd::stream::decode_all(model).expect("a frame");
    let tail = bytes.len() - 28;
    let footer = tail - four(bytes, tail + 4);
    let sub_layers: Vec<SubLayer> = (0..=n)
        .map(|s| SubLayer {
            m,
            codes: i32::try_from(2 * n / step + 1).expect("small"),
            model: &model,
            own: numbered(m, s),
            opponent: numbered(m, n - s),
        })
        .collect();
    let size = |sub: &SubLayer| sub.own.len() * sub.opponent.len();
    let pieces: usize = sub_layers.iter().map(|sub| size(sub).div_ceil(PIECE)).sum();
    let mut entry = footer - 8 * pieces;
    let mut values = Vec::new();
    let (step, n) = (
        i32::try_from(step).expect("small"),
        i32::try_from(n).expect("small"),
    );
    for (s, sub) in sub_layers.iter().enumerate() {
        for first in (0..size(sub)).step_by(PIECE) {
            let piece = &bytes[from..from + four(bytes, entry)];
            assert_eq!(crc32fast::hash(piece) as usize, four(bytes, entry + 4));
            if wanted.contains(&s) {
                let codes = sub.piece(piece, first, PIECE.min(size(sub) - first));
                values.extend(codes.iter().map(|code| code * step - n));
            }
            from += piece.len();
            entry += 8;
        }
    }
    assert_eq!(entry, footer);
    values
}

/// The same from a layer file.
fn plain(layer: &Layer, wanted: &Range<usize>) -> Vec<i32> {
    let sub_layers = (0u32..).zip(layer.layout().sub_layers());
    sub_layers
        .filter(|(own, _)| wanted.contains(&(*own as usize)))
        .flat_map(|(own, sub)| {
            (0..sub.values()).map(move |index| layer.value(own, index).expect("sound"))
        })
        .collect()
}

#[test]
fn the_description_of_the_format_is_enough_to_read_it() {
    for (pits, leftover, seeds) in [
        (1, "owner", 9),
        (2, "nobody", 35),
        (3, "owner", 17),
        (4, "owner", 26),
        (5, "nobody", 6),
        (6, "owner", 8),
        (8, "emptied", 4),
    ] {
        let mut rules = KalahRules::new(pits).expect("valid pits");
        rules.set("leftover", leftover).expect("an option");
        let folder = tempdir().expect("a folder");
        build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
        pack(folder.path(), &rules, &PackOptions::default(), &Silent).expect("it packs");
        let database = Database::open(folder.path(), &rules).expect("it opens");
        for n in [0, seeds / 2, seeds] {
            let archive = folder.path().join(archive_file(n));
            let bytes = fs::read(archive).expect("an archive");
            let step = if leftover == "nobody" { 1 } else { 2 };
            // Of large layers the sub-layer in the middle, which has two pieces.
            let middle = n as usize / 2;
            let wanted = if n > 20 && pits > 2 {
                middle..middle + 1
            } else {
                0..n as usize + 1
            };
            let values = read(&bytes, pits as usize, n as usize, step, &wanted);
            let layer = database.layer(n).expect("a layer");
            assert!(values == plain(layer, &wanted), "{rules}, {n} seeds");
        }
    }
}
