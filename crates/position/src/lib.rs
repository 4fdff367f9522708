//! Rules, packed positions, moves, notation and ranking of sowing games: Kalah(m, n) with every
//! rule option, and the Toguz family (Toguz Kumalak, Qozdatu, Bestemshe).
//!
//! A [`GameSpec`] names a game and its options; a [`GameState`] is a position with its stores and
//! its side to move, over all games alike:
//!
//! ```
//! use mancala_position::{GameHistory, GameSpec, GameState};
//!
//! let game: GameSpec = "kalah:6,4,capture=empty".parse()?;
//! let mut state = GameState::start(&game)?;
//! // The last seed from pit 3 falls into the store: South moves again.
//! for pit in state.read_turn("3-6")? {
//!     state = state.play(pit)?;
//! }
//! assert_eq!(state.stores(), [2, 0]);
//! assert_eq!(state.moves().len(), 6);
//!
//! let mut history = GameHistory::new(GameState::start(&"toguz".parse()?)?);
//! history.push_turn("76")?;
//! assert_eq!(history.now().stores(), [10, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Searches and builders work on the packed forms instead, with the rules as type parameters or
//! constants. A [`kalah::KalahPosition`] and a [`toguz::ToguzPosition`] are `Copy`, a few words
//! long, and seen from the side to move; stores are kept apart from them. The [`Game`] trait plays
//! them:
//!
//! ```
//! use mancala_position::kalah::{KalahPosition, KalahRules};
//! use mancala_position::{Game, perft};
//!
//! let rules = KalahRules::new(6)?;
//! let start = KalahPosition::start(&rules, 4)?;
//! assert_eq!(perft(&rules, &start, 5).nodes, 4_690);
//!
//! let step = rules.play_unchecked(&start, 2);
//! assert_eq!((step.gain, step.again), (1, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`kalah`], [`toguz`] | rules with their options, packed positions, playing forms, states |
//! | [`notation`] | positions and moves as text |
//! | [`record`] | recorded games: TGK, move lists, tables; replay against the rules |
//! | [`rank`], [`row`] | numbering of rows and boards; packed rows |
//! | [`random`] | the seeded generator of tests, openings and samples |
//!
//! Features, none of them on by default: `bigint` ([`complete_games`]), `json` (records as JSON),
//! `rayon` (`perft_parallel`), `serde` (games, states, results and sides as text), `strsim` (errors
//! name the option that was probably meant).

#![warn(missing_debug_implementations)]

#[cfg(feature = "bigint")]
mod complete_games;
pub mod error;
mod game;
pub mod kalah;
mod moves;
pub mod notation;
mod options;
mod perft;
pub mod random;
pub mod rank;
pub mod record;
mod result;
pub mod row;
#[cfg(feature = "serde")]
mod serde_text;
mod side;
pub mod toguz;
mod variant;

#[cfg(feature = "bigint")]
pub use complete_games::{CompleteGames, CompleteGamesError, complete_games};
pub use error::{ParseError, Place, PositionError, RuleError};
pub use game::{Game, Step};
pub use moves::{IllegalMove, Moves, MovesIter};
#[cfg(feature = "rayon")]
pub use perft::perft_parallel;
pub use perft::{Perft, perft, perft_bulk, perft_divide};
pub use result::GameResult;
pub use side::Side;
pub use variant::error::StateError;
pub use variant::history::GameHistory;
pub use variant::spec::GameSpec;
pub use variant::state::GameState;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
