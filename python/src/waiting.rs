//! Long work in a thread of its own, while Python's signals and callbacks are served.

use mancala_endgame::Monitor;
use mancala_search::ProofObserver;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often signals are looked for.
const SIGNALS: Duration = Duration::from_millis(30);

/// The progress of a long work, shared by its threads.
#[derive(Default)]
pub(crate) struct Progress {
    stop: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    stage: Mutex<String>,
}

impl Progress {
    /// The flag that ends the work.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

impl Monitor for Progress {
    fn start(&self, stage: &str, total: u64) {
        if let Ok(mut current) = self.stage.lock() {
            stage.clone_into(&mut current);
        }
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl ProofObserver for Progress {}

/// Does the work without holding the interpreter, calls `on_progress(stage, done, total)` now and
/// then, and stops it at Ctrl-C or where the callback raises.
pub(crate) fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    on_progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    let progress = Arc::new(Progress::default());
    let (sender, receiver) = channel();
    let shared = Arc::clone(&progress);
    let worker = std::thread::spawn(move || {
        // Nobody receives after an interruption.
        let _ = sender.send(work(&shared));
    });
    let receiver = Mutex::new(receiver);
    let mut failed = None;
    loop {
        let received = py.detach(|| {
            let receiver = receiver
                .lock()
                .map_err(|_| RecvTimeoutError::Disconnected)?;
            receiver.recv_timeout(SIGNALS)
        });
        match received {
            Ok(result) => {
                let _ = worker.join();
                return failed.map_or(Ok(result), Err);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(pyo3::exceptions::PyRuntimeError::new_err(
                    "the work has ended in a panic",
                ));
            }
            Err(RecvTimeoutError::Timeout) if failed.is_none() => {
                if let Err(error) = look(py, on_progress, &progress) {
                    progress.stop.store(true, Ordering::Relaxed);
                    failed = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn look(
    py: Python<'_>,
    on_progress: Option<&Bound<'_, PyAny>>,
    progress: &Progress,
) -> PyResult<()> {
    py.check_signals()?;
    if let Some(call) = on_progress {
        let stage = progress
            .stage
            .lock()
            .map(|stage| stage.clone())
            .unwrap_or_default();
        let (done, total) = (
            progress.done.load(Ordering::Relaxed),
            progress.total.load(Ordering::Relaxed),
        );
        call.call1((stage, done, total))?;
    }
    Ok(())
}
