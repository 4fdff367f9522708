//! In positions within a database's reach the engine loses no ball: it is played through the text
//! protocol, and every move is compared with the exact values.

use crate::dialog::Dialog;
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_position::kalah::KalahRules;
use mancala_position::random::SplitMix64;
use mancala_position::record::read_games;
use mancala_position::toguz::ToguzRules;
use mancala_position::{GameHistory, GameSpec, GameState, Side};
use std::fmt::Write as _;
use std::path::Path;
use tempfile::tempdir;

/// Whether a player is sure to win, and what counts then: in Kalah the margin; in the Toguz family
/// the balls that the winner is sure of, and in a draw what the player is sure of beyond the other.
type Score = (i32, i64);

/// Exact values of the states of one game.
enum Oracle {
    Kalah(Database<KalahRules>),
    Toguz(Database<ToguzRules>),
}

impl Oracle {
    fn open(game: &GameSpec, root: &Path) -> Self {
        match game {
            GameSpec::Kalah { rules, .. } => {
                let folder = Database::folder(root, rules);
                Self::Kalah(Database::open(&folder, rules).expect("it was built"))
            }
            GameSpec::Toguz { rules } => {
                let folder = Database::folder(root, rules);
                Self::Toguz(Database::open(&folder, rules).expect("it was built"))
            }
        }
    }

    fn reach(&self) -> u32 {
        match self {
            Self::Kalah(database) => database.most_seeds(),
            Self::Toguz(database) => database.most_seeds(),
        }
    }

    /// What the player to move and the other are sure to collect of a board of the Toguz family.
    fn guarantees(&self, state: &GameState) -> Option<[i64; 2]> {
        match (self, state) {
            (Self::Toguz(database), GameState::Toguz { state, .. }) => {
                let known = database.probe(&state.position()).expect("sound")?;
                Some([known.mover.into(), known.opponent.into()])
            }
            _ => None,
        }
    }

    /// The score of a state for a player.
    fn score(&self, state: &GameState, side: Side) -> Score {
        if let (GameState::Kalah { .. }, Some([first, second])) = (state, state.final_stores()) {
            let margin = i64::from(first) - i64::from(second);
            let margin = if side == Side::First { margin } else { -margin };
            return (margin.signum() as i32, margin);
        }
        let sign = if state.to_move() == side { 1 } else { -1 };
        let more = match (self, state) {
            (Self::Kalah(database), GameState::Kalah { state, .. }) => {
                let known = database.probe(&state.position()).expect("sound");
                i64::from(known.expect("within reach"))
            }
            _ => {
                let [mover, other] = self.guarantees(state).expect("within reach");
                let stores = state.stores().map(i64::from);
                let all = stores[0] + stores[1] + i64::from(state.seeds());
                let own = stores[state.to_move().index()] + mover;
                let opponent = stores[state.to_move().other().index()] + other;
                let result = i32::from(2 * own > all) - i32::from(2 * opponent > all);
                let balls = match result {
                    1 => own,
                    0 => own - opponent,
                    _ => -opponent,
                };
                return (sign * result, i64::from(sign) * balls);
            }
        };
        let margin = i64::from(sign) * (state.lead() + more);
        (margin.signum() as i32, margin)
    }

    /// The best score that the player to move can reach.
    fn best(&self, state: &GameState) -> Score {
        let mover = state.to_move();
        let scores = state
            .moves()
            .iter()
            .map(|pit| self.score(&state.play_unchecked(pit), mover));
        scores.max().expect("there is a move")
    }
}

/// How the other player replies.
#[derive(Clone, Copy, Debug)]
enum Reply {
    Random,
    /// The best there is, any of them.
    Best,
    /// The best there is, and of these what has stood before.
    Stubborn,
}

