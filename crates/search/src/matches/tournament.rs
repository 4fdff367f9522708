//! A match: pairs of games over openings, several at a time, until all are played or the test has
//! decided.

use super::game::{Adjudication, Crash, GameStopped, PlayedGame, play_game};
use super::players::{Allowance, Player, PlayerError};
use super::statistics::{Sprt, Tally, Verdict};
use mancala_position::{GameHistory, Side};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the match looks at the stop flag while no game ends.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Makes a player; each thread of a match has its own.
pub type MakePlayer<'a> = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// One of the two players of a match.
pub struct Contender<'a> {
    /// Makes the player.
    pub make: &'a MakePlayer<'a>,
    /// The allowance.
    pub allowance: Allowance,
}

/// The games to be played.
pub struct Match<'a> {
    /// A and B.
    pub contenders: [Contender<'a>; 2],
    /// The openings, at least one; where there are more pairs than openings they are used again.
    pub openings: &'a [GameHistory],
    /// How many pairs of games: each opening is played with both colours.
    pub pairs: usize,
    /// How many games are played at a time.
    pub parallel: usize,
    /// How games end that the rules do not end.
    pub adjudication: Adjudication,
    /// The test that may end the match.
    pub sprt: Option<Sprt>,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchGame {
    /// Its number, from 0. Games 2k and 2k+1 are a pair.
    pub number: usize,
    /// The side that A played.
    pub side_of_a: Side,
    /// The plies of the opening.
    pub opening_plies: usize,
    /// The game.
    pub game: PlayedGame,
}

/// The results of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchReport {
    /// The results of all whole pairs.
    pub tally: Tally,
    /// Their games, in order.
    pub games: Vec<MatchGame>,
}

/// A match that a player has ended, since he cannot play on.
#[derive(Debug, thiserror::Error)]
pub struct MatchStopped {
    /// The results of the pairs that were whole by then.
    pub report: MatchReport,
    /// The player: 0 is A, 1 is B.
    pub contender: usize,
    /// His error.
    #[source]
    pub error: PlayerError,
}

impl fmt::Display for MatchStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            contender, error, ..
        } = self;
        write!(f, "player {}: {error}", ["A", "B"][*contender])
    }
}

/// Why a thread of a match does not play on.
struct Fault {
    contender: usize,
    error: PlayerError,
}

