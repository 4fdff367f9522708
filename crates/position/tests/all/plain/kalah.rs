//! Kalah(m, n), seed by seed.

use mancala_position::kalah::{Capture, End, ExtraTurn, KalahRules, Lap, Leftover};

pub(crate) const SOUTH: usize = 0;
pub(crate) const NORTH: usize = 1;

/// What happened in a move, beyond the sowing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Event {
    /// The last seed fell in the store.
    ExtraTurn,
    /// The last seed fell in the store, and extra turns are off.
    ExtraTurnOff,
    /// The last seed was lifted with those it fell upon, in the mover's row.
    RelayInOwnRow,
    /// The same in the opponent's row.
    RelayInOpponentRow,
    /// The opposite seeds were taken, and the last seed stayed.
    CaptureWithoutLast,
    /// The last seed and the opposite ones were taken.
    Capture,
    /// So they were where the sowing ended in the pit it began in.
    CaptureInOrigin,
    /// The last seed fell in an empty own pit opposite an empty one, and was taken alone.
    LonelyCapture,
    /// The same, and it stayed.
    LonelyLeft,
    /// The last seed fell in an empty own pit opposite a full one, and captures are off.
    CaptureOff,
    /// A seed fell in the pit of origin.
    LapOverOrigin,
    /// The pit of origin was left out.
    OriginSkipped,
    /// The sowing went round twice or more.
    TwoLaps,
    /// The game ended with an extra turn that has no seeds to be played.
    OverAtExtraTurn,
    /// The game ended because the row of the player who is not to move is empty.
    OverByWaitingRow,
    /// The game went on although the row of the player who is not to move is empty.
    OnWithEmptyWaitingRow,
    /// The game ended with no seed on the board.
    OverWithBareBoard,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// South's pits, then North's, each from its owner's left to right.
    pub(crate) rows: [Vec<u32>; 2],
    pub(crate) stores: [u32; 2],
    pub(crate) turn: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Pit(usize, usize),
    Store(usize),
}

impl Board {
    pub(crate) fn new(south: Vec<u32>, north: Vec<u32>, turn: usize) -> Self {
        Self {
            rows: [south, north],
            stores: [0, 0],
            turn,
        }
    }

    fn pits(&self) -> usize {
        self.rows[SOUTH].len()
    }

    pub(crate) fn is_empty(&self, player: usize) -> bool {
        self.rows[player].iter().all(|&seeds| seeds == 0)
    }

    pub(crate) fn row_sum(&self, player: usize) -> u32 {
        self.rows[player].iter().sum()
    }

    pub(crate) fn is_over(&self, rules: &KalahRules) -> bool {
        match rules.end {
            End::AtOnce => self.is_empty(SOUTH) || self.is_empty(NORTH),
            End::OnTurn => self.is_empty(self.turn),
        }
    }

    pub(crate) fn legal(&self, rules: &KalahRules) -> Vec<usize> {
        if self.is_over(rules) {
            return Vec::new();
        }
        (0..self.pits())
            .filter(|&pit| self.rows[self.turn][pit] > 0)
            .collect()
    }

    /// The place that follows, for a player who passes by the other's store.
    fn following(&self, place: Place, player: usize) -> Place {
        match place {
            Place::Pit(row, pit) if pit + 1 < self.pits() => Place::Pit(row, pit + 1),
            Place::Pit(row, _) if row == player => Place::Store(player),
            Place::Pit(row, _) => Place::Pit(1 - row, 0),
            Place::Store(owner) => Place::Pit(1 - owner, 0),
        }
    }

