//! Analyzers of both families behind one trait, for a game that is known at run time only.

use super::tablebase::EngineTablebase;
use crate::analysis::{
    AnalysisError, AnalysisOptions, Analyzer, EvaluatedGame, EvaluatedKalah, EvaluatedToguz,
    Limits, RootPosition, SearchReport,
};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::ToguzPosition;
use mancala_position::{Game, GameSpec, GameState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An analyzer of some game.
pub(super) trait GameAnalyzer: Send {
    /// As [`Analyzer::analyze`]. States of another family are passed over.
    fn analyze(
        &mut self,
        state: &GameState,
        earlier: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, AnalysisError>;

    fn set_options(&mut self, options: AnalysisOptions) -> Result<(), AnalysisError>;

    fn forget(&mut self) -> Result<(), AnalysisError>;
}

/// A position of one family in a state.
trait PositionOfState: Sized {
    /// The position, and the seeds by which the mover leads in stores that it does not carry;
    /// `None` for a state of the other family.
    fn of(state: &GameState) -> Option<(Self, i64)>;
}

impl PositionOfState for ToguzPosition {
    fn of(state: &GameState) -> Option<(Self, i64)> {
        match state {
            GameState::Toguz { state, .. } => Some((state.position(), 0)),
            GameState::Kalah { .. } => None,
        }
    }
}

impl PositionOfState for KalahPosition {
    fn of(state: &GameState) -> Option<(Self, i64)> {
        match state {
            GameState::Kalah { state: kalah, .. } => Some((kalah.position(), state.lead())),
            GameState::Toguz { .. } => None,
        }
    }
}

impl<G> GameAnalyzer for Analyzer<G>
where
    G: EvaluatedGame + Send,
    G::Position: PositionOfState,
{
    fn analyze(
        &mut self,
        state: &GameState,
        earlier: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, AnalysisError> {
        let Some((position, store_lead)) = G::Position::of(state) else {
            return Ok(SearchReport::default());
        };
        let earlier: Vec<G::Position> = earlier
            .iter()
            .filter_map(|state| Some(G::Position::of(state)?.0))
            .collect();
        let root = RootPosition::new(&position)
            .after(&earlier)
            .with_store_lead(store_lead);
        Self::analyze(self, root, limits, stop, each_depth)
    }

    fn set_options(&mut self, options: AnalysisOptions) -> Result<(), AnalysisError> {
        Self::set_options(self, options)
    }

    fn forget(&mut self) -> Result<(), AnalysisError> {
        Self::forget(self)
    }
}

/// The analyzer of a game.
pub(super) fn of_game(
    spec: &GameSpec,
    options: AnalysisOptions,
    tablebase: &EngineTablebase,
) -> Result<Box<dyn GameAnalyzer>, AnalysisError> {
    match *spec {
        GameSpec::Kalah { rules, .. } => with_kalah(
            &rules,
            OfKalah {
                rules: &rules,
                options,
                tablebase,
            },
        ),
        GameSpec::Toguz { rules } => {
            let mut game = EvaluatedToguz::new(&rules);
            if let Some(tablebase) = &tablebase.toguz {
                game = game.with_tablebase(Arc::clone(tablebase))?;
            }
            Ok(Box::new(Analyzer::new(game, options)?))
        }
    }
}

/// Makes the analyzer of a Kalah, whose rules the search is specialised for.
struct OfKalah<'a> {
    rules: &'a KalahRules,
    options: AnalysisOptions,
    tablebase: &'a EngineTablebase,
}

impl KalahVisitor for OfKalah<'_> {
    type Output = Result<Box<dyn GameAnalyzer>, AnalysisError>;

    fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output {
        let mut game = EvaluatedKalah::new(game, self.rules);
        if let Some(tablebase) = &self.tablebase.kalah {
            game = game.with_tablebase(Arc::clone(tablebase))?;
        }
        Ok(Box::new(Analyzer::new(game, self.options)?))
    }
}