/// What has come of some games.
#[derive(Default)]
struct Sums {
    games: u64,
    /// Moves of the engine in positions within reach.
    known: u64,
    /// Those of them in which the guarantees leave a gap.
    open: u64,
    /// Those of them with a tuzdik.
    tuzdik: u64,
    /// Moves in positions above.
    above: u64,
    /// Games that went round.
    endless: u64,
    plies: u64,
    /// Moves or endless games that lost something, the first of them in words.
    lost: u64,
    first: String,
}

impl Sums {
    fn lose(&mut self, history: &GameHistory, what: &str) {
        self.lost += 1;
        if self.lost <= 5 {
            let (start, moves) = (history.start().to_text(), history.write_moves());
            let _ = writeln!(self.first, "{what}: position {start} moves {moves}");
        }
    }
}

struct Referee<'a> {
    oracle: &'a Oracle,
    dialog: Dialog,
    random: SplitMix64,
    sums: Sums,
}

impl Referee<'_> {
    fn play(&mut self, start: GameState, engine: Side, reply: Reply) {
        const LONGEST: usize = 400;
        self.sums.games += 1;
        let mut history = GameHistory::new(start);
        while history.now().result().is_none() && history.plies() < LONGEST {
            if history.occurrences() >= 3 {
                self.judge_endless(&history, engine);
                break;
            }
            if history.now().to_move() == engine {
                self.engine_moves(&mut history);
            } else {
                let pit = self.reply(&history, reply);
                history.push(pit).expect("legal");
            }
        }
        self.sums.plies += history.plies() as u64;
        if history.plies() == LONGEST {
            self.sums.lose(&history, "too long");
        }
    }

    fn engine_moves(&mut self, history: &mut GameHistory) {
        let now = *history.now();
        let (start, moves) = (history.start().to_text(), history.write_moves());
        let moves = if moves.is_empty() {
            String::new()
        } else {
            format!(" moves {moves}")
        };
        self.dialog
            .say(&format!("position {start}{moves}\ngo nodes 2000"));
        let text = self.dialog.best_move();
        let turn = now.read_turn(&text);
        let turn = turn.unwrap_or_else(|error| panic!("{start}{moves}: {text}: {error}"));
        history.push(turn[0]).expect("legal");
        if now.seeds() > self.oracle.reach() {
            self.sums.above += 1;
            return;
        }
        self.sums.known += 1;
        if let Some([mover, other]) = self.oracle.guarantees(&now) {
            self.sums.open += u64::from(mover + other < i64::from(now.seeds()));
        }
        if let GameState::Toguz { state, .. } = now {
            let tuzdiks = state.position().own_tuzdik() + state.position().opponent_tuzdik();
            self.sums.tuzdik += u64::from(tuzdiks > 0);
        }
        let best = self.oracle.best(&now);
        let played = self.oracle.score(history.now(), now.to_move());
        if played != best {
            self.sums
                .lose(history, &format!("{played:?} in place of {best:?}"));
        }
    }

    fn reply(&mut self, history: &GameHistory, reply: Reply) -> u32 {
        let now = history.now();
        let moves: Vec<u32> = now.moves().iter().collect();
        let within = now.seeds() <= self.oracle.reach();
        let mut kept = moves.clone();
        if within && !matches!(reply, Reply::Random) {
            let best = self.oracle.best(now);
            kept.retain(|&pit| self.oracle.score(&now.play_unchecked(pit), now.to_move()) == best);
        }
        if matches!(reply, Reply::Stubborn) {
            let stood = |pit: &u32| history.states().contains(&now.play_unchecked(*pit));
            if let Some(&pit) = kept.iter().find(|pit| stood(pit)) {
                return pit;
            }
        }
        kept[self.random.index(kept.len())]
    }

    /// Endless play gives what is left to nobody: the engine must not have been sure of any of it.
    fn judge_endless(&mut self, history: &GameHistory, engine: Side) {
        self.sums.endless += 1;
        let now = history.now();
        let Some([mover, other]) = self.oracle.guarantees(now) else {
            return;
        };
        let own = if now.to_move() == engine {
            mover
        } else {
            other
        };
        let closed = mover + other == i64::from(now.seeds());
        let (result, _) = self.oracle.score(now, engine);
        if result > 0 || result == 0 && closed && own > 0 {
            self.sums.lose(
                history,
                &format!("round for ever, sure of {own} of {}", now.seeds()),
            );
        }
    }
}

