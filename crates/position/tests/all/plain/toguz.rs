//! The Toguz family, ball by ball.

use mancala_position::toguz::{Atsyz, Origin, ToguzCapture, ToguzRules, Tuzdik};

pub(crate) const WHITE: usize = 0;
pub(crate) const BLACK: usize = 1;

/// What happened in a move, beyond the sowing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Event {
    /// A hole of the opponent was captured.
    Capture,
    /// So it was by a single ball.
    CaptureBySingleBall,
    /// So it was by a sowing that had gone over its origin again.
    CaptureAfterLap,
    /// An even number other than two stayed (`capture=two`).
    EvenLeft,
    TuzdikMade,
    TuzdikMadeInLastHole,
    /// Three balls stayed since the mover has a tuzdik already.
    RefusedSecondTuzdik,
    /// Three balls stayed in the opponent's last hole.
    RefusedLastHole,
    /// Three balls stayed in the hole with the number of the opponent's tuzdik.
    RefusedSameNumber,
    /// Three balls stayed since the game has no tuzdik.
    RefusedByGame,
    BallIntoOwnTuzdik,
    BallIntoOpponentsTuzdik,
    LastBallIntoOwnTuzdik,
    LastBallIntoOpponentsTuzdik,
    /// The mover's kazan passed half of all balls.
    MajorityOfMover,
    /// The opponent's did, by balls that the mover had to put into the opponent's tuzdik.
    MajorityByFeeding,
    /// Both kazans hold half of all balls.
    HalfAndHalf,
    /// The player to move has no ball: the opponent takes what is left.
    StuckAndOver,
    /// The player to move has no ball: the opponent moves once more.
    ExtraMove,
    /// That gave the stuck player a ball.
    ExtraMoveFrees,
    /// That did not, and the opponent takes what is left.
    ExtraMoveFails,
    /// Nobody has a ball.
    BareBoard,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// White's holes, then Black's, each from its owner's left to right.
    pub(crate) rows: [Vec<u32>; 2],
    pub(crate) kazans: [u32; 2],
    /// The hole index, in the opponent's row, of White's tuzdik and of Black's.
    pub(crate) tuzdiks: [Option<usize>; 2],
    /// Who makes the next move.
    pub(crate) mover: usize,
    /// Whether he makes it because the other player, whose turn it is, has no ball.
    pub is_extra: bool,
    /// Set at the end of the game.
    pub is_over: bool,
}

impl Board {
    /// A position in which it is `turn`'s turn.
    pub(crate) fn new(
        rules: &ToguzRules,
        rows: [Vec<u32>; 2],
        kazans: [u32; 2],
        tuzdiks: [Option<usize>; 2],
        turn: usize,
    ) -> Self {
        let mut board = Self {
            rows,
            kazans,
            tuzdiks,
            mover: turn,
            is_extra: false,
            is_over: false,
        };
        board.begin_turn(rules, turn, &mut Vec::new());
        board
    }

    fn holes(&self) -> usize {
        self.rows[WHITE].len()
    }

    pub(crate) fn row_sum(&self, player: usize) -> u32 {
        self.rows[player].iter().sum()
    }

    pub(crate) fn legal(&self) -> Vec<usize> {
        if self.is_over {
            return Vec::new();
        }
        (0..self.holes())
            .filter(|&hole| self.rows[self.mover][hole] > 0)
            .collect()
    }

    /// Whose tuzdik the hole of a row is, if anybody's: it can only be that of the row owner's
    /// opponent.
    fn owner_of_tuzdik(&self, row: usize, hole: usize) -> Option<usize> {
        (self.tuzdiks[1 - row] == Some(hole)).then_some(1 - row)
    }

