//! The memory and threads of a proof, and the policy by which its parts share the memory.

use mancala_endgame::Plan;
use std::thread::available_parallelism;

/// The part of the memory that building a database may take: the proof needs the rest.
const BUILD_SHARE: f64 = 0.7;
/// A transposition table takes no more than one part in so many of the memory.
const TABLE_PARTS: u64 = 2;
/// The smallest transposition table. All of it is near the processor, and less would save nothing.
const SMALLEST_TABLE: u64 = 16 << 20;
/// The bytes of a table for each node that a proof is expected to search. An entry takes 8 bytes,
/// and not every node leaves one. Memory that stays empty costs time too: it is cleared when it is
/// first touched.
const BYTES_PER_NODE: f64 = 12.0;
/// The bytes of a table for each board that it may be given: two entries, so that few are replaced.
const BYTES_PER_BOARD: u64 = 16;

/// The memory and threads that a proof may use, and its share for each part of the work.
///
/// * Building a database may take 70 % of the memory.
/// * A transposition table has what the proof is expected to fill, between 16 MiB and half of the
///   memory.
/// * A database is loaded into memory only if it fits there beside the table.
/// * Guarantees of the Toguz family, which are computed into memory, may take all of it, and the
///   transposition table has the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// The memory, in bytes.
    pub memory_bytes: u64,
    /// The threads. With one, a proof takes the same nodes on every run and machine.
    pub threads: usize,
}

impl Resources {
    /// So much memory and so many threads.
    #[must_use]
    pub const fn new(memory_bytes: u64, threads: usize) -> Self {
        Self {
            memory_bytes,
            threads,
        }
    }

    /// Whether a build fits in its share of the memory.
    #[must_use]
    pub fn can_build(&self, plan: &Plan) -> bool {
        plan.memory_bytes as f64 <= self.memory_bytes as f64 * BUILD_SHARE
    }

    /// The bytes of the transposition table of a proof that is expected to take so many nodes.
    #[must_use]
    pub fn table_bytes_for_nodes(&self, nodes: f64) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a float too large for the integer becomes its largest value"
        )]
        let wanted = (nodes * BYTES_PER_NODE) as u64;
        self.table_share(wanted)
    }

    /// The bytes of a transposition table that can keep so many boards.
    #[must_use]
    pub fn table_bytes_for_boards(&self, boards: u64) -> u64 {
        self.table_share(boards.saturating_mul(BYTES_PER_BOARD))
    }

    /// The bytes wanted, as far as the share of a table goes.
    fn table_share(&self, wanted: u64) -> u64 {
        let most = (self.memory_bytes / TABLE_PARTS).max(SMALLEST_TABLE);
        wanted.clamp(SMALLEST_TABLE, most)
    }

    /// Whether a database fits in the memory beside a table.
    #[must_use]
    pub const fn has_room_beside(&self, table_bytes: u64, database_bytes: u64) -> bool {
        table_bytes.saturating_add(database_bytes) <= self.memory_bytes
    }

    /// The memory that is left beside so many bytes.
    #[must_use]
    pub const fn rest(&self, taken_bytes: u64) -> u64 {
        self.memory_bytes.saturating_sub(taken_bytes)
    }
}

impl Default for Resources {
    /// 2 GiB of memory, and a thread for each processor.
    fn default() -> Self {
        Self {
            memory_bytes: 2 << 30,
            threads: available_parallelism().map_or(1, usize::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_what_the_proof_fills_up_to_half_of_the_memory() {
        let resources = Resources::new(16 << 30, 2);
        assert_eq!(resources.table_bytes_for_nodes(0.0), SMALLEST_TABLE);
        assert_eq!(resources.table_bytes_for_nodes(12e6), 144_000_000);
        assert_eq!(resources.table_bytes_for_nodes(1e30), 8 << 30);
        assert_eq!(resources.table_bytes_for_boards(10_000_000), 160_000_000);
        assert_eq!(resources.table_bytes_for_boards(u64::MAX), 8 << 30);
        let little = Resources::new(1 << 20, 1);
        assert_eq!(little.table_bytes_for_nodes(1e9), SMALLEST_TABLE);
    }
}
