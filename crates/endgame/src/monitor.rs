//! The monitor of a long run: it is told of progress, and it can stop the run.

/// Watches a build, a verification or a proof. Methods are called from worker threads, a few times
/// a second at the most.
pub trait Monitor: Sync {
    /// A stage begins, of `total` units (positions, for a build), or of unknown length if that is
    /// 0.
    fn start(&self, _stage: &str, _total: u64) {}

    /// So many more units are done.
    fn advance(&self, _units: u64) {}

    /// Something worth knowing about the stage: what a proof has proved so far.
    fn remark(&self, _text: &str) {}

    /// Whether to stop: what is finished is saved, and the run ends with an error that says it was
    /// interrupted.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Reports nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Monitor for Silent {}
