//! Annotation of whole games: every move is evaluated, mistakes are named, and the game is written
//! as TGK with comments.

use super::answer::moves_text;
use super::arguments::Arguments;
use super::engine_setup::{self, analyze};
use crate::failure::{Failure, Kind};
use crate::input::{name, text};
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::layout::table;
use crate::text::numbers::signed;
use mancala_endgame::Monitor;
use mancala_position::record::{GameRecord, MisfitReason, read_records, replay};
use mancala_position::{GameHistory, GameSpec, GameState, ParseError};
use mancala_search::engine::Engine;
use serde::Serialize;
use std::fmt::Display;

/// The names of moves by the chances that they lose at least.
const NAMES: [(f64, &str); 3] = [(0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy")];
/// The largest mistakes of a game that are listed.
const LISTED: usize = 5;
/// Plies of a better line that a comment has.
const SHOWN: usize = 6;

#[derive(Serialize)]
struct Answer {
    games: Vec<AnnotatedGame>,
}

#[derive(Serialize)]
struct AnnotatedGame {
    /// The game's number in its file, from 1.
    game: usize,
    moves: Vec<EvaluatedMove>,
    /// The largest mistakes, the largest first.
    mistakes: Vec<Mistake>,
    tgk: String,
}

/// A move with what was expected before it and after it, for the player who made it.
#[derive(Clone, Serialize)]
struct EvaluatedMove {
    ply: usize,
    r#move: String,
    best: String,
    margin_seeds: i64,
    winning_chance: f64,
    /// The same after the move that was played.
    played_margin_seeds: i64,
    played_winning_chance: f64,
}

#[derive(Serialize)]
struct Mistake {
    ply: usize,
    player: &'static str,
    r#move: String,
    best: String,
    name: &'static str,
    lost_chance: f64,
    lost_seeds: i64,
}

pub(super) fn run(
    arguments: &Arguments,
    file: &str,
    default: &GameSpec,
    output: &Output,
) -> Result<Status, Failure> {
    let refuse = |error: ParseError| Failure::record(name(file), error);
    let records = read_records(&text(file)?, default).map_err(refuse)?;
    let progress = Progress::new(output, "plies", None);
    let count = records.len();
    let mut kept: Option<Engine> = None;
    let mut games = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if signals::caught().is_some() || output.is_closed() {
            break;
        }
        progress.start(
            &format!("game {} of {count}", index + 1),
            record.moves.len() as u64,
        );
        let spec = record.game(default);
        let mut engine = match kept.take() {
            Some(mut engine) if *engine.spec() == spec => {
                engine.forget()?;
                engine
            }
            _ => engine_setup::engine(arguments, &spec, output)?,
        };
        let (game, annotated) = annotate(
            arguments,
            index + 1,
            &spec,
            record.clone(),
            &progress,
            &mut engine,
        )?;
        kept = Some(engine);
        if output.is_json() {
            games.push(game);
            continue;
        }
        // Each game is shown as soon as it is annotated, which may take minutes.
        let tgk = match records.get(index + 1) {
            Some(next) => annotated.to_text_before(next),
            None => annotated.to_text(),
        };
        progress.clear();
        output.text(&format!("{}{tgk}", game.mistakes_text()))?;
    }
    drop(progress);
    if output.is_json() {
        output.json(&Answer { games })?;
    }
    Ok(signals::status())
}

/// The expected outcome of a position, for the side to move.
#[derive(Clone)]
struct Expected {
    margin: i64,
    chance: f64,
    line: Vec<u32>,
}

/// Plays a game through, all of whose moves have to be legal.
fn played(number: usize, spec: &GameSpec, record: &GameRecord) -> Result<GameHistory, Failure> {
    let replayed = replay(record, spec);
    for misfit in &replayed.misfits {
        let refuse = |message: &dyn Display| Failure::new(Kind::Record, message);
        match &misfit.reason {
            MisfitReason::Start(error) => {
                return Err(refuse(&format_args!("game {number}: its start: {error}")));
            }
            MisfitReason::Move(error) if misfit.ply > replayed.plies() => {
                let message = format!("game {number}, ply {}: {error}", misfit.ply);
                return Err(refuse(&message).hint("`mancala replay` checks the records of a file"));
            }
            _ => {}
        }
    }
    Ok(replayed.history)
}

/// Evaluates every move of a game and writes it into the record; moves that do not fit the rules
/// are an error.
fn annotate(
    arguments: &Arguments,
    number: usize,
    spec: &GameSpec,
    mut record: GameRecord,
    progress: &Progress,
    engine: &mut Engine,
) -> Result<(AnnotatedGame, GameRecord), Failure> {
    let history = played(number, spec, &record)?;
    let states = history.states();
    let mut expected = Vec::new();
    for (ply, state) in states.iter().enumerate() {
        if signals::caught().is_some() {
            break;
        }
        expected.push(expect(arguments, engine, state, &states[..ply])?);
        progress.advance(1);
    }
    let mut moves = Vec::new();
    let mut mistakes = Vec::new();
    for (index, pair) in expected.windows(2).enumerate() {
        let (state, next) = (&states[index], &states[index + 1]);
        let same = state.to_move() == next.to_move();
        let played = match (history.moves()[index], pair[0].line.first()) {
            // The search before the move has evaluated the best one.
            (pit, Some(&best)) if pit == best => pair[0].clone(),
            _ if same => pair[1].clone(),
            _ => Expected {
                margin: -pair[1].margin,
                chance: 1.0 - pair[1].chance,
                line: Vec::new(),
            },
        };
        let evaluated = EvaluatedMove::new(index + 1, state, &record, &pair[0], &played);
        let mistake = Mistake::of(&evaluated, state.player(state.to_move()));
        let better = moves_text(state, &pair[0].line[..pair[0].line.len().min(SHOWN)]);
        let note = comment(&evaluated, mistake.as_ref(), &better);
        let old = &mut record.moves[index].comment;
        *old = if old.is_empty() {
            note
        } else {
            format!("{old}; {note}")
        };
        moves.push(evaluated);
        mistakes.extend(mistake);
    }
    mistakes.sort_by(|a, b| b.lost_chance.total_cmp(&a.lost_chance));
    mistakes.truncate(LISTED);
    let game = AnnotatedGame {
        game: number,
        moves,
        mistakes,
        tgk: record.to_text(),
    };
    Ok((game, record))
}

/// Searches a state of a game, or counts it if the game is over.
fn expect(
    arguments: &Arguments,
    engine: &mut Engine,
    state: &GameState,
    earlier: &[GameState],
) -> Result<Expected, Failure> {
    let report = analyze(engine, arguments, state, earlier, &mut |_| {})?;
    Ok(match report.lines.into_iter().next() {
        Some(line) => Expected {
            margin: line.margin_seeds,
            chance: line.winning_chance,
            line: line.moves,
        },
        None => {
            let margin = state.final_lead().unwrap_or_else(|| state.lead());
            Expected {
                margin,
                chance: (margin.signum() + 1) as f64 / 2.0,
                line: Vec::new(),
            }
        }
    })
}

impl EvaluatedMove {
    fn new(
        ply: usize,
        state: &GameState,
        record: &GameRecord,
        expected: &Expected,
        played: &Expected,
    ) -> Self {
        let best = expected.line.first();
        Self {
            ply,
            r#move: record.moves[ply - 1].written.to_string(),
            best: best.map_or_else(String::new, |&hole| state.write_move(hole)),
            margin_seeds: expected.margin,
            winning_chance: expected.chance,
            played_margin_seeds: played.margin,
            played_winning_chance: played.chance,
        }
    }
}

impl Mistake {
    /// The mistake that a move is, if it is one.
    fn of(evaluated: &EvaluatedMove, player: &'static str) -> Option<Self> {
        let lost = evaluated.winning_chance - evaluated.played_winning_chance;
        let &(_, name) = NAMES.iter().find(|&&(least, _)| lost >= least)?;
        Some(Self {
            ply: evaluated.ply,
            player,
            r#move: evaluated.r#move.clone(),
            best: evaluated.best.clone(),
            name,
            lost_chance: lost,
            lost_seeds: evaluated.margin_seeds - evaluated.played_margin_seeds,
        })
    }
}

/// The comment on a move: the margin expected after it and its player's chances; of a mistake its
/// name and what would have been better.
fn comment(evaluated: &EvaluatedMove, mistake: Option<&Mistake>, better: &[String]) -> String {
    let worth = |margin, chance: f64| format!("{} {:.0}%", signed(margin), 100.0 * chance);
    let played = worth(
        evaluated.played_margin_seeds,
        evaluated.played_winning_chance,
    );
    match mistake {
        None => played,
        Some(mistake) => format!(
            "{played}, {}: better {} {}",
            mistake.name,
            better.join(" "),
            worth(evaluated.margin_seeds, evaluated.winning_chance),
        ),
    }
}

impl AnnotatedGame {
    /// The mistakes as comments in front of the game's record.
    fn mistakes_text(&self) -> String {
        if self.mistakes.is_empty() {
            return String::new();
        }
        let rows = self.mistakes.iter().map(|mistake| {
            vec![
                format!("% game {}, ply {}", self.game, mistake.ply),
                mistake.player.to_owned(),
                mistake.r#move.clone(),
                format!("{},", mistake.name),
                format!("lost {:.0} % of the chances", 100.0 * mistake.lost_chance),
                format!("and {} balls; better {}", mistake.lost_seeds, mistake.best),
            ]
        });
        format!("{}\n", table(&[], rows, &[0, 1, 2, 3, 4, 5]))
    }
}