impl Match<'_> {
    /// Plays the match. `each_pair` sees the results after every pair, and the two games of it.
    ///
    /// The games that are played depend on nothing but these fields, in whatever order they
    /// end; with players whose choices depend on nothing but the game, so do all moves.
    ///
    /// Setting `stop` ends the match with the pairs that are whole by then.
    ///
    /// # Errors
    ///
    /// [`MatchStopped`] if a player cannot play on, with the results until then.
    ///
    /// # Panics
    ///
    /// If there is no opening.
    pub fn play(
        &self,
        stop: &AtomicBool,
        each_pair: &mut dyn FnMut(&Tally, &[MatchGame; 2]),
    ) -> Result<MatchReport, Box<MatchStopped>> {
        assert!(!self.openings.is_empty(), "a match needs an opening");
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        let (sender, pairs) = channel();
        let mut report = MatchReport::default();
        let mut fault = None;
        thread::scope(|scope| {
            for _ in 0..self.parallel.clamp(1, self.pairs.max(1)) {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || {
                    let outcome =
                        self.play_pairs(next, enough, |pair| sender.send(Ok(pair)).is_ok());
                    if let Err(error) = outcome {
                        // The receiver goes on until all senders are gone.
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            loop {
                let pair = match pairs.recv_timeout(LOOK_EVERY) {
                    Ok(Ok(pair)) => pair,
                    Ok(Err(found)) => {
                        enough.store(true, Ordering::Relaxed);
                        if !matches!(found.error, PlayerError::Stopped) {
                            fault.get_or_insert(found);
                        }
                        continue;
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if stop.load(Ordering::Relaxed) {
                            enough.store(true, Ordering::Relaxed);
                        }
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if enough.load(Ordering::Relaxed) {
                    // A pair that ended after the decision must not change what it was.
                    continue;
                }
                report
                    .tally
                    .add(pair.each_ref().map(|game| game.game.result));
                each_pair(&report.tally, &pair);
                report.games.extend(pair);
                let decided = self
                    .sprt
                    .is_some_and(|sprt| sprt.verdict(&report.tally) != Verdict::Open);
                if decided || stop.load(Ordering::Relaxed) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        });
        report.games.sort_by_key(|game| game.number);
        match fault {
            Some(Fault { contender, error }) => Err(Box::new(MatchStopped {
                report,
                contender,
                error,
            })),
            None => Ok(report),
        }
    }

    fn play_pairs(
        &self,
        next: &AtomicUsize,
        enough: &AtomicBool,
        mut deliver: impl FnMut([MatchGame; 2]) -> bool,
    ) -> Result<(), Fault> {
        let mut players = [self.make(0)?, self.make(1)?];
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.pairs || enough.load(Ordering::Relaxed) {
                return Ok(());
            }
            let games = [
                self.play_one(&mut players, 2 * pair, Side::First, enough)?,
                self.play_one(&mut players, 2 * pair + 1, Side::Second, enough)?,
            ];
            if !deliver(games) {
                return Ok(());
            }
        }
    }

    /// Plays one game. The program of a player who has lost it by a crash is started again.
    fn play_one(
        &self,
        players: &mut [Box<dyn Player>; 2],
        number: usize,
        side_of_a: Side,
        enough: &AtomicBool,
    ) -> Result<MatchGame, Fault> {
        let opening = &self.openings[number / 2 % self.openings.len()];
        for (contender, player) in players.iter_mut().enumerate() {
            self.begin_game(contender, player, number)?;
        }
        let [a, b] = players;
        let (a, b): (&mut dyn Player, &mut dyn Player) = (&mut **a, &mut **b);
        let allowances = self.contenders.each_ref().map(|c| &c.allowance);
        let (seats, allowances) = match side_of_a {
            Side::First => ([a, b], allowances),
            Side::Second => ([b, a], [allowances[1], allowances[0]]),
        };
        let game = play_game(seats, allowances, opening, &self.adjudication, enough).map_err(
            |GameStopped { side, error }| Fault {
                contender: usize::from(side != side_of_a),
                error,
            },
        )?;
        if game.crash.is_some() {
            let contender = usize::from(game.history.now().to_move() != side_of_a);
            players[contender] = self.make(contender)?;
        }
        Ok(MatchGame {
            number,
            side_of_a,
            opening_plies: opening.plies(),
            game,
        })
    }

    fn make(&self, contender: usize) -> Result<Box<dyn Player>, Fault> {
        (self.contenders[contender].make)().map_err(|error| Fault { contender, error })
    }

    /// Tells a player that a game begins. A program that has ended since the last one is started
    /// again, unless crashes end the match.
    fn begin_game(
        &self,
        contender: usize,
        player: &mut Box<dyn Player>,
        number: usize,
    ) -> Result<(), Fault> {
        let fault = |error| Fault { contender, error };
        match player.new_game(number as u64) {
            Err(error) if error.is_crash() && self.adjudication.crash == Crash::Forfeit => {
                *player = self.make(contender)?;
                player.new_game(number as u64).map_err(fault)
            }
            begun => begun.map_err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Ending;
    use super::super::openings::random_openings;
    use super::super::players::{Budget, Choice, PlainPlayer, RandomPlayer};
    use super::super::start;
    use super::*;
    use mancala_position::GameResult;

    /// Plays the first legal move, but what a test wants of him from some ply on.
    struct Odd {
        from: usize,
        does: fn() -> Result<u32, PlayerError>,
    }

    impl Player for Odd {
        fn name(&self) -> String {
            "odd".to_owned()
        }

        fn choose(
            &mut self,
            history: &GameHistory,
            _: &Budget,
            _: &AtomicBool,
        ) -> Result<Choice, PlayerError> {
            let first = history
                .now()
                .moves()
                .iter()
                .next()
                .expect("the game goes on");
            let pit = if history.plies() < self.from {
                first
            } else {
                (self.does)()?
            };
            Ok(Choice { pit, nodes: 1 })
        }
    }

    fn openings(game: &str) -> Vec<GameHistory> {
        random_openings(&start(game), 2..=4, 20, None, 1)
    }

    fn random() -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(RandomPlayer::new(3)))
    }

    fn against_random<'a>(
        make: &'a MakePlayer<'a>,
        openings: &'a [GameHistory],
        parallel: usize,
    ) -> Match<'a> {
        let contender = |make| Contender {
            make,
            allowance: Allowance::default(),
        };
        Match {
            contenders: [contender(make), contender(&random)],
            openings,
            pairs: openings.len(),
            parallel,
            adjudication: Adjudication::default(),
            sprt: None,
        }
    }

    #[test]
    fn a_match_is_the_same_with_any_number_of_threads_and_its_games_are_legal() {
        for game in ["toguz", "kalah:4,3", "qozdatu"] {
            let openings = openings(game);
            let make: &MakePlayer<'_> = &|| Ok(Box::new(PlainPlayer::new(2)));
            let stop = AtomicBool::new(false);
            let mut seen = 0;
            let alone = against_random(make, &openings, 1)
                .play(&stop, &mut |tally, _| seen = tally.games())
                .expect("all can play");
            let together = against_random(make, &openings, 4)
                .play(&stop, &mut |_, _| {})
                .expect("all can play");
            assert_eq!(alone, together, "{game}");
            assert_eq!((seen, alone.games.len()), (40, 40));
            assert!(alone.tally.score() > 0.8, "{game}: {:?}", alone.tally);
            for (index, game) in alone.games.iter().enumerate() {
                assert_eq!(game.number, index);
                let history = &game.game.history;
                let opening = &openings[index / 2];
                assert!(history.moves().starts_with(opening.moves()));
                let mut again = GameHistory::new(*opening.start());
                for &pit in history.moves() {
                    again.push(pit).expect("a legal move");
                }
                assert_eq!(again, *history);
                if history.now().is_finished() {
                    assert_eq!(history.now().result(), Some(game.game.result));
                }
            }
        }
    }

    #[test]
    fn an_illegal_move_loses_and_so_does_a_crash_unless_it_ends_the_match() {
        let openings = openings("toguz");
        let stop = AtomicBool::new(false);
        let make: &MakePlayer<'_> = &|| {
            Ok(Box::new(Odd {
                from: 8,
                does: || Ok(77),
            }))
        };
        let report = against_random(make, &openings, 2)
            .play(&stop, &mut |_, _| {})
            .expect("losing is no error");
        assert_eq!(report.tally.losses, 40);
        for game in &report.games {
            assert_eq!(game.game.ending, Ending::Illegal);
            let lost = match game.side_of_a {
                Side::First => GameResult::SecondWins,
                Side::Second => GameResult::FirstWins,
            };
            assert_eq!(game.game.result, lost);
        }
        let make: &MakePlayer<'_> = &|| {
            Ok(Box::new(Odd {
                from: 8,
                does: || {
                    Err(PlayerError::Died {
                        name: "odd".to_owned(),
                        status: String::new(),
                        asked: "go".to_owned(),
                    })
                },
            }))
        };
        let mut duel = against_random(make, &openings, 2);
        let report = duel.play(&stop, &mut |_, _| {}).expect("crashes are lost");
        assert_eq!(report.tally.losses, 40);
        for game in &report.games {
            assert_eq!(game.game.ending, Ending::Crashed);
            let crash = game.game.crash.as_deref().expect("the fault is told");
            assert!(crash.contains("odd has ended by itself"), "{crash}");
        }
        duel.adjudication.crash = Crash::Stop;
        let stopped = duel
            .play(&stop, &mut |_, _| {})
            .expect_err("the match ends at the crash");
        assert_eq!(stopped.contender, 0);
        assert_eq!(stopped.report.games, []);
        let message = stopped.to_string();
        assert!(
            message.contains("player A: odd has ended by itself"),
            "{message}"
        );
    }

    #[test]
    fn endless_play_and_length_end_games() {
        let openings = openings("bestemshe");
        let make: &MakePlayer<'_> = &|| Ok(Box::new(PlainPlayer::new(1)));
        let stop = AtomicBool::new(false);
        let mut duel = against_random(make, &openings, 1);
        duel.adjudication.plies = 6;
        let report = duel.play(&stop, &mut |_, _| {}).expect("all can play");
        let long = |game: &&MatchGame| game.game.ending == Ending::TooLong;
        assert!(report.games.iter().filter(long).count() > 30);
        assert!(report.games.iter().filter(long).all(|game| {
            game.game.result == GameResult::Draw && game.game.history.plies() == 6
        }));
        duel.adjudication.plies = 1_000;
        duel.adjudication.occurrences = 1;
        let report = duel.play(&stop, &mut |_, _| {}).expect("all can play");
        assert!(report.games.iter().all(|game| {
            game.game.ending == Ending::Endless && game.game.result == GameResult::Draw
        }));
    }

    #[test]
    fn a_used_up_clock_loses() {
        let openings = &openings("toguz")[..2];
        let make: &MakePlayer<'_> = &|| {
            Ok(Box::new(Odd {
                from: 0,
                does: || {
                    thread::sleep(Duration::from_millis(5));
                    Ok(0)
                },
            }))
        };
        let mut duel = against_random(make, openings, 1);
        duel.contenders[0].allowance.clock = Some((Duration::ZERO, Duration::ZERO));
        duel.adjudication.grace = Duration::ZERO;
        let report = duel
            .play(&AtomicBool::new(false), &mut |_, _| {})
            .expect("losing is no error");
        assert!(
            report
                .games
                .iter()
                .all(|game| game.game.ending == Ending::Time)
        );
        assert_eq!(report.tally.losses, 4);
    }

    #[test]
    fn the_test_ends_a_match_and_so_does_a_stop() {
        let openings = openings("toguz");
        let make: &MakePlayer<'_> = &|| Ok(Box::new(PlainPlayer::new(2)));
        let mut duel = against_random(make, &openings, 1);
        duel.pairs = 10_000;
        duel.sprt = Some(Sprt::new(0.0, 100.0));
        let report = duel
            .play(&AtomicBool::new(false), &mut |_, _| {})
            .expect("all can play");
        assert!(report.tally.games() < 200, "{:?}", report.tally);
        duel.sprt = None;
        let stop = AtomicBool::new(false);
        let report = duel
            .play(&stop, &mut |tally, _| {
                stop.store(tally.games() >= 6, Ordering::Relaxed);
            })
            .expect("all can play");
        assert_eq!(report.tally.games(), 6);
    }
}
