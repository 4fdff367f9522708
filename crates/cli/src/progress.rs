//! The progress of long runs on stderr: a bar on a terminal, a line every few seconds elsewhere,
//! nothing with `--quiet`.

use crate::failure::{Failure, Kind};
use crate::output::{Output, to_stderr};
use crate::signals;
use crate::status::Stop;
use crate::text::duration;
use crate::text::numbers::{grouped, plural, rate, signed};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use mancala_endgame::Monitor;
use mancala_search::SolveError;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time before the first display: shorter runs show nothing.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// The time between two lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

const WITH_LENGTH: &str = "{msg} [{bar:30}] {percent:>3} %  {speed}  {left} left";
const WITHOUT_LENGTH: &str = "{msg} {spinner} {count}  {speed}";

/// Shows progress on stderr, and tells a run to stop at a signal or at the end of its time.
pub(crate) struct Progress {
    unit: &'static str,
    how: How,
    begun: Instant,
    deadline: Option<Instant>,
    stage: Mutex<Stage>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Bar,
    Lines,
    Nothing,
}

struct Stage {
    name: String,
    /// A remark shown beside the name; may be empty.
    remark: String,
    done: u64,
    total: u64,
    begun: Instant,
    last_line: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// The progress of a run that counts in a unit (`positions`, `nodes`) and lasts no longer than
    /// `stop_after`.
    pub(crate) fn new(output: &Output, unit: &'static str, stop_after: Option<Duration>) -> Self {
        let how = if output.is_quiet() {
            How::Nothing
        } else if io::stderr().is_terminal() {
            How::Bar
        } else {
            How::Lines
        };
        let now = Instant::now();
        Self {
            unit,
            how,
            begun: now,
            deadline: stop_after.and_then(|time| now.checked_add(time)),
            stage: Mutex::new(Stage {
                name: String::new(),
                remark: String::new(),
                done: 0,
                total: 0,
                begun: now,
                last_line: now,
                bar: None,
            }),
        }
    }

    /// The progress of the next part of the run, counted in another unit; the deadline stays.
    pub(crate) fn followed_by(mut self, unit: &'static str) -> Self {
        self.stage().clear();
        self.unit = unit;
        self
    }

    /// The reason to stop, if there is one.
    pub(crate) fn stop(&self) -> Option<Stop> {
        signals::caught().or_else(|| {
            self.deadline
                .filter(|&deadline| Instant::now() >= deadline)
                .map(|_| Stop::Deadline)
        })
    }

    /// The failure of a stopped run; `saved` says what is kept of it.
    pub(crate) fn stopped(&self, saved: &str) -> Failure {
        // A run that stopped without a reason known here was interrupted.
        let stop = self.stop().unwrap_or(Stop::Interrupt);
        Failure::new(
            Kind::Interrupted(stop),
            format_args!("{}; {saved}", stop.words()),
        )
    }

    /// Takes the bar away until it is shown again.
    pub(crate) fn clear(&self) {
        self.stage().clear();
    }

    /// Writes a remark on a line of its own; a bar is shown again below it.
    pub(crate) fn note(&self, output: &Output, text: impl std::fmt::Display) {
        self.clear();
        output.note(text);
    }

    /// The failure of a stopped run that the same command resumes.
    pub(crate) fn stopped_and_resumable(&self, saved: &str) -> Failure {
        self.stopped(saved)
            .hint("the same command goes on from there")
    }

    /// The failure of a verification; for an interrupted one, with the reason.
    pub(crate) fn explain_verification(&self, failure: Failure) -> Failure {
        match failure.kind {
            Kind::Interrupted(_) => self.stopped("the verification has not ended"),
            _ => failure,
        }
    }

    /// The failure of a proof; for an interrupted one, with what is proved so far.
    pub(crate) fn explain_proof(&self, error: SolveError) -> Failure {
        match error {
            SolveError::Interrupted { bounds, nodes, .. } => {
                let known = match bounds.value() {
                    Some(value) => {
                        format!("proved to be {}, but not all of the rest is", signed(value))
                    }
                    None => format!(
                        "proved to lie between {} and {}",
                        signed(bounds.lower),
                        signed(bounds.upper)
                    ),
                };
                let nodes = plural(nodes, "node", "nodes");
                self.stopped(&format!("after {nodes} the value is {known}"))
            }
            error => error.into(),
        }
    }

    fn stage(&self) -> std::sync::MutexGuard<'_, Stage> {
        // A panic of another thread must not cause a second one here.
        self.stage
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn show(&self, stage: &mut Stage) {
        let now = Instant::now();
        if now - self.begun < SHOW_AFTER {
            return;
        }
        match self.how {
            How::Nothing => {}
            How::Bar => stage.show_bar(self.unit),
            How::Lines if now - stage.last_line >= LINE_EVERY => {
                stage.last_line = now;
                to_stderr(&stage.line(self.unit, now));
            }
            How::Lines => {}
        }
    }
}

