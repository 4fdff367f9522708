//! An analyst of whichever game is named.

use super::Arguments;
use crate::commands::Status;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use crate::subject::Subject;
use mancala_endgame::{Database, ToguzValues};
use mancala_position::Game;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
use mancala_search::SolveError;
use mancala_search::analysis::{
    AnalysisOptions, Analyst, Insight, Judged, KalahJudge, Limits, ToguzJudge,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Searches positions of one type.
pub(super) trait Search<P> {
    fn search(
        &mut self,
        position: &P,
        past: &[P],
        limits: &Limits,
        each_depth: &mut dyn FnMut(&Insight),
    ) -> Insight;

    fn forget(&mut self) -> Result<(), SolveError>;
}

impl<G: Judged> Search<G::Position> for Analyst<G> {
    fn search(
        &mut self,
        position: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        each_depth: &mut dyn FnMut(&Insight),
    ) -> Insight {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let stop = signals::flag().unwrap_or(&NEVER);
        self.analyze(position, past, limits, stop, each_depth)
    }

    fn forget(&mut self) -> Result<(), SolveError> {
        Self::forget(self)
    }
}

/// An analyst of the game that was named.
pub(super) enum Thinker {
    Toguz(Box<dyn Search<ToguzPosition>>),
    Kalah(Box<dyn Search<KalahPosition>>),
}

impl Thinker {
    pub(super) fn new(
        arguments: &Arguments,
        game: &GameSpec,
        output: &Output,
    ) -> Result<Self, Failure> {
        let options = AnalysisOptions {
            threads: arguments.threads.count(),
            table_bytes: arguments.hash.0,
            multipv: usize::from(arguments.multipv),
            ..AnalysisOptions::default()
        };
        match game {
            GameSpec::Toguz { rules } => toguz(arguments, rules, options, output),
            GameSpec::Kalah { rules, .. } => kalah(arguments, rules, options),
        }
    }

    /// Forgets what earlier searches have found.
    pub(super) fn forget(&mut self) -> Result<(), Failure> {
        match self {
            Self::Toguz(analyst) => analyst.forget()?,
            Self::Kalah(analyst) => analyst.forget()?,
        }
        Ok(())
    }

    /// Searches a position; `past` has the earlier ones of the game, as far as they are of the Toguz family.
    pub(super) fn think(
        &mut self,
        subject: &Subject,
        past: &[ToguzPosition],
        limits: &Limits,
        each_depth: &mut dyn FnMut(&Insight),
    ) -> Insight {
        match (self, subject) {
            (Self::Toguz(analyst), Subject::Toguz { state, .. }) => {
                analyst.search(&state.position, past, limits, each_depth)
            }
            (Self::Kalah(analyst), Subject::Kalah { state, .. }) => {
                analyst.search(&state.position, &[], limits, each_depth)
            }
            _ => unreachable!("the thinker and the position are of the same game"),
        }
    }
}

/// The most balls of the positions that are computed where `--endgames` does not say: what takes a second or less.
const fn usual_endgames(rules: &ToguzRules) -> u32 {
    match rules.game {
        ToguzGame::Toguz => 6,
        ToguzGame::Qozdatu => 8,
        ToguzGame::Bestemshe => 14,
    }
}

/// A database that was opened; none if there is none.
fn found<D>(database: Result<D, Failure>) -> Result<Option<D>, Failure> {
    match database {
        Ok(database) => Ok(Some(database)),
        Err(failure) if failure.kind == Kind::DatabaseMissing => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn toguz(
    arguments: &Arguments,
    rules: &ToguzRules,
    options: AnalysisOptions,
    output: &Output,
) -> Result<Thinker, Failure> {
    let mut game = ToguzJudge::new(rules);
    let balls = arguments.endgames.unwrap_or(usual_endgames(rules));
    let database = if arguments.no_db || arguments.endgames.is_some() {
        None
    } else {
        found(arguments.db.open_toguz(rules))?
    };
    if let Some(database) = database {
        game = game.with_endgames(Arc::new(database));
    } else if balls > 0 {
        let progress = Progress::new(output, "positions", None);
        let values = ToguzValues::compute(rules, balls, options.threads, &progress)?;
        game = game.with_endgames(Arc::new(values));
    }
    Ok(Thinker::Toguz(Box::new(Analyst::new(game, options)?)))
}

fn kalah(
    arguments: &Arguments,
    rules: &KalahRules,
    options: AnalysisOptions,
) -> Result<Thinker, Failure> {
    struct Make<'a> {
        rules: &'a KalahRules,
        options: AnalysisOptions,
        database: Option<Database>,
    }
    impl KalahVisitor for Make<'_> {
        type Output = Result<Thinker, Failure>;
        fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output {
            let mut judge = KalahJudge::new(game, self.rules);
            if let Some(database) = self.database {
                judge = judge.with_endgames(Arc::new(database));
            }
            Ok(Thinker::Kalah(Box::new(Analyst::new(judge, self.options)?)))
        }
    }
    let database = if arguments.no_db {
        None
    } else {
        found(arguments.db.open(rules))?
    };
    with_kalah(
        rules,
        Make {
            rules,
            options,
            database,
        },
    )
}

/// How a search has ended: by a signal, or by itself.
pub(super) fn status() -> Status {
    signals::caught().map_or(Status::Done, Status::Stopped)
}
