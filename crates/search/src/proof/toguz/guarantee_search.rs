//! The depth-limited AND/OR search of one-sided questions: can a player be sure of a number of
//! balls within a number of plies?

use super::bounds::ToguzBounds;
use super::move_verdicts::{MoveVerdicts, OpenMove};
use super::question::{Interrupt, PlyMetric, Question, Verdict, without_majority_end};
use super::reach::{REACH_PLIES, Reach};
use super::table::{BoardFacts, GuaranteeTable};
use mancala_endgame::{Error, Guarantees, Monitor, Tablebase};
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules};

/// Nodes between two questions to the monitor.
const MONITOR_INTERVAL: u64 = 1 << 12;

/// The effect of a move on a question: its verdict, or the question after the move.
enum MoveEffect {
    Decided(Verdict),
    Open(Question),
}

/// Answers questions by search above known guarantees.
pub(super) struct GuaranteeSearch<'a, G> {
    game: Toguz,
    values: &'a G,
    known_balls: u32,
    pub(super) table: GuaranteeTable<'a>,
    monitor: &'a dyn Monitor,
    pub(super) metric: PlyMetric,
    reach: Reach,
    /// Whether captures are even, so that boards with an even number of balls have even guarantees.
    is_even: bool,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    reported: u64,
}

impl<'a, G: Tablebase<ToguzPosition>> GuaranteeSearch<'a, G> {
    pub(super) fn new(
        rules: &ToguzRules,
        values: &'a G,
        table: GuaranteeTable<'a>,
        monitor: &'a dyn Monitor,
    ) -> Self {
        let rules = without_majority_end(rules);
        Self {
            game: Toguz::new(&rules),
            values,
            known_balls: values.most_seeds(),
            table,
            monitor,
            metric: PlyMetric::ToKnown,
            reach: Reach::new(&rules),
            is_even: !rules.allows_tuzdik_in(1),
            nodes: 0,
            most_nodes: u64::MAX,
            reported: 0,
        }
    }

    pub(super) const fn game(&self) -> &Toguz {
        &self.game
    }

    /// The smallest possible guarantee that is at least `need`.
    #[inline(always)]
    pub(super) fn rounded(&self, need: u32, balls: u32) -> u32 {
        if self.is_even && balls.is_multiple_of(2) {
            need.next_multiple_of(2)
        } else {
            need
        }
    }

    /// The effect of a move on a question, and the gain of the move for its player.
    #[inline(always)]
    fn after(&self, question: &Question, hole: u32) -> Result<(MoveEffect, i32), Error> {
        use MoveEffect::{Decided, Open};
        let step = self.game.play_unchecked(&question.board, hole);
        let next = step.position;
        // The question's side seen from the position after the move.
        let side = question.side ^ usize::from(!step.again);
        let own = [next.own_kazan(), next.opponent_kazan()][side];
        let balls = next.balls();
        let gain = step.gain;
        let Some(need) = question.need.checked_sub(own).filter(|&need| need > 0) else {
            return Ok((Decided(Verdict::Yes), gain));
        };
        let need = self.rounded(need, balls);
        if need > balls {
            return Ok((Decided(Verdict::Never), gain));
        }
        let board = next.board();
        if !step.again && self.game.moves(&board).is_empty() {
            // The opponent is stuck: the rest goes to the player who moved.
            let verdict = if side == 1 {
                Verdict::Yes
            } else {
                Verdict::Never
            };
            return Ok((Decided(verdict), gain));
        }
        let question = Question { board, side, need };
        if balls <= self.known_balls
            && let Some(verdict) = self.verdict_by_guarantees(&question)?
        {
            return Ok((Decided(verdict), gain));
        }
        Ok((Open(question), gain))
    }

    /// The verdict by known guarantees.
    #[inline(always)]
    fn verdict_by_guarantees(&self, question: &Question) -> Result<Option<Verdict>, Error> {
        let Question { board, side, need } = question;
        let known = self.values.probe(board)?;
        Ok(known.and_then(|known| {
            let guarantee = [known.mover, known.opponent][*side];
            if guarantee < *need {
                Some(Verdict::Never)
            } else {
                (self.metric == PlyMetric::ToKnown).then_some(Verdict::Yes)
            }
        }))
    }

    /// The verdict by the facts of the transposition table.
    #[inline(always)]
    fn verdict_by_table(
        &self,
        facts: &BoardFacts,
        question: &Question,
        plies: u32,
    ) -> Option<Verdict> {
        let sides = facts.sides[question.side];
        let need = question.need;
        if need > u32::from(sides.upper) {
            return Some(Verdict::Never);
        }
        match self.metric {
            PlyMetric::ToKnown if need <= u32::from(sides.lower) => return Some(Verdict::Yes),
            PlyMetric::ToWin => {
                let (side, balls, within) = facts.soon;
                if side == question.side && need <= u32::from(balls) && u32::from(within) <= plies {
                    return Some(Verdict::Yes);
                }
            }
            PlyMetric::ToKnown => {}
        }
        let (balls, within) = sides.not_yet;
        (need >= u32::from(balls) && plies <= u32::from(within)).then_some(Verdict::NotYet)
    }

    /// Answers a question about a board on which the game is not over.
    pub(super) fn ask(&mut self, question: &Question, plies: u32) -> Result<Verdict, Interrupt> {
        let mut question = *question;
        question.need = self.rounded(question.need, question.board.balls());
        if question.need > question.board.balls() {
            return Ok(Verdict::Never);
        }
        if question.board.balls() <= self.known_balls
            && let Some(verdict) = self.verdict_by_guarantees(&question)?
        {
            return Ok(verdict);
        }
        self.search(&question, plies.min(u32::from(u8::MAX) - 1))
    }

