//! Signals: the first Ctrl-C or SIGTERM asks a run to save and stop, the second ends the process.

use crate::failure::{Failure, Kind};
use crate::status::{Status, Stop};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The flags that the handlers set.
struct Caught {
    any: Arc<AtomicBool>,
    exit_code: Arc<AtomicUsize>,
}

static CAUGHT: OnceLock<Caught> = OnceLock::new();

/// Installs the handlers: from now on the first SIGINT or SIGTERM only sets a flag. A command with
/// nothing to save does not call this and ends at the first signal, as any program does.
///
/// # Errors
///
/// [`Kind::Io`] if the system refuses to install the handlers.
pub(crate) fn watch() -> Result<(), Failure> {
    if CAUGHT.get().is_some() {
        return Ok(());
    }
    install()
        .map_err(|error| Failure::new(Kind::Io, format_args!("cannot watch for signals: {error}")))
}

fn install() -> io::Result<()> {
    let caught = CAUGHT.get_or_init(|| Caught {
        any: Arc::new(AtomicBool::new(false)),
        exit_code: Arc::new(AtomicUsize::new(0)),
    });
    for (signal, stop) in [(SIGINT, Stop::Interrupt), (SIGTERM, Stop::Terminate)] {
        let code = stop.exit_code();
        // Actions run in the order of registration: the shutdown tests the flag of an earlier
        // signal before this one sets it.
        flag::register_conditional_shutdown(signal, i32::from(code), Arc::clone(&caught.any))?;
        flag::register_usize(signal, Arc::clone(&caught.exit_code), usize::from(code))?;
        flag::register(signal, Arc::clone(&caught.any))?;
    }
    Ok(())
}

/// Makes a refused allocation an error with the exit code of errors. Large tables report it
/// themselves; elsewhere the standard library aborts the process, which says nothing to users.
#[cfg(unix)]
pub(crate) fn explain_refused_memory(json: bool) {
    const TEXT: &[u8] = b"error: the system refuses more memory\n\
        hint: --memory SIZE or fewer --threads need less; `ulimit -v` limits what may be used\n";
    const JSON: &[u8] =
        b"{\"error\":{\"kind\":\"memory\",\"message\":\"the system refuses more memory\"}}\n";
    let report = move || {
        // Without locks and allocations: the process may be anywhere.
        write_unlocked(STDERR, TEXT);
        if json {
            write_unlocked(STDOUT, JSON);
        }
        signal_hook::low_level::exit(2);
    };
    // SAFETY: the action writes to file descriptors and ends the process, both of which a handler
    // may do.
    let registered =
        unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, report) };
    // Without the handler the process aborts as it would anyway.
    let _ = registered;
}

/// Elsewhere the process aborts, with a message of the standard library.
#[cfg(not(unix))]
pub(crate) const fn explain_refused_memory(_json: bool) {}

#[cfg(unix)]
const STDOUT: i32 = 1;
#[cfg(unix)]
const STDERR: i32 = 2;

/// Writes bytes to a standard stream, past the locks and buffers of the standard library.
#[cfg(unix)]
fn write_unlocked(descriptor: i32, bytes: &[u8]) {
    use std::io::Write;
    use std::os::fd::FromRawFd;
    // SAFETY: the standard streams stay open as long as the process, and the file is not dropped,
    // which would close them.
    let file = unsafe { std::fs::File::from_raw_fd(descriptor) };
    let _ = (&*std::mem::ManuallyDrop::new(file)).write_all(bytes);
}

/// The flag that the first signal sets; one that is never set if signals are not watched.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    CAUGHT.get().map_or(&NEVER, |caught| &caught.any)
}

/// How a command ends that only a signal can stop.
pub(crate) fn status() -> Status {
    caught().map_or(Status::Done, Status::Stopped)
}

/// The signal that has arrived, if any.
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
