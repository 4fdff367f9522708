//! The ladder of verification for databases of the Toguz family.

use super::boards::class::TuzdikClass;
use super::boards::index::BoardIndexer;
use super::database::finished_layers::FinishedLayers;
use super::database::toguz_layer::ToguzLayer;
use super::iteration::fixed_point::fixed_point;
use super::layers::statistics::ClassStatistics;
use crate::database::Database;
use crate::error::{Damage, Error};
use crate::format::manifest::layer_file;
use crate::guarantees::Guarantees;
use crate::jobs::verify::{Findings, Mismatch, Verification, VerifyOptions};
use crate::monitor::Monitor;
use crate::system::files::hash_file;
use crate::system::threads::with_threads;
use mancala_position::Side;
use mancala_position::random::SplitMix64;
use mancala_position::toguz::{ToguzPosition, ToguzRules, ToguzState};
use rayon::prelude::*;
use std::path::Path;

/// Counts of small layers by a program other than this one; its first lines say how.
const LAYERS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/toguz-layers.tsv"
));
/// Published results of Bestemshe by kazans.
const RESULTS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/bestemshe-wdl.tsv"
));

/// Boards that a thread does at a time.
const STRETCH: u64 = 1 << 14;

/// Verifies a database folder, for [`verify`](crate::verify()).
///
/// # Errors
///
/// Those of [`verify`](crate::verify()).
pub(super) fn verify(
    folder: &Path,
    rules: &ToguzRules,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<Guarantees>, Error> {
    let database = Database::open(folder, rules)?;
    let verifier = Verifier {
        database: &database,
        monitor,
        findings: Findings::new(),
    };
    with_threads(options.threads, || verifier.climb(options))
}

struct Verifier<'a> {
    database: &'a Database<ToguzRules>,
    monitor: &'a dyn Monitor,
    findings: Findings<Guarantees>,
}

