//! Codes as streams of small numbers: for each position, how many candidates its neighbours preferred to the right one.
//!
//! Numbers with the same lead of the first candidate over the second are alike, and go to a stream of their own.

use super::ballot::LANES;
use super::model::Model;
use super::shape::Shape;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// The least leads of the streams but the first.
const LEADS: [u8; STREAMS - 1] = [4, 10, 18, 28, 42];

/// How many streams there are, by leads.
const STREAMS: usize = 6;

/// From this stream on a number takes two bits, before it four.
const FIRST_OF_TWO_BITS: usize = 4;

/// The number for a code that is no candidate.
#[expect(clippy::cast_possible_truncation, reason = "32 candidates")]
const NO_CANDIDATE: u8 = LANES as u8;

/// The streams by leads, and one for what does not fit into them.
const FRAMES: usize = STREAMS + 1;

/// The bytes before the frames: the length of each.
const LENGTHS: usize = 4 * FRAMES;

/// The part of a sub-layer that is coded by itself.
pub(super) struct Stretch<'a> {
    pub(super) model: &'a Model,
    /// The shapes of the mover's rows.
    pub(super) rows: &'a [Shape],
    /// The shapes of the opponent's.
    pub(super) columns: &'a [Shape],
    /// The index of the first position.
    pub(super) first: usize,
    /// How many positions there are.
    pub(super) length: usize,
}

/// The stream for a lead.
#[inline(always)]
fn stream_of(lead: u8) -> usize {
    let mut stream = 0;
    for least in LEADS {
        stream += usize::from(lead >= least);
    }
    stream
}

/// The bits of a number in a stream.
const fn bits(stream: usize) -> u32 {
    if stream < FIRST_OF_TWO_BITS { 4 } else { 2 }
}

/// The least number that does not fit: its place says so, and the number itself goes to the last stream.
const fn limit(stream: usize) -> u8 {
    (1 << bits(stream)) - 1
}

/// Numbers of few bits in bytes, the first in the lowest bits.
#[derive(Default)]
struct Packed {
    bytes: Vec<u8>,
    /// The bits that are used of the last byte; none of them, if all are.
    used: u32,
}

impl Packed {
    fn push(&mut self, number: u8, bits: u32) {
        if self.used == 0 {
            self.bytes.push(number);
        } else {
            let last = self.bytes.last_mut().expect("a byte is begun");
            *last |= number << self.used;
        }
        self.used = (self.used + bits) % 8;
    }
}

/// Reads what [`Packed`] has written.
struct Unpacked {
    bytes: Vec<u8>,
    /// How many bits have been read.
    read: usize,
}

impl Unpacked {
    #[inline(always)]
    fn next(&mut self, bits: u32) -> Option<u8> {
        let byte = *self.bytes.get(self.read / 8)?;
        let number = byte >> (self.read % 8) & (0xff >> (8 - bits));
        self.read += bits as usize;
        Some(number)
    }

    /// Whether the last byte has been begun.
    fn is_at_end(&self) -> bool {
        self.read.div_ceil(8) == self.bytes.len()
    }
}

/// A compressor for streams. Numbers are as good as random, so only long repetitions (of whole rows, as in finished
/// positions) are worth the search; the rest is left to the code of variable length.
pub(super) fn compressor() -> Compressor<'static> {
    let mut compressor = Compressor::new(1).expect("memory for a compressor");
    for parameter in [CParameter::MinMatch(7), CParameter::HashLog(6)] {
        compressor
            .set_parameter(parameter)
            .expect("a parameter in its range");
    }
    compressor
}

/// Codes a stretch. `codes` are its codes.
pub(super) fn encode(stretch: &Stretch, codes: &[u8], compressor: &mut Compressor) -> Vec<u8> {
    let mut streams: [Packed; STREAMS] = Default::default();
    let mut rest = Vec::new();
    stretch.each(|shapes, width, index| {
        let code = codes[index];
        let ballot = stretch.model.ballot(shapes, width, &codes[..index]);
        let mut order = ballot.order(stretch.model.codes());
        let number = match usize::try_from(i32::from(code) - ballot.first()) {
            Ok(lane) if lane < LANES => order.rank(lane),
            _ => NO_CANDIDATE,
        };
        let (most, winner) = order.top();
        order.remove(winner);
        let stream = stream_of(most - order.top().0);
        streams[stream].push(number.min(limit(stream)), bits(stream));
        if number >= limit(stream) {
            rest.push(number);
        }
        if number == NO_CANDIDATE {
            rest.push(code);
        }
        Some(())
    });
    let frames = streams.iter().map(|stream| &stream.bytes).chain([&rest]);
    let frames: Vec<Vec<u8>> = frames
        .map(|bytes| match bytes.len() {
            0 => Vec::new(),
            _ => compressor.compress(bytes).expect("memory for a frame"),
        })
        .collect();
    let mut coded = Vec::with_capacity(LENGTHS + frames.iter().map(Vec::len).sum::<usize>());
    for frame in &frames {
        let length = u32::try_from(frame.len()).expect("a frame of less than a megabyte");
        coded.extend_from_slice(&length.to_le_bytes());
    }
    coded.extend(frames.into_iter().flatten());
    coded
}

