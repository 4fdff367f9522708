//! The events that a session's loop waits for.

use crate::engine::Engine;
use crate::input::Input;

/// A line of the stream of commands, or the end of a computation.
pub(super) enum Event {
    /// From the stream of commands.
    Input(Input),
    /// A computation has ended: the engine comes back, with the last lines of the answer.
    Done(Box<Engine>, String),
}