    pub(crate) fn play(&mut self, rules: &ToguzRules, hole: usize) -> Vec<Event> {
        let mover = self.mover;
        let opponent = 1 - mover;
        let mut events = Vec::new();
        let balls = self.rows[mover][hole];
        assert!(balls > 0, "an empty hole cannot be played");
        self.rows[mover][hole] = 0;
        let (mut row, mut place) = (mover, hole);
        for ball in 0..balls {
            let goes_back = ball == 0 && balls > 1 && rules.origin == Origin::FirstBall;
            if !goes_back {
                place += 1;
                if place == self.holes() {
                    (row, place) = (1 - row, 0);
                }
            }
            match self.owner_of_tuzdik(row, place) {
                Some(owner) => {
                    self.kazans[owner] += 1;
                    events.push(if owner == mover {
                        Event::BallIntoOwnTuzdik
                    } else {
                        Event::BallIntoOpponentsTuzdik
                    });
                }
                None => self.rows[row][place] += 1,
            }
        }
        match self.owner_of_tuzdik(row, place) {
            Some(owner) if owner == mover => events.push(Event::LastBallIntoOwnTuzdik),
            Some(_) => events.push(Event::LastBallIntoOpponentsTuzdik),
            None if row == opponent => self.take(rules, place, balls, &mut events),
            None => {}
        }
        let half = rules.balls() / 2;
        if rules.stop_at_majority && self.kazans.iter().any(|&kazan| kazan > half) {
            events.push(if self.kazans[mover] > half {
                Event::MajorityOfMover
            } else {
                Event::MajorityByFeeding
            });
            self.is_over = true;
        }
        if self.kazans == [half, half] {
            events.push(Event::HalfAndHalf);
        }
        // An extra move stands in place of the stuck player's: it is his turn still.
        let turn = opponent;
        if self.is_over {
            self.mover = turn;
            self.is_extra = false;
        } else if self.is_extra && self.row_sum(turn) == 0 {
            events.push(Event::ExtraMoveFails);
            self.is_extra = false;
            self.mover = turn;
            self.take_rest(mover);
        } else {
            if self.is_extra {
                events.push(Event::ExtraMoveFrees);
            }
            self.begin_turn(rules, turn, &mut events);
        }
        events
    }

    /// The last ball has fallen in the opponent's hole `last`, which is no tuzdik.
    fn take(&mut self, rules: &ToguzRules, last: usize, balls: u32, events: &mut Vec<Event>) {
        let mover = self.mover;
        let opponent = 1 - mover;
        let content = self.rows[opponent][last];
        let captures = match rules.capture {
            ToguzCapture::Even => content.is_multiple_of(2),
            ToguzCapture::Two => content == 2,
        };
        if captures {
            self.kazans[mover] += content;
            self.rows[opponent][last] = 0;
            events.push(match balls {
                1 => Event::CaptureBySingleBall,
                _ if balls as usize > 2 * self.holes() => Event::CaptureAfterLap,
                _ => Event::Capture,
            });
        } else if content.is_multiple_of(2) {
            events.push(Event::EvenLeft);
        }
        if content == 3 {
            let is_last_hole = last + 1 == self.holes();
            let event = if rules.tuzdik == Tuzdik::None {
                Event::RefusedByGame
            } else if self.tuzdiks[mover].is_some() {
                Event::RefusedSecondTuzdik
            } else if is_last_hole && rules.tuzdik != Tuzdik::AllowNinth {
                Event::RefusedLastHole
            } else if self.tuzdiks[opponent] == Some(last) {
                Event::RefusedSameNumber
            } else {
                self.kazans[mover] += content;
                self.rows[opponent][last] = 0;
                self.tuzdiks[mover] = Some(last);
                if is_last_hole {
                    Event::TuzdikMadeInLastHole
                } else {
                    Event::TuzdikMade
                }
            };
            events.push(event);
        }
    }

    /// It is a player's turn: he may have no ball.
    fn begin_turn(&mut self, rules: &ToguzRules, turn: usize, events: &mut Vec<Event>) {
        self.mover = turn;
        self.is_extra = false;
        let half = rules.balls() / 2;
        if rules.stop_at_majority && self.kazans.iter().any(|&kazan| kazan > half) {
            self.is_over = true;
        } else if self.row_sum(turn) == 0 {
            if self.row_sum(1 - turn) == 0 {
                events.push(Event::BareBoard);
                self.is_over = true;
            } else if rules.atsyz == Atsyz::ExtraMove {
                events.push(Event::ExtraMove);
                self.mover = 1 - turn;
                self.is_extra = true;
            } else {
                events.push(Event::StuckAndOver);
                self.take_rest(1 - turn);
            }
        }
    }

    /// The end: a player takes all balls that are left.
    fn take_rest(&mut self, player: usize) {
        for row in &mut self.rows {
            for balls in row {
                self.kazans[player] += std::mem::take(balls);
            }
        }
        self.is_over = true;
    }

    /// Move sequences of exactly the depth, and those of them that end in a finished game.
    pub(crate) fn perft(&self, rules: &ToguzRules, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, u64::from(self.is_over));
        }
        let mut counts = (0, 0);
        for hole in self.legal() {
            let mut next = self.clone();
            next.play(rules, hole);
            let below = next.perft(rules, depth - 1);
            counts = (counts.0 + below.0, counts.1 + below.1);
        }
        counts
    }
}