impl Verifier<'_> {
    /// Goes up to the level, or to the last below which nothing was found.
    fn climb(self, options: &VerifyOptions) -> Result<Verification<Guarantees>, Error> {
        let mut positions = self.checksums()?;
        if options.level >= 2 {
            self.manifest()?;
        }
        let mut published = None;
        // Values of damaged files are not looked at.
        if options.level >= 3 && self.findings.is_empty() {
            positions = self.sample(options)?;
            if options.level >= 4 {
                positions = self.everything()?;
            }
            if options.level >= 5 && self.findings.is_empty() {
                published = Some(self.published());
            }
        }
        Ok(self.findings.verification(positions, published))
    }

    fn go_on(&self) -> Result<(), Error> {
        if self.monitor.should_stop() {
            Err(Error::Interrupted)
        } else {
            Ok(())
        }
    }

    fn layers(&self) -> impl Iterator<Item = (u32, &ToguzLayer)> {
        let layers = (0..).zip(&self.database.layers.layers);
        layers.filter_map(|(balls, layer)| Some((balls, layer.as_ref()?)))
    }

    fn values(&self) -> u64 {
        self.layers()
            .map(|(_, layer)| layer.layer.layout().values())
            .sum()
    }

    fn classes(&self) -> impl Iterator<Item = (u32, &BoardIndexer)> {
        (0..).zip(self.database.layers.numbering.classes())
    }

    fn checksums(&self) -> Result<u64, Error> {
        self.monitor.start("checking checksums", self.values());
        for (balls, layer) in self.layers() {
            for (class, boards) in self.classes() {
                let blocks = layer.layer.layout().sub_layer(class).blocks();
                (0..blocks).into_par_iter().try_for_each(|block| {
                    self.go_on()?;
                    if let Err(error) = layer.layer.check_block(class, block) {
                        self.findings.report_error((balls, class, block), &error);
                    }
                    Ok(())
                })?;
                self.monitor.advance(boards.count(balls));
            }
        }
        Ok(self.values())
    }

    fn manifest(&self) -> Result<(), Error> {
        let entries = &self.database.manifest().layers;
        self.monitor.start("checking hashes", self.values());
        entries.par_iter().try_for_each(|entry| {
            self.go_on()?;
            let folder = self.database.path();
            let plain = folder.join(layer_file(entry.seeds));
            let open = entry.open.as_ref();
            let open = open.map(|open| (folder.join(&open.file), &open.blake3));
            let files = std::iter::once((plain.clone(), &entry.blake3)).chain(open);
            for (path, listed) in files {
                if hash_file(&path)?.to_hex().as_str() != listed {
                    let error = Error::damaged(&path, Damage::Hash);
                    self.findings.report_error((entry.seeds, 0, 0), &error);
                }
            }
            let layer = self.database.layers.layers[entry.seeds as usize].as_ref();
            let statistics = layer.map(|layer| layer.statistics(self.database.rules()));
            if statistics.as_ref() != Some(&entry.statistics)
                || entry.values != entry.statistics.positions()
            {
                let error = Error::damaged(&plain, Damage::Manifest { what: "statistics" });
                self.findings.report_error((entry.seeds, 0, 0), &error);
            }
            self.monitor.advance(entry.values);
            Ok(())
        })
    }

    /// Recomputes boards spread over all layers and classes from their moves.
    fn sample(&self, options: &VerifyOptions) -> Result<u64, Error> {
        self.monitor.start("recomputing a sample", options.samples);
        let total = self.values();
        (0..options.samples)
            .into_par_iter()
            .try_for_each(|number| {
                self.go_on()?;
                let (place, board) =
                    self.nth_board(SplitMix64::number_at(options.seed, number) % total);
                let stored = self.stored(&board)?;
                self.compare(place, &board, stored, self.by_moves(&board)?);
                self.monitor.advance(1);
                Ok(())
            })?;
        Ok(options.samples)
    }

    /// The board with a number among all of the database.
    fn nth_board(&self, mut number: u64) -> ((u32, u32, u64), ToguzPosition) {
        for (balls, _) in self.layers() {
            for (class, boards) in self.classes() {
                let count = boards.count(balls);
                if number < count {
                    return ((balls, class, number), boards.unrank(number, balls));
                }
                number -= count;
            }
        }
        unreachable!("the number is below that of all boards")
    }

    fn stored(&self, board: &ToguzPosition) -> Result<Guarantees, Error> {
        let found = self.database.probe(board)?;
        Ok(found.expect("no move leads to a layer that is not there"))
    }

    /// The value of a board by its moves.
    fn by_moves(&self, board: &ToguzPosition) -> Result<Guarantees, Error> {
        let play = self.database.layers.numbering.play();
        play.try_evaluate(board, |next| self.stored(next))
    }

    fn compare(
        &self,
        place: (u32, u32, u64),
        board: &ToguzPosition,
        stored: Guarantees,
        computed: Guarantees,
    ) {
        if stored != computed {
            let mismatch = Mismatch::Value {
                position: self.text(board),
                stored,
                computed,
            };
            self.findings.report(place, mismatch);
        }
    }

    /// A board as a position line: White is to move, and the kazans share what is not on it.
    fn text(&self, board: &ToguzPosition) -> String {
        let rules = self.database.rules();
        let kazans = rules.balls() - board.balls();
        let position = board.with_kazans([kazans / 2, kazans.div_ceil(2)]);
        ToguzState::new(rules, position, Side::First).to_text(rules)
    }

    fn everything(&self) -> Result<u64, Error> {
        self.monitor.start("recomputing every board", self.values());
        for (balls, _) in self.layers() {
            self.raise_again(balls)?;
            for (class, boards) in self.classes().skip(1) {
                let count = boards.count(balls);
                (0..count.div_ceil(STRETCH))
                    .into_par_iter()
                    .try_for_each(|stretch| {
                        self.go_on()?;
                        let ranks = stretch * STRETCH..count.min((stretch + 1) * STRETCH);
                        let mut cursor = boards.from(ranks.start, balls);
                        self.monitor.advance(ranks.end - ranks.start);
                        for rank in ranks {
                            let board = cursor.board();
                            cursor.advance();
                            let stored = self.stored(&board)?;
                            let computed = self.by_moves(&board)?;
                            self.compare((balls, class, rank), &board, stored, computed);
                        }
                        Ok(())
                    })?;
            }
        }
        Ok(self.values())
    }

    /// Recomputes the boards of a layer without a tuzdik. That each agrees with its moves is not
    /// enough there: the guarantees must be the least that do.
    fn raise_again(&self, balls: u32) -> Result<(), Error> {
        let numbering = &self.database.layers.numbering;
        let finished = FinishedLayers {
            numbering,
            layers: &self.database.layers.layers,
        };
        let progress = |boards| {
            self.monitor.advance(boards);
            !self.monitor.should_stop()
        };
        let made = fixed_point(numbering, &finished, balls, &progress);
        let ([movers, opponents], _) = made.ok_or(Error::Interrupted)?;
        let boards = numbering.boards(TuzdikClass::NONE);
        let pairs = movers.par_iter().zip(&opponents).enumerate();
        pairs.try_for_each(|(rank, (&mover, &opponent))| {
            let rank = rank as u64;
            let computed = Guarantees {
                mover: mover.into(),
                opponent: opponent.into(),
            };
            let layer = self.database.layers.layers[balls as usize].as_ref();
            let stored = layer.expect("a layer that is there").get(0, rank)?;
            if stored != computed {
                let board = boards.unrank(rank, balls);
                self.compare((balls, 0, rank), &board, stored, computed);
            }
            Ok(())
        })
    }

    /// Compares the statistics of the manifest, which the levels below have found to be those of
    /// the values, with the published ones. Returns for how many layers there are any.
    fn published(&self) -> u32 {
        let game = self.database.rules().to_string();
        let mut layers = 0;
        for entry in &self.database.manifest().layers {
            let mut known = false;
            for class in &entry.statistics.classes {
                known |= self.published_sums(&game, entry.seeds, class);
            }
            if game == "bestemshe"
                && let [class] = &entry.statistics.classes[..]
            {
                known |= self.published_results(entry.seeds, class);
            }
            layers += u32::from(known);
        }
        layers
    }

    fn differ(&self, balls: u32, count: String, found: u64, published: u64) {
        if found != published {
            let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
            let mismatch = Mismatch::Published {
                seeds: balls,
                count,
                found: signed(found),
                published: signed(published),
            };
            self.findings.report((balls, 0, 0), mismatch);
        }
    }

    fn published_sums(&self, game: &str, balls: u32, class: &ClassStatistics) -> bool {
        let key = format!("{game}\t{balls}\t{}\t", class.tuzdik);
        let Some(row) = LAYERS.lines().find_map(|row| row.strip_prefix(&key)) else {
            return false;
        };
        let names = ["positions", "mover_sum", "opponent_sum", "open"];
        let found = [
            class.positions,
            class.mover_sum,
            class.opponent_sum,
            class.open,
        ];
        for ((name, found), published) in names.into_iter().zip(found).zip(numbers(row)) {
            let count = format!("{name} of {}", class.tuzdik);
            self.differ(balls, count, found, published);
        }
        true
    }

    fn published_results(&self, balls: u32, class: &ClassStatistics) -> bool {
        let rules = self.database.rules();
        let mut known = false;
        for row in RESULTS.lines().filter(|row| !row.starts_with('#')) {
            let [mover, opponent, boards, won, lost, drawn] = numbers(row)[..] else {
                continue;
            };
            if mover + opponent + u64::from(balls) != u64::from(rules.balls()) {
                continue;
            }
            known = true;
            let kazan = |kazan| u32::try_from(kazan).unwrap_or(u32::MAX);
            let results = class.results([kazan(mover), kazan(opponent)], rules.majority());
            let found = [results.won, results.lost, results.drawn, class.positions];
            let published = [won, lost, drawn, boards];
            let names = ["won", "lost", "drawn", "all"];
            for ((name, found), published) in names.into_iter().zip(found).zip(published) {
                let count = format!("{name} boards with kazans of {mover} and {opponent}");
                self.differ(balls, count, found, published);
            }
        }
        known
    }
}

fn numbers(row: &str) -> Vec<u64> {
    row.split('\t')
        .filter_map(|field| field.parse().ok())
        .collect()
}
