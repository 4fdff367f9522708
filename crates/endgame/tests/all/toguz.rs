//! Values of the Toguz family against published tables.

use mancala_endgame::{BoardIndexer, Guarantees, Silent, ToguzValues, TuzdikClass};
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules, ToguzState};
use std::collections::BTreeMap;

fn game(name: &str) -> ToguzGame {
    let is_meant = |game: &&ToguzGame| game.name() == name;
    *ToguzGame::ALL.iter().find(is_meant).expect("a game")
}

fn compute(game: ToguzGame, balls: u32) -> ToguzValues {
    ToguzValues::compute(&ToguzRules::new(game), balls, 2, &Silent).expect("not stopped")
}

/// The lines of a table but its comments and its head.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').collect())
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn class(text: &str) -> TuzdikClass {
    let (mover, opponent) = text.split_once(',').expect("two tuzdiks");
    let hole = |text: &str| text.parse().unwrap_or(0);
    TuzdikClass {
        mover: hole(mover),
        opponent: hole(opponent),
    }
}

#[test]
fn layers_agree_with_the_published_table() {
    let table = include_str!("../../../../solver-data/reference/toguz-layers.tsv");
    let mut by_game: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for row in rows(table) {
        by_game.entry(row[0]).or_default().push(row);
    }
    let mut checked = 0;
    for (name, rows) in by_game {
        let most = rows.iter().map(|row| number(row[1])).max().expect("a row");
        let values = compute(game(name), u32::try_from(most).expect("few balls"));
        for row in rows {
            let balls = u32::try_from(number(row[1])).expect("few balls");
            let layer = values.class(class(row[2]), balls).expect("a layer");
            let sum = |side: fn(Guarantees) -> u32| -> u64 {
                layer.iter().map(|worth| u64::from(side(worth))).sum()
            };
            let found = [
                layer.count(),
                sum(|worth| worth.mover),
                sum(|worth| worth.opponent),
                layer.open(),
            ];
            let expected: Vec<u64> = row[3..7].iter().map(|text| number(text)).collect();
            assert_eq!(found[..], expected, "{row:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 164, "every row of the table");
}

#[test]
fn boards_and_moves_agree_with_the_published_samples() {
    let table = include_str!("../../../../solver-data/reference/toguz-samples.tsv");
    let known: BTreeMap<&str, ToguzValues> = [("bestemshe", 18), ("toguz", 6)]
        .map(|(name, balls)| (name, compute(game(name), balls)))
        .into();
    let (mut boards, mut moves) = (0, 0);
    for row in rows(table) {
        let values = &known[row[0]];
        let state = ToguzState::from_text(values.rules(), row[1]).expect("a position");
        let position = state.position();
        let found = values.guarantees(&position).expect("few balls");
        let expected = [number(row[3]), number(row[4])];
        assert_eq!(
            [found.mover, found.opponent].map(u64::from),
            expected,
            "{row:?}"
        );
        boards += 1;
        let found = values.moves(&position).expect("few balls");
        if row[5] == "-" {
            assert!(found.is_empty(), "{row:?}");
            continue;
        }
        let expected: Vec<(u32, Guarantees)> = row[5]
            .split_whitespace()
            .map(|entry| {
                let (step, worth) = entry.split_once(':').expect("a move and its worth");
                let (mover, opponent) = worth.split_once(',').expect("two guarantees");
                let hole = step[..1].parse::<u32>().expect("a hole") - 1;
                let [mover, opponent] = [mover, opponent].map(|text| text.parse().expect("balls"));
                (hole, Guarantees { mover, opponent })
            })
            .collect();
        assert_eq!(found, expected, "{row:?}");
        moves += found.len();
    }
    assert_eq!(boards, 400, "every row of the table");
    assert_eq!(moves, 962, "every move of the table");
}

#[test]
fn bestemshe_is_won_lost_and_drawn_as_published() {
    let table = include_str!("../../../../solver-data/reference/bestemshe-wdl.tsv");
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let values = compute(rules.game, 14);
    let mut checked = 0;
    for row in rows(table) {
        let [mover, opponent] =
            [row[0], row[1]].map(|text| u32::try_from(number(text)).expect("few"));
        let balls = rules.balls() - mover - opponent;
        let layer = values.class(TuzdikClass::NONE, balls).expect("few balls");
        let (mut won, mut lost) = (0, 0);
        for worth in layer.iter() {
            won += u64::from(mover + worth.mover > rules.balls() / 2);
            lost += u64::from(opponent + worth.opponent > rules.balls() / 2);
        }
        let found = [layer.count(), won, lost, layer.count() - won - lost];
        let expected: Vec<u64> = row[2..6].iter().map(|text| number(text)).collect();
        assert_eq!(found[..], expected, "{row:?}");
        checked += 1;
    }
    assert_eq!(checked, 28, "every row of the table");
}

/// Every combination of options that changes values.
fn all_rules() -> Vec<ToguzRules> {
    ToguzGame::ALL
        .iter()
        .flat_map(|&game| ToguzRules::all_options(game))
        .filter(|rules| !rules.stop_at_majority)
        .collect()
}

#[test]
fn boards_are_numbered_in_order_and_back() {
    for rules in all_rules() {
        for class in TuzdikClass::all(&rules) {
            let boards = BoardIndexer::new(&rules, class, 3);
            for balls in 0..=3 {
                let count = boards.count(balls);
                let mut cursor = boards.from(0, balls);
                for rank in 0..count {
                    let board = cursor.board();
                    cursor.advance();
                    assert_eq!(boards.rank(&board), rank);
                    assert_eq!(boards.unrank(rank, balls), board);
                    assert_eq!((TuzdikClass::of(&board), board.balls()), (class, balls));
                }
                let turned = BoardIndexer::new(&rules, class.turned(), balls);
                if class.tuzdiks() > 0 {
                    let board = boards.unrank(count - 1, balls);
                    assert_eq!(turned.rank(&board.turned()), count - 1);
                }
            }
        }
    }
}

/// The boards of a layer's class and the class that the other player sees, from which play could go
/// on for ever without a ball leaving the board: what is left when boards without a successor are
/// taken away again and again.
fn on_or_before_cycles(rules: &ToguzRules, class: TuzdikClass, balls: u32) -> usize {
    let game = Toguz::new(rules);
    let mut nodes: BTreeMap<(TuzdikClass, u64), Vec<(TuzdikClass, u64)>> = BTreeMap::new();
    let sides = if class == class.turned() {
        vec![class]
    } else {
        vec![class, class.turned()]
    };
    for class in sides {
        let boards = BoardIndexer::new(rules, class, balls);
        let other = BoardIndexer::new(rules, class.turned(), balls);
        let mut cursor = boards.from(0, balls);
        for rank in 0..boards.count(balls) {
            let board: ToguzPosition = cursor.board();
            cursor.advance();
            let inside = game.moves(&board).iter().filter_map(|hole| {
                let next = game.play_unchecked(&board, hole).position;
                (next.balls() == balls).then(|| (class.turned(), other.rank(&next)))
            });
            nodes.insert((class, rank), inside.collect());
        }
    }
    loop {
        let gone: Vec<_> = nodes
            .iter()
            .filter(|(_, next)| !next.iter().any(|node| nodes.contains_key(node)))
            .map(|(&node, _)| node)
            .collect();
        if gone.is_empty() {
            return nodes.len();
        }
        for node in gone {
            nodes.remove(&node);
        }
    }
}

#[test]
fn play_goes_round_only_where_no_tuzdik_stands() {
    let rules = ToguzRules {
        stop_at_majority: false,
        ..ToguzRules::new(ToguzGame::Toguz)
    };
    for class in TuzdikClass::all(&rules) {
        for balls in 0..=2 {
            let found = on_or_before_cycles(&rules, class, balls);
            assert!(
                class == TuzdikClass::NONE || found == 0,
                "{class}, {balls} balls: {found}"
            );
        }
    }
    // With one tuzdik and with two, more balls.
    for class in [
        TuzdikClass {
            mover: 4,
            opponent: 0,
        },
        TuzdikClass {
            mover: 2,
            opponent: 7,
        },
    ] {
        assert_eq!(on_or_before_cycles(&rules, class, 4), 0, "{class}");
    }
    assert!(on_or_before_cycles(&rules, TuzdikClass::NONE, 4) > 0);
}

#[test]
fn threads_do_not_change_a_value() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let one = ToguzValues::compute(&rules, 15, 1, &Silent).expect("not stopped");
    let many = ToguzValues::compute(&rules, 15, 4, &Silent).expect("not stopped");
    for balls in 0..=15 {
        let class = |values: &ToguzValues| -> Vec<Guarantees> {
            values
                .class(TuzdikClass::NONE, balls)
                .expect("a layer")
                .iter()
                .collect()
        };
        assert!(class(&one) == class(&many), "{balls} balls");
    }
}
