//! Following recorded games through an endgame database of the Toguz family.

use crate::failure::Failure;
use crate::text::layout::table;
use crate::text::numbers::plural;
use mancala_endgame::{Database, Guarantees};
use mancala_position::Game;
use mancala_position::record::GameRecord;
use mancala_position::toguz::{Toguz, ToguzRules, ToguzState};
use mancala_search::ToguzResult;
use serde::Serialize;

/// What the database says of recorded games.
#[derive(Serialize)]
pub(super) struct Followed {
    path: String,
    /// The largest layer of the database.
    seeds: u32,
    /// The games that came within its reach.
    games: u64,
    /// The moves that were looked up.
    moves: u64,
    /// Those of them that were worth less than the best one.
    mistakes: u64,
    /// The balls that these lost.
    balls_lost: u64,
    /// Those of them that changed who wins, or whether anybody does.
    result_mistakes: u64,
    /// The mistakes themselves.
    list: Vec<Mistake>,
}

/// A move that was worth less than the best one.
#[derive(Serialize)]
pub(super) struct Mistake {
    file: String,
    /// The game's number in its file, from 1.
    game: usize,
    /// The ply, from 1.
    ply: usize,
    position: String,
    r#move: String,
    balls_lost: u32,
    result_before: &'static str,
    result_after: &'static str,
}

/// What goes against the database: the ply, and in which way.
type Contradiction = (usize, String);

impl Followed {
    pub(super) fn new(database: &Database<ToguzRules>) -> Self {
        Self {
            path: database.path().display().to_string(),
            seeds: database.most_seeds(),
            games: 0,
            moves: 0,
            mistakes: 0,
            balls_lost: 0,
            result_mistakes: 0,
            list: Vec::new(),
        }
    }

    /// Follows a game. No move may be worth more than its position; and where the guarantees add up
    /// all along, the kazans and what is on the board at the end must come to what the first
    /// position within reach promised, less what each side lost by mistakes.
    pub(super) fn follow(
        &mut self,
        database: &Database<ToguzRules>,
        rules: &ToguzRules,
        record: &GameRecord,
        (file, game): (&str, usize),
    ) -> Result<Vec<Contradiction>, Failure> {
        let mut wrong = Vec::new();
        let Ok(mut state) = record.start(rules) else {
            return Ok(wrong);
        };
        let mut promised: Option<[u32; 2]> = None;
        let (mut adds_up, mut plies) = (true, 0);
        for (ply, recorded) in (1..).zip(&record.moves) {
            // A move that does not fit has been reported.
            let Ok(next) = recorded.written.play(rules, &state) else {
                break;
            };
            plies = ply;
            let found = self.look_up(database, rules, &state, &next)?;
            if let Some(Found { before, after }) = found {
                let balls = state.position().balls();
                adds_up &= before.mover + before.opponent == balls;
                adds_up &= after.mover + after.opponent == balls;
                let promised = promised.get_or_insert_with(|| {
                    self.games += 1;
                    by_side(&state, before)
                });
                self.moves += 1;
                if after.mover > before.mover || after.opponent < before.opponent {
                    wrong.push((
                        ply,
                        format!("the move is worth {after:?}, and the position {before:?}"),
                    ));
                }
                let lost = (before.mover - after.mover.min(before.mover))
                    .max(after.opponent.max(before.opponent) - before.opponent);
                if lost > 0 {
                    let mover = state.to_move().index();
                    promised[mover] = promised[mover].saturating_sub(lost);
                    promised[1 - mover] += lost;
                    self.note(
                        rules,
                        &state,
                        &next,
                        (before, after),
                        (file, game, ply),
                        lost,
                    );
                }
            }
            state = next;
        }
        if let (Some(promised), true) = (promised, adds_up) {
            let kazans = match state.final_kazans(rules) {
                Some(kazans) if state.kazans().iter().all(|&kazan| kazan < rules.majority()) => {
                    Some(kazans)
                }
                _ => database
                    .probe(&state.position())?
                    .map(|guarantees| by_side(&state, guarantees)),
            };
            if let Some(kazans) = kazans
                && kazans != promised
            {
                wrong.push((
                    plies,
                    format!(
                        "the kazans come to {kazans:?}, and the database promised {promised:?}"
                    ),
                ));
            }
        }
        Ok(wrong)
    }

