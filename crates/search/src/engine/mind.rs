//! Analysts of the games of both families behind one face.

use super::knowledge::Knowledge;
use crate::analysis::{AnalysisOptions, Analyst, Insight, Judged, KalahJudge, Limits, ToguzJudge};
use crate::error::SolveError;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::ToguzPosition;
use mancala_position::{Game, GameSpec, GameState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whatever searches positions of a game that is known at run time only.
pub(super) trait Mind: Send {
    fn think(
        &mut self,
        states: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&Insight),
    ) -> Insight;

    fn set_options(&mut self, options: AnalysisOptions) -> Result<(), SolveError>;

    fn forget(&mut self) -> Result<(), SolveError>;

    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error>;
}

/// A position of the game that the mind is of, taken out of a state.
trait Seen: Sized {
    fn of(state: &GameState) -> Option<Self>;
}

impl Seen for ToguzPosition {
    fn of(state: &GameState) -> Option<Self> {
        match state {
            GameState::Toguz { state, .. } => Some(state.position),
            GameState::Kalah { .. } => None,
        }
    }
}

impl Seen for KalahPosition {
    fn of(state: &GameState) -> Option<Self> {
        match state {
            GameState::Kalah { state, .. } => Some(state.position),
            GameState::Toguz { .. } => None,
        }
    }
}

impl<G> Mind for Analyst<G>
where
    G: Judged + Send,
    G::Position: Seen,
{
    fn think(
        &mut self,
        states: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&Insight),
    ) -> Insight {
        let mut seen: Vec<G::Position> = states.iter().filter_map(Seen::of).collect();
        match seen.pop() {
            Some(now) => self.analyze(&now, &seen, limits, stop, each_depth),
            None => Insight::default(),
        }
    }

    fn set_options(&mut self, options: AnalysisOptions) -> Result<(), SolveError> {
        Self::set_options(self, options)
    }

    fn forget(&mut self) -> Result<(), SolveError> {
        Self::forget(self)
    }

    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        Self::take_tablebase_error(self)
    }
}

/// The mind for a game.
pub(super) fn of_game(
    spec: &GameSpec,
    options: AnalysisOptions,
    knowledge: &Knowledge,
) -> Result<Box<dyn Mind>, SolveError> {
    match *spec {
        GameSpec::Kalah { rules, .. } => with_kalah(
            &rules,
            OfKalah {
                rules: &rules,
                options,
                knowledge,
            },
        ),
        GameSpec::Toguz { rules } => {
            let mut judge = ToguzJudge::new(&rules);
            if let Some(endgames) = &knowledge.toguz {
                judge = judge.with_endgames(Arc::clone(endgames))?;
            }
            Ok(Box::new(Analyst::new(judge, options)?))
        }
    }
}

struct OfKalah<'a> {
    rules: &'a KalahRules,
    options: AnalysisOptions,
    knowledge: &'a Knowledge,
}

impl KalahVisitor for OfKalah<'_> {
    type Output = Result<Box<dyn Mind>, SolveError>;

    fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output {
        let mut judge = KalahJudge::new(game, self.rules);
        if let Some(endgames) = &self.knowledge.kalah {
            judge = judge.with_endgames(Arc::clone(endgames))?;
        }
        Ok(Box::new(Analyst::new(judge, self.options)?))
    }
}
