//! The codes of a piece as streams of ranks: for each position, how many candidates its neighbours
//! prefer to the right one.
//!
//! The ranks of positions whose first candidate has the same lead over the second are alike, so
//! they go to a stream of their own:
//!
//! ```text
//! codes -> rank of each code, lead of its ranking
//!            -> stream of the lead: 4 bits a rank (2 in the streams of large leads)
//!            -> overflow: ranks that do not fit, and codes that are no candidates, a byte each
//!       -> each stream compressed by zstd, the lengths in front
//! ```

use super::candidates::CANDIDATES;
use super::model::Model;
use super::shape::Shape;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// The least leads of the streams but the first.
const LEADS: [u8; STREAMS - 1] = [4, 10, 18, 28, 42];

/// How many streams there are, by leads.
const STREAMS: usize = 6;

/// From this stream on a rank takes two bits, before it four.
const FIRST_OF_TWO_BITS: usize = 4;

/// The rank of a code that is no candidate.
#[expect(clippy::cast_possible_truncation, reason = "32 candidates")]
const NO_CANDIDATE: u8 = CANDIDATES as u8;

/// The streams by leads, and the overflow.
const FRAMES: usize = STREAMS + 1;

/// The bytes before the frames: the length of each.
const LENGTHS: usize = 4 * FRAMES;

/// The part of a sub-layer that is coded by itself, with what its codes are predicted from.
pub(super) struct PieceContext<'a> {
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

/// The bits of a rank in a stream.
const fn bits(stream: usize) -> u32 {
    if stream < FIRST_OF_TWO_BITS { 4 } else { 2 }
}

/// The least rank that does not fit into a stream: it stands there for all of them, and the rank
/// itself goes to the overflow.
const fn limit(stream: usize) -> u8 {
    (1 << bits(stream)) - 1
}

/// Numbers of few bits in bytes, the first in the lowest bits.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that are used of the last byte; 0 if all are.
    used: u32,
}

