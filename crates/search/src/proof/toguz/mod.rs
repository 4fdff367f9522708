//! The proof search of Toguz Kumalak, Qozdatu and Bestemshe: the number of balls that each player
//! can be sure to collect, and the shortest win.
//!
//! A question is one-sided: can this player be sure of at least `need` of the balls on the board
//! within a number of plies? *Yes* means finite play that succeeds whatever the opponent does, so
//! that it holds wherever the board stands in a game, and repetitions cannot spoil it. *Never*
//! rests on such play of the opponent, on guarantees from a database, or on every line having been
//! followed to its end. *Not yet* is asked again with more plies.

mod bounds;
mod deepening;
mod guarantee_search;
mod line;
mod move_verdicts;
mod question;
mod reach;
mod result;
mod shortest_games;
mod solve;
mod table;

pub use bounds::{GuaranteeBounds, ToguzBounds};
pub use result::ToguzResult;
pub use shortest_games::{ShortestGames, shortest_games};
pub use solve::{ShortestWin, ToguzGoal, ToguzMove, ToguzOptions, ToguzSolution, solve_guarantees};
