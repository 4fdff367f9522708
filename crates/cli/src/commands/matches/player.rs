//! Players as they are named on the command line: `depth=8`, `plain:8`, `time=0.2s,threads=2`,
//! `nodes=5000,cmd:PROGRAM`.

use crate::text::duration;
use crate::text::size::parse_table_bytes;
use mancala_position::GameSpec;
use mancala_search::MAX_THREADS;
use mancala_search::analysis::{AnalysisOptions, SearchParams};
use mancala_search::engine::{
    COMPUTED_BALLS, EnginePlayer, EngineTablebase, MAX_COMPUTED_BALLS, TablebaseSource,
};
use mancala_search::matches::{
    Allowance, PlainPlayer, Player, PlayerError, ProcessOptions, ProcessPlayer, RandomPlayer,
};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The allowance for a move of a player without a limit.
const TIME: Duration = Duration::from_millis(100);
/// The depth of plain alpha-beta that is given none.
const PLAIN_DEPTH: u32 = 8;
/// How long a program may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// A player and what he may spend.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayerSpec {
    /// As it was written.
    text: String,
    name: Option<String>,
    kind: PlayerKind,
    pub(crate) allowance: Allowance,
    threads: usize,
    table_bytes: u64,
    database: Option<PathBuf>,
    /// The balls up to which boards of the Toguz family are known, if that is said.
    endgames: Option<u32>,
    /// The numeric parameters of the engine's search.
    params: SearchParams,
    /// Further options of a program.
    options: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerKind {
    Engine,
    Plain(u32),
    Random(u64),
    Program(Vec<String>),
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayerSpecError(String);

impl fmt::Display for PlayerSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerSpecError {}

fn refuse(reason: impl fmt::Display) -> PlayerSpecError {
    PlayerSpecError(reason.to_string())
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, PlayerSpecError> {
    value
        .parse()
        .map_err(|_| refuse(format_args!("`{key}` is a number, not `{value}`")))
}

/// A time: `0.2s`, or as in all of the command line.
fn time(value: &str) -> Result<Duration, PlayerSpecError> {
    let seconds = value.strip_suffix('s').unwrap_or(value);
    if let Ok(seconds) = seconds.parse::<f64>()
        && let Ok(time) = Duration::try_from_secs_f64(seconds)
    {
        return Ok(time);
    }
    duration::parse(value).map_err(|_| {
        refuse(format_args!(
            "times are written like 0.2s, 250ms or 1m30s, not `{value}`"
        ))
    })
}

/// The words of a command, at spaces that are not in quotes.
fn words(command: &str) -> Result<Vec<String>, PlayerSpecError> {
    let mut words = Vec::new();
    let mut word = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_with(String::new);
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(c),
        }
    }
    if quote.is_some() {
        return Err(refuse(format_args!("a quote is open in `{command}`")));
    }
    words.extend(word);
    if words.is_empty() {
        return Err(refuse("`cmd:` needs a program, as in `cmd:./other --uci`"));
    }
    Ok(words)
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let mut spec = Self {
            text: text.to_owned(),
            name: None,
            kind: PlayerKind::Engine,
            allowance: Allowance::default(),
            threads: 1,
            table_bytes: 16 << 20,
            database: None,
            endgames: None,
            params: SearchParams::DEFAULT,
            options: Vec::new(),
        };
        let mut rest = text;
        let mut first = true;
        while !rest.is_empty() || first {
            if let Some(command) = rest.strip_prefix("cmd:") {
                if !first && spec.kind != PlayerKind::Engine {
                    return Err(refuse(format_args!("`{text}` names two players")));
                }
                spec.kind = PlayerKind::Program(words(command)?);
                break;
            }
            let (part, behind) = rest.split_once(',').unwrap_or((rest, ""));
            match part.split_once('=') {
                Some((key, value)) => spec.set(key, value)?,
                None if first => spec.kind = kind(part)?,
                None => {
                    return Err(refuse(format_args!(
                        "`{part}` is no setting: they are written like depth=8"
                    )));
                }
            }
            rest = behind;
            first = false;
        }
        if !spec.options.is_empty() && !matches!(spec.kind, PlayerKind::Program(_)) {
            return Err(refuse(
                "`option.NAME` is for programs, as in `option.Hash=64,cmd:./other`",
            ));
        }
        if spec.params != SearchParams::DEFAULT && spec.kind != PlayerKind::Engine {
            return Err(refuse(
                "`param.NAME` is for the engine, as in `depth=8,param.probcut-margin=80`",
            ));
        }
        let searches = matches!(spec.kind, PlayerKind::Engine | PlayerKind::Program(_));
        if searches && spec.allowance.is_unlimited() {
            spec.allowance.time = Some(TIME);
        }
        Ok(spec)
    }
}