/// The codes of a stretch; `None` where the bytes are not what [`encode`] makes.
pub(super) fn decode(stretch: &Stretch, coded: &[u8]) -> Option<Vec<u8>> {
    let (lengths, mut frames) = coded.split_at_checked(LENGTHS)?;
    let mut streams = Vec::with_capacity(FRAMES);
    let mut decompressor = Decompressor::new().ok()?;
    let (lengths, _) = lengths.as_chunks::<4>();
    for length in lengths {
        let frame = frames.split_off(..u32::from_le_bytes(*length) as usize)?;
        let bytes = match frame.len() {
            0 => Vec::new(),
            // A number that does not fit has another byte, or two.
            _ => decompressor.decompress(frame, 2 * stretch.length).ok()?,
        };
        streams.push(Unpacked { bytes, read: 0 });
    }
    let (rest, streams) = streams.split_last_mut()?;
    let mut codes = Vec::with_capacity(stretch.length);
    let limits = stretch.model.codes();
    stretch.each(|shapes, width, _| {
        let ballot = stretch.model.ballot(shapes, width, &codes);
        let mut order = ballot.order(limits);
        let (most, mut lane) = order.top();
        order.remove(lane);
        let (next, second) = order.top();
        let stream = stream_of(most - next);
        let mut number = streams[stream].next(bits(stream))?;
        if number == limit(stream) {
            number = rest.next(8)?;
        }
        if number > NO_CANDIDATE {
            return None;
        }
        let code = if number == NO_CANDIDATE {
            i32::from(rest.next(8)?)
        } else {
            if number > 0 {
                lane = second;
            }
            for _ in 1..number {
                order.remove(lane);
                lane = order.top().1;
            }
            ballot.first() + i32::try_from(lane).ok()?
        };
        if !(0..limits).contains(&code) {
            return None;
        }
        codes.push(u8::try_from(code).ok()?);
        Some(())
    })?;
    let ends = frames.is_empty() && rest.is_at_end() && streams.iter().all(Unpacked::is_at_end);
    ends.then_some(codes)
}

impl Stretch<'_> {
    /// Calls `f` for each position in order: with the shapes of its rows, the number of columns and its number in the
    /// stretch, as long as it gives something.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut((&Shape, &Shape), usize, usize) -> Option<()>) -> Option<()> {
        let width = self.columns.len();
        let (mut row, mut column) = (self.first / width, self.first % width);
        for index in 0..self.length {
            f((&self.rows[row], &self.columns[column]), width, index)?;
            column += 1;
            if column == width {
                (row, column) = (row + 1, 0);
            }
        }
        Some(())
    }
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "small numbers, and places within what is there"
)]
mod tests {
    use super::super::model::votes;
    use super::super::shape::shapes;
    use super::*;
    use mancala_position::rank::RowRanker;
    use proptest::prelude::*;

    /// A model whose votes are made up.
    fn model(pits: u32, codes: u32, seed: u32) -> Model {
        let mut state = seed;
        let votes = (0..votes(pits)).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 24) as u8).cast_signed() / 8
        });
        Model::new(pits, codes, votes.collect()).expect("as many votes")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn whatever_is_coded_is_decoded(
            pits in 1u32..=4,
            own in 0u32..7,
            opponent in 0u32..7,
            many in 1u32..128,
            (from, to) in (0.0..1.0, 0.0..=1.0),
            seed in any::<u32>(),
            noise in prop::collection::vec(any::<u8>(), 1..40),
        ) {
            let ranker = RowRanker::new(pits);
            let (rows, columns) = (shapes(&ranker, own), shapes(&ranker, opponent));
            let all = rows.len() * columns.len();
            let first = (from * all as f64) as usize;
            let length = 1 + (to * (all - first - 1) as f64) as usize;
            let model = model(pits, many, seed);
            let stretch = Stretch { model: &model, rows: &rows, columns: &columns, first, length };
            let codes: Vec<u8> = (0..length)
                .map(|index| (u32::from(noise[index % noise.len()]) % many) as u8)
                .collect();
            let coded = encode(&stretch, &codes, &mut compressor());
            prop_assert_eq!(decode(&stretch, &coded), Some(codes));
        }

        #[test]
        fn damage_never_panics(
            at in 0.0..1.0,
            bit in 0u32..8,
            cut in any::<bool>(),
        ) {
            let ranker = RowRanker::new(3);
            let (rows, columns) = (shapes(&ranker, 4), shapes(&ranker, 5));
            let model = model(3, 30, 5);
            let length = rows.len() * columns.len();
            let stretch = Stretch { model: &model, rows: &rows, columns: &columns, first: 0, length };
            let codes: Vec<u8> = (0..length).map(|index| (index * index % 30) as u8).collect();
            let mut coded = encode(&stretch, &codes, &mut compressor());
            let place = (at * coded.len() as f64) as usize;
            if cut {
                coded.truncate(place);
                prop_assert_eq!(decode(&stretch, &coded), None);
            } else {
                coded[place] ^= 1 << bit;
                if let Some(decoded) = decode(&stretch, &coded) {
                    prop_assert_eq!(decoded.len(), length);
                }
            }
        }
    }
}
