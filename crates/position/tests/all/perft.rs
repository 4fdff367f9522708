//! perft against the published and reference counts, and its forms against each other.

use crate::plain::kalah::{Board, SOUTH};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules};
use mancala_position::{Game, GameSpec, Perft, perft, perft_bulk, perft_divide, perft_parallel};

const KALAH: &str = include_str!("../../../../solver-data/reference/kalah-perft.tsv");
const TOGUZ: &str = include_str!("../../../../solver-data/reference/toguz-perft.tsv");

/// Options of capture, sowing and extra turns that no other program's counts cover.
const OPTIONS: &str = include_str!("kalah_options_perft.tsv");

/// The rows of a table below its remarks and its header, split into columns.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
}

/// Runs perft with the rules compiled in.
struct Count<'a> {
    position: &'a KalahPosition,
    depth: u32,
}

impl KalahVisitor for Count<'_> {
    type Output = Perft;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Perft {
        perft(&game, self.position, self.depth)
    }
}

fn start(pits: u32, seeds: u32) -> (KalahRules, KalahPosition) {
    let rules = KalahRules::new(pits).expect("pits that are held");
    let position = KalahPosition::start(&rules, seeds).expect("seeds that are held");
    (rules, position)
}

#[test]
fn kalah_agrees_with_the_table() {
    let mut checked = 0;
    for row in rows(KALAH) {
        let [pits, seeds, capture, end, counts] = row[..] else {
            panic!("five columns, not {row:?}");
        };
        let number = |text: &str| text.parse().expect("a number");
        let (mut rules, position) = start(number(pits), number(seeds));
        rules.set("capture", capture).expect("a capture rule");
        rules.set("end", end).expect("an end rule");
        for (depth, nodes) in (1..).zip(counts.split(',')) {
            let position = &position;
            let count = with_kalah(&rules, Count { position, depth });
            assert_eq!(count.nodes.to_string(), nodes, "{row:?}, depth {depth}");
            checked += 1;
        }
    }
    assert_eq!(checked, 4 * (8 + 7 + 10));
}

/// The plain game counts as deep as is quick, and at Kalah(4,3) to the table's last ply.
#[test]
fn options_of_kalah_agree_with_the_plain_game() {
    let mut checked = 0;
    for row in rows(OPTIONS) {
        let [game, counts] = row[..] else {
            panic!("two columns, not {row:?}");
        };
        let Ok(GameSpec::Kalah {
            rules,
            seeds: Some(seeds),
            ..
        }) = game.parse()
        else {
            panic!("a start of Kalah, not {game}");
        };
        let position = KalahPosition::start(&rules, seeds).expect("a start");
        let row = vec![seeds; rules.pits() as usize];
        let board = Board::new(row.clone(), row, SOUTH);
        for (depth, nodes) in (1..).zip(counts.split(',')) {
            let position = &position;
            let count = with_kalah(&rules, Count { position, depth });
            assert_eq!(count.nodes.to_string(), nodes, "{game}, depth {depth}");
            if depth <= 5 || seeds == 3 {
                assert_eq!(
                    board.perft(&rules, depth).0,
                    count.nodes,
                    "{game}, depth {depth}"
                );
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 12 * 8);
}

#[test]
fn the_toguz_family_agrees_with_the_table() {
    let mut checked = 0;
    for row in rows(TOGUZ) {
        let [name, depth, nodes, finished] = row[..] else {
            panic!("four columns, not {row:?}");
        };
        let game = ToguzGame::ALL
            .iter()
            .find(|game| game.name() == name)
            .expect("a game of the family");
        let rules = ToguzRules::new(*game);
        let count = perft_parallel(
            &Toguz::new(&rules),
            &ToguzPosition::start(&rules),
            depth.parse().expect("a depth"),
        );
        assert_eq!(count.nodes.to_string(), nodes, "{row:?}");
        assert_eq!(count.finished.to_string(), finished, "{row:?}");
        checked += 1;
    }
    assert_eq!(checked, 9 + 10 + 8);
}

/// All forms of counting agree at a position, on depths from 0 on.
fn forms_agree<G: Game>(game: &G, position: &G::Position, depths: u32) {
    for depth in 0..=depths {
        let count = perft(game, position, depth);
        assert_eq!(perft_parallel(game, position, depth), count);
        assert_eq!(perft_bulk(game, position, depth), count.nodes);
        let parts = perft_divide(game, position, depth);
        if depth == 0 {
            assert_eq!(parts, []);
            continue;
        }
        let pits: Vec<u32> = parts.iter().map(|&(pit, _)| pit).collect();
        assert_eq!(pits, game.moves(position).iter().collect::<Vec<_>>());
        for &(pit, part) in &parts {
            let next = game.play_unchecked(position, pit).position;
            assert_eq!(part, perft(game, &next, depth - 1));
        }
        assert_eq!(
            parts.into_iter().map(|(_, part)| part).sum::<Perft>(),
            count
        );
    }
}

#[test]
fn all_forms_count_the_same() {
    let (rules, position) = start(6, 4);
    forms_agree(&rules, &position, 7);
    // A start whose games are over within the depth.
    let (rules, position) = start(2, 2);
    forms_agree(&rules, &position, 12);
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    forms_agree(&Toguz::new(&rules), &ToguzPosition::start(&rules), 9);
}

#[test]
fn threads_do_not_change_the_counts() {
    let (rules, position) = start(6, 4);
    let expected = perft(&rules, &position, 8);
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool of threads");
        let count = pool.install(|| perft_parallel(&rules, &position, 8));
        assert_eq!(count, expected, "{threads} threads");
    }
}

#[test]
fn a_finished_game_has_no_continuation() {
    let rules = KalahRules::new(3).expect("pits that are held");
    let over = KalahPosition::new(&rules, &[0, 0, 0], &[1, 0, 2]).expect("a board");
    assert_eq!(
        perft(&rules, &over, 0),
        Perft {
            nodes: 1,
            finished: 1
        }
    );
    for depth in 1..=3 {
        assert_eq!(perft(&rules, &over, depth), Perft::default());
        assert_eq!(perft_parallel(&rules, &over, depth), Perft::default());
    }
}