fn kind(part: &str) -> Result<PlayerKind, PlayerSpecError> {
    let (name, argument) = match part.split_once(':') {
        Some((name, argument)) => (name, Some(argument)),
        None => (part, None),
    };
    match (name, argument) {
        ("engine", None) => Ok(PlayerKind::Engine),
        ("plain", None) => Ok(PlayerKind::Plain(PLAIN_DEPTH)),
        ("plain", Some(depth)) => match number("plain", depth)? {
            depth @ 1..=99 => Ok(PlayerKind::Plain(depth)),
            depth => Err(refuse(format_args!(
                "plain alpha-beta has a depth from 1 to 99, not {depth}"
            ))),
        },
        ("random", None) => Ok(PlayerKind::Random(1)),
        ("random", Some(seed)) => Ok(PlayerKind::Random(number("random", seed)?)),
        _ => Err(refuse(format_args!(
            "there is no player `{part}`: they are engine, plain:DEPTH, random:SEED and cmd:PROGRAM"
        ))),
    }
}

impl PlayerSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), PlayerSpecError> {
        let allowance = &mut self.allowance;
        match key {
            "depth" => allowance.depth = Some(number::<u32>(key, value)?.max(1)),
            "nodes" => allowance.nodes = Some(number::<u64>(key, value)?.max(1)),
            "game-nodes" => allowance.game_nodes = Some(number(key, value)?),
            "time" => allowance.time = Some(time(value)?),
            "clock" => {
                let (all, increment) = value.split_once('+').unwrap_or((value, "0"));
                allowance.clock = Some((time(all)?, time(increment)?));
            }
            "threads" => match number(key, value)? {
                threads @ 1..=MAX_THREADS => self.threads = threads,
                _ => {
                    return Err(refuse(format_args!(
                        "`threads` is from 1 to {MAX_THREADS}, not `{value}`"
                    )));
                }
            },
            "hash" => self.table_bytes = parse_table_bytes(value).map_err(refuse)?,
            "db" => self.database = Some(PathBuf::from(value)),
            "endgames" => match number(key, value)? {
                balls @ 0..=MAX_COMPUTED_BALLS => self.endgames = Some(balls),
                _ => {
                    return Err(refuse(format_args!(
                        "`endgames` is from 0 to {MAX_COMPUTED_BALLS}, not `{value}`"
                    )));
                }
            },
            "name" => self.name = Some(value.to_owned()),
            _ => return self.set_prefixed(key, value),
        }
        Ok(())
    }

    /// Sets what is named behind a prefix.
    fn set_prefixed(&mut self, key: &str, value: &str) -> Result<(), PlayerSpecError> {
        if let Some(option) = key.strip_prefix("option.") {
            self.options.push((option.to_owned(), value.to_owned()));
        } else if let Some(param) = key.strip_prefix("param.") {
            self.params.set(param, value).map_err(refuse)?;
        } else {
            return Err(refuse(format_args!(
                "there is no setting `{key}`: they are depth, nodes, time, clock, game-nodes, threads, \
                 hash, db, endgames, name, param.NAME and option.NAME"
            )));
        }
        Ok(())
    }

    /// As it was written on the command line.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The name of the player, if that is not one that a program gives itself.
    pub(crate) fn name(&self) -> Option<&str> {
        match (&self.name, &self.kind) {
            (Some(name), _) => Some(name),
            (None, PlayerKind::Program(_)) => None,
            (None, _) => Some(&self.text),
        }
    }

    /// Endgame knowledge, shared by all players of this kind.
    pub(crate) fn tablebase(
        &self,
        game: &GameSpec,
    ) -> Result<EngineTablebase, mancala_endgame::Error> {
        if self.kind != PlayerKind::Engine {
            return Ok(EngineTablebase::default());
        }
        let source = TablebaseSource {
            database: self.database.as_deref(),
            balls: self.endgames.unwrap_or(COMPUTED_BALLS),
        };
        EngineTablebase::open(game, &source)
    }

    /// Makes the player.
    pub(crate) fn make(
        &self,
        game: &GameSpec,
        tablebase: &EngineTablebase,
    ) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.kind {
            PlayerKind::Engine => {
                let options = AnalysisOptions {
                    threads: self.threads,
                    table_bytes: self.table_bytes,
                    params: self.params,
                    ..AnalysisOptions::for_play()
                };
                let name = self.name().unwrap_or_default().to_owned();
                Box::new(EnginePlayer::new(name, game, options, tablebase)?)
            }
            PlayerKind::Plain(depth) => Box::new(PlainPlayer::new(*depth)),
            PlayerKind::Random(seed) => Box::new(RandomPlayer::new(*seed)),
            PlayerKind::Program(command) => {
                let mut options = vec![
                    ("Threads".to_owned(), self.threads.to_string()),
                    (
                        "Hash".to_owned(),
                        (self.table_bytes >> 20).max(1).to_string(),
                    ),
                ];
                if let Some(folder) = &self.database {
                    options.push(("Database".to_owned(), folder.display().to_string()));
                }
                if let Some(balls) = self.endgames {
                    options.push(("Endgames".to_owned(), balls.to_string()));
                }
                options.extend(self.options.iter().cloned());
                Box::new(ProcessPlayer::start(&ProcessOptions {
                    command: command.clone(),
                    game: *game,
                    options,
                    patience: PATIENCE,
                })?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> PlayerSpec {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn players_are_read_with_their_settings() {
        let spec = read("time=0.2s,threads=2,hash=1M,name=ours");
        assert_eq!(spec.allowance.time, Some(Duration::from_millis(200)));
        assert_eq!((spec.threads, spec.table_bytes), (2, 1 << 20));
        assert_eq!(
            (spec.name(), &spec.kind),
            (Some("ours"), &PlayerKind::Engine)
        );
        assert_eq!(read("plain:8").kind, PlayerKind::Plain(8));
        assert_eq!(read("plain").name(), Some("plain"));
        assert_eq!(read("random:7").kind, PlayerKind::Random(7));
        assert_eq!(read("engine").allowance.time, Some(TIME));
        assert!(read("plain").allowance.is_unlimited());
        let clock = read("clock=1m+250ms").allowance.clock;
        assert_eq!(
            clock,
            Some((Duration::from_secs(60), Duration::from_millis(250)))
        );
        let spec = read("nodes=500,option.Move Overhead=3,cmd:'a b/c' -x \"1, 2\"");
        assert_eq!(
            spec.kind,
            PlayerKind::Program(["a b/c", "-x", "1, 2"].map(str::to_owned).to_vec())
        );
        assert_eq!(spec.options, [("Move Overhead".to_owned(), "3".to_owned())]);
        assert_eq!((spec.name(), spec.allowance.nodes), (None, Some(500)));
        let spec = read("depth=3,param.probcut-margin=80,param.futility-base=0");
        assert_eq!(spec.params.to_string(), "probcut-margin=80,futility-base=0");
    }

    #[test]
    fn what_is_no_player_is_refused_by_name() {
        for (text, part) in [
            ("", "no player ``"),
            ("stockfish", "no player `stockfish`"),
            ("plain:x", "is a number, not `x`"),
            ("plain:0", "from 1 to 99"),
            ("depth=x", "`depth` is a number"),
            ("depth=3,fast", "`fast` is no setting"),
            ("speed=3", "no setting `speed`"),
            ("time=soon", "times are written like"),
            ("threads=0", "from 1 to 1024"),
            ("hash=0", "a size of 0"),
            ("hash=32", "less than 64K"),
            ("cmd:", "needs a program"),
            ("cmd:'a", "a quote is open"),
            ("plain,cmd:x", "two players"),
            ("option.X=1", "for programs"),
            ("param.speed=1", "no search parameter `speed`"),
            ("param.probcut-margin=x", "a number from 0 to 4000"),
            ("plain:3,param.probcut-margin=1", "for the engine"),
        ] {
            let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
