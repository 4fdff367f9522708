//! Serialization of what is written and read as text.

use crate::result::GameResult;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serializes types as the text of their `Display`, and reads them by their `FromStr`.
macro_rules! serialize_as_text {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

serialize_as_text!(GameSpec, GameState, GameResult);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side::Side;
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    fn reads_back<T>(value: &T)
    where
        T: Serialize + for<'de> Deserialize<'de> + FromStr + Display + PartialEq + Debug,
    {
        let json = serde_json::to_string(value).expect("plain data");
        assert_eq!(json, format!("\"{value}\""));
        assert_eq!(
            &serde_json::from_str::<T>(&json).expect("it was written"),
            value
        );
        assert_eq!(value.to_string().parse().ok().as_ref(), Some(value));
        let wrong = serde_json::from_str::<T>("\"nothing\"");
        assert!(wrong.is_err(), "{wrong:?}");
    }

    #[test]
    fn texts_read_back() {
        for side in [Side::First, Side::Second] {
            reads_back(&side);
        }
        for result in [
            GameResult::FirstWins,
            GameResult::SecondWins,
            GameResult::Draw,
        ] {
            reads_back(&result);
        }
        for game in ["kalah:6,4,pie=on", "toguz,atsyz=extra-move"] {
            let spec: GameSpec = game.parse().expect("a game");
            reads_back(&spec);
            reads_back(&GameState::start(&spec).expect("a start"));
        }
    }
}
