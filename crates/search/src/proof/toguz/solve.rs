//! Solving a position: its guarantees or its result by deepening, then the shortest win or a line.

use super::bounds::ToguzBounds;
use super::guarantee_search::GuaranteeSearch;
use super::question::{Interrupt, MOST_PLIES, PlyMetric, Question, Verdict};
use super::result::{Needs, ToguzResult};
use super::table::GuaranteeTable;
use crate::error::SolveError;
use crate::table_memory::TableMemory;
use crate::threads::{join, spawn};
use mancala_endgame::{Monitor, Tablebase};
use mancala_position::Game;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::thread;
use std::time::{Duration, Instant};

/// The goal of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ToguzGoal {
    /// The result with the kazans of the position, and the shortest win if there is a winner.
    Result,
    /// Both guarantees of the board.
    Value,
    /// Both guarantees of the board and of every move.
    #[default]
    Moves,
}

/// The options of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToguzOptions {
    /// The goal.
    pub goal: ToguzGoal,
    /// The bytes of the transposition table: one bucket of 128 bytes at least.
    pub table_bytes: u64,
    /// The most plies of a question, up to 254.
    pub most_plies: u32,
    /// The search stops after about so many nodes.
    pub most_nodes: u64,
}

impl Default for ToguzOptions {
    fn default() -> Self {
        Self {
            goal: ToguzGoal::default(),
            table_bytes: 64 << 20,
            most_plies: MOST_PLIES,
            most_nodes: u64::MAX,
        }
    }
}

/// A move and its proved guarantees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToguzMove {
    /// The hole, by index from 0.
    pub hole: u32,
    /// The guarantees of the player who makes it (`mover`) and of the other, of the balls on the
    /// board before the move.
    pub bounds: ToguzBounds,
    /// The result for the player who makes it, if it is proved.
    pub result: Option<ToguzResult>,
}

/// A win in the fewest plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestWin {
    /// The plies after which the winner has more than half of all balls, or has won because the
    /// loser is stuck.
    pub plies: u32,
    /// The moves, with the longest resistance, as holes by index from 0. Empty if the search for
    /// them was stopped.
    pub line: Vec<u32>,
}

/// The proved guarantees of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToguzSolution {
    /// The guarantees, of the balls on the board.
    pub bounds: ToguzBounds,
    /// The result with the kazans of the position, if it is proved.
    pub result: Option<ToguzResult>,
    /// Every legal move, if that was the goal.
    pub moves: Vec<ToguzMove>,
    /// The shortest win, if the result was the goal, somebody wins, and it was found.
    pub shortest: Option<ShortestWin>,
    /// Best play, as holes by index from 0, down to boards whose guarantees are known without
    /// search. Empty if the guarantees were not the goal or do not add up to all balls.
    pub line: Vec<u32>,
    /// Whether the whole goal is proved.
    pub proved: bool,
    /// The largest number of plies for which all questions are answered.
    pub plies: u32,
    /// The positions that were searched.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// Whether the monitor or the node limit stopped it.
    pub stopped: bool,
}

/// Proves the guarantees or the result of a position within the limits. A proof that the monitor
/// stops returns what it has proved so far.
///
/// # Errors
///
/// [`SolveError::RulesDiffer`] if the known guarantees are those of other rules (whether the game
/// stops at the majority does not change them), [`SolveError::Tablebase`] if they cannot be read,
/// [`SolveError::TableMemory`] or [`SolveError::Threads`] if the system refuses memory or a thread.
pub fn solve_guarantees<G: Tablebase<ToguzPosition>>(
    rules: &ToguzRules,
    position: &ToguzPosition,
    values: &G,
    options: &ToguzOptions,
    monitor: &dyn Monitor,
) -> Result<ToguzSolution, SolveError> {
    values.check_rules(rules)?;
    let mut memory = TableMemory::new(options.table_bytes.max(GuaranteeTable::LEAST_BYTES))?;
    let begun = Instant::now();
    monitor.start("searching", 0);
    thread::scope(|scope| {
        let work = || {
            let search =
                GuaranteeSearch::new(rules, values, GuaranteeTable::new(&mut memory), monitor);
            ToguzSolver::new(rules, position, search, options).solve(begun)
        };
        join(spawn(scope, 1, work)?)
    })
}