    fn look_up(
        &self,
        database: &Database<ToguzRules>,
        rules: &ToguzRules,
        state: &ToguzState,
        next: &ToguzState,
    ) -> Result<Option<Found>, Failure> {
        let extra = state.position().is_extra_move() || next.position().is_extra_move();
        if extra || state.final_kazans(rules).is_some() || state.position().balls() > self.seeds {
            return Ok(None);
        }
        let before = database.probe(&state.position())?;
        let after = database.probe(&next.position())?;
        let (Some(before), Some(after)) = (before, after) else {
            return Ok(None);
        };
        let mover = state.to_move().index();
        let gained = |side: usize| next.kazans()[side] - state.kazans()[side];
        Ok(Some(Found {
            before,
            after: Guarantees {
                mover: gained(mover) + after.opponent,
                opponent: gained(1 - mover) + after.mover,
            },
        }))
    }

    fn note(
        &mut self,
        rules: &ToguzRules,
        state: &ToguzState,
        next: &ToguzState,
        (before, after): (Guarantees, Guarantees),
        (file, game, ply): (&str, usize, usize),
        balls_lost: u32,
    ) {
        let result = |guarantees| ToguzResult::new(rules, &state.position(), guarantees).word();
        let played =
            moves_of(rules, state).find(|&hole| state.play_unchecked(rules, hole) == *next);
        self.mistakes += 1;
        self.balls_lost += u64::from(balls_lost);
        self.result_mistakes += u64::from(result(before) != result(after));
        self.list.push(Mistake {
            file: file.to_owned(),
            game,
            ply,
            position: state.to_text(rules),
            r#move: played.map_or_else(String::new, |hole| {
                state.write_move(rules, hole).to_string()
            }),
            balls_lost,
            result_before: result(before),
            result_after: result(after),
        });
    }

    pub(super) fn text(&self) -> String {
        let share = |part: u64| 100.0 * part as f64 / self.moves.max(1) as f64;
        let mut text = format!(
            "{} and {} within {} balls: {} lost {} ({:.1} % of the moves), {} of them the result ({:.1} %)\n",
            plural(self.games, "game", "games"),
            plural(self.moves, "move", "moves"),
            self.seeds,
            plural(self.mistakes, "mistake", "mistakes"),
            plural(self.balls_lost, "ball", "balls"),
            share(self.mistakes),
            self.result_mistakes,
            share(self.result_mistakes),
        );
        if !self.list.is_empty() {
            let rows = self.list.iter().map(|mistake| {
                let result = if mistake.result_before == mistake.result_after {
                    mistake.result_after.to_owned()
                } else {
                    format!("{} -> {}", mistake.result_before, mistake.result_after)
                };
                vec![
                    mistake.file.clone(),
                    mistake.game.to_string(),
                    mistake.ply.to_string(),
                    mistake.r#move.clone(),
                    format!("-{}", mistake.balls_lost),
                    result,
                ]
            });
            let head = ["file", "game", "ply", "move", "balls", "result"];
            text.push_str(&table(&head, rows, &[0, 3, 5]));
        }
        text
    }
}

/// What a position and a move from it are worth to the player who makes it.
struct Found {
    before: Guarantees,
    after: Guarantees,
}

fn moves_of(rules: &ToguzRules, state: &ToguzState) -> impl Iterator<Item = u32> {
    Toguz::new(rules).moves(&state.position()).iter()
}

/// White's and Black's kazan, with what they can be sure of.
fn by_side(state: &ToguzState, guarantees: Guarantees) -> [u32; 2] {
    let mut kazans = state.kazans();
    let mover = state.to_move().index();
    kazans[mover] += guarantees.mover;
    kazans[1 - mover] += guarantees.opponent;
    kazans
}