impl BitWriter {
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

/// Reads what [`BitWriter`] has written.
struct BitReader {
    bytes: Vec<u8>,
    /// How many bits have been read.
    read: usize,
}

impl BitReader {
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

/// A compressor for streams. Ranks are as good as random, so only long repetitions (of whole rows,
/// as in finished positions) are worth the search; the rest is left to the code of variable length.
pub(super) fn compressor() -> Compressor<'static> {
    let mut compressor = Compressor::new(1).expect("memory for a compressor");
    for parameter in [CParameter::MinMatch(7), CParameter::HashLog(6)] {
        compressor
            .set_parameter(parameter)
            .expect("a parameter in its range");
    }
    compressor
}

/// Codes a piece, whose codes these are.
pub(super) fn encode(context: &PieceContext, codes: &[u8], compressor: &mut Compressor) -> Vec<u8> {
    let mut streams: [BitWriter; STREAMS] = Default::default();
    let mut overflow = Vec::new();
    context.each(|shapes, width, index| {
        let code = codes[index];
        let scores = context.model.scores(shapes, width, &codes[..index]);
        let mut ranking = scores.ranking(context.model.codes());
        let rank = match usize::try_from(i32::from(code) - scores.first()) {
            Ok(place) if place < CANDIDATES => ranking.rank(place),
            _ => NO_CANDIDATE,
        };
        let (most, winner) = ranking.top();
        ranking.remove(winner);
        let stream = stream_of(most - ranking.top().0);
        streams[stream].push(rank.min(limit(stream)), bits(stream));
        if rank >= limit(stream) {
            overflow.push(rank);
        }
        if rank == NO_CANDIDATE {
            overflow.push(code);
        }
        Some(())
    });
    let frames = streams.iter().map(|stream| &stream.bytes);
    let frames: Vec<Vec<u8>> = frames
        .chain([&overflow])
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

/// The codes of a piece; `None` where the bytes are not what [`encode`] makes.
pub(super) fn decode(context: &PieceContext, coded: &[u8]) -> Option<Vec<u8>> {
    let mut streams = Streams::decompress(coded, context.length)?;
    let mut codes = Vec::with_capacity(context.length);
    let limits = context.model.codes();
    context.each(|shapes, width, _| {
        let scores = context.model.scores(shapes, width, &codes);
        let mut ranking = scores.ranking(limits);
        let (most, mut place) = ranking.top();
        ranking.remove(place);
        let (next, second) = ranking.top();
        let code = match streams.next_rank(stream_of(most - next))? {
            NO_CANDIDATE => i32::from(streams.overflow.next(8)?),
            rank => {
                if rank > 0 {
                    place = second;
                }
                for _ in 1..rank {
                    ranking.remove(place);
                    place = ranking.top().1;
                }
                scores.first() + i32::try_from(place).ok()?
            }
        };
        if !(0..limits).contains(&code) {
            return None;
        }
        codes.push(u8::try_from(code).ok()?);
        Some(())
    })?;
    streams.are_at_end().then_some(codes)
}

/// The streams of a piece as they are read.
struct Streams {
    by_lead: Vec<BitReader>,
    overflow: BitReader,
}

impl Streams {
    /// The streams of a piece of so many positions; `None` where the bytes are no such streams.
    fn decompress(coded: &[u8], length: usize) -> Option<Self> {
        let (lengths, mut frames) = coded.split_at_checked(LENGTHS)?;
        let mut streams = Vec::with_capacity(FRAMES);
        let mut decompressor = Decompressor::new().ok()?;
        let (lengths, _) = lengths.as_chunks::<4>();
        for frame_length in lengths {
            let frame = frames.split_off(..u32::from_le_bytes(*frame_length) as usize)?;
            let bytes = match frame.len() {
                0 => Vec::new(),
                // A position has at most a byte in its stream, or two in the overflow.
                _ => decompressor.decompress(frame, 2 * length).ok()?,
            };
            streams.push(BitReader { bytes, read: 0 });
        }
        let overflow = streams.pop()?;
        frames.is_empty().then_some(Self {
            by_lead: streams,
            overflow,
        })
    }

    /// The next rank of a stream, from the overflow if it does not fit.
    #[inline(always)]
    fn next_rank(&mut self, stream: usize) -> Option<u8> {
        let mut rank = self.by_lead[stream].next(bits(stream))?;
        if rank == limit(stream) {
            rank = self.overflow.next(8)?;
        }
        (rank <= NO_CANDIDATE).then_some(rank)
    }

    fn are_at_end(&self) -> bool {
        self.overflow.is_at_end() && self.by_lead.iter().all(BitReader::is_at_end)
    }
}

impl PieceContext<'_> {
    /// Calls `f` for each position in order: with the shapes of its rows, the number of columns and
    /// its number in the piece, as long as it gives something.
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
    use super::super::model::weight_count;
    use super::super::shape::shapes;
    use super::*;
    use mancala_position::rank::RowRanker;
    use proptest::prelude::*;

    /// A model whose weights are made up.
    fn model(pits: u32, codes: u32, seed: u32) -> Model {
        let mut state = seed;
        let weights = (0..weight_count(pits)).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 24) as u8).cast_signed() / 8
        });
        Model::new(pits, codes, weights.collect()).expect("as many weights")
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
            let context = PieceContext { model: &model, rows: &rows, columns: &columns, first, length };
            let codes: Vec<u8> = (0..length)
                .map(|index| (u32::from(noise[index % noise.len()]) % many) as u8)
                .collect();
            let coded = encode(&context, &codes, &mut compressor());
            prop_assert_eq!(decode(&context, &coded), Some(codes));
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
            let context = PieceContext { model: &model, rows: &rows, columns: &columns, first: 0, length };
            let codes: Vec<u8> = (0..length).map(|index| (index * index % 30) as u8).collect();
            let mut coded = encode(&context, &codes, &mut compressor());
            let place = (at * coded.len() as f64) as usize;
            if cut {
                coded.truncate(place);
                prop_assert_eq!(decode(&context, &coded), None);
            } else {
                coded[place] ^= 1 << bit;
                if let Some(decoded) = decode(&context, &coded) {
                    prop_assert_eq!(decoded.len(), length);
                }
            }
        }
    }
}
