//! The engine as the arguments want it.

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use mancala_endgame::ToguzValues;
use mancala_position::toguz::{ToguzGame, ToguzRules};
use mancala_position::{GameSpec, GameState};
use mancala_search::analysis::{AnalysisOptions, SearchReport};
use mancala_search::engine::{Engine, EngineTablebase};

/// The engine for a game.
pub(super) fn engine(
    arguments: &Arguments,
    game: &GameSpec,
    output: &Output,
) -> Result<Engine, Failure> {
    let options = AnalysisOptions {
        threads: arguments.threads.count(),
        table_bytes: arguments.table_bytes(),
        multipv: usize::from(arguments.multipv),
        ..AnalysisOptions::default()
    };
    let tablebase = tablebase(arguments, game, options.threads, output)?;
    Ok(Engine::new(game, options, &tablebase)?)
}

/// Analyzes a state of a game, after earlier ones, within the limits of the arguments, or until a
/// signal arrives.
pub(super) fn analyze(
    engine: &mut Engine,
    arguments: &Arguments,
    state: &GameState,
    earlier: &[GameState],
    each_depth: &mut dyn FnMut(&SearchReport),
) -> Result<SearchReport, Failure> {
    let limits = arguments.limits();
    Ok(engine.analyze(state, earlier, &limits, signals::stop_flag(), each_depth)?)
}

/// The tablebase of the database, if there is one; else, in the Toguz family, of computed values.
fn tablebase(
    arguments: &Arguments,
    game: &GameSpec,
    threads: usize,
    output: &Output,
) -> Result<EngineTablebase, Failure> {
    let found = match game {
        _ if arguments.no_db => None,
        GameSpec::Kalah { rules, .. } => arguments
            .db
            .open_if_required(rules)?
            .map(EngineTablebase::with_values),
        GameSpec::Toguz { .. } if arguments.endgames.is_some() => None,
        GameSpec::Toguz { rules } => arguments
            .db
            .open_if_required(rules)?
            .map(EngineTablebase::with_guarantees),
    };
    match (found, game) {
        (Some(tablebase), _) => Ok(tablebase),
        (None, GameSpec::Toguz { rules }) => {
            let balls = arguments.endgames.unwrap_or(usual_endgames(rules));
            if balls == 0 {
                return Ok(EngineTablebase::default());
            }
            let progress = Progress::new(output, "positions", None);
            let values = ToguzValues::compute(rules, balls, threads, &progress)?;
            Ok(EngineTablebase::with_guarantees(values))
        }
        (None, GameSpec::Kalah { .. }) => Ok(EngineTablebase::default()),
    }
}

/// The most balls of the positions that are computed where `--endgames` does not say: what takes a
/// second or less.
const fn usual_endgames(rules: &ToguzRules) -> u32 {
    match rules.game {
        ToguzGame::Toguz => 6,
        ToguzGame::Qozdatu => 8,
        ToguzGame::Bestemshe => 14,
    }
}
