//! The guarantees of boards with few balls that a proof of the Toguz family rests on.

use crate::text::duration::{millis, shown};
use crate::text::numbers::plural;
use mancala_search::KnownGuarantees;
use serde::Serialize;
use std::time::Duration;

/// Known guarantees in an answer.
#[derive(Clone, Serialize)]
pub(crate) struct KnownEntry {
    /// The database; none if they were computed.
    path: Option<String>,
    pub(crate) seeds: u32,
    build_ms: u64,
    #[serde(skip)]
    elapsed: Duration,
}

impl KnownEntry {
    /// None if the proof is search alone.
    pub(crate) fn new(known: &KnownGuarantees<'_>) -> Option<Self> {
        (known.balls() > 0).then(|| Self {
            path: known.folder().map(|folder| folder.display().to_string()),
            seeds: known.balls(),
            build_ms: millis(known.elapsed()),
            elapsed: known.elapsed(),
        })
    }

    pub(crate) fn words(entry: Option<&Self>) -> String {
        match entry {
            Some(Self {
                path: Some(path),
                seeds,
                ..
            }) => format!("{path}, to {}", plural(u64::from(*seeds), "ball", "balls")),
            Some(entry) => format!(
                "the guarantees of all boards to {}, computed in {}",
                plural(u64::from(entry.seeds), "ball", "balls"),
                shown(entry.elapsed)
            ),
            None => "search alone".to_owned(),
        }
    }
}
