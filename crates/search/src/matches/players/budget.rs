//! The time and node budget of a player, for a whole game and for one move.

use crate::analysis::Limits;
use mancala_position::Side;
use std::time::Duration;

/// Time that a clock keeps back for what lies between a player and the clock.
const OVERHEAD: Duration = Duration::from_millis(15);
/// How many more moves a game is thought to have, at every move.
const MOVES_LEFT: u32 = 25;

/// The clocks of both players, the first player's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// The time left.
    pub left: [Duration; 2],
    /// The increment for each move.
    pub increment: [Duration; 2],
}

/// A player's allowance for one move. All given limits hold; none given is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// The clocks of the game, from which the player takes what he wants.
    pub clocks: Option<Clocks>,
}

impl Budget {
    /// Whether it names no limit at all.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.clocks.is_none()
    }

    /// The limits of a search for this player's move. Of a clock it takes a share of what is left
    /// and most of what the move adds, and may take four shares, but never more than half of what
    /// is left, to finish a depth.
    #[must_use]
    pub fn limits(&self, side: Side) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            soft_time: None,
        };
        if let Some(clocks) = &self.clocks {
            let left = clocks.left[side.index()].saturating_sub(OVERHEAD);
            let share = left / MOVES_LEFT + clocks.increment[side.index()] * 3 / 4;
            let most = (share * 4).min(left / 2);
            limits.time = Some(limits.time.map_or(most, |time| time.min(most)));
            limits.soft_time = Some((share * 3 / 4).min(most));
        }
        limits
    }
}

/// A player's allowance for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// The depth of each move, in plies.
    pub depth: Option<u32>,
    /// The nodes of each move.
    pub nodes: Option<u64>,
    /// The time of each move.
    pub time: Option<Duration>,
    /// The time of the game, and what each move adds to it. Who uses it up loses.
    pub clock: Option<(Duration, Duration)>,
    /// The nodes of the game, shared out over its moves.
    pub game_nodes: Option<u64>,
}

impl Allowance {
    /// Whether it limits a search in any way.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.time.is_none()
            && self.clock.is_none()
            && self.game_nodes.is_none()
    }

    /// The budget of the next move, with these clocks and after so many nodes spent in the game.
    #[must_use]
    pub fn budget(&self, clocks: Option<Clocks>, spent: u64) -> Budget {
        let share = self
            .game_nodes
            .map(|all| (all.saturating_sub(spent) / u64::from(MOVES_LEFT)).max(1));
        Budget {
            depth: self.depth,
            nodes: [self.nodes, share].into_iter().flatten().min(),
            time: self.time,
            clocks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for millis in [0, 1, 20, 1_000, 600_000] {
            for increment in [0, 100, 10_000] {
                let left = Duration::from_millis(millis);
                let budget = Budget {
                    clocks: Some(Clocks {
                        left: [left; 2],
                        increment: [Duration::from_millis(increment); 2],
                    }),
                    ..Budget::default()
                };
                assert!(!budget.is_unlimited());
                let limits = budget.limits(Side::Second);
                let (hard, soft) = (limits.time.unwrap(), limits.soft_time.unwrap());
                assert!(soft <= hard && hard <= left / 2, "{millis} {increment}");
            }
        }
    }

    #[test]
    fn nodes_of_a_game_are_shared_out_and_never_used_up() {
        let allowance = Allowance {
            game_nodes: Some(1_000),
            nodes: Some(30),
            ..Allowance::default()
        };
        assert_eq!(allowance.budget(None, 0).nodes, Some(30));
        assert_eq!(allowance.budget(None, 500).nodes, Some(20));
        assert_eq!(allowance.budget(None, 2_000).nodes, Some(1));
    }
}
