//! The integration tests of mancala-position, in one binary.

mod illegal_moves;
mod notation_kalah;
mod notation_never_panics;
mod notation_toguz;
mod perft;
mod plain;
mod records_forms;
mod records_misfits;
mod records_real;
mod reference_kalah;
mod reference_toguz;
mod reference_wide_kalah;
mod support;