    /// The verdict after a move with so many plies left, and the question there if the move leaves
    /// one.
    pub(super) fn ask_after(
        &mut self,
        question: &Question,
        hole: u32,
        plies: u32,
    ) -> Result<(Verdict, Option<Question>), Interrupt> {
        match self.after(question, hole)?.0 {
            MoveEffect::Decided(verdict) => Ok((verdict, None)),
            MoveEffect::Open(next) => Ok((self.ask(&next, plies)?, Some(next))),
        }
    }

    /// The guarantees of a board on which the mover has no move.
    pub(super) fn of_stuck(&self, board: &ToguzPosition) -> ToguzBounds {
        ToguzBounds::exactly(Guarantees {
            mover: 0,
            opponent: board.balls(),
        })
    }

    pub(super) fn remark(&self, text: &str) {
        self.monitor.remark(text);
    }

    pub(super) const fn known_balls(&self) -> u32 {
        self.known_balls
    }

    fn search(&mut self, question: &Question, plies: u32) -> Result<Verdict, Interrupt> {
        if plies == 0 {
            return Ok(Verdict::NotYet);
        }
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(MONITOR_INTERVAL) {
            self.report()?;
        }
        if plies <= REACH_PLIES && !self.reach.can_settle(question, plies, self.known_for_yes()) {
            return Ok(Verdict::NotYet);
        }
        let facts = if plies > 1 {
            self.table.probe(&question.board)
        } else {
            None
        };
        if let Some(facts) = &facts
            && let Some(verdict) = self.verdict_by_table(facts, question, plies)
        {
            return Ok(verdict);
        }
        let best = facts.and_then(|facts| facts.best);
        let mut moves = MoveVerdicts::new(question.side == 0);
        for hole in self.game.moves(&question.board) {
            match self.after(question, hole)? {
                (MoveEffect::Decided(verdict), _) => {
                    if moves.decide(hole, verdict) {
                        break;
                    }
                }
                (MoveEffect::Open(next), gain) => {
                    if plies > 2 {
                        self.table.prefetch(&next.board);
                    }
                    let order = 16 * gain
                        + hole.cast_signed()
                        + if best == Some(hole) { 1 << 20 } else { 0 };
                    moves.add(OpenMove {
                        hole,
                        question: next,
                        order,
                    });
                }
            }
        }
        if plies > 2 && moves.decided().is_none() {
            self.look_up(&mut moves, plies - 1);
        }
        if plies > 1 {
            moves.sort();
            for at in 0..moves.count {
                if moves.decided().is_some() {
                    break;
                }
                let a_move = moves.open[at];
                let verdict = self.search(&a_move.question, plies - 1)?;
                moves.decide(a_move.hole, verdict);
            }
            let verdict = moves.verdict();
            self.store(question, plies, verdict, moves.best, self.nodes - before);
            return Ok(verdict);
        }
        moves.close();
        Ok(moves.verdict())
    }

    /// Looks all open moves up in the transposition table, and removes those that it decides.
    #[inline(always)]
    fn look_up(&self, moves: &mut MoveVerdicts, plies: u32) {
        let mut open = 0;
        for at in 0..moves.count {
            let a_move = moves.open[at];
            let facts = self.table.probe(&a_move.question.board);
            let verdict =
                facts.and_then(|facts| self.verdict_by_table(&facts, &a_move.question, plies));
            match verdict {
                Some(verdict) => {
                    if moves.decide(a_move.hole, verdict) {
                        return;
                    }
                }
                None => {
                    moves.open[open] = a_move;
                    open += 1;
                }
            }
        }
        moves.count = open;
    }

    /// The balls of the largest boards whose known guarantees can give *yes*.
    #[inline(always)]
    const fn known_for_yes(&self) -> u32 {
        match self.metric {
            PlyMetric::ToKnown => self.known_balls,
            PlyMetric::ToWin => 0,
        }
    }

    fn store(
        &mut self,
        question: &Question,
        plies: u32,
        verdict: Verdict,
        best: Option<u32>,
        work: u64,
    ) {
        let side = question.side;
        let balls = question.board.balls();
        let adds_up = question.board.own_tuzdik() != 0 || question.board.opponent_tuzdik() != 0;
        let metric = self.metric;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "162 balls and 254 plies at most"
        )]
        let (need, rest, within) = (
            question.need as u8,
            (balls - question.need) as u8,
            plies as u8,
        );
        self.table.update(&question.board, work, |facts| {
            if best.is_some() {
                facts.best = best;
            }
            let [mine, others] = if side == 0 { [0, 1] } else { [1, 0] };
            match verdict {
                Verdict::Yes => {
                    let lower = &mut facts.sides[mine].lower;
                    *lower = need.max(*lower);
                    let upper = &mut facts.sides[others].upper;
                    *upper = rest.min(*upper);
                    if metric == PlyMetric::ToWin {
                        facts.soon = (side, need, within);
                    }
                }
                Verdict::Never => {
                    let upper = &mut facts.sides[mine].upper;
                    *upper = (need - 1).min(*upper);
                    if adds_up {
                        let lower = &mut facts.sides[others].lower;
                        *lower = (rest + 1).max(*lower);
                    }
                }
                Verdict::NotYet => {
                    let not_yet = &mut facts.sides[mine].not_yet;
                    if need > not_yet.0 || within >= not_yet.1 {
                        *not_yet = (need, within);
                    }
                }
            }
        });
    }

    #[cold]
    fn report(&mut self) -> Result<(), Interrupt> {
        self.monitor.advance(self.nodes - self.reported);
        self.reported = self.nodes;
        if self.nodes >= self.most_nodes || self.monitor.should_stop() {
            return Err(Interrupt::Stopped);
        }
        Ok(())
    }
}
