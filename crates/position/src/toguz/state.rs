//! A position with the side to move, as in a game that is played or written down.

use super::play::Toguz;
use super::position::{Limit, ToguzPosition};
use super::rules::{Atsyz, ToguzRules};
use crate::game::Game;
use crate::moves::IllegalMove;
use crate::side::Side;

/// A position with the side to move: what notation writes and a game record needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToguzState {
    position: ToguzPosition,
    to_move: Side,
}

impl ToguzState {
    /// A position in which `turn` is to move by the order of the game. Under `atsyz=extra-move`, a
    /// player who has no ball is replaced by the opponent who has, unless the game is over.
    #[must_use]
    pub const fn new(rules: &ToguzRules, position: ToguzPosition, turn: Side) -> Self {
        if matches!(rules.atsyz, Atsyz::ExtraMove)
            && position.own_is_empty()
            && !position.opponent_is_empty()
            && !position.has_passed(Limit::of(rules))
        {
            return Self {
                position: position.turned().with_extra_move(true),
                to_move: turn.other(),
            };
        }
        Self {
            position,
            to_move: turn,
        }
    }

    /// The start of a game, White to move.
    #[must_use]
    pub fn start(rules: &ToguzRules) -> Self {
        Self {
            position: ToguzPosition::start(rules),
            to_move: Side::First,
        }
    }

    /// The position seen by the side to move.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> ToguzPosition {
        self.position
    }

    /// The side to move; White is [`Side::First`]. Where [`ToguzPosition::is_extra_move`], this is
    /// the player who makes that move, and the other player is the stuck one.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Whose turn it is by the order of the game: the stuck player's where the opponent moves for
    /// him.
    #[must_use]
    pub const fn turn(&self) -> Side {
        if self.position.is_extra_move() {
            self.to_move.other()
        } else {
            self.to_move
        }
    }

    /// The position seen by White.
    #[must_use]
    pub const fn white_view(&self) -> ToguzPosition {
        match self.to_move {
            Side::First => self.position,
            Side::Second => self.position.turned(),
        }
    }

    /// The kazans: White's, then Black's.
    #[must_use]
    pub const fn kazans(&self) -> [u32; 2] {
        let view = self.white_view();
        [view.own_kazan(), view.opponent_kazan()]
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal.
    pub fn play(&self, rules: &ToguzRules, hole: u32) -> Result<Self, IllegalMove> {
        Toguz::new(rules).moves(&self.position).check(hole)?;
        Ok(self.play_unchecked(rules, hole))
    }

    /// [`ToguzState::play`] for a move that the caller knows to be legal. For any other the state
    /// is unspecified, as for [`Game::play_unchecked`].
    #[must_use]
    pub fn play_unchecked(&self, rules: &ToguzRules, hole: u32) -> Self {
        let step = Toguz::new(rules).play_unchecked(&self.position, hole);
        let to_move = if step.again {
            self.to_move
        } else {
            self.to_move.other()
        };
        Self {
            position: step.position,
            to_move,
        }
    }

    /// White's and Black's kazans with the balls left shared out, once the game is finished.
    #[must_use]
    pub fn final_kazans(&self, rules: &ToguzRules) -> Option<[u32; 2]> {
        let game = Toguz::new(rules);
        game.outcome(&self.position).map(|outcome| {
            let mut kazans = self.kazans();
            kazans[self.to_move.other().index()] += outcome.unsigned_abs();
            kazans
        })
    }
}
