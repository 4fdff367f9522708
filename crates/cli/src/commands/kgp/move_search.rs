//! The search for moves, on a thread of its own: boards come in, moves go out as they improve.

use super::board::Board;
use super::wire::{answer, quoted};
use crate::failure::Failure;
use mancala_position::kalah::{KalahRules, KalahState, WideKalah};
use mancala_position::{Game, GameState};
use mancala_search::analysis::{
    AnalysisOptions, Analyzer, EvaluatedWideKalah, Limits, MAX_ANALYSED_SEEDS, RootPosition,
    SearchReport,
};
use mancala_search::engine::{Engine, EngineTablebase, TablebaseSource};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// A board that the server wants a move for.
pub(super) struct Task {
    /// The number of the server's request.
    pub(super) id: Option<u64>,
    pub(super) board: Board,
    pub(super) time: Duration,
    /// Set when the server wants no more moves.
    pub(super) stop: Arc<AtomicBool>,
}

/// An outcome of the search.
pub(super) enum Found {
    /// A better move, by pit from 0, unless the request has been stopped.
    Move {
        id: Option<u64>,
        stop: Arc<AtomicBool>,
        pit: u32,
    },
    /// Another line for the server, unless the request has been stopped.
    Line { stop: Arc<AtomicBool>, line: String },
    /// The request is answered.
    Done {
        stop: Arc<AtomicBool>,
        remark: String,
    },
    /// The search cannot go on.
    Failed(Failure),
}

/// The settings of the search.
#[derive(Clone)]
pub(super) struct SearchSettings {
    pub(super) options: AnalysisOptions,
    pub(super) database: Option<PathBuf>,
    /// Whether to tell the server about each move (`set info:comment`).
    pub(super) comments: bool,
}

/// A search for boards of one size.
enum Searcher {
    /// Boards that packed positions hold, with a database if there is one.
    Packed(Box<Engine>),
    /// Larger ones.
    Wide(Box<Analyzer<EvaluatedWideKalah>>, WideKalah),
}

impl Searcher {
    /// A search for the board, and for the packed state of it if there is one.
    fn new(
        board: &Board,
        state: Option<&GameState>,
        settings: &SearchSettings,
    ) -> Result<Self, Failure> {
        let Some(state) = state else {
            let analyzer = Analyzer::new(EvaluatedWideKalah::new(board.game), settings.options)?;
            return Ok(Self::Wide(Box::new(analyzer), board.game));
        };
        let spec = state.spec();
        let source = TablebaseSource {
            database: settings.database.as_deref(),
            balls: 0,
        };
        // A folder of databases may have none of this board's size.
        let tablebase = match EngineTablebase::open(&spec, &source) {
            Err(mancala_endgame::Error::Missing { .. }) => EngineTablebase::default(),
            other => other?,
        };
        let engine = Engine::new(&spec, settings.options, &tablebase)?;
        Ok(Self::Packed(Box::new(engine)))
    }

    /// Whether the search is one for such boards.
    fn serves(&self, board: &Board, state: Option<&GameState>) -> bool {
        match (self, state) {
            (Self::Packed(engine), Some(state)) => *engine.spec() == state.spec(),
            (Self::Wide(_, game), None) => *game == board.game,
            _ => false,
        }
    }

    fn search(
        &mut self,
        board: &Board,
        state: Option<&GameState>,
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Failure> {
        let report = match self {
            Self::Packed(engine) => match state {
                Some(state) => engine.analyze(state, &[], limits, stop, each_depth)?,
                None => SearchReport::default(),
            },
            Self::Wide(analyzer, _) => {
                let [south, north] = board.stores.map(i64::from);
                let root = RootPosition::new(&board.position).with_store_lead(south - north);
                analyzer.analyze(root, limits, stop, each_depth)?
            }
        };
        Ok(report)
    }
}

/// The board as a packed state, if it fits into one.
fn packed(board: &Board) -> Option<GameState> {
    let rules = KalahRules::new(board.game.pits()).ok()?;
    let state = KalahState::from_kgp(&rules, &board.to_string()).ok()?;
    Some(GameState::Kalah { rules, state })
}

/// Answers tasks until their sender is gone, and tells `found` what comes out.
pub(super) fn answer_tasks(
    tasks: &Receiver<Task>,
    found: &dyn Fn(Found) -> bool,
    settings: &SearchSettings,
) {
    let mut searcher: Option<Searcher> = None;
    for task in tasks {
        if let Err(failure) = answer_task(&task, found, settings, &mut searcher) {
            found(Found::Failed(failure));
            return;
        }
    }
}

fn answer_task(
    task: &Task,
    found: &dyn Fn(Found) -> bool,
    settings: &SearchSettings,
    searcher: &mut Option<Searcher>,
) -> Result<(), Failure> {
    let send = |line: String| {
        let stop = Arc::clone(&task.stop);
        found(Found::Line { stop, line });
    };
    let done = |remark: String| {
        send(answer(task.id, "yield"));
        let stop = Arc::clone(&task.stop);
        found(Found::Done { stop, remark });
    };
    let moves = task.board.game.moves(&task.board.position);
    let Some(first) = moves.iter().max_by_key(|&pit| gain(&task.board, pit)) else {
        done("the game is over".to_owned());
        return Ok(());
    };
    let send_move = |pit: u32| {
        let stop = Arc::clone(&task.stop);
        let id = task.id;
        found(Found::Move { id, stop, pit });
    };
    // A legal move is there before anything is searched.
    send_move(first);
    if moves.len() == 1 || task.board.position.seeds() > MAX_ANALYSED_SEEDS {
        done(format!("move {}", first + 1));
        return Ok(());
    }
    if task.stop.load(Ordering::Relaxed) {
        done("stopped".to_owned());
        return Ok(());
    }
    let state = packed(&task.board);
    let state = state.as_ref();
    // A search for other boards gives its memory back first.
    let kept = searcher.take();
    let kept = kept.filter(|searcher| searcher.serves(&task.board, state));
    let searcher = match kept {
        Some(kept) => searcher.insert(kept),
        None => searcher.insert(Searcher::new(&task.board, state, settings)?),
    };
    let mut told = first;
    let mut tell = |report: &SearchReport| {
        if let Some(best) = report.best()
            && best != told
        {
            told = best;
            send_move(best);
        }
    };
    let limits = Limits {
        time: Some(task.time),
        ..Limits::default()
    };
    let report = searcher.search(&task.board, state, &limits, &task.stop, &mut tell)?;
    tell(&report);
    let remark = remark(told, &report);
    if settings.comments {
        send(format!("set info:comment {}", quoted(&remark)));
    }
    done(remark);
    Ok(())
}

/// The seeds that a move gains, and whether it gives another one: the order before any search.
fn gain(board: &Board, pit: u32) -> (bool, i32) {
    let step = board.game.play_unchecked(&board.position, pit);
    (step.again, step.gain)
}

fn remark(pit: u32, report: &SearchReport) -> String {
    let margin = report.lines.first().map_or(0, |line| line.margin_seeds);
    format!(
        "move {} ({margin:+} seeds, depth {}, {} nodes)",
        pit + 1,
        report.depth,
        report.nodes
    )
}
