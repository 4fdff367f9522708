//! Ctrl-C and SIGTERM: the first asks a run to save and stop, the second ends the process at once.

use crate::status::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

struct Caught {
    any: Arc<AtomicBool>,
    exit_code: Arc<AtomicUsize>,
}

static CAUGHT: OnceLock<Caught> = OnceLock::new();

/// From now on the first SIGINT or SIGTERM only leaves a mark. Commands that have nothing to save
/// do not ask for this and end as any program does.
///
/// # Errors
///
/// If the system refuses to install the handlers.
pub(crate) fn watch() -> io::Result<()> {
    if CAUGHT.get().is_some() {
        return Ok(());
    }
    let caught = CAUGHT.get_or_init(|| Caught {
        any: Arc::new(AtomicBool::new(false)),
        exit_code: Arc::new(AtomicUsize::new(0)),
    });
    for (signal, stop) in [(SIGINT, Stop::Interrupt), (SIGTERM, Stop::Terminate)] {
        let code = stop.exit_code();
        // Actions run in the order of registration: the mark of an earlier signal is looked at
        // before this one sets it.
        flag::register_conditional_shutdown(signal, i32::from(code), Arc::clone(&caught.any))?;
        flag::register_usize(signal, Arc::clone(&caught.exit_code), usize::from(code))?;
        flag::register(signal, Arc::clone(&caught.any))?;
    }
    Ok(())
}

/// What the first signal sets; `None` if signals are not watched.
pub(crate) fn flag() -> Option<&'static AtomicBool> {
    CAUGHT.get().map(|caught| caught.any.as_ref())
}

/// Which signal has come, if one has.
pub(crate) fn caught() -> Option<Stop> {
    let caught = CAUGHT.get()?;
    if !caught.any.load(Ordering::SeqCst) {
        return None;
    }
    let terminate = usize::from(Stop::Terminate.exit_code());
    Some(if caught.exit_code.load(Ordering::SeqCst) == terminate {
        Stop::Terminate
    } else {
        Stop::Interrupt
    })
}
