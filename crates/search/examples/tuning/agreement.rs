//! How often a search finds the move of one that is many times longer.

use crate::Failure;
use crate::player::Player;
use crate::random::Random;
use crate::records;

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
    let mut short = Player::new(&format!("nodes={nodes}"))?;
    let mut long = Player::new(&format!("nodes={}", nodes * fold))?;
    let mut same = 0usize;
    let mut loss = 0;
    let mut both_decided = 0;
    for _ in 0..count {
        let position = positions[random.below(positions.len())];
        short.forget()?;
        long.forget()?;
        let [found, better] = [&mut short, &mut long].map(|player| player.think(&position, &[]));
        if found.best() == better.best() {
            same += 1;
        } else {
            let decided = |insight: &mancala_search::analysis::Insight| insight.lines[0].outcome;
            both_decided +=
                usize::from(decided(&found).is_some() && decided(&found) == decided(&better));
            loss += (found.lines[0].score - better.lines[0].score)
                .abs()
                .min(2000);
        }
    }
    println!(
        "{same} of {count} moves agree: {:.1} %; scores of the others differ by {:.2} balls",
        100.0 * same as f64 / count as f64,
        f64::from(loss) / 16.0 / (count - same).max(1) as f64,
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