    pub(crate) fn play(&mut self, rules: &KalahRules, pit: usize) -> Vec<Event> {
        let player = self.turn;
        let other = 1 - player;
        let mut events = Vec::new();
        let origin = Place::Pit(player, pit);
        let mut hand = self.rows[player][pit];
        assert!(hand > 0, "an empty pit cannot be played");
        if hand as usize > 2 * (2 * self.pits() + 1) {
            events.push(Event::TwoLaps);
        }
        self.rows[player][pit] = 0;
        let mut place = origin;
        while hand > 0 {
            place = self.following(place, player);
            if place == origin {
                if rules.lap == Lap::SkipOrigin {
                    events.push(Event::OriginSkipped);
                    continue;
                }
                events.push(Event::LapOverOrigin);
            }
            match place {
                Place::Pit(row, pit) => self.rows[row][pit] += 1,
                Place::Store(owner) => self.stores[owner] += 1,
            }
            hand -= 1;
            if let Place::Pit(row, pit) = place
                && hand == 0
                && rules.lap == Lap::Relay
                && self.rows[row][pit] > 1
            {
                events.push(if row == player {
                    Event::RelayInOwnRow
                } else {
                    Event::RelayInOpponentRow
                });
                hand = std::mem::take(&mut self.rows[row][pit]);
            }
        }
        match place {
            Place::Store(_) if rules.extra_turn == ExtraTurn::Off => {
                events.push(Event::ExtraTurnOff);
            }
            Place::Store(_) => events.push(Event::ExtraTurn),
            Place::Pit(row, last) if row == player && self.rows[row][last] == 1 => {
                self.capture(rules, last, place == origin, &mut events);
            }
            Place::Pit(..) => {}
        }
        if !events.contains(&Event::ExtraTurn) {
            self.turn = other;
        }
        let waiting = 1 - self.turn;
        if self.is_over(rules) {
            if self.is_empty(SOUTH) && self.is_empty(NORTH) {
                events.push(Event::OverWithBareBoard);
            } else if self.is_empty(waiting) {
                events.push(Event::OverByWaitingRow);
            } else if self.turn == player {
                events.push(Event::OverAtExtraTurn);
            }
        } else if self.is_empty(waiting) {
            events.push(Event::OnWithEmptyWaitingRow);
        }
        events
    }

    /// The last seed has fallen in the mover's pit `last`, which was empty.
    fn capture(
        &mut self,
        rules: &KalahRules,
        last: usize,
        in_origin: bool,
        events: &mut Vec<Event>,
    ) {
        let player = self.turn;
        let opposite = self.pits() - 1 - last;
        let there = self.rows[1 - player][opposite];
        if rules.capture == Capture::Opponent {
            self.stores[player] += there;
            self.rows[1 - player][opposite] = 0;
            events.push(if there > 0 {
                Event::CaptureWithoutLast
            } else {
                Event::LonelyLeft
            });
            return;
        }
        let taken = match rules.capture {
            Capture::Standard => there > 0,
            Capture::Empty => true,
            Capture::Never | Capture::Opponent => false,
        };
        if taken {
            self.stores[player] += there + 1;
            self.rows[player][last] = 0;
            self.rows[1 - player][opposite] = 0;
        }
        events.push(match (taken, there > 0) {
            (true, true) if in_origin => Event::CaptureInOrigin,
            (true, true) => Event::Capture,
            (true, false) => Event::LonelyCapture,
            (false, true) => Event::CaptureOff,
            (false, false) => Event::LonelyLeft,
        });
    }

    /// What South and North get of the seeds that are on the board at the end of the game.
    pub(crate) fn shares(&self, rules: &KalahRules) -> Option<[u32; 2]> {
        if !self.is_over(rules) {
            return None;
        }
        let mut shares = [0, 0];
        for player in [SOUTH, NORTH] {
            let left = self.row_sum(player);
            match rules.leftover {
                Leftover::Owner => shares[player] += left,
                Leftover::Nobody => {}
                Leftover::Emptied => shares[1 - player] += left,
            }
        }
        Some(shares)
    }

    /// The stores when all is counted, if the game is over.
    pub(crate) fn final_stores(&self, rules: &KalahRules) -> Option<[u32; 2]> {
        self.shares(rules)
            .map(|[south, north]| [self.stores[SOUTH] + south, self.stores[NORTH] + north])
    }

    /// Move sequences of exactly the depth, and those of them that end in a finished game.
    pub(crate) fn perft(&self, rules: &KalahRules, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, u64::from(self.is_over(rules)));
        }
        let mut counts = (0, 0);
        for pit in self.legal(rules) {
            let mut next = self.clone();
            next.play(rules, pit);
            let below = next.perft(rules, depth - 1);
            counts = (counts.0 + below.0, counts.1 + below.1);
        }
        counts
    }
}
