//! Agreement of a search with one that is many times longer: how often both find the same move, and
//! how much the other moves lose by the longer search's scores.

use crate::Failure;
use crate::player::Player;
use crate::random::Random;
use crate::records::{self, RULES};
use mancala_position::{Game, toguz::Toguz};
use mancala_search::analysis::UNITS_PER_SEED;

/// The loss of a game counts as no more than this, in score units.
const MOST_LOST: i32 = 2000;

pub(crate) fn run(
    nodes: u64,
    fold: u64,
    count: usize,
    seed: u64,
    files: &[&str],
) -> Result<(), Failure> {
    let mut positions = Vec::new();
    for game in records::games(files)? {
        positions.extend_from_slice(&game[game.len() / 2..]);
    }
    let mut random = Random::new(seed);
    let mut short = Player::new(&format!("nodes={nodes},table=64"))?;
    let mut long = Player::new(&format!("nodes={},table=64", nodes * fold))?;
    let rules = Toguz::new(&RULES);
    let mut same = 0usize;
    let mut as_good = 0;
    let mut loss = 0;
    let mut both_decided = 0;
    for _ in 0..count {
        let position = positions[random.below(positions.len())];
        short.forget()?;
        long.forget()?;
        let found = short.think(&position, &[])?;
        let better = long.think(&position, &[])?;
        if found.best() == better.best() {
            same += 1;
        } else {
            let decided = |report: &mancala_search::analysis::SearchReport| report.lines[0].outcome;
            both_decided +=
                usize::from(decided(&found).is_some() && decided(&found) == decided(&better));
            // A score includes the kazans, so the opponent's score is the negative. The longer
            // search's table has seen the position.
            let best = better.lines[0].score;
            let next = found
                .best()
                .map(|pit| rules.play_unchecked(&position, pit).position);
            let score = match next {
                Some(next) => long
                    .think(&next, &[])?
                    .lines
                    .first()
                    .map(|line| -line.score),
                None => None,
            };
            let lost = (best - score.unwrap_or(best)).clamp(0, MOST_LOST);
            as_good += usize::from(lost < UNITS_PER_SEED / 2);
            loss += lost;
        }
    }
    let others = count - same;
    println!(
        "{same} of {count} moves agree: {:.1} %",
        100.0 * same as f64 / count as f64
    );
    println!(
        "the others lose {:.2} balls on average by the longer search, {as_good} of {others} less than half a ball",
        f64::from(loss) / f64::from(UNITS_PER_SEED) / others.max(1) as f64,
    );
    println!("of the others, both searches know the winner of {both_decided}");
    println!(
        "depths {:.1} and {:.1}, {:.2} M nodes/s",
        short.depths as f64 / short.moves as f64,
        long.depths as f64 / long.moves as f64,
        long.nodes as f64 / long.time.as_secs_f64() / 1e6,
    );
    Ok(())
}