fn below(random: &mut SplitMix64, count: u32) -> u32 {
    u32::try_from(random.index(count as usize)).expect("it is below a u32")
}

/// A position with so many seeds thrown at random, with any tuzdiks and any kazans that can be.
fn thrown(game: &GameSpec, seeds: u32, random: &mut SplitMix64) -> GameState {
    loop {
        let (pits, all) = match game {
            GameSpec::Kalah { rules, .. } => (rules.pits() as usize, 48),
            GameSpec::Toguz { rules } => (rules.holes() as usize, rules.balls()),
        };
        // Few pits hold seeds in some, so that rows run empty.
        let width = 1 + random.index(2 * pits);
        let mut rows = [vec![0_u32; pits], vec![0; pits]];
        let used: Vec<usize> = (0..width).map(|_| random.index(2 * pits)).collect();
        for _ in 0..seeds {
            let pit = used[random.index(width)];
            rows[pit / pits][pit % pits] += 1;
        }
        let rest = all - seeds;
        // The kazans of most are near to even, where winning and losing are near.
        let first = match random.index(4) {
            0 => below(random, rest + 1),
            _ => (rest / 2 + below(random, 9)).saturating_sub(4).min(rest),
        };
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let board = format!(
            "{}/{} {first},{}",
            row(&rows[0]),
            row(&rows[1]),
            rest - first
        );
        let text = match game {
            GameSpec::Kalah { .. } => format!("{board} {}", ["s", "n"][random.index(2)]),
            GameSpec::Toguz { .. } => {
                let mut tuzdik = || match random.index(2) {
                    0 => "-".to_owned(),
                    _ => (1 + random.index(pits)).to_string(),
                };
                let tuzdiks = [tuzdik(), tuzdik()];
                format!(
                    "{board} {},{} {}",
                    tuzdiks[0],
                    tuzdiks[1],
                    ["w", "b"][random.index(2)]
                )
            }
        };
        // What cannot be is refused.
        if let Ok(state) = GameState::from_text(game, &text)
            && state.result().is_none()
        {
            return state;
        }
    }
}

/// A position of a random game a little above the reach.
fn from_game(start: &GameState, reach: u32, random: &mut SplitMix64) -> GameState {
    loop {
        let least = reach + 1 + below(random, 4);
        let mut state = *start;
        for _ in 0..500 {
            if state.result().is_some() || state.seeds() <= least {
                break;
            }
            let moves = state.moves();
            let index = random.index(moves.len());
            state = state.play_unchecked(moves.iter().nth(index).expect("a move"));
        }
        if state.result().is_none() && state.seeds() <= reach + 4 {
            return state;
        }
    }
}

/// Where recorded games first have few balls, with which they are not decided.
fn ends_of_games(game: &GameSpec, reach: u32) -> Vec<GameState> {
    const GAMES: &str = include_str!("../../../../solver-data/games/toguz-games-master.tgk");
    if game.to_string() != "toguz" {
        return Vec::new();
    }
    let histories = read_games(GAMES, game).expect("records");
    let few = |state: &&GameState| state.seeds() <= reach + 30 && state.result().is_none();
    let first = |history: &GameHistory| history.states().iter().find(few).copied();
    histories.iter().filter_map(first).collect()
}

