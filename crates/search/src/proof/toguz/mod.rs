//! Proofs for Toguz Kumalak, Qozdatu and Bestemshe: what each player can be sure to collect, and how soon.
//!
//! A question is always one-sided: can this player be sure of so many balls of those on the board within so many plies?
//! *Yes* is a finite play that ends well whatever the other does, so it holds wherever the board stands in a game, and
//! repetitions cannot spoil it. *Never* rests on the same kind of play of the other side, on guarantees that are known, or
//! on every line having been followed to its end. What is neither is asked again with more plies.

mod bounds;
mod deepening;
mod guarantee_search;
mod line;
mod question;
mod reach;
mod result;
mod shortest_games;
mod solve;
mod table;

pub use bounds::{GuaranteeBounds, ToguzBounds};
pub use result::ToguzResult;
pub use shortest_games::{ShortestGames, shortest_games};
pub use solve::{ShortestWin, ToguzGoal, ToguzMove, ToguzOptions, ToguzSolution, solve_toguz};
