//! Analyzers of the games of both families behind one face.

use super::knowledge::Knowledge;
use crate::analysis::{
    AnalysisOptions, Analyzer, EvaluatedGame, EvaluatedKalah, EvaluatedToguz, Limits, SearchReport,
};
use crate::error::SolveError;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::ToguzPosition;
use mancala_position::{Game, GameSpec, GameState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whatever searches positions of a game that is known at run time only.
pub(super) trait GameAnalyzer: Send {
    fn analyze(
        &mut self,
        states: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport;

    fn set_options(&mut self, options: AnalysisOptions) -> Result<(), SolveError>;

    fn forget(&mut self) -> Result<(), SolveError>;

    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error>;
}

/// A position of the game that the analyzer is of, taken out of a state.
trait Seen: Sized {
    fn of(state: &GameState) -> Option<Self>;
}

impl Seen for ToguzPosition {
    fn of(state: &GameState) -> Option<Self> {
        match state {
            GameState::Toguz { state, .. } => Some(state.position()),
            GameState::Kalah { .. } => None,
        }
    }
}

impl Seen for KalahPosition {
    fn of(state: &GameState) -> Option<Self> {
        match state {
            GameState::Kalah { state, .. } => Some(state.position()),
            GameState::Toguz { .. } => None,
        }
    }
}

impl<G> GameAnalyzer for Analyzer<G>
where
    G: EvaluatedGame + Send,
    G::Position: Seen,
{
    fn analyze(
        &mut self,
        states: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let mut seen: Vec<G::Position> = states.iter().filter_map(Seen::of).collect();
        match seen.pop() {
            Some(now) => self.analyze(&now, &seen, limits, stop, each_depth),
            None => SearchReport::default(),
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

/// The analyzer for a game.
pub(super) fn of_game(
    spec: &GameSpec,
    options: AnalysisOptions,
    knowledge: &Knowledge,
) -> Result<Box<dyn GameAnalyzer>, SolveError> {
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
            let mut game = EvaluatedToguz::new(&rules);
            if let Some(endgames) = &knowledge.toguz {
                game = game.with_endgames(Arc::clone(endgames))?;
            }
            Ok(Box::new(Analyzer::new(game, options)?))
        }
    }
}

struct OfKalah<'a> {
    rules: &'a KalahRules,
    options: AnalysisOptions,
    knowledge: &'a Knowledge,
}

impl KalahVisitor for OfKalah<'_> {
    type Output = Result<Box<dyn GameAnalyzer>, SolveError>;

    fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output {
        let mut game = EvaluatedKalah::new(game, self.rules);
        if let Some(endgames) = &self.knowledge.kalah {
            game = game.with_endgames(Arc::clone(endgames))?;
        }
        Ok(Box::new(Analyzer::new(game, self.options)?))
    }
}