fn check(game: &str, seeds: u32, games: u64, root: &Path) -> Sums {
    let spec: GameSpec = game.parse().expect("a game");
    let options = BuildOptions::new(seeds);
    match &spec {
        GameSpec::Kalah { rules, .. } => {
            let folder = Database::folder(root, rules);
            build(&folder, rules, &options, &Silent).expect("it builds");
        }
        GameSpec::Toguz { rules } => {
            let folder = Database::folder(root, rules);
            build(&folder, rules, &options, &Silent).expect("it builds");
        }
    }
    let oracle = Oracle::open(&spec, root);
    let mut referee = Referee {
        oracle: &oracle,
        dialog: Dialog::new(game),
        random: SplitMix64::new(seeds.into()),
        sums: Sums::default(),
    };
    referee
        .dialog
        .say(&format!("setoption name Database value {}", root.display()));
    let start = crate::dialog::start(game);
    if game == "bestemshe" {
        for text in DIFFERENT {
            let state = GameState::from_text(&spec, text).expect("a position");
            for engine in [Side::First, Side::Second] {
                for reply in [Reply::Best, Reply::Stubborn] {
                    referee.play(state, engine, reply);
                }
            }
        }
    }
    let ends = ends_of_games(&spec, oracle.reach());
    for number in 0..games {
        let random = &mut referee.random;
        let state = match number % 4 {
            0 => from_game(&start, oracle.reach(), random),
            1 if !ends.is_empty() => ends[random.index(ends.len())],
            _ => {
                let seeds = 2 + below(random, oracle.reach() - 1);
                thrown(&spec, seeds, random)
            }
        };
        let engine = [Side::First, Side::Second][random.index(2)];
        let reply = [Reply::Random, Reply::Best, Reply::Stubborn][random.index(3)];
        referee.play(state, engine, reply);
    }
    assert_eq!(referee.dialog.end(), "");
    let Sums {
        games,
        known,
        open,
        tuzdik,
        above,
        endless,
        plies,
        lost,
        ..
    } = referee.sums;
    println!(
        "{game} to {seeds} seeds, {} recorded ends: {games} games of {plies} plies, {endless} without end; {known} moves within reach, \
         {tuzdik} of them with a tuzdik and {open} with a gap; {above} above; {lost} lost something",
        ends.len()
    );
    referee.sums
}

/// Positions of Bestemshe in which moves that are worth the same differ: some of them only go
/// round, and some give away what was sure in a draw.
const DIFFERENT: [&str; 3] = [
    "0,4,0,0,0/0,6,0,0,6 14,20 -,- b",
    "1,1,1,1,6/1,1,1,1,2 14,20 -,- w",
    "0,3,3,0,4/1,1,2,1,1 16,18 -,- b",
];

/// Games with the seeds to which a database is built for a few games of each, and for many.
const GAMES: [(&str, u32, u32); 10] = [
    ("toguz", 6, 10),
    ("bestemshe", 16, 20),
    ("qozdatu", 8, 12),
    ("kalah:6,4", 10, 14),
    ("toguz,tuzdik=none", 6, 9),
    ("toguz,tuzdik=allow-ninth,stop-at-majority=off", 5, 8),
    ("bestemshe,atsyz=extra-move", 12, 18),
    ("bestemshe,capture=two,origin=skipped", 12, 18),
    ("kalah:4,3,capture=empty,end=on-turn", 10, 16),
    ("kalah:6,4,leftover=nobody,lap=skip-origin", 8, 12),
];

/// A few games in each, or as many as `MANCALA_PERFECT_GAMES` says, and with larger databases then.
#[test]
fn no_ball_is_lost_within_reach() {
    let count = std::env::var("MANCALA_PERFECT_GAMES").ok();
    let root = tempdir().expect("a folder");
    let mut lost = String::new();
    for (game, few, many) in GAMES {
        let (seeds, games) = match &count {
            Some(text) => (many, text.parse().expect("a number of games")),
            None => (few, 100),
        };
        lost += &check(game, seeds, games, root.path()).first;
    }
    assert!(lost.is_empty(), "{lost}");
}
