//! Looks for endless play by force: `cycles toguz 6` takes away, from all boards with up to so many
//! balls, those from which no move stays in their layer, and again, until none is left or only
//! boards from which play can go on for ever without a ball leaving the board. It also counts the
//! open boards, whose guarantees do not add up to all balls.

use mancala_endgame::{BoardIndexer, Silent, ToguzValues, TuzdikClass};
use mancala_position::toguz::{Toguz, ToguzRules};
use mancala_position::{Game, GameSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "toguz".to_owned());
    let most: u32 = arguments.next().map_or(Ok(6), |text| text.parse())?;
    let GameSpec::Toguz { rules } = game.parse()? else {
        return Err("a game of the Toguz family".into());
    };
    let rules = ToguzRules {
        stop_at_majority: false,
        ..rules
    };
    let values = ToguzValues::compute(&rules, most, 2, &Silent)?;
    println!("balls  boards with a tuzdik  endless  boards without  endless  open");
    for balls in 0..=most {
        let mut counts = [[0, 0], [0, 0]];
        for class in TuzdikClass::all(&rules) {
            if class.mover < class.opponent {
                continue;
            }
            let with = usize::from(class == TuzdikClass::NONE);
            let (boards, endless) = endless(&rules, class, balls);
            counts[with][0] += boards;
            counts[with][1] += endless;
        }
        let open = values
            .class(TuzdikClass::NONE, balls)
            .map_or(0, mancala_endgame::ClassValues::open);
        let [[with, endless_with], [without, endless_without]] = counts;
        println!(
            "{balls:5}  {with:20}  {endless_with:7}  {without:14}  {endless_without:7}  {open:4}"
        );
    }
    Ok(())
}

/// How many boards a class has, with the class that the other player sees, and from how many of
/// them play can go on for ever without a ball leaving the board.
fn endless(rules: &ToguzRules, class: TuzdikClass, balls: u32) -> (usize, usize) {
    let game = Toguz::new(rules);
    let is_one = class == class.turned();
    let sides: Vec<BoardIndexer> = [class, class.turned()]
        .into_iter()
        .take(if is_one { 1 } else { 2 })
        .map(|class| BoardIndexer::new(rules, class, balls))
        .collect();
    let count = usize::try_from(sides[0].count(balls)).expect("few boards");
    let other = |side: usize| if is_one { 0 } else { 1 - side };
    // For each board those that lead to it inside the layer, and how many it leads to.
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count * sides.len()];
    let mut moves = vec![0u32; count * sides.len()];
    for (side, boards) in sides.iter().enumerate() {
        let mut cursor = boards.from(0, balls);
        for rank in 0..count {
            let board = cursor.board();
            cursor.advance();
            let node = side * count + rank;
            for hole in game.moves(&board) {
                let next = game.play_unchecked(&board, hole).position;
                if next.balls() == balls {
                    let rank = usize::try_from(sides[other(side)].rank(&next)).expect("few boards");
                    before[other(side) * count + rank]
                        .push(u32::try_from(node).expect("few boards"));
                    moves[node] += 1;
                }
            }
        }
    }
    let mut ended: Vec<usize> = (0..moves.len()).filter(|&node| moves[node] == 0).collect();
    let mut gone = ended.len();
    while let Some(node) = ended.pop() {
        for &earlier in &before[node] {
            let earlier = earlier as usize;
            moves[earlier] -= 1;
            if moves[earlier] == 0 {
                gone += 1;
                ended.push(earlier);
            }
        }
    }
    (moves.len(), moves.len() - gone)
}