impl Monitor for Progress {
    fn start(&self, stage: &str, total: u64) {
        let mut current = self.stage();
        current.clear();
        let now = Instant::now();
        *current = Stage {
            name: stage.to_owned(),
            remark: String::new(),
            done: 0,
            total,
            begun: now,
            last_line: current.last_line,
            bar: None,
        };
        self.show(&mut current);
    }

    fn advance(&self, units: u64) {
        let mut stage = self.stage();
        stage.done = stage.done.saturating_add(units);
        self.show(&mut stage);
    }

    fn remark(&self, text: &str) {
        let mut stage = self.stage();
        text.clone_into(&mut stage.remark);
        let message = stage.title();
        if let Some(bar) = &stage.bar {
            bar.set_message(message);
        }
    }

    fn should_stop(&self) -> bool {
        self.stop().is_some()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stage().clear();
    }
}

impl Stage {
    fn title(&self) -> String {
        if self.remark.is_empty() {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.remark)
        }
    }

    fn show_bar(&mut self, unit: &'static str) {
        let title = self.title();
        let bar = self.bar.get_or_insert_with(|| {
            let length = (self.total > 0).then_some(self.total);
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(bar_style(self.total > 0, unit));
            bar.set_message(title);
            bar.set_elapsed(self.begun.elapsed());
            bar
        });
        bar.set_position(self.done);
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn line(&self, unit: &str, now: Instant) -> String {
        let time = (now - self.begun).as_secs_f64();
        let speed = if time > 0.0 {
            self.done as f64 / time
        } else {
            0.0
        };
        let mut line = format!("{}: {}", self.title(), grouped(self.done));
        if self.total > 0 {
            let percent = 100.0 * self.done as f64 / self.total as f64;
            line.push_str(&format!(
                " of {} {unit} ({percent:.0} %)",
                grouped(self.total)
            ));
        } else {
            line.push_str(&format!(" {unit}"));
        }
        line.push_str(&format!(", {}", rate(speed, unit)));
        if self.total > self.done && speed > 0.0 {
            let left = Duration::try_from_secs_f64((self.total - self.done) as f64 / speed);
            if let Ok(left) = left {
                line.push_str(&format!(", {} left", duration::shown(left)));
            }
        }
        line.push('\n');
        line
    }
}

fn bar_style(with_length: bool, unit: &'static str) -> ProgressStyle {
    let template = if with_length {
        WITH_LENGTH
    } else {
        WITHOUT_LENGTH
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
        .with_key(
            "count",
            move |state: &ProgressState, out: &mut dyn Write| {
                // Writing to the bar's buffer cannot fail.
                let _ = write!(out, "{} {unit}", grouped(state.pos()));
            },
        )
        .with_key(
            "speed",
            move |state: &ProgressState, out: &mut dyn Write| {
                let _ = out.write_str(&rate(state.per_sec(), unit));
            },
        )
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&duration::shown(state.eta()));
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(done: u64, total: u64, begun: Instant) -> Stage {
        Stage {
            name: "layer 20".to_owned(),
            remark: String::new(),
            done,
            total,
            begun,
            last_line: begun,
            bar: None,
        }
    }

    #[test]
    fn lines_show_count_share_rate_and_time_left() {
        let begun = Instant::now();
        let now = begun + Duration::from_secs(10);
        assert_eq!(
            stage(20_000_000, 50_000_000, begun).line("positions", now),
            "layer 20: 20,000,000 of 50,000,000 positions (40 %), 2.00 M positions/s, 15.0 s left\n"
        );
        assert_eq!(
            stage(20_000_000, 0, begun).line("nodes", now),
            "layer 20: 20,000,000 nodes, 2.00 M nodes/s\n"
        );
        let remarked = Stage {
            remark: "+8 to +12".to_owned(),
            ..stage(20_000_000, 0, begun)
        };
        assert_eq!(
            remarked.line("nodes", now),
            "layer 20 (+8 to +12): 20,000,000 nodes, 2.00 M nodes/s\n"
        );
    }

    #[test]
    fn a_run_stops_at_its_deadline() {
        let output = Output::new(false, true);
        let unlimited = Progress::new(&output, "nodes", None);
        assert!(!unlimited.should_stop());
        let over = Progress::new(&output, "nodes", Some(Duration::ZERO));
        assert_eq!(over.stop(), Some(Stop::Deadline));
    }

    #[test]
    fn the_templates_of_the_bar_are_valid() {
        for template in [WITH_LENGTH, WITHOUT_LENGTH] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