/// A move of the root, and the board after it.
struct RootMove {
    hole: u32,
    /// The gains of the player who moves and of the other.
    gains: [u32; 2],
    next: ToguzPosition,
    again: bool,
    /// The bounds of `next`.
    bounds: ToguzBounds,
}

impl RootMove {
    /// The guarantees of the move for its player and for the other.
    fn bounds_of_move(&self) -> ToguzBounds {
        let bounds = if self.again {
            self.bounds
        } else {
            self.bounds.turned()
        };
        bounds.plus(self.gains[0], self.gains[1])
    }
}

struct ToguzSolver<'a, G> {
    search: GuaranteeSearch<'a, G>,
    options: &'a ToguzOptions,
    board: ToguzPosition,
    needs: Needs,
    bounds: ToguzBounds,
    moves: Vec<RootMove>,
    shortest: Option<ShortestWin>,
    line: Vec<u32>,
    plies: u32,
    proved: bool,
}

impl<'a, G: Tablebase<ToguzPosition>> ToguzSolver<'a, G> {
    fn new(
        rules: &ToguzRules,
        position: &ToguzPosition,
        mut search: GuaranteeSearch<'a, G>,
        options: &'a ToguzOptions,
    ) -> Self {
        let board = position.board();
        search.most_nodes = options.most_nodes;
        let game = *search.game();
        let moves = game.moves(&board).iter().map(|hole| {
            let step = game.play_unchecked(&board, hole);
            let kazans = [step.position.own_kazan(), step.position.opponent_kazan()];
            let [own, other] = kazans;
            RootMove {
                hole,
                gains: if step.again {
                    [own, other]
                } else {
                    [other, own]
                },
                next: step.position.board(),
                again: step.again,
                bounds: ToguzBounds::of_balls(step.position.balls()),
            }
        });
        Self {
            moves: moves.collect(),
            search,
            options,
            board,
            needs: Needs::new(rules, position),
            bounds: ToguzBounds::of_balls(board.balls()),
            shortest: None,
            line: Vec::new(),
            plies: 0,
            proved: false,
        }
    }

    fn solve(mut self, begun: Instant) -> Result<ToguzSolution, SolveError> {
        let stopped = match self.prove() {
            Ok(()) => false,
            Err(Interrupt::Stopped) => true,
            Err(Interrupt::Failed(error)) => return Err(SolveError::Tablebase(error)),
        };
        let needs = self.needs;
        let moves = match self.options.goal {
            ToguzGoal::Moves => self.moves.iter(),
            _ => [].iter(),
        };
        Ok(ToguzSolution {
            bounds: self.bounds,
            result: ToguzResult::proved(needs, &self.bounds),
            moves: moves
                .map(|root_move| {
                    let bounds = root_move.bounds_of_move();
                    ToguzMove {
                        hole: root_move.hole,
                        bounds,
                        result: ToguzResult::proved(needs, &bounds),
                    }
                })
                .collect(),
            shortest: self.shortest,
            line: self.line,
            proved: self.proved,
            plies: self.plies,
            nodes: self.search.nodes,
            elapsed: begun.elapsed(),
            stopped,
        })
    }

    fn prove(&mut self) -> Result<(), Interrupt> {
        if self.moves.is_empty() {
            // The mover is stuck.
            self.bounds = self.search.of_stuck(&self.board);
            self.proved = true;
            return Ok(());
        }
        for plies in 1..=self.options.most_plies.min(MOST_PLIES) {
            self.search.remark(&self.remark(plies));
            self.deepen(plies)?;
            self.plies = plies;
            if self.is_goal_proved() {
                if self.options.goal == ToguzGoal::Result {
                    return self.shorten();
                }
                self.proved = true;
                self.line = self.search.best_play(&self.board, &self.bounds)?;
                return Ok(());
            }
        }
        Ok(())
    }

