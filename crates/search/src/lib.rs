//! Proving the value of sowing-game positions by search.
