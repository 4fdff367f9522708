//! Numeric parameters of the search: depths, margins and weights, each with its unit and source.

use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of the search as [`SearchParams::ALL`] describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamInfo {
    /// Its name, as [`SearchParams::set`] reads it.
    pub name: &'static str,
    /// Its value unless it is set.
    pub default: i32,
    /// The values that it may have.
    pub range: RangeInclusive<i32>,
    /// The unit: plies, score units (of 1/16 seed), points of the move order, ...
    pub unit: &'static str,
    /// The source of the default.
    pub source: &'static str,
    /// The effect.
    pub meaning: &'static str,
}

/// Set by hand when the part was written, and not tuned since.
const BY_HAND: &str = "set by hand";
/// Set by hand; the part that uses it was measured as a whole.
const PART: &str = "set by hand; docs/analysis.md measures the part";
/// Chosen among several values by matches.
const MATCHES: &str = "matches in docs/analysis.md";

/// Declares the parameters: field, name, default, range, unit, source.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident = $name:literal, $default:literal, $range:expr, $unit:literal, $source:expr;
    )*) => {
        /// The numeric parameters of the search. The defaults are those that it plays with; others
        /// are for experiments (`param.NAME=VALUE` of a player of `mancala match`).
        ///
        /// The fields are private, because values out of range break the search:
        /// [`SearchParams::set`] checks them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub(super) $field: i32,)*
        }

        impl SearchParams {
            /// The values that the search plays with.
            pub const DEFAULT: Self = Self { $($field: $default,)* };

            /// All parameters with their units and sources.
            pub const ALL: &'static [ParamInfo] = &[$(ParamInfo {
                name: $name,
                default: $default,
                range: $range,
                unit: $unit,
                source: $source,
                meaning: concat!($($doc),+),
            },)*];

            fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Reverse futility: up to this depth a position that looks much better than beta is cut off.
    reverse_futility_depth = "reverse-futility-depth", 7, 0..=127, "plies", PART;
    /// Reverse futility: how much better it must look, for each ply of depth.
    reverse_futility_margin = "reverse-futility-margin", 40, 0..=1000, "score units a ply", PART;
    /// Reverse futility: how much less is enough where the mover's evaluation is improving.
    reverse_futility_improving =
        "reverse-futility-improving", 32, 0..=4000, "score units", PART;

    /// ProbCut: from this depth on, captures are tried against a raised beta.
    probcut_depth = "probcut-depth", 5, 1..=127, "plies", PART;
    /// ProbCut: how much shallower than the node they are searched.
    probcut_reduction = "probcut-reduction", 4, 1..=127, "plies", PART;
    /// ProbCut: by how much beta is raised.
    probcut_margin = "probcut-margin", 64, 0..=4000, "score units", PART;
    /// ProbCut: by how much evaluation and tactical gain may miss the raised beta.
    probcut_slack = "probcut-slack", 16, 0..=4000, "score units", PART;

    /// Internal iterative reduction: from this depth on, a node without a table move is searched
    /// one ply less deep.
    internal_reduction_depth = "internal-reduction-depth", 4, 2..=127, "plies", PART;

    /// Move order: what a score unit of tactical gain counts.
    gain_weight = "gain-weight", 64, 0..=1024, "order points a score unit", BY_HAND;
    /// Move order: what the last quiet move that refuted a node of this ply counts.
    first_killer = "first-killer", 8192, 0..=65536, "order points", PART;
    /// Move order: what the one before it counts.
    second_killer = "second-killer", 4096, 0..=65536, "order points", PART;
    /// History: what a refutation adds for the square of its depth.
    history_bonus_square =
        "history-bonus-square", 16, 0..=256, "order points a squared ply", PART;
    /// History: what a refutation adds for its depth.
    history_bonus_ply = "history-bonus-ply", 32, 0..=2048, "order points a ply", PART;
    /// History: the most that a refutation adds.
    history_bonus_max = "history-bonus-max", 1600, 0..=16384, "order points", PART;

    /// Late move pruning and futility: the greatest depth at which quiet moves are left out.
    shallow_pruning_depth = "shallow-pruning-depth", 8, 0..=127, "plies", PART;
    /// Late move pruning: moves tried before quiet ones are left out, beyond one for each ply.
    late_moves_base = "late-moves-base", 2, 0..=16, "moves", PART;
    /// Late move pruning: more of them where the mover's evaluation is improving.
    late_moves_improving = "late-moves-improving", 1, 0..=16, "moves", PART;
    /// Futility: how far below alpha the evaluation must be at depth 0.
    futility_base = "futility-base", 32, 0..=4000, "score units", PART;
    /// Futility: how much further below for each ply of depth.
    futility_margin = "futility-margin", 40, 0..=1000, "score units a ply", PART;

    /// Singular extension: from this depth on, the table move is compared with the others.
    singular_depth = "singular-depth", 7, 3..=127, "plies", PART;
    /// Singular extension: by how many plies the table entry may be shallower than the node.
    singular_entry_gap = "singular-entry-gap", 3, 0..=127, "plies", PART;
    /// Singular extension: how far below its score the other moves must stay, for each ply.
    singular_margin = "singular-margin", 2, 0..=32, "score units a ply", PART;

    /// Late move reduction: from this depth on, late quiet moves are searched less deep.
    reduction_depth = "reduction-depth", 3, 2..=127, "plies", PART;
    /// Late move reduction: the constant part.
    reduction_base = "reduction-base", 512, 0..=8192, "1/1024 ply", BY_HAND;
    /// Late move reduction: what ln(depth) ln(moves tried) is divided by.
    reduction_divisor = "reduction-divisor", 180, 10..=10000, "hundredths", MATCHES;
    /// Late move reduction: how much less in nodes of the principal variation.
    reduction_pv = "reduction-pv", 1024, 0..=8192, "1/1024 ply", BY_HAND;
    /// Late move reduction: how much more where the mover's evaluation is not improving.
    reduction_not_improving =
        "reduction-not-improving", 512, 0..=8192, "1/1024 ply", BY_HAND;
    /// Late move reduction: the history points that change it by 1/1024 ply.
    reduction_history = "reduction-history", 8, 1..=1024, "order points", BY_HAND;

    /// Quiescence: a capture that leaves the mover further below alpha is not played.
    quiescence_margin = "quiescence-margin", 96, 0..=4000, "score units", BY_HAND;

    /// Aspiration: from this depth on, the root is searched with a narrow window first.
    aspiration_depth = "aspiration-depth", 4, 1..=127, "plies", BY_HAND;
    /// Aspiration: half of the first window.
    aspiration_window = "aspiration-window", 12, 1..=1000, "score units", BY_HAND;
    /// Aspiration: how many times wider the window becomes after each failure.
    aspiration_growth = "aspiration-growth", 3, 2..=16, "times", BY_HAND;
    /// Aspiration: beyond this half width the window is opened.
    aspiration_max = "aspiration-max", 500, 1..=20000, "score units", BY_HAND;

    /// Steadiness: from this depth on, the best move stays unless another is better by the
    /// stability margin.
    steady_depth = "steady-depth", 12, 0..=127, "plies", MATCHES;
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("there is no search parameter `{name}`: they are {}", names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is no whole number, or not one that the parameter may have.
    #[error(
        "the search parameter `{name}` is a number from {} to {}, not `{found}`",
        range.start(), range.end()
    )]
    OutOfRange {
        /// The name.
        name: &'static str,
        /// The values that it may have.
        range: RangeInclusive<i32>,
        /// The value that was given.
        found: String,
    },
}

