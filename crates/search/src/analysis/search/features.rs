//! The parts of the search that can be switched off, to measure what each is worth.

use std::fmt;
use std::str::FromStr;

/// Declares the switches with their names.
macro_rules! features {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// The parts of the search that are on. All are by default; [`Features::PLAIN`] has none,
        /// and what it finds is the value of the evaluation at the full depth.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Features {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl Features {
            /// All parts.
            pub const ALL: Self = Self { $($field: true,)* };
            /// No part that could change the value found.
            pub const PLAIN: Self = Self { $($field: false,)* };
            /// The parts' names.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            fn part(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

features! {
    /// Capturing sequences are played out below the last ply.
    quiescence = "quiescence",
    /// Late quiet moves are searched less deep.
    reductions = "reductions",
    /// A position that looks much better than needed is not searched, near the leaves.
    reverse_futility = "reverse-futility",
    /// Late quiet moves of a position that looks much too bad are left out, near the leaves.
    futility = "futility",
    /// The last quiet moves are left out, near the leaves.
    late_moves = "late-moves",
    /// A position without a table move is searched one ply less deep.
    internal_reduction = "internal-reduction",
    /// A table move that alone is good is searched deeper.
    singular = "singular",
    /// A position that a shallow search with a raised bound refutes is not searched deeper.
    probcut = "probcut",
    /// The quiet moves that last refuted positions at the same ply come early.
    killers = "killers",
    /// Moves are ordered and reduced by how they fared before.
    histories = "histories",
    /// Each depth begins with a narrow window around the score before.
    aspiration = "aspiration",
    /// At the root, from depth 12 on, a move takes the place of the one found before if it is
    /// better by more than the noise of scores.
    steady = "steady",
    /// Known bounds of positions end their search.
    table_cuts = "table-cuts",
}

impl Default for Features {
    fn default() -> Self {
        Self::ALL
    }
}

/// The name of a part that there is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{found}` is no part of the search: {}", Features::NAMES.join(", "))]
pub struct UnknownFeature {
    /// The findings.
    pub found: String,
}

/// Reads the names of parts to be left out, each behind a minus and after a comma:
/// `-probcut,-singular`. Nothing and `all` leave out none, `plain` leaves out all.
impl FromStr for Features {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        let mut features = Self::ALL;
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let unknown = || UnknownFeature {
                found: word.to_owned(),
            };
            match (word, word.strip_prefix('-'), word.strip_prefix('+')) {
                ("all", ..) => features = Self::ALL,
                ("plain", ..) => features = Self::PLAIN,
                (_, Some(name), _) => *features.part(name).ok_or_else(unknown)? = false,
                (_, _, Some(name)) => *features.part(name).ok_or_else(unknown)? = true,
                _ => return Err(unknown()),
            }
        }
        Ok(features)
    }
}

/// The form that is read.
impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let off: Vec<String> = Self::NAMES
            .iter()
            .filter(|name| copy.part(name).is_some_and(|on| !*on))
            .map(|name| format!("-{name}"))
            .collect();
        if off.is_empty() {
            f.write_str("all")
        } else {
            f.write_str(&off.join(","))
        }
    }
}
