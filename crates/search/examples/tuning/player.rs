//! A player as words describe it: `nodes=20000,eval=tally,-probcut`, or
//! `depth=8,eval=kazans,plain`; `table=64` is the size of its table in MiB.

use crate::Failure;
use crate::records::RULES;
use mancala_position::toguz::ToguzPosition;
use mancala_search::analysis::{
    AnalysisOptions, Analyzer, EvaluatedToguz, Evaluation, Features, HandCraftedEvaluation, Limits,
    Network, RootPosition, SearchParams, SearchReport, UNITS_PER_SEED,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The difference of the kazans and nothing else.
struct Kazans;

impl Evaluation for Kazans {
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        UNITS_PER_SEED * (position.own_kazan() as i32 - position.opponent_kazan() as i32)
    }
}

pub(crate) struct Player {
    analyzer: Analyzer<EvaluatedToguz<Box<dyn Evaluation>>>,
    limits: Limits,
    /// The nodes searched so far, and the time they took.
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) moves: u64,
    pub(crate) depths: u64,
}

/// The weights of a file.
pub(crate) fn weights(file: &str) -> Result<Vec<i16>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let pairs = bytes.as_chunks::<2>().0.iter();
    Ok(pairs.map(|pair| i16::from_le_bytes(*pair)).collect())
}

impl Player {
    pub(crate) fn new(words: &str) -> Result<Self, Failure> {
        let mut limits = Limits::default();
        let mut evaluation: Box<dyn Evaluation> = Box::new(Network::default());
        let mut features = Vec::new();
        let mut params = SearchParams::DEFAULT;
        let mut table_bytes = 8 << 20;
        for word in words.split(',') {
            match word.split_once('=') {
                Some(("nodes", number)) => limits.nodes = Some(number.parse()?),
                Some(("depth", number)) => limits.depth = Some(number.parse()?),
                Some(("ms", number)) => limits.time = Some(Duration::from_millis(number.parse()?)),
                Some(("table", number)) => table_bytes = number.parse::<u64>()? << 20,
                Some(("eval", "tally")) => {
                    evaluation = Box::new(HandCraftedEvaluation::new(&RULES));
                }
                Some(("eval", "kazans")) => evaluation = Box::new(Kazans),
                Some(("eval", file)) => {
                    evaluation = Box::new(Network::new(&weights(file)?));
                }
                Some((name, value)) => match name.strip_prefix("param.") {
                    Some(name) => params.set(name, value)?,
                    None => return Err(format!("`{word}` describes no player").into()),
                },
                None => features.push(word),
            }
        }
        let features: Features = features.join(",").parse()?;
        let options = AnalysisOptions {
            table_bytes,
            features,
            params,
            ..AnalysisOptions::default()
        };
        Ok(Self {
            analyzer: Analyzer::new(EvaluatedToguz::with_evaluation(&RULES, evaluation), options)?,
            limits,
            nodes: 0,
            time: Duration::ZERO,
            moves: 0,
            depths: 0,
        })
    }

    /// Gets ready for another game.
    pub(crate) fn forget(&mut self) -> Result<(), Failure> {
        Ok(self.analyzer.forget()?)
    }

    pub(crate) fn think(
        &mut self,
        position: &ToguzPosition,
        past: &[ToguzPosition],
    ) -> Result<SearchReport, Failure> {
        let stop = AtomicBool::new(false);
        let limits = &self.limits;
        let root = RootPosition::new(position).after(past);
        let report = self.analyzer.analyze(root, limits, &stop, &mut |_| {})?;
        self.nodes += report.nodes;
        self.time += report.elapsed;
        self.moves += 1;
        self.depths += u64::from(report.depth);
        Ok(report)
    }
}