fn names() -> String {
    let names: Vec<_> = SearchParams::ALL.iter().map(|param| param.name).collect();
    names.join(", ")
}

impl SearchParams {
    /// Sets the parameter of this name, as `probcut-margin`, to a value in decimal digits.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if there is none of this name or it may not have the value; then nothing is
    /// changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let info = Self::ALL.iter().find(|info| info.name == name);
        let (Some(info), Some(field)) = (info, self.field(name)) else {
            return Err(ParamError::Unknown {
                name: name.to_owned(),
            });
        };
        match value.parse() {
            Ok(number) if info.range.contains(&number) => {
                *field = number;
                Ok(())
            }
            _ => Err(ParamError::OutOfRange {
                name: info.name,
                range: info.range.clone(),
                found: value.to_owned(),
            }),
        }
    }
}

/// The parameters that differ from the defaults, as `name=value` with commas between.
impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let mut between = "";
        for info in Self::ALL {
            if let Some(&mut value) = copy.field(info.name)
                && value != info.default
            {
                write!(f, "{between}{}={value}", info.name)?;
                between = ",";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_within_its_range_only() {
        for info in SearchParams::ALL {
            assert!(info.range.contains(&info.default), "{}", info.name);
            let mut params = SearchParams::default();
            for value in [*info.range.start(), *info.range.end()] {
                assert_eq!(params.set(info.name, &value.to_string()), Ok(()));
            }
            let text = params.to_string();
            assert_eq!(text, format!("{}={}", info.name, info.range.end()));
            for value in [info.range.start() - 1, info.range.end() + 1] {
                let error = params.set(info.name, &value.to_string());
                assert!(matches!(error, Err(ParamError::OutOfRange { .. })));
            }
            assert_eq!(params.to_string(), text);
        }
        assert_eq!(SearchParams::default().to_string(), "");
    }

    #[test]
    fn unknown_names_are_refused_with_those_there_are() {
        let error = SearchParams::default().set("speed", "3").unwrap_err();
        let text = error.to_string();
        assert!(text.contains("`speed`") && text.contains("probcut-margin"));
    }
}