    fn deepen(&mut self, plies: u32) -> Result<(), Interrupt> {
        match self.options.goal {
            ToguzGoal::Result => self.deepen_result(plies),
            ToguzGoal::Value => self.search.deepen(&self.board, plies, &mut self.bounds),
            ToguzGoal::Moves => {
                self.search.deepen(&self.board, plies, &mut self.bounds)?;
                for root_move in &mut self.moves {
                    if self.search.game().moves(&root_move.next).is_empty() {
                        root_move.bounds = self.search.of_stuck(&root_move.next);
                    } else if root_move.bounds.values().is_none() {
                        self.search
                            .deepen(&root_move.next, plies, &mut root_move.bounds)?;
                    }
                }
                self.narrow_by_moves();
                Ok(())
            }
        }
    }

    /// Narrows the bounds of the position by those of its moves.
    fn narrow_by_moves(&mut self) {
        let mut values = self.moves.iter().map(RootMove::bounds_of_move);
        let Some(mut all) = values.next() else {
            return;
        };
        for ToguzBounds { mover, opponent } in values {
            all.mover.lower = all.mover.lower.max(mover.lower);
            all.mover.upper = all.mover.upper.max(mover.upper);
            all.opponent.lower = all.opponent.lower.min(opponent.lower);
            all.opponent.upper = all.opponent.upper.min(opponent.upper);
        }
        self.bounds.narrow(all);
    }

    fn deepen_result(&mut self, plies: u32) -> Result<(), Interrupt> {
        for side in [0, 1] {
            let need = self.needs.0[side];
            if ToguzResult::proved(self.needs, &self.bounds).is_some()
                || need > self.bounds.side(side).upper
            {
                continue;
            }
            let question = Question {
                board: self.board,
                side,
                need,
            };
            let verdict = self.search.ask(&question, plies)?;
            self.bounds.add(&question, verdict);
        }
        Ok(())
    }

    fn is_goal_proved(&self) -> bool {
        match self.options.goal {
            ToguzGoal::Result => ToguzResult::proved(self.needs, &self.bounds).is_some(),
            ToguzGoal::Value => self.bounds.values().is_some(),
            ToguzGoal::Moves => {
                let settled = |root_move: &RootMove| root_move.bounds.values().is_some();
                self.bounds.values().is_some() && self.moves.iter().all(settled)
            }
        }
    }

    /// Finds the shortest win of the player who wins.
    fn shorten(&mut self) -> Result<(), Interrupt> {
        let side = match ToguzResult::proved(self.needs, &self.bounds) {
            Some(ToguzResult::Won) => 0,
            Some(ToguzResult::Lost) => 1,
            _ => {
                self.proved = true;
                return Ok(());
            }
        };
        let need = self.needs.0[side];
        if need == 0 {
            self.proved = true;
            self.shortest = Some(ShortestWin {
                plies: 0,
                line: Vec::new(),
            });
            return Ok(());
        }
        let question = Question {
            board: self.board,
            side,
            need,
        };
        self.search.metric = PlyMetric::ToWin;
        for plies in 1..=self.options.most_plies.min(MOST_PLIES) {
            self.search.remark(&format!("a win in {plies} plies"));
            if self.search.ask(&question, plies)? == Verdict::Yes {
                self.proved = true;
                self.shortest = Some(ShortestWin {
                    plies,
                    line: Vec::new(),
                });
                let line = self.search.shortest_play(&question, plies)?;
                self.shortest = Some(ShortestWin { plies, line });
                return Ok(());
            }
        }
        Ok(())
    }

    fn remark(&self, plies: u32) -> String {
        let ToguzBounds { mover, opponent } = self.bounds;
        format!(
            "{plies} plies, mover {}-{}, opponent {}-{}",
            mover.lower, mover.upper, opponent.lower, opponent.upper
        )
    }
}
