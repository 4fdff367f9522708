//! Values of Toguz Kumalak, Qozdatu and Bestemshe: for every board with few balls, what each player
//! can be sure of.
//!
//! A *layer* has all boards with so many balls. It falls into *classes* by the tuzdiks that stand
//! ([`TuzdikClass`](crate::TuzdikClass)). Play inside a layer keeps the class, seen by the other
//! player after each move; whatever takes balls from the board leads to a smaller layer. Two ways
//! lead to the values of a layer:
//!
//! * Where a tuzdik stands, no ball passes it inside the layer, so all balls go one way and play
//!   ends: values are computed in the order of the boards' numbers, each from boards that come
//!   before (`iteration::with_tuzdik`).
//! * Where none stands, balls can go round for ever. What a player can be sure to collect *sooner
//!   or later* is a least fixed point: value iteration from 0 until no guarantee changes
//!   (`iteration::without_tuzdik`).

pub(crate) mod boards;
mod build;
pub(crate) mod database;
mod database_rules;
mod iteration;
pub(crate) mod layers;
mod plan;
pub(crate) mod values;
mod verify;
